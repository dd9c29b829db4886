"""The page: results, rules and cases as one HTML file."""

import json
import pathlib
import re
import string

import model
import picture
import results as read
import rules as spec

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent  # of the workspace
MODEL_FILES = {"tensorrt-network": "model.json"}  # by format; all others are model.xml
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
    """case.json and the text of the model; empty if the case is missing or cannot be read."""
    folder = pathlib.Path(corpus, path)
    if ".." in folder.parts or path.startswith("/"):
        return {}, ""
    try:
        front = json.loads((folder / "case.json").read_text(encoding="utf-8"))
        front = front if isinstance(front, dict) else {}
        return front, (folder / MODEL_FILES.get(str(front.get("format")), "model.xml")).read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError):
        return {}, ""


class CaseModel:
    """The models of a case: one for each run if it has columns."""

    def __init__(self, corpus, path):
        self.front, self.text = read_case(corpus, path)
        self.columns = self.front.get("columns", [])
        self.values = {}
        for run in self.front.get("runs", []):
            values = run.get("at", [])
            self.values[run.get("name") or model.run_name(self.columns, values)] = values

    def net(self, run):
        """The network of a run, or None if its XML cannot be read."""
        try:
            return model.parse(model.expand(self.text, self.columns, self.values.get(run, [])))
        except model.ElementTree.ParseError:
            return None

    def scans(self, run):
        net = self.net(run)
        return {} if net is None else model.scan_outputs(net)


def begins_in(scans, wrong):
    """The iteration in which a wrong output begins to differ, or None if the values do not show it."""
    positions, shape = wrong["positions"], wrong["actual"]["shape"]
    if wrong["output"] not in scans or not positions or len(positions) != wrong["differ"]:
        return None
    return model.first_iteration(scans[wrong["output"]], shape, positions)


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

    def __init__(self, corpus):
        self.corpus = corpus
        self.tensors, self.details, self.groups = Pool(), Pool(), Pool()
        self.cases, self.counts, self.runs, self.in_full = {}, {}, {}, {}

    def case(self, path):
        if path not in self.cases:
            self.cases[path] = CaseModel(self.corpus, path)
        return self.cases[path]

    def add(self, backend, run):
        group = self.groups.number([run.case, int(run.survey), run.rules])
        self.case(run.case)
        key = (backend, group, read.OUTCOMES.index(run.outcome), read.KINDS.index(run.kind))
        self.counts[key] = self.counts.get(key, 0) + 1
        if run.is_told:
            self.add_detail(backend, group, run)

    def add_detail(self, backend, group, run):
        key = (backend, run.case, run.outcome)
        self.in_full[key] = self.in_full.get(key, 0) + 1
        if self.in_full[key] > MOST_IN_FULL:
            run.wrong, run.given, run.stderr, run.observations = [], [], "", []
        name = run.name.rpartition("/")[2]
        scans = self.case(run.case).scans(name) if run.wrong else {}
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


def example_run(case, failed):
    """The run whose model is shown for a case: the first failed one, otherwise the first one."""
    names = list(case.values)
    return next((name for name in names if name in failed), names[0] if names else "")


def pack_cases(packer, all_results):
    """What the page shows of each case, including its picture."""
    failed = {}
    for results in all_results:
        for run in results.runs.values():
            if run.failed:
                failed.setdefault(run.case, set()).add(run.name.rpartition("/")[2])
    packed, graphs = {}, {}
    for path, case in sorted(packer.cases.items()):
        front = case.front
        packed[path] = {key: read.as_text(front.get(key)) for key in ("title", "notes", "dialect", "oracle")}
        packed[path]["rules"] = read.as_list(front.get("rules"), str)
        run = example_run(case, failed.get(path, ()))
        net = case.net(run)
        if net is None:
            continue
        packed[path]["loops"] = model.loop_tables(net)
        packed[path]["model_of"] = run if case.columns else ""
        graphs[path] = picture.draw(net)
    drawn = [path for path, graph in graphs.items() if graph]
    for path, svg in zip(drawn, picture.render([graphs[path] for path in drawn])):
        packed[path]["picture"] = svg
    return packed


def pack_rules(used):
    """{id: sentence, status, full text, chapter} in the order of docs/spec; unknown rules come last."""
    known = [rule for chapter in spec.chapters(ROOT / "docs/spec") for rule in spec.read_rules(chapter)]
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


def page_data(all_results, corpus=ROOT / "testdata", docs_url=""):
    """What page.js reads.

    docs_url  where it finds docs/; empty if nowhere
    """
    packer = Packer(corpus)
    for backend, results in enumerate(all_results):
        for run in results.runs.values():
            packer.add(backend, run)
    packer.add_passed(all_results)
    used = {rule for _, _, rules in packer.groups.values for rule in rules}
    return {
        "outcomes": read.OUTCOMES, "kinds": read.KINDS, "docs": docs_url, "notes": corpus_notes(all_results, corpus),
        "backends": [pack_backend(results) for results in all_results],
        "rules": pack_rules(used), "cases": pack_cases(packer, all_results), "groups": packer.groups.values,
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
    return template.substitute(css=text("page.css"), js=text("page.js", "page_answer.js"), data=embedded(data))
