#!/usr/bin/env python3
"""A whole backend, for docs/backend_protocol.md: Parameter, Result, Identity and Add of integers of one shape.

    backedge verify --backend "python3 examples/python_backend/backend.py" --filter ...
"""

import json
import sys
import xml.etree.ElementTree as xml

BITS = {"i8": 8, "i16": 16, "i32": 32, "i64": 64}
FEATURES = ["op:Add-1"] + ["type:" + name for name in BITS]


class Skipped(Exception):
    """The model may be right, but is beyond this backend."""


def load(request):
    net = xml.parse(request["model"]).getroot()
    layers = list(net.find("layers"))
    for layer in layers:
        if layer.get("type") not in ("Parameter", "Result", "Identity", "Add"):
            raise Skipped("no operation " + layer.get("type"))
    sources = {(e.get("to-layer"), e.get("to-port")): e.get("from-layer") for e in net.find("edges")}
    return layers, sources


def integers(tensor):
    if tensor["element_type"] not in BITS or "values" not in tensor:
        raise Skipped("no tensors of " + tensor["element_type"] + ", and none in files")
    return {**tensor, "values": [int(value) for value in tensor["values"]]}


def add(a, b):
    if (a["element_type"], a["shape"]) != (b["element_type"], b["shape"]):
        raise Skipped("no broadcasting")
    half = 1 << (BITS[a["element_type"]] - 1)
    return {**a, "values": [(x + y + half) % (2 * half) - half for x, y in zip(a["values"], b["values"])]}


def run(model, request):
    layers, sources = model
    given = {tensor["name"]: integers(tensor) for tensor in request["inputs"]}

    def value(layer):
        if layer.get("type") == "Parameter":
            return given[layer.get("name")]
        inputs = [by_id[sources[layer.get("id"), port.get("id")]] for port in layer.find("input")]
        return add(*map(value, inputs)) if layer.get("type") == "Add" else value(inputs[0])

    by_id = {layer.get("id"): layer for layer in layers}
    results = [value(layer) for layer in layers if layer.get("type") == "Result"]
    return [{"element_type": r["element_type"], "shape": r["shape"], "values": [str(v) for v in r["values"]]} for r in results]


model = None
for line in sys.stdin:
    request = json.loads(line)
    try:
        if request["do"] == "hello":
            answer = {"hello": {"protocol": 1, "name": "python_backend", "version": "1", "features": FEATURES}}
        elif request["do"] == "load":
            model = load(request)
            answer = {"loaded": True}
        elif request["do"] == "run":
            answer = {"outputs": run(model, request)}
        else:
            answer = {"unloaded": True} if request["do"] == "unload" else {"bye": True}
    except Skipped as why:
        answer = {"skipped": {"reason": str(why)}}
    except Exception as why:  # the suite says `failed`, and goes on
        answer = {"failed": {"message": repr(why)}}
    print(json.dumps({"id": request["id"], **answer}), flush=True)
    if request["do"] == "bye":
        break
