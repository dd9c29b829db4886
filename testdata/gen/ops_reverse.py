"""ReverseSequence-1: the first elements of each slice in reverse order (OP-11)."""

import ir
from case import INTEGERS, Tensor, rejected
from frames import begin, slices
from single import REALS, Single, counting, element, filled, vector

ORACLE = "generator: gen/ops_reverse.py"


def reversed_(x, lengths, batch, steps):
    """output[..., i, ..., t, ...] by the page's sentence."""
    batch, steps = batch % len(x.shape), steps % len(x.shape)

    def value(place):
        length, t = int(lengths.values[place[batch]]), place[steps]
        return element(x, place[:steps] + (length - 1 - t if t < length else t,) + place[steps + 1:])
    return filled(x.shape, value, x.type)


def add_axes_and_types(corpus):
    made = Single("ReverseSequence", "opset1", ["x", "lengths"], ["batch_axis", "seq_axis"])

    def add(name, x, lengths, batch=None, steps=None, known=True, **more):
        result = reversed_(x, lengths, batch or 0, 1 if steps is None else steps)
        made.run(name, [x, lengths], [result], {"batch_axis": batch, "seq_axis": steps}, known, **more)

    def wrong(name, phase, rule, x, lengths, batch=None, steps=None, known=True, **more):
        survey = {"tier": "survey"} if rule == "OP-6" else {}
        made.run(name, [x, lengths], rejected(phase, rule), {"batch_axis": batch, "seq_axis": steps}, known, **survey, **more)
    block = counting("f32", [3, 5, 2, 4])
    for batch in range(4):
        for steps in range(4):
            if batch == steps:
                continue
            lengths = vector("i32", [(3 * i + batch) % block.shape[steps] + 1 for i in range(block.shape[batch])])
            add("axes_%d_%d" % (batch, steps), block, lengths, batch, steps, known=batch != 2)
    add("defaults", counting("f32", [3, 4]), vector("i64", [4, 1, 3]))
    add("negative_axes", counting("f32", [3, 4]), vector("i64", [2, 3, 1, 2]), -1, -2)
    add("mixed_axes", counting("i32", [3, 4, 2]), vector("i32", [3, 1]), 2, -3, known=False)
    for type_ in INTEGERS + REALS + ("boolean",):
        add("data_" + type_, counting(type_, [2, 4]), vector("i32", [3, 4]))
    for type_ in INTEGERS:
        add("lengths_" + type_, counting("f32", [3, 4]), vector(type_, [2, 4, 3]), known=type_ != "i8")
    for type_ in REALS:
        add("lengths_" + type_, counting("i64", [3, 4]), vector(type_, [2.0, 4.0, 3.0]))
        add("length_1_" + type_, counting("i64", [2, 4]), vector(type_, [1.0, 4.0]))
    special = Tensor("f32", [2, 3], ["0xffc00123", "0x80000000", "0x7f800001", 1, "0x7fc00000", "0xff800000"])
    flipped = Tensor("f32", [2, 3], ["0x80000000", "0xffc00123", "0x7f800001", "0xff800000", "0x7fc00000", 1], "nan bits")
    made.run("bits", [special, vector("i32", [2, 3])], [flipped], rules=["NUM-5", "OP-11"], tier="survey")
    add("whole_axis", counting("u8", [2, 3]), vector("i32", [3, 3]))
    add("one_step", counting("u8", [2, 1]), vector("i32", [1, 1]), known=False)
    add("empty_batch", Tensor("f32", [0, 3], []), vector("i32", []))
    add("empty_steps_behind", Tensor("f32", [2, 3, 0], []), vector("i32", [1, 3]), known=False)
    x = counting("f32", [2, 3])
    for name, lengths in (("length_0", [0, 3]), ("length_above_steps", [4, 1]), ("negative_length", [1, -2]), ("least_length", [-2**63, 1])):
        wrong(name, "run", "OP-6", x, vector("i64", lengths), known=name != "length_0")
    wrong("fraction", "run", "OP-6", x, vector("f32", [1.5, 2.0]))
    wrong("nan", "run", "OP-6", x, vector("f32", [1.0, "0x7fc00000"]))
    wrong("no_steps", "run", "OP-6", Tensor("f32", [1, 0], []), vector("i32", [0]))
    for batch, steps in ((0, 0), (1, 1), (0, -2), (-1, 1)):
        wrong("equal_axes_%s_%s" % (batch, str(steps).replace("-", "m")) if batch >= 0 else "equal_axes_m1_1", "load", "OP-5", x,
              vector("i32", [1] * x.shape[batch]), batch, steps, tier="survey")
    wrong("batch_axis_2", "load", "OP-5", x, vector("i32", [1, 1]), 2, 0)
    wrong("seq_axis_m3", "load", "OP-5", x, vector("i32", [1, 1]), 0, -3)
    wrong("a_vector", "load", "OP-5", vector("f32", [1, 2]), vector("i32", [1, 1]), 0, 0)
    wrong("three_lengths", "load", "OP-5", x, vector("i32", [1, 1, 1]))
    wrong("three_lengths_in_a_run", "run", "OP-5", x, vector("i32", [1, 1, 1]), known=False)
    wrong("lengths_of_rank_2", "load", "OP-5", x, Tensor("i32", [1, 2], [1, 1]))
    wrong("boolean_lengths", "load", "OP-4", x, vector("boolean", [True, True]))
    wrong("axis_with_letters", "load", "OP-2", x, vector("i32", [1, 1]), "1x", 0)
    made.add_to(corpus, "operations/reverse_sequence", rules=["OP-11", "OP-5", "OP-6", "OP-4", "OP-2"], oracle=ORACLE,
                title="ReverseSequence along every pair of axes, of every type and with lengths of every type.")


def add_in_a_loop(corpus):
    """A back edge is reversed in each iteration by lengths of its own."""
    graph = ir.Graph()
    x, lengths = graph.parameter("X", "i32", [2, 4]), graph.parameter("lengths", "i64", [-1, 2])
    loop, body = begin("tensor_iterator", graph, None)
    h, li = body.parameter("h", "i32", [2, 4]), body.parameter("li", "i64", [1, 2])
    flat = body.op("Reshape", li, body.const("i64", [2]), shape=[2], special_zero="false")
    turned = body.result(body.op("ReverseSequence", h, flat, batch_axis=0, seq_axis=1), "turned")
    loop.input(lengths, li, **slices())
    loop.input(x, h)
    loop.back_edge(turned, h)
    graph.result(loop.output(turned, shape=[2, 4]), "last")
    corpus.add("operations/reverse_sequence_in_a_loop", rules=["OP-11", "BACK-2"], kind="combined", oracle="by-hand", model=graph.text(),
               weights=graph.weights.data, title="A back edge is reversed in each iteration, each time by other lengths.",
               notes="Row 0: 1 2 3 4 by 3, 4, 2 is 3 2 1 4, 4 1 2 3, 1 4 2 3. Row 1: 5 6 7 8 by 1, 2, 4 is 5 6 7 8, 6 5 7 8, 8 7 5 6.",
               runs=[{"name": "three_iterations",
                      "inputs": {"X": Tensor("i32", [2, 4], [1, 2, 3, 4, 5, 6, 7, 8]), "lengths": Tensor("i64", [3, 2], [3, 1, 4, 2, 2, 4])},
                      "outputs": [Tensor("i32", [2, 4], [1, 4, 2, 3, 8, 7, 5, 6])]}])


def add_cases(corpus):
    add_axes_and_types(corpus)
    add_in_a_loop(corpus)
