"""Tests the page of a trace in a headless Chromium: grid, keys, nested loops, two traces, many iterations."""

import browser
import trace_page_testing as testing
from browser import CONTRASTS
from trace_page_testing import EVIL, counting, i64, tensor

REAL = ("examples/real_ti.xml", "--fill", "random:1")


class TracePageTest(testing.TracePageCase):
    def nested(self):
        """An iterator of 3 iterations around a Loop of 2, 0 and 3 iterations, which triples a number."""
        counts = self.input_file("counts.npy", i64(2, 0, 3))
        start = self.input_file("start.npy", i64(2))
        return self.trace("nested/loop_in_iterator/model.xml", "--input", f"counts={counts}", "--input", f"H0={start}")

    def test_opens_without_requests(self):
        page = self.trace(*REAL)
        self.browser.take_requests()
        self.open(page.as_uri())
        asked = [url for url in self.browser.take_requests() if not url.startswith(("data:", "about:"))]
        self.assertEqual(set(asked), {page.as_uri()})
        self.assertIn("backedge trace", self.js("document.title"))

    def test_rows_and_columns(self):
        self.trace(*REAL)
        self.assertEqual(self.texts(".grid thead th[data-iteration]"), ["0", "1", "2", "3", "4"])
        groups = self.texts(".grid .group th")
        self.assertEqual(groups, ["Sliced inputs", "Parameters", "Layers", "Results", "Goes on?", "Scan outputs"])
        self.assertEqual(self.texts(".grid .layer .name"), ["Multiply_7", "Add_8", "Tanh_9"])
        self.assertEqual(self.cells("after this iteration"), ["✓ 1 < 5", "✓ 2 < 5", "✓ 3 < 5", "✓ 4 < 5", "■ number of parts 5"])
        self.assertEqual(self.texts(".run > p"), ["5 iterations; the sliced inputs have 5 parts."])
        # 4 back edges between 5 iterations, 5 slices, 2 scan outputs of 5 parts
        arrows = [self.js(f"document.querySelectorAll('.arrows .{kind}').length") for kind in ("back", "slice", "scan")]
        self.assertEqual(arrows, [4, 5, 10])

    def test_scan_outputs_grow(self):
        self.trace(*REAL)
        self.assertEqual(self.cells("Result_11 → TensorIterator_12")[:3], ["1 part", "2 parts", "3 parts"])
        # The columns of pixels that are not empty, in each iteration.
        drawn = """(nth) => [...[...document.querySelectorAll('.grid tr.scan')][nth].querySelectorAll('canvas')].map((c) => {
          const data = c.getContext('2d').getImageData(0, 0, c.width, 1).data, empty = String([236, 238, 241, 255]);
          return [...Array(c.width).keys()].map((x) => String(data.slice(4 * x, 4 * x + 4)) === empty ? '.' : '#').join(''); })"""
        self.assertEqual(self.js(f"({drawn})(0)"), ["#....", "##...", "###..", "####.", "#####"])
        self.assertEqual(self.js(f"({drawn})(1)"), ["....#", "...##", "..###", ".####", "#####"])

    def test_the_keyboard(self):
        self.trace(*REAL)
        self.js("document.querySelector('td[tabindex=\"0\"]').focus()")
        self.assertEqual(self.focus()[:2], ["xi", "0"])
        for key, place in (("arrow_right", ["xi", "1"]), ("arrow_down", ["hi", "1"]), ("end", ["hi", "4"]), ("arrow_right", ["hi", "4"]),
                           ("arrow_left", ["hi", "3"]), ("arrow_up", ["xi", "3"]), ("home", ["xi", "0"]), ("page_down", ["xi", "4"])):
            self.browser.press(key)
            self.assertEqual(self.focus()[:2], place, key)
        self.assertEqual(self.js("document.querySelector('#jump').value"), "4")
        self.assertEqual(self.texts("#status"), ["iteration 4 of TensorIterator_12"])
        self.browser.press("arrow_down")
        self.assertIn("hi, iteration 4: f32[2,1,3]: ", self.focus()[2])
        self.assertIn("back edge from Result “Result_10” of iteration 3", "".join(self.texts("#details p")))
        self.browser.send("g")
        self.assertEqual(self.js("document.activeElement.id"), "jump")
        self.browser.send("2")
        self.browser.press("enter")
        self.assertEqual(self.texts(".grid thead th.current"), ["2"])

    def test_the_bar_steps_and_ends(self):
        self.trace(*REAL)
        self.assertTrue(self.js("document.querySelector('#previous').disabled"))
        for button, current in (("#next", "1"), ("#last", "4"), ("#previous", "3"), ("#first", "0")):
            self.click(button)
            self.assertEqual(self.texts(".grid thead th.current"), [current])
        self.js("(document.querySelector('#jump').value = 99, document.querySelector('#jump').onchange())")
        self.assertEqual(self.texts(".grid thead th.current"), ["4"])
        self.assertTrue(self.js("document.querySelector('#next').disabled"))

    def test_loops_inside_open_in_place_and_follow(self):
        self.nested()
        self.click(".opener")
        inner = ".inner .grid thead th[data-iteration]"
        self.assertEqual(self.texts(inner), ["0", "1"])
        self.assertIn("in iteration 0", self.texts(".inner h3")[0])
        self.click("#next")
        self.assertEqual(self.texts(inner), [])
        self.assertIn("0 iterations", self.texts(".inner .run > p")[0])
        self.click("#next")
        self.assertEqual(self.texts(inner), ["0", "1", "2"])
        self.assertEqual(self.js("document.querySelectorAll('.grid .opener[aria-expanded=true]').length"), 1)
        self.click(".opener")
        self.assertEqual(self.texts(inner), [])

    def test_the_keyboard_opens_a_loop(self):
        self.nested()
        self.js("document.querySelector('.grid tr.layer:has(.opener) td[data-iteration]').click()")
        self.browser.press("enter")
        self.assertTrue(self.js("Boolean(document.activeElement.closest('.inner'))"))
        self.browser.press("arrow_right")
        self.assertEqual(self.focus()[1], "1")
        self.assertEqual(self.texts("#where"), ["outer › iteration 0 › inner"])

    def test_a_loop_without_iterations(self):
        self.show(counting(0, bound=0))
        self.assertEqual(self.texts(".grid td[data-iteration]"), [])
        self.assertIn("0 iterations", self.texts(".run > p")[0])

    def test_two_traces_and_their_first_difference(self):
        self.show(counting(8, "backedge"), counting(8, "mine 1", wrong=(5, 6)))
        # 4 rows have the wrong number: the Parameter of iterations 6 and 7, layer and Result of 5 and 6
        self.assertIn("6 values differ. The first: loop › iteration 5 › “count”.", self.texts(".note")[0])
        self.assertEqual(self.focus()[:2], ["count", "5"])
        self.assertIn("mine 1: i32[1]: -1; differs; the first difference", self.focus()[2])
        self.assertEqual(self.texts(".first .flag"), ["◀ first"])
        self.assertEqual(self.texts("#details mark"), ["6 differs", "-1 differs"])
        for key, place in (("n", ["next", "5"]), ("n", ["n", "6"]), ("p", ["next", "5"])):
            self.browser.send(key)
            self.assertEqual(self.focus()[:2], place)

    def test_two_traces_that_agree(self):
        theirs = counting(3)
        theirs["tensors"] = [tensor(float(k), element_type="i32") for k in range(4)]
        self.show(counting(3), theirs)
        self.assertEqual(self.texts(".note"), ["No value that both traces have differs beyond rounding."])
        self.assertEqual(self.texts("td.off"), [])

    def test_a_difference_that_another_program_found(self):
        theirs = counting(8, wrong=(5,))
        theirs["first"] = {"run": 1, "iteration": 2, "row": 1, "text": "first at [0]: " + EVIL}
        theirs["runs"][1]["columns"][2][1] = None
        self.show(counting(8), theirs)
        self.assertEqual(self.focus()[:2], ["count", "2"])
        self.assertEqual(self.texts("#details pre"), ["first at [0]: " + EVIL])

    def test_rows_match_by_name(self):
        theirs = counting(3, wrong=(1,))
        theirs["graphs"][1]["rows"].reverse()
        for row in theirs["graphs"][1]["rows"]:
            row.pop("back_edge", None)
        theirs["runs"][1]["columns"] = [column[::-1] for column in theirs["runs"][1]["columns"]]
        self.show(counting(3), theirs)
        self.assertEqual(self.focus()[:2], ["count", "1"])

    def test_names_are_shown_as_text(self):
        self.show(counting(2, name=EVIL), counting(2, engine=EVIL, name=EVIL))
        self.assertIn(EVIL, self.texts(".grid .name"))
        self.assertEqual(self.js("document.querySelectorAll('main img, main script, #details img, header img').length"), 0)

    def test_large_tensors_are_heat_maps(self):
        self.trace("bench/scan_loop.xml", "--fill", "random:1", "--max-iterations", "3", "--iterations", "0:2")
        trace = counting(2)
        trace["tensors"] = [{"type": "f32", "shape": [2, 64], "min": -1, "max": 3, "rows": 2, "columns": 2, "cells": cells}
                            for cells in ("AID+/w==", "/wD+gA==", "AAAAAA==")]
        self.show(trace)
        pixels = self.js("Array.from(document.querySelector('tr.parameter canvas').getContext('2d').getImageData(0, 0, 2, 2).data)")
        colours = [tuple(pixels[4 * k:4 * k + 3]) for k in range(4)]
        self.assertEqual(len(set(colours)), 4)
        self.assertEqual(colours[3], (162, 89, 255))  # not finite
        self.assertGreater(colours[0][2], colours[0][0])  # below 0: blue
        self.assertGreater(colours[2][0], colours[2][2])  # above 0: orange
        self.assertEqual(self.texts("#details dl dd")[1], "-1 … 3")

    def test_a_run_that_ends_with_an_error(self):
        self.trace("bench/scan_loop.xml", "--input", f"trip={self.input_file('trip9.npy', i64(9, shape=()))}", "--fill", "random:1", "--max-iterations", "4")
        self.assertIn("LIMIT-1", self.texts(".note.failed pre")[0])
        self.assertEqual(self.texts(".grid thead th[data-iteration]"), ["0", "1", "2", "3"])

    def test_10000_iterations(self):
        trip = self.input_file("trip.npy", i64(10_000, shape=()))
        self.trace("bench/scan_loop.xml", "--input", f"trip={trip}", "--fill", "random:1")
        load = self.js("performance.timing.loadEventEnd - performance.timing.responseEnd")
        self.assertLess(self.js("document.querySelectorAll('.grid td').length"), 500)
        step = self.browser.measure(lambda: self.js("[...Array(20)].forEach(() => document.querySelector('#next').click())")) / 20
        jump = self.browser.measure(lambda: self.js("((field) => { field.value = 7654; field.onchange(); })(document.querySelector('#jump'))"))
        print(f"10 000 iterations: loaded in {load} ms, a step takes {step:.1f} ms, a jump {jump:.1f} ms")
        self.assertEqual(self.texts(".grid thead th.current"), ["7654"])
        self.assertEqual(self.texts("#last-iteration"), ["of 0 to 9,999"])
        self.assertLess(load, 10000)  # of wall time, on a machine that does other work too
        self.assertLess(step, 50)
        self.assertLess(jump, 200)
        self.click("#last")
        self.assertEqual(self.cells("after this iteration")[-1], "■ trip count 10,000")

    def test_two_traces_of_10000_iterations(self):
        self.show(counting(10_000), counting(10_000, wrong=(9_000,)))
        load = self.js("performance.timing.loadEventEnd - performance.timing.responseEnd")
        print(f"two traces of 10 000 iterations: loaded and compared in {load} ms")
        self.assertEqual(self.focus()[:2], ["count", "9000"])
        self.assertEqual(self.js("document.querySelectorAll('td.off').length"), 3)
        self.assertLess(load, 10000)

    def test_many_layers_are_shown_on_demand(self):
        trace = counting(2)
        body, run = trace["graphs"][1], trace["runs"][1]
        body["rows"][1:1] = [{"kind": "layer", "name": f"layer{k}", "type": "Abs", "value": 10 + k, "inputs": [0]} for k in range(40)]
        body["rows"][0]["back_edge"] = body["outputs"][0]["row"] = 42
        run["columns"] = [[column[0]] * 41 + column[1:] for column in run["columns"]]
        self.show(trace)
        self.assertEqual(len(self.texts(".grid tr.layer")), 24)
        self.js("[...document.querySelectorAll('.grid button')].find((e) => e.textContent === 'Show 17 more layers').click()")
        self.assertEqual(len(self.texts(".grid tr.layer")), 41)

    def test_screen_readers(self):
        for open_page in (lambda: self.trace(*REAL), self.nested, lambda: self.show(counting(4, "ours"), counting(4, "theirs", wrong=(1,)))):
            open_page()
            self.js("document.querySelectorAll('.opener').forEach((e) => e.click())")
            wrong = self.js("""[
              ...document.querySelectorAll("table:not([aria-label]), [role=grid]:not([aria-colcount]), section:not([aria-label])"),
              ...document.querySelectorAll("td[role=gridcell][data-iteration]:not([aria-label]), td[data-iteration]:not([aria-colindex])"),
              ...document.querySelectorAll("canvas:not([aria-hidden]), svg:not([aria-hidden])"),
              ...[...document.querySelectorAll("select, input")].filter((e) => !e.labels.length),
              ...[...document.querySelectorAll("a, button, summary")].filter((e) => !(e.ariaLabel || e.textContent).trim()),
            ].map((e) => e.outerHTML.slice(0, 200))""")
            self.assertEqual(wrong, [])
            for landmark in ("main", "aside[aria-label]", "[role=toolbar][aria-label]", "[role=status]", "h1"):
                self.assertEqual(self.js(f"document.querySelectorAll('{landmark}').length"), 1, landmark)
            grids = self.js("[...document.querySelectorAll('[role=grid]')].map((g) => [...g.querySelectorAll('td[tabindex=\"0\"]')].filter((c) => c.closest('table') === g).length)")
            self.assertEqual(set(grids), {1}, "one cell of each grid can be reached with Tab")
            levels = self.js("[...document.querySelectorAll('main :is(h1, h2, h3)')].map((e) => Number(e.tagName[1]))")
            self.assertTrue(all(below <= above + 1 for above, below in zip(levels, levels[1:])), levels)

    def test_contrast_in_light_and_dark_mode(self):
        for scheme in ("light", "dark"):
            self.browser.prefer(scheme)
            for open_page in (lambda: self.trace(*REAL), lambda: self.show(counting(4, "ours"), counting(4, "theirs", wrong=(1,)))):
                open_page()
                contrast, text = self.js(CONTRASTS)
                self.assertGreaterEqual(contrast, 4.5, f"{scheme}: {text[:80]}")

    def test_a_telephone(self):
        self.browser.resize(390, 840, phone=True)
        for open_page in (lambda: self.trace(*REAL), self.nested):
            open_page()
            self.js("document.querySelectorAll('.opener').forEach((e) => e.click())")
            self.assertLessEqual(self.js("document.documentElement.scrollWidth"), 390)
            self.assertGreaterEqual(self.js("document.querySelectorAll('.grid thead th[data-iteration]').length"), 3)


if __name__ == "__main__":
    browser.run_tests()
