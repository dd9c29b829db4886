"""ONNX models with optionals between their operators, and SequenceMap."""

import case
from onnx_hand import integer, real, run, truth
from onnx_rejected import pair
from onnx_sequences import add, wrong

HEAD_18 = '<ir_version: 8, opset_import: ["" : 18]>\n'

OPTIONAL_LOOP = """carried (int64 M{{type}}, bool has) => (float[n] y) {
  {{start}}
  t = Loop <body = step (int64 i, bool going, optional(seq(float[])) o) => (bool go, seq(float[]) next) {
    go = Identity (going)
    there = OptionalHasElement (o)
    s = If (there) <then_branch = get () => (seq(float[]) p) { p = OptionalGetElement (o) },
                    else_branch = make () => (seq(float[]) q) { seven = Constant <value_floats = [7.0]> () q = SequenceConstruct (seven) }>
    f = Cast <to = 1> (i)
    one = Constant <value_ints = [1]> ()
    x = Reshape (f, one)
    next = SequenceInsert (s, x)
  }> (M, "", start)
  y = ConcatFromSequence <axis = 0> (t)
}
"""
ABSENT_OR_NOT = """five = Constant <value_floats = [5.0]> ()
  start = If (has) <then_branch = there () => (optional(seq(float[])) v) { s0 = SequenceConstruct (five) v = Optional (s0) },
                    else_branch = absent () => (optional(seq(float[])) w) { w = Optional <type: type_proto = seq(float[])> () }>"""
SEQUENCE = """five = Constant <value_floats = [5.0]> ()
  start = SequenceConstruct (five)"""


def add_optionals(corpus):
    add(corpus, "optional_inputs", """optionals (float[2] x) => (bool absent, bool tensor, bool empty, bool full, float[2] y) {
  absent = OptionalHasElement ({{nothing}})
  tensor = OptionalHasElement (x)
  none = Optional <type: type_proto = float[2]> ()
  empty = OptionalHasElement (none)
  some = Optional (x)
  full = OptionalHasElement (some)
  z = OptionalGetElement ({{some}})
  y = Neg (z)
}
""", "What is left out and an empty optional have no element; a tensor and a full optional have one.", kind="boundary", head=HEAD_18,
        title="The input of OptionalHasElement is left out, a tensor or an optional.", rules=["ONNX-SEQ-2", "OP-46"], columns=["nothing", "some"],
        runs=[run(name, {"x": real([2], 3, -4)}, truth([], False), truth([], True), truth([], False), truth([], True), real([2], -3, 4), at=at)
              for name, at in (("end_of_list", ["", "some"]), ("empty_name", ['""', "some"]), ("tensor", ["", "x"]))]
        + [{"name": "empty", "at": ["", "none"], "inputs": {"x": real([2], 3, -4)}, **case.rejected("run", "OP-46")}])
    add(corpus, "optional_of_a_branch", """branches (bool c, bool use, float[2] x) => (float[2] y, bool there) {
  o = If (c) <then_branch = some () => (optional(float[2]) p) { t = Abs (x) p = Optional (t) },
              else_branch = none () => (optional(float[2]) q) { q = Optional <type: type_proto = float[2]> () }>
  there = OptionalHasElement (o)
  y = If (use) <then_branch = get () => (float[2] a) { e = OptionalGetElement (o) a = Neg (e) }, else_branch = other () => (float[2] b) { b = Identity (x) }>
}
""", "-|x| of the optional if it is used and there, else x.", kind="combined", title="An If gives an optional, which another If takes.", head=HEAD_18,
        rules=["OP-46", "ONNX-SEQ-2", "ONNX-IF-1", "ONNX-GRAPH-4"], runs=[
            run("%s_%s" % ("full" if c else "empty", "used" if use else "not_used"), {"c": truth([], c), "use": truth([], use), "x": real([2], 3, -4)},
                real([2], *([-3, -4] if use else [3, -4])), truth([], c)) for c, use in ((True, True), (True, False), (False, False))]
        + [wrong("empty_used", {"c": truth([], False), "use": truth([], True), "x": real([2], 3, -4)}, "OP-46")])
    inputs = lambda count, has: {"M": integer([], count), "has": truth([], has)}  # noqa: E731
    add(corpus, "optional_is_carried", OPTIONAL_LOOP, "([5], [0], [1], ...), or ([7], [0], [1], ...) from an empty optional.", kind="boundary", head=HEAD_18,
        title="A Loop carries an optional, and its body gives the sequence.", rules=["ONNX-LOOP-5", "ONNX-LOOP-3"], columns=["type", "start"], runs=[
            run("%s__m_%d" % (name, count), inputs(count, has), real([count + 1], first, *range(count)), at=["", start], tier="survey")
            for name, has, start, first in (("full", True, ABSENT_OR_NOT, 5), ("empty", False, ABSENT_OR_NOT, 7), ("sequence", True, SEQUENCE, 5))
            for count in (0, 1, 2, 3) if (name, count) != ("empty", 0)]
        + [wrong("empty__m_0", inputs(0, False), "OP-46", at=["", ABSENT_OR_NOT], tier="survey")])
    add(corpus, "optional_in_two_loops", """nested (int64 M, int64 N, float[1] x) => (float[n] y) {
  none = Optional <type: type_proto = float[1]> ()
  last, y = Loop <body = outer (int64 i, bool going, optional(float[1]) o) => (bool go, float[1] next, float row) {
    go = Identity (going)
    next = Loop <body = inner (int64 j, bool going_on, optional(float[1]) p) => (bool go_on, float[1] q) {
      go_on = Identity (going_on)
      there = OptionalHasElement (p)
      e = If (there) <then_branch = get () => (float[1] a) { a = OptionalGetElement (p) }, else_branch = make () => (float[1] b) { b = Identity (x) }>
      q = Add (e, e)
    }> (N, "", o)
    row = ReduceSum <keepdims = 0> (next)
  }> (M, "", none)
}
""", "3 doubles N times in each of M iterations.", kind="combined", title="Two Loops carry an optional tensor, and both bodies give the tensor.", head=HEAD_18,
        rules=["ONNX-LOOP-5", "ONNX-LOOP-4", "ONNX-GRAPH-4", "ONNX-SEQ-2"], runs=[
            run("m_%d__n_%d" % (m, n), {"M": integer([], m), "N": integer([], n), "x": real([1], 3)}, real([m], *[3 * 2**(n * (i + 1)) for i in range(m)]), tier="survey")
            for m in range(1, 4) for n in range(1, 3)])


def add_maps(corpus):
    abc = " <float[1] a = {1}, float[2] b = {2, 3}, float[0] c = {}>"
    add(corpus, "map", "map (float k) => (float[n] y, int64[m] sizes)%s {\n" % abc + """  s = SequenceConstruct (a, b, c)
  t, u = SequenceMap <body = each (float[n] x, float f) => (float[n] z, int64[1] size) { z = Mul (x, f) size = Shape (x) }> (s, k)
  y = ConcatFromSequence <axis = 0> (t)
  sizes = ConcatFromSequence <axis = 0> (u)
}
""", "([1], [2, 3], []) times k, and the sizes 1, 2 and 0.", title="SequenceMap applies its body to each tensor, with another input as it is.", rules=["ONNX-SEQ-1"],
        runs=[run("times_10", {"k": real([], 10)}, real([3], 10, 20, 30), integer([3], 1, 2, 0))])
    add(corpus, "map_of_lengths", """lengths (float[n] x, float[m] y) => (int64 count, float[k] z) {
  s = SplitToSequence (x)
  t = SplitToSequence (y)
  u = SequenceMap <body = each (float[1] p, float[1] q) => (float[1] r) { r = Sub (p, q) }> (s, t)
  count = SequenceLength (u)
  nine = Constant <value_floats = [9.0]> ()
  v = SequenceInsert (u, nine)
  z = ConcatFromSequence <axis = 0> (v)
}
""", "The differences of the elements, followed by 9.", kind="boundary", title="SequenceMap over two sequences of equal lengths, also of none.", rules=["ONNX-SEQ-1"],
        runs=[run("length_%d" % n, {"x": real([n], *range(10, 10 + n)), "y": real([n], *[2 * k for k in range(n)])}, integer([], n),
                  real([n + 1], *[10 - k for k in range(n)], 9)) for n in range(4)]
        + [wrong("lengths_%d_%d" % (n, m), {"x": real([n], *range(n)), "y": real([m], *range(m))}, "OP-6", tier="survey") for n, m in ((2, 1), (1, 2), (0, 1))])
    add(corpus, "map_in_a_loop", """nested (int64 M, float[n] x, float k) => (float[m] y) {
  s = SplitToSequence (x)
  t = Loop <body = step (int64 i, bool going, seq(float[]) a) => (bool go, seq(float[]) b) {
    go = Identity (going)
    f = Cast <to = 1> (i)
    b = SequenceMap <body = each (float[1] p) => (float[1] r) {
      large = Greater (p, k)
      one = Squeeze (large)
      r = If (one) <then_branch = less () => (float[1] u) { u = Sub (p, k) }, else_branch = more () => (float[1] v) { v = Add (p, f) }>
    }> (a)
  }> (M, "", s)
  y = ConcatFromSequence <axis = 0> (t)
}
""", "In iteration i an element above k loses k, and any other gets i.", kind="combined", title="A SequenceMap in a Loop captures values of both graphs around it.",
        rules=["ONNX-SEQ-1", "ONNX-LOOP-3", "ONNX-GRAPH-4", "ONNX-IF-1"], runs=[
            run("m_%d" % m, {"M": integer([], m), "x": real([3], 1, 5, 9), "k": real([], 4)}, real([3], *values))
            for m, values in enumerate(([1, 5, 9], [1, 1, 5], [2, 2, 1], [4, 4, 3], [7, 7, 6], [3, 3, 2]))])
    pair(corpus, "map_body", """g (float[2] x) => (float[2] y) {
  s = SplitToSequence (x)
  t = SequenceMap <body = each {{part}}> (s)
  y = ConcatFromSequence <axis = 0> (t)
}
""", "A body of a SequenceMap is rejected if its inputs or outputs are not those of the node, or if it gives a sequence.", "ONNX-SEQ-1", good={"right": "(float[1] p) => (float[1] q) { q = Neg (p) }"},
         bad={"two_inputs": "(float[1] p, float[1] r) => (float[1] q) { q = Neg (p) }", "no_input": "() => (float[1] q) { q = Identity (x) }",
              "two_outputs": "(float[1] p) => (float[1] q, float[1] r) { q = Neg (p) r = Abs (p) }",
              "sequence": "(float[1] p) => (seq(float[1]) q) { q = SequenceConstruct (p) }"})
    pair(corpus, "map_of_a_tensor", """g (float[2] x) => (float[2] y) {
  s = SplitToSequence (x)
  t = SequenceMap <body = each (float[] p) => (float[] q) { q = Neg (p) }> ({{part}})
  y = ConcatFromSequence <axis = 0> (t)
}
""", "A SequenceMap whose first input is a tensor is rejected.", "ONNX-GRAPH-19", good={"sequence": "s"}, bad={"tensor": "x"})


def add_cases(corpus):
    for family in (add_optionals, add_maps):
        family(corpus)
