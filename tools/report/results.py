"""Reads results.jsonl in the format of docs/results_format.md. From a broken file it reads what is readable."""

import collections
import dataclasses
import json
import math
import re
import shlex

OUTCOMES = ("passed", "wrong value", "wrong shape", "wrong type", "missing output", "extra output", "rejected", "accepted",
            "skipped", "failed", "crashed", "timed out", "protocol error", "unstable", "stale state")
# What an outcome counts as; `differs`: a failure in the survey tier.
KINDS = ("passed", "failed", "differs", "skipped")
MOST_TEXT = 5000  # characters of a backend's message
MOST_ERRORS = 20000  # and of its standard error, whose end says most


@dataclasses.dataclass
class Run:
    name: str  # "loop/trip_grid/condition_computed/r7"
    rules: tuple
    survey: bool
    outcome: str
    failed: bool
    inference: int = 0
    seconds: float = 0
    title: str = ""
    text: str = ""
    signature: str = ""  # the backend's message without the parts that change from run to run
    stderr: str = ""
    observations: list = dataclasses.field(default_factory=list)  # [{"when", "inference", "outcome", "counts", "other", "text"}]
    wrong: list = dataclasses.field(default_factory=list)
    given: list = dataclasses.field(default_factory=list)
    listed: str = ""  # "bug: why"; its entry in the expectation list
    surprise: str = ""  # how it differs from the list

    @property
    def case(self):
        return self.name.rpartition("/")[0]

    @property
    def is_told(self):
        """Whether the report shows more than that it passed: it is listed, or it failed at another time."""
        return self.outcome != "passed" or bool(self.surprise or self.observations)

    @property
    def is_disturbed(self):
        return any(seen["when"] == "used process" for seen in self.observations)

    @property
    def why(self):
        """Equal for runs that probably have the same reason; "" if only the outputs show the reason."""
        if self.signature or self.outcome not in ("accepted", "skipped"):
            return self.signature
        return self.text.partition("\n")[0].removeprefix("skipped: ")  # "expected rejected (load, SLICE-3)"

    @property
    def kind(self):
        if self.failed:
            return "failed"
        return self.outcome if self.outcome in ("passed", "skipped") else "differs"


@dataclasses.dataclass
class Results:
    file: str
    name: str = "unknown backend"
    version: str = ""
    command: str = ""
    program: str = "backedge"  # the shell command that starts the runner, in `folder`
    folder: str = ""
    options: str = ""  # for the backend, as shell words
    corpus: str = "testdata"
    digest: str = ""
    selected: int = 0
    complete: bool = False
    starts: int = 0
    has_list: bool = False
    label: str = ""  # unique among all files
    runs: dict = dataclasses.field(default_factory=dict)  # by name
    notes: list = dataclasses.field(default_factory=list)  # remarks about the file

    def count(self, kind):
        return sum(run.kind == kind for run in self.runs.values())

    def surprises(self):
        return sum(bool(run.surprise) for run in self.runs.values())

    def outcomes(self):
        counts = collections.Counter(run.outcome for run in self.runs.values())
        return {outcome: counts[outcome] for outcome in OUTCOMES if counts[outcome]}

    def commands(self, run):
        """The commands that repeat a run, explain where the backend differs, and minimize the model.

        run  its name, quoted
        """
        corpus = "" if self.corpus == "testdata" else f"--corpus {shlex.quote(self.corpus)}"
        backend = " ".join(filter(None, [f"--backend {shlex.quote(self.command)}", self.options, corpus]))
        return [f"{self.program} verify --filter {run} {backend}", f"{self.program} explain-failure {run} {backend}",
                f"{self.program} shrink {run} {backend} --out shrunk"]


def as_text(value, most=MOST_TEXT):
    text = value if isinstance(value, str) else "" if value is None else json.dumps(value)
    return text if len(text) <= most else text[:most] + " ..."


def as_number(value):
    return value if type(value) in (int, float) and abs(value) < 1e18 else 0  # and no NaN


def as_list(value, kind):
    return [entry for entry in value if isinstance(entry, kind)] if isinstance(value, list) else []


def read_tensor(json_tensor):
    tensor = json_tensor if isinstance(json_tensor, dict) else {}
    values = as_list(tensor.get("values"), (bool, int, float, str))[:1000]
    return {"type": as_text(tensor.get("element_type"), 20), "shape": as_list(tensor.get("shape"), int)[:20],
            "from": int(as_number(tensor.get("from"))), "values": list(map(read_value, values))}


def read_value(value):
    """A value of JSON with short strings and finite reals."""
    if isinstance(value, str):
        return value[:40]
    return value if not isinstance(value, float) or math.isfinite(value) else str(value)


def read_wrong(wrong):
    return {"output": int(as_number(wrong.get("output"))), "name": as_text(wrong.get("name"), 200),
            "compare": as_text(wrong.get("compare"), 50), "expected": read_tensor(wrong.get("expected")),
            "actual": read_tensor(wrong.get("actual")), "differ": int(as_number(wrong.get("differ"))),
            "positions": as_list(wrong.get("positions"), int)[:1000]}


def read_observation(seen):
    return {"when": as_text(seen.get("when"), 60), "inference": int(as_number(seen.get("inference"))),
            "outcome": as_text(seen.get("outcome"), 60), "counts": seen.get("counts") is not False,
            "other": as_text(seen.get("other"), 200), "text": as_text(seen.get("text"), 2000)}


def read_run(line):
    """The run of a line, or None if the line is not a run."""
    name, outcome = line.get("run"), line.get("outcome")
    if not isinstance(name, str) or "/" not in name or outcome not in OUTCOMES:
        return None
    listed = line.get("listed") if isinstance(line.get("listed"), dict) else {}
    return Run(name=name, rules=tuple(as_list(line.get("rules"), str)), survey=line.get("tier") == "survey",
               outcome=outcome, failed=line.get("failed") is True, inference=int(as_number(line.get("inference"))),
               seconds=as_number(line.get("seconds")), title=as_text(line.get("title")), text=as_text(line.get("text")),
               signature=as_text(line.get("signature")), stderr=as_text(line.get("stderr"), MOST_ERRORS),
               observations=[read_observation(seen) for seen in as_list(line.get("observations"), dict)[:100]], wrong=[read_wrong(wrong) for wrong in as_list(line.get("wrong"), dict)],
               given=[read_tensor(tensor) for tensor in as_list(line.get("given"), dict)],
               listed=": ".join(as_text(listed[key]) for key in ("kind", "reason") if key in listed),
               surprise=as_text(line.get("unexpected")))


def read_header(line, results):
    backend, corpus, selected, started = (line.get(key) if isinstance(line.get(key), dict) else {}
                                          for key in ("backend", "corpus", "selected", "started"))
    results.name = as_text(backend.get("name"), 60) or results.name
    results.version = as_text(backend.get("version"), 60)
    results.command = as_text(backend.get("command"))
    results.program = as_text(started.get("program")) or results.program
    results.folder, results.options = (as_text(started.get(key)) for key in ("folder", "options"))
    results.corpus = as_text(corpus.get("folder")) or results.corpus
    results.digest = as_text(corpus.get("digest"), 60)
    results.has_list = "expectations" in line
    results.selected = int(as_number(selected.get("runs")))


def parse_line(line):
    try:
        parsed = json.loads(line.decode("utf-8", errors="replace"))
    except (ValueError, RecursionError):
        return None
    return parsed if isinstance(parsed, dict) else None


def read_results(file):
    """Read one file. If a run is in it twice, the last line counts."""
    results = Results(file=re.sub(r"\.jsonl$", "", str(file).rpartition("/")[2]))
    strange, header, footer = 0, None, None
    with open(file, "rb") as stream:
        for line in stream:
            parsed = parse_line(line)
            if parsed is not None and "results" in parsed:
                header = header or parsed
            elif parsed is not None and "end" in parsed:
                footer = parsed
            elif (run := read_run(parsed or {})) is not None:
                results.runs[run.name] = run
            else:
                strange += bool(line.strip())
    read_header(header or {}, results)
    results.starts = int(as_number((footer or {}).get("starts")))
    results.complete = header is not None and footer is not None and footer.get("complete") is True
    if header is None:
        results.notes.append("The file has no header, so the backend of these results is unknown.")
    if footer is None:
        results.notes.append("The file has no footer, so the verification did not finish.")
    elif not results.complete:
        results.notes.append("The verification was stopped, or its corpus was incomplete or wrong.")
    if len(results.runs) < results.selected:
        results.notes.append(f"{len(results.runs)} of {results.selected} runs have a result.")
    if strange:
        results.notes.append(f"{strange} {'line is not in the format and is' if strange == 1 else 'lines are not in the format and are'} ignored.")
    return results


def label_results(all_results):
    """Give each file a unique label: its name, with version and file if names are equal."""
    for results in all_results:
        same_name = [other for other in all_results if other.name == results.name]
        same_version = [other for other in same_name if other.version == results.version]
        parts = [results.name] + [results.version] * (len(same_name) > 1) + [results.file] * (len(same_version) > 1)
        results.label = " ".join(filter(None, parts))
    for k, results in enumerate(all_results):
        if any(other.label == results.label for other in all_results[:k]):
            results.label += f" ({k + 1})"
