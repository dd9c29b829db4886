"""TensorRT networks by hand: what the published text leaves open or leaves to the API reference."""

import case
from case import Tensor
from trt_hand import add, counted, integer, real
from trt_network import Calls, Raw

PAD = None


def add_empty_axis(corpus):
    calls, loop = counted()
    x = calls.call("addInput", "X", type="kFLOAT", dimensions=Raw("[{{dimension}}]"))
    r = calls.recurrence(loop, calls.constant(7), "r")
    calls.step(r, calls.elementwise(r, calls.iterator(loop, x, "item", reverse=Raw("{{reverse}}")), "kSUM"))
    calls.output(calls.last(loop, r, "last"))
    runs = []
    for dimension in (-1, 0):
        for reverse in ("false", "true"):
            name = "%s_%s" % ("dynamic" if dimension else "static", "backward" if reverse == "true" else "forward")
            common = {"at": [dimension, reverse]}
            runs.append({"name": name, **common, "inputs": {"n": integer(0), "X": real([0])}, "outputs": [real([], 7)]})
            runs.append({"name": name + "__past_the_end", **common, "tier": "survey" if reverse == "true" else "required", "rules": ["TRT-5"],
                         "inputs": {"n": integer(1), "X": real([0])}, **case.rejected("run", ["SLICE-9", "TRT-5"])})
    add(corpus, "iterate_over_nothing", calls, "r starts at 7, and no element is added to it.", runs=runs, columns=["dimension", "reverse"],
        title="An axis of no positions has no elements, in both directions.", rules=["TRT-4", "TRT-5"])


def add_setters(corpus):
    calls, loop = counted()
    x = calls.input("X", dimensions=[2, 3])
    part = calls.iterator(loop, x, "part")
    joined = calls.stacked(loop, part, 3, "joined")
    calls.lines.append(Raw("{{setters}}"))
    calls.output(joined)

    def setters(*calls):
        return ", ".join('{"call": "%s", "on": "%s", "%s": %s}' % (name, on, name[3:].lower(), value) for name, on, value in calls)

    x = real([2, 3], 2, 3, 5, 4, 6, 8)
    axis, backward, to = ("setAxis", part, 1), ("setReverse", part, "true"), ("setAxis", joined, 1)
    runs = [{"name": name, "at": [setters(*at)], "inputs": {"n": integer(n), "X": x}, "outputs": [real(shape, *values)]}
            for name, at, n, shape, values in (
                ("axis", [axis], 3, [3, 2], [2, 4, 3, 6, 5, 8]),
                ("reverse", [axis, backward], 3, [3, 2], [5, 8, 3, 6, 2, 4]),
                ("reverse_twice", [backward, axis, ("setReverse", part, "false")], 3, [3, 2], [2, 4, 3, 6, 5, 8]),
                ("axis_of_the_output", [to], 2, [3, 3], [2, 4, PAD, 3, 6, PAD, 5, 8, PAD]),
                ("both_axes", [to, axis], 3, [2, 3], [2, 3, 5, 4, 6, 8]))]
    runs += [{"name": name, "at": [setters(at)], "rules": [rule], "inputs": {"n": integer(2), "X": x}, **case.rejected("load", rule)}
             for name, at, rule in (("axis_2_of_a_matrix", ("setAxis", part, 2), "TRT-4"), ("axis_2_of_vectors", ("setAxis", joined, 2), "TRT-11"),
                                    ("reverse_of_an_output", ("setReverse", joined, "true"), "TRT-22"), ("axis_of_a_loop", ("setAxis", loop, 0), "TRT-22"),
                                    ("axis_of_an_input", ("setAxis", "X", 0), "TRT-22"), ("reverse_1", ("setReverse", part, 1), "TRT-22"))]
    add(corpus, "boundary_setters", calls, "X = [[2, 3, 5], [4, 6, 8]]. Without a setter the rows are joined on axis 0.", runs=runs,
        title="The setters of an iterator and of a loop output replace the arguments that they were made with.", columns=["setters"],
        rules=["TRT-4", "TRT-11", "TRT-22"])


def add_condition(corpus):
    calls = Calls()
    go, stop = calls.input("go", "kBOOL"), calls.input("stop")
    loop = calls.loop()
    k = calls.counter(loop)
    goes_on = calls.recurrence(loop, go, "goes_on")
    calls.step(goes_on, calls.elementwise(k, stop, "kLESS"))
    calls.limit(loop, goes_on, "kWHILE")
    calls.output(calls.last(loop, k, "trips"), calls.last(loop, goes_on, "end"))
    false = Tensor("boolean", [], [False])
    runs = [{"name": "%s__stop_%d" % ("go" if go else "no", stop), "inputs": {"go": Tensor("boolean", [], [go]), "stop": real([], stop)},
             "outputs": [real([], n), false]} for go, stop, n in ((True, 0, 1), (True, 1, 2), (True, 3, 4), (False, 3, 0))]
    add(corpus, "while_on_a_recurrence", calls, "goes_on is go, 0 < stop, 1 < stop, ... The first false is at 0, or at stop + 1.", runs=runs,
        title="A condition that is the output of a recurrence has the initial value for iteration 0.", rules=["TRT-3", "TRT-7", "TRT-10"])


def add_invariants(corpus):
    calls, loop = counted()
    a, b = calls.input("a", "kINT32"), calls.input("b", "kINT32")
    q = calls.elementwise(a, b, "kDIV", "q")
    r = calls.recurrence(loop, a, "r")
    calls.step(r, calls.elementwise(r, q, "kSUM"))
    calls.output(calls.last(loop, r, "last"))
    error = case.rejected("run", "NUM-8")
    runs = [{"name": name, **({"tier": "survey"} if "any_of" in result else {}),
             "inputs": {"n": integer(n), "a": integer(6), "b": integer(b)}, **result} for name, n, b, result in (
                 ("two_iterations", 2, 3, {"outputs": [integer(10)]}), ("no_iteration", 0, 3, {"outputs": [integer(6)]}),
                 ("no_iteration_by_zero", 0, 0, {"any_of": [{"outputs": [integer(6)]}, error]}), ("one_iteration_by_zero", 1, 0, error))]
    add(corpus, "invariant_that_fails", calls, "q = 6 / b is computed outside the loop. r = 6, 6 + q, 6 + 2 q.", runs=runs,
        title="A layer outside the loop may be evaluated although no iteration runs.", rules=["TRT-1", "TRT-2"])

    calls, loop = counted()
    x = calls.input("X", dimensions=[2])
    calls.output(calls.stacked(loop, x, 3, "joined", kind="{{kind}}", axis=Raw("{{axis}}")))
    x = real([2], 5, 6)
    runs = [{"name": "%s__axis_%d__count_%d" % (kind[1:].lower(), axis, n), "at": [kind, axis], "tier": "survey",
             "inputs": {"n": integer(n), "X": x}, "outputs": [real([3, 2], *values[:2 * n], *[PAD] * (6 - 2 * n)) if axis == 0 else
                                                              real([2, 3], *[v for e in (5, 6) for v in [e] * n + [PAD] * (3 - n)])]}
            for kind in ("kCONCATENATE", "kREVERSE") for axis in (0, 1) for n in (0, 2, 3) for values in [[5, 6] * 3]]
    add(corpus, "join_of_a_tensor_from_outside", calls, "Every element of X is [5, 6].", runs=runs, columns=["kind", "axis"],
        title="A tensor from outside the loop has the same element in every iteration, and the loop may join them.",
        rules=["TRT-1", "TRT-11", "TRT-16"])


def add_names(corpus):
    calls = Calls()
    x = calls.input("X")
    calls.unary(x, "kNEG", "negative")
    calls.unary(x, "kABS", "absolute")
    calls.call("setName", on="absolute", name="{{name}}")
    calls.output("negative", "{{marked}}")
    runs = [{"name": "two_names", "at": ["other", "absolute"], "inputs": {"X": real([], -3)}, "outputs": [real([], 3), real([], 3)]}]
    runs += [{"name": name, "at": at, "inputs": {"X": real([], -3)}, **case.rejected("load", "TRT-22")}
             for name, at in (("one_name", ["negative", "absolute"]), ("marked_twice", ["other", "negative"]))]
    add(corpus, "output_names", calls, "-(-3) and |-3| are 3.", runs=runs, columns=["name", "marked"], rules=["TRT-22"],
        title="Two outputs of a network have two names.")


def add_late_change(corpus):
    """s doubles its length in each inner iteration; r is one step behind, so it first keeps its length."""
    calls = Calls()
    n, m, x = calls.input("n", "kINT32"), calls.input("m", "kINT32"), calls.input("X", dimensions=[-1])
    outer = calls.loop("outer")
    calls.limit(outer, n, "kCOUNT")
    start = calls.recurrence(outer, x, "start")
    calls.step(start, start)
    for order in ("sr", "rs"):
        inner = calls.loop("inner_" + order)
        calls.limit(inner, m, "kCOUNT")
        s, r = "s_" + order, "r_" + order
        for name in order:
            calls.recurrence(inner, start, name + "_" + order)
        longer = calls.call("addConcatenation", "longer_" + order, inputs=[s, calls.elementwise(s, s, "kSUM")])
        calls.call("setAxis", on=longer, axis=0)
        calls.step(s, longer)
        calls.step(r, s)
        calls.output(calls.stacked(outer, calls.last(inner, r, "last_" + order), 2, "joined_" + order))

    def inputs(trips):
        return {"inputs": {"n": integer(trips), "m": integer(3), "X": real([1], 5)}, "tier": "survey"}
    one, empty = real([2, 4], 5, 10, 10, 20, *[PAD] * 4), [real([2, 0]), real([2, 4], *[PAD] * 8)]
    add(corpus, "length_that_changes_late", calls, "s is [5], [5, 10], [5, 10, 10, 20], and r is one step behind: r3 = s2. Without an "
        "outer iteration the length of r3 is 4, or 0 if only types and shapes are looked at. r0 and r1 have 1 element.",
        title="A recurrence whose length changes after its second element has no known length if no outer iteration runs.",
        rules=["TRT-17", "TRT-11", "TRT-18"],
        runs=[{"name": "one", **inputs(1), "outputs": [one, one]},
              {"name": "none", **inputs(0), "any_of": [{"outputs": [a, b]} for a in empty for b in empty]}])


def add_cases(corpus):
    add_late_change(corpus)
    add_empty_axis(corpus)
    add_setters(corpus)
    add_condition(corpus)
    add_invariants(corpus)
    add_names(corpus)
