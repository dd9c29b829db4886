"""ONNX's operators in bodies of Loop and Scan: shapes that change, operands of each iteration."""

import numpy as np

from case import Tensor
from onnx_case import HEAD, add_onnx
from onnx_nodes import array, of, shuffled

ORACLE = "generator: gen/onnx_operators_in_loops.py"


def add(corpus, name, text, *, title, rules, runs, opset=18, notes=None):
    add_onnx(corpus, "operators/in_loops/" + name, text, title=title, rules=rules, oracle=ORACLE, kind="combined", notes=notes,
             head=HEAD.replace("17", str(opset)), runs=runs)


def count(m):
    return Tensor("i64", [], [m])


def add_growing(corpus):
    """Pad and Tile make the carried value larger; Trilu, Transpose and CumSum depend on the iteration."""
    def computed(x, m):
        x, sizes = array(x), []
        for i in range(m):
            x = np.pad(x, [(i % 2, 0), (0, 1)], constant_values=i)
            x = np.triu(x, i - 1).T.cumsum(0)
            sizes.append(x.size)
        return x, sizes

    x = shuffled("f32", [2, 3], 1)
    runs = []
    for m in range(4):
        y, sizes = computed(x, m)
        runs.append({"name": "m_%d" % m, "inputs": {"M": count(m), "cond": of("boolean", True), "x": x}, "outputs": [of("f32", y), of("i64", np.array(sizes, np.int64))]})
    add(corpus, "growing", """grow (int64 M, bool cond, float[2,3] x) => (float[a,b] y, int64[n] sizes) {
  y, sizes = Loop <body = step (int64 i, bool going, float[c,d] before) => (bool go, float[e,f] after, int64 size) {
    go = Identity (going)
    first_axis = Constant <value_ints = [0]> ()
    zero = Constant <value_int = 0> ()
    one = Constant <value_int = 1> ()
    two = Constant <value_int = 2> ()
    last = Constant <value_ints = [1]> ()
    odd = Mod (i, two)
    first = Unsqueeze (odd, first_axis)
    none = Unsqueeze (zero, first_axis)
    pads = Concat <axis = 0> (first, none, none, last)
    value = CastLike (i, before)
    padded = Pad (before, pads, value)
    k = Sub (i, one)
    upper = Trilu (padded, k)
    turned = Transpose (upper)
    after = CumSum (turned, zero)
    size = Size (after)
  }> (M, cond, x)
}
""",
        title="A Loop pads, cuts, turns and sums a matrix that grows.", rules=["ONNX-LOOP-3", "ONNX-GRAPH-2"], runs=runs,
        notes="Iteration i pads with i, keeps the elements from diagonal i - 1 on, turns the matrix and adds its rows.")


def add_positions(corpus):
    """In each iteration TopK takes the largest remaining element, and ScatterND replaces it."""
    x = of("f32", [4, -7, 9, 2, 8])
    runs = []
    for m in range(4):
        values, best, where = array(x).copy(), [], []
        for i in range(m):
            at = int(values.argmax())
            best.append(values[at])
            where.append(at)
            values[at] = -10 - i
        runs.append({"name": "m_%d" % m, "inputs": {"M": count(m), "cond": of("boolean", True), "x": x},
                     "outputs": [of("f32", values), of("f32", np.array(best)), of("i64", np.array(where, np.int64)), of("f32", np.array([[min(v, 5), 0.0 if v < 3 else v] for v in best]).reshape(-1, 2))]})
    add(corpus, "largest_first", """largest (int64 M, bool cond, float[5] x) => (float[5] rest, float[n] best, int64[n] where, float[n,2] limited) {
  rest, best, where, limited = Loop <body = step (int64 i, bool going, float[5] before) => (bool go, float[5] after, float value, int64 at, float[2] two) {
    go = Identity (going)
    one = Constant <value_ints = [1]> ()
    values, positions = TopK (before, one)
    value = Squeeze (values)
    at = ArgMax <axis = 0, keepdims = 0> (before)
    row = Unsqueeze (positions, one)
    low = Constant <value_float = -10.0> ()
    number = CastLike (i, low)
    mark = Sub (low, number)
    marks = Expand (mark, one)
    after = ScatterND (before, row, marks)
    five = Constant <value_float = 5.0> ()
    least = Min (values, five)
    kept = ThresholdedRelu <alpha = 2.5> (values)
    two = Concat <axis = 0> (least, kept)
  }> (M, cond, x)
}
""", title="A Loop takes the largest element and replaces it, with TopK, ArgMax and ScatterND.", rules=["ONNX-LOOP-3", "ONNX-LOOP-4", "ONNX-GRAPH-2"], runs=runs)


def add_bits(corpus):
    """A generator of pseudo-random numbers by shifts, whose condition is logic on its state."""
    def computed(state, m):
        out, go, i = [], True, 0
        while go and i < m:
            state ^= (state << 5) % 2**32
            state ^= state >> 7
            out.append(state & 255)
            go = not (state % 2 == 0 and state % 7 >= 5) or i <= 2
            i += 1
        return state, out

    runs = []
    for seed in (1, 77, 123456789):
        for m in (0, 3, 9):
            state, out = computed(seed, m)
            runs.append({"name": "seed_%d_m_%d" % (seed, m), "inputs": {"M": count(m), "cond": of("boolean", True), "x": Tensor("u32", [], [seed])},
                         "outputs": [Tensor("u32", [], [state]), Tensor("u32", [len(out)], out)]})
    add(corpus, "random_bits", """random (int64 M, bool cond, uint32 x) => (uint32 state, uint32[n] bytes) {
  state, bytes = Loop <body = step (int64 i, bool going, uint32 before) => (bool go, uint32 after, uint32 byte) {
    five = Constant <value = uint32 {5}> ()
    seven = Constant <value = uint32 {7}> ()
    two = Constant <value = uint32 {2}> ()
    zero = Constant <value = uint32 {0}> ()
    mask = Constant <value = uint32 {255}> ()
    left = BitShift <direction = "LEFT"> (before, five)
    mixed = BitwiseXor (before, left)
    right = BitShift <direction = "RIGHT"> (mixed, seven)
    after = BitwiseXor (mixed, right)
    byte = BitwiseAnd (after, mask)
    odd = Mod (after, two)
    is_even = Equal (odd, zero)
    rest = Mod (after, seven)
    is_high = GreaterOrEqual (rest, five)
    both = And (is_even, is_high)
    goes = Not (both)
    limit = Constant <value_int = 2> ()
    early = LessOrEqual (i, limit)
    go = Or (goes, early)
  }> (M, cond, x)
}
""", title="A Loop shifts and mixes bits, and ends by a condition of And, Or, Not and comparisons.", rules=["ONNX-LOOP-3", "ONNX-LOOP-1", "NUM-11"], runs=runs)


def add_scan(corpus):
    """A Scan over rows whose state is a matrix: Gemm, Where, Gather by the state, ReduceMax."""
    def computed(x, n):
        state, greatest, out = np.array([[1, 0], [2, 1]], np.int64), [], []
        for row in array(x).astype(np.int64)[:n]:
            state = 2 * state @ np.diag(row % 3) + row
            state = np.where(state > 9, state % 5 - 2, state)
            greatest.append(state.max(1))
            out.append(np.take(row, [1, 0, -1]))
        return state, np.array(greatest).reshape(-1, 2), np.array(out).reshape(-1, 3)

    runs = []
    for n in (1, 2, 4):
        x = of("f32", [[3, 4], [8, -1], [5, 6], [-2, 7]][:n])
        runs.append({"name": "rows_%d" % n, "inputs": {"x": x}, "outputs": [of("f32", part) for part in computed(x, n)]})
    add(corpus, "matrix_in_a_scan", """states (float[n,2] x) => (float[2,2] state, float[n,2] greatest, float[n,3] picked) {
  begin = Constant <value = float[2,2] {1, 0, 2, 1}> ()
  state, greatest, picked = Scan <num_scan_inputs = 1, body = step (float[2,2] before, float[2] row) => (float[2,2] after, float[2] most, float[3] three) {
    three_f = Constant <value = int64 {3}> ()
    whole = Cast <to = 7> (row)
    rest = Mod (whole, three_f)
    factor = CastLike (rest, row)
    like = Concat <axis = 0> (rest, rest)
    four = Constant <value_ints = [2, 2]> ()
    square = Reshape (like, four)
    eye = EyeLike <dtype = 1> (square)
    diagonal = Mul (eye, factor)
    product = Gemm <alpha = 2.0> (before, diagonal, row)
    nine = Constant <value_float = 9.0> ()
    five = Constant <value_float = 5.0> ()
    two = Constant <value_float = 2.0> ()
    is_large = Greater (product, nine)
    modulo = Mod <fmod = 1> (product, five)
    small = Sub (modulo, two)
    after = Where (is_large, small, product)
    axis = Constant <value_ints = [-1]> ()
    most = ReduceMax <keepdims = 0> (after, axis)
    positions = Constant <value_ints = [1, 0, -1]> ()
    three = Gather (row, positions)
  }> (begin, x)
}
""", title="A Scan multiplies a matrix by the rows of another, and reduces and picks from them.", rules=["ONNX-SCAN-1", "ONNX-GRAPH-2"], runs=runs)


def add_cases(corpus):
    for add_family in (add_growing, add_positions, add_bits, add_scan):
        add_family(corpus)
