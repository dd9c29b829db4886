"""Tests `backedge verify` with expectation lists, after a kill and --resume, and on reference pairs."""

import json
import os
import signal
import subprocess
import sys
import time
import unittest

import verify_test
from verify_test import FAULTY, case, run, tensor

NINE = {"a/%d" % k: case(run("only", k, k + 1)) for k in range(9)}
THIRDS = "bug, wrong value, 3 runs: every third\n  a/0\n  a/3\n  a/6\n"


class ListsTest(verify_test.Verification):
    def hold(self, text, fault="wrong_for_every_third", *options):
        """Exit code and text of a verification of NINE against a list."""
        if not os.path.exists(os.path.join(self.root, "corpus")):
            self.write_corpus(NINE)
        with open(self.list, "w") as file:
            file.write(text)
        code, text, self.found = self.verify("python3 %s %s" % (FAULTY, fault), "--expectations", self.list, *options)
        return code, text

    def setUp(self):
        super().setUp()
        self.list = os.path.join(self.root, "list.txt")

    def test_listed_failures_do_not_fail_the_suite(self):
        code, text = self.hold(THIRDS)
        self.assertEqual(code, 0, text)
        self.assertIn("3 runs fail, 3 of them as listed, 0 runs not as listed", text)
        self.assertEqual(self.found[0]["expectations"], self.list)
        self.assertEqual((self.found[-1]["failed"], self.found[-1]["unexpected"]), (3, 0))
        listed = {line["run"]: line.get("listed") for line in self.found[1:-1]}
        self.assertEqual(listed["a/3/only"], {"kind": "bug", "reason": "every third"})
        self.assertIsNone(listed["a/1/only"])

    def test_a_listed_failure_is_not_asked_for_again_in_a_fresh_process(self):
        self.hold(THIRDS)
        self.assertEqual(self.found[-1]["starts"], 1)
        self.hold(THIRDS, "wrong_for_every_third", "--update")
        self.assertEqual(self.found[-1]["starts"], 3)  # again for a/3 and a/6
        code, text = self.hold(THIRDS.replace("wrong value", "crashed"))
        self.assertEqual((code, self.found[-1]["starts"]), (1, 3), text)

    def test_what_differs_from_a_list_fails_and_says_where(self):
        lists = {
            "a/6/only: wrong value, which no entry lists": "bug, wrong value, 2 runs: why\n  a/0\n  a/3\n",
            "list.txt:5: a/5/only: passed, but listed as wrong value":
                THIRDS + "bug, wrong value, 1 run: why\n  a/5\n",
            "list.txt:1: a/0/only: wrong value, but listed as crashed":
                "bug, crashed, 3 runs: why\n  a/0\n  a/3\n  a/6\n",
            "list.txt:1: EXPECT-2\n  matches 3 runs, not 4 runs": THIRDS.replace("3 runs", "4 runs"),
            "list.txt:5: EXPECT-2\n  matches no run: a/9": THIRDS + "  a/9\n",
            "list.txt:6: EXPECT-2\n  a/0/only is also matched by the entry in line 1":
                THIRDS + "bug, wrong value, 1 run: why\n  a/0\n",
            "list.txt:1: EXPECT-2\n  expected a reason": THIRDS.replace("every third", "UNEXPLAINED"),
        }
        for words, text in lists.items():
            code, said = self.hold(text)
            self.assertEqual(code, 1, said)
            self.assertIn(words, said)

    def test_an_invalid_list_stops_before_anything_runs(self):
        code, text = self.hold("bug, wrong, 3 runs: every third\n  a/0\n")
        self.assertEqual((code, self.found), (1, []))
        self.assertIn("list.txt:1: EXPECT-1", text)
        self.write_corpus({})
        self.assertIn("FILE-1", self.verify("python3 " + FAULTY, "--expectations", "/no/list")[1])

    def test_a_fixed_backend_fails_until_its_entry_is_removed(self):
        code, text = self.hold(THIRDS, "none")
        self.assertEqual(code, 1)
        self.assertEqual(text.count("remove it from the list"), 3)

    def test_a_disturbed_run_fails_unless_it_is_listed(self):
        self.write_corpus({"a/%d" % k: case(run("only", 3, 4)) for k in range(4)})
        disturbed = "bug, disturbed, 1 run: model 0 overwrites memory\n  a/1\n"
        empty = "# nothing is known to fail\n"
        code, text = self.hold(empty, "poisoned_by_model_0")
        self.assertEqual((code, self.found[-1]["unexpected"], self.found[-1]["failed"]), (1, 1, 0), text)
        self.assertIn("a/1/only: disturbed (another outcome in a process that other runs had used), which no entry lists", text)
        self.assertIn("4 runs, 0 runs fail, 1 disturbed, 0 of them as listed, 1 run not as listed", text)
        self.assertIn("next: the same command with --update", text)
        self.assertIn(": disturbed", self.found[2]["unexpected"])
        code, text = self.hold(disturbed, "poisoned_by_model_0")
        self.assertEqual((code, self.found[-1]["unexpected"], self.found[-1]["disturbed"]), (0, 0, 1), text)
        # Whether a run is disturbed depends on the runs before it, so it need not be.
        code, text = self.hold(disturbed, "poisoned_by_model_0", "--filter", "a/1")
        self.assertEqual(code, 0, text)
        self.hold(empty, "poisoned_by_model_0", "--update")
        with open(self.list + ".new") as file:
            self.assertEqual(file.read(), empty + "\n# STATE-1\nbug, disturbed, 1 run: UNEXPLAINED\n  a/1/only\n")

    def test_listed_failures_alone_are_enough(self):
        code, text = self.hold(THIRDS, "wrong_for_every_third", "--filter", "a/3")
        self.assertEqual(code, 0, text)

    def test_update_proposes_a_list_without_reasons(self):
        new = self.list + ".new"
        code, text = self.hold("# Thirds.\nbug, wrong value, 1 run: every third\n  a/3\n", "wrong_for_every_third", "--update")
        self.assertEqual(code, 1)
        self.assertIn(new, text)
        with open(new) as file:
            proposed = file.read()
        self.assertEqual(proposed, "# Thirds.\nbug, wrong value, 1 run: every third\n  a/3\n\n"
                                   "# OUT-1\nbug, wrong value, 2 runs: UNEXPLAINED\n  a/0/only\n  a/6/only\n")
        self.assertEqual(self.hold(proposed)[0], 1)
        self.assertEqual(self.hold(proposed.replace("UNEXPLAINED", "the same"))[0], 0)
        os.remove(new)
        code, text = self.hold(THIRDS, "wrong_for_every_third", "--update")
        self.assertEqual((code, os.path.exists(new)), (0, False), text)

    def test_cases_newer_than_the_list_do_not_break_it(self):
        old = {path: content for path, content in NINE.items() if path < "a/6"}
        self.write_corpus(old)
        os.mkdir(os.path.join(self.root, "corpus", "versions"))
        os.rename(os.path.join(self.root, "corpus", "MANIFEST"), os.path.join(self.root, "corpus", "versions", "0.1"))
        self.write_corpus({path: content for path, content in NINE.items() if path not in old})
        with open(os.path.join(self.root, "corpus", "MANIFEST"), "a") as manifest:
            with open(os.path.join(self.root, "corpus", "versions", "0.1")) as older:
                manifest.write(older.read())
        # The runs a/0, a/3 and a/6 fail. The pattern would match all three, but a/6 is newer.
        text = "bug, wrong value, 2 runs: every third\n  a:-a/1:a/2:a/4:a/5\n"
        code, said, lines = self.hold_here("corpus 0.1\n" + text)
        self.assertEqual(code, 0, said)
        self.assertIn("9 runs, 3 runs fail, 2 of them as listed, 1 in cases newer than corpus 0.1, 0 runs not as listed", said)
        self.assertEqual((lines[-1]["failed"], lines[-1]["unexpected"]), (3, 0))
        self.assertEqual([line["run"] for line in lines[1:-1] if "listed" in line], ["a/0/only", "a/3/only"])
        # Without the version, the added cases break the list.
        code, said, _ = self.hold_here(text)
        self.assertEqual(code, 1)
        self.assertIn("EXPECT-2", said)
        # A run of an older case that is not listed still fails.
        code, said, lines = self.hold_here("corpus 0.1\nbug, wrong value, 1 run: why\n  a/3\n")
        self.assertEqual((code, lines[-1]["unexpected"]), (1, 1))
        code, said, _ = self.hold_here("corpus 0.7\n" + text)
        self.assertEqual(code, 1)
        self.assertIn("EXPECT-4", said)

    def hold_here(self, text):
        """Verify with this list, on the corpus that is there."""
        with open(self.list, "w") as file:
            file.write(text)
        return self.verify("python3 %s wrong_for_every_third" % FAULTY, "--expectations", self.list)

    def test_update_begins_a_list(self):
        self.write_corpus(NINE)
        self.verify("python3 %s wrong_for_every_third" % FAULTY, "--expectations", self.list, "--update")
        with open(self.list + ".new") as file:
            self.assertIn("bug, wrong value, 3 runs: UNEXPLAINED\n  a/0/only\n", file.read())
        self.assertFalse(os.path.exists(self.list))


class ResumeTest(verify_test.Verification):
    BACKEND = "python3 %s wrong_for_every_third" % FAULTY
    RUNS = 200

    def setUp(self):
        super().setUp()
        self.write_corpus({"a/%03d" % k: case(run("only", k, k + 1)) for k in range(self.RUNS)})

    def resume(self, backend=BACKEND, *options):
        return self.verify(backend, "--resume", *options)

    def stop(self, lines, by):
        """Continue in another process, which is stopped after this number of lines."""
        runner = subprocess.Popen(self.command(self.BACKEND, "--resume", "--jobs", "2"), stdout=subprocess.DEVNULL,
                                  env={**os.environ, "TMPDIR": os.environ.get("TEST_TMPDIR", "/tmp")})
        while not (os.path.exists(self.results) and self.count() >= lines):
            self.assertIsNone(runner.poll())
            time.sleep(0.005)
        runner.send_signal(by)
        runner.wait(timeout=60)

    def count(self):
        with open(self.results, "rb") as file:
            return file.read().count(b"\n")

    def check_whole(self, code, text):
        lines = self.lines()
        self.assertEqual(code, 1, text)
        self.assertEqual(["results" in line for line in lines], [True] + [False] * (self.RUNS + 1))
        self.assertEqual(["end" in line for line in lines], [False] * (self.RUNS + 1) + [True])
        found = {line["run"]: line["outcome"] for line in lines[1:-1]}
        self.assertEqual(found, {"a/%03d/only" % k: "passed" if k % 3 else "wrong value" for k in range(self.RUNS)})
        self.assertEqual((lines[-1]["complete"], lines[-1]["runs"], lines[-1]["outcomes"]),
                         (True, self.RUNS, {"passed": 133, "wrong value": 67}))
        self.assertIn("%d of %d runs, 67 runs fail" % (self.RUNS, self.RUNS), text)

    def test_killed_at_any_time_nothing_is_lost_or_counted_twice(self):
        for lines in (1, 20, 21, 60, 130):
            self.stop(lines, signal.SIGKILL)
            with open(self.results, "rb+") as file:  # in the middle of its last line
                file.truncate(os.path.getsize(self.results) - (lines % 2) * 9)
        self.check_whole(*self.resume()[:2])

    def test_stopped_by_a_signal_and_resumed(self):
        self.stop(30, signal.SIGINT)
        self.assertFalse(self.lines()[-1]["complete"])
        self.stop(90, signal.SIGTERM)
        self.check_whole(*self.resume()[:2])

    def test_what_is_complete_stays(self):
        code, text, lines = self.verify(self.BACKEND)
        again = self.resume()
        self.check_whole(*again[:2])
        self.assertEqual([line for line in again[2][:-1]], lines[:-1])

    def test_results_of_something_else_are_not_continued(self):
        self.verify(self.BACKEND)
        with open(self.results) as file:
            before = file.read()
        header, rest = before.split("\n", 1)

        def refused(words, backend=self.BACKEND, text=before, options=()):
            with open(self.results, "w") as file:
                file.write(text)
            runner = subprocess.run(self.command(backend, "--resume", *options), stdout=subprocess.PIPE,
                                    stderr=subprocess.STDOUT, text=True, timeout=60)
            self.assertEqual(runner.returncode, 1, runner.stdout)
            self.assertIn("RESULTS-1", runner.stdout)
            self.assertIn(words, runner.stdout)
            with open(self.results) as file:
                self.assertEqual(file.read(), text)

        first = rest.split("\n", 1)[0]
        changed = json.loads(header)
        changed["backend"]["version"] = "2"
        refused("before  faulty 2\n  now     faulty 1", text=json.dumps(changed) + "\n" + rest)
        changed = json.loads(header)
        changed["backend"]["features"] = ["type:u8"]
        refused("begun with another list of features", text=json.dumps(changed) + "\n" + rest)
        changed = json.loads(header)
        changed["corpus"]["digest"] = "fnv1a64:0"
        refused("begun with another corpus", text=json.dumps(changed) + "\n" + rest)
        refused("begun with another version of backedge", text=before.replace('"backedge":"', '"backedge":"0', 1))
        refused("begun with another backend", backend=self.BACKEND + " ")
        refused("begun with another number of selected runs", options=("--filter", "a/*-a/003"))
        refused("is not a results file", text='{"a": 1}\n')
        refused("results.jsonl:1: RESULTS-1\n  is not JSON", text="not JSON\n")
        refused("already recorded: a/000/only", text=header + "\n" + first + "\n" + first + "\n")
        refused("results.jsonl:3: RESULTS-1\n  is not JSON", text=header + "\n" + first + "\n]\n" + first + "\n")
        refused("no outcome: odd", text=header + "\n" + first.replace('"wrong value"', '"odd"') + "\n")
        refused("a line after the footer", text=before + first + "\n")

    def test_resume_without_results_starts_from_the_beginning(self):
        self.check_whole(*self.resume()[:2])
        with open(self.results, "w") as file:
            file.write('{"results": 1, "backe')
        self.check_whole(*self.resume()[:2])

    def test_lists_are_compared_with_all_runs(self):
        with open(os.path.join(self.root, "list.txt"), "w") as file:
            file.write("bug, wrong value, 67 runs: every third\n")
            file.writelines("  a/%03d\n" % k for k in range(0, self.RUNS, 3))
        self.stop(50, signal.SIGKILL)
        code, text, lines = self.resume(self.BACKEND, "--expectations", os.path.join(self.root, "list.txt"))
        self.assertEqual(code, 0, text)
        self.assertEqual(sum("listed" in line for line in lines), 67)

    def test_it_needs_results(self):
        for options, code in ((("--resume",), 2), (("--update",), 2), (("--resume", "--report", "r"), 0)):
            done = subprocess.run([verify_test.BACKEDGE, "verify", "--corpus", os.path.join(self.root, "corpus"), "--backend",
                                   "python3 %s none" % FAULTY, *options], cwd=self.root, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, timeout=60)
            self.assertEqual(done.returncode, code, options)
        self.assertTrue(os.path.exists(os.path.join(self.root, "r", "results.jsonl")))


class TwinTest(verify_test.Verification):
    def test_reference_pairs_are_compared(self):
        either = [{"outputs": [tensor(3, 4)]}, {"outputs": [tensor(3, 5)]}]
        for fault, outcome, code in (("none", "passed", 0), ("wrong_for_a_pair", "wrong value", 1)):
            self.setUp()
            self.write_corpus({"a/one": case(run("only", 3, 4, any_of=either), twin={"case": "a/pair", "relation": "the same"}),
                               "a/pair": case(run("only", 3, 4, any_of=either))})
            done, text, lines = self.verify("python3 %s %s" % (FAULTY, fault))
            self.assertEqual([line["outcome"] for line in lines[1:-1]], [outcome, "passed"], text)
            self.assertEqual(done, code)
        self.assertIn("unlike its reference pair, a/pair/only:", lines[1]["text"])

    def test_a_wrong_reference_pair_is_ignored(self):
        self.write_corpus({"a/one": case(run("only", 3, 4), twin={"case": "a/pair", "relation": "the same"}),
                           "a/pair": case(run("only", 3, 4))})
        _, text, lines = self.verify("python3 %s wrong_for_a_pair" % FAULTY)
        self.assertEqual([line["outcome"] for line in lines[1:-1]], ["passed", "wrong value"], text)

    def test_a_reference_pair_that_cannot_run_is_ignored(self):
        rejected = {"rejected": {"phase": "load", "rule": "OUT-1"}}
        for members in ({"features": ["type:u8"]}, {}):
            self.setUp()
            self.write_corpus({"a/one": case(run("only", 3, 4), twin={"case": "a/pair", "relation": "the same"}),
                               "a/pair": case(run("only", 3, 4, **({} if members else rejected)), **members)})
            done, text, lines = self.verify(sys.executable + " " + verify_test.EXAMPLE if members else "python3 %s none" % FAULTY)
            self.assertEqual(lines[1]["outcome"], "passed", text)


if __name__ == "__main__":
    unittest.main()
