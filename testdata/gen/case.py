"""Writes case folders: case.json, model.xml, model.bin and .npy files, the same bytes every time."""

import hashlib
import json
import math
import os
import re
import struct

import numpy as np

from tiers import tiered

INTEGERS = ("i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64")
NUMPY = {"boolean": np.bool_, "f16": np.float16, "f32": np.float32, "f64": np.float64,
         **{t: np.dtype({"i": "int", "u": "uint"}[t[0]] + t[1:]).type for t in INTEGERS}}
BITS = {"f16": "<e", "f32": "<f", "f64": "<d"}
INLINE_BYTES = 4096
# The file of the model, by its format.
FILES = {"openvino-ir": "model.xml", "tensorrt-network": "model.json", "onnx": "model.onnxtxt"}


class Token(str):
    """A piece of JSON as it must be in the file."""


def bf16_round(value):
    """The bf16 nearest to a double, ties to even, as a double. Doubles only: no f32 on the way."""
    if value == 0 or math.isinf(value) or math.isnan(value):
        return value
    mantissa, exponent = math.frexp(value)            # 0.5 <= |mantissa| < 1
    quantum = max(exponent - 8, -133)                 # the last place; -133 for subnormals
    rounded = math.ldexp(round(math.ldexp(mantissa, exponent - quantum)), quantum)
    return math.copysign(math.inf, value) if abs(rounded) > 3.3895313892515355e38 else rounded


def round_to(type_, value):
    return bf16_round(float(value)) if type_ == "bf16" else float(NUMPY[type_](value))


def bit_pattern(type_, value):
    if type_ == "bf16":
        return "0x%04x" % (struct.unpack("<I", struct.pack("<f", value))[0] >> 16)
    data = struct.pack(BITS[type_], value)
    return "0x%0*x" % (2 * len(data), int.from_bytes(data, "little"))


def number(type_, value):
    """The JSON of one element: the shortest decimal, or a string if a JSON number cannot represent it.

    None is an element without a specified value.
    """
    if value is None:
        return "null"
    if isinstance(value, str):
        return '"%s"' % value
    if type_ == "boolean":
        return "true" if value else "false"
    if type_ in INTEGERS:
        value = int(value)
        info = np.iinfo(NUMPY[type_])
        assert info.min <= value <= info.max, (type_, value)
        return str(value) if abs(value) <= 2**53 else '"%d"' % value
    value = float(value)
    if math.isnan(value):
        return '"%s"' % {"f16": "0x7e00", "bf16": "0x7fc0", "f32": "0x7fc00000", "f64": "0x7ff8000000000000"}[type_]
    if math.isinf(value) or (value == 0 and math.copysign(1, value) < 0):
        return '"%s"' % bit_pattern(type_, value)
    assert round_to(type_, value) == value, "%r is not a value of %s" % (value, type_)
    if value == int(value) and abs(value) < 1e7:
        return str(int(value))
    if type_ == "bf16":
        text = next(t for t in ("%.*g" % (n, value) for n in range(1, 18)) if bf16_round(float(t)) == value)
    else:
        text = repr(float(np.format_float_scientific(NUMPY[type_](value), unique=True)))
    assert round_to(type_, float(text)) == value
    return text


class Tensor:
    """A type, a shape and flat row-major values, and how an output is compared (None: bits)."""

    def __init__(self, type_, shape, values, compare=None):
        self.type, self.shape, self.compare = type_, [int(d) for d in shape], compare
        self.values = values.reshape(-1) if isinstance(values, np.ndarray) else values
        size = 1
        for dim in self.shape:
            size *= dim
        assert size == len(self.values), (self.shape, len(self.values))

    def bytes(self):
        if self.type == "bf16":
            return b"".join(struct.pack("<f", v)[2:] for v in self.values)
        return np.array(self.values, NUMPY[self.type]).astype(np.dtype(NUMPY[self.type]).newbyteorder("<")).tobytes()

    def is_large(self):
        width = {"boolean": 1, "bf16": 2}.get(self.type) or int(self.type[1:]) // 8
        return width * len(self.values) > INLINE_BYTES and None not in self.values

    def npy(self):
        descr = {"bf16": "|V2", "boolean": "|b1", "i8": "|i1", "u8": "|u1"}.get(self.type) or "<" + (
            self.type[0] + str(int(self.type[1:]) // 8))
        shape = "(%s)" % ("%d," % self.shape[0] if len(self.shape) == 1 else ", ".join(map(str, self.shape)))
        header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (descr, shape)
        header += " " * (-(len(header) + 11) % 64) + "\n"
        return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + self.bytes()

    def json(self):
        parts = ['"type": "%s"' % self.type, '"shape": [%s]' % ", ".join(map(str, self.shape)),
                 '"values": [%s]' % ", ".join(number(self.type, v) for v in self.values)]
        if self.compare:
            parts.append('"compare": ' + json.dumps(self.compare))
        return Token("{%s}" % ", ".join(parts))


def scalar(type_, value):
    return Tensor(type_, [], [value])


def dump(value):
    """JSON on one line."""
    if isinstance(value, Tensor):
        return value.json()
    if isinstance(value, dict):
        return "{%s}" % ", ".join('"%s": %s' % (k, dump(v)) for k, v in value.items())
    if isinstance(value, (list, tuple)):
        return "[%s]" % ", ".join(dump(v) for v in value)
    return value if isinstance(value, Token) else json.dumps(value, ensure_ascii=False)


def rejected(phase, rule):
    return {"rejected": {"phase": phase, "rule": rule}}


class Corpus:
    """Collects the files of the corpus; `write` or `compare` put them into a folder or compare them with it."""

    def __init__(self):
        self.files, self.counts = {}, {}

    def add(self, path, *, title, rules, model, oracle, runs, notes=None, kind="plain", weights=b"", dialect=None,
            columns=None, tensors=None, inputs=None, features=(), twin=None, format_="openvino-ir"):
        """Add one case. `model`: the text of its file. `runs`: dicts in the order of the file."""
        assert path not in self.counts, path
        assert runs, path
        used = used_features(model)
        dialect = dialect or ("tensor-iterator-1" if "TensorIterator" in used and "Loop" not in used else
                              "loop-5-draft" if "draft" in used else "loop-5" if "Loop" in used else "tensor-iterator-1")
        front = [("format", format_), ("title", title), ("dialect", dialect), ("kind", kind), ("rules", list(rules)),
                 ("features", sorted(used | set(features))), ("oracle", oracle)]
        if twin:
            front.append(("twin", twin))
        if notes:
            front.append(("notes", notes))
        if columns:
            front.append(("columns", columns))
        lines = ["  %s: %s" % (json.dumps(k), dump(v)) for k, v in front]
        if tensors:
            lines.append('  "tensors": {\n%s\n  }' % ",\n".join(
                "    %s: %s" % (json.dumps(k), dump(self.place(path, k, v))) for k, v in tensors.items()))
        if inputs:
            lines.append('  "inputs": ' + dump(self.place(path, "inputs", inputs)))
        runs = [tiered(run, model, columns) for run in runs]
        names = [run_name(columns, run) for run in runs]
        assert len(set(names)) == len(names), (path, [n for n in names if names.count(n) > 1][:2])
        rows = ["    " + dump(self.place(path, name, run)) for name, run in zip(names, runs)]
        lines.append('  "runs": [\n%s\n  ]' % ",\n".join(rows))
        self.files[path + "/case.json"] = ("{\n%s\n}\n" % ",\n".join(lines)).encode()
        self.files[path + "/" + FILES[format_]] = model.encode()
        if weights:
            self.files[path + "/model.bin"] = weights
        self.counts[path] = len(runs)

    def place(self, path, name, value):
        """The same value, but with every tensor over 4 KB in its own file."""
        if isinstance(value, dict):
            return {k: self.place(path, name + "." + k, v) for k, v in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.place(path, "%s.%d" % (name, i), v) for i, v in enumerate(value)]
        if isinstance(value, Tensor) and value.is_large():
            file = name + ".npy"
            self.files[path + "/" + file] = value.npy()
            return {"npy": file, **({"compare": value.compare} if value.compare else {})}
        return value

    def manifest(self):
        """One line for each case: path, number of runs, SHA-256 of what `sha256sum *` prints in its folder."""
        folders = {}
        for file in self.files:
            folders.setdefault(os.path.dirname(file), []).append(file)
        out = []
        for path in sorted(self.counts):
            listing = "".join("%s  %s\n" % (hashlib.sha256(self.files[f]).hexdigest(), os.path.basename(f))
                              for f in sorted(folders[path]))
            out.append("%s %d %s\n" % (path, self.counts[path], hashlib.sha256(listing.encode()).hexdigest()))
        return "".join(out)


def run_name(columns, run):
    """`name`, or the name made of the values of a row."""
    if "name" in run:
        return run["name"]
    return "__".join("%s_%s" % (key, word(value)) for key, value in zip(columns, run["at"]))


def word(value):
    """A value as a part of a run's name."""
    text = "none" if value is None else str(value).lower().replace("-", "m")
    return re.sub("[^a-z0-9]+", "_", text).strip("_")


def used_features(model):
    """The operations, element types and loop features in a model's text: what a backend needs to load it."""
    out = set()
    for layer in re.findall(r"<(?:layer|operation) [^>]*>", model):
        kind = re.search(r'type="([^"]*)"', layer)
        version = re.search(r'version="opset(\d+)"', layer)
        if not kind or "{{" in kind.group(1):
            continue
        kind = kind.group(1)
        if kind in ("TensorIterator", "Loop"):
            out.add(kind)
        elif kind not in ("Parameter", "Const", "Result"):
            out.add("op:%s-%s" % (kind, version.group(1)) if version else "op:" + kind)
    out |= {"type:" + t for t in re.findall(r'(?:element_type|destination_type|output_type)="(\w+)"', model)}
    spelled = {"draft": r'internal_operation_id|from-operation|condition="', "part_size": r' part_size="',
               "current_iteration": r'purpose="current_iteration"', "back_edges": r"<back_edges>",
               "sliced_input": r'<input axis="', "scan_output": r'<output axis="',
               "dynamic_shape": r'<data [^>]*shape="[^"]*(\?|-1|\.\.)'}
    out |= {feature for feature, pattern in spelled.items() if re.search(pattern, model)}
    if len(re.findall(r'type="(?:TensorIterator|Loop|If)"', model)) > 1:
        depth = deepest = 0
        for mark in re.findall(r"</?(?:then_body|else_body|body)>", model):
            depth += -1 if mark[1] == "/" else 1
            deepest = max(deepest, depth)
        if deepest > 1:
            out.add("nested")
    return out
