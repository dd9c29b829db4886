"""Tests count_tests on events as Bazel writes them."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

PROGRAM = pathlib.Path(__file__).parent / "count_tests"
XML = (
    '<testsuites><testsuite><testcase name="Good" classname="A" status="run"/>'
    '<testcase name="Off" classname="A" status="notrun"/>{}</testsuite></testsuites>'
)


class CountTestsTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=os.environ.get("TEST_TMPDIR")))

    def shard(self, status, xml=None):
        outputs = []
        if xml is not None:
            path = self.folder / f"test {len(list(self.folder.iterdir()))}.xml"
            path.write_text(xml)
            outputs.append({"name": "test.xml", "uri": path.as_uri()})
        return {
            "id": {"testResult": {"label": "//a:b"}},
            "testResult": {"status": status, "testActionOutput": outputs},
        }

    def count(self, *events, code=0):
        end = {"id": {"buildFinished": {}}, "finished": {"exitCode": {"name": "END", "code": code}}}
        path = self.folder / "events"
        path.write_text("".join(json.dumps(event) + "\n" for event in [*events, end]))
        run = subprocess.run([PROGRAM, path], stdout=subprocess.PIPE, text=True, check=False)
        return run.stdout.splitlines(), run.returncode

    def test_cases_of_all_shards(self):
        events = [self.shard("PASSED", XML.format("")), self.shard("PASSED", XML.format(""))]
        self.assertEqual(self.count(*events), (["2 passed, 0 failed"], 0))

    def test_failed_case(self):
        xml = XML.format('<testcase name="Bad" classname="A"><failure/></testcase>')
        self.assertEqual(
            self.count(self.shard("FAILED", xml), code=3), (["failed: //a:b A.Bad", "1 passed, 1 failed"], 1)
        )

    def test_skipped_case_is_named(self):
        xml = XML.format('<testcase name="Later" classname="A"><skipped/></testcase>')
        self.assertEqual(
            self.count(self.shard("PASSED", xml)), (["skipped: //a:b A.Later", "1 passed, 0 failed"], 0)
        )

    def test_many_skipped_cases_are_counted(self):
        xml = XML.format(21 * '<testcase name="Later" classname="A"><skipped/></testcase>')
        self.assertEqual(
            self.count(self.shard("PASSED", xml)), (["skipped: 21 cases of //a:b", "1 passed, 0 failed"], 0)
        )

    def test_crash_after_good_cases(self):
        self.assertEqual(
            self.count(self.shard("FAILED", XML.format("")), code=3),
            (["failed: //a:b failed", "1 passed, 1 failed"], 1),
        )

    def test_unreadable_report(self):
        self.assertEqual(self.count(self.shard("PASSED", "<cut")), (["1 passed, 0 failed"], 0))
        self.assertEqual(self.count(self.shard("TIMEOUT")), (["failed: //a:b timeout", "0 passed, 1 failed"], 1))

    def test_target_that_does_not_build(self):
        broken = {"id": {"targetCompleted": {"label": "//c:d"}}, "completed": {}}
        self.assertEqual(
            self.count(self.shard("PASSED", XML.format("")), broken, code=1),
            (["failed: //c:d did not build", "1 passed, 1 failed"], 1),
        )

    def test_bazel_fails_or_finds_nothing(self):
        self.assertEqual(self.count(code=37), (["failed: bazel: END", "0 passed, 1 failed"], 1))
        self.assertEqual(self.count(), (["0 passed, 0 failed"], 1))

    def test_run_that_left_no_events(self):
        run = subprocess.run([PROGRAM, self.folder / "none"], stdout=subprocess.PIPE, text=True, check=False)
        self.assertEqual(run.stdout, "failed: bazel: was stopped\n0 passed, 1 failed\n")


if __name__ == "__main__":
    unittest.main()
