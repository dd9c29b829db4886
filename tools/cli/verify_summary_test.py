"""Tests what `backedge verify` selects with --tier and --smoke, and its summary."""

import os
import re
import subprocess
import unittest

import verify_test
from verify_test import BACKEDGE, FAULTY, MANIFEST, ONE, SURVEY, TWO, case, run, tensor


class SummaryTest(verify_test.Verification):
    def test_the_tiers_are_chosen_apart(self):
        self.write_corpus({**SURVEY, **ONE})
        for tier, name in (("required", "a/one/only"), ("survey", "a/survey/only")):
            _, _, lines = self.verify("python3 %s none" % FAULTY, "--tier", tier)
            self.assertEqual([line["run"] for line in lines[1:-1]], [name])
        self.assertEqual(self.verify("python3 %s none" % FAULTY, "--tier", "survey", "--filter", "a/one")[0], 1)

    def test_the_smoke_selection_touches_every_rule(self):
        rules = {}
        for smoke in ((), ("--smoke",)):
            code, text, lines = self.verify(BACKEDGE + " serve", *smoke, "--max-memory", "0", "--filter", "invalid:survey:loop/control",
                                            corpus=os.path.dirname(MANIFEST))
            self.assertEqual(code, 0, text)
            rules[smoke] = {rule for line in lines[1:-1] for rule in line["rules"]}
            runs = lines[-1]["runs"]
        self.assertEqual(rules[()], rules[("--smoke",)])
        self.assertLess(runs, 150)

    def test_the_smoke_selection_of_the_whole_corpus(self):
        corpus = os.path.dirname(MANIFEST)
        listed = subprocess.run([BACKEDGE, "list", "--summary", "--corpus", corpus], stdout=subprocess.PIPE, text=True, check=True).stdout
        table = re.search(r"^rule \(runs\) .*\n((?:\S.*\n)+)", listed, re.M).group(1)
        rules = {row.split()[0] for row in table.splitlines() if row.split()[1] != "-"}
        all_runs = int(re.search(r"^all +\d+ +(\d+)", listed, re.M).group(1))
        # It reads none of the formats, so every run has a line and takes no time.
        lines = self.verify("python3 %s reads_onnx" % FAULTY, "--smoke", corpus=corpus)[2]
        self.assertEqual({rule for line in lines[1:-1] for rule in line["rules"]}, rules)
        self.assertGreater(len(rules), 100)
        self.assertLess(20 * len(lines), all_runs)
        with open("docs/corpus_format.md", encoding="utf-8") as file:
            about = int(re.search(r"smoke selection of the whole corpus has about (\d+) runs", file.read()).group(1))
        self.assertLess(abs(lines[-1]["runs"] - about), about // 10)

    def summary(self, fault, cases, *options):
        """The lines after the problems, at most two screens."""
        self.write_corpus(cases)
        text = self.verify("python3 %s %s" % (FAULTY, fault), *options)[1]
        self.assertLessEqual(len(text.splitlines()), 48, text)
        return text

    def test_the_summary_begins_with_the_rule_that_fails_most(self):
        of = lambda rule, *names: [run(name, 3, 4, rules=[rule], outputs=[tensor(3, 4 if name == "good" else 5)]) for name in names]
        text = self.summary("none", {"a/some": case(*of("OUT-1", "bad", "worse", "good")), "a/all": case(*of("OUT-2", "bad"))})
        self.assertRegex(text, r"100 % +1 of +1  OUT-2\n +66 % +2 of +3  OUT-1\n")
        self.assertRegex(text, r" 3  wrong value\n +first a/all/bad\n")
        self.assertIn("1 passed, 3 wrong value\n", text)
        self.assertRegex(text, r"next: \S*backedge explain-failure a/all/bad --corpus .* --backend 'python3 .*'\n$")

    def test_the_next_command(self):
        self.write_corpus(TWO)
        corpus, report, old = (os.path.join(self.root, name) for name in ("corpus", "report", "old.txt"))
        results, new = ["--results", self.results], ["--expectations", os.path.join(self.root, "new.txt")]
        with open(old, "w") as file:
            file.write("bug, wrong value, 2 runs: why\n  a/two\n")
        listed, stopped = ["--expectations", old], ["--max-failures", "1"]
        backend = lambda fault: "--backend 'python3 %s %s'" % (FAULTY, fault)
        explain = "%s explain-failure a/two/first --corpus %s %s" % (BACKEDGE, corpus, backend("wrong_value"))
        fuzz = "%s fuzz-backend %s" % (BACKEDGE, backend("none"))
        for fault, options, expected in (
                ("none", [], fuzz + " --out fuzz"),
                ("none", ["--timeout", "50"], fuzz + " --timeout 50 --out fuzz"),
                ("none", ["--smoke"], "the same command without --smoke"),
                ("skips", [], "the same command with another --filter, because every run was skipped"),
                ("none", ["--report", report], "bazel run -c opt //tools:report -- %s/results.jsonl --out %s" % (report, report)),
                ("none", ["--report", report, "--smoke"], "the same command without --smoke"),
                ("none", [*new, "--update"], fuzz + " --out fuzz"),  # there is nothing to review
                ("none", listed, "the same command with --update"),
                ("none", [*listed, "--update"], "review %s.new, and give every entry a reason" % old),
                ("wrong_value", [], explain),
                ("wrong_value", ["--timeout", "50"], explain + " --timeout 50"),
                ("wrong_value", ["--smoke"], explain),
                ("wrong_value", ["--report", report], explain),
                ("wrong_value", [*new, "--update"], "review %s.new, and give every entry a reason" % new[1]),
                ("wrong_value", listed, fuzz.replace(" none", " wrong_value") + " --out fuzz"),
                ("wrong_value", [*listed, "--update"], fuzz.replace(" none", " wrong_value") + " --out fuzz"),
                ("wrong_value", stopped, explain),
                ("wrong_value", [*stopped, *results], "the same command with --resume"),
                ("wrong_value", [*stopped, *results, *new, "--update"], "the same command with --resume")):
            with self.subTest(fault=fault, options=options):
                command = [BACKEDGE, "verify", "--corpus", corpus, "--backend", "python3 %s %s" % (FAULTY, fault), *options]
                text = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=250,
                                      env={**os.environ, "TMPDIR": self.root}).stdout
                self.assertEqual(text.splitlines()[-1], "next: " + expected, text)
                page = "page: bazel run -c opt //tools:report -- %s/results.jsonl --out %s" % (report, report)
                self.assertEqual(page in text.splitlines(), "--report" in options and not expected.startswith("bazel"), text)

    def test_the_python_package_makes_the_page_itself(self):
        self.write_corpus(ONE)
        report = os.path.join(self.root, "report")
        command = [BACKEDGE, "verify", "--corpus", os.path.join(self.root, "corpus"), "--backend", "python3 %s none" % FAULTY, "--report", report]
        text = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=250, check=True,
                              env={**os.environ, "TMPDIR": self.root, "BACKEDGE_REPORT": "1"}).stdout
        self.assertEqual(text.splitlines()[-1], "next: %s report %s/results.jsonl --out %s" % (BACKEDGE, report, report))
        for environment, shown in (({}, False), ({"BACKEDGE_REPORT": "1"}, True)):
            text = subprocess.run([BACKEDGE, "--help"], stdout=subprocess.PIPE, text=True, env={**os.environ, **environment}).stdout
            self.assertEqual("backedge report --help" in text, shown)

    def test_the_summary_groups_complaints_without_backtraces(self):
        text = self.summary("complains_of_each", {"a/%d" % k: case(run("only", k, 4)) for k in range(60)})
        self.assertRegex(text, r" 30  failed: .*cannot take .*\n +first a/1/only\n")
        self.assertRegex(text, r" 30  why\n|skipped  why\n +30  no element type x")
        self.assertNotIn("Traceback", text)

    def test_the_summary_of_anything_fits_on_two_screens(self):
        cases = {"a/%03d" % k: case(run("only", k, 4, rules=["R-%d" % k], outputs=[tensor(k, 4)])) for k in range(200)}
        with open(os.path.join(self.root, "list.txt"), "w") as file:
            file.write("".join("bug, crashed, 1 run: why\n  a/%03d\n" % k for k in range(100)))
            file.write("".join("bug, crashed, 7 runs: why\n  a/%03d\n" % k for k in range(100, 200)))
        text = self.summary("complains_of_all_sorts", cases, "--expectations", os.path.join(self.root, "list.txt"))
        self.assertIn("and 47 more reasons", text)
        self.assertIn("and 99 more faults of the list", text)

    def test_a_crash_shows_both_ends_of_its_standard_error(self):
        text = self.summary("chatty", ONE)
        self.assertRegex(text, r"(  noise\n){2}  \.\.\. \(\d+ lines left out\) \.\.\.\n  noise\n  the end of it\n")


if __name__ == "__main__":
    unittest.main()
