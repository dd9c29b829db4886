"""The models of cases as the page shows them: loops as tables, pictures, and the sources of scan outputs.

backedge reads, describes and draws them (`backedge export`, `backedge explain`).
It also does so with models that must be rejected.
"""

import concurrent.futures
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# Bazel adds the folder of tools/ to the path. The Python package has the program beside this folder.
PLACES = [pathlib.Path(__file__).parent.parent / "bin/backedge", *(pathlib.Path(folder, "tools/backedge") for folder in sys.path)]
BACKEDGE = next(filter(pathlib.Path.is_file, PLACES), "backedge")
MOST_BOXES = 150  # in a picture
LIMIT = 60  # seconds for all pictures
STYLE = ('bgcolor=transparent; pad=0.1; nodesep=0.3; ranksep=0.4; node [fontname="DejaVu Sans", fontsize=11, height=0.3];'
         ' edge [fontname="DejaVu Sans", fontsize=10, arrowsize=0.7]; graph [fontname="DejaVu Sans", fontsize=11, labeljust=l];')


class Models:
    """The models of some runs, without placeholders, until `close`.

    runs    names; those that the corpus does not have are ignored
    fault   why there are no models; empty if there are
    """

    def __init__(self, corpus, runs):
        self.scratch = tempfile.TemporaryDirectory()
        folder = pathlib.Path(self.scratch.name, "runs")
        known, self.fault = run_backedge("list", "--corpus", corpus, "--runs")
        runs = sorted(set(known.splitlines()) & set(runs))
        if runs:
            self.fault = run_backedge("export", "--corpus", corpus, "--out", folder, *runs)[1]
        files = [*folder.rglob("model.xml"), *folder.rglob("model.json")]
        self.files = {file.parent.relative_to(folder).as_posix(): file for file in files}
        said = run_backedge("explain", "--json", *self.files.values())[0] if files else ""
        self.descriptions = dict(zip(self.files, map(json.loads, said.splitlines())))

    def close(self):
        self.scratch.cleanup()

    def describe(self, run):
        """What `backedge explain --json` prints; empty if there is no such run."""
        return self.descriptions.get(run, {})

    def tables(self, run):
        """[{"title", "rows": [[role, from, to, slicing]]}] for each loop, including nested ones."""
        return [{"title": loop["title"], "rows": [row_of(entry) for entry in loop["entries"]]}
                for loop in self.describe(run).get("loops", [])]

    def scans(self, run):
        """{position: (axis, width of a part, joined backward?)} of the scan outputs of loops."""
        return {scan["output"]: (scan["axis"], scan["width"], scan["backward"]) for scan in self.describe(run).get("scans", [])}

    def pictures(self, runs):
        """{run: picture} for those that are small enough; nothing if Graphviz is missing or fails."""
        with concurrent.futures.ThreadPoolExecutor() as pool:
            graphs = dict(zip(runs, pool.map(self.draw, runs)))
        graphs = {run: graph for run, graph in graphs.items() if 0 < graph.count("shape=") <= MOST_BOXES}
        return dict(zip(graphs, render(list(graphs.values()))))

    def draw(self, run):
        """The model in Graphviz' language; empty if it cannot be read."""
        return run_backedge("explain", "--dot", self.files[run])[0] if run in self.files else ""


def run_backedge(*words):
    """Its standard output, and its standard error if it failed."""
    done = subprocess.run([BACKEDGE, *words], capture_output=True, encoding="utf-8", errors="replace")
    return done.stdout, done.stderr if done.returncode else ""


def row_of(entry):
    return [entry["role"], entry["from"], entry["to"], ", ".join(f"{name} {value}" for name, value in entry["slicing"].items())]


def first_iteration(scan, shape, positions):
    """The first iteration that writes one of the positions of a scan output of this shape; None if unknown."""
    axis, width, backward = scan
    if not width or width < 0 or not -len(shape) <= axis < len(shape):
        return None
    axis %= len(shape)
    below = 1
    for dim in shape[axis + 1:]:
        below *= dim
    if not below or not shape[axis] or shape[axis] % width:
        return None
    parts = [position // below % shape[axis] // width for position in positions]
    return shape[axis] // width - 1 - max(parts) if backward else min(parts)


def cleaned(svg):
    """An SVG of Graphviz without the styles that the page sets."""
    svg = re.sub(r"<!--.*?-->|<title>.*?</title>|<\?xml.*?\?>|<!DOCTYPE.*?>", "", svg, flags=re.S)
    svg = re.sub(r' (id|fill|stroke|stroke-dasharray|font-family|font-size|text-anchor|xmlns:xlink|xml:space)="[^"]*"', "", svg)
    svg = re.sub(r"(\d+\.\d)\d+", r"\1", svg)
    svg = re.sub(r'(width|height)="(\d+)pt"', r'\1="\2"', svg)
    return re.sub(r">\s+<", "><", svg).strip()


def render(graphs):
    """The pictures of graphs, or none if Graphviz is missing or fails."""
    if not graphs or not shutil.which("dot"):
        return []
    try:
        styled = "".join(graph.replace("{\n", "{" + STYLE + "\n", 1) for graph in graphs)
        done = subprocess.run(["dot", "-Tsvg"], input=styled, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return []
    pictures = [cleaned(svg + "</svg>") for svg in done.stdout.split("</svg>")[:-1]]
    return pictures if len(pictures) == len(graphs) else []
