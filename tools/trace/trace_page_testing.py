"""Shared by the tests of the page: traces of real models, traces written by hand, and a browser."""

import json
import os
import pathlib
import re
import subprocess
import sys

import browser

BACKEDGE = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else ""
DATA = pathlib.Path("testdata").resolve()
EVIL = "</script><script>window.evil = 1</script><img src=x onerror='window.evil = 1'> \u0000 &amp; <b>"


def npy(dtype, shape, data):
    """The bytes of a .npy file."""
    head = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape}, }}"
    head += " " * (-(len(head) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head.encode() + data


def i64(*values, shape=None):
    return npy("<i8", shape if shape is not None else (len(values),), b"".join(value.to_bytes(8, "little", signed=True) for value in values))


def run(*words):
    environment = {k: v for k, v in os.environ.items() if k != "BUILD_WORKING_DIRECTORY"}
    return subprocess.run([BACKEDGE, *map(str, words)], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=250)


def tensor(*values, element_type="i32", shape=None, **more):
    return {"type": element_type, "shape": [len(values)] if shape is None else shape, "values": list(values), **more}


def counting(iterations, engine="mine 1", wrong=(), name="count", bound=None):
    """A trace by hand: in iteration i of a loop, a Result is i + 1, or -1 in the iterations `wrong`."""
    rows = [{"kind": "parameter", "name": "n", "value": 0, "from": 0, "back_edge": 2},
            {"kind": "layer", "name": name, "type": "Add", "value": 1, "inputs": [0]},
            {"kind": "result", "name": "next", "value": 1}]
    outer = [{"kind": "parameter", "name": "start", "value": 0},
             {"kind": "layer", "name": "loop", "type": "Loop", "value": 1, "inputs": [0], "bodies": [1]}]
    numbers = [tensor(-1 if k - 1 in wrong else k) for k in range(iterations + 1)]
    columns = [[i, i + 1, i + 1] for i in range(iterations)]
    return {"format": "backedge-trace", "version": 1, "model": "model " + name, "engine": engine,
            "graphs": [{"title": "m", "rows": outer}, {"title": "body", "rows": rows, "outputs": [{"value": 1, "row": 2, "joining": "joined along axis 0"}]}],
            "tensors": numbers,
            "runs": [{"graph": 0, "iterations": 1, "columns": [[0, iterations]], "inner": [[0, 1, 1]]},
                     {"graph": 1, "iterations": iterations, "bound": bound if bound is not None else iterations, "columns": columns}]}


class TracePageCase(browser.PageCase):
    width = 1280

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.made = {}

    def input_file(self, name, content):
        file = self.folder / name
        file.write_bytes(content)
        return file

    def trace(self, model, *words):
        """Write the page of a model, once, and open it. The result is its file."""
        key = (model, *map(str, words))
        if key not in self.made:
            page = self.folder / f"page{len(self.made)}.html"
            done = run("trace", DATA / model, "--html", page, *words)
            self.assertTrue(page.exists(), done.stdout)
            self.made[key] = page
        self.open(self.made[key].as_uri())
        return self.made[key]

    def show(self, *traces):
        """Open the page of traces that were written by hand."""
        if "template" not in self.made:
            page = self.trace("bench/add_loop.xml", "--fill", "random:1", "--iterations", "0:0", "--max-iterations", "2")
            self.made["template"] = page.read_text(encoding="utf-8")
        data = json.dumps({"traces": traces}).replace("<", "\\u003c")
        page = self.folder / "by_hand.html"
        text = re.sub(r'(id="data">).*?(</script>)', lambda found: found[1] + data + found[2], self.made["template"], count=1, flags=re.S)
        page.write_text(text, encoding="utf-8")
        self.open(page.as_uri())

    def cells(self, name):
        """The texts of the drawn cells in the first row with this name."""
        row = f"[...document.querySelectorAll('.grid tr')].find((r) => r.querySelector('.name')?.textContent === {json.dumps(name)})"
        return self.js(f"[...{row}.querySelectorAll('td[data-iteration]')].map((c) => c.textContent)")

    def click(self, selector):
        self.js(f"document.querySelector({json.dumps(selector)}).click()")

    def focus(self):
        """The focused cell: its row, its iteration, and what a screen reader says about it."""
        return self.js("((e) => [e.closest('tr')?.querySelector('.name')?.textContent, e.dataset.iteration, e.ariaLabel])(document.activeElement)")
