"""The derived bounds of a model or of its pieces, and how much of them the outputs of an engine use."""

import json
import re
import subprocess

import numpy as np
import onnx

import model_pieces


class NoBound(Exception):
    """A model without a bound: why, and the names of the nodes around and at the place."""

    def __init__(self, error):
        super().__init__(error["message"].splitlines()[0])
        self.nodes = re.findall(r'(?:node|layer \d+) "([^"]*)"', error["where"])


def bounds_of(program, file, inputs, scratch):
    """[(value, error)] of the outputs. Raises NoBound."""
    words = []
    for name, array in inputs.items():
        np.save(scratch / f"input {len(words)}.npy", array)
        words += ["--input", f"{name}={scratch / f'input {len(words)}.npy'}"]
    done = subprocess.run([program, "bounds", str(file), *words, "--output-dir", str(scratch / "bounds"), "--error-format", "json"],
                          capture_output=True, text=True)
    if done.returncode != 0:
        raise NoBound(json.loads(done.stderr))
    count = len(done.stdout.splitlines())
    return [tuple(np.load(scratch / f"bounds/{k}.{kind}.npy") for kind in ("value", "error")) for k in range(count)]


def used_part(outputs, bounds):
    """The largest part of its bound that an element of the outputs uses."""
    used = 0.0
    for output, (value, error) in zip(outputs, bounds, strict=True):
        distance = np.abs(output.astype(np.float64) - value)
        part = np.divide(distance, error, out=np.where(distance == 0, 0.0, np.inf), where=error > 0)
        used = max(used, float(part.max(initial=0)))
    return used


def piece_used(program, engine, model, inputs, scratch):
    """What a piece of a model uses of its bound, and its outputs here."""
    onnx.save(model, scratch / "piece.onnx")
    file, _ = engine.file_for(scratch / "piece.onnx", inputs, scratch, is_piece=True)
    bounds = bounds_of(program, file, inputs, scratch)
    return used_part(engine.run(engine.load(file), inputs), bounds), [value for value, _ in bounds]


def used_in_pieces(program, engine, path, inputs, cuts, scratch):
    """As used_part, of the pieces of an ONNX model. Without cuts it is cut at the node that has no bound."""
    if not cuts:
        try:
            bounds_of(program, path, inputs, scratch)
        except NoBound as reason:
            cuts = [reason.nodes]
    rest, used = onnx.load(path), 0.0
    for nodes in cuts:
        piece, rest, names = model_pieces.split(rest, nodes)
        part, values = piece_used(program, engine, piece, inputs, scratch)
        used, inputs = max(used, part), inputs | dict(zip(names, values, strict=True))
    return max(used, piece_used(program, engine, rest, inputs, scratch)[0])
