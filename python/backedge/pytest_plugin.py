"""pytest --backedge-backend MODULE:CLASS: one test for each run of the corpus, grouped by case.

Each case is verified by one `backedge verify`, when its first test runs. `-k` selects runs. With pytest-xdist,
`--dist loadscope` keeps the runs of a case in one worker.
"""

import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

import pytest

from . import program


def pytest_addoption(parser):
    group = parser.getgroup("backedge")
    group.addoption("--backedge-backend", metavar="MODULE:CLASS", help="verify this backend (a class like backedge.backend.Backend)")
    group.addoption("--backedge-expectations", metavar="LIST", help="the list of the runs that are known to fail")
    group.addoption("--backedge-filter", metavar="AREA", default=[], action="append", help="only these areas or cases; may be repeated")
    group.addoption("--backedge-timeout", metavar="SECONDS", type=float, default=10, help="the time limit of an answer [10]")


@pytest.hookimpl(tryfirst=True)  # before -k selects
def pytest_collection_modifyitems(session, config, items):
    if not config.getoption("--backedge-backend"):
        return
    listed = call("list", "--runs", *config.getoption("--backedge-filter"))
    if listed.returncode != 0:
        raise pytest.UsageError("--backedge-filter: " + listed.stderr)
    cases = {}
    for name in listed.stdout.split():
        path, _, run = name.rpartition("/")
        if path not in cases:
            cases[path] = Case.from_parent(session, name=path, nodeid=path)
        items.append(cases[path].add(run))


def pytest_collection_finish(session):
    for item in session.items:
        if isinstance(item, Run):
            item.parent.selected.append(item.name)


def call(*words):
    environment = {**os.environ, "BACKEDGE_CORPUS": os.environ.get("BACKEDGE_CORPUS", program.corpus())}
    return subprocess.run([program.program(), *words], capture_output=True, text=True, env=environment)


def backend_words(config):
    """The options of the program that name the backend."""
    backend = f"{shlex.quote(sys.executable)} -m backedge.backend {shlex.quote(config.getoption('--backedge-backend'))}"
    timeout = config.getoption("--backedge-timeout")
    return ["--backend", backend, *(["--timeout", str(timeout)] if timeout != 10 else [])]


class Case(pytest.Collector):
    """A case of the corpus."""

    any_result = False  # of any case
    never_starts = ""   # why no case has a result

    def __init__(self, **arguments):
        super().__init__(**arguments)
        self.runs, self.selected, self.records, self.output = [], [], None, ""

    def add(self, run):
        self.runs.append(Run.from_parent(self, name=run))
        return self.runs[-1]

    def collect(self):
        return self.runs

    def verify(self):
        """Verify the selected runs, once."""
        self.records = {}
        if Case.never_starts:  # at once, not after three more starts
            self.output = Case.never_starts
            return
        names = [self.name] if len(self.selected) == len(self.runs) else [f"{self.name}/{run}" for run in self.selected]
        with tempfile.TemporaryDirectory() as folder:
            results = pathlib.Path(folder, "results.jsonl")
            words = [*backend_words(self.config), "--results", str(results), "--filter", ":".join(names)]
            expectations = self.config.getoption("--backedge-expectations")
            if expectations:
                words += ["--expectations", expectations]
            done = call("verify", *words)
            self.output = done.stdout + done.stderr
            lines = [json.loads(line) for line in results.read_text().splitlines()] if results.exists() else []
        self.records = {line["run"]: line for line in lines if "run" in line}
        Case.any_result = Case.any_result or bool(self.records)
        if not Case.any_result:
            Case.never_starts = self.output


class Run(pytest.Item):
    """A run of a case."""

    def runtest(self):
        if self.parent.records is None:
            self.parent.verify()
        record = self.parent.records.get(f"{self.parent.name}/{self.name}")
        if record is None:
            pytest.fail("the suite gave no result:\n" + self.parent.output, pytrace=False)
        text = record.get("text", "")
        if record["outcome"] == "skipped":
            pytest.skip(text)
        if "unexpected" in record:
            pytest.fail(f"{record['unexpected']}\n{record['outcome']}\n{text}\n{self.next_command()}", pytrace=False)
        used = [seen for seen in record.get("observations", []) if seen["when"] == "used process"]
        if used and not self.config.getoption("--backedge-expectations"):
            pytest.fail(f"{used[0]['outcome']} {used[0]['text']}\nbut {record['outcome']} in a fresh process", pytrace=False)
        if record["failed"] and "listed" in record:
            pytest.xfail(record["listed"]["reason"])
        if record["failed"]:
            pytest.fail(f"{record['outcome']}\n{text}\nrules: {', '.join(record['rules'])}\n{self.next_command()}", pytrace=False)

    def next_command(self):
        words = ["backedge", "explain-failure", f"{self.parent.name}/{self.name}", *backend_words(self.config)]
        return "next: " + " ".join(map(shlex.quote, words))

    def reportinfo(self):
        return self.path, None, f"{self.parent.name}/{self.name}"
