"""TensorRT networks that break one rule, each beside the same network that keeps it."""

import case
from case import Tensor
from trt_hand import add, counted, integer, real
from trt_network import Calls, Raw


def pair(corpus, name, calls, title, rule, *, good, outputs, bad, columns, inputs=None, notes, survey=(), **rest):
    """good and bad: {run: at}. The good ones give `outputs`, the bad ones are rejected at load by `rule`."""
    runs = [{"name": run, "at": at, **({"tier": "survey"} if run in survey else {}), "inputs": inputs or {}, "outputs": outputs}
            for run, at in good.items()]
    runs += [{"name": run, "at": at, **({"tier": "survey"} if run in survey else {}), "inputs": inputs or {}, **case.rejected("load", rule)}
             for run, at in bad.items()]
    add(corpus, name, calls, notes, title=title, rules=[rule], columns=columns, runs=runs, **rest)


def simple(n="n", limit="kCOUNT", as_limit=None):
    """r = 1, 2, 4, ... with the count 3 on `n`."""
    calls = Calls()
    calls.constant(3, "kINT32", as_="n")
    loop = calls.loop()
    r = calls.recurrence(loop, calls.constant(1, as_="one"), "r")
    calls.step(r, calls.elementwise(r, r, "kSUM", "twice"))
    return calls, loop, r


def add_limits(corpus):
    calls, loop, r = simple()
    calls.constant([3], "kINT32", [1], as_="vector")
    calls.constant(3, as_="real")
    calls.constant(True, "kBOOL", as_="yes")
    calls.constant(3, "kINT64", as_="wide")
    i = calls.recurrence(loop, "n", "i")
    calls.step(i, calls.elementwise(i, "n", "kSUM", "more"))
    calls.limit(loop, "{{count}}", "kCOUNT")
    calls.output(calls.last(loop, r, "last"))
    pair(corpus, "count_operand", calls, "A count is a 0D INT32 tensor from outside the loop.", "TRT-6", columns=["count"],
         good={"scalar": ["n"], "wide": ["wide"]}, outputs=[real([], 8)], survey=("wide", "inside", "next"), notes="1, 2, 4, 8.",
         bad={"vector": ["vector"], "real": ["real"], "boolean": ["yes"], "inside": ["i"], "next": ["more"]})

    calls, loop, r = simple()
    calls.limit(loop, "n", "kCOUNT")
    calls.constant([True], "kBOOL", [1], as_="vector")
    calls.constant(1, as_="real")
    calls.constant(True, "kBOOL", as_="yes")
    calls.limit(loop, "{{condition}}", "kWHILE")
    calls.output(calls.last(loop, r, "last"))
    pair(corpus, "condition_operand", calls, "A condition is a 0D BOOL tensor.", "TRT-7", columns=["condition"],
         good={"scalar": ["yes"]}, outputs=[real([], 8)], notes="1, 2, 4, 8.",
         bad={"vector": ["vector"], "real": ["real"], "integer": ["n"]})

    calls, loop, r = simple()
    other = calls.loop("other")
    calls.limit("{{loop}}", "n", "kCOUNT")
    x = calls.iterator(loop, calls.constant([1, 2, 3], dimensions=[3]), "x")
    calls.output(calls.stacked(loop, x, 3, "joined"))
    pair(corpus, "without_a_limit", calls, "A loop needs a limit, even if it has an iterator and a length.", "TRT-9",
         columns=["loop"], good={"limited": [loop]}, bad={"limit_of_another_loop": [other]},
         outputs=[real([3], 1, 2, 3)], notes="The iterated values are joined again.")


def add_recurrences(corpus):
    calls, loop, r = simple()
    calls.limit(loop, "n", "kCOUNT")
    s = calls.recurrence(loop, "one", "s")
    calls.step("{{target}}", "twice")
    calls.output(calls.last(loop, r, "last"), calls.last(loop, s, "last_s"))
    pair(corpus, "next_value", calls, "A recurrence needs a next value.", "TRT-3", columns=["target"], good={"given": [s]},
         bad={"missing": [r]}, outputs=[real([], 8), real([], 8)], notes="r = 1, 2, 4, 8; s = 1, then the doubled r: 2, 4, 8.")

    calls, loop, r = simple()
    calls.limit(loop, "n", "kCOUNT")
    calls.loop("other")
    foreign = calls.recurrence("other", "one", "foreign")
    calls.step(foreign, "one")
    calls.limit("other", "n", "kCOUNT")
    x = calls.iterator(loop, calls.constant([1, 2, 3], dimensions=[3]), "x")
    calls.output(calls.last(loop, "{{value}}", "last"))
    pair(corpus, "last_value_of", calls, "A last value takes the output of a recurrence of its own loop.", "TRT-10", columns=["value"],
         good={"recurrence": [r]}, outputs=[real([], 8)], notes="1, 2, 4, 8.",
         bad={"computed": ["twice"], "iterator": [x], "of_another_loop": [foreign], "constant": ["one"]})

    calls, loop, r = simple()
    calls.limit(loop, "n", "kCOUNT")
    calls.constant([1], dimensions=[1], as_="vector")
    calls.constant([1, 2], dimensions=[2], as_="two")
    calls.constant([1, 2, 3], dimensions=[3], as_="three")
    calls.constant([1, 2], dimensions=[1, 2], as_="matrix")
    s = calls.recurrence(loop, "{{initial}}", "s")
    calls.step(s, "{{next}}")
    calls.output(calls.last(loop, r, "last"), calls.call("addShape", "dimensions", input=calls.last(loop, s, "last_s")))
    pair(corpus, "changing_recurrence", calls, "The next value of a recurrence has the type and shape of the first one.", "TRT-17",
         columns=["initial", "next"], good={"same": ["two", "two"]}, outputs=[real([], 8), Tensor("i64", [1], [2])], notes="1, 2, 4, 8.",
         bad={"longer": ["two", "three"], "rank": ["two", "matrix"], "scalar": ["one", "vector"], "type": ["one", "n"]})

    calls = Calls()
    x, y = calls.input("X", dimensions=[-1]), calls.input("Y", dimensions=[-1])
    loop = calls.loop()
    calls.limit(loop, calls.constant(2, "kINT32"), "kCOUNT")
    s = calls.recurrence(loop, x, "s")
    calls.step(s, y)
    calls.output(calls.last(loop, s, "last"))
    two, three = real([2], 1, 2), real([3], 3, 4, 5)
    add(corpus, "recurrence_of_dynamic_shape", calls, "The last value of two iterations is Y.", rules=["TRT-17"],
        title="A recurrence may change a dimension that is not known before the network runs.",
        runs=[{"name": "same", "inputs": {"X": real([2], 6, 7), "Y": two}, "outputs": [two]},
              {"name": "longer", "tier": "survey", "inputs": {"X": two, "Y": three}, "outputs": [three]}])


def add_lengths(corpus):
    calls, loop, r = simple()
    calls.limit(loop, "n", "kCOUNT")
    calls.input("given", "kINT32")
    calls.constant([3], "kINT32", [1], as_="vector")
    calls.constant(3, as_="real")
    calls.constant(3, "kINT64", as_="wide")
    calls.elementwise("n", calls.constant(0, "kINT32"), "kSUM", "sum")
    i = calls.recurrence(loop, "n", "i")
    calls.step(i, i)
    calls.output(calls.stacked(loop, r, "{{length}}", "joined"))
    outputs = [real([3], 1, 2, 4)]
    pair(corpus, "length_operand", calls, "The length is a 0D INT32 constant.", "TRT-13", columns=["length"],
         good={"constant": ["n"], "computed": ["sum"], "wide": ["wide"]}, outputs=outputs, notes="1, 2, 4.", inputs={"given": integer(3)},
         bad={"vector": ["vector"], "real": ["real"], "input": ["given"]}, survey=("wide", "input"))

    calls, loop, r = simple()
    calls.limit(loop, "n", "kCOUNT")
    calls.constant(3, "kINT32", as_="length")
    spare = calls.recurrence(loop, "n", "spare")
    joined = calls.call("addLoopOutput", "joined", loop, tensor=r, outputKind="kCONCATENATE", axis=0)
    last = calls.last(loop, r, "last")
    calls.call("setInput", on="{{target}}", index=1, tensor="length")
    calls.output("{{marked}}")
    pair(corpus, "length_of", calls, "A concatenated output needs a length, and a last value takes none.", "TRT-13", columns=["target", "marked"],
         survey=("of_a_last_value",),
         good={"concatenate": [joined, joined]}, bad={"missing": [spare, joined], "of_a_last_value": [last, last]}, outputs=outputs, notes="1, 2, 4.")


def add_cycles(corpus):
    calls, loop, r = simple()
    calls.limit(loop, "n", "kCOUNT")
    a = calls.elementwise("one", "one", "kSUM", "a")
    calls.unary(a, "kNEG", "b")
    calls.elementwise("b", "one", "kSUM", "c")
    calls.call("setInput", on="{{on}}", index=Raw("{{index}}"), tensor="c")
    calls.output(calls.last(loop, r, "last"), "b")
    pair(corpus, "cycles", calls, "Only the next value of a recurrence may close a cycle.", "TRT-15", columns=["on", "index"],
         good={"recurrence": [r, 1]}, bad={"layer": [a, 0], "other_operand": [a, 1], "two_layers": ["b", 0]}, notes="b = -2, r = 1, -1, -1, -1.",
         outputs=[real([], -1), real([], -2)], survey=())


def add_calls(corpus):
    calls, loop, r = simple()
    calls.limit(loop, "n", "kCOUNT")
    calls.lines.append(Raw("{{call}}"))
    calls.output(calls.last(loop, r, "last"))
    bad = {
        "unknown_call": '{"as": "z", "call": "addLoops"}', "no_call": '{"as": "z"}',
        "no_id": '{"call": "addLoop"}', "id_twice": '{"as": "r", "call": "addLoop"}', "id_of_nothing": '{"as": "z", "call": "markOutput", "tensor": "one"}',
        "unknown_tensor": '{"as": "z", "call": "addIdentity", "input": "zz"}',
        "loop_as_tensor": '{"as": "z", "call": "addIdentity", "input": "loop"}',
        "layer_as_loop": '{"as": "z", "call": "addRecurrence", "on": "twice", "initialValue": "one"}',
        "output_1": '{"as": "z", "call": "addIdentity", "input": "twice:1"}', "missing_argument": '{"as": "z", "call": "addIdentity"}',
        "unknown_argument": '{"as": "z", "call": "addIdentity", "input": "one", "axis": 0}',
        "wrong_kind": '{"as": "z", "call": "addIdentity", "input": 1}', "index_2": '{"call": "setInput", "on": "r", "index": 2, "tensor": "one"}',
        "index_m1": '{"call": "setInput", "on": "r", "index": -1, "tensor": "one"}',
        "setter_of_another_layer": '{"call": "setAlpha", "on": "twice", "alpha": 1}',
        "too_few_weights": '{"as": "z", "call": "addConstant", "dimensions": [2], "weights": {"type": "kFLOAT", "values": [1]}}',
        "weight_out_of_range": '{"as": "z", "call": "addConstant", "dimensions": [], "weights": {"type": "kINT8", "values": [128]}}',
        "negative_dimension": '{"as": "z", "call": "addInput", "type": "kFLOAT", "dimensions": [-2]}',
        "nine_dimensions": '{"as": "z", "call": "addInput", "type": "kFLOAT", "dimensions": [1, 1, 1, 1, 1, 1, 1, 1, 1]}',
        "unknown_type": '{"as": "z", "call": "addInput", "type": "kDOUBLE", "dimensions": []}', "not_an_object": '"addLoop"',
    }
    pair(corpus, "calls", calls, "Unknown calls, wrong arguments and unknown objects are rejected.", "TRT-22", columns=["call"], notes="1, 2, 4, 8.",
         good={"identity": ['{"as": "z", "call": "addIdentity", "input": "twice:0"}'], "loop": ['{"as": "z", "call": "addLoop"}']},
         bad={name: [text] for name, text in bad.items()}, outputs=[real([], 8)])


def add_arguments(corpus):
    """Layers whose arguments fit no operand."""
    calls = Calls()
    calls.constant([1, 2, 3, 4, 5, 6], dimensions=[2, 3], as_="a")
    calls.constant([1, 2, 3], dimensions=[1, 3, 1], as_="stack")
    calls.constant([], dimensions=[2, 0], as_="empty")
    calls.input("open", dimensions=[-1, 3])
    calls.lines.append(Raw("{{layer}}"))
    calls.output("z")
    notes = "The good layers are a itself, the shape (2, 3) of an input, and no elements in the shape [0, 4]."
    reshaped = ('{"as": "z", "call": "addShuffle", "input": "empty"}, {"call": "setReshapeDimensions", "on": "z", "dimensions": [0, 4]}, '
                '{"call": "setZeroIsPlaceholder", "on": "z", "zeroIsPlaceholder": %s}')
    good = {
        "identity": ('{"as": "z", "call": "addIdentity", "input": "a"}', real([2, 3], 1, 2, 3, 4, 5, 6)),
        "shape_of_an_open_input": ('{"as": "z", "call": "addShape", "input": "open"}', Tensor("i64", [2], [2, 3])),
        "zero_is_no_placeholder": (reshaped % "false", real([0, 4])),
    }
    bad = {
        "scaled_tanh": ("TRT-22", '{"as": "z", "call": "addActivation", "input": "a", "type": "kSCALED_TANH"}'),
        "axis_2": ("TRT-22", '{"as": "z", "call": "addConcatenation", "inputs": ["a", "a"]}, {"call": "setAxis", "on": "z", "axis": 2}'),
        "fill_of_two_axes": ("TRT-22", '{"as": "z", "call": "addFill", "dimensions": [2, 3], "op": "kLINSPACE", "outputType": "kFLOAT"}'),
        "id_with_a_colon": ("TRT-22", '{"as": "z:0", "call": "addIdentity", "input": "a"}'),
        "output_of_no_number": ("TRT-22", '{"as": "z", "call": "addIdentity", "input": "a:b"}'),
        "zero_is_a_placeholder": ("OP-6", reshaped % "true"),
        "matrix_times_stack": ("TRT-24", '{"as": "z", "call": "addMatrixMultiply", "input0": "a", "op0": "kNONE", "input1": "stack", "op1": "kNONE"}'),
        "real_condition": ("TRT-24", '{"as": "z", "call": "addSelect", "condition": "a", "thenInput": "a", "elseInput": "a"}'),
        "slice_of_one_axis": ("TRT-24", '{"as": "z", "call": "addSlice", "input": "a", "start": [0], "size": [1], "stride": [1]}'),
    }
    inputs = {"open": real([2, 3], 0, 0, 0, 0, 0, 0)}
    runs = [{"name": name, "at": [text], "inputs": inputs, "outputs": [output]} for name, (text, output) in good.items()]
    runs += [{"name": name, "at": [text], "rules": [rule], "inputs": inputs, **case.rejected("load", rule)} for name, (rule, text) in bad.items()]
    add(corpus, "arguments", calls, notes, title="The arguments of a layer fit its operands.", rules=["TRT-22", "TRT-24"], columns=["layer"], runs=runs)


def add_layers(corpus):
    calls = Calls()
    for name, type_, dims in (("a", "kFLOAT", [2, 3]), ("row", "kFLOAT", [1, 3]), ("vector", "kFLOAT", [3]), ("wide", "kFLOAT", [2, 2]),
                              ("whole", "kINT32", [2, 3])):
        size = dims[0] * (dims[1] if len(dims) > 1 else 1)
        calls.constant(list(range(1, size + 1)), type_, dims, as_=name)
    calls.output(calls.elementwise("a", "{{b}}", "kSUM", "sum"))
    pair(corpus, "elementwise_operands", calls, "The operands of an elementwise layer have one type and one rank.", "TRT-24",
         columns=["b"], good={"row": ["row"]}, outputs=[real([2, 3], 2, 4, 6, 5, 7, 9)], notes="[[1, 2, 3], [4, 5, 6]] + [[1, 2, 3]].",
         bad={"rank": ["vector"], "type": ["whole"]})

    calls = Calls()
    x = calls.input("x")
    calls.constant([True], "kBOOL", [1], as_="vector")
    calls.constant(1, as_="real")
    calls.constant(1, "kINT32", as_="one")
    calls.elementwise(x, calls.constant(2), "kLESS", "below_2")
    conditional = calls.call("addIfConditional", "conditional")
    calls.call("setCondition", on=conditional, condition="{{condition}}")
    inside = calls.call("addInput", "inside", conditional, input=x)
    calls.elementwise(inside, calls.constant(10), "kPROD", "tenfold")
    calls.unary(inside, "kNEG", "negative")
    calls.output(calls.call("addOutput", "y", conditional, trueSubgraphOutput="tenfold", falseSubgraphOutput="{{other}}"))
    runs = [{"name": "x_%d" % x, "at": ["below_2", "negative"], "inputs": {"x": real([], x)}, "outputs": [real([], y)]}
            for x, y in ((1, 10), (2, -2), (3, -3))]
    runs += [{"name": name, "at": at, "inputs": {"x": real([], 1)}, **case.rejected("load", "TRT-23")} for name, at in (
        ("condition_vector", ["vector", "negative"]), ("condition_real", ["real", "negative"]), ("other_type", ["below_2", "one"]))]
    add(corpus, "conditional", calls, "x < 2 gives 10 x, otherwise -x.", runs=runs, columns=["condition", "other"], rules=["TRT-23"],
        title="A conditional gives one of two values, which have one type.")


def add_combined(corpus):
    """A conditional with a loop in one branch, in a loop with a recurrence that it feeds."""
    calls, outer = counted()
    x = calls.input("X", "kINT32", [4])
    item = calls.iterator(outer, x, "item")
    carried = calls.recurrence(outer, calls.constant(1, "kINT32"), "carried")
    conditional = calls.call("addIfConditional", "conditional")
    calls.call("setCondition", on=conditional, condition=calls.elementwise(item, calls.constant(2, "kINT32"), "{{less}}"))
    value, times = (calls.call("addInput", name, conditional, input=tensor) for name, tensor in (("value", carried), ("times", item)))
    inner = calls.loop("inner")
    calls.limit(inner, times, "kCOUNT")
    power = calls.recurrence(inner, value, "power")
    calls.step(power, calls.elementwise(power, power, "kADD"))
    otherwise = calls.elementwise(calls.constant(60, "kINT32"), times, "kDIV", "otherwise")
    result = calls.call("addOutput", "result", conditional, trueSubgraphOutput=calls.last(inner, power, "shifted"),
                        falseSubgraphOutput=otherwise)
    calls.step(carried, result)
    dead = calls.loop("dead")
    calls.recurrence(dead, item, "unused")
    calls.output(calls.last(outer, carried, "end"), calls.stacked(outer, result, 4, "results"))
    runs = []
    for n, end, results in ((0, 1, []), (1, 2, [2]), (2, 2, [2, 2]), (3, 12, [2, 2, 12]), (4, 10, [2, 2, 12, 10])):
        runs.append({"name": "count_%d" % n, "at": ["kLESS"], "tier": "survey", "inputs": {"n": integer(n), "X": Tensor("i32", [4], [1, 0, 5, 6])},
                     "outputs": [integer(end), Tensor("i32", [4], results + [None] * (4 - n))]})
    add(corpus, "conditional_in_a_loop", calls, "item < 2 doubles the carried value `item` times, otherwise 60 / item: "
        "1 doubled once is 2; 2 doubled 0 times is 2; 60 / 5 = 12; 60 / 6 = 10. 60 / 0 is never computed.", runs=runs, kind="combined",
        columns=["less"], title="A loop in a branch of a conditional in a loop, whose recurrence takes the chosen value.",
        rules=["TRT-2", "TRT-15", "TRT-16", "TRT-17", "TRT-18", "TRT-19", "TRT-20", "TRT-21", "TRT-22", "TRT-23", "TRT-24"])


def add_cases(corpus):
    add_limits(corpus)
    add_recurrences(corpus)
    add_lengths(corpus)
    add_cycles(corpus)
    add_calls(corpus)
    add_arguments(corpus)
    add_layers(corpus)
    add_combined(corpus)
