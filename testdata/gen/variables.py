"""Models with ReadValue and Assign, by hand (VAR-1 to VAR-3)."""

import math

import ir
from case import Tensor, rejected
from frames import begin, slices

SURVEY = {"tier": "survey"}


def read(graph, id_, type_, shape, init=None, version=6, name=None):
    """A ReadValue; the attributes of version 6 can be placeholders."""
    data = {"variable_id": id_}
    if version == 6:
        data.update(variable_type=type_, variable_shape=ir.shape_text(shape))
    layer = graph.layer("ReadValue", [] if init is None else [init], data, "opset%d" % version, name or "read_" + id_)
    return graph.output(layer, type_, shape)


def assign(graph, id_, value, version=6, name=None):
    layer = graph.layer("Assign", [value], {"variable_id": id_}, "opset%d" % version, name or "assign_" + id_)
    return graph.output(layer, value.type, value.shape)


def i32(*values):
    return Tensor("i32", [len(values)], list(values))


def add_initialized(corpus, version):
    graph = ir.Graph()
    h0, x = graph.parameter("H0", "i32", [2]), graph.parameter("X", "i32", [2])
    h = read(graph, "h", "i32", [2], h0, version)
    sum_ = graph.op("Add", h, x)
    assign(graph, "h", sum_, version)
    graph.result(h, "old")
    graph.result(sum_, "new")
    corpus.add("plumbing/variables/initialized_%d" % version, rules=["VAR-3", "VAR-1", "VAR-2"], oracle="by-hand", model=graph.text(),
               title="The first inference reads init_value, not the new value that it assigns (version %d)." % version,
               notes="h = H0, and h + X is assigned after it is read.",
               runs=[{"name": "two_numbers", "inputs": {"H0": i32(10, 20), "X": i32(1, 2)}, "outputs": [i32(10, 20), i32(11, 22)]},
                     {"name": "wraps", "tier": "survey", "rules": ["NUM-2"], "inputs": {"H0": i32(2147483647, -5), "X": i32(1, 3)},
                      "outputs": [i32(2147483647, -5), i32(-2147483648, -2)]}])


def add_zeros(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "{{type}}", "{{new}}")
    h = read(graph, "h", "{{type}}", "{{shape}}")
    assign(graph, "h", x)
    graph.result(h, "old")
    graph.result(x, "same")
    rows = []
    for name, type_, shape, size, new, more in (
            ("f32", "f32", "2", [2], Tensor("f32", [2], [1.5, -2.5]), {}),
            ("scalar_of_i64", "i64", "", [], Tensor("i64", [], [7]), {}),
            ("booleans", "boolean", "3", [3], Tensor("boolean", [3], [True, False, True]), {}),
            ("f16_of_rank_3", "f16", "1,2,1", [1, 2, 1], Tensor("f16", [1, 2, 1], [3, 4]), {}),
            ("no_elements", "i32", "2,0", [2, 0], Tensor("i32", [2, 0], []), {}),
            ("open_size", "f32", "?", [0], Tensor("f32", [2], [1, 2]), SURVEY),
            ("one_open_size", "i32", "2,?", [2, 0], Tensor("i32", [2, 1], [5, 6]), SURVEY),
            ("range_of_sizes", "i32", "2..5", [2], Tensor("i32", [3], [5, 6, 7]), SURVEY)):
        zeros = Tensor(type_, size, [0] * math.prod(size))
        declared = shape if more else ir.shape_text(new.shape)
        rows.append({"name": name, "at": [type_, ir.PRECISION[type_], shape, declared], **more,
                     "inputs": {"X": new}, "outputs": [zeros, new]})
    rows.append({"name": "any_rank", "at": ["f32", "FP32", "...", "2"], **SURVEY, "inputs": {"X": Tensor("f32", [2], [1, 2])},
                 **rejected("load", "VAR-3")})
    corpus.add("plumbing/variables/zeros", rules=["VAR-3", "VAR-2"], kind="boundary", oracle="by-hand", model=graph.text(),
               title="Without init_value a variable has zeros, of the smallest sizes that its shape allows.",
               notes="Zeros, and the new value as it is.",
               columns=["type", "precision", "shape", "new"], runs=rows)


def add_exchange(corpus):
    """Both Assigns come before the ReadValues in the file."""
    graph = ir.Graph()
    a0, b0 = graph.parameter("A0", "i32", [2]), graph.parameter("B0", "i32", [2])
    first = graph.layer("Assign", [None], {"variable_id": "a"}, "opset6", "assign_a")
    second = graph.layer("Assign", [None], {"variable_id": "b"}, "opset6", "assign_b")
    for layer in (first, second):
        graph.output(layer, "i32", [2])
    b, a = read(graph, "b", "i32", [2], b0), read(graph, "a", "i32", [2], a0)
    sum_ = graph.op("Add", graph.op("Multiply", a, b), b)
    first.inputs[0], second.inputs[0] = b, sum_
    graph.result(a, "old_a")
    graph.result(b, "old_b")
    graph.result(sum_, "new_b")
    corpus.add("plumbing/variables/exchange", rules=["VAR-3", "VAR-1"], kind="boundary", oracle="by-hand", model=graph.text(),
               title="Two variables take each other's values, and their Assigns come first in the file.",
               notes="a becomes b, and b becomes a * b + b: 2 * 5 + 5 = 15, 3 * 7 + 7 = 28.",
               runs=[{"name": "two_numbers", "inputs": {"A0": i32(2, 3), "B0": i32(5, 7)}, "outputs": [i32(2, 3), i32(5, 7), i32(15, 28)]}])


def add_growth(corpus):
    graph = ir.Graph()
    h0, x = graph.parameter("H0", "i32", [-1]), graph.parameter("X", "i32", [2])
    h = read(graph, "h", "i32", [-1], h0)
    longer = graph.op("Concat", h, x, axis=0, shape=[-1])
    assign(graph, "h", longer)
    graph.result(longer, "new")
    corpus.add("plumbing/variables/growth", rules=["VAR-2", "VAR-3"], kind="boundary", oracle="by-hand", model=graph.text(),
               title="The new value is longer than the value that was read, if the variable has an open size.",
               notes="The old value, followed by X.",
               runs=[{"name": "from_one", "inputs": {"H0": i32(9), "X": i32(1, 2)}, "outputs": [i32(9, 1, 2)]},
                     {"name": "from_nothing", "inputs": {"H0": i32(), "X": i32(1, 2)}, "outputs": [i32(1, 2)]}])


def add_output_of_assign(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "i32", [2])
    h = read(graph, "h", "i32", [2])
    new = assign(graph, "h", graph.op("Subtract", h, x))
    graph.result(graph.op("Multiply", new, x), "product")
    graph.result(new, "new")
    corpus.add("plumbing/variables/output_of_assign", rules=["VAR-3"], oracle="by-hand", model=graph.text(),
               title="The output of an Assign is its input.", notes="0 - 3 = -3, -3 * 3 = -9; 0 - 4 = -4, -4 * 4 = -16.",
               runs=[{"name": "two_numbers", **SURVEY, "inputs": {"X": i32(3, 4)}, "outputs": [i32(-9, -16), i32(-3, -4)]}])


def add_open_type(corpus):
    graph = ir.Graph()
    h0 = graph.parameter("H0", "i32", [2])
    h = read(graph, "h", "i32", [2], h0)
    sum_ = graph.op("Add", h, h)
    assign(graph, "h", sum_)
    graph.result(sum_, "new")
    text = graph.text()
    assert text.count('variable_type="i32"') == 1
    corpus.add("plumbing/variables/open_type", rules=["VAR-2"], oracle="by-hand", kind="boundary",
               model=text.replace('variable_type="i32"', 'variable_type="{{type}}"'), columns=["type"],
               title="The output port of a ReadValue declares a type that variable_type leaves open.",
               notes="1000000000 + 1000000000, and 3 + 3.", inputs={"H0": i32(1000000000, 3)},
               runs=[{"name": name, "at": [name], **more, "outputs": [i32(2000000000, 6)]}
                     for name, more in (("i32", {}), ("dynamic", SURVEY))])


def add_loop_between(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "i32", [3])
    h = read(graph, "h", "i32", [1], graph.const("i32", [100], [1]))
    loop, body = begin("tensor_iterator", graph, None)
    part, before = body.parameter("part", "i32", [1]), body.parameter("before", "i32", [1])
    after = body.result(body.op("Subtract", part, before), "after")
    loop.input(x, part, **slices())
    loop.input(h, before)
    loop.back_edge(after, before)
    last = loop.output(after, shape=[1])
    assign(graph, "h", last)
    graph.result(last, "last")
    graph.result(h, "old")
    corpus.add("plumbing/variables/loop_between", rules=["VAR-3", "VAR-2", "VAR-1"], kind="combined", oracle="by-hand", model=graph.text(),
               weights=graph.weights.data, title="A TensorIterator starts from the variable, and its last value is assigned to it.",
               notes="1 - 100 = -99, 3 + 99 = 102, 7 - 102 = -95.",
               runs=[{"name": "three_parts", "inputs": {"X": i32(1, 3, 7)}, "outputs": [i32(-95), i32(100)]}])


def add_pairs(corpus):
    """Models in which a variable has not one ReadValue and one Assign."""
    inputs = {"X": i32(1, 2)}
    for name, reads, assigns, bad in (("one_pair", "h", "h", False), ("two_assigns", "h", "hh", True), ("two_reads", "hh", "h", True),
                                      ("no_assign", "h", "", True), ("no_read", "", "h", True), ("unlike_ids", "h", "g", True),
                                      ("unlike_case", "h", "H", True), ("two_pairs", "gh", "hg", False)):
        graph = ir.Graph()
        x = graph.parameter("X", "i32", [2])
        sum_ = x
        for k, id_ in enumerate(reads):
            sum_ = graph.op("Add", sum_, read(graph, id_, "i32", [2], name="read_%d" % k))
        for k, id_ in enumerate(assigns):
            assign(graph, id_, sum_, name="assign_%d" % k)
        graph.result(sum_, "sum")
        corpus.add("invalid/variables/" + name, rules=["VAR-1"], kind="boundary", oracle="by-hand", model=graph.text(), inputs=inputs,
                   title={"one_pair": "A ReadValue and an Assign are a pair.", "two_pairs": "Two pairs of two variables in another order.",
                          "unlike_case": "Two ids that differ only in upper and lower case are not a pair."}.get(
                       name, "A variable without one ReadValue and one Assign: %s." % name.replace("_", " ")),
                   notes="X plus zeros for each variable that is read.",
                   runs=[{"name": "run", **(rejected("load", "VAR-1") if bad else {"outputs": [i32(1, 2)]})}])


def add_body(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "i32", [3])
    loop, body = begin("tensor_iterator", graph, None)
    part = body.parameter("part", "i32", [1])
    sum_ = body.op("Add", part, read(body, "h", "i32", [1]))
    assign(body, "h", sum_)
    after = body.result(sum_, "after")
    loop.input(x, part, **slices())
    graph.result(loop.output(after, shape=[1]), "last")
    corpus.add("invalid/variables/in_a_body", rules=["VAR-1"], kind="combined", oracle="by-hand", model=graph.text(), inputs={"X": i32(1, 3, 7)},
               title="A body of a loop has a variable.", notes="Variables in a body are rejected.", runs=[{"name": "run", **SURVEY, **rejected("load", "VAR-1")}])


def add_init_from_assign(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "i32", [2])
    graph.result(read(graph, "h", "i32", [2], assign(graph, "h", x)), "old")
    corpus.add("plumbing/variables/init_from_assign", rules=["VAR-3"], kind="boundary", oracle="by-hand", model=graph.text(),
               inputs={"X": i32(1, 2)}, title="The init_value of a variable is the output of its own Assign.", notes="The output of the Assign is X.",
               runs=[{"name": "run", **SURVEY, "outputs": [i32(1, 2)]}])


def add_attributes(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "i32", [2])
    h = read(graph, "{{read}}", "i32", [2], name="read")
    assign(graph, "{{assign}}", x, name="assign")
    graph.result(h, "old")
    text = graph.text()
    text = text.replace('variable_type="i32"', 'variable_type="{{type}}"').replace('variable_shape="2"', 'variable_shape="{{shape}}"')
    good = {"read": "h", "assign": "h", "type": "i32", "shape": "2"}
    rows = [("mended", {}, {"outputs": [i32(0, 0)]}), ("other_characters", {"read": "a/b c:0", "assign": "a/b c:0"}, {"outputs": [i32(0, 0)]}),
            ("no_id", {"assign": None}, rejected("load", "OP-2")), ("no_type", {"type": None}, rejected("load", "OP-2")),
            ("no_shape", {"shape": None}, rejected("load", "OP-2")),
            ("empty_id", {"read": "", "assign": ""}, rejected("load", "OP-2"))]
    corpus.add("invalid/variables/attributes", rules=["OP-2", "VAR-2"], kind="boundary", oracle="by-hand", model=text, columns=list(good),
               inputs={"X": i32(1, 2)}, title="A missing attribute of ReadValue or Assign, or an empty id, is rejected.", notes="One attribute is missing or empty in each run.",
               runs=[{"name": name, "at": list({**good, **change}.values()), **rest} for name, change, rest in rows])


def add_misfits(corpus):
    graph = ir.Graph()
    init = graph.parameter("H0", "{{init_type}}", "{{init_shape}}")
    new = graph.parameter("X", "{{new_type}}", "{{new_shape}}")
    h = read(graph, "h", "i32", "...", init)
    assign(graph, "h", new)
    graph.result(h, "old")
    graph.result(new, "same")
    text = graph.text()
    for name in ("init", "new"):
        text = text.replace('precision="{{%s_type}}"' % name, 'precision="{{%s_precision}}"' % name)
    text = text.replace('variable_shape="..."', 'variable_shape="{{shape}}"')
    two, three, square = i32(4, 5), i32(7, 8, 9), Tensor("i32", [1, 2], [4, 5])
    reals = Tensor("f32", [2], [4, 5])
    rows = [("fits", two, "2", two, "2", "2", None, {}), ("fits_an_open_size", two, "2", three, "3", "?", None, {}),
            ("fits_a_range", two, "2", three, "3", "2..3", None, {}), ("init_of_another_type", reals, "2", two, "2", "2", "load", {}),
            ("new_of_another_type", two, "2", reals, "2", "2", "load", {}), ("init_of_another_size", three, "3", two, "2", "2", "load", {}),
            ("new_of_another_size", two, "2", three, "3", "2", "load", {}), ("init_of_another_rank", square, "1,2", two, "2", "2", "load", {}),
            ("new_of_another_rank", two, "2", square, "1,2", "2", "load", {}), ("new_outside_of_a_range", two, "2", three, "3", "1..2", "load", {}),
            ("open_init_fits", two, "?", two, "2", "2", None, SURVEY), ("open_new_fits", two, "2", two, "?", "2", None, SURVEY),
            ("open_init_of_another_size", three, "?", two, "2", "2", "run", SURVEY),
            ("open_new_of_another_size", two, "2", three, "?", "2", "run", SURVEY)]
    runs = [{"name": name, "at": [a.type, ir.PRECISION[a.type], a_shape, b.type, ir.PRECISION[b.type], b_shape, shape], **more,
             "inputs": {"H0": a, "X": b}, **(rejected(phase, "VAR-2") if phase else {"outputs": [a, b]})}
            for name, a, a_shape, b, b_shape, shape, phase, more in rows]
    corpus.add("invalid/variables/misfits", rules=["VAR-2"], kind="boundary", oracle="by-hand", model=text,
               columns=["init_type", "init_precision", "init_shape", "new_type", "new_precision", "new_shape", "shape"],
               title="An init_value or a new value has another type or shape than its variable.",
               notes="Each run changes a type or a shape of one of them.", runs=runs)


def add_cases(corpus):
    for version in (3, 6):
        add_initialized(corpus, version)
    add_zeros(corpus)
    add_exchange(corpus)
    add_growth(corpus)
    add_output_of_assign(corpus)
    add_open_type(corpus)
    add_loop_between(corpus)
    add_pairs(corpus)
    add_body(corpus)
    add_init_from_assign(corpus)
    add_attributes(corpus)
    add_misfits(corpus)
