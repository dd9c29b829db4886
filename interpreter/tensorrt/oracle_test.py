"""Runs the networks of the generators that wait for the runner, and compares with their oracles."""

import importlib
import json
import subprocess
import sys
import unittest

from testdata.gen import regenerate  # finds the other generators

import case
import trt_network

PROGRAM = sys.argv.pop(1)
EARLY = ("read", "load")


def all_runs():
    """(name of the run, its model, the run as case.json has it)."""
    corpus = case.Corpus()
    for family in regenerate.WAITING:
        importlib.import_module(family).add_cases(corpus)
    for path in corpus.counts:
        front = json.loads(corpus.files[path + "/case.json"])
        text = corpus.files[path + "/model.json"].decode()
        for run in front["runs"]:
            yield "%s/%s" % (path, run["name"]), trt_network.expanded(text, front.get("columns"), run.get("at")), run


def same_tensor(expected, actual):
    return (expected["type"], expected["shape"]) == (actual["type"], actual["shape"]) and all(
        e is None or e == a for e, a in zip(expected["values"], actual["values"]))


def accepts(expected, actual):
    """Whether one result of a run is what the oracle gives. Elements without a specified value are ignored."""
    if "rejected" in expected:
        rules = expected["rejected"]["rule"]
        in_phase = (actual.get("phase") in EARLY) == (expected["rejected"]["phase"] == "load")
        return "rule" in actual and in_phase and actual["rule"] in ([rules] if isinstance(rules, str) else rules)
    return len(expected["outputs"]) == len(actual.get("outputs", [])) and "outputs" in actual and all(
        map(same_tensor, expected["outputs"], actual["outputs"]))


class TensorrtRuns(unittest.TestCase):
    def test_every_run_gives_what_its_oracle_gives(self):
        runs = list(all_runs())
        self.assertGreaterEqual(len(runs), 1500)
        networks = [{"model": model, "inputs": run.get("inputs", {})} for _, model, run in runs]
        done = subprocess.run([PROGRAM], input=json.dumps(networks), capture_output=True, text=True, check=True)
        answers = json.loads(done.stdout)
        self.assertEqual(len(answers), len(runs))
        wrong = ["%s: %s, expected %s" % (name, answer, run.get("any_of", [run]))
                 for (name, _, run), answer in zip(runs, answers)
                 if not any(accepts(each, answer) for each in run.get("any_of", [run]))]
        self.assertEqual(wrong, [])


if __name__ == "__main__":
    unittest.main()
