"""Check that rules, code and cases name each other.

Every rule of docs/spec is complete, has its `[RULE-ID]` in the code, on each line that decides it, and has
cases of every kind. Nothing names an unknown rule. error.cc names the chapter that has the rule. In the
FOLDERS of interpreter/ every Error has the tag of its rule on its line or at most three lines above.

Run it from the top of the workspace. It prints one line for each violation and exits 1 if there is one.
"""

import collections
import pathlib
import re
import sys

import rules as spec

CODE = ("interpreter", "conformance", "tools")
CHAPTER_TABLE = "interpreter/base/error.cc"


def check_chapters(found):
    ids = set()
    for rule in found:
        place = f"docs/spec/{rule.chapter}.md:{rule.line}: {rule.id}"
        if not re.fullmatch(spec.RULE, rule.id) or not rule.title:
            yield f"{place}: the heading of a rule is its id, a colon and what the rule is about"
        if rule.id in ids:
            yield f"{place}: stated twice"
        ids.add(rule.id)
        if not rule.anchored:
            yield f'{place}: no <a id="{rule.id}"></a> above the heading'
        if not rule.sentence:
            yield f"{place}: no sentence"
        if not rule.part("Example"):
            yield f"{place}: no example"
        status = rule.part("Status")
        if not rule.statuses or len(status.split()) < 3:
            yield f"{place}: no status ({', '.join(spec.STATUSES)}) with its source or reason"
        if "observed" in rule.statuses and not re.search(r"\d+\.\d+", status):
            yield f"{place}: observed on which version?"


def check_chapter_table(found):
    text = pathlib.Path(CHAPTER_TABLE).read_text(encoding="utf-8")
    table = set(re.findall(r'Chapter\{"([A-Z-]+)",\s*"(\w+)"\}', text))
    written = {(rule.id.rsplit("-", 1)[0], rule.chapter) for rule in found}
    for prefix, chapter in sorted(table - written):
        yield f"{CHAPTER_TABLE}: {prefix} is not in docs/spec/{chapter}.md"
    for prefix, chapter in sorted(written - table):
        yield f"{CHAPTER_TABLE}: does not lead from {prefix} to docs/spec/{chapter}.md"


def code_lines():
    for folder in CODE:
        for file in sorted(pathlib.Path(folder).glob("**/*")):
            if file.suffix in (".cc", ".h") and not file.stem.endswith("_test"):
                for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), 1):
                    yield f"{file}:{number}", line


def check_code(known):
    tags = collections.defaultdict(list)
    prefixes = {rule.rsplit("-", 1)[0] for rule in known}
    for place, line in code_lines():
        for rule in re.findall(rf"\b({spec.RULE})\b", line):
            named = rule.rsplit("-", 1)[0] in prefixes or f'Error("{rule}"' in line or f"[{rule}]" in line
            if named and rule not in known:
                yield f"{place}: no rule {rule}"
        if re.search(rf"\[{spec.RULE}, ", line):
            yield f"{place}: several rules in one pair of brackets, which a search for [RULE-ID] does not find"
        for rule in re.findall(rf"\[({spec.RULE})\]", line):
            tags[rule].append(place)
    for rule in known:
        if not tags[rule]:
            yield f"[{rule}]: no line of code decides it"


# Here each deciding line has a tag.
FOLDERS = "elements", "exec", "graph", "loop", "onnx", "openvino", "tensorrt"
TAGGED = tuple(f"interpreter/{folder}/" for folder in FOLDERS)
ABOVE = 3


def check_errors():
    """Errors whose rule has no tag near them, or only a mention."""
    recent = []
    for place, line in code_lines():
        if not place.startswith(TAGGED):
            continue
        file = place.rsplit(":", 1)[0]
        recent = [(other, text) for other, text in recent if other == file][-ABOVE:] + [(file, line)]
        for rule in re.findall(rf'"({spec.RULE})"', line):
            if not any(f"[{rule}]" in text for _, text in recent):
                yield f"{place}: an Error of {rule} without the tag [{rule}] on its line or the {ABOVE} above"


def check_documents(known):
    """Rules that are mentioned, and anchors of docs/spec in links."""
    anchors = {(rule.chapter, rule.id) for rule in known.values()}
    prefixes = {rule.rsplit("-", 1)[0] for rule in known}
    for file in sorted(pathlib.Path("docs").glob("**/*.md")):
        for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), 1):
            for rule in re.findall(rf"\b({spec.RULE})\b", line):
                if rule.rsplit("-", 1)[0] in prefixes and rule not in known:
                    yield f"{file}:{number}: no rule {rule}"
            for chapter, rule in re.findall(rf"\((?:spec/)?(\w+)\.md#({spec.RULE})\)", line):
                if (chapter, rule) not in anchors:
                    yield f"{file}:{number}: {rule} is not in {chapter}.md"


def decided(known):
    """Rules that only this project enforces: other implementations can accept a violation."""
    return {rule.id for rule in known.values() if rule.statuses == ["decided"] and "survey" not in rule.part("Status")}


def check_breakages(known):
    """Broken models of the fuzzer: `false` means a rule that every implementation must follow."""
    free = decided(known)
    for place, line in code_lines():
        for rule in re.findall(rf'{{"({spec.RULE})", When::k\w+, false', line):
            if rule in free:
                yield f"{place}: required, but {rule} is decided"


def check_cases(known, cases):
    kinds = collections.defaultdict(set)
    free = decided(known)
    for case in cases:
        for run, rejecting in case.required_rejections:
            if rejecting <= free:
                yield f"testdata/{case.path}/{run}: required, but {', '.join(sorted(rejecting))} is decided"
        for rule in sorted(case.mentions - known.keys()):
            yield f"testdata/{case.path}: no rule {rule}"
        for rule in case.rules:
            kinds[rule] |= case.kinds
        for rule in case.rejects:
            kinds[rule].add("rejected")
    for rule in known.values():
        there = kinds[rule.id]
        missing = [kind for kind in spec.KINDS if rule.needs(kind) and kind not in there]
        if missing:
            yield f"{rule.id}: no case of kind {', '.join(missing)}"
        for kind in spec.KINDS:
            if kind in there and not rule.needs(kind):
                yield f"docs/spec/{rule.chapter}.md:{rule.line}: {rule.id}: there are cases of kind {kind}"


def main():
    found = [rule for chapter in spec.chapters("docs/spec") for rule in spec.read_rules(chapter)]
    known = {rule.id: rule for rule in found}
    cases = spec.read_cases("testdata")
    wrong = [*check_chapters(found), *check_chapter_table(found), *check_code(known), *check_errors(), *check_breakages(known), *check_documents(known)]
    if cases:
        wrong += check_cases(known, cases)
    print("\n".join(wrong))
    print(f"{len(known)} rules, {len(cases)} cases: {len(wrong) or 'nothing'} wrong")
    return 1 if wrong or not known else 0


if __name__ == "__main__":
    sys.exit(main())
