"""Bodies that only pass their carried values on: all ways to wire up to three, in a Loop and in a Scan.

A body output is a body input, a value from outside or a constant of the body. The oracle is a list that is
rewired once for each iteration.
"""

import itertools

from onnx_case import add_onnx, tensor

STEPS = range(5)
INITIAL = (1, 20, 300)
OUTSIDE, CONSTANT = 4000, 50000


def loop(n):
    inputs, carried = ["start%d" % k for k in range(n)], ["v%d" % k for k in range(n)]
    return """rewired (int64 M, %s, float outside) => (%s, %s) {
  %s, %s = Loop <body = step (int64 i, bool going, %s) => (bool going, %s, %s) <float own = {%d}> {
    %s
  }> (M, "", %s)
}
""" % (", ".join("float " + name for name in inputs), ", ".join("float last%d" % k for k in range(n)),
       ", ".join("float[n] all%d" % k for k in range(n)), ", ".join("last%d" % k for k in range(n)), ", ".join("all%d" % k for k in range(n)),
       ", ".join("float " + name for name in carried), ", ".join("float {{to%d}}" % k for k in range(n)),
       ", ".join("float each%d" % k for k in range(n)), CONSTANT, "\n    ".join("each%d = Identity (v%d)" % (k, k) for k in range(n)),
       ", ".join(inputs))


def scan(n):
    inputs, carried = ["start%d" % k for k in range(n)], ["v%d" % k for k in range(n)]
    return """rewired (float[n] steps, %s, float outside) => (%s, float[n] steps_again) {
  %s, steps_again = Scan <num_scan_inputs = 1, body = step (%s, float x) => (%s, float again) <float own = {%d}> {
    again = Identity (x)
  }> (%s, steps)
}
""" % (", ".join("float " + name for name in inputs), ", ".join("float last%d" % k for k in range(n)), ", ".join("last%d" % k for k in range(n)),
       ", ".join("float " + name for name in carried), ", ".join("float {{to%d}}" % k for k in range(n)), CONSTANT, ", ".join(inputs))


def rewired(wires, steps):
    """The carried values before each iteration, and after the last one."""
    values, seen = list(INITIAL[:len(wires)]), []
    for _ in range(steps):
        seen.append(list(values))
        values = [{"outside": OUTSIDE, "own": CONSTANT}.get(wire) or values[int(wire[1:])] for wire in wires]
    return seen, values


def runs(n, is_scan):
    for wires in itertools.product(["v%d" % k for k in range(n)] + ["outside", "own"], repeat=n):
        if len(set(wires)) < n:
            continue  # a graph names each of its outputs once
        for steps in STEPS:
            seen, last = rewired(wires, steps)
            starts = {"start%d" % k: tensor("float", [], [INITIAL[k]]) for k in range(n)}
            numbers = [float(k + 1) for k in range(steps)]
            inputs = {"steps": tensor("float", [steps], numbers)} if is_scan else {"M": tensor("int64", [], [steps])}
            outputs = [tensor("float", [], [value]) for value in last]
            outputs += [tensor("float", [steps], numbers)] if is_scan else [tensor("float", [steps], [row[k] for row in seen]) for k in range(n)]
            disputed = "outside" in wires or is_scan and steps == 0  # ONNX-GRAPH-4, ONNX-SCAN-2
            survey = {"tier": "survey"} if disputed else {}
            yield {"name": "%s__steps_%d" % ("_".join(wires), steps), "at": list(wires), **survey,
                   "inputs": {**inputs, **starts, "outside": tensor("float", [], [OUTSIDE])}, "outputs": outputs}


def add_cases(corpus):
    for is_scan, write, kind, rules in ((False, loop, "loop", ["ONNX-LOOP-3", "ONNX-GRAPH-4"]), (True, scan, "scan", ["ONNX-SCAN-1", "ONNX-GRAPH-4"])):
        for n in (1, 2, 3):
            add_onnx(corpus, "back_edges/%s_%d" % (kind, n), write(n), kind="combined", oracle="generator: gen/onnx_back_edge_grid.py",
                     title="A %s rewires %d carried values, outer values and constants in every way." % (kind.capitalize(), n), rules=rules,
                     columns=["to%d" % k for k in range(n)], runs=list(runs(n, is_scan)),
                     notes="The values start at 1, 20 and 300; `outside` is 4000 and `own`, a constant of the body, 50000.")
