"""The page: results, rules and cases as one HTML file."""

import json
import pathlib
import re
import string

import models
import results as read
import rules as spec

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent  # of the workspace
# In the Python package the rules are in this folder.
SPEC = HERE / "spec" if (HERE / "spec").is_dir() else ROOT / "docs/spec"
MOST_IN_FULL = 400  # runs per case, backend and outcome with values in the page; the others have only text


class Pool:
    """Values numbered by their first use, so that each is written once."""

    def __init__(self):
        self.numbers, self.values = {}, []

    def number(self, value):
        key = json.dumps(value)
        if key not in self.numbers:
            self.numbers[key] = len(self.values)
            self.values.append(value)
        return self.numbers[key]


def read_case(corpus, path):
    """case.json; empty if the case is missing or cannot be read."""
    folder = pathlib.Path(corpus, path)
    if ".." in folder.parts or path.startswith("/"):
        return {}
    try:
        front = json.loads((folder / "case.json").read_text(encoding="utf-8"))
        return front if isinstance(front, dict) else {}
    except (OSError, ValueError):
        return {}


def begins_in(scans, wrong):
    """The iteration in which a wrong output begins to differ, or None if the values do not show it."""
    positions, shape = wrong["positions"], wrong["actual"]["shape"]
    if wrong["output"] not in scans or not positions or len(positions) != wrong["differ"]:
        return None
    return models.first_iteration(scans[wrong["output"]], shape, positions)


def pack_tensor(tensor, tensors):
    return tensors.number([tensor["type"], tensor["shape"], tensor["from"], tensor["values"]])


def pack_detail(run, scans, tensors):
    """The details of a run that did not pass."""
    detail = {"text": run.text}
    detail.update({key: getattr(run, key) for key in ("inference", "why", "listed", "surprise", "stderr", "observations") if getattr(run, key)})
    if run.given:
        detail["given"] = [pack_tensor(tensor, tensors) for tensor in run.given]
    for wrong in run.wrong:
        packed = {key: wrong[key] for key in ("output", "name", "compare", "differ", "positions")}
        packed.update({side: pack_tensor(wrong[side], tensors) for side in ("expected", "actual")})
        packed["iteration"] = begins_in(scans, wrong)
        detail.setdefault("wrong", []).append(packed)
    return detail


class Packer:
    """Fills the lists that page.js reads."""

    def __init__(self, shown):
        self.models = shown
        self.tensors, self.details, self.groups = Pool(), Pool(), Pool()
        self.counts, self.runs = {}, {}

    def add(self, backend, run):
        group = self.groups.number([run.case, int(run.survey), run.rules])
        key = (backend, group, read.OUTCOMES.index(run.outcome), read.KINDS.index(run.kind))
        self.counts[key] = self.counts.get(key, 0) + 1
        if run.is_told:
            self.add_detail(backend, group, run)

    def add_detail(self, backend, group, run):
        name = run.name.rpartition("/")[2]
        scans = self.models.scans(run.name) if run.wrong else {}
        packed = pack_detail(run, scans, self.tensors)
        entry = [backend, read.OUTCOMES.index(run.outcome), read.KINDS.index(run.kind), self.details.number(packed)]
        self.runs.setdefault((group, name), []).append(entry)

    def add_passed(self, all_results):
        """Add the backends that passed to runs that some other backend did not pass."""
        for (group, name), entries in self.runs.items():
            full_name = self.groups.values[group][0] + "/" + name
            for backend, results in enumerate(all_results):
                run = results.runs.get(full_name)
                if run is not None and not run.is_told:
                    entries.append([backend, 0, 0, None])


def shorten(runs):
    """Keep only the text of a run if many runs of its case fail alike."""
    in_full = {}
    for run in runs:
        key = run.case, run.outcome
        in_full[key] = in_full.get(key, 0) + run.is_told
        if in_full[key] > MOST_IN_FULL:
            run.wrong, run.given, run.stderr, run.observations = [], [], "", []


def example_runs(runs):
    """{case: the name of the run whose model is shown}: its first failed run, otherwise its first run."""
    failed = [run for run in runs if run.failed]
    return {run.case: run.name for run in [*reversed(runs), *reversed(failed)]}


def pack_cases(shown, examples, corpus):
    """What the page shows of each case, including its picture."""
    packed = {}
    for path, run in sorted(examples.items()):
        front = read_case(corpus, path)
        packed[path] = {key: read.as_text(front.get(key)) for key in ("title", "notes", "dialect", "oracle")}
        packed[path]["rules"] = read.as_list(front.get("rules"), str)
        if shown.describe(run):
            packed[path]["loops"] = shown.tables(run)
            packed[path]["model_of"] = run.rpartition("/")[2] if front.get("columns") else ""
    pictures = shown.pictures(list(examples.values()))
    for path, run in examples.items():
        if run in pictures:
            packed[path]["picture"] = pictures[run]
    return packed


def pack_rules(used):
    """{id: sentence, status, full text, chapter} in the order of docs/spec; unknown rules come last."""
    known = [rule for chapter in spec.chapters(SPEC) for rule in spec.read_rules(chapter)]
    packed = {rule.id: {"chapter": rule.chapter, "sentence": plain(rule.sentence), "status": ", ".join(rule.statuses),
                        "text": rule.text} for rule in known}
    unknown = sorted(used - packed.keys())
    return {**packed, **{rule: {"chapter": "", "sentence": "", "status": "", "text": ""} for rule in unknown}}


def plain(markdown):
    return re.sub(r"\s+", " ", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", markdown)).replace("`", "").strip()


def pack_backend(results):
    return {"label": results.label, "version": results.version, "file": results.file, "commands": results.commands("RUN"), "folder": results.folder, "notes": results.notes,
            "complete": results.complete, "starts": results.starts, "surprises": results.surprises() if results.has_list else None}


def corpus_digest(corpus):
    """64 bits of FNV-1a of MANIFEST, as in the headers of results."""
    manifest = pathlib.Path(corpus, "MANIFEST")
    digest = 0xCBF29CE484222325
    for byte in manifest.read_bytes() if manifest.exists() else b"":
        digest = (digest ^ byte) * 0x100000001B3 % (1 << 64)
    return f"fnv1a64:{digest:016x}"


def corpus_notes(all_results, corpus):
    digest = corpus_digest(corpus)
    others = [results.label for results in all_results if results.digest != digest]
    return [f"These results come from another version of the corpus than the one shown here: {', '.join(others)}."] if others else []


def page_data(all_results, corpus=ROOT / "testdata", docs_url="", ending=".md"):
    """What page.js reads.

    docs_url  where it finds docs/; empty if nowhere
    ending    of the files there
    """
    for results in all_results:
        shorten(results.runs.values())
    runs = [run for results in all_results for run in results.runs.values()]
    examples = example_runs(runs)
    shown = models.Models(corpus, [*examples.values(), *(run.name for run in runs if run.wrong)])
    packer = Packer(shown)
    for backend, results in enumerate(all_results):
        for run in results.runs.values():
            packer.add(backend, run)
    packer.add_passed(all_results)
    cases = pack_cases(shown, examples, corpus)
    shown.close()
    notes = corpus_notes(all_results, corpus) + ([f"No models are shown: {shown.fault}"] if shown.fault else [])
    used = {rule for _, _, rules in packer.groups.values for rule in rules}
    return {
        "outcomes": read.OUTCOMES, "kinds": read.KINDS, "docs": docs_url, "ending": ending, "notes": notes,
        "backends": [pack_backend(results) for results in all_results],
        "rules": pack_rules(used), "cases": cases, "groups": packer.groups.values,
        "counts": [[*key, count] for key, count in packer.counts.items()],
        "runs": [[group, name, entries] for (group, name), entries in packer.runs.items()],
        "details": packer.details.values, "tensors": packer.tensors.values,
    }


def embedded(data):
    """JSON in which no text can end the script element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    text = text.encode("utf-8", errors="replace").decode("utf-8")  # lone surrogates
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def render_page(data):
    template = string.Template((HERE / "page.html").read_text(encoding="utf-8"))
    text = lambda *names: "\n".join((HERE / name).read_text(encoding="utf-8") for name in names)
    return template.substitute(css=text("page.css"), js=text("elements.js", "page.js", "page_answer.js"), data=embedded(data))
