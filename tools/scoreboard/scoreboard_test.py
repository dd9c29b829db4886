"""Tests of the scoreboard."""

import importlib.machinery
import importlib.util
import pathlib
import re
import tempfile
import unittest

import page
import results as read
import samples
import scoreboard

DOCS = {"mine": "| [MINE-1](#mine-1) | a |\n| [MINE-12](#mine-12) | b |\n\nOV-1\n", "mine_too": "| [TOO-1](#too-1) | c |\n",
        "writers": "| [RW-1](#rw-1) | a.slimmer: c: d | low |\n| [RW-2](#rw-2) | other: c | low |\n| [RW-3](#rw-3) | a.slimmer: e | low |\n"}


class ScoreboardTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "findings").mkdir()
        for name, text in DOCS.items():
            (self.folder / f"findings/{name}.md").write_text(text)

    def results(self, file, runs, **about):
        results = read.read_results(samples.write_runs(self.folder, f"{file}.jsonl", runs, **about))
        read.label_results([results])
        return results

    def cells(self, text):
        return [re.sub(r"<[^>]*>", "", cell).strip() for row in re.findall("<tr>.*</tr>", text) for cell in re.findall("<t[hd].*?</t[hd]>", row)]

    def board(self, *all_results):
        return scoreboard.scoreboard(list(all_results), self.folder, "docs", "0.1")

    def test_every_outcome_that_can_fail_has_one_column(self):
        listed = [outcome for outcomes in scoreboard.FAILURES.values() for outcome in outcomes]
        self.assertEqual(sorted(listed), sorted(set(read.OUTCOMES) - {"passed", "skipped"}))

    def test_runs_are_counted_by_kind(self):
        outcomes = ["passed", "passed", "passed", "wrong value", "accepted", "crashed", "rejected", "skipped"]
        runs = [samples.run(f"a/b/{k}", outcome) for k, outcome in enumerate(outcomes)]
        runs.append(samples.run("a/b/differs", "wrong value", tier="survey"))
        self.assertEqual(self.cells(self.board(self.results("mine", runs)))[9:],
                         ["mine 0.3", "8", "37.5 %", "2", "1", "1", "1", "1", "2"])

    def test_the_best_backend_is_first_and_a_failure_is_never_100_percent(self):
        good = [samples.run(f"a/b/{k}") for k in range(3000)]
        bad = good[1:] + [samples.run("a/b/0", "failed")]
        cells = self.cells(self.board(self.results("bad", bad, name="bad"), self.results("good", good, name="good")))
        self.assertEqual([cells[9], cells[11]], ["good 0.3", "100 %"])
        self.assertEqual([cells[18], cells[20], cells[26]], ["bad 0.3", "99.9 %", ""])

    def test_findings_belong_to_the_longest_name(self):
        count = lambda file: getattr(scoreboard.findings_of(file, self.folder), "count", None)
        self.assertEqual([count("mine"), count("mine_native"), count("mine_too_native"), count("miner")], [2, 2, 1, None])

    def test_findings_of_one_of_the_programs_of_a_page(self):
        self.assertEqual(scoreboard.findings_of("a_slimmer", self.folder), scoreboard.Findings("writers", 2))
        self.assertEqual(scoreboard.findings_of("other", self.folder), scoreboard.Findings("writers", 1))
        self.assertIsNone(scoreboard.findings_of("slimmer", self.folder))

    def test_findings_of_programs_that_rewrite_models(self):
        for name in ("onnx_inliner", "onnx_version_converter", "onnxscript_optimizer", "onnxslim"):
            self.assertEqual(scoreboard.findings_of(name, page.ROOT / "docs").page, "onnx_rewriters", name)

    def test_texts_of_a_backend_are_escaped(self):
        text = self.board(self.results("mine", [samples.run("a/b/c")], name="<b>&", version='"<i>'))
        self.assertIn("&lt;b&gt;&amp;", text)
        self.assertNotIn("<b>&", text)
        self.assertNotIn("<i>", text)


class RunTest(unittest.TestCase):
    def setUp(self):
        loader = importlib.machinery.SourceFileLoader("run", str(scoreboard.HERE / "run"))
        self.module = importlib.util.module_from_spec(importlib.util.spec_from_loader("run", loader))
        loader.exec_module(self.module)

    def test_the_text_about_real_backends_names_every_row(self):
        text = (self.module.ROOT / "conformance/README.md").read_text(encoding="utf-8")
        cells = re.findall(r"^\| [^|]* \| ((?:`\w+`(?:, )?)+) \|", text.partition("## Real backends")[2], re.M)
        self.assertEqual(sorted(name.strip("`") for cell in cells for name in cell.split(", ")), sorted(self.module.read_backends()))

    def test_every_expectation_list_has_a_backend(self):
        module, backends = self.module, self.module.read_backends()
        self.assertLessEqual({path.stem for path in (module.ROOT / "conformance/expectations").glob("*.txt")}, set(backends))
        self.assertTrue(all(backend["command"][0].endswith("_backend.py") for backend in backends.values()))

    def test_the_interpreter_serves_itself(self):
        self.assertEqual(self.module.command_of("a program", self.module.INTERPRETER), "'a program' serve")
        self.assertEqual(self.module.command_of("P", {"command": ["x.py", "--convert=tools/backedge"]}), "tools/backends/run.sh x.py --convert=P")

    def test_a_filter_is_one_word_of_the_command(self):
        backend = {"command": ["x.py"], "runs": "onnx/*:-onnx/scan"}
        self.assertIn("--filter=onnx/*:-onnx/scan", self.module.verification_of("P", backend, "out"))


if __name__ == "__main__":
    unittest.main()
