"""Tests the pytest plugin on the interpreter, and on a backend with a fault."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

CORPUS, HERE = (pathlib.Path(path).resolve().parent for path in (sys.argv.pop(1), __file__))


class PluginTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name

    def pytest(self, backend, *options):
        """Exit code and text."""
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE), *sys.path]), "BACKEDGE_CORPUS": str(CORPUS)}
        command = [sys.executable, "-m", "pytest", "-p", "backedge.pytest_plugin", "-p", "no:cacheprovider", "--backedge-backend", backend,
                   "--backedge-filter", "onnx/hand/fibonacci", "--backedge-filter", "onnx/hand/initializers", *options]
        done = subprocess.run(command, cwd=self.root, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout

    def test_each_run_is_a_test(self):
        code, text = self.pytest("interpreter_backend:Interpreter", "-v")
        self.assertEqual(code, 0, text)
        self.assertIn("onnx/hand/fibonacci::seven PASSED", text)
        code, text = self.pytest("interpreter_backend:Interpreter", "-k", "seven", "-q")
        self.assertRegex(text, r"\d passed, \d+ deselected")

    def test_a_fault_fails_unless_it_is_listed(self):
        code, text = self.pytest("interpreter_backend:Reversed")
        self.assertEqual(code, 1, text)
        self.assertIn("wrong value", text)
        self.assertRegex(text, r"(?m)^next: backedge explain-failure onnx/hand/\S+ --backend ")
        code, text = self.pytest("interpreter_backend:Reversed", "--backedge-expectations", str(HERE / "interpreter_list.txt"))
        self.assertEqual(code, 0, text)
        self.assertIn("2 xfailed", text)

    def test_mistakes_are_named(self):
        for backend, options, expected in (("interpreter_backend:Interpreter", ["--backedge-filter", "onnx/hnd"], 'no run is called "onnx/hnd"'),
                                           ("interpreter_backend:Reserved", [], "has no class 'Reserved'"),
                                           ("interpreter_backend", [], "expected MODULE:CLASS")):
            code, text = self.pytest(backend, *options)
            self.assertNotEqual(code, 0)
            self.assertIn(expected, text)


if __name__ == "__main__":
    unittest.main()
