"""Tests `backedge verify` on files and streams that cannot be used, and on a machine without threads."""

import json
import os
import resource
import signal
import subprocess
import time
import unittest

from verify_test import BACKEDGE, FAULTY, ONE, TWO, Verification


class VerifyStreamsTest(Verification):
    def environment(self):
        return {**{k: v for k, v in os.environ.items() if k != "BUILD_WORKING_DIRECTORY"}, "TMPDIR": self.root}

    def path(self, name):
        return os.path.join(self.root, name)

    def read(self, file):
        with open(file, "rb") as stream:
            return stream.read()

    def test_results_that_nobody_reads(self):
        self.write_corpus(ONE)
        os.mkfifo(self.results)
        done = subprocess.run(self.command("python3 %s none" % FAULTY), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              env=self.environment(), timeout=60)
        self.assertEqual((done.returncode, "nothing reads from this FIFO" in done.stdout), (3, True), done.stdout)
        with subprocess.Popen(["cat", self.results], stdout=subprocess.PIPE, text=True) as reader:
            time.sleep(0.5)
            subprocess.run(self.command("python3 %s none" % FAULTY), stdout=subprocess.DEVNULL, env=self.environment(),
                           timeout=60, check=True)
            self.assertEqual([list(json.loads(line))[0] for line in reader.communicate()[0].splitlines()], ["results", "run", "end"])

    def test_a_second_signal_ends_a_program_that_waits(self):
        self.write_corpus(ONE)
        read_end, write_end = os.pipe()
        os.set_blocking(write_end, False)
        try:
            while True:
                os.write(write_end, b" " * 4096)
        except BlockingIOError:  # what the program prints does not fit
            os.set_blocking(write_end, True)
        program = subprocess.Popen(self.command("python3 %s none" % FAULTY), stdout=write_end, env=self.environment())
        self.addCleanup(program.kill)
        while not os.path.exists(self.results) or b'"end"' not in self.read(self.results):
            time.sleep(0.1)
        for _ in range(2):
            program.send_signal(signal.SIGTERM)
            time.sleep(0.5)
        self.assertEqual(program.wait(timeout=60), 130)
        os.close(read_end)
        os.close(write_end)

    def test_results_do_not_replace_the_list(self):
        self.write_corpus(ONE)
        list_file = self.path("list.txt")
        with open(list_file, "w") as file:
            file.write("# nothing fails\n")
        for results in (list_file, list_file + ".new"):
            self.results = results
            done = subprocess.run(self.command("python3 %s none" % FAULTY, "--expectations", list_file, "--update"),
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
            self.assertEqual((done.returncode, "would replace the list" in done.stdout), (2, True), done.stdout)
        self.assertEqual(self.read(list_file), b"# nothing fails\n")

    def test_weights_that_are_no_file_are_a_fault_of_the_suite(self):
        self.write_corpus(ONE)
        weights = self.path("corpus/a/one/model.bin")
        for make in (os.mkfifo, lambda name: os.symlink("/dev/zero", name)):
            make(weights)
            code, text, _ = self.verify("python3 %s none" % FAULTY)
            self.assertEqual((code, "model.bin: FILE-1\n  is not a regular file" in text), (3, True), text)
            os.remove(weights)

    def test_threads_that_cannot_be_started_blame_no_backend(self):
        self.write_corpus(TWO)
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (2 << 30,) * 2)  # each thread takes 8 MiB
        done = subprocess.run(self.command("%s serve" % BACKEDGE, "--jobs", "1000", "--max-memory", "0"), stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, env=self.environment(), preexec_fn=limit, timeout=250)
        self.assertEqual((done.returncode, "the machine cannot start a thread" in done.stdout), (3, True), done.stdout)

    def test_nothing_that_should_be_printed_goes_into_a_file(self):
        self.write_corpus(ONE)
        done = subprocess.run(["bash", "-c", '"$@" >&-', "bash", *self.command("python3 %s none" % FAULTY)], stderr=subprocess.PIPE,
                              text=True, env=self.environment(), timeout=60)
        self.assertEqual((done.returncode, "cannot write to the standard output" in done.stderr), (3, True), done.stderr)


if __name__ == "__main__":
    unittest.main()
