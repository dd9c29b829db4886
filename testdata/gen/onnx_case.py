"""Cases of ONNX models, which are written in ONNX's text syntax."""

import re

from case import Tensor

TYPES = {"float": "f32", "double": "f64", "float16": "f16", "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64", "uint8": "u8",
         "uint16": "u16", "uint32": "u32", "uint64": "u64", "bool": "boolean"}
ONNX_TYPES = {ours: theirs for theirs, ours in TYPES.items()}
HEAD = '<ir_version: 8, opset_import: ["" : 17]>\n'
# A model imports the domains of its nodes, also that of its functions.
HEAD_OF_FUNCTIONS = '<ir_version: 8, opset_import: ["" : 17, "local" : 1]>\n'


def features(text):
    """The operators and types that a backend needs."""
    used = {"onnx:" + name for name in re.findall(r"= (?:[a-z.]+\.)?([A-Z]\w+) [<(]", text)}
    return used | {"type:" + TYPES[name] for name in re.findall(r"\b(%s)\b(?= ?\w|\[)" % "|".join(TYPES), text)}


def require_own_graph_names(path, text):
    """ONNX asks for names of graphs that are unique in the model."""
    names = re.findall(r"\b(?:body|then_branch|else_branch) = (\w+) \(", text)
    if len(set(names)) != len(names):
        raise ValueError("%s: two graphs in attributes have one name" % path)


def add_onnx(corpus, path, text, *, title, rules, runs, oracle, head=HEAD, equal_graph_names=False, **rest):
    if not equal_graph_names:
        require_own_graph_names(path, text)
    corpus.add("onnx/" + path, title=title, rules=rules, model=head + text, format_="onnx", dialect="onnx", oracle=oracle, runs=runs,
               features=features(text), **rest)


def ir_version_of(opset):
    """The version of the format that ONNX released together with a set of operators."""
    return 8 if opset < 19 else 10 if opset < 23 else 13


def declared(name, tensor, sizes):
    """The declaration of an input or output with these sizes, which may be names."""
    return "%s%s %s" % (ONNX_TYPES[tensor.type], "[%s]" % ",".join(sizes) if sizes else "", name)


def tensor(onnx_type, shape, values):
    return Tensor(TYPES[onnx_type], shape, values)
