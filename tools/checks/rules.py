"""Reads the rules of docs/spec and the cases of testdata that test them."""

import dataclasses
import json
import pathlib
import re

RULE = r"[A-Z]{2,}(?:-[A-Z]{2,})?-[0-9]+"
STATUSES = ("documented", "observed", "decided")
KINDS = ("by-hand", "boundary", "rejected", "combined")


@dataclasses.dataclass
class Rule:
    id: str  # "SLICE-6", or the whole heading if it has another form
    title: str  # what follows the id in the heading: "parts must fit"
    chapter: str  # "slicing"
    line: int
    anchored: bool  # `<a id="SLICE-6"></a>` is above the heading
    text: str  # what is below the heading

    @property
    def sentence(self):
        first = self.text.strip().split("\n\n")[0]
        return "" if first.startswith("**") else first

    def part(self, name):
        """The text after `**name:**`, up to the next such part; "" if there is none."""
        found = re.search(rf"^\*\*{name}:\*\*(.*?)(?=^\*\*[A-Z][^*]*:\*\*|\Z)", self.text, re.M | re.S)
        return found.group(1).strip() if found else ""

    @property
    def statuses(self):
        return [word for word in STATUSES if re.search(rf"\b{word}\b", self.part("Status"), re.I)]

    def needs(self, kind):
        """Whether a case of this kind can exist: the chapter says if it cannot."""
        return not self.part("No case") and not self.part(f"No {kind} case")


@dataclasses.dataclass
class Case:
    path: str  # "loop/zero_iterations/merged_last_value"
    title: str
    notes: str
    dialect: str  # "loop-5"
    rules: set  # that its runs test
    kinds: set  # of KINDS, for all its rules
    rejects: set  # the rules of its rejected runs, without runs that accept several rules
    mentions: set  # all rules it names
    required_rejections: list  # (run, rules: it must be rejected by one of them)
    runs: int


def chapters(spec):
    """The files of docs/spec that hold rules."""
    return [file for file in sorted(pathlib.Path(spec).glob("*.md")) if file.stem != "README"]


def read_rules(chapter):
    lines = pathlib.Path(chapter).read_text(encoding="utf-8").split("\n")
    headings = [i for i, line in enumerate(lines) if line.startswith("## ")]
    rules = []
    for i, end in zip(headings, headings[1:] + [len(lines)]):
        heading = re.fullmatch(rf"## ({RULE}): (\S.*)", lines[i].rstrip())
        rule, title = heading.groups() if heading else (lines[i][3:].strip(), "")
        text = "\n".join(line for line in lines[i + 1 : end] if not line.startswith('<a id="'))
        anchored = f'<a id="{rule}"></a>' in lines[max(i - 2, 0) : i]
        rules.append(Rule(rule, title, pathlib.Path(chapter).stem, i + 1, anchored, text.strip()))
    return rules


def read_cases(testdata):
    cases = []
    for file in sorted(pathlib.Path(testdata).glob("**/case.json")):
        front = json.loads(file.read_text(encoding="utf-8"))
        rules, rejects, mentions, required = set(), set(), set(front["rules"]), []
        for run in front["runs"]:
            rules.update(run.get("rules", front["rules"]))
            if "rejected" in run and run.get("tier") != "survey":
                named = run["rejected"]["rule"]
                required.append((run.get("name", run.get("at")), {named} if isinstance(named, str) else set(named)))
            for inference in run.get("sequence", [run]):
                for answer in inference.get("any_of", [inference]):
                    named = answer.get("rejected", {}).get("rule", [])
                    mentions.update([named] if isinstance(named, str) else named)
                    if answer is inference and isinstance(named, str):
                        rejects.add(named)
        kinds = {front["kind"], front["oracle"]} & set(KINDS)
        path = file.parent.relative_to(testdata).as_posix()
        cases.append(Case(path, front["title"], front.get("notes", ""), front["dialect"], rules, kinds, rejects, mentions | rules, required,
                          len(front["runs"])))
    return cases
