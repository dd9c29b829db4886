"""Tests how the program of the package starts: its corpus, its name, and the program that makes reports."""

import os
import pathlib
import sys
import unittest
from unittest import mock

from backedge import program


def started(*words):
    """What the program becomes: file, words, environment."""
    with mock.patch.object(sys, "argv", list(words)), mock.patch.dict(os.environ), mock.patch("os.execv") as become:
        os.environ.pop("BACKEDGE_CORPUS", None)
        become.side_effect = SystemExit
        try:
            program.main()
        except SystemExit:
            return (*become.call_args.args, dict(os.environ))


class StartTest(unittest.TestCase):
    def test_a_command(self):
        file, words, environment = started("/bin/backedge", "verify", "report")
        self.assertEqual((file, words), (program.program(), ["/bin/backedge", "verify", "report"]))
        self.assertEqual((environment["BACKEDGE_CORPUS"], environment["BACKEDGE_REPORT"]), (program.corpus(), "1"))

    def test_reports(self):
        file, words, environment = started("/bin/backedge", "report", "a b.jsonl", "--out", "dir")
        script = str(pathlib.Path(program.__file__).parent / "report/report.py")
        self.assertEqual((file, words), (sys.executable, [sys.executable, script, "a b.jsonl", "--out", "dir"]))
        self.assertEqual(environment["BACKEDGE_CORPUS"], program.corpus())


if __name__ == "__main__":
    unittest.main()
