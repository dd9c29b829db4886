#!/usr/bin/env python3
"""A complete backend for docs/backend_protocol.md: Identity and Add, but no loop.

    backedge verify --backend "python3 examples/python_backend/backend.py"
"""
import json
import sys
import xml.etree.ElementTree as xml

import numpy as np

TYPES = {"f32": np.float32, "i32": np.int32, "i64": np.int64}
OPERATIONS = {"Identity": lambda x: x, "Add": np.add, "Result": lambda x: x}
FEATURES = ["op:Add-1", "type:f32", "type:i32", "type:i64"]
HELLO = {"protocol": 2, "name": "python_backend", "version": "1", "features": FEATURES, "formats": ["openvino-ir"]}
ANSWERS = {"hello": {"hello": HELLO}, "load": {"loaded": True}, "unload": {"unloaded": True}, "bye": {"bye": True}}


def load(path):
    net = xml.parse(path).getroot()
    sources = {(edge.get("to-layer"), edge.get("to-port")): edge.get("from-layer") for edge in net.find("edges")}
    return {layer.get("id"): layer for layer in net.find("layers")}, sources


def run(layers, sources, inputs):
    def value(layer):
        if layer.get("type") == "Parameter":
            return inputs[layer.get("name")]
        operands = [value(layers[sources[layer.get("id"), port.get("id")]]) for port in layer.find("input")]
        return OPERATIONS[layer.get("type")](*operands)
    return [encode(value(layer)) for layer in layers.values() if layer.get("type") == "Result"]


def decode(tensor):
    if "file" in tensor:
        return np.load(tensor["file"])
    real = tensor["element_type"] == "f32"  # NaN, infinities and -0 are strings of their bits
    values = [np.uint32(int(v, 16)).view(np.float32) if real and isinstance(v, str) else v for v in tensor["values"]]
    return np.array(values, TYPES[tensor["element_type"]]).reshape(tensor["shape"])


def encode(array):
    name = next(name for name in TYPES if TYPES[name] == array.dtype)
    flat = array.reshape(-1)
    values = [f"0x{bits:08x}" for bits in flat.view(np.uint32)] if name == "f32" else flat.tolist()
    return {"element_type": name, "shape": array.shape, "values": values}


model = None
for line in sys.stdin:
    request = json.loads(line)
    try:
        if request["do"] == "load":
            model = load(request["model"])
        inputs = {tensor["name"]: decode(tensor) for tensor in request.get("inputs", [])}
        answer = {"outputs": run(*model, inputs)} if request["do"] == "run" else ANSWERS[request["do"]]
    except xml.ParseError as error:
        answer = {"rejected": {"phase": "load", "message": str(error)}}
    except Exception as error:  # the suite reports it and continues
        answer = {"failed": {"message": repr(error)}}
    print(json.dumps({"id": request["id"], **answer}), flush=True)
