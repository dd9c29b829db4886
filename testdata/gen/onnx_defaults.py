"""ONNX models whose inputs have defaults: initializers of the same name."""

import case
from onnx_case import add_onnx, tensor
from onnx_hand import integer, real, run, truth
from onnx_rejected import pair

RULE = "ONNX-GRAPH-18"
HEAD_OF_VERSIONS = '<ir_version: {{ir}}, opset_import: ["" : {{opset}}]>\n'
VERSIONS = {"ir_3": [3, 8], "ir_8": [8, 17]}


def add(corpus, name, text, notes, *, runs, **rest):
    add_onnx(corpus, "defaults/" + name, text, oracle="by-hand", notes=notes, runs=runs, **rest)


def add_values(corpus):
    text = "difference (float[2] w, float[2] x) => (float[2] y) <float[2] w = {10, 20}> { y = Sub (x, w) }\n"
    x, w = real([2], 1, 2), real([2], 3, 5)
    runs = []
    for name, at in VERSIONS.items():
        runs += [run(name + "_default", {"x": x}, real([2], -9, -18), at=at, tier="survey"),
                 run(name + "_given", {"x": x, "w": w}, real([2], -2, -3), at=at, tier="survey")]
    inferences = [{"inputs": inputs, "outputs": [real([2], *outputs)]} for inputs, outputs in (
        ({"x": x, "w": w}, (-2, -3)), ({"x": x}, (-9, -18)), ({"x": w, "w": x}, (2, 3)), ({"x": w}, (-7, -15)))]
    runs.append({"name": "in_turn", "at": VERSIONS["ir_8"], "tier": "survey", "sequence": inferences})
    add(corpus, "given_or_not", text, "x - [10, 20], or x - w.", title="A run gives an input another value than its default, or leaves it out.",
        head=HEAD_OF_VERSIONS, columns=["ir", "opset"], rules=[RULE, "STATE-1"], runs=runs)


def add_shapes(corpus):
    x = real([6], 1, 2, 3, 4, 5, 6)
    runs = []
    for name, dims, trips in (("defaults", None, None), ("shape", [3, 2], None), ("row", [1, 6], None), ("no_iteration", None, 0),
                              ("more_iterations", None, 4), ("both", [6, 1], 1)):
        inputs = {"x": x, **({"dims": integer([2], *dims)} if dims else {}), **({"M": integer([], trips)} if trips is not None else {})}
        shape, count = dims or [2, 3], 2 if trips is None else trips
        runs.append(run(name, inputs, real(shape, 1, 2, 3, 4, 5, 6), integer([count], *range(count)), tier="survey"))
    add(corpus, "shapes_and_counts", """shapes (int64[2] dims, float[6] x, int64 M) => (float[a,b] y, int64[n] numbers) <int64[2] dims = {2, 3}, int64 M = {2}> {
  y = Reshape (x, dims)
  numbers = Loop <body = step (int64 i, bool going) => (bool going, int64 j) { j = Identity (i) }> (M, "")
}
""", "x in the given shape, and 0 to M - 1.", kind="boundary", title="Nothing is computed before a run from a default that the run replaces.",
        rules=[RULE, "ONNX-LOOP-1"], runs=runs)


def add_bodies(corpus):
    text = """sums (int64 M, float[2] w, float[2] x) => (float[2] y) <float[2] w = {10, 20}> {
  y = Loop <body = step (int64 i, bool going, float[2] v{{listed}}) => (bool going, float[2] sum) <float[2] u = {1, 2}> {
    half = Add (v, u)
    sum = Add (half, w)
  }> (M, "", x)
}
"""
    x, count = real([2], 100, 200), integer([], 3)
    runs = [run("%s_%s" % (name, kind), {"M": count, "x": x, **inputs}, real([2], *y), at=[*VERSIONS["ir_3" if listed else "ir_8"], listed], tier="survey")
            for name, listed in (("listed", ", float[2] u"), ("not_listed", ""))
            for kind, inputs, y in (("default", {}, (133, 266)), ("given", {"w": real([2], 7, 9)}, (124, 233)))]
    add(corpus, "in_a_body", text, "x + 3 (u + w).", kind="combined", title="A body captures an input with a default, and has a constant, which IR version 3 lists as an input.",
        head=HEAD_OF_VERSIONS, columns=["ir", "opset", "listed"], rules=[RULE, "ONNX-GRAPH-4", "ONNX-LOOP-3"], runs=runs)
    pair(corpus, "default_of_a_body", """g (float[2] x, int64 M, bool c) => (float[2] y) {
  y = Loop <body = step (int64 i, bool going, float[2] v) => (bool going, float[2] o) <float[2] {{part}} = {7, 8}> { o = Add (v, {{part}}) }> (M, c, x)
}
""", "A default for an input of a body is rejected.", RULE, good={"constant": "u"}, bad={"input": "v"},
         inputs={"x": real([2], 3, -4), "M": integer([], 2), "c": truth([], True)}, outputs=[real([2], 17, 12)], notes="x + 2 [7, 8].")


def add_types(corpus):
    pair(corpus, "types_of_defaults", "g (float[2] x, {{part}} w) => (float[2] y) <float[2] w = {1, 2}> { y = Add (x, w) }\n",
         "A default of another type than its input declares is rejected.", "ONNX-GRAPH-9", good={"right": "float[2]", "open": "float[n]"},
         bad={"another_type": "double[2]", "another_size": "float[3]", "another_rank": "float[1,2]"}, outputs=[real([2], 4, -2)], notes="x + [1, 2].",
         survey=["right", "open", "another_type", "another_size", "another_rank"])
    x = {"x": real([2], 3, -4)}
    runs = [run("another_size", {**x, "w": real([3], 1, 2, 3)}, real([1], 5), tier="survey"),
            run("default", x, real([1], 2), tier="survey")]
    runs += [{"name": name, "inputs": {**x, **more}, **case.rejected("run", rule)} for name, rule, more in (
        ("another_type", "INPUT-3", {"w": tensor("double", [2], [1, 2])}), ("another_rank", "INPUT-4", {"w": real([1, 2], 1, 2)}),
        ("no_input", "INPUT-2", {"c": real([1], 1)}))]
    add(corpus, "values_that_do_not_fit", """g (float[2] x, float[n] w) => (float[1] y) <float[2] w = {1, 2}, float[1] c = {0}> {
  sum = ReduceSum (x)
  all = ReduceSum (w)
  both = Add (sum, all)
  y = Add (both, c)
}
""", "3 - 4 + 1 + 2 + 3, and 3 - 4 + 1 + 2.", title="A given value has the declared type of its input, and a constant cannot be given.",
        rules=[RULE, "INPUT-2", "INPUT-3", "INPUT-4"], runs=runs)


def add_cases(corpus):
    for family in (add_values, add_shapes, add_bodies, add_types):
        family(corpus)
