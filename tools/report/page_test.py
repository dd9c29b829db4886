"""Tests the page in a headless Chromium: opening, filters, details, history, and accessibility."""

import tempfile

import browser
import page_testing
import samples
from browser import CONTRASTS
from page_testing import EVIL, TRIP_CASE, TRIP_RUN, VIEWS, write_page
from samples import run, tensor

class PageTest(page_testing.PageCase):
    def test_opens_without_requests(self):
        asked = {url.partition("#")[0] for url in self.browser.take_requests() if not url.startswith(("data:", "about:"))}
        self.assertIn(self.file.as_uri(), asked)
        self.assertTrue(all(url.startswith("file:") and url.endswith("/index.html") for url in asked), asked)
        self.assertEqual(self.js("document.title"), "Conformance results · backedge results")

    def test_scoreboard_shows_incomplete_results(self):
        rows = self.js("[...document.querySelectorAll('.number tr')].map((r) => [...r.children].map((c) => c.textContent))")
        cells = {row[0]: row[1:] for row in rows}
        self.assertEqual(cells["runs"], ["330", "42 (incomplete)"])
        self.assertEqual((cells["✓ passed"], cells["✗ failed"], cells["≈ differ (survey)"], cells["– skipped"]),
                         (["44", "41"], ["234", "1"], ["1", "0"], ["51", "0"]))
        self.assertEqual(cells["passed (without skipped runs)"], ["15.7 %", "97.6 %"])
        self.assertEqual(cells["passed (all runs)"], ["13.3 %", "97.6 %"])
        self.assertEqual(cells["differ from the list"], ["", "1"])
        self.assertEqual((cells["crashed"], cells["timed out"]), (["230", "0"], ["0", "1"]))
        self.assertTrue(any("did not finish" in note for note in self.texts(".note")))
        self.assertIn(self.evil_label, self.texts(".number thead th"))

    def test_rules_by_backend(self):
        row = "[...document.querySelectorAll('.matrix tr')].find((r) => r.textContent.startsWith('BACK-2'))"
        self.assertEqual(self.js(f"[...{row}.querySelectorAll('td')].map((c) => c.textContent)"), ["✗ 231 of 272", "✗ 1 of 41"])
        self.assertIn("BACK-2, mine: 231 of 272: failed", self.js(f"{row}.querySelector('td a').getAttribute('aria-label')"))

    def test_drills_down_from_a_rule_to_the_first_difference(self):
        self.click("TRIP-2")
        self.until_title("TRIP-2")
        self.assertIn("documented", self.texts("dd")[0])
        self.assertEqual(self.js("document.querySelector('dd a').getAttribute('href')"), "../docs/spec/trip_count.md#TRIP-2")
        self.click(TRIP_CASE)
        self.until_title(TRIP_CASE)
        self.assertGreater(self.js("document.querySelectorAll('.picture svg .node').length"), 8)
        self.assertEqual(self.js("document.querySelectorAll('.picture svg .back').length"), 1)
        self.assertIn("back edge", "".join(self.texts("details th")))
        self.click(TRIP_RUN)
        self.until_title(TRIP_RUN)
        self.assertEqual(self.texts(".values tr.first > *"), ["[1]", "1 differs", "3 differs", "◀ first"])
        self.assertIn("first at [1]; it begins in iteration 1", self.texts(".values p")[0])
        for command, words in zip(self.texts(".command"), ("verify --filter", "explain-failure", "shrink"), strict=True):
            self.assertTrue(command.startswith(f"bazel run -c opt //tools:backedge -- {words} {samples.TRIP} "), command)
            self.assertIn(" --timeout 60", command)
        self.assertIn("Run them in /srv/mine", self.texts("section p"))
        self.assertEqual(self.texts("h2 .cell"), ["✗ wrong value", "✓ passed"])
        self.assertEqual(self.texts(".note"), ["passes, but is listed"])

    def test_short_rows_of_values_are_on_one_line(self):
        self.open(f"#/run/{samples.SWAP}/grid")
        self.assertEqual(self.texts(".values tr.first > *"), ["[10,:]", "100101 differs102", "100-1 differs102", "◀ first"])
        self.assertEqual(self.texts("h2 .cell"), ["✗ wrong value", "✗ timed out"])
        self.assertEqual(self.texts("section:nth-of-type(2) p")[0], "Listed as bug: it is slow.")

    def test_outputs_instead_of_a_rejection(self):
        self.open(f"#/run/{samples.SWAP}/odd")
        self.assertEqual(self.texts(".values tbody td"), ["7", "", "8", ""])

    def test_a_filter_is_in_the_address_and_survives_a_reload(self):
        self.choose("backend", "mine")
        self.choose("outcome", "crashed")
        self.choose("text", "swap")
        self.assertIn("backend=mine&outcome=crashed&text=swap", self.js("location.hash"))
        self.assertEqual(self.texts(".matrix thead th"), ["Reason", "mine", "Rule", "mine"])
        self.assertEqual(self.texts("#status"), ["327 runs, of which 230 crashed"])
        before = self.texts("main")
        self.browser.reload()
        self.assertEqual(self.chosen(), {"backend": "mine", "outcome": "crashed", "text": "swap"})
        self.assertEqual(self.texts("main"), before)

    def test_filters_stay_when_a_link_is_followed(self):
        self.choose("tier", "survey")
        self.click("BACK-2")
        self.until_title("BACK-2")
        self.assertEqual(self.chosen(), {"tier": "survey"})
        self.assertEqual(self.texts(".matrix td"), ["≈ 1", "no run"])

    def test_back_and_forward(self):
        self.choose("area", "loop")
        self.click("BACK-2")
        self.until_title("BACK-2")
        self.js("history.back()")
        self.until_title("Conformance results")
        self.assertEqual(self.chosen(), {"area": "loop"})
        self.js("history.back()")
        self.browser.until("!document.getElementById('filters').elements.area.value")
        self.js("history.go(2)")
        self.until_title("BACK-2")
        self.assertEqual(self.chosen(), {"area": "loop"})

    def test_the_text_filter_searches_messages(self):
        self.open("#/runs")
        self.choose("text", "signal 117")
        self.assertEqual(self.texts(".runs tbody th"), [f"{samples.SWAP}/many117"])
        self.choose("text", "nothing has this")
        self.assertEqual(self.texts("#status"), ["0 runs, of which 0 failed"])

    def test_clear(self):
        self.open("#/rule/BACK-2?area=loop&text=swap")
        self.click("Clear")
        self.browser.until("location.hash === '#/rule/BACK-2'")
        self.assertEqual(self.chosen(), {})

    def test_long_lists_are_shown_in_steps(self):
        self.open("#/runs?outcome=crashed&why=signal+11")
        self.assertEqual(len(self.texts(".runs tbody tr")), 100)
        for _ in range(2):
            self.js("[...document.querySelectorAll('button')].find((e) => e.textContent.startsWith('Show more')).click()")
        self.assertEqual(len(set(self.texts(".runs tbody th"))), 207)
        self.assertEqual(self.texts("main button"), [])

    def test_pages_that_do_not_exist(self):
        for address in ("#/case/no/such", "#/rule/constructor", "#/run/a/b/%E0%A4%A", "#/toString", "#/?backend=nobody&rule=X-1"):
            self.open(address)
            self.assertEqual(len(self.texts("h1")), 1, address)

    def test_messages_are_shown_as_text(self):
        self.open(f"#/run/{samples.TRIP}")
        self.assertIn(EVIL, self.texts("pre")[0])
        self.assertEqual(self.js("document.querySelectorAll('main script, main img').length"), 0)

    def test_no_page_is_wider_than_a_phone(self):
        self.browser.resize(360, 740, phone=True)
        for address in VIEWS:
            self.open(address)
            self.js("document.querySelectorAll('details').forEach((e) => { e.open = true; })")
            self.assertLessEqual(self.js("document.documentElement.scrollWidth"), 360, address)
            self.assertEqual(self.js("innerWidth"), 360, address)

    def test_contrast_in_light_and_dark_mode(self):
        backgrounds = set()
        for scheme in ("light", "dark"):
            self.browser.prefer(scheme)
            for address in VIEWS:
                self.open(address)
                contrast, text = self.js(CONTRASTS)
                self.assertGreaterEqual(contrast, 4.5, f"{scheme} {address}: {text[:80]}")
            backgrounds.add(self.js("getComputedStyle(document.body).backgroundColor"))
        self.assertEqual(len(backgrounds), 2)

    def test_screen_readers(self):
        for address in VIEWS:
            self.open(address)
            wrong = self.js("""[
              ...document.querySelectorAll("th:not([scope]), [role=region]:not([aria-label]), table:not([aria-label])"),
              ...document.querySelectorAll("svg:not([role=img] svg)"),
              ...[...document.querySelectorAll("select, input")].filter((e) => !e.labels.length),
              ...[...document.querySelectorAll("a, button, summary")].filter((e) => !(e.ariaLabel || e.textContent).trim()),
            ].map((e) => e.outerHTML.slice(0, 200))""")
            self.assertEqual(wrong, [], address)
            for landmark in ("main", "nav[aria-label]", "[role=search]", "[role=status]", "h1"):
                self.assertEqual(self.js(f"document.querySelectorAll('{landmark}').length"), 1, landmark)
            levels = self.js("[...document.querySelectorAll('h1, h2, h3')].map((e) => Number(e.tagName[1]))")
            self.assertTrue(all(below <= above + 1 for above, below in zip(levels, levels[1:])), levels)

    def test_the_keyboard(self):
        self.browser.press("Tab")
        self.assertEqual(self.js("document.activeElement.id"), "skip")
        self.browser.press("Enter")
        self.assertEqual(self.js("document.activeElement.id"), "main")
        self.js("[...document.querySelectorAll('.matrix a')].find((e) => e.textContent === 'BACK-2').focus()")
        self.browser.press("Enter")
        self.until_title("BACK-2")
        self.assertEqual(self.js("document.activeElement.tagName"), "H1")

    def test_four_backends_of_18000_runs_open_quickly(self):
        values = tensor(*range(60))
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for backend in range(4):
                wrongs = [samples.wrong(values, tensor(*range(k, k + 60)), [k % 60]) for k in range(18000)]
                runs = [run(f"plumbing/slice_grid/dim_5/r{k}", "wrong value" if (k + backend) % 4 == 0 else "passed",
                            text=f"first at [{k % 60}] of i32[60]", wrong=[wrong]) for k, wrong in enumerate(wrongs)]
                files.append(samples.write_runs(folder, f"{backend}.jsonl", runs, name=f"backend {backend}"))
            large = write_page(folder, *files)
            self.assertLess(large.stat().st_size, 15 << 20)
            self.browser.open("about:blank")
            self.browser.open(large.as_uri())
            self.assertEqual(self.texts("#status"), ["72,000 runs, of which 18,000 failed"])
            self.assertLess(self.js("performance.timing.loadEventEnd - performance.timing.responseEnd"), 10000)


if __name__ == "__main__":
    browser.run_tests("dot")
