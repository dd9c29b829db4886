"""Builds the reader with Debian's crates, without network, and runs it on an exported corpus.

Skipped if cargo or a crate is missing: tools/setup/install --rust
"""

import glob
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BACKEDGE = os.path.abspath(sys.argv.pop(1))
CARGO = shutil.which("cargo")
CRATES = "/usr/share/cargo/registry"
SOURCE = pathlib.Path(__file__).resolve().parent
CASES = ("onnx/hand", "tensorrt/hand", "invalid/back_edges")
MISSING = "cargo or Debian's crates are missing: run tools/setup/install --rust"
DEBIAN = f"""
[source.crates-io]
replace-with = "debian"
[source.debian]
directory = "{CRATES}"
"""


class RustReaderTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.root = pathlib.Path(folder.name)
        cls.reader = cls.root / "target/debug/rust_reader"
        # Not a Cargo.lock, if there is one: Debian has each crate in one version.
        shutil.copytree(SOURCE / "src", cls.root / "source/src")
        shutil.copy(SOURCE / "Cargo.toml", cls.root / "source")
        (cls.root / "source/.cargo").mkdir()
        (cls.root / "source/.cargo/config.toml").write_text(DEBIAN, encoding="utf-8")
        subprocess.run([CARGO, "build", "--offline", "--quiet", "--target-dir", cls.root / "target"], cwd=cls.root / "source", check=True,
                       env={**os.environ, "CARGO_HOME": str(cls.root / "home")})

    def export(self):
        out = self.root / self.id()
        subprocess.run([BACKEDGE, "export", "--npy", "--out", out, *CASES], check=True)
        return out

    def run_on(self, folder):
        return subprocess.run([self.reader, folder], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)

    def test_it_reads_everything(self):
        out = self.export()
        counts = {what: int(count) for count, what in (line.split(" ", 1) for line in self.run_on(out).stdout.splitlines())}
        files = [path for path in out.glob("*/**/*") if path.is_file()]
        cases = [json.loads(path.read_text(encoding="utf-8")) for path in files if path.name == "case.json"]
        self.assertEqual((counts["runs"], counts["files"]), (len(cases), len(files)))
        self.assertEqual(counts["rejections"], json.dumps(cases).count('"rejected"'))
        self.assertEqual(counts["tensors with elements"] + counts["tensors without elements"], len([path for path in files if path.suffix == ".npy"]))
        self.assertEqual(sum(count for what, count in counts.items() if what.startswith("tensors of ")), json.dumps(cases).count('"npy"'))
        self.assertTrue(counts["tensors of |b1"] and counts["tensors of <f4"] and counts["scalars"])

    def test_it_finds_a_changed_file(self):
        out = self.export()
        changed = sorted(out.glob("*/**/*.npy"))[7]
        changed.write_bytes(changed.read_bytes()[:-1] + b"\x55")
        done = self.run_on(out)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"{changed.name}: another digest", done.stderr)

    def test_it_finds_an_index_that_was_cut_off(self):
        out = self.export()
        lines = (out / "index.jsonl").read_text(encoding="utf-8").splitlines(True)
        (out / "index.jsonl").write_text("".join(lines[:-1]), encoding="utf-8")
        done = self.run_on(out)
        self.assertEqual((done.returncode, "cut off" in done.stderr), (1, True))


def report_skipped():
    """Report a skipped test to Bazel."""
    print("skipped: " + MISSING)
    if "XML_OUTPUT_FILE" in os.environ:
        pathlib.Path(os.environ["XML_OUTPUT_FILE"]).write_text(
            '<testsuites><testsuite name="rust_reader_test" tests="1" skipped="1"><testcase name="the reader in Rust">'
            f'<skipped message="{MISSING}"/></testcase></testsuite></testsuites>', encoding="utf-8")


if __name__ == "__main__":
    if CARGO and all(glob.glob(f"{CRATES}/{crate}-*") for crate in ("serde_json", "sha2")):
        unittest.main()
    report_skipped()
