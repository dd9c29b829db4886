"""Write docs/operations.md: which operations of OpenVINO are read, and who computes them how.

  bazel run //tools/site:operations

The page is made from the interpreter's table, what conformance/bounds:print_operations prints of its operations,
the corpus, and the lists of conformance/expectations.
"""

import collections
import json
import os
import pathlib
import re
import textwrap
import xml.etree.ElementTree as ElementTree

import run_filters
from case import run_name
from expand import expand
from operation_table import rows_of

PAGE = pathlib.Path("docs/operations.md")
OPSETS = pathlib.Path("tools/site/opsets.txt")
TABLE = pathlib.Path("interpreter/openvino/op_table.cc")
FACTS = pathlib.Path("tools/site/operation_facts.txt")
CORPUS = pathlib.Path("testdata")
LISTS = {"OpenVINO CPU": "openvino", "OpenVINO reference": "openvino_reference", "ONNX Runtime": "onnxruntime",
         "onnx.reference": "onnx_reference", "tract": "tract"}
# Areas whose models are of one operation. Elsewhere a failure may be that of a loop.
SINGLE = ("operations/", "numeric/")
INTEGERS = [f"{sign}{bits}" for sign in "iu" for bits in (8, 16, 32, 64)]
REALS = ["f16", "bf16", "f32", "f64"]
NARROW = ["u1", "u2", "u3", "u4", "u6", "i4", "nf4", "f4e2m1", "f8e4m3", "f8e5m2", "f8e8m0"]
GROUPS = {"any": ["boolean", *INTEGERS, *REALS, *NARROW], "numeric": INTEGERS + REALS, "integer": INTEGERS, "real": REALS, "narrow": NARROW}
# They hold for all operations.
GENERAL = {f"OP-{k}" for k in range(1, 7)}
# Read as parts of a graph, not by the table.
STRUCTURE = ["Assign", "Constant", "If", "Loop", "Parameter", "ReadValue", "Result", "TensorIterator"]
# Names of the table that no operation set has: other spellings that OpenVINO reads too.
SPELLINGS = {"PReLU", "ReLU", "SoftMax"}
# Names of operation set 17, which is not complete. OpenVINO has their pages.
NEWER = {"Atan2"}

COMPLETE = "nothing: it is not written yet"
LIKE_5 = "only what NonMaxSuppression-5 leaves open too: it is not written yet"
DECODING = "the formula that moves a box by its deltas"
# What the pages leave open, and the operations. Pages of operations with another version are read too.
UNSUPPORTED = {
    COMPLETE: ["CTCLoss"],
    LIKE_5: ["NMSRotated"],
    "how a color is rounded to u8; nothing for real types": ["I420toBGR", "I420toRGB", "NV12toBGR", "NV12toRGB"],
    "the formulas of anchors and of deltas; `framework` says only \"like in Caffe\" or \"like in TensorFlow\"": ["Proposal"],
    "the formulas of `code_type` and of variances; the suppression is \"like in Caffe\" or \"like in Apache MxNet\"": ["DetectionOutput"],
    DECODING + "; what `normalized` changes; the order of equal scores is undefined": ["GenerateProposals"],
    DECODING + "; the order of equal scores is undefined": ["ExperimentalDetectronGenerateProposalsSingleImage"],
    "which class is the background, and the order of the output; its unused rows are undefined": ["ExperimentalDetectronDetectionOutput"],
    "the order of equal probabilities and the rows after the last box, both \"undefined\"; the rest is complete": ["ExperimentalDetectronTopKROIs"],
    "which stride is added to which number of a box, and what `layer_height` is; unused rows are undefined": ["ExperimentalDetectronPriorGridGenerator"],
    "boxes whose level is outside of the pyramid, and the order of the boxes in output 2": ["ExperimentalDetectronROIFeatureExtractor"],
    "what `normalized` false changes, the order of equal scores, and the quotient 0 / 0 of linear decay": ["MatrixNms"],
    "what `normalized` false changes, and the order of equal scores": ["MulticlassNms"],
    "points outside of the image, and where the points are in a bin": ["ROIAlignRotated"],
    "which offsets belong to which channel and in what unit, and points outside of the image": ["DeformablePSROIPooling"],
    "what a `pad_value` other than 0 and 1 is in a count of bits": ["BinaryConvolution"],
    "whether the \"highest value\" of a pivot is the greatest magnitude; matrices without an inverse": ["Inverse"],
    "how frames that overlap are added and divided by the windows": ["ISTFT"],
    "the generator of the random numbers": ["Multinomial"],
    "nothing, but there are no strings here": ["StringTensorPack", "StringTensorUnpack"],
}

# Names outside of these operation sets, as OpenVINO 2026.4.1 treats them.
ELSEWHERE = {
    "OpenVINO makes it when it compiles a model, and writes it into its cache as `ie_internal_opset`. `read_model` rejects that set, "
    "and RMS of each other set, so no IR file has it": ["RMS"],
    "Not yet: operation set 17, which is not complete": ["ErfInv", "GroupedMatMul"],
}

# Older versions of operations that are read.
UNSUPPORTED_VERSIONS = {
    LIKE_5: ["NonMaxSuppression-4"],
    "which boxes of several images fit into an output for one image": ["NonMaxSuppression-1", "NonMaxSuppression-3"],
    "the formulas of its modes, and of its positions": ["Interpolate-1"],
}

HEAD = """# Operations of OpenVINO

OpenVINO's operation sets 1 to 16 have {all} operations. {read} of them are read. Atan2 is of operation set 17,
which is not complete. For ONNX, see [ONNX's operators](onnx_operators.md). To make this page again:

```
bazel run //tools/site:operations
```

- **Versions** are those in the names of OpenVINO's pages, such as Acosh-3. {later}
- **Types** are the element types that the interpreter takes for the first operand, or for the first one that is
  not a condition or a position. Integer types have 8 to 64 bits, real types are f16, bf16, f32 and f64, and
  numeric types are both. Narrow types are all others but boolean.
- **Attributes** are those that valid models of the corpus use. Other values follow the operation's page, and
  [Operations](spec/operations.md).
- **Error** is how far the output may be from the exact result for exact operands of a real type:
  [Bounds](bounds.md). It is a number of ulp, or a class. *Sum* means any order of additions; one sum or one
  product of two elements is rounded once. *Formula* means these errors of each step of a formula, and
  *resampling* the errors of Interpolate. If attributes decide, all classes are listed.
- **Rules** are those that the cases name, without OP-1 to OP-6, which hold for all operations.
- **Cases** are the folder with most of its runs.
- **Runs** are those of models of this operation alone. For a dash, other models contain it.
- The last columns say how many of these runs a backend fails according to its [list](expectations.md). A dash
  means 0. Runs that its adapter skips do not fail.

A row of the interpreter's table without a class of errors does not compile. Tests fail if a row has no run with
outputs of an oracle of its own, no generator, or another error or other types than this page says.

| operation | versions | types | attributes | error | rules | cases | runs | {backends} |
|---|---|---|---|---|---|---|---:|{dashes}|
"""


NOT_READ = """
## What is not read

Where a page leaves something open, a rule has to decide it first.
"""


class Use:
    """What the corpus has of an operation."""

    def __init__(self):
        self.attributes, self.rules, self.runs, self.folders = set(), set(), set(), collections.Counter()


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


def read_facts():
    """The error and the element types of each operation."""
    lines = [line.split(" | ") for line in FACTS.read_text().splitlines()]
    return {name: (error, types.split()) for name, error, types in lines}


def words_of(types):
    """The names of groups of types, and the other types."""
    words, left = [], list(types)
    for word, group in GROUPS.items():
        if left and set(group) <= set(left):
            words.append(word)
            left = [type_ for type_ in left if type_ not in group]
    return ", ".join(words + left)


def later_versions(rows):
    """The sentence about versions that an operation set with a greater number introduced."""
    opsets = read_opsets()
    pairs = [(f"{name}-{first}", opset) for name in sorted(rows) if name in opsets and len(rows[name]) == len(opsets[name])
             for (first, _), opset in zip(rows[name], opsets[name]) if first != opset]
    return "The first operation set that has them may be a later one: " + ", ".join(f"opset{opset} for {name}" for name, opset in pairs) + "."


def layers_of(text, names):
    try:
        return [layer for layer in ElementTree.fromstring(text).iter("layer") if layer.get("type") in names]
    except ElementTree.ParseError:
        return []  # a case about texts that are not XML


def folder_of(case):
    """Where cases of its kind are: operations/avg_pool of operations/avg_pool/means."""
    return "/".join(case.split("/")[:2])


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
                use.folders[folder_of(name)] += 1e6 if alone else 1e3 if single else 1 if not name.startswith("invalid/") else 0


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


def line(name, spans, use, fact, failing):
    rules = sorted((rule for rule in use.rules if rule.startswith(("OP-", "NUM-")) and rule not in GENERAL),
                   key=lambda rule: (rule[:2], int(rule.split("-")[1])))
    links = ", ".join(f"[{rule}](spec/{'operations' if rule.startswith('OP') else 'numbers'}.md#{rule})" for rule in rules)
    error, types = fact
    folder = min(use.folders, key=lambda folder: (-use.folders[folder], folder))
    cells = [name, ", ".join(str(first) for first, _ in spans), words_of(types), " ".join(f"`{a}`" for a in sorted(use.attributes)), error, links,
             f"[{folder}](../testdata/{folder})", str(len(use.runs) or "-"), *(str(len(use.runs & runs) or "-") for runs in failing)]
    return "| " + " | ".join(cells) + " |\n"


def page():
    rows = read_rows()
    uses = read_corpus(set(rows))
    runs = set().union(*(use.runs for use in uses.values()))
    failing = [failing_runs(pathlib.Path(f"conformance/expectations/{name}.txt").read_text(), runs) for name in LISTS.values()]
    opsets = read_opsets()
    read = len((set(rows) | set(STRUCTURE)) & set(opsets))
    facts = read_facts()
    head = HEAD.replace("{later}", textwrap.fill(later_versions(rows), 111, initial_indent=" " * 75, subsequent_indent="  ").lstrip())
    text = head.format(all=len(opsets), read=read, backends=" | ".join(LISTS), dashes="---:|" * (len(LISTS) - 1) + "---:")
    text += "".join(line(name, rows[name], uses[name], facts[name], failing) for name in sorted(rows))
    text += "\n" + ", ".join(STRUCTURE) + " are parts of [graphs and loops](spec/README.md).\n"
    text += "ReadValue and Assign are read in versions 3 and 6: [Variables](spec/variables.md).\n"
    text += NOT_READ
    for title, unread in (("operations", UNSUPPORTED), ("versions of other operations", UNSUPPORTED_VERSIONS),
                          ("operations of other sets", ELSEWHERE)):
        text += f"\n| {title} | what the page leaves open |\n|---|---|\n" + "".join(f"| {', '.join(names)} | {reason} |\n" for reason, names in unread.items())
    return text


if __name__ == "__main__":
    os.chdir(os.environ.get("BUILD_WORKSPACE_DIRECTORY", "."))
    PAGE.write_text(page())
