"""Tests in a headless Chromium what the page shows of runs that did not pass: reasons, answers, links."""

import json

import browser
import page_testing
import samples
from page_testing import VIEWS


class PageReasonsTest(page_testing.PageCase):
    def test_skipped_runs_do_not_count_as_passed(self):
        row = "[...document.querySelectorAll('.matrix tr')].find((r) => r.textContent.startsWith('SLICE-3'))"
        self.assertEqual(self.js(f"[...{row}.querySelectorAll('td')].map((c) => c.textContent)"), ["◐ 3 of 5350 skipped", "no run"])
        self.assertEqual(self.js(f"{row}.querySelector('a.cell').className"), "cell partial")
        self.assertEqual(self.js(f"{row}.querySelector('a.cell').getAttribute('aria-label')"), "SLICE-3, mine: 3 of 53: passed, 50 skipped")

    def test_a_rule_that_is_not_in_the_specification(self):
        self.click("MINE-1")
        self.until_title("MINE-1")
        self.assertIn("not in the specification", self.texts(".note")[0])
        self.assertEqual(self.js("document.querySelectorAll('main a[href*=docs]').length"), 0)

    def test_reasons_are_counted(self):
        rows = dict(self.js("[...document.querySelectorAll('.reasons tbody tr:has(td)')].map((r) => [r.children[0].textContent, r.children[1].textContent])"))
        self.assertEqual(rows, {"crashed signal 11": "207", "crashed exit code 7": "23", "wrong value see the runs": "2",
                                "wrong shape see the runs": "1", "wrong type see the runs": "1", "timed out see the runs": "0",
                                "accepted see the runs": "1", "skipped no If": "40", "skipped no Loop": "10", "skipped no": "1"})

    def test_a_reason_leads_to_its_runs(self):
        self.js("[...document.querySelectorAll('.reasons tr')].find((r) => r.textContent.includes('no Loop')).querySelector('td a').click()")
        self.until_title("Runs: skipped")
        self.assertEqual(self.chosen(), {"backend": "mine", "outcome": "skipped", "why": "no Loop"})
        self.assertEqual(self.texts("#status"), ["10 runs, of which 10 skipped"])
        self.assertEqual(self.texts(".runs tbody th"), [f"{samples.SWAP}/left_out{k}" for k in range(0, 50, 5)])

    def test_runs_are_grouped_by_reason(self):
        self.open("#/runs?backend=mine")
        heads = self.texts(".reason summary")
        self.assertEqual([head.replace("✗ ", "") for head in heads[:3]],
                         ["crashed signal 11 207 runs", "crashed exit code 7 23 runs", "wrong value  2 runs"])
        self.assertIn("– skipped no If 40 runs", heads)
        closed = "[...document.querySelectorAll('.reason')].find((e) => e.textContent.includes('no If'))"
        self.assertEqual(self.js(f"{closed}.querySelectorAll('tr').length"), 0)
        self.js(f"{closed}.querySelector('summary').click()")
        self.browser.until(f"{closed}.querySelectorAll('tbody tr').length === 10")
        self.js(f"{closed}.querySelector('button').click()")
        self.assertEqual(self.js(f"[{closed}.querySelectorAll('tbody tr').length, {closed}.querySelectorAll('button').length]"), [40, 0])

    def test_outputs_of_another_shape_or_type(self):
        for word in ("shape", "type"):
            self.open(f"#/run/{samples.SWAP}/odd_{word}")
            self.assertEqual(self.texts(".values p"), ["expected: i32[2]", "actual: i64[3]"])
            self.assertEqual(self.texts(".values tbody td"), ["4", "", "5", "", "7", "", "8", "", "9", ""])
            self.assertNotIn("[object", self.js("document.body.textContent"))

    def test_every_answer_is_listed(self):
        self.open(f"#/run/{samples.TRIP}")
        rows = self.js("[...document.querySelectorAll('.answers tbody tr')].map((r) => [...r.children].map((c) => c.textContent))")
        self.assertEqual(rows, [["first", "0", "wrong value", "", "first at [1]"],
                                ["reference pair", "0", "crashed (does not count)", "a/b/other", "signal 11"]])

    def test_a_run_that_passed_and_crashed_in_a_used_process(self):
        self.open("#/runs?rule=BACK-1")
        self.assertEqual(self.texts(".runs p, .runs th[scope=row]"), ["Passed, but listed as failing or not reproducible: 1 run", "loop/back_edges/fibonacci/n_5"])
        self.click("loop/back_edges/fibonacci/n_5")
        self.until_title("n_5")
        self.assertEqual(self.texts(".answers tbody tr > *"), ["used process", "0", "crashed (does not count)", "", "signal 11"])

    def test_no_link_and_no_button_fails(self):
        """Follow links, press every button, open every section of some pages. tearDown checks for errors."""
        done = set()
        for address in VIEWS:
            self.open(address)
            links = self.js("[...document.querySelectorAll('main a[href^=\"#\"]')].map((e) => e.getAttribute('href'))")
            for link in [link for link in links if link not in done][:8]:
                done.add(link)
                self.js(f"location.hash = {json.dumps(link)}")
                self.browser.until(f"location.hash === {json.dumps(link)} && document.querySelector('main h1') !== null")
                self.js("document.querySelectorAll('main button, main summary').forEach((e) => e.click())")
                text = self.js("document.querySelector('main').textContent")
                self.assertNotRegex(text, r"\[object |undefined|NaN", link)


if __name__ == "__main__":
    browser.run_tests("dot")
