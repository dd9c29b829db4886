"""Facts that a model can state in more than one place: types, weights, layers of the graph around a body."""

import ir
from broken import add, changed, line_with
from case import Tensor, rejected
from frames import flag, i32, i64, scan, trip


def layer_text(text, name):
    begin = text.rindex("<layer ", 0, text.index('name="%s"' % name))
    return text[begin:text.index("</layer>", begin)]


def untype(text, name, type_):
    """The model with columns for a layer's element type, in `data` and on its port."""
    layer = layer_text(text, name)
    open_ = layer.replace('element_type="%s"' % type_, 'element_type="{{element_type}}"')
    open_ = open_.replace('precision="%s"' % ir.PRECISION[type_], 'precision="{{precision}}"')
    assert text.count(layer) == 1 and open_.count("{{") == 2, layer
    return text.replace(layer, open_)


def type_runs(type_, outputs, of_body=False):
    precision, other = ir.PRECISION[type_], "FP32"
    good = [("on_both", type_, precision), ("in_data", type_, None), ("on_the_port", None, precision),
            ("on_the_port_as_in_data", None, type_), ("in_data_and_dynamic_on_the_port", type_, "dynamic"),
            ("another_on_the_port", type_, other)]
    bad = [("nowhere", None, None), ("nowhere_and_dynamic_on_the_port", None, "dynamic")]
    if of_body:
        good, bad = good + bad, []
    return [{"name": name, "at": [data, port], **({} if data and port else {"tier": "survey"}), "outputs": outputs}
            for name, data, port in good] + [
        {"name": name, "at": [data, port], **rejected("load", "GRAPH-5")} for name, data, port in bad]


def add_types(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "i16", [2, 3])
    body = graph.body()
    part = body.parameter("part", "i16", [2, 1])
    product = body.result(body.op("Multiply", part, body.const("i16", [-10, 7], [2, 1], name="factors")), "product")
    loop = graph.tensor_iterator(body)
    loop.input(x, part, axis=1)
    graph.result(loop.output(product, shape=[2, 3], axis=1), "products")
    for folder, name, what in (("model_input", "X", "A Parameter of the model"), ("parameter", "part", "A Parameter of a body"),
                               ("constant", "factors", "A Const")):
        of_body = folder == "parameter"
        otherwise = "otherwise from the port map." if of_body else "with neither it is rejected."
        corpus.add("invalid/untyped/" + folder, rules=["GRAPH-6" if of_body else "GRAPH-5", "BODY-5"], kind="boundary", oracle="by-hand",
                   title="%s takes its element type from its data, otherwise from its port; %s" % (what, otherwise),
                   notes="(1, 2, 3) times -10 and (4, 5, 6) times 7. If data gives the type, the port's is ignored.",
                   model=untype(graph.text(), name, "i16"), weights=graph.weights.data, columns=["element_type", "precision"],
                   features=["type:i16"], inputs={"X": Tensor("i16", [2, 3], [1, 2, 3, 4, 5, 6])},
                   runs=type_runs("i16", [Tensor("i16", [2, 3], [-10, -20, -30, 28, 35, 42])], of_body))

    graph = ir.Graph()
    count, x, h0 = graph.parameter("trip", "i64", []), graph.parameter("X", "u8", [3]), graph.parameter("H0", "u8", [1])
    go = graph.parameter("go", "boolean", [])
    body = graph.body()
    h, all_, flag_ = body.parameter("h", "u8", [1]), body.parameter("all", "u8", [3]), body.parameter("flag", "boolean", [])
    inner_body = body.body()
    g, part = inner_body.parameter("g", "u8", [1]), inner_body.parameter("part", "u8", [1])
    sum_ = inner_body.result(inner_body.op("Add", g, part), "sum")
    inner = body.tensor_iterator(inner_body)
    inner.input(h, g)
    inner.input(all_, part, axis=0, start=-1, end=0, stride=-1)
    inner.back_edge(sum_, g)
    last = body.result(inner.output(sum_, shape=[1]), "last")
    seen = body.result(inner.output(sum_, shape=[3], axis=0), "seen")
    more = body.result(flag_, "more")
    loop = graph.loop(body, count, go)
    loop.input(h0, h)
    loop.input(x, all_)
    loop.input(go, flag_)
    loop.execution_condition(more)
    loop.back_edge(last, h)
    graph.result(loop.output(seen, shape=[-1], **scan(3)), "all_seen")
    corpus.add("nested/untyped", rules=["GRAPH-6", "BODY-5", "TYPE-1", "BACK-2", "BODY-2"], kind="combined", oracle="by-hand",
               title="A merged value two loops deep takes its element type from its port or from its initial value, and wraps to it.",
               notes="Backward: 200 + 30 + 20 + 10: 230, 250, 260 - 256 = 4; then 34, 54, 64.", features=["type:u8"],
               model=untype(graph.text(), "g", "u8"), columns=["element_type", "precision"],
               inputs={"trip": trip(2), "X": Tensor("u8", [3], [10, 20, 30]), "H0": Tensor("u8", [1], [200]), "go": flag(True)},
               runs=[{**run, "tier": "survey"} for run in type_runs("u8", [Tensor("u8", [6], [230, 250, 4, 34, 54, 64])], True)])
    corpus.add("nested/untyped_outside", rules=["GRAPH-5", "BODY-5", "BACK-3", "BODY-2"], kind="combined", oracle="by-hand",
               title="The initial value of a value that two loops merge takes its element type from its data or its port; without one it is rejected.",
               notes="Backward: 200 + 30 + 20 + 10: 230, 250, 260 - 256 = 4; then 34, 54, 64.", features=["type:u8"],
               model=untype(graph.text(), "H0", "u8"), columns=["element_type", "precision"],
               inputs={"trip": trip(2), "X": Tensor("u8", [3], [10, 20, 30]), "H0": Tensor("u8", [1], [200]), "go": flag(True)},
               runs=type_runs("u8", [Tensor("u8", [6], [230, 250, 4, 34, 54, 64])]))


def add_outer_layers(corpus):
    """A body of six layers in a graph of eight: only outer layers have the ids 6 and 7."""
    graph = ir.Graph()
    x, y = graph.parameter("X", "i32", [3]), graph.parameter("Y", "i32", [1])
    value = y
    for factor in (2, 3):
        value = graph.op("Multiply", value, graph.const("i32", [factor]), name="times_%d" % factor)
    sum_ = graph.op("Add", value, y, name="outer_sum")
    body = graph.body()
    part, h = body.parameter("part", "i32", [1]), body.parameter("h", "i32", [1])
    difference = body.op("Subtract", h, part, name="difference")
    result = body.result(difference, "difference_out")
    other = body.result(body.op("Negative", part, name="negative"), "negative_out")
    assert sum_.layer.id == 6 and len(body.layers) == 6
    loop = graph.tensor_iterator(body)
    loop.input(x, part, axis=0)
    entry = loop.input(sum_, h)
    loop.back_edge(result, h)
    graph.result(loop.output(result, shape=[1]), "last")
    graph.result(loop.output(other, shape=[3], **scan()), "negatives")
    text = graph.text()
    into = line_with(text, '<edge from-layer="0" from-port="0" to-layer="4"')
    bind = line_with(text, '<input external_port_id="%d"' % entry)
    out = line_with(text, '<output external_port_id="2"')
    back = line_with(text, '<edge from-layer="3" to-layer="1" />')
    add(corpus, "invalid/outer_layers", "A body can refer only to its own layers, not to those of the graph around it.", text,
        {"into": into, "bind": bind, "out": out, "back": back}, [
            ("edge_from_an_outer_layer", "into", changed(into, from__layer=6, from__port=2), "load", "GRAPH-2"),
            ("edge_to_an_outer_layer", "into", into + changed(into, to__layer=6), "load", "GRAPH-2"),
            ("entry_for_an_outer_layer", "bind", bind + changed(bind, internal_layer_id=6), "load", "PORT-3"),
            ("entry_of_an_outer_layer", "out", changed(out, internal_layer_id=8), "load", "PORT-3"),
            ("back_edge_from_an_outer_layer", "back", changed(back, from__layer=8), "load", "BACK-1"),
        ], rules=["BODY-1", "GRAPH-2", "PORT-3", "BACK-1"], weights=graph.weights.data,
        inputs={"X": i32(1, 20, 300), "Y": i32(5)}, outputs=[i32(-286), i32(-1, -20, -300)],
        notes="5 times 2 times 3 plus 5 is 35; 35 - 1 - 20 - 300 = -286. Both graphs have layers 0 to 5, only the outer one "
              "has 6 and up. Every row except `mended` differs from it in one place.")


def add_missing_weights(corpus):
    graph = ir.Graph()
    count, go = graph.parameter("trip", "i64", []), graph.parameter("go", "boolean", [])
    x, h0 = graph.parameter("X", "i32", [3, 2]), graph.parameter("H0", "i32", [1, 2])
    body = graph.body()
    flag_, h, lines = body.parameter("flag", "boolean", []), body.parameter("h", "i32", [1, 2]), body.parameter("lines", "i32", [3, 2])
    inner_body = body.body()
    part, g = inner_body.parameter("part", "i32", [1, 2]), inner_body.parameter("g", "i32", [1, 2])
    joined = inner_body.op("Concat", part, inner_body.const("i32", [], [1, 0], name="nothing"), axis=1, shape=[1, -1])
    sum_ = inner_body.result(inner_body.op("Add", g, joined, shape=[1, 2]), "sum")
    inner = body.tensor_iterator(inner_body)
    inner.input(lines, part, axis=0)
    inner.input(h, g)
    inner.back_edge(sum_, g)
    last = body.result(inner.output(sum_, shape=[1, 2]), "last")
    more = body.result(flag_, "more")
    loop = graph.loop(body, count, go)
    loop.input(go, flag_)
    loop.input(h0, h)
    loop.input(x, lines)
    loop.execution_condition(more)
    loop.back_edge(last, h)
    graph.result(loop.output(last, shape=[-1, 2], **scan()), "all")
    text = graph.text()
    data = '<data element_type="i32" shape="1,0" offset="0" size="0" />'
    add(corpus, "nested/weights_missing", "A Const two loops deep is rejected if the model has no weights, unless it has no elements.",
        text,
        {"data": data}, [("one_element", "data", changed(data, shape="1,1", size=4), "load", "WEIGHTS-1"),
                         ("two_elements_past_the_start", "data", changed(data, shape="1,2", size=8, offset=4), "load", "WEIGHTS-1")],
        rules=["WEIGHTS-1", "WEIGHTS-3", "BODY-2", "BACK-2"], kind="combined",
        inputs={"trip": trip(2), "go": flag(True), "X": Tensor("i32", [3, 2], [1, 10, 2, 20, 4, 40]), "H0": Tensor("i32", [1, 2], [5, 3])},
        outputs=[Tensor("i32", [2, 2], [12, 73, 19, 143])],
        notes="There is no model.bin. The Const appends nothing to (1, 10), (2, 20), (4, 40), whose sum is (7, 70): (5, 3), "
              "(12, 73), (19, 143).")


def add_sizes(corpus):
    """For each pair of `shapes` a Loop makes a tensor of that shape, then one 2^29 times as long both ways."""
    graph = ir.Graph()
    count, shapes = graph.parameter("trip", "i64", []), graph.parameter("shapes", "i64", [-1])
    go = graph.parameter("go", "boolean", [])
    body = graph.body()
    shape, trips, flag_ = body.parameter("shape", "i64", [2]), body.parameter("trips", "i64", []), body.parameter("flag", "boolean", [])
    inner_body = body.body()
    target, again = inner_body.parameter("target", "i64", [2]), inner_body.parameter("again", "boolean", [])
    wide = inner_body.op("Broadcast", inner_body.const("u8", 1), target, version="opset3", type="u8", shape=[-1, -1], mode="numpy")
    kept = inner_body.op("ShapeOf", wide, version="opset3", type="i64", shape=[2], output_type="i64")
    longer = inner_body.result(inner_body.op("Multiply", kept, inner_body.const("i64", [2**29]), shape=[2]), "longer")
    made = inner_body.result(kept, "made")
    more = inner_body.result(again, "more")
    inner = body.loop(inner_body, trips, flag_)
    inner.input(shape, target)
    inner.input(flag_, again)
    inner.execution_condition(more)
    inner.back_edge(longer, target)
    last = body.result(inner.output(made, shape=[2]), "last")
    loop = graph.tensor_iterator(body)
    loop.input(shapes, shape, axis=0, stride=2, part_size=2)
    loop.input(count, trips)
    loop.input(go, flag_)
    graph.result(loop.output(last, shape=[-1], **scan(2)), "made")
    good = {"inputs": {"trip": trip(1), "shapes": i64(2, 3, 4, 5), "go": flag(True)}, "outputs": [i64(2, 3, 4, 5)]}
    past = {"inputs": {"trip": trip(2), "shapes": i64(2, 3), "go": flag(True)}, **rejected("run", "LIMIT-1")}
    far_past = {"inputs": {"trip": trip(2), "shapes": i64(4, 5), "go": flag(True)}, **rejected("run", "LIMIT-4")}
    corpus.add("nested/sizes", rules=["LIMIT-1", "LIMIT-4", "STATE-1", "BODY-2"], kind="combined", oracle="by-hand",
               title="A value that grows too large in a later inner iteration is an error, and the next inference still runs.",
               notes="One iteration makes 2 by 3 and 4 by 5 bytes. The second would make 2^30 by 3 2^29 bytes, which is 3 2^59, and "
                     "2^31 by 5 2^29, which is 5 2^60 and more than 2^62.",
               model=graph.text(), weights=graph.weights.data,
               runs=[{"name": "mended", **good}, {"name": "past_memory", "tier": "survey", **past},
                     {"name": "past_any_size", "tier": "survey", **far_past},
                     {"name": "good_between_errors", "tier": "survey", "sequence": [past, good, far_past, good]}])


def add_cases(corpus):
    for add_some in (add_types, add_outer_layers, add_missing_weights, add_sizes):
        add_some(corpus)
