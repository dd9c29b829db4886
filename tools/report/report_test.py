"""Tests reports of results files: what is read, counted and escaped, and what is said about iterations."""

import contextlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from unittest import mock

import junit
import page
import report
import results as read
import rules
import samples
import summary
from samples import run

EVIL = "</script><script>alert(1)</script><!-- \0 \ud800 \u2028 ]]> \x1b[31m & \" '"


class FileTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def read(self, *lines):
        return read.read_results(samples.write(self.root, "r.jsonl", lines))

    def read_all(self, *files):
        all_results = [read.read_results(file) for file in files]
        read.label_results(all_results)
        return all_results


class ReadTest(FileTest):
    def test_a_whole_file(self):
        results = self.read(samples.header(runs=2), run("a/b/one"), run("a/b/two", "crashed"), samples.footer([1, 2]))
        self.assertEqual((results.name, results.version, results.complete, results.notes), ("mine", "0.3", True, []))
        self.assertEqual({name: run.kind for name, run in results.runs.items()}, {"a/b/one": "passed", "a/b/two": "failed"})

    def test_kinds(self):
        for outcome, tier, kind in (("wrong value", "required", "failed"), ("wrong value", "survey", "differs"),
                                    ("skipped", "required", "skipped"), ("failed", "required", "failed")):
            self.assertEqual(self.read(run("a/b", outcome, tier=tier)).runs["a/b"].kind, kind)

    def test_outcomes_are_those_of_the_format(self):
        with open("docs/results_format.schema.json", encoding="utf-8") as file:
            schema = json.load(file)
        self.assertEqual(sorted(read.OUTCOMES), sorted(schema["definitions"]["outcome"]["enum"]))

    def test_a_file_that_was_cut_off(self):
        results = self.read(samples.header(runs=3), run("a/b/one"), b'{"run": "a/b/two", "rul')
        self.assertEqual(list(results.runs), ["a/b/one"])
        self.assertFalse(results.complete)
        self.assertIn("did not finish", results.notes[0])
        self.assertIn("1 of 3 runs", results.notes[1])

    def test_a_stopped_verification(self):
        self.assertFalse(self.read(samples.header(runs=1), run("a/b"), samples.footer([1], complete=False)).complete)

    def test_the_last_line_of_a_run_counts(self):
        results = self.read(samples.header(), run("a/b", "crashed"), run("a/b"))
        self.assertEqual([entry.outcome for entry in results.runs.values()], ["passed"])

    def test_lines_that_are_not_results_are_reported(self):
        strange = [b"\xff\xfe\0\n", b"[1, 2]\n", b"[" * 100000 + b"\n", {"run": 7}, run("no_case"), run("a/b", "wonderful")]
        results = self.read(samples.header(runs=1), *strange, run("a/b"), samples.footer([1]))
        self.assertEqual(list(results.runs), ["a/b"])
        self.assertEqual(results.notes, ["6 lines are not in the format and are ignored."])

    def test_members_of_wrong_types(self):
        odd = {**run("a/b", "wrong value"), "rules": "BACK-2", "text": {"a": 1}, "seconds": "long", "inference": [], "stderr": 3,
               "signature": {}, "observations": [3, {"when": 3, "inference": "x", "counts": 0, "text": None}],
               "wrong": [3, {"expected": [], "actual": None, "positions": {"x": 1}, "differ": "many"}], "given": "x"}
        entry = self.read({"results": 1, "backend": 3, "selected": []}, odd).runs["a/b"]
        self.assertEqual((entry.rules, entry.seconds, entry.wrong[0]["positions"]), ((), 0, []))

    def test_numbers_that_json_does_not_have(self):
        line = json.dumps(run("a/b", "wrong value", seconds=0.5, given=[samples.tensor(0.5, "x" * 99, True)]))
        line = line.replace('"seconds": 0.5', '"seconds": 1e999').replace('"inference": 0', f'"inference": {10**400}').replace("[0.5", "[-1e999")
        entry = self.read(line.encode()).runs["a/b"]
        self.assertEqual((entry.seconds, entry.inference, entry.given[0]["values"]), (0, 0, ["-inf", "x" * 40, True]))

    def test_long_texts_are_cut(self):
        entry = self.read(run("a/b", "failed", text="x" * (1 << 20))).runs["a/b"]
        self.assertLess(len(entry.text), 6000)

    def test_labels_tell_files_apart(self):
        one, two = (samples.write_runs(self.root, name, [run("a/b")]) for name in ("x.jsonl", "y.jsonl"))
        other = samples.write_runs(self.root, "z.jsonl", [run("a/b")], version="0.4")
        self.assertEqual([r.label for r in self.read_all(one, two, other, one)], ["mine 0.3 x", "mine 0.3 y", "mine 0.4", "mine 0.3 x (4)"])
        self.assertEqual([r.label for r in self.read_all(one)], ["mine"])

    def test_the_command_that_repeats_a_run_is_quoted(self):
        results = self.read(samples.header(command="sh -c 'x y'"), run("a/b"))
        self.assertEqual(results.commands("a/b")[0], "backedge verify --filter a/b --backend 'sh -c '\"'\"'x y'\"'\"''")

    def test_commands_start_the_runner_as_it_was_started(self):
        header = samples.header(started=samples.STARTED)
        header["corpus"]["folder"] = "my corpus"
        self.assertEqual(self.read(header, run("a/b")).commands("a/b"), [
            f"bazel run -c opt //tools:backedge -- {words} --backend 'python3 mine.py' --timeout 60 --corpus 'my corpus'{end}"
            for words, end in (("verify --filter a/b", ""), ("explain-failure a/b", ""), ("shrink a/b", " --out shrunk"))])
        for started in (None, 3, {}, {"program": 7, "folder": []}):
            self.assertTrue(self.read(samples.header(started=started), run("a/b")).commands("a/b")[0].split(" verify")[0] in ("backedge", "7"))

    def test_reasons(self):
        for outcome, text, signature, why in (
                ("failed", "failed: no axis 3", "no axis #", "no axis #"), ("failed", "failed: no axis 3", "", ""),
                ("accepted", "expected rejected (load, BACK-1)\nactual ...", "", "expected rejected (load, BACK-1)"),
                ("skipped", "skipped: no If", "", "no If"), ("wrong value", "first at [1]", "", "")):
            entry = self.read(run("a/b", outcome, text=text, signature=signature)).runs["a/b"]
            self.assertEqual(entry.why, why)


class JunitTest(FileTest):
    def suites(self, *runs, **about):
        file = self.root / "junit.xml"
        junit.write_junit(file, self.read_all(samples.write_runs(self.root, "r.jsonl", runs, **about)))
        return ElementTree.parse(file).getroot()

    def test_a_suite_for_each_case_with_counts(self):
        root = self.suites(run("a/b/one"), run("a/b/two", "wrong value"), run("a/c/one", "crashed"), run("a/c/two", "skipped", text="why"),
                           run("a/c/three", "wrong value", tier="survey"))
        self.assertEqual([dict(suite.items()) for suite in root], [
            {"name": "mine: a/b", "tests": "2", "failures": "1", "errors": "0", "skipped": "0", "time": "0.0040"},
            {"name": "mine: a/c", "tests": "3", "failures": "0", "errors": "1", "skipped": "2", "time": "0.0060"}])
        tags = [[child.tag for child in case] for case in root.iter("testcase")]
        self.assertEqual(tags, [[], ["failure"], ["error"], ["skipped"], ["skipped"]])
        self.assertEqual([element.get("message") for element in root.iter("skipped")], ["why", "survey: wrong value: "])

    def test_a_failure_says_what_and_how_to_repeat_it(self):
        failure = next(self.suites(run("a/b/one", "wrong value", text="first at [1]\nexpected 3", title="Two swap.")).iter("failure"))
        self.assertEqual((failure.get("type"), failure.get("message")), ("wrong value", "wrong value: first at [1]"))
        self.assertEqual(failure.text.split("\n")[:3], ["Two swap.", "rules: BACK-2, OUT-1", "first at [1]"])
        self.assertIn("again: backedge verify --filter a/b/one", failure.text)

    def test_with_a_list_only_differences_fail(self):
        listed = {"kind": "bug", "reason": "known."}
        runs = [run("a/b/one", "wrong value", listed=listed), run("a/b/two", listed=listed, unexpected="is fixed"),
                run("a/b/three", "crashed", unexpected="is new"), run("a/b/four"), run("a/b/five", "failed")]
        file = samples.write(self.root, "r.jsonl", [{**samples.header(), "expectations": "mine.txt"}, *runs, samples.footer(runs)])
        results = self.read_all(file)
        junit.write_junit(self.root / "junit.xml", results)
        suite = ElementTree.parse(self.root / "junit.xml").getroot()[0]
        self.assertEqual([[(child.tag, child.get("message")) for child in case] for case in suite],
                         [[("skipped", "wrong value, listed as bug: known.")], [("failure", "is fixed")], [("failure", "is new")], [],
                          [("skipped", "failed, newer than the list")]])
        self.assertEqual((suite.get("failures"), suite.get("skipped")), ("2", "2"))
        self.assertIn("2 differ from the list", summary.summary_text(results))

    def test_without_a_list_a_disturbed_run_fails(self):
        seen = [{"when": "used process", "outcome": "crashed"}]
        root = self.suites(run("a/b/one", observations=seen), run("a/b/two", "skipped", observations=seen), run("a/b/three"))
        self.assertEqual([[(child.tag, child.get("type")) for child in case] for case in root[0]], [[("failure", "disturbed")]] * 2 + [[]])

    def test_only_elements_and_attributes_of_the_usual_schema(self):
        allowed = {"testsuites": {"name"}, "testsuite": {"name", "tests", "failures", "errors", "skipped", "time"},
                   "testcase": {"classname", "name", "time"}, "failure": {"type", "message"}, "error": {"type", "message"},
                   "skipped": {"message"}, "system-err": set()}
        inside = {"testsuites": {"testsuite"}, "testsuite": {"testcase"}, "testcase": {"failure", "error", "skipped", "system-err"}}
        for element in self.suites(run("a/b", "failed", text=EVIL, stderr=EVIL), run("a/c", "skipped"), name=EVIL).iter():
            self.assertLessEqual(set(element.keys()), allowed[element.tag])
            self.assertLessEqual({child.tag for child in element}, inside.get(element.tag, set()))

    def test_characters_that_xml_does_not_allow_are_replaced(self):
        root = self.suites(run("a/b", "failed", text=EVIL))
        self.assertIn("</script><script>alert(1)</script><!-- \ufffd \ufffd \u2028 ]]> \ufffd[31m & \" '", next(root.iter("error")).text)


class SummaryTest(FileTest):
    def test_rules_outcomes_and_a_last_line(self):
        runs = [run("a/b/one", "wrong value"), run("a/b/two", "wrong value", rules=["OUT-1"]), run("a/b/three"), run("a/b/four", "skipped"),
                run("a/b/five", "accepted", tier="survey")]
        text = summary.summary_text(self.read_all(samples.write_runs(self.root, "r.jsonl", runs)))
        self.assertEqual(text.split("\n"), [
            "== mine 0.3",
            "BACK-2      1 of 4 runs fail, first wrong value: a/b/one", "OUT-1       2 of 5 runs fail, first wrong value: a/b/one",
            "       1  passed", "       2  wrong value", "       1  accepted", "       1  skipped", "",
            "mine 0.3: 5 runs, 2 failed, 1 skipped, 1 survey run differs", ""])

    def test_nothing_moves_the_cursor(self):
        text = summary.summary_text(self.read_all(samples.write_runs(self.root, "r.jsonl", [run("a/b")], name="\x1b[2J\r" + EVIL)))
        self.assertIsNone(re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", text))

    def test_badges(self):
        for runs, words, colour in (([run("a/b"), run("a/c")], "2 runs passed", "passed"),
                                    ([run("a/b"), run("a/c", "skipped")], "1 run passed, 1 skipped", "incomplete"),
                                    ([run("a/b", "crashed"), run("a/c")], "1 of 2 runs failed", "failed")):
            results = self.read_all(samples.write_runs(self.root, "r.jsonl", runs, name="<&\0>"))
            self.assertIn(summary.COLOURS[colour], summary.badge(results[0]))
            badge = ElementTree.fromstring(summary.badge(results[0]))
            self.assertEqual(badge.get("aria-label"), f"<&\ufffd> loops: {words}")
        partial = self.read_all(samples.write(self.root, "p.jsonl", [samples.header(), run("a/b")]))
        self.assertIn("incomplete", summary.badge(partial[0]))


class PageTest(FileTest):
    def data(self, *files):
        return page.page_data(self.read_all(*files))

    def test_passed_runs_are_counted_and_others_listed(self):
        runs = [run(f"{samples.SWAP}/r{k}") for k in range(50)] + [run(f"{samples.SWAP}/odd", "wrong value", text="t")]
        other = samples.write_runs(self.root, "y.jsonl", [run(f"{samples.SWAP}/odd")], name="other")
        data = self.data(samples.write_runs(self.root, "x.jsonl", runs), other)
        self.assertEqual(data["counts"], [[0, 0, 0, 0, 50], [0, 0, 1, 1, 1], [1, 0, 0, 0, 1]])
        self.assertEqual(data["runs"], [[0, "odd", [[0, 1, 1, 0], [1, 0, 0, None]]]])
        self.assertEqual(data["cases"][samples.SWAP]["dialect"], "loop-5")
        self.assertEqual(data["rules"]["BACK-2"]["chapter"], "back_edges")

    def test_paths_outside_the_corpus_are_ignored(self):
        (self.root / "case.json").write_text('{"title": "Secret."}', encoding="utf-8")
        for path in (str(self.root), "../" * 20 + str(self.root), "a\0b", "x" * 5000):
            self.assertEqual(page.read_case(page.ROOT / "testdata", path), {})

    def test_equal_tensors_are_written_once(self):
        wrong = samples.wrong(samples.tensor(1, 2), samples.tensor(1, 3), [1])
        runs = [run(f"{samples.SWAP}/odd", "wrong value", wrong=[wrong])]
        data = self.data(*(samples.write_runs(self.root, name, runs, name=name) for name in "xy"))
        self.assertEqual(data["tensors"], [["i32", [2], 0, [1, 2]], ["i32", [2], 0, [1, 3]]])
        self.assertEqual(len(data["details"]), 1)

    def test_cases_and_rules_that_are_not_here(self):
        data = self.data(samples.write_runs(self.root, "x.jsonl", [run("else/where/r", "crashed", rules=["MINE-1"])]))
        self.assertEqual((data["cases"]["else/where"]["title"], data["rules"]["MINE-1"]["sentence"]), ("", ""))

    def test_front_matter_of_wrong_types(self):
        for front, rules in (([1], []), ({"title": 3, "rules": "BACK-2"}, []), ({"rules": [1, "OUT-1"]}, ["OUT-1"])):
            folder = self.root / "corpus/a/b"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "case.json").write_text(json.dumps(front), encoding="utf-8")
            (folder / "model.xml").write_text("<net/>", encoding="utf-8")
            file = samples.write_runs(self.root, "x.jsonl", [run("a/b/r", "crashed")])
            case = page.page_data(self.read_all(file), self.root / "corpus")["cases"]["a/b"]
            self.assertIsInstance(case["title"], str)
            self.assertEqual(case["rules"], rules)

    def test_the_data_cannot_leave_its_element(self):
        text = page.embedded({"text": EVIL})
        self.assertNotIn("<", text)
        self.assertNotIn("\0", text)
        self.assertEqual(json.loads(text)["text"], EVIL.replace("\ud800", "?"))

    def test_the_digest_is_the_runners(self):
        (self.root / "MANIFEST").write_bytes(b"a")
        self.assertEqual(page.corpus_digest(self.root), "fnv1a64:af63dc4c8601ec8c")

    def test_thousands_of_failures_stay_small(self):
        ramp = samples.tensor(*range(200))
        wrongs = [samples.wrong(ramp, samples.tensor(*range(k, k + 200)), [0]) for k in range(18000)]
        runs = [run(f"{samples.SWAP}/r{k}", "wrong value", text="x" * 300, wrong=[wrong]) for k, wrong in enumerate(wrongs)]
        text = page.render_page(self.data(samples.write_runs(self.root, "x.jsonl", runs)))
        self.assertLess(len(text), 4 << 20)


class MainTest(FileTest):
    def main(self, *arguments):
        """The exit code and the printed text."""
        with mock.patch.object(sys, "argv", ["report", *map(str, arguments)]), contextlib.redirect_stdout(io.StringIO()) as out, \
                contextlib.redirect_stderr(io.StringIO()) as errors:
            return report.main(), out.getvalue() + errors.getvalue()

    def test_writes_every_report(self):
        files = [samples.write_runs(self.root, f"{name}.jsonl", [run(f"{samples.SWAP}/r")], name=name) for name in ("one", "two")]
        code, text = self.main(*files, "--out", self.root / "new/out")
        self.assertEqual((code, text.splitlines()[-1]), (0, str(self.root / "new/out/index.html")))
        self.assertEqual(sorted(os.listdir(self.root / "new/out")), ["badge_one.svg", "badge_two.svg", "index.html", "junit.xml"])
        self.assertIn("These results come from another version of the corpus", (self.root / "new/out/index.html").read_text(encoding="utf-8"))

    def test_the_page_alone(self):
        file = samples.write_runs(self.root, "one.jsonl", [run(f"{samples.SWAP}/r")])
        code, text = self.main(file, "--out", self.root / "new/page.html")
        self.assertEqual((code, text.splitlines()[-1], os.listdir(self.root / "new")), (0, str(self.root / "new/page.html"), ["page.html"]))

    def test_in_the_python_package(self):
        """In the package the sources, the rules and the program are elsewhere: python/build_wheel."""
        package, corpus = self.root / "backedge", page.ROOT / "testdata"
        shutil.copytree(page.HERE, package / "report")
        shutil.copy(rules.__file__, package / "report")
        shutil.copytree(page.ROOT / "docs/spec", package / "report/spec")
        (package / "bin").mkdir()
        shutil.copy(page.models.BACKEDGE, package / "bin/backedge")
        file = samples.write_runs(self.root, "one.jsonl", [run(f"{samples.SWAP}/f32_1", "wrong value", rules=["BACK-2", "SLICE-6"])])
        environment = {"BACKEDGE_CORPUS": str(corpus.resolve()), "BACKEDGE_REPORT": "1", "PATH": os.environ["PATH"]}
        command = [sys.executable, package / "report/report.py"]
        help_text = subprocess.run([*command, "--help"], env=environment, stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
        self.assertIn("usage: backedge report", help_text)
        subprocess.run([*command, file, "--out", "out"], cwd=self.root, env=environment, stdout=subprocess.PIPE, check=True)
        text = (self.root / "out/index.html").read_text(encoding="utf-8")
        self.assertIn("Parts follow each other as long as a whole part fits", text)
        self.assertIn('"loops":[{', text)
        self.assertNotIn("No models are shown", text)

    def test_finds_its_program_as_bazel_run_starts_it(self):
        """Only Bazel's tests have RUNFILES_DIR, and start in the folder of the runfiles."""
        environment = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))}
        command = [sys.executable, "-c", "import models, pathlib; print(pathlib.Path(models.BACKEDGE).is_file())"]
        found = subprocess.run(command, cwd=self.root, env=environment, stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
        self.assertEqual(found, "True\n")

    def test_a_file_that_is_not_there(self):
        code, text = self.main(self.root / "none.jsonl", "--out", self.root)
        self.assertEqual(code, 1)
        self.assertIn("none.jsonl", text)


if __name__ == "__main__":
    unittest.main()
