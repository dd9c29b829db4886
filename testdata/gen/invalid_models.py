"""Documents, graphs, weights, operations, inputs and Ifs that are rejected, each beside the same model mended."""

import ir
from broken import add, changed, line_with
from case import Tensor, rejected
from frames import counted, flag, i32, i64, scan, trip


def doubling():
    """X cut along axis 0; each part times a constant 2."""
    graph = ir.Graph()
    x = graph.parameter("X", "i32", [3, 2])
    body = graph.body()
    part = body.parameter("part", "i32", [1, 2])
    two = body.const("i32", [2, 3], [1, 2], name="factors")
    product = body.result(body.op("Multiply", part, two, name="product"), "product")
    loop = graph.tensor_iterator(body, "iterator")
    loop.input(x, part, axis=0, start=0, end=-1, stride=1, part_size=1)
    graph.result(loop.output(product, shape=[3, 2], **scan()), "products")
    return graph


INPUTS = {"X": Tensor("i32", [3, 2], [1, 2, 3, 4, 5, 6])}
OUTPUTS = [Tensor("i32", [3, 2], [2, 6, 6, 12, 10, 18])]
NOTES = "X times (2, 3) line by line: (2, 6), (6, 12), (10, 18). Every row but `mended` differs from it in one place."


def add_documents(corpus):
    graph = doubling()
    text = graph.text()
    head, net_open, net_close = '<?xml version="1.0"?>', '<net name="model" version="11">', "</net>"
    result = line_with(text, 'name="products" type="Result"')
    rows = [
        ("truncated", "close", "", "load", "READ-2"), ("wrong_end_tag", "close", "</nets>", "load", "READ-2"),
        ("half_a_tag", "close", "</net", "load", "READ-2"), ("two_roots", "close", "</net><net></net>", "load", "READ-2"),
        ("text_after_the_root", "close", "</net>\nmore", "load", "READ-2"),
        ("attribute_without_quotes", "open", "<net name=model>", "load", "READ-2"),
        ("attribute_without_value", "open", "<net name>", "load", "READ-2"),
        ("unclosed_comment", "close", "</net><!-- on", "load", "READ-2"),
        ("bad_nesting", "result", result.replace("<layer", "<b><layer", 1) + "</b>", "load", "READ-2"),
        ("doctype", "head", head + '<!DOCTYPE net>', "load", "READ-3"),
        ("entity", "head", head + '<!DOCTYPE net [<!ENTITY e "x">]>', "load", "READ-3"),
        ("nested_600_deep", "result", "<a>" * 600 + "</a>" * 600 + result, "load", "READ-4"),
        ("root_is_layers", "open", "<layers>", "load", ["READ-2", "READ-5"]),
    ]
    add(corpus, "invalid/documents", "Documents that are not well-formed, not plain or too deep are rejected.", text,
        {"head": head, "open": net_open, "close": net_close, "result": result}, rows,
        rules=["READ-2", "READ-3", "READ-4", "READ-5"], weights=graph.weights.data, inputs=INPUTS, outputs=OUTPUTS, notes=NOTES)
    whole = text.replace(head + "\n", "")
    runs = [{"name": "mended", "at": ["net"], "inputs": INPUTS, "outputs": OUTPUTS}]
    for root in ("model", "network", "body"):
        runs.append({"name": "root_" + root, "at": [root], "inputs": INPUTS, **rejected("load", "READ-5")})
    corpus.add("invalid/roots", rules=["READ-5"], kind="boundary", oracle="by-hand", notes=NOTES, parameters=["root"], runs=runs,
               model=whole.replace("<net ", "<{{root}} ").replace("</net>", "</{{root}}>"), weights=graph.weights.data,
               title="The root is net, or one layer or operation of type TensorIterator or Loop.")
    for name, document, rule in (("empty", "", ["READ-1", "READ-2"]), ("spaces", "  \n", "READ-2"), ("not_xml", "model", "READ-2"),
                                 ("json", '{"net": 1}', "READ-2"), ("json_list", "[1, 2]", "READ-2"),
                                 ("declaration_alone", head, ["READ-2", "READ-5"]),
                                 ("layer_of_another_type", '<layer id="0" name="a" type="Add" version="opset1" />',
                                  ["READ-5", "READ-6"])):
        corpus.add("invalid/whole_documents/" + name, rules=["READ-1" if name == "empty" else "READ-5" if "layer" in name else "READ-2"],
                   kind="boundary", oracle="by-hand", notes="Mended, it is one TensorIterator layer that hands X through.",
                   parameters=["document"], model="{{document}}", title="A document that holds no model is rejected.",
                   runs=[{"name": "mended", "at": [MINIMAL], "inputs": [i32(7, 8)], "outputs": [i32(7, 8)]},
                         {"name": "broken", "at": [document], "inputs": [], **rejected("load", rule)}])


MINIMAL = (
    '<layer id="0" name="a" type="TensorIterator" version="opset1">'
    '<port_map><input external_port_id="0" internal_layer_id="0" /><output external_port_id="1" internal_layer_id="1" /></port_map>'
    '<input><port id="0" precision="I32"><dim>2</dim></port></input>'
    '<output><port id="1" precision="I32"><dim>2</dim></port></output><body><layers>'
    '<layer id="0" name="x" type="Parameter" version="opset1"><data shape="2" element_type="i32" />'
    '<output><port id="0" precision="I32"><dim>2</dim></port></output></layer>'
    '<layer id="1" name="y" type="Result" version="opset1"><input><port id="0" precision="I32"><dim>2</dim></port></input></layer>'
    '</layers><edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0" /></edges></body></layer>')


def add_attributes(corpus):
    graph = doubling()
    text = graph.text()
    product = line_with(text, 'name="product" type="Multiply"')
    entry = line_with(text, "<input axis")
    edge = line_with(text, '<edge from-layer="2" from-port="2"')
    parameter = '<data shape="1,2" element_type="i32" />'
    places = {"layer": product, "entry": entry, "edge": edge, "parameter": parameter}
    rows = []
    for name, place, piece, key in (
            ("layer_id", "layer", product, "id"), ("layer_type", "layer", product, "type"),
            ("external_port_id", "entry", entry, "external_port_id"), ("internal_layer_id", "entry", entry, "internal_layer_id"),
            ("from_layer", "edge", edge, "from__layer"), ("from_port", "edge", edge, "from__port"),
            ("to_layer", "edge", edge, "to__layer"), ("to_port", "edge", edge, "to__port")):
        rows.append(("no_" + name, place, changed(piece, **{key: None}), "load", "READ-6"))
    rows.append(("layer_id_twice", "layer", product.replace('id="2"', 'id="2" id="2"'), "load", ["READ-6", "READ-2"]))
    for name, value in (("letters", "12abc"), ("exponent", "1e3"), ("empty", ""), ("minus", "-"), ("two_pow_63", str(2**63)),
                        ("past_the_smallest", str(-2**63 - 1)), ("plus", "+1"), ("blank_before", " 1"), ("blank_after", "1 "),
                        ("hexadecimal", "0x1"), ("decimal", "1.0"), ("two_minus", "--1"), ("word", "one"), ("digits_of_20", "9" * 20)):
        rows.append(("stride_" + name, "entry", changed(entry, stride=value), "load", "READ-7"))
    for name, place, piece, key, value in (
            ("layer_id", "layer", product, "id", "2b"), ("external_port_id", "entry", entry, "external_port_id", ""),
            ("internal_layer_id", "entry", entry, "internal_layer_id", "0.5"), ("axis", "entry", entry, "axis", "x"),
            ("start", "entry", entry, "start", "1,"), ("end", "entry", entry, "end", "last"),
            ("part_size", "entry", entry, "part_size", "1e0"), ("from_port", "edge", edge, "from__port", "-"),
            ("to_layer", "edge", edge, "to__layer", "3 3")):
        rows.append((name + "_malformed", place, changed(piece, **{key: value}), "load", "READ-7"))
    for name, value in (("unknown", "int32"), ("empty", ""), ("float", "float"), ("u128", "u128")):
        rows.append(("element_type_" + name, "parameter", '<data shape="1,2" element_type="%s" />' % value, "load", "READ-8"))
    for name, value in (("letter", "1,x"), ("minus_2", "-2,2"), ("empty_part", "1,,2"), ("trailing_comma", "1,2,"),
                        ("range_backward", "1,3..2"), ("dots_alone", "1,.."), ("two_pow_63", "1,%d" % 2**63), ("blank", "1, 2x")):
        rows.append(("shape_" + name, "parameter", '<data shape="%s" element_type="i32" />' % value, "load", ["READ-9", "READ-7"]))
    rows.append(("shape_of_rank_13", "parameter", '<data shape="%s" element_type="i32" />' % ",".join("1" * 13), "load",
                 ["LIMIT-3", "BODY-4"]))
    add(corpus, "invalid/attributes", "Attributes that are missing, twice there or malformed are rejected.", text, places, rows,
        rules=["READ-6", "READ-7", "READ-8", "READ-9"], weights=graph.weights.data, inputs=INPUTS, outputs=OUTPUTS, notes=NOTES)


def add_graphs(corpus):
    graph = doubling()
    text = graph.text()
    product = line_with(text, 'name="product" type="Multiply"')
    outer = line_with(text, 'name="iterator" type="TensorIterator"')
    outer_result = line_with(text, 'name="products" type="Result"')
    into = line_with(text, '<edge from-layer="1" from-port="0" to-layer="2"')
    first = line_with(text, '<edge from-layer="0" from-port="0" to-layer="2"')
    outer_edge = line_with(text, '<edge from-layer="1" from-port="1" to-layer="2"')
    places = {"product": product, "outer": outer, "outer_result": outer_result, "into": into, "first": first,
              "outer_edge": outer_edge}
    rows = [
        ("body_ids_alike", "product", changed(product, id=1), "load", ["GRAPH-1", "GRAPH-2", "PORT-3"]),
        ("outer_ids_alike", "outer_result", changed(outer_result, id=0), "load", ["GRAPH-1", "GRAPH-2"]),
        ("from_no_layer", "into", changed(into, from__layer=9), "load", "GRAPH-2"),
        ("to_no_layer", "into", changed(into, to__layer=9), "load", "GRAPH-2"),
        ("from_no_port", "into", changed(into, from__port=5), "load", "GRAPH-2"),
        ("to_no_port", "into", changed(into, to__port=7), "load", "GRAPH-2"),
        ("from_an_input_port", "into", '<edge from-layer="2" from-port="0" to-layer="2" to-port="1" />', "load", ["GRAPH-2", "BODY-3"]),
        ("to_an_output_port", "into", changed(into, to__port=2), "load", "GRAPH-2"),
        ("outer_edge_from_no_port", "outer_edge", changed(outer_edge, from__port=4), "load", "GRAPH-2"),
        ("two_edges_into_one_port", "first", first + changed(first, from__layer=1), "load", "GRAPH-3"),
        ("the_same_edge_twice", "first", first + first, "load", "GRAPH-3"),
        ("input_unwired", "into", "", "load", "GRAPH-4"),
        ("result_unwired", "outer_edge", "", "load", "GRAPH-4"),
        ("cycle_of_one", "into", '<edge from-layer="2" from-port="2" to-layer="2" to-port="1" />', "load", "BODY-3"),
    ]
    add(corpus, "invalid/graphs", "Layers, ports and edges that do not make a graph are rejected.", text, places, rows,
        rules=["GRAPH-1", "GRAPH-2", "GRAPH-3", "GRAPH-4", "BODY-3"], weights=graph.weights.data, inputs=INPUTS, outputs=OUTPUTS,
        notes=NOTES)

    graph = ir.Graph()
    x = graph.parameter("X", "i32", [2])
    body = graph.body()
    xi = body.parameter("x", "i32", [2])
    a = body.op("Add", xi, xi, name="a")
    b = body.op("Multiply", a, xi, name="b")
    c = body.op("Subtract", b, xi, name="c")
    result = body.result(c, "c_out")
    loop = graph.tensor_iterator(body)
    loop.input(x, xi)
    graph.result(graph.op("Add", x, loop.output(result, shape=[2]), name="outer_sum"), "last")
    text = graph.text()
    into_a = line_with(text, '<edge from-layer="0" from-port="0" to-layer="1" to-port="1"')
    outer = line_with(text, '<edge from-layer="0" from-port="0" to-layer="2" to-port="0"')
    add(corpus, "invalid/cycles", "A cycle of edges is rejected: back edges are the only way round.", text,
        {"into_a": into_a, "outer": outer}, [
            ("of_two", "into_a", changed(into_a, from__layer=2, from__port=2), "load", "BODY-3"),
            ("of_three", "into_a", changed(into_a, from__layer=3, from__port=2), "load", "BODY-3"),
            ("in_the_outer_graph", "outer", changed(outer, from__layer=2, from__port=2), "load", ["BODY-3", "GRAPH-5"]),
        ], rules=["BODY-3"], inputs={"X": i32(3, -4)}, outputs=[i32(18, 32)],
        notes="(x + x) x - x + x = 2 x^2: 18, 32. Every row but `mended` differs from it in one place.")


def add_weights(corpus):
    graph = doubling()
    text = graph.text()
    data = '<data element_type="i32" shape="1,2" offset="0" size="8" />'
    rows = [
        ("offset_m1", "data", changed(data, offset=-1), "load", "WEIGHTS-2"),
        ("size_m8", "data", changed(data, size=-8), "load", ["WEIGHTS-2", "WEIGHTS-3"]),
        ("past_the_end", "data", changed(data, offset=8), "load", "WEIGHTS-2"),
        ("one_past_the_end", "data", changed(data, offset=1), "load", "WEIGHTS-2"),
        ("offset_largest", "data", changed(data, offset=2**63 - 1), "load", "WEIGHTS-2"),
        ("size_largest", "data", changed(data, size=2**63 - 1), "load", ["WEIGHTS-2", "WEIGHTS-3"]),
        ("size_7", "data", changed(data, size=7), "load", "WEIGHTS-3"),
        ("size_4", "data", changed(data, size=4), "load", "WEIGHTS-3"),
        ("type_i64", "data", changed(data, element_type="i64"), "load", ["WEIGHTS-3", "OP-4"]),
        ("type_i16", "data", changed(data, element_type="i16"), "load", ["WEIGHTS-3", "OP-4"]),
        ("shape_1_3", "data", changed(data, shape="1,3"), "load", ["WEIGHTS-3", "OP-5"]),
        ("open_shape", "data", changed(data, shape="?,2"), "load", "WEIGHTS-4"),
        ("negative_shape", "data", changed(data, shape="-1,2"), "load", "WEIGHTS-4"),
        ("range_shape", "data", changed(data, shape="1..2,2"), "load", "WEIGHTS-4"),
        ("product_past_64_bits", "data", changed(data, shape="4294967296,4294967296"), "load", "WEIGHTS-4"),
        ("product_of_zero_times_huge", "data", changed(data, shape="9223372036854775807,9223372036854775807,0"), "load",
         ["WEIGHTS-3", "WEIGHTS-4", "LIMIT-4"]),
        ("no_offset", "data", changed(data, offset=None), "load", ["READ-6", "OP-2"]),
        ("offset_malformed", "data", changed(data, offset="0x0"), "load", ["READ-7", "OP-2"]),
    ]
    add(corpus, "invalid/weights", "A Const that does not fit its weights is rejected.", text, {"data": data}, rows,
        rules=["WEIGHTS-2", "WEIGHTS-3", "WEIGHTS-4"], weights=graph.weights.data, inputs=INPUTS, outputs=OUTPUTS, notes=NOTES)
    corpus.add("invalid/weights_missing", rules=["WEIGHTS-1"], kind="boundary", oracle="by-hand",
               notes="The model has no model.bin. Mended, the Const holds no byte and needs none: X comes out empty.",
               title="A Const needs weights that are not there.", parameters=["shape", "size"],
               model=text.replace(data, '<data element_type="i32" shape="{{shape}}" offset="0" size="{{size}}" />').replace(
                   'shape="3,2"', 'shape="?,?"').replace('shape="1,2"', 'shape="1,?"'),
               inputs={"X": Tensor("i32", [3, 0], [])},
               runs=[{"name": "mended", "at": ["1,0", 0], "tier": "survey", "outputs": [Tensor("i32", [3, 0], [])]},
                     {"name": "one_element", "at": ["1,1", 4], **rejected("load", "WEIGHTS-1")}])


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
        ("malformed_version", "add", changed(layer, version="1"), "load", ["OP-1", "READ-7"]),
        ("experimental_version", "add", changed(layer, version="experimental"), "load", ["OP-1", "READ-7"]),
        ("axis_missing", "concat_data", "<data />", "load", "OP-2"),
        ("axis_malformed", "concat_data", '<data axis="one" />', "load", ["OP-2", "READ-7"]),
        ("axis_2", "concat_data", '<data axis="2" />', "load", ["OP-5", "OP-2", "OP-6"]),
        ("axis_m3", "concat_data", '<data axis="-3" />', "load", ["OP-5", "OP-2", "OP-6"]),
        ("axis_0_does_not_fit", "concat_data", '<data axis="0" />', "load", "OP-5"),
        ("unknown_broadcast", "add_data", '<data auto_broadcast="sideways" />', "load", "OP-2"),
        ("no_broadcast", "add_data", '<data auto_broadcast="none" />', "load", "OP-5"),
        ("one_input", "add", layer.replace("Add", "Select"), "load", "OP-3"),
        ("types_mixed", "edge", changed(edge, from__layer=2), "load", "OP-4"),
        ("logical_of_integers", "add", changed(layer, type="LogicalAnd"), "load", "OP-4"),
        ("one_input_wanted", "add", changed(layer, type="Floor"), "load", ["OP-3", "OP-4", "OP-2"]),
    ]
    add(corpus, "invalid/operations", "Operations that are unknown, or whose attributes, inputs, types or shapes do not fit.", text,
        places, rows, rules=["OP-1", "OP-2", "OP-3", "OP-4", "OP-5"],
        inputs={"X": Tensor("i32", [2, 3], [1, 2, 3, 4, 5, 6]), "Y": Tensor("i32", [2, 1], [10, 20]),
                "B": Tensor("boolean", [2, 3], [True, False] * 3)},
        outputs=[Tensor("i32", [4, 4], [11, 12, 13, 10, 21, 22, 23, 20, 14, 15, 16, 10, 24, 25, 26, 20])],
        notes="A line of X plus (10; 20), with (10; 20) beside it. Every row but `mended` differs from it in one place.")

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
             "outputs": [i32(1, -1, -2**31)], "rules": ["NUM-8"]},
            {"name": "division_by_zero", "inputs": {**good, "Y": i32(0)}, "rules": ["NUM-8"], **rejected("run", ["NUM-8", "OP-6"])},
            {"name": "division_by_zero_later", "inputs": {**good, "X": i32(7, -8, 9), "Y": i32(3, 0)}, "rules": ["NUM-8"],
             **rejected("run", ["NUM-8", "OP-6"])}]
    for name, key, value, rule in (("index_3", "at", i64(2, 3), "OP-6"), ("index_m1", "at", i64(-1), "OP-6"),
                                   ("index_past_32_bits", "at", i64(0, 2**32), "OP-6"),
                                   ("index_into_nothing", "X", i32(), "OP-6")):
        runs.append({"name": name, "inputs": {**good, key: value}, **rejected("run", rule)})
    corpus.add("invalid/values", rules=["OP-6", "NUM-8"], kind="boundary", oracle="by-hand", model=graph.text(),
               weights=graph.weights.data, runs=runs,
               title="An index outside its axis and an integer divided by zero are errors of the run, also in a late iteration.",
               notes="X at 2, 1, 0 by 2, rounded down: 9 / 2 = 4, -8 / 2 = -4, 7 / 2 = 3.")

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
               title="Shapes that are known at run time alone fit each other, or the run is rejected.",
               notes="(1, 2, 3) (1; 10; 100) = 321, (4, 5, 6) (1; 10; 100) = 654. Y of two lines has no product with three columns.",
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
               model=graph.text(), runs=runs, title="Inputs that are missing, surplus, mistyped or misshapen are rejected.",
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
    add(corpus, "invalid/if", "An If whose condition is no flag, or whose branches do not bind every output once.", text,
        {"condition": data, "out_then": out_then, "out_else": out_else, "in_else": marked}, [
            ("condition_i32", "condition", '<data shape="" element_type="i32" />', "load", "IF-1"),
            ("condition_of_two", "condition", '<data shape="2" element_type="boolean" />', "load", "IF-1"),
            ("then_binds_nothing", "out_then", "", "load", ["IF-2", "PORT-2"]),
            ("else_binds_nothing", "out_else", "", "load", ["IF-2", "PORT-2"]),
            ("then_binds_twice", "out_then", out_then + out_then, "load", ["IF-2", "PORT-2", "PORT-3"]),
            ("unknown_port", "out_else", changed(out_else, external_port_id=8), "load", ["IF-2", "PORT-2", "PORT-3"]),
            ("result_is_a_parameter", "out_else", changed(out_else, internal_layer_id=0), "load", ["IF-2", "PORT-2", "PORT-3"]),
            ("parameter_unbound", "in_else", "", "load", ["IF-2", "PORT-1"]),
            ("parameter_bound_twice", "in_else", in_else + in_else, "load", ["IF-2", "PORT-1", "PORT-3"]),
            ("type_of_a_parameter", "in_else", changed(in_else, external_port_id=0), "load", ["BODY-4", "IF-2", "PORT-1"]),
        ], rules=["IF-1", "IF-2"], inputs={"condition": flag(False), "X": i32(4, -5)}, outputs=[i32(-4, 5)],
        notes="False negates X. Every row but `mended` differs from it in one place.")


def nest(depth):
    """TensorIterators in each other, each of which runs its body once; the innermost adds 1."""
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
                   title="Loops nest %d deep, %s." % (depth, "the stated limit" if depth == 64 else "one past the stated limit"),
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
    corpus.add("invalid/sizes", rules=["LIMIT-4"], kind="boundary", oracle="by-hand", model=graph.text(),
               weights=graph.weights.data, title="A value whose size no memory holds is an error that names a limit.",
               notes="2 by 3 has the shape (2, 3); 2^40 by 2^40 bytes are more than 64 bits count.", inputs={"trip": trip(1)},
               runs=[{"name": "mended", "inputs": {"shape": i64(2, 3)}, "outputs": [i64(2, 3)]},
                     {"name": "past_64_bits", "inputs": {"shape": i64(2**40, 2**40)}, **rejected("run", ["LIMIT-4", "LIMIT-1", "OP-5"])},
                     {"name": "negative", "inputs": {"shape": i64(-1, 3)}, **rejected("run", ["OP-6", "OP-5"])}])


def add_cases(corpus):
    for add_some in (add_documents, add_attributes, add_graphs, add_weights, add_operations, add_inputs, add_ifs, add_limits):
        add_some(corpus)
