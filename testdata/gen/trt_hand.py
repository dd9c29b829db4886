"""TensorRT networks by hand: the examples of the rules and of the published text."""

import case
from case import Tensor
from trt_network import Calls, Raw, add_network

PAD = None


def real(shape, *values):
    return Tensor("f32", list(shape), list(values))


def integer(value):
    return case.scalar("i32", value)


def add(corpus, name, calls, notes, kind="boundary", **rest):
    add_network(corpus, "hand/" + name, calls, notes=notes, kind=kind, oracle="by-hand", **rest)


def counted(name="n"):
    """A network with a loop whose count is an input."""
    calls = Calls()
    n = calls.input(name, "kINT32")
    loop = calls.loop()
    calls.limit(loop, n, "kCOUNT")
    return calls, loop


def add_fragment(corpus):
    calls = Calls()
    j, k, n = calls.input("j", "kINT32"), calls.input("k", "kINT32"), calls.input("n", "kINT32")
    loop = calls.loop()
    calls.limit(loop, n, "kCOUNT")
    i = calls.recurrence(loop, j, "i")
    calls.step(i, calls.elementwise(i, k, "{{op}}", "iNext"))
    calls.output(calls.last(loop, i, "last"), calls.stacked(loop, i, 4, "all"))
    runs = []
    for op in ("kSUM", "kADD"):
        for n, last, values in ((0, 5, [PAD] * 4), (1, 7, [5, PAD, PAD, PAD]), (4, 13, [5, 7, 9, 11])):
            runs.append({"name": "%s_%d" % (op.lower(), n), "at": [op], "inputs": {"j": integer(5), "k": integer(2), "n": integer(n)},
                         "outputs": [integer(last), Tensor("i32", [4], values)]})
        runs.append({"name": "%s_minus_1" % op.lower(), "at": [op], "tier": "survey", "rules": ["TRT-6"],
                     "inputs": {"j": integer(5), "k": integer(2), "n": integer(-1)}, **case.rejected("run", ["TRIP-2", "TRT-6"])})
    for bad in ("kADDD", "sum", ""):
        runs.append({"name": "op_" + (bad.lower() or "empty"), "at": [bad], "rules": ["TRT-22"],
                     "inputs": {"j": integer(5), "k": integer(2), "n": integer(1)}, **case.rejected("load", "TRT-22")})
    add(corpus, "fragment", calls, "i = 5, 7, 9, 11, 13. The last value of n iterations is element n.", runs=runs, columns=["op"],
        title="The loop of the published text, `for (i = j; ...; i += k)`, has the initial value as its first element.",
        rules=["TRT-1", "TRT-3", "TRT-6", "TRT-10", "TRT-14", "TRT-22"])


def add_iterators(corpus):
    calls, loop = counted()
    x = calls.input("X", dimensions=[2, 3])
    part = calls.iterator(loop, x, "part", axis=Raw("{{axis}}"), reverse=Raw("{{reverse}}"))
    calls.output(calls.stacked(loop, part, Raw("{{length}}"), "parts"))
    x = real([2, 3], 2, 3, 5, 4, 6, 8)
    runs = [{"name": name, "at": at, **({"tier": "survey"} if name == "two_columns_backward" else {}), "inputs": {"n": integer(n), "X": x},
             "outputs": [real(shape, *values)]} for name, at, n, shape, values in (
        ("rows", [0, "false", 2], 2, [2, 3], [2, 3, 5, 4, 6, 8]),
        ("rows_backward", [0, "true", 2], 2, [2, 3], [4, 6, 8, 2, 3, 5]),
        ("columns", [1, "false", 3], 3, [3, 2], [2, 4, 3, 6, 5, 8]),
        ("two_columns_backward", [1, "true", 2], 2, [2, 2], [5, 8, 3, 6]))]
    runs += [{"name": name, "at": at, "rules": ["TRT-5"], "inputs": {"n": integer(n), "X": x},
              **case.rejected("run", ["SLICE-9", "TRT-5"]), "tier": "survey" if at[1] == "true" else "required"}
             for name, at, n in (("third_row", [0, "false", 3], 3), ("fourth_column_backward", [1, "true", 4], 4))]
    runs += [{"name": name, "at": at, "rules": ["TRT-4"], "inputs": {"n": integer(1), "X": x}, **case.rejected("load", "TRT-4")}
             for name, at in (("axis_2", [2, "false", 2]), ("axis_m1", [-1, "false", 2]))]
    runs.append({"name": "length_m1", "at": [0, "false", -1], "rules": ["TRT-13"], "inputs": {"n": integer(1), "X": x},
                 **case.rejected("load", "TRT-13")})
    add(corpus, "iterate_over_a_matrix", calls, "X = [[2, 3, 5], [4, 6, 8]], as in the published text.", runs=runs,
        title="An iterator gives the rows or the columns of a matrix, in both directions, and none past the end.",
        columns=["axis", "reverse", "length"], rules=["TRT-4", "TRT-5", "TRT-11", "TRT-13"])


def add_outputs(corpus):
    calls, loop = counted()
    x = calls.input("X", dimensions=[2, 3])
    part = calls.iterator(loop, x, "part")
    calls.output(calls.stacked(loop, part, Raw("{{length}}"), "joined", kind="{{kind}}", axis=Raw("{{axis}}")))
    c, r = "kCONCATENATE", "kREVERSE"
    x = real([2, 3], 1, 2, 3, 4, 5, 6)
    runs = [{"name": name, "at": at, "inputs": {"n": integer(n), "X": x}, "outputs": [real(shape, *values)]} for name, at, n, shape, values in (
        ("axis_0", [c, 0, 2], 2, [2, 3], [1, 2, 3, 4, 5, 6]),
        ("axis_1", [c, 1, 2], 2, [3, 2], [1, 4, 2, 5, 3, 6]),
        ("reverse_axis_0", [r, 0, 2], 2, [2, 3], [4, 5, 6, 1, 2, 3]),
        ("reverse_axis_1", [r, 1, 2], 2, [3, 2], [4, 1, 5, 2, 6, 3]),
        ("padded_axis_0", [c, 0, 3], 2, [3, 3], [1, 2, 3, 4, 5, 6, PAD, PAD, PAD]),
        ("padded_axis_1", [c, 1, 3], 2, [3, 3], [1, 4, PAD, 2, 5, PAD, 3, 6, PAD]),
        ("none_of_two", [c, 1, 2], 0, [3, 2], [PAD] * 6),
        ("none_of_none", [c, 0, 0], 0, [0, 3], []))]
    runs.append({"name": "reverse_padded_axis_1", "at": [r, 1, 3], "tier": "survey", "inputs": {"n": integer(2), "X": x},
                 "outputs": [real([3, 3], 4, 1, PAD, 5, 2, PAD, 6, 3, PAD)]})
    runs += [{"name": "too_short_" + kind[1:].lower(), "at": [kind, 0, 1], "rules": ["TRT-13"], "inputs": {"n": integer(2), "X": x},
              **case.rejected("run", ["OUT-9", "TRT-13"])} for kind in (c, r)]
    runs += [{"name": "axis_%s" % str(axis).replace("-", "m"), "at": [c, axis, 2], "rules": ["TRT-11"],
              "inputs": {"n": integer(2), "X": x}, **case.rejected("load", "TRT-11")} for axis in (2, -1)]
    add(corpus, "concatenate", calls, "The elements are [1, 2, 3] and [4, 5, 6], as a, b, c and d, e, f in the published text.",
        title="Outputs in both directions join two vectors to a matrix, and leave the padding after them.",
        runs=runs, columns=["kind", "axis", "length"], rules=["TRT-11", "TRT-12", "TRT-13", "TRT-14"])


def add_while(corpus):
    calls = Calls()
    start, n = calls.input("start"), calls.input("n", "kINT32")
    loop = calls.loop()
    i = calls.recurrence(loop, start, "i")
    calls.step(i, calls.elementwise(i, calls.constant(1), "kSUM"))
    calls.limit(loop, calls.elementwise(i, calls.constant(3), "kLESS"), "kWHILE")
    calls.limit(loop, n, "{{second}}")
    calls.output(calls.last(loop, i, "last"))
    runs = [{"name": "start_%d__count_%d" % (s, n), "at": ["kCOUNT"], "inputs": {"start": real([], s), "n": integer(n)},
             "outputs": [real([], last)]}
            for s, n, last in ((0, 2, 2), (0, 3, 3), (0, 5, 3), (0, 0, 0), (2, 9, 3), (3, 9, 3), (7, 9, 7))]
    runs.append({"name": "while_twice", "at": ["kWHILE"], "rules": ["TRT-8"], "inputs": {"start": real([], 0), "n": integer(1)},
                 **case.rejected("load", "TRT-8")})
    add(corpus, "while_below_3", calls, "i counts from `start` while it is below 3 and fewer than n iterations ran: the last value is "
        "the lesser of 3 and start + n, or start if it is 3 or more.", runs=runs, columns=["second"],
        title="A condition and a count end the loop at the first one reached, and a false first condition runs nothing.",
        rules=["TRT-7", "TRT-8", "TRT-10"])

    calls = Calls()
    x = calls.input("X", "kBOOL", [3])
    loop = calls.loop()
    calls.limit(loop, calls.iterator(loop, x, "go"), "kWHILE")
    calls.output(calls.last(loop, calls.counter(loop), "trips"))
    t, f = True, False
    runs = [{"name": "".join("ft"[v] for v in values), "tier": "survey", "inputs": {"X": Tensor("boolean", [3], values)}, "outputs": [real([], n)]}
            for values, n in (([f, t, t], 0), ([t, f, t], 1), ([t, t, f], 2))]
    runs.append({"name": "ttt", "tier": "survey", "inputs": {"X": Tensor("boolean", [3], [t, t, t])},
                 **case.rejected("run", ["SLICE-9", "TRT-5"])})
    add(corpus, "while_from_an_iterator", calls, "n is the position of the first false. Without one, element 3 is asked for.",
        title="A condition that is read from a tensor must become false before its end.", runs=runs, rules=["TRT-2", "TRT-5", "TRT-7"])


def add_lazy(corpus):
    calls, loop = counted()
    d = calls.iterator(loop, calls.input("D", "kINT32", [3]), "d")
    y = calls.elementwise(calls.constant(6, "kINT32"), d, "kDIV", "Y")
    r = calls.recurrence(loop, calls.constant(0, "kINT32"), "R")
    calls.step(r, y)
    calls.output(calls.last(loop, r, "last"))
    error = case.rejected("run", "NUM-8")
    runs = [
        {"name": "not_needed", "tier": "survey", "d": [0, 2, 3], "n": 3, "any_of": [{"outputs": [integer(2)]}, error]},
        {"name": "needed", "d": [1, 2, 0], "n": 3, **error},
        {"name": "of_an_iteration_that_does_not_run", "d": [1, 2, 0], "n": 2, "outputs": [integer(3)]},
        {"name": "no_iteration", "d": [0, 0, 0], "n": 0, "outputs": [integer(0)]}]
    runs = [{**{k: v for k, v in run.items() if k in ("name", "tier")},
             "inputs": {"n": integer(run["n"]), "D": Tensor("i32", [3], run["d"])},
             **{k: v for k, v in run.items() if k in ("any_of", "rejected", "outputs")}} for run in runs]
    add(corpus, "lazy_elements", calls, "Y = 6 / D. The last value of n iterations is Y[n - 1]: 6 / 3 = 2, 6 / 2 = 3.", runs=runs,
        title="Only elements that an output needs have to be computed, so only their errors are certain.", rules=["TRT-2", "TRT-10"])

    calls, loop = counted()
    i = calls.recurrence(loop, calls.constant(3), "i")
    calls.step(i, calls.elementwise(i, calls.constant(1), "kSUM"))
    calls.elementwise(calls.constant(1, "kINT32"), calls.constant(0, "kINT32"), "kDIV", "never")
    dead = calls.loop("dead")
    forever = calls.recurrence(dead, calls.constant(1), "forever")
    calls.step(forever, calls.elementwise(forever, i, "kSUM"))
    calls.output(calls.last(loop, i, "last"))
    add(corpus, "loop_without_output", calls, "i = 3, 4, 5. The loop `dead` has no limit and the layer `never` divides by zero.",
        title="A loop without output and a layer that no output needs have no effect.", rules=["TRT-2", "TRT-20"],
        runs=[{"name": "count_%d" % n, "tier": "survey", "inputs": {"n": integer(n)}, "outputs": [real([], 3 + n)]} for n in (0, 2)])


def add_types(corpus):
    calls, loop = counted()
    x = calls.input("x", "{{type}}", [2])
    r = calls.recurrence(loop, x, "r")
    calls.step(r, calls.elementwise(r, x, "{{op}}"))
    calls.output(calls.last(loop, r, "last"), calls.stacked(loop, r, 2, "all"))
    runs = []
    for api, type_, op, a, b in (
            ("kFLOAT", "f32", "kSUM", [1.5, -2], [4.5, -6]), ("kHALF", "f16", "kSUM", [1.5, -2], [4.5, -6]),
            ("kINT32", "i32", "kSUM", [7, -2], [21, -6]), ("kBOOL", "boolean", "kXOR", [True, False], [True, False]),
            ("kINT64", "i64", "kSUM", [2**40, -2], [3 * 2**40, -6]), ("kBF16", "bf16", "kSUM", [1.5, -2], [4.5, -6]),
            ("kINT8", "i8", "kSUM", [7, -2], [21, -6]), ("kUINT8", "u8", "kSUM", [7, 2], [21, 6])):
        second = [2 * v for v in a] if op == "kSUM" else [False, False]
        runs.append({"name": api.lower(), "at": [api, op], "tier": "required" if api in ("kFLOAT", "kHALF", "kINT32", "kBOOL") else "survey",
                     "inputs": {"n": integer(2), "x": Tensor(type_, [2], a)},
                     "outputs": [Tensor(type_, [2], b), Tensor(type_, [2, 2], a + second)]})
    for run in runs:
        if run["tier"] == "required":
            del run["tier"]
    add(corpus, "types", calls, "r = x, 2 x, 3 x; of booleans x, x xor x, x xor x xor x.", runs=runs, columns=["type", "op"],
        title="Loops carry and join tensors of every type.", rules=["TRT-21"])


def add_nesting(corpus):
    calls = Calls()
    x = calls.input("X", dimensions=[2, 2])
    outer, inner, two = calls.loop("A"), calls.loop("B"), calls.constant(2, "kINT32")
    calls.limit(outer, two, "kCOUNT")
    calls.limit(inner, two, "kCOUNT")
    row = calls.iterator(outer, x, "row")
    carried, zero = calls.recurrence(outer, calls.constant(0), "carried"), calls.constant(0, as_="zero")
    total = calls.recurrence(inner, zero, "total")
    calls.step(total, calls.elementwise(total, calls.iterator(inner, row, "item"), "kSUM", "sum"))
    calls.call("setInput", on=total, index=0, tensor="{{start}}")
    value = calls.last(inner, total, "value")
    calls.step(carried, "{{next}}")
    calls.output(calls.stacked(outer, value, 2, "values"), calls.last(outer, carried, "end"))
    calls.call("markOutput", tensor="{{marked}}")
    x = real([2, 2], 1, 2, 3, 4)
    runs = [{"name": name, "at": at, "inputs": {"X": x}, "outputs": [real([2], *values), real([], end), real([], 0)]} for name, at, values, end in (
        ("again", [zero, value, "zero"], [3, 7], 7), ("continued", [carried, value, "zero"], [3, 10], 10),
        ("not_carried", [zero, "zero", "zero"], [3, 7], 0))]
    bad = (("row_marked", [zero, value, "row"], "TRT-18"), ("item_marked", [zero, value, "item"], "TRT-18"),
           ("starts_from_itself", ["total", value, "zero"], "TRT-16"), ("starts_from_its_sum", ["sum", value, "zero"], "TRT-16"),
           ("inner_value_carried", [zero, "sum", "zero"], "TRT-19"))
    for name, at, rule in bad:
        run = {"name": name, "at": at, "rules": [rule], "inputs": {"X": x}, **case.rejected("load", rule)}
        runs.append(run)
    add(corpus, "nested_sum", calls, "The rows sum to 3 and 7; if the second sum starts at the first one, it is 10.", runs=runs,
        title="An inner loop over the rows of an outer one sums each row.", columns=["start", "next", "marked"],
        rules=["TRT-16", "TRT-18", "TRT-19"])

    calls = Calls()
    loops, two = [calls.loop("A"), calls.loop("B")], calls.constant(2, "kINT32")
    for loop, name, start in zip(loops, "ab", (1, 10)):
        calls.limit(loop, two, "kCOUNT")
        calls.recurrence(loop, calls.constant(start), name)
    last_b = calls.last("B", "b", "last_b")
    calls.step("b", calls.elementwise("b", "{{in_b}}", "kSUM"))
    calls.step("a", calls.elementwise("a", "{{in_a}}", "kSUM"))
    calls.output(calls.last("A", "a", "last_a"), last_b)
    runs = [{"name": "after_each_other", "at": ["b", last_b], "inputs": {}, "outputs": [real([], 81), real([], 40)]},
            {"name": "apart", "at": ["b", "a"], "inputs": {}, "outputs": [real([], 4), real([], 40)]},
            {"name": "each_in_the_other", "at": ["a", "b"], "rules": ["TRT-19"], "inputs": {}, **case.rejected("load", "TRT-19")},
            {"name": "leaves_the_outer_loop", "at": ["a", last_b], "rules": ["TRT-18"], "inputs": {}, **case.rejected("load", "TRT-18")},
            {"name": "uses_its_own_output", "at": [last_b, "a"], "rules": ["TRT-15"], "tier": "survey", "inputs": {},
             **case.rejected("load", "TRT-15")}]
    add(corpus, "two_loops", calls, "b = 10, 20, 40. After each other: a = 1, 1 + 40 = 41, 81. Apart: a = 1, 2, 4.", runs=runs,
        title="Two loops follow each other or are independent; two that use each other's values are rejected.",
        columns=["in_b", "in_a"], rules=["TRT-15", "TRT-18", "TRT-19"])


def add_cases(corpus):
    add_fragment(corpus)
    add_iterators(corpus)
    add_outputs(corpus)
    add_while(corpus)
    add_lazy(corpus)
    add_types(corpus)
    add_nesting(corpus)
