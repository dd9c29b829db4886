"""Tests `backedge trace`: the page, the JSON, limits and errors."""

import json
import os
import re
import unittest

from backedge_test import Program


class TraceTest(Program):
    SUM = ("trace", "sum.xml", "--input", "X=x.npy", "--input", "1=h.npy")
    ENDLESS = ("trace", "endless.xml", "--input", "N=n.npy", "--max-iterations", "20")

    def page_data(self, name):
        """The traces in a page."""
        page = self.read(name).decode()
        return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)[1])["traces"]

    def numbers(self, trace, run, kind):
        """The values of the first row of a kind, by iteration."""
        run = trace["runs"][run]
        row = next(k for k, row in enumerate(trace["graphs"][run["graph"]]["rows"]) if row["kind"] == kind)
        return [trace["tensors"][column[row]]["values"] for column in run["columns"]]

    def test_writes_a_page_and_json(self):
        self.assertEqual(self.backedge(*self.SUM, "--html", "p.html", "--json", "t.json").stdout, "")
        trace = json.loads(self.read("t.json"))
        self.assertEqual(self.page_data("p.html"), [trace])
        self.assertEqual((trace["format"], trace["version"], trace["model"]), ("backedge-trace", 1, "sum.xml"))
        # X is cut from the right: 4, 3, 2, 1; h begins with 0.5
        self.assertEqual(self.numbers(trace, 1, "parameter"), [[4], [3], [2], [1]])
        self.assertEqual(self.numbers(trace, 1, "result"), [[4.5], [7.5], [9.5], [10.5]])
        self.assertEqual(trace["runs"][1]["parts"], {"0": {"first": 3, "step": -1, "width": 1, "count": 4}})
        self.assertEqual(trace["graphs"][1]["rows"][1]["back_edge"], 3)

    def test_page_and_json_are_two_files(self):
        self.assertIn("expected two files", self.backedge(*self.SUM, "--html", "t", "--json", "./t", code=2).stderr)
        self.assertFalse(os.path.exists(self.path("t")))

    def test_keeps_chosen_iterations(self):
        self.backedge(*self.SUM, "--json", "t.json", "--iterations", "2:2")
        trace = json.loads(self.read("t.json"))
        self.assertEqual((trace["runs"][1]["first"], trace["runs"][1]["iterations"]), (2, 4))
        self.assertEqual(self.numbers(trace, 1, "parameter"), [[2]])

    def test_writes_the_page_of_a_run_that_fails(self):
        done = self.backedge(*self.ENDLESS, "--html", "p.html", code=1)
        self.assertIn("LIMIT-1", done.stderr)
        (trace,) = self.page_data("p.html")
        self.assertIn("LIMIT-1", trace["error"])
        self.assertEqual(self.numbers(trace, 1, "parameter"), [[3 << k] for k in range(20)])

    def test_shows_another_trace_beside_it(self):
        self.backedge(*self.SUM, "--json", "t.json")
        other = {**json.loads(self.read("t.json")), "engine": "</script>"}
        self.write("other.json", json.dumps(other))
        self.backedge(*self.SUM, "--html", "p.html", "--beside", "other.json")
        self.assertEqual([trace["engine"] for trace in self.page_data("p.html")[1:]], ["</script>"])
        self.write("other.json", "{}")
        error = self.error(*self.SUM, "--html", "q.html", "--beside", "other.json")
        self.assertEqual((error["rule"], error["where"]), ("FILE-2", "other.json"))
        self.assertFalse(os.path.exists(self.path("q.html")))

    def test_wrong_usage(self):
        for words in ([], ["--html", "p.html", "--iterations", "3"], ["--html", "p.html", "--iterations", "3:2"],
                      ["--html", "p.html", "--max-size", "0"],
                      ["--html", "p.html", "--input", "x="]):
            self.assertNotEqual(self.backedge(*self.SUM, *words, code=2).stderr, "", words)

    def test_a_trace_beside_it_that_is_missing(self):
        said = self.backedge(*self.SUM, "--html", "p.html", "--beside", "missing.json", code=1).stderr
        self.assertIn("missing.json: READ-1\n  the trace cannot be read", said)

    def test_help_states_the_limits(self):
        text = " ".join(self.backedge("trace", "--help").stdout.split())
        for limit in ("more than 16 elements", "at most 256 cells", "after 100000 iterations", "--max-size"):
            self.assertIn(limit, text)


if __name__ == "__main__":
    unittest.main()
