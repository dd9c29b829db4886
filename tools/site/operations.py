"""Write docs/operations.md: which operations of OpenVINO are read, and who computes them how.

  bazel run //tools/site:operations

The page is made from the interpreter's table, the corpus and the lists of conformance/expectations.
"""

import collections
import json
import os
import pathlib
import re
import xml.etree.ElementTree as ElementTree

import run_filters
from case import run_name
from expand import expand
from operation_table import rows_of

PAGE = pathlib.Path("docs/operations.md")
OPSETS = pathlib.Path("tools/site/opsets.txt")
TABLE = pathlib.Path("interpreter/openvino/op_table.cc")
CORPUS = pathlib.Path("testdata")
LISTS = {"OpenVINO CPU": "openvino", "OpenVINO reference": "openvino_reference", "ONNX Runtime": "onnxruntime",
         "onnx.reference": "onnx_reference", "tract": "tract"}
# Areas whose models are of one operation. Elsewhere a failure may be that of a loop.
SINGLE = ("operations/", "numeric/")
# They hold for all operations.
GENERAL = {f"OP-{k}" for k in range(1, 7)}
# Read as parts of a graph, not by the table.
STRUCTURE = ["Assign", "Constant", "If", "Loop", "Parameter", "ReadValue", "Result", "TensorIterator"]
# Names of the table that no operation set has: other spellings that OpenVINO reads too.
SPELLINGS = {"PReLU", "ReLU", "SoftMax"}
# Names of operation set 17, which is not complete. OpenVINO has their pages.
NEWER = {"Atan2"}

UNSUPPORTED = {
    "Not yet": [
        "BinaryConvolution", "CTCLoss", "DeformablePSROIPooling", "I420toBGR", "I420toRGB", "ISTFT",
        "Inverse", "NV12toBGR", "NV12toRGB", "ROIAlignRotated",
    ],
    "Not yet: a whole algorithm of detection": [
        "DetectionOutput", "ExperimentalDetectronDetectionOutput", "ExperimentalDetectronGenerateProposalsSingleImage",
        "ExperimentalDetectronPriorGridGenerator", "ExperimentalDetectronROIFeatureExtractor", "ExperimentalDetectronTopKROIs",
        "GenerateProposals", "MatrixNms", "MulticlassNms", "NMSRotated", "Proposal",
    ],
    "Not yet: random numbers": ["Multinomial"],
    "There are no strings here": ["StringTensorPack", "StringTensorUnpack"],
}

# Names outside of these operation sets, as OpenVINO 2026.4.1 treats them.
ELSEWHERE = {
    "OpenVINO makes it when it compiles a model, and writes it into its cache as `ie_internal_opset`. `read_model` rejects that set, "
    "and RMS of each other set, so no IR file has it": ["RMS"],
    "Not yet: operation set 17, which is not complete": ["ErfInv", "GroupedMatMul"],
}

# Older versions of operations that are read.
UNSUPPORTED_VERSIONS = {
    "Not yet": ["Interpolate-1", "NonMaxSuppression-1", "NonMaxSuppression-3", "NonMaxSuppression-4"],
}

HEAD = """# Operations of OpenVINO

OpenVINO's operation sets 1 to 16 have {all} operations. {read} of them are read. Atan2 is of operation set 17,
which is not complete. For ONNX, see [ONNX's operators](onnx_operators.md). To make this page again:

```
bazel run //tools/site:operations
```

- **Versions** are the operation sets that introduced the versions that are read.
- **Types** and **attributes** are those that valid models of the corpus use. Other types and values follow the
  operation's page, and [Operations](spec/operations.md).
- **Rules** are those that the cases name, without OP-1 to OP-6, which hold for all operations. How exact a
  result must be: [Bounds](bounds.md).
- **Runs** are those of models of this operation alone. For a dash, other models contain it.
- The last columns say how many of these runs a backend fails according to its [list](expectations.md). A dash
  means 0. Runs that its adapter skips do not fail.

A row of the interpreter's table without a class of errors does not compile. Tests fail if a row has no case or
no generator.

| operation | versions | types | attributes | rules | runs | {backends} |
|---|---|---|---|---|---:|{dashes}|
"""


class Use:
    """What the corpus has of an operation."""

    def __init__(self):
        self.types, self.attributes, self.rules, self.runs = set(), set(), set(), set()


def read_opsets():
    """The operation sets that introduced the versions of each operation of OpenVINO, by its name."""
    lines = [line.split() for line in OPSETS.read_text().splitlines() if not line.startswith("#")]
    return {name: [int(opset) for opset in opsets] for name, *opsets in lines}


def unread_of(rows):
    """The names, and the versions of other names, that the table does not read."""
    opsets = read_opsets()
    names = [name for name in opsets if name not in rows and name not in STRUCTURE]
    versions = [f"{name}-{opset}" for name in opsets if name in rows for opset in opsets[name]
                if not any(first <= opset <= last for first, last in rows[name])]
    return names, versions


def read_rows():
    return rows_of(TABLE.read_text())


def element_type(precision):
    return "boolean" if precision == "BOOL" else re.sub("^fp", "f", precision.lower())


def layers_of(text, names):
    try:
        return [layer for layer in ElementTree.fromstring(text).iter("layer") if layer.get("type") in names]
    except ElementTree.ParseError:
        return []  # a case about texts that are not XML


def read_case(folder, case, uses, names):
    """Add a case to the uses of its operations. Of models with several operations one run is enough."""
    template = (folder / "model.xml").read_text()
    name = folder.relative_to(CORPUS).as_posix()
    single = name.startswith(SINGLE)
    for run in case["runs"] if single else case["runs"][:1]:
        layers = layers_of(expand(template, case.get("columns"), run.get("at")), names)
        alone = single and len({layer.get("type") for layer in layers}) == 1
        for layer in layers:
            use = uses[layer.get("type")]
            if alone:
                use.runs.add(f"{name}/{run_name(case.get('columns'), run)}")
                use.rules.update(run.get("rules", case["rules"]))
            if "rejected" not in run:
                data = layer.find("data")
                use.attributes.update(() if data is None else data.keys())
                ports = layer.findall("input/port")
                use.types.update(element_type(port.get("precision")) for port in ports if port.get("precision"))


def read_corpus(names):
    """The use of each operation."""
    uses = collections.defaultdict(Use)
    for path in sorted(CORPUS.glob("*/**/case.json")):
        case = json.loads(path.read_text())
        if case["format"] == "openvino-ir":
            read_case(path.parent, case, uses, names)
    return uses


def failing_runs(text, runs):
    """The runs that a list says fail."""
    patterns = re.findall("^  (.*)$", text, re.MULTILINE)
    return {run for pattern in patterns if pattern.startswith(("*", *SINGLE)) for run in run_filters.select(pattern, runs)}


def line(name, spans, use, failing):
    rules = sorted((rule for rule in use.rules if rule.startswith(("OP-", "NUM-")) and rule not in GENERAL),
                   key=lambda rule: (rule[:2], int(rule.split("-")[1])))
    links = ", ".join(f"[{rule}](spec/{'operations' if rule.startswith('OP') else 'numbers'}.md#{rule})" for rule in rules)
    cells = [name, ", ".join(str(first) for first, _ in spans), " ".join(sorted(use.types)), " ".join(f"`{a}`" for a in sorted(use.attributes)), links,
             str(len(use.runs) or "-"), *(str(len(use.runs & runs) or "-") for runs in failing)]
    return "| " + " | ".join(cells) + " |\n"


def page():
    rows = read_rows()
    uses = read_corpus(set(rows))
    runs = set().union(*(use.runs for use in uses.values()))
    failing = [failing_runs(pathlib.Path(f"conformance/expectations/{name}.txt").read_text(), runs) for name in LISTS.values()]
    opsets = read_opsets()
    read = len((set(rows) | set(STRUCTURE)) & set(opsets))
    text = HEAD.format(all=len(opsets), read=read, backends=" | ".join(LISTS), dashes="---:|" * (len(LISTS) - 1) + "---:")
    text += "".join(line(name, rows[name], uses[name], failing) for name in sorted(rows))
    text += "\n" + ", ".join(STRUCTURE) + " are parts of [graphs and loops](spec/README.md).\n"
    text += "ReadValue and Assign are read in versions 3 and 6: [Variables](spec/variables.md).\n"
    text += "\n## What is not read\n"
    for title, unread in (("operations", UNSUPPORTED), ("versions of other operations", UNSUPPORTED_VERSIONS),
                          ("operations of other sets", ELSEWHERE)):
        text += f"\n| reason | {title} |\n|---|---|\n" + "".join(f"| {reason} | {', '.join(names)} |\n" for reason, names in unread.items())
    return text


if __name__ == "__main__":
    os.chdir(os.environ.get("BUILD_WORKSPACE_DIRECTORY", "."))
    PAGE.write_text(page())
