"""Tests `backedge export`: the folders, the index and its schema, the digests, and the archive."""

import hashlib
import json
import os
import pathlib
import resource
import subprocess
import sys
import tarfile
import tempfile
import unittest

import jsonschema
import numpy

from schema_testing import mutations

BACKEDGE = os.path.abspath(sys.argv.pop(1))
CASES = ("loop/back_edges", "onnx/hand", "tensorrt/hand", "invalid/slices", "models/gru_with_lengths")

with open("docs/export_index.schema.json", encoding="utf-8") as file:
    VALIDATOR = jsonschema.Draft7Validator(json.load(file))


def export(*words):
    words = [BACKEDGE, "export", *words]
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


class ExportTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.root = pathlib.Path(folder.name)
        for name in ("plain", "first.tar.gz", "second.tar.gz"):
            done = export("--npy", "--out", str(cls.root / name), *CASES)
            assert done.returncode == 0, done.stdout
        with open(cls.root / "plain/index.jsonl", encoding="utf-8") as index:
            cls.header, *cls.entries = (json.loads(line) for line in index)

    def case_of(self, entry):
        return json.loads((self.root / "plain" / entry["folder"] / "case.json").read_text(encoding="utf-8"))

    def test_the_index_lists_every_file_with_its_digest(self):
        self.assertEqual(self.header["runs"], len(self.entries))
        self.assertGreater(len(self.entries), 200)
        listed = {entry["folder"] + "/" + name: digest for entry in self.entries for name, digest in entry["files"].items()}
        found = {str(file.relative_to(self.root / "plain")): hashlib.sha256(file.read_bytes()).hexdigest()
                 for file in (self.root / "plain").glob("*/**/*") if file.is_file()}
        self.assertEqual(listed, found)
        for entry in self.entries:
            self.assertEqual(entry["run"], "%s/%s" % (entry["case"], self.case_of(entry)["runs"][0]["name"]))
            self.assertEqual((entry["features"], entry["format"]), (self.case_of(entry)["features"], self.case_of(entry)["format"]))
            self.assertIn(entry["model"], entry["files"])

    def test_the_index_is_as_the_schema_says(self):
        jsonschema.Draft7Validator.check_schema(VALIDATOR.schema)
        for line in (self.header, *self.entries):
            VALIDATOR.validate(line)
        for line in (self.header, next(entry for entry in self.entries if "weights" in entry)):
            self.assertFalse(VALIDATOR.is_valid({**line, "other": 1}))
            for name in set(line) - {"weights"}:
                self.assertFalse(VALIDATOR.is_valid({key: value for key, value in line.items() if key != name}), name)
            wrong = [other for other in mutations(line) if not VALIDATOR.is_valid(other)]
            self.assertGreater(len(wrong), 6 * len(line))

    def test_formats(self):
        models = {entry["format"]: entry["model"] for entry in self.entries}
        self.assertEqual(models, {"openvino-ir": "model.xml", "onnx": "model.onnx", "tensorrt-network": "model.json"})
        self.assertTrue(all("model.onnxtxt" in entry["files"] for entry in self.entries if entry["format"] == "onnx"))

    def test_every_specified_tensor_is_a_file(self):
        count = 0
        for entry in self.entries:
            text = json.dumps(self.case_of(entry)["runs"])
            self.assertEqual(text.count('"values"') > 0, "null" in text, entry["run"])
            for name in entry["files"]:
                if name.endswith(".npy"):
                    numpy.load(self.root / "plain" / entry["folder"] / name)
                    count += 1
        self.assertGreater(count, 600)

    def test_folders_are_cases(self):
        some = [entry["folder"] for entry in self.entries[::40]]
        done = subprocess.run([BACKEDGE, "check", *some], cwd=self.root / "plain", stdout=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.stdout, "%d runs, 0 failed\n" % len(some))

    def test_archives_have_the_same_bytes_each_time(self):
        first, second = ((self.root / name).read_bytes() for name in ("first.tar.gz", "second.tar.gz"))
        self.assertEqual(first, second)
        with tarfile.open(self.root / "first.tar.gz") as archive:
            members = archive.getmembers()
            self.assertEqual({(member.mtime, member.uid, member.gid, member.mode, member.isreg()) for member in members}, {(0, 0, 0, 0o644, True)})
            packed = {member.name: archive.extractfile(member).read() for member in members}
        plain = {str(file.relative_to(self.root / "plain")): file.read_bytes() for file in (self.root / "plain").glob("**/*") if file.is_file()}
        self.assertEqual(packed, plain)
        self.assertTrue(any(len(name) > 100 for name in packed), "no name is split")

    def test_folders_of_cases_anywhere_are_written_below_the_output(self):
        entry = next(entry for entry in self.entries if entry["run"] == "loop/back_edges/swap/f32_1")
        case = self.root / "plain" / entry["folder"]
        place = self.root / "place"
        place.mkdir()
        for number, name in enumerate((str(case), "../plain/" + entry["folder"], "../place/../plain/" + entry["folder"])):
            done = subprocess.run([BACKEDGE, "export", name, "--out", "out%d" % number], cwd=place, stdout=subprocess.PIPE, check=False)
            self.assertEqual(done.returncode, 0)
            written = json.loads((place / ("out%d" % number) / "index.jsonl").read_text().splitlines()[1])["folder"]
            self.assertNotIn("..", written)
            self.assertTrue((place / ("out%d" % number) / written / "case.json").is_file())
        self.assertEqual(sorted(os.listdir(place)), ["out0", "out1", "out2"])
        (place / "plain").symlink_to(self.root / "plain")
        done = subprocess.run([BACKEDGE, "export", *(parent + "plain/" + entry["folder"] for parent in ("../", "")), "--out", "same"],
                              cwd=place, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual((done.returncode, "two runs would have this folder" in done.stderr), (1, True), done.stderr)

    def test_an_archive_that_cannot_be_completed_is_removed(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

        done = subprocess.run([BACKEDGE, "export", "--out", str(self.root / "full.tar.gz"), "loop/back_edges/swap"], preexec_fn=limit,
                              restore_signals=False, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual((done.returncode, "FILE-1" in done.stderr), (1, True), done.stderr)
        self.assertEqual([name for name in os.listdir(self.root) if name.startswith("full")], [])

    def test_an_archive_replaces_nothing_that_a_link_leads_to(self):
        (self.root / "kept").write_text("kept")
        (self.root / "third.tar.gz.part").symlink_to(self.root / "kept")
        self.assertEqual(export("--out", str(self.root / "third.tar.gz"), "loop/back_edges/swap").returncode, 0)
        self.assertEqual((self.root / "kept").read_text(), "kept")

    def test_nothing_is_overwritten(self):
        for name in ("plain", "first.tar.gz"):
            done = export("--out", str(self.root / name), "loop/back_edges")
            self.assertEqual(done.returncode, 1)
            self.assertIn("FILE-1", done.stdout)
        self.assertEqual(export("--out", str(self.root / "none" / "a.tar.gz"), "loop/back_edges").returncode, 1)
        for words in (["--npy", "--format", "onnx", "--out", "a"], ["--format", "onnx", "--out", "a.tar.gz"]):
            self.assertEqual(export(*words).returncode, 2, words)


if __name__ == "__main__":
    unittest.main()
