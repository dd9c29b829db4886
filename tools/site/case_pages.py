"""The cases of testdata as pages of the site: one page for each area, and a list of cases below each rule."""

import collections
import re

AREAS = {
    "plumbing": "Slices and port maps, every combination of small sizes.",
    "tensor_iterator": "TensorIterators.",
    "loop": "Loops, in both dialects.",
    "nested": "Loops and Ifs inside each other.",
    "invalid": "Models and inputs that are rejected, and the same ones with the fault fixed.",
    "numeric": "Values whose last bit is hard to get right.",
    "operations": "Every attribute and type of operations, one operation in each model.",
    "models": "Loops that people run in practice.",
    "survey": "What implementations do if a rule is disputed.",
    "tensorrt": "Networks of TensorRT's API.",
    "onnx": "Models in ONNX's format: Loop, Scan, If, graphs and functions.",
}


def linked(text):
    """A text that can be the words of a link."""
    return re.sub(r"([\\`*_{}\[\]<>])", r"\\\1", text)


def counted(case):
    return f"{case.runs} run{'' if case.runs == 1 else 's'}"


def list_of(rule, cases):
    """The cases of a rule; cases written by hand come first."""
    own = [case for case in cases if rule in case.rules | case.rejects]
    own.sort(key=lambda case: ("by-hand" not in case.kinds, case.path))
    lines = []
    for case in own:
        words = [kind for kind in ("by-hand", "boundary", "combined") if kind in case.kinds]
        words += ["rejected"] * (rule in case.rejects) + [counted(case)]
        area = case.path.split("/")[0]
        lines.append(f"- [{linked(case.title)}](../cases/{area}.md#{case.path}) ({', '.join(words)})\n")
    return "".join(lines)


def add_lists(chapter, cases):
    """Insert the cases of each rule after its text, that is before the anchor of the next rule."""
    sections = re.split(r'(?=^<a id=")', chapter.read_text(encoding="utf-8"), flags=re.M)
    for i, section in enumerate(sections):
        named = re.match(r'<a id="([^"]+)"', section)
        own = list_of(named.group(1), cases) if named else ""
        if own:
            sections[i] += f"\n**Cases:**\n\n{own}\n"
    chapter.write_text("".join(sections), encoding="utf-8")


def description(case, chapters):
    rules = ", ".join(f"[{rule}](../spec/{chapters[rule]}.md#{rule})" for rule in sorted(case.rules | case.rejects))
    return f"## {case.path}\n\n{linked(case.title)}\n\n{linked(case.notes)}\n\n{counted(case)}. Rules: {rules}\n\n"


def write_pages(folder, cases, chapters):
    """A page for each area and a README that leads to them. `chapters`: the chapter of each rule."""
    folder.mkdir()
    areas = collections.defaultdict(list)
    for case in cases:
        areas[case.path.split("/")[0]].append(case)
    lines = []
    for area, words in AREAS.items():
        own = areas.pop(area, [])
        text = f"# {area}\n\n{words}\n\n" + "".join(description(case, chapters) for case in own)
        (folder / f"{area}.md").write_text(text, encoding="utf-8")
        lines.append(f"- [`{area}`]({area}.md): {words} {len(own)} cases, {sum(case.runs for case in own)} runs.\n")
    assert not areas, f"areas without words: {', '.join(areas)}"
    (folder / "README.md").write_text("# Cases\n\n" + "".join(lines), encoding="utf-8")
