"""Two ONNX nodes in a row: one moves elements, and the next one reads the result. Runtimes merge such pairs."""

import numpy as np

from onnx_nodes import Nodes, array, integers, of, shuffled
from onnx_products import product

ORACLE = "generator: gen/onnx_pairs.py"


def sums(m):
    return np.array([sum(row) for row in m])


# shape of x, the nodes that make m of it, and m, which has the shape [2, 3]
FIRST = {
    "copy": ([2, 3], "m = Identity (x)", lambda x: x),
    "expand_column": ([2, 1], integers("s", 2, 3) + " m = Expand (x, s)", lambda x: x + np.zeros([2, 3])),
    "expand_column_alone": ([2, 1], integers("s", 1, 3) + " m = Expand (x, s)", lambda x: x + np.zeros([2, 3])),
    "expand_row": ([1, 3], integers("s", 2, 3) + " m = Expand (x, s)", lambda x: x + np.zeros([2, 3])),
    "expand_vector": ([3], integers("s", 2, 1) + " m = Expand (x, s)", lambda x: x + np.zeros([2, 3])),
    "tile_columns": ([2, 1], integers("s", 1, 3) + " m = Tile (x, s)", lambda x: x[:, [0, 0, 0]]),
    "tile_rows": ([1, 3], integers("s", 2, 1) + " m = Tile (x, s)", lambda x: x[[0, 0]]),
    "reshape": ([3, 2], integers("s", 2, 3) + " m = Reshape (x, s)", lambda x: x.reshape(2, 3)),
    "flatten": ([2, 1, 3], "m = Flatten (x)", lambda x: x[:, 0]),
    "squeeze": ([2, 3, 1], integers("s", -1) + " m = Squeeze (x, s)", lambda x: x[:, :, 0]),
    "transpose": ([3, 2], "m = Transpose <perm = [1, 0]> (x)", lambda x: x.T),
    "slice": ([4, 5], "%s %s m = Slice (x, b0, e0)" % (integers("b0", 1, 2), integers("e0", 3, 5)), lambda x: x[1:3, 2:]),
    "slice_backward": ([2, 3], "%s %s %s %s m = Slice (x, b0, e0, a0, s)" % (integers("b0", -1, -1), integers("e0", -9, -9), integers("a0", 0, 1), integers("s", -1, -1)),
                       lambda x: x[::-1, ::-1]),
    "slice_by_steps": ([4, 6], "%s %s %s %s m = Slice (x, b0, e0, a0, s)" % (integers("b0", 0, 1), integers("e0", 4, 6), integers("a0", 0, 1), integers("s", 2, 2)),
                       lambda x: x[::2, 1::2]),
    "gather_rows": ([4, 3], integers("s", 3, 1) + " m = Gather (x, s)", lambda x: x[[3, 1]]),
    "gather_columns": ([2, 4], integers("s", 3, 0, 3) + " m = Gather <axis = 1> (x, s)", lambda x: x[:, [3, 0, 3]]),
    "pad": ([1, 2], integers("s", 1, 0, 0, 1) + " m = Pad (x, s)", lambda x: np.array([[0, 0, 0], [*x[0], 0]])),
    "pad_by_edges": ([1, 2], integers("s", 1, 0, 0, 1) + ' m = Pad <mode = "edge"> (x, s)', lambda x: x[[0, 0]][:, [0, 1, 1]]),
    "concat": ([2, 1], "m = Concat <axis = 1> (x, x, x)", lambda x: x[:, [0, 0, 0]]),
    "split": ([4, 3], "n, m = Split (x)", lambda x: x[2:]),
    "cast": ([2, 3], "m = Cast <to = 1> (x)", lambda x: x),
    "where": ([2, 3], "f = Constant <value = float {0.0}> () p = Less (x, f) q = Neg (x) m = Where (p, q, x)", abs),
}
# shapes of further inputs, the nodes that make y of m, y, and its type
SECOND = {
    "mat_mul": ({"b": [3, 2]}, "y = MatMul (m, b)", lambda m, b: product(m, b, 0)),
    "mat_mul_as_second": ({"b": [4, 2]}, "y = MatMul (b, m)", lambda m, b: product(b, m, 0)),
    "mat_mul_of_vector": ({"b": [3]}, "y = MatMul (m, b)", lambda m, b: product(m, b, 0)),
    "mat_mul_of_batch": ({"b": [2, 3, 2]}, "y = MatMul (m, b)", lambda m, b: product(m, b, 0)),
    "gemm": ({"b": [3, 2], "c": [2]}, "y = Gemm (m, b, c)", lambda m, b, c: product(m, b, 0) + c),
    "gemm_turned": ({"b": [2, 4]}, "y = Gemm <transA = 1> (m, b)", lambda m, b: product(m.T, b, 0)),
    "gemm_turned_as_second": ({"b": [2, 3]}, "y = Gemm <transB = 1> (b, m)", lambda m, b: product(b, m.T, 0)),
    "einsum_of_rows": ({}, 'y = Einsum <equation = "ij->i"> (m)', sums),
    "einsum_of_two": ({"b": [2, 4]}, 'y = Einsum <equation = "ij,ik->jk"> (m, b)', lambda m, b: product(m.T, b, 0)),
    "reduce_sum": ({}, integers("r", 1) + " y = ReduceSum <keepdims = 0> (m, r)", sums),
    "reduce_sum_of_all": ({}, "y = ReduceSum (m)", lambda m: np.array([[sum(sums(m))]])),
    "reduce_max": ({}, "y = ReduceMax <axes = [0], keepdims = 0> (m)", lambda m: np.array([max(column) for column in m.T])),
    "cum_sum": ({}, "o = Constant <value_int = 1> () y = CumSum (m, o)", lambda m: np.array([[sum(row[:k + 1]) for k in range(3)] for row in m])),
    "arg_max": ({}, "y = ArgMax <axis = 1, keepdims = 0> (m)", lambda m: np.array([row.tolist().index(max(row)) for row in m]), "i64"),
    "top_k": ({}, integers("r", 2) + " y, t = TopK (m, r)", lambda m: np.array([sorted(row, reverse=True)[:2] for row in m])),
    "add_column": ({"b": [2, 1]}, "y = Add (m, b)", lambda m, b: m + b),
    "mul_of_higher_rank": ({"b": [2, 1, 1]}, "y = Mul (b, m)", lambda m, b: b * m),
    "mul_with_itself": ({}, "y = Mul (m, m)", lambda m: m * m),
    "less": ({"b": [3]}, "y = Less (m, b)", lambda m, b: m < b, "boolean"),
    "cast": ({}, "y = Cast <to = 6> (m)", lambda m: m, "i32"),
    "concat": ({"b": [1, 3]}, "y = Concat <axis = 0> (b, m)", lambda m, b: np.array([*b, *m])),
    "transpose": ({}, "y = Transpose <perm = [1, 0]> (m)", lambda m: m.T),
    "reshape": ({}, integers("r", 3, -1) + " y = Reshape (m, r)", lambda m: m.reshape(3, 2)),
    "unsqueeze": ({}, integers("r", 1) + " y = Unsqueeze (m, r)", lambda m: m[:, None]),
    "slice": ({}, "%s %s %s y = Slice (m, b1, e1, a1)" % (integers("b1", 1), integers("e1", 3), integers("a1", 1)), lambda m: m[:, 1:]),
    "gather": ({}, integers("r", 1, 0, 1) + " y = Gather (m, r)", lambda m: m[[1, 0, 1]]),
    "expand": ({}, integers("r", 2, 1, 1) + " y = Expand (m, r)", lambda m: np.array([m, m])),
    "tile": ({}, integers("r", 1, 2) + " y = Tile (m, r)", lambda m: m[:, [0, 1, 2, 0, 1, 2]]),
    "pad": ({}, integers("r", 0, 1, 1, 0) + " y = Pad (m, r)", lambda m: np.array([[0, *m[0]], [0, *m[1]], [0, 0, 0, 0]])),
    "conv": ({"b": [1, 1, 2, 2]}, integers("r", 0, 1) + " u = Unsqueeze (m, r) y = Conv (u, b)",
             lambda m, b: np.array([[[[sum(m[i, k + j] * b[0, 0, i, j] for i in (0, 1) for j in (0, 1)) for k in (0, 1)]]]])),
    "loop": ({"b": [2, 3]}, 'n2 = Constant <value_int = 2> () on = Constant <value = bool {1}> () y = Loop (n2, on, b) <body = g (int64 i, bool c, float[2,3] a) => (bool d, float[2,3] e) { d = Identity (c) e = Add (a, m) }>',
             lambda m, b: b + 2 * m),
    "loop_of_products": ({"b": [2, 2], "w": [3, 2]}, 'n2 = Constant <value_int = 2> () on = Constant <value = bool {1}> () y = Loop (n2, on, b) <body = g (int64 i, bool c, float[2,2] a) => (bool d, float[2,2] e) { d = Identity (c) mw = MatMul (m, w) e = Add (a, mw) }>',
                         lambda m, b, w: b + 2 * product(m, w, 0)),
    "scan_of_rows": ({"b": [3]}, "y, z = Scan <num_scan_inputs = 1, body = g (float[3] a, float[3] r) => (float[3] t, float[3] u) { t = Add (a, r) u = Mul (t, r) }> (b, m)", lambda m, b: b + m[0] + m[1]),
    "scan_of_columns": ({"b": [2]}, "z, y = Scan <num_scan_inputs = 1, scan_input_axes = [1], body = g (float[2] a, float[2] r) => (float[2] t, float[2] u) { t = Add (a, r) u = Sub (t, r) }> (b, m)",
                        lambda m, b: np.array([b + sum(m.T[:k]) for k in range(3)])),
    "scan_backward": ({"b": [3]}, "z, y = Scan <num_scan_inputs = 1, scan_input_directions = [1], scan_output_directions = [1], body = g (float[3] a, float[3] r) => (float[3] t, float[3] u) { t = Add (a, r) u = Sub (t, r) }> (b, m)",
                      lambda m, b: np.array([b + m[1], b])),
    "branch": ({"b": [3, 2]}, "y = If (c) <then_branch = g () => (float[2,2] v) { v = MatMul (m, b) }, else_branch = h () => (float[2,2] o) { k = Neg (m) o = MatMul (k, b) }>", lambda m, b: product(m, b, 0)),
}


def add_cases(corpus):
    made = Nodes()
    for k, (first, (shape, makes_m, m_of)) in enumerate(FIRST.items()):
        x = shuffled("i32" if first == "cast" else "f32", shape, -3 - 2 * (k % 2), 2)  # no product is -0
        m = np.asarray(m_of(array(x)), int).astype(object)
        for second, (shapes, makes_y, y_of, *type_) in SECOND.items():
            more = {name: shuffled("f32", other, 1 + len(second) % 4, 2) for name, other in shapes.items()}
            flag = {"c": of("boolean", True)} if second == "branch" else {}
            y = y_of(m, *[array(tensor).astype(int).astype(object) for tensor in more.values()])
            made.run("%s_then_%s" % (first, second), makes_m + " " + makes_y, {"x": x, **more, **flag}, {"y": of(*(type_ or ["f32"]), y)}, 13)
    made.add_to(corpus, "pairs", oracle=ORACLE, kind="combined", title="A node that moves elements, and then one that reads them.", rules=["ONNX-GRAPH-2"],
                notes="Many runtimes merge such pairs, or exchange them. Each first node gives a matrix of 2 rows and 3 columns.")
