"""Parameters of bodies that leave their element type open, by hand."""

import ir
from case import Tensor, rejected
from frames import counted, flag, scan, trip
from invalid_places import layer_text

# data, port: data alone decides if it leaves the type open; a type on the port counts only without one in data.
SPELLINGS = [("dynamic", "dynamic"), ("undefined", "dynamic"), ("dynamic", "undefined"), ("dynamic", "UNSPECIFIED"),
             ("dynamic", None), ("dynamic", "FP32"), ("undefined", "I64"), (None, None), (None, "undefined")]


def opened(text, *names):
    """The model in which these Parameters have the columns `element_type` and `precision`."""
    for name in names:
        layer = layer_text(text, name)
        type_ = layer.split('element_type="')[1].split('"')[0]
        open_ = layer.replace('element_type="%s"' % type_, 'element_type="{{element_type}}"')
        open_ = open_.replace('precision="%s"' % ir.PRECISION[type_], 'precision="{{precision}}"')
        assert text.count(layer) == 1 and open_.count("{{") == 2, layer
        text = text.replace(layer, open_)
    return text


def add_open(corpus, path, text, names, outputs, **more):
    """The model once with its types, and once with each way to leave them open. Integer results wrap."""
    types = {layer_text(text, name).split('element_type="')[1].split('"')[0] for name in names}
    runs = [{"name": name, "at": [data, port], "tier": "survey", "outputs": outputs}
            for name, (data, port) in [("%s_%s" % (d or "nothing", (p or "nothing").lower()), (d, p)) for d, p in SPELLINGS]]
    if len(types) == 1:
        type_, = types
        decided = {} if type_ == "f16" else {"tier": "survey", "rules": ["NUM-2"]}
        runs.insert(0, {"name": "declared", "at": [type_, ir.PRECISION[type_]], **decided, "outputs": outputs})
    assert len({run["name"] for run in runs}) == len(runs)
    corpus.add(path, oracle="by-hand", model=opened(text, *names), columns=["element_type", "precision"],
               features=["type:" + t for t in sorted(types)], runs=runs, **more)


def add_iterator(corpus):
    graph = ir.Graph()
    x, h0 = graph.parameter("X", "i16", [3]), graph.parameter("H0", "i16", [1])
    body = graph.body()
    part, h = body.parameter("part", "i16", [1]), body.parameter("h", "i16", [1])
    sum_ = body.result(body.op("Add", h, part), "sum")
    loop = graph.tensor_iterator(body)
    loop.input(x, part, axis=0)
    loop.input(h0, h)
    loop.back_edge(sum_, h)
    graph.result(loop.output(sum_, shape=[1]), "last")
    graph.result(loop.output(sum_, shape=[3], axis=0), "sums")
    add_open(corpus, "tensor_iterator/open_types", graph.text(), ["part", "h"],
             [Tensor("i16", [1], [-25531]), Tensor("i16", [3], [20005, 30005, -25531])],
             rules=["GRAPH-6", "TYPE-1", "BACK-5"], kind="plain",
             title="A part and a merged value whose type is open have the types of X and H0, and wrap to them.",
             notes="5 + 20000 = 20005; + 10000 = 30005; + 10000 = 40005 - 65536 = -25531.",
             inputs={"X": Tensor("i16", [3], [20000, 10000, 10000]), "H0": Tensor("i16", [1], [5])})


def add_loop(corpus):
    graph = ir.Graph()
    count, x, h0 = graph.parameter("trip", "i64", []), graph.parameter("X", "f16", [2]), graph.parameter("H0", "f16", [2])
    loop, body = counted(graph, count)
    all_, h = body.parameter("all", "f16", [2]), body.parameter("h", "f16", [-1])
    sum_ = body.result(body.op("Add", h, all_, shape=[2]), "sum")
    loop.input(x, all_)
    loop.input(h0, h)
    loop.back_edge(sum_, h)
    graph.result(loop.output(sum_, shape=[2]), "last")
    add_open(corpus, "loop/open_types", graph.text(), ["all", "h"], [Tensor("f16", [2], [2048, 7])],
             rules=["GRAPH-6", "TYPE-1"], kind="boundary", weights=graph.weights.data,
             title="An invariant and a merged Parameter of a Loop whose types are open are f16, as the values outside.",
             notes="2046 + 1 + 1 + 1 in f16: 2047, 2048, 2048 (a tie, to even). In f32 it would be 2049. 1 + 2 + 2 + 2 = 7.",
             inputs={"trip": trip(3), "X": Tensor("f16", [2], [1, 2]), "H0": Tensor("f16", [2], [2046, 1])})


def add_if(corpus):
    graph = ir.Graph()
    choice, x = graph.parameter("choice", "boolean", []), graph.parameter("X", "i16", [2])
    then_body, else_body = graph.body(), graph.body()
    a, b = then_body.parameter("a", "i16", [2]), else_body.parameter("b", "i16", [2])
    then_ = then_body.result(then_body.op("Multiply", a, a), "square")
    else_ = else_body.result(else_body.op("Add", b, b), "twice")
    chosen = ir.If(graph, choice, then_body, else_body)
    chosen.input(x, a, b)
    graph.result(chosen.output(then_, else_, shape=[2]), "y")
    add_open(corpus, "plumbing/open_types_of_if", graph.text(), ["a", "b"], [Tensor("i16", [2], [-25536, 6])],
             rules=["GRAPH-6", "IF-1"], kind="plain",
             title="Both branches of an If take the type of the value outside.",
             notes="The else branch runs: 20000 + 20000 = 40000 - 65536 = -25536, and 3 + 3 = 6.",
             inputs={"choice": flag(False), "X": Tensor("i16", [2], [20000, 3])})


def add_nested(corpus):
    """u8 outside; a Loop converts to i8, and an If in a TensorIterator in it adds."""
    graph = ir.Graph()
    count, x, h0 = graph.parameter("trip", "i64", []), graph.parameter("X", "u8", [3]), graph.parameter("H0", "i8", [1])
    loop, body = counted(graph, count, "outer")
    all_, h = body.parameter("all", "u8", [3]), body.parameter("h", "i8", [1])
    signed = body.op("Convert", all_, destination_type="i8", type="i8")
    inner_body = body.body()
    part, g = inner_body.parameter("part", "i8", [1]), inner_body.parameter("g", "i8", [1])
    grows = inner_body.op("Greater", part, inner_body.const("i8", [0], [1], name="zero"), type="boolean")
    then_body, else_body = inner_body.body(), inner_body.body()
    a, b = then_body.parameter("a", "i8", [1]), then_body.parameter("b", "i8", [1])
    c = else_body.parameter("c", "i8", [1])
    sum_, kept = then_body.result(then_body.op("Add", a, b), "a_plus_b"), else_body.result(c, "kept")
    choice = ir.If(inner_body, grows, then_body, else_body)
    choice.input(part, a, None)
    choice.input(g, b, c)
    next_ = inner_body.result(choice.output(sum_, kept, shape=[1]), "next")
    inner = body.tensor_iterator(inner_body)
    inner.input(signed, part, axis=0)
    inner.input(h, g)
    inner.back_edge(next_, g)
    last = body.result(inner.output(next_, shape=[1]), "last")
    seen = body.result(inner.output(next_, shape=[3], axis=0), "seen")
    loop.input(x, all_)
    loop.input(h0, h)
    loop.back_edge(last, h)
    graph.result(loop.output(seen, shape=[-1], **scan(3)), "all_seen")
    add_open(corpus, "nested/open_types", graph.text(), ["all", "h", "part", "g", "a", "b", "c"],
             [Tensor("i8", [6], [101, 101, -115, -74, -74, -34])],
             rules=["GRAPH-6", "BODY-2", "TYPE-1", "BACK-5"], kind="combined", weights=graph.weights.data,
             title="Seven Parameters in four bodies leave their types open, and a Convert between two bodies changes the type.",
             notes="41 + 60: X as i8 is 41, -56, 40. A part is added if it is above 0. h = 60: 101, 101, 141 - 256 = -115; "
                   "then -115 + 41 = -74, -74, -34.",
             inputs={"trip": trip(2), "X": Tensor("u8", [3], [41, 200, 40]), "H0": Tensor("i8", [1], [60])})


def add_rejected(corpus):
    graph = ir.Graph()
    count, h0 = graph.parameter("trip", "i64", []), graph.parameter("H0", "i32", [1])
    loop, body = counted(graph, count)
    k, h = body.parameter("k", "i32", [1]), body.parameter("h", "i32", [1])
    sum_ = body.op("Add", h, body.op("Add", k, body.const("i32", [1], [1], name="one")), name="sum")
    next_ = body.result(body.op("Convert", sum_, destination_type="i32", type="i32", name="next"), "next_out")
    loop.current_iteration(k)
    loop.input(h0, h)
    loop.back_edge(next_, h)
    graph.result(loop.output(next_, shape=[1]), "last")
    text = graph.text()
    for name in ("H0", "k", "h", "one", "next"):
        layer = layer_text(text, name)
        word = "destination_type" if name == "next" else "element_type"
        text = text.replace(layer, layer.replace('%s="i32"' % word, '%s="{{%s}}"' % (word, name.lower())))
    rows = [("mended", {}, {"outputs": [Tensor("i32", [1], [16])]}),
            ("model_input", {"h0": "dynamic"}, rejected("load", "GRAPH-5")),
            ("current_iteration", {"k": "dynamic"}, rejected("load", "GRAPH-5")),
            ("constant", {"one": "dynamic"}, rejected("load", "GRAPH-5")),
            ("back_edge_of_another_type", {"next": "i64"}, {"tier": "survey", **rejected("load", "BACK-5")})]
    good = {"h0": "i32", "k": "i32", "h": "dynamic", "one": "i32", "next": "i32"}
    corpus.add("invalid/open_types", rules=["GRAPH-6", "GRAPH-5", "BACK-5", "ITER-1"], kind="boundary", oracle="by-hand",
               title="Only a Parameter that gets a value from outside may leave its type open.", model=text,
               weights=graph.weights.data, columns=list(good), features=["type:i32"],
               inputs={"trip": trip(3), "H0": Tensor("i32", [1], [10])},
               notes="10 + 1 + 2 + 3 = 16. The type of h is open in every row. Every row except `mended` differs from it in one place.",
               runs=[{"name": name, "at": list({**good, **change}.values()), **({"tier": "survey"} if name == "mended" else {}), **rest}
                     for name, change, rest in rows])


def add_cases(corpus):
    add_iterator(corpus)
    add_loop(corpus)
    add_if(corpus)
    add_nested(corpus)
    add_rejected(corpus)
