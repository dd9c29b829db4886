"""Operations, inputs, Ifs and sizes that are rejected, each next to the correct model."""

import ir
from broken import add, changed, line_with
from case import Tensor, rejected
from frames import counted, flag, i32, i64, scan, trip


def add_operations(corpus):
    graph = ir.Graph()
    x, y = graph.parameter("X", "i32", [2, 3]), graph.parameter("Y", "i32", [2, 1])
    b = graph.parameter("B", "boolean", [2, 3])
    body = graph.body()
    xi, yi, bi = body.parameter("x", "i32", [1, 3]), body.parameter("y", "i32", [2, 1]), body.parameter("b", "boolean", [2, 3])
    sum_ = body.op("Add", xi, yi, name="sum", shape=[2, 3])
    joined = body.op("Concat", sum_, yi, name="joined", axis=1, shape=[2, 4])
    loop = graph.tensor_iterator(body)
    result = body.result(joined, "joined_out")
    loop.input(y, yi)
    loop.input(x, xi, axis=0)
    loop.input(b, bi)
    graph.result(loop.output(result, shape=[4, 4], **scan(2)), "all")
    text = graph.text()
    layer = line_with(text, 'name="sum"')
    concat_layer, concat_data = line_with(text, 'name="joined"'), '<data axis="1" />'
    edge = line_with(text, '<edge from-layer="1" from-port="0" to-layer="3" to-port="1"')
    add_data = '<data auto_broadcast="numpy" />'
    places = {"add": layer, "concat": concat_layer, "concat_data": concat_data, "add_data": add_data, "edge": edge}
    rows = [
        ("unknown_operation", "add", changed(layer, type="Addition"), "load", "OP-1"),
        ("lower_case", "add", changed(layer, type="add"), "load", "OP-1"),
        ("unknown_version", "add", changed(layer, version="opset99"), "load", "OP-1"),
        ("malformed_version", "add", changed(layer, version="1"), "load", "OP-1"),
        ("experimental_version", "add", changed(layer, version="experimental"), "load", "OP-1"),
        ("axis_missing", "concat_data", "<data />", "load", "OP-2"),
        ("axis_malformed", "concat_data", '<data axis="one" />', "load", "OP-2"),
        ("axis_2", "concat_data", '<data axis="2" />', "load", "OP-5"),
        ("axis_m3", "concat_data", '<data axis="-3" />', "load", "OP-5"),
        ("axis_0_does_not_fit", "concat_data", '<data axis="0" />', "load", "OP-5"),
        ("unknown_broadcast", "add_data", '<data auto_broadcast="sideways" />', "load", "OP-2"),
        ("no_broadcast", "add_data", '<data auto_broadcast="none" />', "load", "OP-5"),
        ("one_input", "add", layer.replace("Add", "Select"), "load", "OP-3"),
        ("types_mixed", "edge", changed(edge, from__layer=2), "load", "OP-4"),
        ("logical_of_integers", "add", changed(layer, type="LogicalAnd"), "load", "OP-4"),
        ("one_input_wanted", "add", changed(layer, type="Floor"), "load", "OP-3"),
    ]
    add(corpus, "invalid/operations", "Unknown operations, and wrong attributes, inputs, types or shapes of known ones, are rejected.",
        text,
        places, rows, rules=["OP-1", "OP-2", "OP-3", "OP-4", "OP-5"],
        inputs={"X": Tensor("i32", [2, 3], [1, 2, 3, 4, 5, 6]), "Y": Tensor("i32", [2, 1], [10, 20]),
                "B": Tensor("boolean", [2, 3], [True, False] * 3)},
        outputs=[Tensor("i32", [4, 4], [11, 12, 13, 10, 21, 22, 23, 20, 14, 15, 16, 10, 24, 25, 26, 20])],
        notes="A line of X plus (10; 20), next to (10; 20). Every row except `mended` differs from it in one place.")

    graph = ir.Graph()
    absolute = graph.op("Abs", graph.parameter("X", "i32", [2]), name="absolute", shape=[2])
    graph.result(absolute, "Y")
    text = graph.text()
    layer = line_with(text, 'name="absolute"')
    add(corpus, "invalid/result_in_between", "A Result has no output, so no layer can read from it.", text, {"layer": layer},
        [("result_in_between", "layer", changed(layer, type="Result"), "load", "OP-3", "survey")], rules=["OP-3"],
        inputs={"X": i32(-3, 4)}, outputs=[i32(3, 4)])

    graph = ir.Graph()
    x, y, at = graph.parameter("X", "i32", [-1]), graph.parameter("Y", "i32", [-1]), graph.parameter("at", "i64", [-1])
    body = graph.body()
    xi, yi, ai = body.parameter("x", "i32", [-1]), body.parameter("y", "i32", [-1]), body.parameter("at", "i64", [1])
    picked = body.op("Gather", xi, ai, body.const("i64", 0), version="opset1", shape=[-1])
    quotient = body.result(body.op("Divide", picked, yi, shape=[-1], m_pythondiv="true"), "quotient")
    loop = graph.tensor_iterator(body)
    loop.input(x, xi)
    loop.input(y, yi)
    loop.input(at, ai, axis=0)
    graph.result(loop.output(quotient, shape=[-1], axis=0), "quotients")
    good = {"X": i32(7, -8, 9), "Y": i32(2), "at": i64(2, 1, 0)}
    runs = [{"name": "mended", "inputs": good, "outputs": [i32(4, -4, 3)]},
            {"name": "min_by_minus_1", "inputs": {**good, "X": i32(-2**31, 1, -1), "Y": i32(-1)},
             "tier": "survey", "outputs": [i32(1, -1, -2**31)], "rules": ["NUM-8"]},
            {"name": "division_by_zero", "inputs": {**good, "Y": i32(0)}, "rules": ["NUM-8"], **rejected("run", "NUM-8")},
            {"name": "division_by_zero_later", "inputs": {**good, "X": i32(7, -8, 9), "Y": i32(3, 0)}, "rules": ["NUM-8"],
             **rejected("run", "NUM-8")}]
    for name, key, value, rule in (("index_3", "at", i64(2, 3), "OP-6"), ("index_m1", "at", i64(-1), "OP-6"),
                                   ("index_past_32_bits", "at", i64(0, 2**32), "OP-6"),
                                   ("index_into_nothing", "X", i32(), "OP-6")):
        runs.append({"name": name, "tier": "survey", "inputs": {**good, key: value}, **rejected("run", rule)})
    corpus.add("invalid/values", rules=["OP-6", "NUM-8"], kind="boundary", oracle="by-hand", model=graph.text(),
               weights=graph.weights.data, runs=runs,
               title="An index outside its axis and an integer division by zero are errors of the run, also in a late iteration.",
               notes="The elements 2, 1, 0 of X are divided by 2 and rounded down: 9 / 2 = 4, -8 / 2 = -4, 7 / 2 = 3.")

    graph = ir.Graph()
    x, y = graph.parameter("X", "f32", [-1, -1]), graph.parameter("Y", "f32", [-1, -1])
    body = graph.body()
    xi, yi = body.parameter("x", "f32", [1, -1]), body.parameter("y", "f32", [-1, -1])
    product = body.result(body.op("MatMul", xi, yi, shape=[1, -1], transpose_a="false", transpose_b="false"), "product")
    loop = graph.tensor_iterator(body)
    loop.input(x, xi, axis=0)
    loop.input(y, yi)
    graph.result(loop.output(product, shape=[-1, -1], **scan()), "products")
    x_value = Tensor("f32", [2, 3], [1, 2, 3, 4, 5, 6])
    corpus.add("invalid/runtime_shapes", rules=["OP-5"], kind="boundary", oracle="by-hand", model=graph.text(),
               title="Shapes that are only known at run time must match, or the run is rejected.",
               notes="(1, 2, 3) (1; 10; 100) = 321, (4, 5, 6) (1; 10; 100) = 654. A Y of two lines does not match three columns.",
               runs=[{"name": "mended", "inputs": {"X": x_value, "Y": Tensor("f32", [3, 1], [1, 10, 100])},
                      "outputs": [Tensor("f32", [2, 1], [321, 654])]},
                     {"name": "two_lines", "inputs": {"X": x_value, "Y": Tensor("f32", [2, 1], [1, 10])}, **rejected("run", "OP-5")},
                     {"name": "four_lines", "inputs": {"X": x_value, "Y": Tensor("f32", [4, 1], [1, 2, 3, 4])},
                      **rejected("run", "OP-5")}])


def add_inputs(corpus):
    graph = ir.Graph()
    x, h0 = graph.parameter("X", "i32", [-1, 2]), graph.parameter("H0", "i32", "1..2")
    body = graph.body()
    part, h = body.parameter("part", "i32", [1, 2]), body.parameter("h", "i32", [-1])
    sum_ = body.result(body.op("Add", part, h, shape=[1, 2]), "sum")
    loop = graph.tensor_iterator(body)
    loop.input(x, part, axis=0)
    loop.input(h0, h)
    graph.result(loop.output(sum_, shape=[-1, 2], **scan()), "sums")
    xv, hv = Tensor("i32", [2, 2], [1, 2, 3, 4]), i32(10, 20)
    runs = [{"name": "mended", "inputs": {"X": xv, "H0": hv}, "outputs": [Tensor("i32", [2, 2], [11, 22, 13, 24])]},
            {"name": "mended_by_order", "inputs": [xv, hv], "outputs": [Tensor("i32", [2, 2], [11, 22, 13, 24])]}]
    for name, inputs, rule in (
            ("none", {}, "INPUT-1"), ("one_missing", {"X": xv}, "INPUT-1"), ("unknown_name", {"X": xv, "H": hv}, ["INPUT-1", "INPUT-2"]),
            ("surplus", {"X": xv, "H0": hv, "H1": hv}, "INPUT-2"), ("one_too_few", [xv], "INPUT-1"),
            ("one_too_many", [xv, hv, hv], "INPUT-2"),
            ("type_of_x", {"X": Tensor("i64", [2, 2], [1, 2, 3, 4]), "H0": hv}, "INPUT-3"),
            ("type_of_h", {"X": xv, "H0": Tensor("f32", [2], [10, 20])}, "INPUT-3"),
            ("unsigned_for_signed", {"X": xv, "H0": Tensor("u32", [2], [10, 20])}, "INPUT-3"),
            ("columns_of_x", {"X": Tensor("i32", [2, 3], [1, 2, 3, 4, 5, 6]), "H0": hv}, "INPUT-4"),
            ("rank_of_x", {"X": i32(1, 2), "H0": hv}, "INPUT-4"),
            ("scalar_for_a_vector", {"X": xv, "H0": Tensor("i32", [], [10])}, "INPUT-4"),
            ("past_the_range", {"X": xv, "H0": i32(1, 2, 3)}, "INPUT-4"),
            ("short_of_the_range", {"X": xv, "H0": i32()}, "INPUT-4"),
            ("exchanged", [hv, xv], "INPUT-4")):
        runs.append({"name": name, "inputs": inputs, **rejected("run", rule)})
    corpus.add("invalid/inputs", rules=["INPUT-1", "INPUT-2", "INPUT-3", "INPUT-4"], kind="boundary", oracle="by-hand",
               model=graph.text(), runs=runs, title="Missing or extra inputs, and inputs with a wrong type or shape, are rejected.",
               notes="(1, 2) + (10, 20) = (11, 22); (3, 4) + (10, 20) = (13, 24). H0 has 1 or 2 elements.")


def add_ifs(corpus):
    graph = ir.Graph()
    condition, x = graph.parameter("condition", "boolean", []), graph.parameter("X", "i32", [2])
    then_body, else_body = graph.body(), graph.body()
    t, e = then_body.parameter("t", "i32", [2]), else_body.parameter("e", "i32", [2])
    then_result = then_body.result(t, "then")
    else_result = else_body.result(else_body.op("Negative", e), "else")
    if_ = ir.If(graph, condition, then_body, else_body)
    if_.input(x, t, e)
    graph.result(if_.output(then_result, else_result, shape=[2]), "out")
    text = graph.text()
    data = '<data shape="" element_type="boolean" />'
    out_then = '<output external_port_id="2" internal_layer_id="1" />'
    out_else = '<output external_port_id="2" internal_layer_id="2" />'
    in_else = text[text.index("<else_port_map>"):]
    in_else = line_with(in_else[:in_else.index("</else_port_map>")], "<input ")
    text = text.replace("<else_port_map>\n\t\t\t\t" + in_else, "<else_port_map>\n\t\t\t\t<!-- -->" + in_else)
    marked = "<!-- -->" + in_else
    add(corpus, "invalid/if", "An If is rejected if its condition is not a flag or if a branch does not bind every output once.", text,
        {"condition": data, "out_then": out_then, "out_else": out_else, "in_else": marked}, [
            ("condition_i32", "condition", '<data shape="" element_type="i32" />', "load", "IF-1"),
            ("condition_of_two", "condition", '<data shape="2" element_type="boolean" />', "load", "IF-1"),
            ("then_binds_nothing", "out_then", "", "load", "IF-2"),
            ("else_binds_nothing", "out_else", "", "load", "IF-2"),
            ("then_binds_twice", "out_then", out_then + out_then, "load", "PORT-2"),
            ("unknown_port", "out_else", out_else + changed(out_else, external_port_id=8), "load", "PORT-3"),
            ("result_is_a_parameter", "out_else", changed(out_else, internal_layer_id=0), "load", "PORT-3"),
            ("parameter_unbound", "in_else", "", "load", "PORT-1", "required"),
            ("parameter_bound_twice", "in_else", in_else + in_else, "load", "PORT-1"),
            ("type_of_a_parameter", "in_else", changed(in_else, external_port_id=0), "load", "BODY-4"),
        ], rules=["IF-1", "IF-2", "PORT-1", "PORT-2", "PORT-3", "BODY-4"], inputs={"condition": flag(False), "X": i32(4, -5)}, outputs=[i32(-4, 5)],
        notes="False negates X. Every row except `mended` differs from it in one place.")

    graph = ir.Graph()
    then_body, else_body = graph.body(), graph.body()
    then_result, else_result = (body.result(body.const("i32", [1]), "one") for body in (then_body, else_body))
    if_ = ir.If(graph, None, then_body, else_body)
    if_.layer.inputs.clear()
    graph.result(if_.output(then_result, else_result, shape=[1]), "out")
    corpus.add("invalid/if_without_inputs", rules=["IF-1"], kind="boundary", oracle="by-hand", model=graph.text(),
               weights=graph.weights.data, runs=[{"name": "no_condition", "inputs": {}, **rejected("load", "IF-1")}],
               title="An If without inputs is rejected, because it has no condition.",
               notes="Both branches are the constant 1, so only the condition is missing.")


def nest(depth):
    """Nested TensorIterators, each of which runs its body once; the innermost adds 1."""
    graph = ir.Graph()
    value = graph.parameter("X", "i32", [1])

    def fill(outer, value, left):
        if left == 0:
            return outer.op("Add", value, outer.const("i32", [1]))
        body = outer.body()
        inner = fill(body, body.parameter("x", "i32", [1]), left - 1)
        loop = outer.tensor_iterator(body)
        loop.input(value, body.layers[0].outputs[0])
        return loop.output(body.result(inner), shape=[1])
    graph.result(fill(graph, value, depth), "out")
    return graph


def add_limits(corpus):
    for depth in (64, 65):
        graph = nest(depth)
        result = {"outputs": [i32(42)]} if depth == 64 else {"tier": "survey", **rejected("load", "LIMIT-2")}
        corpus.add("invalid/nesting_depth_%d" % depth, rules=["LIMIT-2", "BODY-2"], kind="boundary", oracle="by-hand",
                   model=graph.text(), weights=graph.weights.data, notes="41 + 1 = 42, at the bottom.",
                   title="TensorIterators nest %d deep, %s." % (depth, "the stated limit" if depth == 64 else "one past the stated limit"),
                   runs=[{"name": "once", "inputs": {"X": i32(41)}, **({"tier": "survey"} if depth == 64 else {}), **result}])

    graph = ir.Graph()
    count, shape = graph.parameter("trip", "i64", []), graph.parameter("shape", "i64", [2])
    loop, body = counted(graph, count)
    target = body.parameter("shape", "i64", [2])
    wide = body.op("Broadcast", body.const("u8", 1), target, version="opset3", type="u8", shape=[-1, -1], mode="numpy")
    kept = body.result(body.op("ShapeOf", wide, version="opset3", type="i64", shape=[2], output_type="i64"), "kept")
    loop.input(shape, target)
    loop.back_edge(kept, target)
    graph.result(loop.output(kept, shape=[2]), "kept")
    corpus.add("invalid/sizes", rules=["LIMIT-4", "LIMIT-1", "OP-6"], kind="boundary", oracle="by-hand", model=graph.text(),
               weights=graph.weights.data, title="A value that is too large for any memory is an error that names a limit.",
               notes="2 by 3 has the shape (2, 3). 2^31 by 2^31 bytes are 2^62, more than any memory; one more line exceeds LIMIT-4.",
               inputs={"trip": trip(1)},
               runs=[{"name": "mended", "inputs": {"shape": i64(2, 3)}, "outputs": [i64(2, 3)]},
                     {"name": "two_pow_62", "tier": "survey", "inputs": {"shape": i64(2**31, 2**31)}, **rejected("run", "LIMIT-1")},
                     {"name": "past_two_pow_62", "tier": "survey", "inputs": {"shape": i64(2**31 + 1, 2**31)},
                      **rejected("run", "LIMIT-4")},
                     {"name": "past_64_bits", "tier": "survey", "inputs": {"shape": i64(2**40, 2**40)}, **rejected("run", "LIMIT-4")},
                     {"name": "negative", "inputs": {"shape": i64(-1, 3)}, **rejected("run", "OP-6")}])


def add_cases(corpus):
    for add_some in (add_operations, add_inputs, add_ifs, add_limits):
        add_some(corpus)
