"""Seeds of the other targets, and their dictionaries' words."""

import collections
import json
import re

from expand import expand
from model_seeds import LARGEST


def npy(descr, fortran, shape, elements, version=1):
    header = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}".encode()
    width = 2 if version == 1 else 4
    header += b" " * (-(len(header) + 9 + width) % 64) + b"\n"
    return b"\x93NUMPY" + bytes([version, 0]) + len(header).to_bytes(width, "little") + header + elements


def npy_seeds(files):
    widths = {"b1": 1, "i1": 1, "i2": 2, "i4": 4, "i8": 8, "u1": 1, "u2": 2, "u4": 4, "u8": 8, "f2": 2, "f4": 4, "f8": 8, "V2": 2}
    for descr, width in widths.items():
        for order in "<|>=":
            yield f"{descr}_{'<|>='.index(order)}", npy(order + descr, False, (2, 3), bytes(range(6 * width)))
    yield "fortran", npy("<i2", True, (2, 3, 2), bytes(range(24)), 2)
    yield "scalar", npy("<f8", False, (), bytes(range(8)), 3)
    yield "empty", npy("|b1", False, (0, 5), b"")
    yield "vector", npy("|b1", True, (4,), bytes([0, 1, 2, 255]))
    yield "rank_12", npy("|u1", True, (1, 2, 1, 2, 1, 1, 2, 1, 1, 1, 1, 1), bytes(range(8)))
    yield "rank_13", npy("|u1", False, (1,) * 13, b"x")
    yield "too_large", npy("<f8", False, (2**61, 16), b"")
    yield from (("corpus_" + path.stem, path.read_bytes()[:LARGEST]) for path in files if path.suffix == ".npy")


def npy_words(_):
    quoted = ["'descr'", "'fortran_order'", "'shape'", "': '", "True", "False", "(", ")", ",), }", "9223372036854775807", "\x93NUMPY"]
    return set(quoted) | {order + kind for order in "<|>=" for kind in ("b1", "i8", "u4", "f2", "V2")}


def case_seeds(files):
    for path in files:
        if path.name == "case.json" and path.stat().st_size <= LARGEST // 2:
            yield path.parent.name, path.read_bytes()
    # The features that the model needs, so that runs are not skipped.
    tensor = {"type": "i32", "shape": [2], "values": [5, -6]}
    case = {"format": "openvino-ir", "title": "T.", "dialect": "loop-5", "kind": "plain", "rules": ["OUT-1"], "features": [], "oracle": "by-hand"}
    case |= {"columns": ["shape", "axis"], "tensors": {"t": tensor, "n": {"npy": "t.npy"}}, "inputs": {"x": "t"}}
    output = {"type": "i32", "shape": [4], "values": [5, -6, 5, -6], "compare": "bits"}
    case["runs"] = [
        {"at": [2, 0], "outputs": [output]},
        {"at": ["?", None], "tier": "survey", "any_of": [{"outputs": [output]}, {"rejected": {"phase": "load", "rule": ["OP-2", "READ-5"]}}]},
        {"name": "n", "at": [2, "-1"], "sequence": [{"outputs": ["t"]}, {"inputs": ["n"], "rejected": {"phase": "run", "rule": "INPUT-4"}}]},
    ]
    yield "of_this_model", json.dumps(case).encode()


def network_seeds(files):
    """The networks of the first and the last run of each case."""
    for path in files:
        if path.name == "model.json":
            case = json.loads((path.parent / "case.json").read_text())
            for number in sorted({0, len(case["runs"]) - 1}):
                text = expand(path.read_text(), case.get("columns"), case["runs"][number].get("at"))
                yield f"{path.parent.name}_{number}", text.encode()


def protocol_seeds(files):
    tensors = []
    for path in sorted(files):
        if path.name == "backend_protocol.md":
            for number, line in enumerate(re.findall(r'\{"id".*\}', path.read_text())):
                for part, message in enumerate(line.split("`, `")):
                    yield f"page_{number}_{part}", re.sub(r'^\{"id": \d+', '{"id": 1', message).encode()
        elif path.name == "case.json" and path.stat().st_size <= LARGEST // 4:
            for run in json.loads(path.read_text())["runs"][:1]:
                outputs = run.get("outputs", [])
                tensors += [output for output in outputs if isinstance(output, dict) and "values" in output]
    for number, tensor in enumerate(tensors[:150]):
        tensor = {"element_type": tensor["type"], "shape": tensor["shape"], "values": tensor["values"]}
        yield f"outputs_{number}", json.dumps({"id": 1, "outputs": [tensor]}).encode()
    file = {"element_type": "f32", "shape": [2], "file": "@/f.npy"}
    yield "file", json.dumps({"id": 1, "outputs": [file]}).encode()
    yield "bad_file", json.dumps({"id": 1, "outputs": [{**file, "file": "@/bad.npy"}]}).encode()
    yield "run_file", json.dumps({"id": 1, "do": "run", "inputs": [{"name": "x", **file}]}).encode()
    yield "script_file", json.dumps({"id": 1, "do": "script", "model": "/m", "inputs": [], "expected": [file]}).encode()


def results_seeds(_):
    """Results of the four runs that results_fuzz continues."""
    digest = "fnv1a64:f991e4455da12ff5"  # of the corpus of results_fuzz
    head = {"results": 1, "backedge": "0.1", "corpus": {"folder": "f", "digest": digest}}
    head |= {"backend": {"command": "backend", "name": "B", "version": "1", "features": []}, "selected": {"cases": 1, "runs": 4}}
    outcomes = ["passed", "wrong value", "skipped", "timed out"]
    lines = [{"run": f"a/b/{run}", "outcome": outcome} for run, outcome in zip(["one", "two", "three", "survey"], outcomes)]
    lines = [json.dumps(line).encode() + b"\n" for line in [head, *lines, {"end": "complete"}]]
    for count in range(len(lines) + 1):
        yield f"{count}_lines", b"".join(lines[:count])
    yield "cut", b"".join(lines)[:-30]
    yield "twice", b"".join(lines[:2] + lines[1:2])


def expectations_seeds(files):
    for path in files:
        if path.suffix == ".txt":
            text = path.read_bytes()
            for start in range(0, min(len(text), 6000), 1500):
                yield f"{path.stem}_{start}", text[start : start + 2000]
    yield "of_this_corpus", (
        b"# a comment\nbug, wrong value or crashed, 2 runs: why: because\n  loop/*-loop/a/two\n\tsurvey/b_?/i_m1\n"
        b"unsupported, skipped, 1 run: UNEXPLAINED\n  loop/a:survey\n"
    )


def json_words(seeds):
    words = {'"', "\\u0000", "null", "true", "false", "{}", "[]", "1e400", "-9223372036854775808", "18446744073709551615", '"0x7fc00000"'}
    seen = collections.Counter()
    for _, seed in seeds:
        seen.update(set(re.findall(r'"[\w -]{1,24}"(?:: )?', seed.decode(errors="replace"))))
    return words | {word for word, seeds_with_it in seen.items() if seeds_with_it > 2}


def expectations_words(_):
    words = "bug, unsupported, wont-fix, passed wrong.value or skipped crashed unstable 1.run: UNEXPLAINED loop/a survey/b_1/i_m1 * ? : -"
    return {word.replace(".", " ") for word in words.split()} | {" or ", "\n  "}
