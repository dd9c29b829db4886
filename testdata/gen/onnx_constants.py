"""ONNX cases once more, with initializers in the place of the inputs.

Engines compute such nodes, branches and loops when they load a model, often with other code than when they run
it. The expected outputs are those of the case with inputs. This family needs the others: `--only` gives none.
"""

import json
import re
import struct

from case import BITS, Tensor, run_name
from expand import expand
from onnx_case import ONNX_TYPES, declared

# The nodes of the first three are those of other cases, and would be computed one by one. Scans do the same
# with every type.
LEFT_OUT = re.compile(r"onnx/(operators/(fusions|pairs|chains|computed_sizes|neighbours_of_\w+)|rejected|constants|scan/\w+_(int64|double))(/|$)")
# An engine that refuses a node of constants which would fail, but never runs, contradicts only our decision in
# ONNX-IF-1.
SURVEY = "onnx/scopes/never_run/"
GRAPH = re.compile(r"(?P<head>\s*<[^>]*>\s*\w+) *\((?P<inputs>[^()]*)\)\s*=>\s*\((?P<outputs>[^()]*)\) *(<(?P<initializers>[^>]*)>)? *\{ *\n?(?P<body>.*?)\n*", re.S)
TEXT = "{{head}} () => ({{outputs}}) <{{initializers}}> {\n{{body}}\n"


def element(type_, value):
    """An element of ONNX's text. One of f16 is its bits."""
    if type_ == "boolean":
        return "%d" % value
    if type_[0] in "iu":
        return str(value)
    if isinstance(value, str):
        value, = struct.unpack(BITS[type_], int(value, 16).to_bytes(struct.calcsize(BITS[type_]), "little"))
    return "%d" % struct.unpack("<H", struct.pack("<e", value)) if type_ == "f16" else str(float(value))


def initializer(name, tensor):
    type_, shape = tensor["type"], tensor["shape"]
    values = [element(type_, value) for value in tensor["values"]]
    return "%s = {%s}" % (declared(name, Tensor(type_, shape, values), list(map(str, shape))), ", ".join(values))


def parts_of(text, inputs):
    """The parts of a model whose inputs are these, or None if one is not given or no tensor of ONNX's text."""
    found = GRAPH.fullmatch(text)
    if not found:
        raise ValueError("not one graph with inputs and outputs: " + text)
    names = {declaration.split()[-1] for declaration in re.sub(r"\[[^]]*\]", "", found["inputs"]).split(",")}
    if names != set(inputs) or any(tensor.get("type") not in ONNX_TYPES for tensor in inputs.values()):
        return None
    made = [initializer(name, tensor) for name, tensor in inputs.items()]
    if found["initializers"]:
        made.append(found["initializers"])
    return {"head": found["head"], "outputs": found["outputs"], "initializers": ", ".join(made), "body": found["body"]}


def add_case(corpus, path):
    given = json.loads(corpus.files[path + "/case.json"])
    model, columns = corpus.files[path + "/model.onnxtxt"].decode(), given.get("columns")
    runs = []
    for run in given["runs"]:
        if run.get("inputs") and "outputs" in run and run.get("tier") != "survey":
            parts = parts_of(expand(model, columns, run.get("at")), run["inputs"])
            if parts:
                runs.append((run_name(columns, run), parts, run["outputs"]))
    if not runs:
        return
    text, varying = TEXT, []
    for part, value in runs[0][1].items():
        if all(parts[part] == value for _, parts, _ in runs):
            text = text.replace("{{%s}}" % part, value)
        else:
            varying.append(part)
    target = path.replace("onnx/", "onnx/constants/")
    made = []
    for name, parts, outputs in runs:
        for output in outputs:
            if "npy" in output:
                corpus.files["%s/%s" % (target, output["npy"])] = corpus.files["%s/%s" % (path, output["npy"])]
        tier = {"tier": "survey"} if path.startswith(SURVEY) else {}
        at = {"at": [parts[part] for part in varying]} if varying else {}
        made.append({"name": name, **tier, **at, "inputs": {}, "outputs": outputs})
    corpus.add(target, title=given["title"] + " The inputs are initializers.", rules=given["rules"], model=text, oracle=given["oracle"], kind=given["kind"],
               format_="onnx", dialect="onnx", features=given["features"], columns=varying, notes="The runs of %s whose inputs are tensors." % path, runs=made)


def add_cases(corpus):
    for path in list(corpus.counts):
        if path.startswith("onnx/") and not LEFT_OUT.match(path):
            add_case(corpus, path)
