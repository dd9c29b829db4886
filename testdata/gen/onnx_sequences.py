"""ONNX models with sequences between their operators. Inputs and outputs are tensors."""

import itertools

import case
from onnx_case import add_onnx
from onnx_hand import integer, real, run, truth

ABC = " <float[1] a = {1}, float[2] b = {2, 3}, float[1] c = {4}>"
ORACLE = "generator: gen/onnx_sequences.py"


def add(corpus, name, text, notes, **rest):
    add_onnx(corpus, "sequences/" + name, text, oracle="by-hand", notes=notes, **rest)


def wrong(name, inputs, rule, **rest):
    return {"name": name, **rest, "inputs": inputs, **case.rejected("run", rule)}


def name_of(number):
    return "minus_%d" % -number if number < 0 else str(number)


def add_operators(corpus):
    items = [[1], [2, 3], [4]]

    def inserted(position):
        at = position if position >= 0 else len(items) + position
        return sum(items[:at] + [[9]] + items[at:], [])

    def joined(values):
        return real([len(values)], *values)

    add(corpus, "insert", "insert (int64%s p, float[1] x) => (float[n] y, int64 count)%s {\n" % ("{{shape}}", ABC) + """  s = SequenceConstruct (a, b, c)
  t = SequenceInsert (s, x, p)
  y = ConcatFromSequence <axis = 0> (t)
  count = SequenceLength (t)
}
""", "([1], [2, 3], [4]) with [9] before the tensor at p.", kind="boundary", title="A tensor is inserted at every position of a sequence.", rules=["OP-43"],
        columns=["shape"], runs=[run("at_" + name_of(p), {"p": integer([], p), "x": real([1], 9)}, joined(inserted(p)), integer([], 4), at=[""]) for p in range(-3, 4)]
        + [run("vector", {"p": integer([1], 1), "x": real([1], 9)}, joined(inserted(1)), integer([], 4), at=["[1]"])]
        + [wrong("at_" + name_of(p), {"p": integer([], p), "x": real([1], 9)}, "OP-6", at=[""]) for p in (-4, 4)])

    def without(position):
        rest = items[:position] + items[position + 1:] if position >= 0 else without_from_end(position)
        return joined(sum(rest, []))

    def without_from_end(position):
        return [item for k, item in enumerate(items) if k != len(items) + position]

    add(corpus, "erase_and_at", "erase (int64 p) => (float[n] y, float[m] taken, float[k] shorter)%s {\n" % ABC + """  s = SequenceConstruct (a, b, c)
  t = SequenceErase (s, p)
  y = ConcatFromSequence <axis = 0> (t)
  taken = SequenceAt (s, p)
  u = SequenceErase (s)
  shorter = ConcatFromSequence <axis = 0> (u)
}
""", "([1], [2, 3], [4]) without the tensor at p, that tensor, and the sequence without its last one.", kind="boundary",
        title="A tensor is removed from every position of a sequence, and taken from there.", rules=["OP-43"],
        runs=[run("at_" + name_of(p), {"p": integer([], p)}, without(p), joined(items[p]), joined([1, 2, 3])) for p in range(-3, 3)]
        + [wrong("at_" + name_of(p), {"p": integer([], p)}, "OP-6") for p in (-4, 3)])
    five = real([5], 10, 11, 12, 13, 14)
    add(corpus, "split", """split (float[n] x, int64{{shape}} sizes) => (int64 count, float[k] first, float[m] last, float[j] whole) {
  s = SplitToSequence (x, sizes)
  zero = Constant <value_int = 0> ()
  end = Constant <value_int = -1> ()
  count = SequenceLength (s)
  first = SequenceAt (s, zero)
  last = SequenceAt (s, end)
  whole = ConcatFromSequence <axis = 0> (s)
}
""", "Five elements in parts of one size, the last one smaller, or of listed sizes.", kind="boundary", title="A tensor is cut into parts of a size, or of several.",
        rules=["OP-44", "OP-45"], columns=["shape"], runs=[
            run("size_%d" % n, {"x": five, "sizes": integer([], n)}, integer([], -(-5 // n)), joined(list(range(10, 15))[:n]),
                joined(list(range(10, 15))[(5 - 1) // n * n:]), five, at=[""]) for n in (1, 2, 3, 4, 5, 6)]
        + [run("sizes_" + "_".join(map(str, sizes)), {"x": five, "sizes": integer([len(sizes)], *sizes)}, integer([], len(sizes)),
               joined(list(range(10, 15))[:sizes[0]]), joined(list(range(10, 15))[5 - sizes[-1]:]), five, at=["[?]"])
           for sizes in ([5], [2, 3], [1, 1, 3], [0, 5], [4, 0, 1])]
        + [wrong("size_0", {"x": five, "sizes": integer([], 0)}, "OP-6", at=[""])]
        + [wrong("sizes_" + "_".join(map(name_of, sizes)), {"x": five, "sizes": integer([len(sizes)], *sizes)}, "OP-6", at=["[?]"])
           for sizes in ([2, 2], [4, 4], [6, -1])])
    add(corpus, "split_without_sizes", """parts (float[2,3] x) => (float[n,m] row, float[k,j] column, float[i] line, int64 count) {
  one = Constant <value_int = 1> ()
  s = SplitToSequence (x)
  row = SequenceAt (s, one)
  t = SplitToSequence <axis = -1> (x)
  column = SequenceAt (t, one)
  u = SplitToSequence <axis = 1, keepdims = 0> (x)
  line = SequenceAt (u, one)
  count = SequenceLength (u)
}
""", "[[1, 2, 3], [4, 5, 6]]: the second row, and the second of three columns.", title="Without sizes a tensor is cut into parts of size 1.", rules=["OP-44", "OP-43"],
        runs=[run("two_by_three", {"x": real([2, 3], 1, 2, 3, 4, 5, 6)}, real([1, 3], 4, 5, 6), real([2, 1], 2, 5), real([2], 2, 5), integer([], 3))])
    add(corpus, "split_with_sizes_keeps_dimensions", """parts (float[3,2] x, int64{{shape}} sizes) => (float[a,b] first, float[c,d] last) {
  s = SplitToSequence <axis = -2, keepdims = 0> (x, sizes)
  zero = Constant <value_int = 0> ()
  end = Constant <value_int = -1> ()
  first = SequenceAt (s, zero)
  last = SequenceAt (s, end)
}
""", "The first and the last of three rows.", kind="boundary", title="If the sizes are given, parts of one row keep their dimensions.", rules=["OP-44"], columns=["shape"],
        runs=[run(name, {"x": real([3, 2], 1, 2, 3, 4, 5, 6), "sizes": sizes}, real([1, 2], 1, 2), real([1, 2], 5, 6), at=[shape]) for name, sizes, shape in (
            ("size_1", integer([], 1), ""), ("sizes_1_1_1", integer([3], 1, 1, 1), "[?]"))])
    add(corpus, "join", """join (float[2] x, float[2] y, int64 n) => (float[{{dims}}] z) {
  empty = SequenceEmpty ()
  s = SequenceInsert (empty, x)
  t = SequenceInsert (s, y)
  two = Constant <value_int = 2> ()
  all = Equal (n, two)
  u = If (all) <then_branch = whole () => (seq(float[]) p) { p = Identity (t) }, else_branch = none () => (seq(float[]) q) { q = Identity (empty) }>
  z = ConcatFromSequence <{{how}}> (u)
}
""", "([1, 2], [3, 4]), or an empty sequence, on axis 0 or on a new axis.", kind="boundary", title="A sequence is joined along an axis, or on a new one.", rules=["OP-45"],
        columns=["dims", "how"], runs=[
            run(name, {"x": real([2], 1, 2), "y": real([2], 3, 4), "n": integer([], 2)}, real(shape, *values), at=[dims, how])
            for name, shape, values, dims, how in (
                ("axis_0", [4], [1, 2, 3, 4], "a", "axis = 0"), ("axis_minus_1", [4], [1, 2, 3, 4], "a", "axis = -1"),
                ("new_axis_0", [2, 2], [1, 2, 3, 4], "a,b", "axis = 0, new_axis = 1"), ("new_axis_1", [2, 2], [1, 3, 2, 4], "a,b", "axis = 1, new_axis = 1"),
                ("new_axis_minus_1", [2, 2], [1, 3, 2, 4], "a,b", "axis = -1, new_axis = 1"),
                ("new_axis_minus_2", [2, 2], [1, 2, 3, 4], "a,b", "axis = -2, new_axis = 1"))]
        + [wrong("empty", {"x": real([2], 1, 2), "y": real([2], 3, 4), "n": integer([], 0)}, "OP-6", at=["a", "axis = 0"], tier="survey")])


def add_loops(corpus):
    text = """blocks (float[n] x, int64 size) => (float[m] y, int64 count) {
  s = SplitToSequence (x, size)
  count = SequenceLength (s)
  zero = Constant <value_int = 0> ()
  empty = SequenceEmpty ()
  t = Loop <body = step (int64 i, bool going, seq(float[]) so_far) => (bool go, seq(float[]) next) {
    go = Identity (going)
    part = SequenceAt (s, i)
    next = SequenceInsert (so_far, part, zero)
  }> (count, "", empty)
  y = ConcatFromSequence <axis = 0> (t)
}
"""
    runs = []
    for length, size in itertools.product((1, 2, 3, 5, 8), (1, 2, 3, 7)):
        x = list(range(1, length + 1))
        parts = [x[k:k + size] for k in range(0, length, size)]
        runs.append(run("length_%d__size_%d" % (length, size), {"x": real([length], *x), "size": integer([], size)},
                        real([length], *sum(reversed(parts), [])), integer([], len(parts))))
    add_onnx(corpus, "sequences/blocks_reversed", text, title="A Loop carries a sequence of parts and inserts each at its front.", kind="combined",
             rules=["OP-43", "OP-44", "OP-45", "ONNX-LOOP-3", "ONNX-GRAPH-4"], oracle=ORACLE, notes="The blocks of x, the last one first.", runs=runs)
    text = """queue (int64 M, bool cond, float[n] start, int64 least) => (float[m] last, int64 count, int64[k] lengths) {
  s = SplitToSequence (start)
  t, lengths = Loop <body = step (int64 i, bool going, seq(float[]) queue) => (bool go, seq(float[]) next, int64 size) {
    zero = Constant <value_int = 0> ()
    one = Constant <value_ints = [1]> ()
    ten = Constant <value_float = 10.0> ()
    first = SequenceAt (queue, zero)
    rest = SequenceErase (queue, zero)
    f = Cast <to = 1> (i)
    sum = Add (first, f)
    tens = Add (sum, ten)
    grows = Less (i, least)
    longer = SequenceInsert (rest, sum)
    next = If (grows) <then_branch = add () => (seq(float[]) p) { p = SequenceInsert (longer, tens) }, else_branch = keep () => (seq(float[]) q) { q = Identity (rest) }>
    size = SequenceLength (next)
    go = Greater (size, zero)
  }> (M, cond, s)
  count = SequenceLength (t)
  none = Constant <value = float[1] {-1}> ()
  closed = SequenceInsert (t, none)
  last = ConcatFromSequence <axis = 0> (closed)
}
"""
    runs = []
    for count, length, least in itertools.product((0, 1, 2, 4, 9), (1, 2, 3), (0, 1, 3)):
        queue, lengths = [float(k) for k in range(1, length + 1)], []
        for i in range(count):
            first = queue.pop(0)
            if i < least:
                queue += [first + i, first + i + 10]
            lengths.append(len(queue))
            if not queue:
                break
        runs.append(run("m_%d__length_%d__least_%d" % (count, length, least),
                        {"M": integer([], count), "cond": truth([], True), "start": real([length], *range(1, length + 1)), "least": integer([], least)},
                        real([len(queue) + 1], *queue, -1), integer([], len(queue)), integer([len(lengths)], *lengths)))
    add_onnx(corpus, "sequences/queue", text, title="A Loop takes the first tensor of the sequence that it carries, and adds two or none.", kind="combined",
             rules=["OP-43", "ONNX-LOOP-1", "ONNX-LOOP-2", "ONNX-LOOP-3", "ONNX-LOOP-4", "ONNX-IF-1"], oracle=ORACLE,
             notes="A queue in plain Python; the Loop ends when it is empty.", runs=runs)


def add_cases(corpus):
    for family in (add_operators, add_loops):
        family(corpus)
