"""Tests `backedge verify` on hostile backends, and when it is killed."""

import os
import re
import shutil
import signal
import stat
import subprocess
import time
import unittest

from verify_test import BACKEDGE, MODEL, ONE, TWO, FAULTY, Verification, case, run

SLOW = ("--timeout", "100")  # a line of 16 MiB, in a build for tests and on a busy machine


def is_alive(pid):
    try:
        with open("/proc/%d/stat" % pid) as file:
            return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def wait_until(condition, what):
    for _ in range(600):
        if condition():
            return
        time.sleep(0.1)
    raise AssertionError("never: " + what)


class HostileBackendTest(Verification):
    def start(self, fault, *options):
        environment = {k: v for k, v in os.environ.items() if k != "BUILD_WORKING_DIRECTORY"}
        return subprocess.Popen(self.command("python3 %s %s" % (FAULTY, fault), *options), stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, env={**environment, "TMPDIR": self.root})

    def scratch_folders(self):
        return [name for name in os.listdir(self.root) if name.startswith("backedge.")]

    def path(self, name):
        return os.path.join(self.root, name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def test_another_backend_after_a_crash(self):
        for change, words in (("name", "before  faulty 1\n  now     another 1"), ("version", "now     faulty 2"), ("features", "other features")):
            with self.subTest(change):
                shutil.rmtree(self.path("corpus"), ignore_errors=True)
                self.write_corpus({"a/%d" % k: case(run("only", k, 1)) for k in range(4)})
                code, text, lines = self.verify("python3 %s other_%s_after_a_crash" % (FAULTY, change))
                os.remove(self.path("died"))
                self.assertEqual(code, 1, text)
                self.assertIn("BACKEND-3", text)
                self.assertIn(words, text)
                self.assertFalse(lines[-1]["complete"])
                self.assertNotIn("passed", [line.get("outcome") for line in lines])

    def test_what_a_backend_does_wrong_at_bye_is_reported_and_changes_no_verdict(self):
        self.write_corpus(TWO)
        for fault, words in (("none", ""), ("bye_ends", "ended with exit code 0"), ("bye_silent", "no answer within 5 s"),
                             ("bye_exits_with_7", "ended with exit code 7 after its answer"),
                             ("bye_stays", "did not end within 5 s after its answer"), ("bye_more", "wrote more after its answer")):
            with self.subTest(fault):
                code, text, lines = self.verify("python3 %s %s" % (FAULTY, fault))
                self.assertEqual((code, [line["outcome"] for line in lines[1:-1]]), (0, ["passed", "passed"]), text)
                self.assertIn("started 1 time" + ("; broke the protocol at bye: " + words if words else "") + "\n", text)

    def test_another_backend_in_another_process(self):
        self.write_corpus({"a/%d" % k: case(run("only", k, 1)) for k in range(4)})
        code, text, lines = self.verify("python3 %s another_name_beside_it" % FAULTY, "--jobs", "2", "--timeout", "60")
        self.assertEqual(code, 1, text)
        self.assertIn("BACKEND-3", text)
        self.assertIn("before  faulty 1\n  now     another 1", text)
        self.assertFalse(lines[-1]["complete"])

    def test_memory_that_is_never_written_is_not_0(self):
        self.write_corpus({"a/one": case(run("zeros", 0, 0), run("filled", 0x5a5a5a5a, 0x5a5a5a5a))})
        for tunables, expected in (("", ["wrong value", "passed"]), ("glibc.malloc.perturb=238", ["wrong value", "wrong value"])):
            _, text, lines = self.verify("python3 %s never_writes" % FAULTY, GLIBC_TUNABLES=tunables)
            self.assertEqual([line["outcome"] for line in lines[1:-1]], expected, text)

    def test_a_process_that_cannot_be_started_blames_no_backend(self):
        self.write_corpus(TWO)
        found = set()
        for files in range(10, 40):
            done = subprocess.run(["bash", "-c", 'ulimit -n %d; exec "$@"' % files, "bash", *self.command("python3 %s none" % FAULTY)],
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, "TMPDIR": self.root})
            found |= {(done.returncode, word) for word in ("LIMIT-5", "2 passed") if word in done.stdout}
        self.assertEqual(found, {(3, "LIMIT-5"), (0, "2 passed")})

    def test_models_and_weights_are_copies(self):
        self.write_corpus(TWO)
        weights = self.path("corpus/a/two/model.bin")
        with open(weights, "wb") as file:
            file.write(b"weights")
        self.assertEqual(self.verify("python3 %s overwrites_its_model" % FAULTY)[0], 0)
        self.assertEqual(self.read("corpus/a/two/model.xml"), MODEL.encode())
        self.assertEqual(self.read(weights), b"weights")

    def test_no_link_is_followed_when_files_are_written(self):
        kept = self.path("kept")
        for make in (lambda: open(kept, "w").close(), lambda: os.mkdir(kept)):
            make()
            shutil.rmtree(self.path("corpus"), ignore_errors=True)
            values = list(range(2000))
            self.write_corpus({"a/one": case(*[run("r%d" % k, *values) for k in range(3)])})
            _, text, lines = self.verify("python3 %s lays_links" % FAULTY)
            self.assertEqual({line["outcome"] for line in lines[1:-1]}, {"missing output"}, lines[1].get("text"))
            self.assertEqual(os.listdir(kept) if os.path.isdir(kept) else self.read(kept).decode(), [] if os.path.isdir(kept) else "")
            (shutil.rmtree if os.path.isdir(kept) else os.remove)(kept)

    def test_no_link_is_followed_when_files_are_read(self):
        for fault, words in (("symbolic_link", "symbolic link"), ("hard_link", "hard link")):
            found, lines = self.outcomes(fault, {"a/" + fault: case(run("only", 3, 4))})
            self.assertEqual(found, ["protocol error"])
            self.assertIn(words, lines[1]["text"])
            self.assertIn(b"NUMPY", self.read("kept.npy"))
            os.remove(self.path("kept.npy"))
            shutil.rmtree(self.path("corpus"))

    def test_no_device_is_read(self):
        try:
            os.mknod(self.path("device"), 0o666 | stat.S_IFCHR, os.makedev(1, 5))
        except PermissionError:
            self.skipTest("only root outside of a sandbox makes devices")
        self.assertEqual(self.outcomes("device", ONE)[0], ["protocol error"])

    def test_a_killed_program_leaves_no_process_and_no_folder(self):
        self.write_corpus(ONE)
        program = self.start("sleeps_with_a_child", "--timeout", "300")
        wait_until(lambda: os.path.exists(self.path("pids")), "the backend runs")
        pids = [int(pid) for pid in self.read("pids").split()]
        self.assertTrue(all(map(is_alive, pids)))
        self.assertEqual(len(self.scratch_folders()), 1)
        program.kill()
        program.communicate(timeout=60)
        wait_until(lambda: not any(map(is_alive, pids)), "backend and child end")
        self.assertEqual(self.verify("python3 %s none" % FAULTY)[0], 0)  # it checks that no folder is left

    def test_the_folder_of_a_program_that_runs_stays(self):
        self.write_corpus(ONE)
        program = self.start("sleeps_with_a_child", "--timeout", "300")
        wait_until(lambda: os.path.exists(self.path("pids")), "the backend runs")
        before = self.scratch_folders()
        self.results = self.path("other.jsonl")
        subprocess.run(self.command("python3 %s none" % FAULTY), env={**os.environ, "TMPDIR": self.root}, check=True,
                       stdout=subprocess.DEVNULL, timeout=250)
        self.assertEqual(self.scratch_folders(), before)
        program.send_signal(signal.SIGTERM)
        program.communicate(timeout=60)

    def test_a_signal_while_it_waits_for_hello(self):
        self.write_corpus(ONE)
        for number in (signal.SIGINT, signal.SIGTERM):
            program = self.start("silent_at_hello")
            wait_until(lambda: os.path.exists(self.path("asked")), "hello is asked")
            program.send_signal(number)
            text, _ = program.communicate(timeout=60)
            self.assertEqual(program.returncode, 130, text)
            self.assertEqual(self.scratch_folders(), [])
            os.remove(self.path("asked"))

    def test_a_signal_while_shrink_waits(self):
        self.write_corpus(ONE)
        for fault, asked in (("silent_at_hello", "asked"), ("sleeps_with_a_child", "pids")):
            with self.subTest(fault):
                words = [BACKEDGE, "shrink", "a/one/only", "--corpus", self.path("corpus"), "--backend", "python3 %s %s" % (FAULTY, fault),
                         "--timeout", "600", "--out", self.path("out")]
                program = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                           env={**os.environ, "TMPDIR": self.root})
                wait_until(lambda: os.path.exists(self.path(asked)), "the backend waits")
                program.send_signal(signal.SIGTERM)
                text, _ = program.communicate(timeout=60)
                self.assertEqual((program.returncode, text), (130, ""))
                self.assertEqual(self.scratch_folders(), [])
                os.remove(self.path(asked))

    def test_a_backend_that_hangs_at_bye_is_waited_for_once(self):
        self.write_corpus({"a/%d" % k: case(run("only", k, 1)) for k in range(4)})
        code, text, lines = self.verify("python3 %s wrong_and_silent_at_bye" % FAULTY)
        self.assertEqual((code, lines[-1]["complete"], lines[-1]["outcomes"]), (1, True, {"wrong value": 4}), text)
        self.assertGreater(lines[-1]["starts"], 1)
        self.assertEqual(self.read("byes"), b"bye\n")

    def test_both_ends_of_standard_error_are_kept(self):
        _, lines = self.outcomes("chatty", ONE)
        said = lines[1]["stderr"]
        self.assertTrue(said.startswith("noise\n"), said[:100])
        self.assertTrue(said.endswith("the end of it\n"), said[-100:])
        left_out = re.search(r"\n\.\.\. \(([0-9]+) bytes left out\) \.\.\.\n", said)
        self.assertEqual(int(left_out.group(1)) + 2 * 8192, 600000 + len("the end of it\n"))

    def test_a_backend_that_hangs_is_given_up(self):
        self.write_corpus({"a/%d" % k: case(run("only", k, 1)) for k in range(9)})
        code, text, lines = self.verify("python3 %s is_silent" % FAULTY, "--timeout", "0.2", "--max-timeouts", "3")
        self.assertEqual((code, lines[-1]["complete"], lines[-1]["outcomes"]), (1, False, {"timed out": 3}), text)
        self.assertIn("stopped: 3 runs in a row timed out", text)

    def test_timeouts_that_are_not_in_a_row(self):
        self.write_corpus({"a/%d" % k: case(run("only", k, 1)) for k in range(9)})
        code, text, lines = self.verify("python3 %s silent_of_every_third" % FAULTY, "--timeout", "2", "--max-timeouts", "2")
        self.assertEqual((code, lines[-1]["complete"], lines[-1]["outcomes"]), (1, True, {"passed": 6, "timed out": 3}), text)

    def test_the_most_failures(self):
        self.write_corpus({"a/%d" % k: case(run("only", k, 1)) for k in range(9)})
        code, text, lines = self.verify("python3 %s wrong_value" % FAULTY, "--max-failures", "4")
        self.assertEqual((code, lines[-1]["complete"], lines[-1]["failed"]), (1, False, 4), text)
        self.assertIn("stopped: 4 runs failed", text)
        code, text, lines = self.verify("python3 %s wrong_value" % FAULTY)
        self.assertEqual((code, lines[-1]["complete"], lines[-1]["failed"]), (1, True, 9), text)

    def test_two_programs_and_one_results_file(self):
        self.write_corpus(ONE)
        program = self.start("sleeps_with_a_child", "--timeout", "300")
        wait_until(lambda: os.path.exists(self.path("pids")), "the backend runs")
        before = self.read("results.jsonl")
        os.symlink("results.jsonl", self.path("link"))
        for name in ("link", "results.jsonl"):
            self.results = self.path(name)
            second = self.start("none")
            text, _ = second.communicate(timeout=60)
            self.assertEqual(second.returncode, 1, text)
            self.assertIn("RESULTS-2", text)
            self.assertEqual(self.read("results.jsonl"), before)
        program.kill()
        program.communicate(timeout=60)
        code, text, lines = self.verify("python3 %s none" % FAULTY)  # the lock ended with its owner
        self.assertEqual((code, lines[-1]["complete"]), (0, True), text)
        self.assertFalse(os.path.exists(self.results + ".lock"))

    def test_a_hello_of_an_unknown_version_or_without_formats(self):
        self.write_corpus(ONE)
        for fault, words in (("version_3", "protocol is neither 1 nor 2"), ("no_formats", "hello: no formats")):
            code, text, lines = self.verify("python3 %s %s" % (FAULTY, fault))
            self.assertEqual((code, lines), (1, []), text)
            self.assertIn(words, text)

    def test_a_model_in_a_format_that_the_backend_does_not_read(self):
        self.write_corpus(ONE)
        code, text, lines = self.verify("python3 %s reads_onnx" % FAULTY)
        self.assertEqual([line["text"] for line in lines if "run" in line], ["skipped: the backend does not read openvino-ir"])

    def test_a_misspelt_feature(self):
        self.write_corpus(ONE)
        code, text, lines = self.verify("python3 %s misspelt_feature" % FAULTY)
        self.assertEqual((code, lines), (1, []), text)
        self.assertIn('no feature is called "type:int32"', text)
        self.assertIn('did you mean "type:i32"?', text)

    def test_a_misspelt_feature_of_a_backend_for_generated_models(self):
        done = subprocess.run([BACKEDGE, "fuzz-backend", "--backend", "python3 %s misspelt_feature" % FAULTY, "--count", "1",
                               "--out", self.path("out")], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=250)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn('no feature is called "type:int32"; did you mean "type:i32"?', done.stdout)
        self.assertNotIn("1 model", done.stdout)

    def test_a_misspelt_filter(self):
        self.write_corpus({"my-area/one": case(run("only", 3, 4)), "other/two": case(run("only", 3, 4))})
        for text_of_filter in ("other:my-aera", "all-my-aera", "my-aera/one/only"):
            code, text, lines = self.verify("python3 %s none" % FAULTY, "--filter", text_of_filter)
            self.assertEqual((code, lines), (1, []), text)
            self.assertIn('no run is called "my-aera', text)
            self.assertIn('did you mean "my-area', text)
        code, text, lines = self.verify("python3 %s none" % FAULTY, "--filter", "a/" * 50_000)
        self.assertEqual((code, lines, "no run is called" in text), (1, [], True), text[:1000])
        for text_of_filter, run_names in (("my-area", ["my-area/one/only"]), ("all-my-area", ["other/two/only"]),
                                          ("all", ["my-area/one/only", "other/two/only"])):
            code, text, lines = self.verify("python3 %s none" % FAULTY, "--filter", text_of_filter)
            self.assertEqual((code, [line["run"] for line in lines[1:-1]]), (0, run_names), text)


def add_lines(outcome, *faults):
    """Answers of 16 MiB that would take hours if reading them took quadratic time."""
    for fault in faults:
        def test(self, fault=fault):
            self.assertEqual(self.outcomes(fault, ONE, *SLOW)[0], [outcome])

        setattr(HostileBackendTest, "test_" + fault, test)


add_lines("protocol error", "line_of_objects", "line_of_lists", "line_of_nested_lists", "line_of_integers", "line_of_reals", "line_of_texts",
          "line_of_the_same_member", "line_of_text_not_utf8", "line_of_one_number", "line_of_members", "line_of_empty_tensors")
add_lines("failed", "line_of_one_text")

if __name__ == "__main__":
    unittest.main()
