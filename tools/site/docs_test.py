"""Tests for docs.py that need no Sphinx."""

import pathlib
import re
import shutil
import tempfile
import unittest

import docs


class ContentsTest(unittest.TestCase):
    def test_every_page_in_a_table_of_contents_exists(self):
        with tempfile.TemporaryDirectory() as folder:
            staged = pathlib.Path(folder, "docs")
            shutil.copytree("docs", staged)
            pages = 0
            for page in staged.glob("**/README.md"):
                docs.add_contents(page, grouped=page.parent == staged)
                for table in re.findall(r"^```\{toctree\}\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S):
                    for name in re.findall(r"^\w[\w/]*$", table, re.M):
                        pages += 1
                        self.assertTrue((page.parent / f"{name}.md").exists(), f"{page.name}: {name}")
        self.assertGreater(pages, 30)


class AnchorsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.page = pathlib.Path(folder.name, "page.md")

    def test_an_anchor_that_the_heading_makes_again_is_dropped(self):
        self.page.write_text('<a id="tract-1"></a>\n\n## TRACT-1: a title\n', encoding="utf-8")
        docs.drop_anchors(self.page)
        self.assertEqual(self.page.read_text(encoding="utf-8"), "## TRACT-1: a title\n")

    def test_another_anchor_is_kept(self):
        text = '<a id="other"></a>\n\n## TRACT-1: a title\n'
        self.page.write_text(text, encoding="utf-8")
        docs.drop_anchors(self.page)
        self.assertEqual(self.page.read_text(encoding="utf-8"), text)


if __name__ == "__main__":
    unittest.main()
