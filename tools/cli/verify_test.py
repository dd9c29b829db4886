"""Tests `backedge verify` on faulty backends, on its own interpreter, and when it is stopped."""

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import jsonschema

BACKEDGE, FAULTY, EXAMPLE, MANIFEST = (os.path.abspath(path) for path in sys.argv[1:5])
del sys.argv[1:5]

with open("docs/results_format.schema.json", encoding="utf-8") as schema:
    FORMAT = jsonschema.Draft7Validator(json.load(schema))

MODEL = """<net><layers>
<layer id="0" name="x" type="Parameter"><data shape="2" element_type="i32"/><output><port id="0"/></output></layer>
<layer id="1" name="y" type="Result"><input><port id="0"/></input></layer>
</layers><edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/></edges></net>
"""


def tensor(*values):
    return {"type": "i32", "shape": [len(values)], "values": list(values)}


def run(name, *values, **members):
    return {"name": name, "inputs": {"x": tensor(*values)}, **(members or {"outputs": [tensor(*values)]})}


def case(*runs, **members):
    return {"format": "openvino-ir", "title": "T.", "dialect": "loop-5", "kind": "plain", "rules": ["OUT-1"], "features": [],
            "oracle": "by-hand", "notes": "n", "runs": list(runs), **members}


ONE = {"a/one": case(run("only", 3, 4))}
TWO = {"a/two": case(run("first", 3, 4), run("second", 5, 6))}
SEQUENCE = {"a/sequence": case({"name": "three", "sequence": [
    {"inputs": {"x": tensor(*pair)}, "outputs": [tensor(*pair)]} for pair in ((1, 2), (3, 4), (5, 6))]})}
WRONG = {"a/wrong": case(run("rejected", 3, 4, rejected={"phase": "load", "rule": "OUT-1"}))}
SURVEY = {"a/survey": case(run("only", 3, 4, tier="survey", outputs=[tensor(3, 5)]))}


class Verification(unittest.TestCase):
    """A small corpus and results."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        self.results = os.path.join(self.root, "results.jsonl")

    def write_corpus(self, cases, model=MODEL):
        for path, content in cases.items():
            os.makedirs(os.path.join(self.root, "corpus", path))
            with open(os.path.join(self.root, "corpus", path, "case.json"), "w") as file:
                json.dump(content, file)
            with open(os.path.join(self.root, "corpus", path, "model.xml"), "w") as file:
                file.write(model)
        with open(os.path.join(self.root, "corpus", "MANIFEST"), "w") as file:
            for path, content in sorted(cases.items()):
                file.write("%s %d %s\n" % (path, len(content["runs"]), "0" * 64))

    def command(self, backend, *options, corpus=None):
        return [BACKEDGE, "verify", "--corpus", corpus or os.path.join(self.root, "corpus"), "--backend", backend,
                "--results", self.results, *options]

    def lines(self):
        """The complete lines: a full disk can have cut the last one."""
        with open(self.results) as file:
            return [json.loads(line) for line in file if line.endswith("\n")]

    def verify(self, backend, *options, corpus=None, most_bytes=None, most_memory=None, **environment_of_test):
        """Exit code, text, and the lines of the results.

        most_bytes   of any file that is written: a disk that is full
        most_memory  of any process, in bytes
        """
        def limit():
            for which, most in ((resource.RLIMIT_FSIZE, most_bytes), (resource.RLIMIT_AS, most_memory)):
                if most is not None:
                    resource.setrlimit(which, (most, most))

        environment = {k: v for k, v in os.environ.items() if k != "BUILD_WORKING_DIRECTORY"}
        environment.update({"TMPDIR": self.root, **environment_of_test})
        done = subprocess.run(self.command(backend, *options, corpus=corpus), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, timeout=250, env=environment, preexec_fn=limit, restore_signals=False)
        lines = self.lines() if os.path.exists(self.results) else []
        faults = [error.message[:300] for line in lines for error in FORMAT.iter_errors(line)]
        self.assertEqual(faults[:3], [], "not as docs/results_format.schema.json says")
        left = [name for name in os.listdir(self.root) if name.startswith("backedge.")]
        self.assertEqual(left, [], "files left behind")
        return done.returncode, done.stdout, lines

    def outcomes(self, fault, cases, *options):
        """The outcomes of the runs of a corpus, in order."""
        self.write_corpus(cases)
        code, text, lines = self.verify("python3 %s %s" % (FAULTY, fault), *options)
        self.assertTrue(lines[-1]["complete"], text)
        self.assertEqual(lines[-1]["runs"], len(lines) - 2)
        found = {line["run"]: line["outcome"] for line in lines[1:-1]}
        failed = sum(line["failed"] for line in lines[1:-1])
        passed = "passed" in found.values()
        self.assertEqual(code, 0 if passed and failed == 0 else 1, text)
        return [found[name] for name in sorted(found)], lines


class VerifyTest(Verification):
    def test_runs_with_missing_features_are_skipped(self):
        self.write_corpus({"a/add": case(run("only", 3, 4), features=["type:i32"]),
                           "a/u8": case(run("only", 3, 4), features=["type:u8"])})
        code, text, lines = self.verify(sys.executable + " " + EXAMPLE)
        self.assertEqual((code, [line["outcome"] for line in lines[1:-1]]), (0, ["passed", "skipped"]), text)
        self.assertEqual([line.get("signature") for line in lines[1:-1]], [None, "the backend has no type:u8"])

    def test_how_the_runner_was_started(self):
        self.write_corpus(ONE)
        for options, told in (([], ""), (["--timeout", "2.5", "--max-memory", "0"], "--timeout 2.5 --max-memory 0")):
            _, _, lines = self.verify(sys.executable + " " + EXAMPLE, *options)
            self.assertEqual(lines[0]["started"], {"program": BACKEDGE, "folder": os.getcwd(), "options": told})

    def test_a_backend_killed_100_times_loses_nothing(self):
        cases = {"a/%d" % k: case(run("only", k, k + 1)) for k in range(300)}
        self.write_corpus(cases)
        code, text, lines = self.verify("python3 %s dies_of_every_third" % FAULTY, "--jobs", "2")
        found = {line["run"]: line["outcome"] for line in lines[1:-1]}
        self.assertEqual(len(lines), 302)
        for k in range(300):
            self.assertEqual(found["a/%d/only" % k], "crashed" if k % 3 == 0 else "passed")
        self.assertEqual(lines[-1]["outcomes"], {"passed": 200, "crashed": 100})
        # A run of a process that has loaded models before is repeated in a new one.
        self.assertTrue(100 <= lines[-1]["starts"] <= 202, lines[-1]["starts"])
        self.assertEqual(code, 1, text)

    def test_a_wrong_output_is_written_with_what_is_expected(self):
        _, lines = self.outcomes("wrong_value", ONE)
        y = {"element_type": "i32", "shape": [2]}
        self.assertEqual(lines[1]["wrong"], [{"output": 0, "name": "y", "compare": "bits", "expected": {**y, "values": [3, 4]},
                                              "actual": {**y, "values": [3, 5]}, "differ": 1, "positions": [1]}])

    def test_the_second_of_two_answers_is_written_with_the_first(self):
        _, lines = self.outcomes("drifts", ONE)
        self.assertEqual(lines[1]["wrong"][0]["positions"], [1])
        self.assertNotEqual(lines[1]["wrong"][0]["expected"], lines[1]["wrong"][0]["actual"])

    def test_outputs_instead_of_a_rejection_are_written(self):
        _, lines = self.outcomes("none", WRONG)
        self.assertEqual([tensor["values"] for tensor in lines[1]["given"]], [[3, 4]])

    def test_models_that_must_be_rejected(self):
        self.assertEqual(self.outcomes("none", WRONG)[0], ["accepted"])

    def test_a_later_rejection_counts(self):
        self.assertEqual(self.outcomes("rejects", WRONG)[0], ["passed"])

    def test_surveys_fail_by_nothing_that_a_rule_excuses(self):
        found, lines = self.outcomes("none", SURVEY)
        self.assertEqual((found, lines[1]["failed"]), (["wrong value"], False))
        text = self.verify("python3 %s none" % FAULTY)[1]
        self.assertIn("1 of 1 run, 0 runs fail, 1 survey run differs, started", text)

    def test_text_on_standard_output_is_shown(self):
        self.write_corpus(ONE)
        for fault, expected in (("banner", "a line on standard output is not an answer: Initialising..."),
                                ("empty_line", "an empty line on standard output is not an answer")):
            self.assertEqual(self.verify("python3 %s %s" % (FAULTY, fault))[2][1]["text"], expected)

    def test_surveys_fail_by_a_crash(self):
        found, lines = self.outcomes("segfaults", SURVEY)
        self.assertEqual((found, lines[1]["failed"]), (["crashed"], True))

    def test_inputs_kept_from_the_last_inference(self):
        self.assertEqual(self.outcomes("keeps_the_first", TWO)[0], ["stale state", "stale state"])

    def test_inputs_kept_in_a_sequence(self):
        self.assertEqual(self.outcomes("keeps_the_first", SEQUENCE)[0], ["stale state"])

    def test_the_first_fault_gives_the_verdict(self):
        found, lines = self.outcomes("wrong_and_drifts", ONE)
        self.assertEqual(found, ["wrong value"])
        seen = [(each["when"], each["outcome"]) for each in lines[1]["observations"]]
        self.assertEqual(seen[:2], [("first", "wrong value"), ("repeated", "unstable")])
        self.assertEqual(lines[1]["wrong"][0]["expected"]["values"], [3, 4])

    def test_a_survey_run_fails_by_what_comes_after_an_excused_value(self):
        found, lines = self.outcomes("wrong_and_drifts", SURVEY)
        self.assertEqual((found, lines[1]["failed"]), (["unstable"], True))

    def test_a_run_is_not_blamed_for_the_crash_of_its_neighbour(self):
        found, lines = self.outcomes("dies_of_5", TWO)
        self.assertEqual(found, ["passed", "crashed"])
        self.assertIn({"when": "other run", "inference": 0, "outcome": "crashed", "counts": False, "other": "second",
                       "text": "ended with signal 11 (Segmentation fault)"}, lines[1]["observations"])

    def test_a_run_is_not_blamed_for_what_others_left_in_the_process(self):
        self.write_corpus({"a/%d" % k: case(run("only", 3, 4)) for k in range(4)})
        code, text, lines = self.verify("python3 %s poisoned_by_model_0" % FAULTY)
        self.assertEqual([line["outcome"] for line in lines[1:-1]], ["passed"] * 4, text)
        self.assertEqual([line["run"] for line in lines[1:-1] if "observations" in line], ["a/1/only"])
        seen = lines[2]["observations"][-1]
        self.assertEqual((seen["when"], seen["outcome"], seen["counts"]), ("used process", "wrong value", False))
        self.assertEqual((lines[-1]["disturbed"], lines[-1]["failed"], code), (1, 0, 1), text)
        self.assertIn("1 run had another outcome in a process that other runs had used (STATE-1)\n"
                      "         first a/1/only: wrong value there, passed in a fresh process\n", text)
        self.assertIn("4 runs, 0 runs fail, 1 disturbed, started", text)

    def test_the_end_of_standard_error_is_kept(self):
        _, lines = self.outcomes("chatty", ONE)
        self.assertEqual(lines[1]["outcome"], "crashed")
        self.assertTrue(lines[1]["stderr"].endswith("the end of it\n"))
        self.assertLess(len(lines[1]["stderr"]), 17000)
        text = self.verify("python3 %s chatty" % FAULTY)[1]
        self.assertIn("its standard error:\n", text)
        self.assertIn("the end of it\n", text)

    def test_a_scratch_folder_removed_is_made_again(self):
        found, lines = self.outcomes("removes_scratch", {"a/%d" % k: case(run("only", *range(2000 * k))) for k in range(3)})
        self.assertEqual(found, ["skipped", "skipped", "skipped"])
        self.assertEqual([seen["outcome"] for line in lines[1:-1] for seen in line.get("observations", [])
                          if seen["when"] == "used process"], ["protocol error", "protocol error"])

    def test_memory_is_limited(self):
        found, _ = self.outcomes("takes_memory", ONE, "--max-memory", "2000", "--timeout", "60")
        self.assertEqual(found, ["crashed"])

    def test_a_limit_of_memory_above_that_of_the_runner(self):
        self.write_corpus(ONE)
        command = "python3 %s takes_memory" % FAULTY
        code, text, lines = self.verify(command, "--max-memory", "8192", "--timeout", "60", most_memory=2000 << 20)
        self.assertEqual((code, [line["outcome"] for line in lines[1:-1]]), (1, ["crashed"]), text)

    def test_a_backend_that_does_not_start(self):
        self.write_corpus(ONE)
        code, text, lines = self.verify("sh -c 'echo cannot >&2; exit 5'")
        self.assertEqual((code, lines), (1, []), text)
        self.assertIn("BACKEND-1\n  does not say hello: ended with exit code 5\n  its standard error: cannot\n  see docs/", text)

    def test_a_filter_that_selects_nothing(self):
        self.write_corpus(ONE)
        self.assertEqual(self.verify("python3 %s none" % FAULTY, "--filter", "b/*")[0], 1)

    def test_after_a_signal_finished_results_stay(self):
        self.write_corpus({"a/0": case(run("quick", 1, 2)), "a/1": case(*[run("r%d" % k, k, 0) for k in range(5000)])})
        runner = subprocess.Popen(self.command("python3 %s none" % FAULTY), stdout=subprocess.PIPE, text=True)
        while not (os.path.exists(self.results) and len(self.lines()) > 10):
            time.sleep(0.05)
        runner.send_signal(signal.SIGINT)
        text, _ = runner.communicate(timeout=60)
        lines = self.lines()
        self.assertEqual(runner.returncode, 130, text)
        self.assertEqual((lines[-1]["complete"], lines[-1]["runs"]), (False, len(lines) - 2))
        self.assertEqual({line["outcome"] for line in lines[1:-1]}, {"passed"})

    def test_the_interpreter_passes(self):
        for area in ("loop/zero_iterations", "models", "survey", "invalid"):
            code, text, _ = self.verify(BACKEDGE + " serve", "--filter", area, "--max-memory", "0",
                                        corpus=os.path.dirname(MANIFEST))
            self.assertEqual(code, 0, text)


def add_tests(outcome, *faults, options=()):
    for fault in faults:
        def test(self, fault=fault):
            found, lines = self.outcomes(fault, ONE, *options)
            self.assertEqual(found, [outcome], lines[1].get("text"))
            self.assertLess(len(lines[1].get("text", "")), 6000)

        setattr(VerifyTest, "test_fault_" + fault, test)


add_tests("passed", "none", "version_1", "unknown_members", "writes_to_every_file", "floods_standard_error", options=("--timeout", "60"))
add_tests("wrong value", "wrong_value")
add_tests("wrong shape", "wrong_shape")
add_tests("wrong type", "wrong_type")
add_tests("missing output", "missing_output")
add_tests("extra output", "extra_output")
add_tests("rejected", "rejects")
add_tests("skipped", "skips", "reads_onnx")
add_tests("failed", "fails", "long_message")
add_tests("crashed", "segfaults", "exits_with_0", "half_a_line_and_exit", "leaves_a_child", "leaves_a_daemon", "dies_at_unload")
add_tests("timed out", "is_silent", "half_a_line", "stops_reading", "moves_to_another_group", "stops_itself", options=("--timeout", "3"))
add_tests("protocol error", "garbage", "zero_bytes", "empty_line", "banner", "endless_line", "line_of_100_mb", "nested",
          "twice", "out_of_order", "not_an_object", "answers_another_question", "two_answers_in_one", "short_values",
          "huge_shape", "value_out_of_range", "no_such_file", "closes_output", "nested_in_shape", "nested_aside",
          "huge_number", "long_number", "long_value", "member_twice", "zero_byte_inside", "not_utf8",
          "huge_shape_of_nothing", "rank_of_1000", "fifo", "endless_file", "folder_as_file", "huge_file",
          "file_with_overflow", "file_outside", "file_above", "file_behind_a_link", "scratch_as_file", "files_of_20_gib")
add_tests("unstable", "drifts")
add_tests("stale state", "wears_out")

if __name__ == "__main__":
    unittest.main()
