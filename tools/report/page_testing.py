"""Shared by the tests of the page: results with everything that it can show, and a browser."""

import json
import pathlib

import browser
import page
import results as read
import samples
from samples import run, tensor

EVIL = "</script><script>window.evil = 1</script><img src=x onerror='window.evil = 1'> \0 &amp; <b>"
TRIP_CASE, _, TRIP_RUN = samples.TRIP.rpartition("/")
RAMP = [10 * row + column for row in range(20) for column in range(3)]
WRONG = samples.wrong(tensor(*RAMP, shape=[20, 3]), tensor(*RAMP[:31], -1, *RAMP[32:], shape=[20, 3]), [31])
SCAN = samples.wrong(tensor(0, 1, 2, element_type="i64"), tensor(0, 3, 3, element_type="i64"), [1, 2], output=2, name="numbers")
SHAPE = {"output": 0, "name": "y", "compare": "bits", "expected": tensor(4, 5), "actual": tensor(7, 8, 9, element_type="i64")}
SEEN = [{"when": "first", "inference": 0, "outcome": "wrong value", "counts": True, "text": "first at [1]"},
        {"when": "reference pair", "inference": 0, "outcome": "crashed", "counts": False, "other": "a/b/other", "text": "signal 11"}]
VIEWS = ("#/", "#/runs", "#/rule/BACK-2", f"#/case/{TRIP_CASE}", f"#/run/{samples.TRIP}", f"#/run/{samples.SWAP}/grid",
         f"#/run/{samples.SWAP}/odd_shape", "#/rule/MINE-1", "#/nowhere")


def write_page(folder, *files):
    all_results = [read.read_results(file) for file in files]
    read.label_results(all_results)
    file = pathlib.Path(folder, "index.html")
    file.write_text(page.render_page(page.page_data(all_results, docs_url="../docs")), encoding="utf-8")
    return file


class PageCase(browser.PageCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        passed = [run(f"{samples.SWAP}/r{k}") for k in range(40)]
        said = {"text": "first at [1]\n" + EVIL, "stderr": "\x1b[31m" + EVIL}
        mine = [*passed, run(samples.TRIP, "wrong value", rules=["TRIP-2", "OUT-2"], wrong=[SCAN], observations=SEEN, **said),
                run(f"{samples.SWAP}/grid", "wrong value", wrong=[WRONG]),
                run(f"{samples.SWAP}/odd", "accepted", tier="survey", given=[tensor(7, 8)]),
                run("invalid/whole_documents/json/whole", "skipped", rules=["READ-1"], text="skipped: no")]
        mine += [run(f"{samples.SWAP}/odd_{word}", f"wrong {word}", wrong=[SHAPE], rules=["MINE-1"]) for word in ("shape", "type")]
        used = {"when": "used process", "inference": 0, "outcome": "crashed", "counts": False, "text": "signal 11"}
        mine += [run("loop/back_edges/fibonacci/n_5", rules=["BACK-1"], observations=[used])]
        mine += [run(f"{samples.SWAP}/partial{k}", rules=["SLICE-3"]) for k in range(3)]
        mine += [run(f"{samples.SWAP}/left_out{k}", "skipped", rules=["SLICE-3"], text=f"skipped: no axis {k}", signature=f"no {part}")
                 for k in range(50) for part in ("If" if k % 5 else "Loop",)]
        mine += [run(f"{samples.SWAP}/many{k}", "crashed", text=f"signal {k}", signature="signal 11" if k % 10 else "exit code 7") for k in range(230)]
        listed = {"kind": "bug", "reason": "it is slow"}
        other = [*passed, run(samples.TRIP, rules=["TRIP-2", "OUT-2"], listed=listed, unexpected="passes, but is listed"),
                 run(f"{samples.SWAP}/grid", "timed out", listed=listed)]
        cls.file = write_page(cls.folder, samples.write_runs(cls.folder, "a.jsonl", mine, started=samples.STARTED),
                              samples.write(cls.folder, "b.jsonl", [{**samples.header(name=EVIL, runs=999), "expectations": "e.txt"}, *other]))
        cls.evil_label = read.read_results(cls.folder / "b.jsonl").name

    def setUp(self):
        super().setUp()
        self.open("#/")

    def open(self, address):
        super().open(self.file.as_uri() + address)

    def click(self, text):
        """Click the link or button with this text."""
        found = f"[...document.querySelectorAll('a, button')].find((e) => e.textContent === {json.dumps(text)})"
        self.assertTrue(self.js(f"Boolean({found})"), f"nothing to click: {text}")
        self.js(f"{found}.click()")

    def until_title(self, title):
        self.browser.until(f"document.querySelector('h1').textContent === {json.dumps(title)}")

    def choose(self, name, value):
        self.js(f"""(() => {{ const field = document.getElementById("filters").elements[{json.dumps(name)}];
                 field.value = {json.dumps(value)};
                 field.dispatchEvent(new Event(field.tagName === "SELECT" ? "change" : "input", {{bubbles: true}})); }})()""")

    def chosen(self):
        return self.js("Object.fromEntries([...new FormData(document.getElementById('filters'))].filter(([, value]) => value))")
