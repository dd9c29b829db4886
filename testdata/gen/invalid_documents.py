"""Documents, attributes, graphs and weights that are rejected, each next to the correct model."""

import ir
from broken import add, changed, line_with
from case import Tensor, rejected
from frames import i32, scan


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
NOTES = "Each line of X times (2, 3): (2, 6), (6, 12), (10, 18). Every row except `mended` differs from it in one place."


def add_documents(corpus):
    graph = doubling()
    text = graph.text()
    head, net_open, net_close = '<?xml version="1.0"?>', '<net name="model" version="11">', "</net>"
    result = line_with(text, 'name="products" type="Result"')
    rows = [
        ("truncated", "close", "", "load", "READ-2"), ("wrong_end_tag", "close", "</nets>", "load", "READ-2"),
        ("half_a_tag", "close", "</net", "load", "READ-2"), ("two_roots", "close", "</net><net></net>", "load", "READ-2", "survey"),
        ("text_after_the_root", "close", "</net>\nmore", "load", "READ-2", "survey"),
        ("attribute_without_quotes", "open", "<net name=model>", "load", "READ-2"),
        ("attribute_without_value", "open", "<net name>", "load", "READ-2"),
        ("unclosed_comment", "close", "</net><!-- on", "load", "READ-2"),
        ("bad_nesting", "result", result.replace("<layer", "<b><layer", 1) + "</b>", "load", "READ-2"),
        ("doctype", "head", head + '<!DOCTYPE net>', "load", "READ-3"),
        ("entity", "head", head + '<!DOCTYPE net [<!ENTITY e "x">]>', "load", "READ-3"),
        ("nested_600_deep", "result", "<a>" * 600 + "</a>" * 600 + result, "load", "READ-4"),
        ("root_is_layers", "open", "<layers>", "load", "READ-2"),
    ]
    add(corpus, "invalid/documents", "Documents are rejected if they are not well-formed XML, not plain XML or too deep.", text,
        {"head": head, "open": net_open, "close": net_close, "result": result}, rows,
        rules=["READ-2", "READ-3", "READ-4"], weights=graph.weights.data, inputs=INPUTS, outputs=OUTPUTS, notes=NOTES)
    whole = text.replace(head + "\n", "")
    runs = [{"name": "mended", "at": ["net"], "inputs": INPUTS, "outputs": OUTPUTS}]
    for root in ("model", "network", "body"):
        runs.append({"name": "root_" + root, "at": [root], "inputs": INPUTS, **rejected("load", "READ-5")})
    corpus.add("invalid/roots", rules=["READ-5"], kind="boundary", oracle="by-hand", notes=NOTES, columns=["root"], runs=runs,
               model=whole.replace("<net ", "<{{root}} ").replace("</net>", "</{{root}}>"), weights=graph.weights.data,
               title="The root element must be net, or a layer or operation of type TensorIterator or Loop.")
    for name, document, rule, what in (
                                        ("empty", "", ["READ-1", "READ-2"], "An empty document"),
                                        ("spaces", "  \n", "READ-2", "A document of spaces"),
                                        ("not_xml", "model", "READ-2", "A document that is not XML"),
                                        ("json", '{"net": 1}', "READ-2", "A JSON object"),
                                        ("json_list", "[1, 2]", "READ-2", "A JSON list"),
                                        ("declaration_alone", head, "READ-2", "An XML declaration without a root"),
                                        ("layer_of_another_type", '<layer id="0" name="a" type="Add" version="opset1" />', "READ-5",
                                         "A document that is a single layer but not a loop")):
        corpus.add("invalid/whole_documents/" + name, rules=["READ-1" if name == "empty" else "READ-5" if "layer" in name else "READ-2"],
                   kind="boundary", oracle="by-hand", notes="The row `mended` is one TensorIterator layer that passes X through.",
                   columns=["document"], model="{{document}}", title=what + " is rejected.",
                   runs=[{"name": "mended", "at": [MINIMAL], "tier": "survey", "inputs": [i32(7, 8)], "outputs": [i32(7, 8)]},
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
    rows.append(("layer_id_twice", "layer", product.replace('id="2"', 'id="2" id="2"'), "load", "READ-2", "survey"))
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
        rows.append(("shape_" + name, "parameter", '<data shape="%s" element_type="i32" />' % value, "load",
                     "READ-9"))
    rows.append(("shape_of_rank_13", "parameter", '<data shape="%s" element_type="i32" />' % ",".join("1" * 13), "load", "LIMIT-3"))
    add(corpus, "invalid/attributes", "Attributes that are missing, repeated or malformed are rejected.", text, places, rows,
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
        ("body_ids_alike", "product", changed(product, id=1), "load", "GRAPH-1"),
        ("outer_ids_alike", "outer_result", changed(outer_result, id=0), "load", "GRAPH-1"),
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
    add(corpus, "invalid/graphs", "Layers, ports and edges that do not form a graph are rejected.", text, places, rows,
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
    add(corpus, "invalid/cycles", "A cycle of edges is rejected: only back edges may lead back.", text,
        {"into_a": into_a, "outer": outer}, [
            ("of_two", "into_a", changed(into_a, from__layer=2, from__port=2), "load", "BODY-3"),
            ("of_three", "into_a", changed(into_a, from__layer=3, from__port=2), "load", "BODY-3"),
            ("in_the_outer_graph", "outer", changed(outer, from__layer=2, from__port=2), "load", "BODY-3"),
        ], rules=["BODY-3"], inputs={"X": i32(3, -4)}, outputs=[i32(18, 32)],
        notes="(x + x) x - x + x = 2 x^2: 18, 32. Every row except `mended` differs from it in one place.")


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
        ("no_offset", "data", changed(data, offset=None), "load", "OP-2"),
        ("offset_malformed", "data", changed(data, offset="0x0"), "load", "READ-7"),
    ]
    add(corpus, "invalid/weights", "A Const that does not fit its weights is rejected.", text, {"data": data}, rows,
        rules=["WEIGHTS-2", "WEIGHTS-3", "WEIGHTS-4"], weights=graph.weights.data, inputs=INPUTS, outputs=OUTPUTS, notes=NOTES)
    corpus.add("invalid/weights_missing", rules=["WEIGHTS-1"], kind="boundary", oracle="by-hand",
               notes="The model has no model.bin. In the row `mended` the Const has no elements and needs no file: X comes out empty.",
               title="A Const with elements is rejected if the model has no weights.", columns=["shape", "size"],
               model=text.replace(data, '<data element_type="i32" shape="{{shape}}" offset="0" size="{{size}}" />').replace(
                   'shape="3,2"', 'shape="?,?"').replace('shape="1,2"', 'shape="1,?"'),
               inputs={"X": Tensor("i32", [3, 0], [])},
               runs=[{"name": "mended", "at": ["1,0", 0], "tier": "survey", "outputs": [Tensor("i32", [3, 0], [])]},
                     {"name": "one_element", "at": ["1,1", 4], **rejected("load", "WEIGHTS-1")}])


def add_cases(corpus):
    for add_some in (add_documents, add_attributes, add_graphs, add_weights):
        add_some(corpus)
