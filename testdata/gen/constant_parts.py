"""Constants in bodies: expressions that a compiler computes at load, and operations that seem to do nothing."""

import ir
from case import Tensor
from frames import counted, i32, i64, trip

ORACLE = "by-hand"


def add_expressions(corpus):
    graph = ir.Graph()
    count = graph.parameter("trip", "i64", [])
    two = graph.op("Subtract", graph.const("i64", 5), graph.const("i64", 3))
    yes = graph.op("Less", two, graph.const("i64", 7), shape=[])
    body = graph.body()
    more = body.result(body.op("LogicalNot", body.op("Greater", body.const("i32", 2), body.const("i32", 4), shape=[])), "more")
    loop = graph.loop(body, graph.op("Multiply", two, count), yes)
    loop.execution_condition(more)
    big = body.op("Add", body.const("i64", [2**53]), body.const("i64", [1]))
    one = body.op("Subtract", body.const("i32", [9]), body.const("i32", [4]))
    sum_ = body.op("Add", body.const("i8", [60, -60], [1, 2]), body.const("i8", [60, -60], [1, 2]))
    rounded = body.op("Add", body.const("f16", [2048.0]), body.const("f16", [1.0]))
    a, b = body.parameter("a", "i64", [1]), body.parameter("b", "i32", [1])
    results = [body.result(body.op("Add", a, big), "a"), body.result(body.op("Multiply", b, one), "b"),
               body.result(sum_, "sum"), body.result(rounded, "rounded"), body.result(big, "big")]
    loop.input(graph.op("Add", graph.const("i64", [3]), graph.const("i64", [4])), a)
    loop.input(graph.const("i32", [7]), b)
    loop.back_edge(results[0], a)
    loop.back_edge(results[1], b)
    for result in results:
        shape = [1, 2] if result.name == "sum" else [1]
        graph.result(loop.output(result, shape=shape), "last_" + result.name)
        graph.result(loop.output(result, shape=[-1] + shape[1:], axis=0), "all_" + result.name)
    runs = []
    for n in (1, 2):
        a_, b_, seen_a, seen_b = 7, 7, [], []
        for _ in range(2 * n):
            a_, b_ = a_ + 2**53 + 1, b_ * 5
            seen_a.append(a_)
            seen_b.append(b_)
        steps = 2 * n
        runs.append({"name": "iterations_%d" % steps, "inputs": {"trip": trip(n)}, "outputs": [
            i64(a_), i64(*seen_a), i32(b_), i32(*seen_b),
            Tensor("i8", [1, 2], [120, -120]), Tensor("i8", [steps, 2], [120, -120] * steps), Tensor("f16", [1], [2048.0]), Tensor("f16", [steps], [2048.0] * steps),
            i64(2**53 + 1), i64(*[2**53 + 1] * steps)]})
    corpus.add("loop/bodies/constant_expressions", rules=["BODY-2", "TRIP-1", "COND-1", "COND-2", "OUT-2", "TYPE-1"], kind="combined", oracle="generator: gen/constant_parts.py",
               model=graph.text(), weights=graph.weights.data, runs=runs,
               title="Operations on constants alone give the bits and shapes of their types, in a body and as inputs of a Loop.",
               notes="2^53 + 1, 9 - 4, 60 + 60 of i8, and 2048 + 1 of f16. The trip count is (5 - 3) trip.")


def add_decided(corpus):
    """Results of constants that rest on decided rules."""
    graph = ir.Graph()
    loop, body = counted(graph, graph.parameter("trip", "i64", []))
    outputs = []
    for name, op, type_, values, expected in (
            ("subnormal", "Multiply", "f32", (2.0**-100, 2.0**-40), 2.0**-140), ("wrapped", "Add", "i8", (100, 100), -56), ("negative_zero", "Multiply", "f32", (-5.0, 0.0), -0.0)):
        result = body.result(body.op(op, *(body.const(type_, [value]) for value in values)), name)
        graph.result(loop.output(result, shape=[-1], axis=0), "all_" + name)
        outputs.append(Tensor(type_, [2], [expected] * 2))
    corpus.add("loop/bodies/constants_at_the_ends_of_types", rules=["NUM-1", "NUM-2"], kind="boundary", oracle=ORACLE, model=graph.text(), weights=graph.weights.data,
               runs=[{"name": "iterations_2", "tier": "survey", "inputs": {"trip": trip(2)}, "outputs": outputs}],
               title="Operations on constants alone in a body: a subnormal result, one that wraps, and a negative zero.",
               notes="2^-100 2^-40 = 2^-140 in f32, 100 + 100 = 200 - 256 in i8, and -5 0 = -0.")


def add_subnormals(corpus):
    """Constants of subnormal numbers that nothing computes with."""
    graph = ir.Graph()
    count, x0 = graph.parameter("trip", "i64", []), graph.parameter("X", "f32", [1, 1])
    loop, body = counted(graph, count)
    x, tiny = body.parameter("x", "f32", [1, 1]), body.const("f32", [2.0**-140, -(2.0**-149)], [1, 2])
    loop.input(x0, x)
    alone, joined = body.result(tiny, "alone"), body.result(body.op("Concat", x, tiny, shape=[1, 3], axis=1), "joined")
    graph.result(loop.output(alone, shape=[-1, 2], axis=0), "all_alone")
    graph.result(loop.output(joined, shape=[1, 3]), "last_joined")
    values = [2.0**-140, -(2.0**-149)]
    corpus.add("loop/bodies/subnormal_constants", rules=["WEIGHTS-3", "NUM-5"], kind="boundary", oracle=ORACLE, model=graph.text(), weights=graph.weights.data,
               runs=[{"name": "iterations_2", "inputs": {"trip": trip(2), "X": Tensor("f32", [1, 1], [1.5])},
                      "outputs": [Tensor("f32", [2, 2], values * 2), Tensor("f32", [1, 3], [1.5] + values)]}],
               title="Subnormal numbers in a constant of a body reach the outputs.", notes="2^-140 and -2^-149, as scan output and behind 1.5.")


def add_nothing(corpus):
    """x + 0, x * 0, x - x, x / x and x * 1 with special values and with constants of another shape."""
    graph = ir.Graph()
    count, x0 = graph.parameter("trip", "i64", []), graph.parameter("X", "f32", [2])
    loop, body = counted(graph, count)
    x = body.parameter("x", "f32", [2])
    zeros, ones = body.const("f32", [0.0] * 4, [2, 1, 2]), body.const("f32", [1.0] * 2, [2, 1])
    values = {"plus_0": body.op("Add", x, zeros, shape=[2, 1, 2]), "times_0": body.op("Multiply", x, body.const("f32", 0.0), shape=[2]),
              "minus_itself": body.op("Subtract", x, x), "times_1": body.op("Multiply", ones, x, shape=[2, 2]),
              "plus_0_of_x": body.op("Add", body.const("f32", [0.0]), x, shape=[2]), "by_itself": body.op("Divide", x, x, m_pythondiv="true")}
    results = [body.result(body.op("Reshape", v, body.const("i64", [1, -1]), special_zero="false", shape=[1, -1]), name) for name, v in values.items()]
    shapes = [body.result(values[name], "last_" + name) for name in ("plus_0", "times_1")]
    loop.input(x0, x)
    for result in results:
        graph.result(loop.output(result, shape=[-1, -1], axis=0), "all_" + result.name)
    for result, shape in zip(shapes, ([2, 1, 2], [2, 2])):
        graph.result(loop.output(result, shape=shape), result.name)
    inf, nan = float("inf"), float("nan")
    runs = []
    for name, given, plus, times, minus, by in (
            ("numbers", [3.0, 5.0], [3.0, 5.0], [0.0, 0.0], [0.0, 0.0], [1.0, 1.0]), ("zeros", [0.0, -0.0], [0.0, 0.0], [0.0, -0.0], [0.0, 0.0], [nan, nan]),
            ("infinities", [inf, -inf], [inf, -inf], [nan, nan], [nan, nan], [nan, nan]), ("nan", [nan, 1.0], [nan, 1.0], [nan, 0.0], [nan, 0.0], [nan, 1.0])):
        f = lambda values, shape=None: Tensor("f32", shape or [len(values)], values)
        runs.append({"name": name, **({"tier": "survey"} if name == "zeros" else {}), "inputs": {"trip": trip(2), "X": f(given)}, "outputs": [
            f(plus * 4, [2, 4]), f(times * 2, [2, 2]), f(minus * 2, [2, 2]), f(given * 4, [2, 4]), f(plus * 2, [2, 2]), f(by * 2, [2, 2]), f(plus * 2, [2, 1, 2]), f(given * 2, [2, 2])]})
    corpus.add("loop/bodies/operations_that_change_little", rules=["BODY-2", "NUM-1", "OUT-2"], kind="boundary", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, runs=runs, title="Adding 0, multiplying by 0 or 1, and subtracting or dividing x and x keep NaN, signs of zeros and shapes.",
               notes="-0 + 0 is 0, -0 0 is -0, inf 0 and inf - inf are NaN, and a constant of more dimensions gives them to the result.")


def add_alike(corpus):
    """Constants whose bytes are equal and whose types are not."""
    graph = ir.Graph()
    count = graph.parameter("trip", "i64", [])
    loop, body = counted(graph, count)
    groups = [("i32", [1065353216, 0]), ("f32", [1.0, 0.0]), ("u32", [1065353216, 0]), ("i64", [4607182418800017408, 0]), ("f64", [1.0, 0.0]), ("i8", [1, 0]),
              ("u8", [1, 0]), ("boolean", [True, False]), ("i16", [15360, 0]), ("f16", [1.0, 0.0]), ("u16", [15360, 0])]
    outputs = []
    for type_, values in groups:
        start = graph.parameter("S_" + type_, type_, [1, 2])
        inner = body.parameter("s_" + type_, type_, [1, 2])
        loop.input(start, inner)
        const = body.const(type_, values, [1, 2])
        next_ = body.result(body.op("LogicalXor" if type_ == "boolean" else "Add", inner, const, type=type_), "r_" + type_)
        loop.back_edge(next_, inner)
        graph.result(loop.output(next_, shape=[1, 2]), "last_" + type_)
        graph.result(loop.output(body.result(const, "c_" + type_), shape=[-1, 2], axis=0), "all_" + type_)
        outputs += [Tensor(type_, [1, 2], [False, True] if type_ == "boolean" else [2 + values[0], 5]), Tensor(type_, [1, 2], values)]
    inputs = {"S_" + type_: Tensor(type_, [1, 2], [True, True] if type_ == "boolean" else [2, 5]) for type_, _ in groups}
    corpus.add("loop/bodies/constants_of_equal_bytes", rules=["WEIGHTS-3", "BODY-2", "OUT-2"], kind="boundary", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, inputs={"trip": trip(1), **inputs},
               title="Constants of several types have the same bytes: 1 of f32 is 1065353216 of i32.",
               notes="Each start (2, 5) has the constant of its type added once. The booleans (true, true) are combined by exclusive or with (true, false).",
               runs=[{"name": "once", "outputs": outputs}])


def add_cases(corpus):
    for add in (add_expressions, add_decided, add_subnormals, add_nothing, add_alike):
        add(corpus)
