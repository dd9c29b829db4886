"""Results files for tests, with runs of the corpus."""

import json
import pathlib

TRIP = "loop/trip_grid/condition_computed/trip_3__condition_1__ends_0__length_3"
SWAP = "loop/back_edges/swap"


def tensor(*values, element_type="i32", shape=None, **more):
    return {"element_type": element_type, "shape": [len(values)] if shape is None else shape, **more, "values": list(values)}


STARTED = {"program": "bazel run -c opt //tools:backedge --", "folder": "/srv/mine", "options": "--timeout 60"}


def header(name="mine", version="0.3", runs=4, command="python3 mine.py", **more):
    return {"results": 1, "backedge": "0.1", "corpus": {"folder": "testdata", "digest": "fnv1a64:0"},
            "backend": {"command": command, "name": name, "version": version, "features": []}, "selected": {"cases": 1, "runs": runs}, **more}


def run(name, outcome="passed", rules=("BACK-2", "OUT-1"), tier="required", **more):
    failed = outcome not in ("passed", "skipped") and tier == "required"
    return {"run": name, "rules": list(rules), "tier": tier, "outcome": outcome, "failed": failed, "inference": 0, "seconds": 0.002, **more}


def wrong(expected, actual, positions, output=0, name="y"):
    return {"output": output, "name": name, "compare": "bits", "expected": expected, "actual": actual,
            "differ": len(positions), "positions": positions}


def footer(lines, complete=True):
    return {"end": True, "complete": complete, "runs": len(lines), "failed": 0, "outcomes": {}, "starts": 1}


def write(folder, file, lines):
    """Write a file of such lines, or of bytes, and return its path."""
    file = pathlib.Path(folder, file)
    file.write_bytes(b"".join(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines))
    return file


def write_runs(folder, file, runs, **about):
    return write(folder, file, [header(runs=len(runs), **about), *runs, footer(runs)])
