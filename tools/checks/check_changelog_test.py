"""Tests check_changelog on small corpora, and on this one."""

import hashlib
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = "tools/checks/check_changelog"


class ChangelogTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "versions").mkdir()

    def manifest(self, name, **digests):
        text = "".join(f"a/{case} 1 {digest}\n" for case, digest in sorted(digests.items()))
        (self.root / name).write_text(text, encoding="utf-8")

    def run_on(self, root, *words):
        done = subprocess.run([sys.executable, PROGRAM, root, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return done.returncode, done.stdout.splitlines()

    def check(self, *sections):
        """The sections of versions get the digests of their files."""
        text = "# C\n\n"
        for section in sections:
            version = self.root / "versions" / section.partition("\n")[0]
            digest = hashlib.sha256(version.read_bytes()).hexdigest() if version.exists() else ""
            text += f"## {section}\n\nSHA-256 of its MANIFEST: `{digest}`\n\n"
        (self.root / "CHANGELOG.md").write_text(text, encoding="utf-8")
        return self.run_on(self.root)

    def test_this_corpus(self):
        self.assertEqual(self.run_on("testdata"), (0, ["the changelog agrees with the corpus"]))

    def test_every_difference_needs_a_line(self):
        self.manifest("versions/0.1", same="1", other="2", gone="3")
        self.manifest("MANIFEST", same="1", other="4", new="5")
        self.assertEqual(self.check("0.1\n\nThe first."), (1, [
            "Next: no line says why: - added `a/new`: ...", "Next: no line says why: - changed `a/other`: ...",
            "Next: no line says why: - retired `a/gone`: ..."]))
        right = "Next\n\n- added `a/n*`: why\n- changed `a/other`: why\n- retired `a/gone`: why"
        self.assertEqual(self.check(right, "0.1\n\nThe first."), (0, ["the changelog agrees with the corpus"]))
        self.assertEqual(self.check(right.replace("`a/n*`: why", "`a/n*`: "), "0.1")[0], 1)
        self.assertEqual(self.check(right + "\n- changed `a/same`: why", "0.1"), (1, ["Next: nothing that the line describes was changed: a/same"]))

    def test_a_retired_name_is_not_used_again(self):
        self.manifest("versions/0.1", one="1", two="2")
        self.manifest("versions/0.2", one="1")
        self.manifest("MANIFEST", one="1", two="2")
        sections = ["Next\n\n- added `a/two`: why", "0.2\n\n- retired `a/two`: why", "0.1"]
        self.assertEqual(self.check(*sections), (1, ["Next: a retired name is used again: a/two"]))

    def test_sections_are_versions(self):
        self.manifest("versions/0.1", one="1")
        self.manifest("MANIFEST", one="1")
        for sections in ([], ["0.1", "Next"], ["0.2", "0.1"]):
            self.assertEqual(self.check(*sections)[0], 1, sections)

    def test_a_version_stays_as_it_is(self):
        for name in ("versions/0.1", "MANIFEST"):
            self.manifest(name, one="1")
        self.assertEqual(self.check("0.1")[0], 0)
        for name in ("versions/0.1", "MANIFEST"):
            self.manifest(name, one="2")
        self.assertEqual(self.run_on(self.root), (1, ["0.1: versions/0.1 is no longer the MANIFEST of that version"]))

    def test_release(self):
        self.manifest("versions/0.1", one="1")
        self.manifest("MANIFEST", one="1", two="2")
        self.assertEqual(self.check("Next\n\n- added `a/two`: why", "0.1")[0], 0)
        self.assertEqual(self.run_on(self.root, "--release", "0.2")[0], 0)
        self.assertEqual(self.run_on(self.root), (0, ["the changelog agrees with the corpus"]))
        self.assertEqual((self.root / "versions/0.2").read_text(), (self.root / "MANIFEST").read_text())
        self.assertRegex((self.root / "CHANGELOG.md").read_text(), "## 0.2\n\nSHA-256 of its MANIFEST: `[0-9a-f]{64}`\n\n- added")
        self.assertEqual(self.run_on(self.root, "--release", "0.3")[0], 1)


if __name__ == "__main__":
    unittest.main()
