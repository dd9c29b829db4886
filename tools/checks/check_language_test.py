"""Tests check_language: what it reports, and what it leaves alone."""

import importlib.machinery
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER))
sys.dont_write_bytecode = True
LOADER = importlib.machinery.SourceFileLoader("check_language", str(FOLDER / "check_language"))
check_language = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_language", LOADER))
LOADER.exec_module(check_language)
WORDS = check_language.read_words(FOLDER / "words.txt")


def long_sentence(words):
    return " ".join(["w"] * words) + "."


class CheckLanguageTest(unittest.TestCase):
    def check(self, name, text):
        """The breaches in a file, without the path and the line that the message begins with."""
        root = pathlib.Path(tempfile.mkdtemp(dir=os.environ.get("TEST_TMPDIR")))
        (root / name).write_text(text, encoding="utf-8")
        return check_language.check_file(root, name, WORDS)

    def good(self, name, text):
        self.assertEqual(self.check(name, text), [])

    def bad(self, name, text, *breaches):
        self.assertEqual(self.check(name, text), [f"{name}:{breach}" for breach in breaches])

    def test_words(self):
        self.bad("a.md", "\nPlease mend it.\n", '2: "mend": write fix')
        self.bad("a.md", "A list, but for one.\n", '1: "but for": write except')
        self.bad("a.md", "| what is mended leaves |\n", '1: "mended": write fix')
        self.bad("a.md", "# The list of vices\n", '1: "vices": write faulty backend, test double')
        self.good("a.md", "Amend the recommendation, vice versa. It recommends ampersands. Nothing but that, for now.\n")

    def test_words_at_the_beginning_of_a_sentence(self):
        self.bad("a.md", "Good. Of two runs it takes one.\n", '1: "Of": write begin with the subject')
        self.good("a.md", "It takes one of two runs. Of course.\n")
        self.bad("a.md", "What is read has a type.\n", '1: "What is read has": write name what it is')
        self.good("a.md", "What is read? This is what is read.\n")

    def test_places_are_after_something(self):
        self.bad("a.md", "The steps behind the end count.\n", '1: "behind the": write after, past the end of')
        self.bad("a.md", "A Transpose behind each\nLoop.\n", '1: "behind each": write after, past the end of')
        self.good("a.md", "Errors hide behind a crash. It removes what runs left behind.\n")

    def test_negations(self):
        self.bad("a.md", "Half is no beam.\n", '1: "is no beam": write is not a, is not an, is not')
        self.bad("a.md", "These are no tensors.\n", '1: "are no tensors": write is not a, is not an, is not')
        self.good("a.md", "There is no beam. It is no longer a beam, and is not a tensor.\n")

    def test_what_nobody_would_say(self):
        self.bad("a.md", "GatherND wants shapes.\n", '1: "wants": write requires, needs, asks for')
        self.good("a.md", "You want to change it. This is wanted.\n")
        self.bad("a.md", "The run is of the survey tier.\n", '1: "of the survey": write in the survey tier, survey runs')
        self.good("a.md", "An outcome of the survey run counts.\n")
        self.bad("a.md", "First the place. Then follow the rule and what was found.\n",
                 '1: "Then follow": write name what follows first')
        self.good("a.md", "If it fails, then follow the link.\n")

    def test_phrases_over_two_lines(self):
        self.bad("a.md", "A list:\nthe reason stands\nin it.\n", '2: "stands in": write is in, is listed in, means')

    def test_code_and_quotations_are_not_words(self):
        self.good("a.md", 'Call `mend`, which says "I mend the twin".\n\n```\nmend\n```\n<!-- twin -->\n[here](docs/twin.md)\n')

    def test_long_sentences(self):
        self.good("a.md", f"{long_sentence(35)}\n{long_sentence(35)}\n\n- {long_sentence(35)[:-1]}\n- {long_sentence(35)}\n")
        self.bad("a.md", f"One.\n{long_sentence(36)}\n", "1: a sentence of 36 words: w w w w w w ...")
        self.good("a.md", f"{long_sentence(33)[:-1]} [1, 2, [3, 4]] `a b c`.\n")
        self.good("a.md", f"# {long_sentence(50)[:-1]}\n")

    def test_cells_of_tables(self):
        self.good("a.md", f"| {long_sentence(35)} {long_sentence(35)} | {long_sentence(35)} |\n")
        self.bad("a.md", f"| a |\n|---|\n| a | {long_sentence(36)} |\n", "3: a sentence of 36 words: w w w w w w ...")
        self.good("a.md", f"| {long_sentence(20)[:-1]} | {long_sentence(20)} |\n")
        self.bad("a.md", f"| {long_sentence(20)[:-1]} `a | b` \\| {long_sentence(20)} |\n", "1: a sentence of 41 words: w w w w w w ...")

    def test_dots_that_end_no_sentence(self):
        self.bad("a.md", f"{long_sentence(20)[:-1]} 1, 2, ... {long_sentence(20)}\n", "1: a sentence of 42 words: w w w w w w ...")
        self.good("a.md", f"{long_sentence(20)} f16: {long_sentence(20)}\n")

    def test_long_lines(self):
        line = "word " * 22
        self.good("a.md", f"{line}a.\n")
        self.bad("a.md", f"{line}ab.\n", "1: 113 columns")
        self.good("a.md", f"| {line} | {line} |\n\n```\n{line} {line}\n```\n")
        self.good("a.md", f"See [this]({'x' * 120}), https://example.org/{'x' * 120}, and\n`{{{'a b ' * 40}}}`.\n")

    def test_comments_and_strings_of_cpp(self):
        self.bad("a.cc", "int a;  // mended\n// One\n// two mended\n", '3: "mended": write fix')  # one word is no text
        self.bad("a.h", '/// It stands\n/// in line 3.\nauto b = "no mended thing";\nauto c = "mend";\n',
                 '1: "stands in": write is in, is listed in, means', '3: "mended": write fix')
        self.bad("a.cc", f"/// {long_sentence(36)}\n///\n/// {'word ' * 22}\n/// axis  {long_sentence(30)[:-1]}\n/// file  {long_sentence(30)}\n",
                 "1: a sentence of 36 words: w w w w w w ...", "3: 114 columns")
        head = f"/// sums, differences, products  {long_sentence(30)}\n"
        self.good("a.h", f"/// Rows:\n///\n{head.replace('/// ', '///     ')}{head.replace('/// ', '///     ')}")
        self.good("a.h", f"int a;  // {long_sentence(30)[:-1]}\nint b;  // {long_sentence(30)[:-1]}\n")
        self.good("a.h", f"int a; /* {long_sentence(30)[:-1]} */\nint b; /* {long_sentence(30)[:-1]} */\n")
        self.good("a.h", f"/// - {long_sentence(30)[:-1]}\n/// - {long_sentence(30)[:-1]}\n")
        self.bad("a.h", f"int a;  // {long_sentence(30)[:-1]}\n        // {long_sentence(30)}\n",
                 "1: a sentence of 60 words: w w w w w w ...")
        self.good("a.cc", 'auto c = \'"\'; auto d = R"(mend the twin)"; // Fine\n#include "a mend b"\nint mend = 1;\n')

    def test_comments_and_strings_of_python(self):
        self.bad("a.py", 'def a():\n    """Mend it.\n\n    the twin stays\n    """\n    return "b mended"  # but for c\n',
                 '2: "Mend": write fix', '4: "twin": write reference pair', '6: "but for": write except', '6: "mended": write fix')
        self.good("a.py", f"mend = [{'1, ' * 60}]\n'''Text'''\nx = 'mend'\n")
        self.bad("a.py", f"# {'word ' * 23}\n", "1: 117 columns")

    def test_other_files(self):
        self.good("BUILD", 'a(args = ["$(location //a:vices/vice.py) b"])\n')
        self.bad("BUILD", '# Mend it.\na(name = "twin", doc = "the twin")\n', '1: "Mend": write fix', '2: "twin": write reference pair')
        self.bad("case.json", '{"format": "openvino-ir",\n "title": "The twin.", "runs": ["mend it"]}\n', '2: "twin": write reference pair')
        self.good("case.json", f'{{"title": "{"word " * 30}."}}\n')
        self.good("a.bin", "mend the twin\n")

    def test_descriptions_of_a_schema(self):
        self.bad("a.schema.json", '{"title": "A case",\n "twin": {"description": "The \\"twin\\" is mended."}}\n', '2: "mended": write fix')
        self.bad("a.schema.json", f'{{"description": "{long_sentence(36)}"}}\n', "1: a sentence of 36 words: w w w w w w ...")
        self.good("a.schema.json", f'{{"description": "{3 * (long_sentence(30) + " ")}", "pattern": "mend the twin"}}\n')
        self.good("a.json", '{"description": "The twin is mended."}\n')

    def test_reasons(self):
        entry = "bug, wrong value or accepted, 3 runs: "
        self.bad("list.txt", f"# Mend it\n{entry}steps behind the end are mended\n  mend/the twin\n",
                 '1: "Mend": write fix', '2: "behind the": write after, past the end of', '2: "mended": write fix')
        self.good("list.txt", f"{entry}{long_sentence(35)}\n  a/*\n")
        self.bad("list.txt", f"{entry}{long_sentence(36)}\n  a/*\n", "1: a sentence of 36 words: w w w w w w ...")
        self.bad("coverage_explained.txt", "It asks for a value behind it\n  a.cc: mend the twin\n",
                 '1: "behind it": write after, past the end of')
        self.good("words.txt", "mend the twin, 3 words: a\n")

    def test_broken_files(self):
        self.good("a.py", "mend the twin (\n")

    def test_every_pattern_names_what_to_write(self):
        self.assertGreater(len(WORDS), 50)
        self.assertTrue(all(instead.strip() for _, instead in WORDS))

    def test_checks_all_files_unless_some_are_named(self):
        root = pathlib.Path(tempfile.mkdtemp(dir=os.environ.get("TEST_TMPDIR"))).resolve()
        (root / "loop").mkdir()
        names = ["README.md", "loop/a.cc", "loop/a.h", "loop/b.py"]
        for name in names:
            (root / name).touch()
        self.assertEqual(check_language.choose_files(root, []), names)
        self.assertEqual(check_language.choose_files(root, [root / "loop/a.h"]), ["loop/a.h"])
        self.assertEqual(check_language.choose_files(root, [root / "loop"]), names[1:])

    def test_program(self):
        run = subprocess.run([FOLDER / "check_language", FOLDER / "texts.py"], stdout=subprocess.PIPE, text=True, check=False)
        self.assertEqual((run.returncode, run.stdout), (0, "no breaches in 1 files\n"))


if __name__ == "__main__":
    unittest.main()
