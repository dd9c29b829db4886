"""ONNX's MatMul, and operands of Gemm and Einsum that are easily confused."""

import itertools

import numpy as np

from onnx_nodes import Nodes, array, of, shuffled

ORACLE = "generator: gen/onnx_products.py"


def product(a, b, zero):
    """numpy.matmul, written as sums over the last axis of a and the last but one of b."""
    left, right = (a.reshape(1, -1) if a.ndim == 1 else a), (b.reshape(-1, 1) if b.ndim == 1 else b)
    batch = np.broadcast_shapes(left.shape[:-2], right.shape[:-2])
    left, right = np.broadcast_to(left, batch + left.shape[-2:]), np.broadcast_to(right, batch + right.shape[-2:])
    left, right = left.astype(object), right.astype(object)
    y = np.full(batch + (left.shape[-2], right.shape[-1]), zero, object)
    for at in np.ndindex(*y.shape):
        for k in range(left.shape[-1]):
            y[at] += left[at[:-1] + (k,)] * right[at[:-2] + (k, at[-1])]
    return y.reshape(batch + a.shape[-2:-1] + (b.shape[-1:] if b.ndim > 1 else ()))


SHAPES = {
    "matrices": ([2, 3], [3, 4]), "squares": ([3, 3], [3, 3]), "row_and_column": ([1, 3], [3, 1]), "column_and_row": ([3, 1], [1, 2]),
    "vectors": ([3], [3]), "vector_and_matrix": ([3], [3, 2]), "matrix_and_vector": ([2, 3], [3]), "vector_and_square": ([3], [3, 3]), "square_and_vector": ([3, 3], [3]),
    "vector_and_batch": ([3], [2, 3, 2]), "batch_and_vector": ([2, 2, 3], [3]), "vector_and_two_batches": ([2], [2, 3, 2, 2]), "two_batches_and_vector": ([3, 2, 1, 2], [2]),
    "vectors_of_one": ([1], [1]), "vector_and_batch_of_one": ([3], [1, 3, 2]),
    "batch": ([2, 2, 3], [2, 3, 2]), "matrix_and_batch": ([2, 3], [2, 3, 2]), "batch_and_matrix": ([2, 2, 3], [3, 2]),
    "batch_of_one_and_batch": ([1, 2, 3], [3, 3, 2]), "batch_and_batch_of_one": ([3, 2, 3], [1, 3, 2]), "two_batches": ([2, 3, 1, 2], [2, 3, 2, 2]),
    "two_batches_and_matrix": ([3, 2, 2, 3], [3, 1]), "matrix_and_two_batches": ([1, 3], [2, 3, 3, 2]), "inner_batch_stretches": ([2, 1, 2, 2], [2, 3, 2, 2]),
    "outer_batch_stretches": ([2, 3, 2, 2], [1, 3, 2, 2]), "both_batches_stretch": ([3, 1, 2, 2], [1, 2, 2, 3]), "fewer_batches_on_the_left": ([3, 2, 2], [2, 1, 2, 2]),
    "fewer_batches_on_the_right": ([2, 3, 1, 2], [3, 2, 2]), "three_batches": ([2, 1, 2, 1, 2], [2, 1, 2, 3]),
    "nothing_inside": ([2, 0], [0, 3]), "vectors_without_elements": ([0], [0]), "no_rows": ([0, 3], [3, 2]), "no_columns": ([2, 3], [3, 0]), "empty_batch": ([0, 2, 3], [3, 2]),
    "batch_without_inner_elements": ([2, 2, 0], [2, 0, 3]), "vector_and_no_columns": ([3], [3, 0]),
}


def add_mat_mul(corpus):
    made = Nodes()
    for name, (left, right) in SHAPES.items():
        a, b = shuffled("f32", left, -3, 1), shuffled("f32", right, -1, 2)
        made.run(name, "y = MatMul (a, b)", {"a": a, "b": b}, {"y": of("f32", product(array(a), array(b), 0))}, 13)
    # No f32 is 2^24 + 3, no f64 is 2^53 + 1, and no i32 is 2^40.
    for type_, a, b in (("f64", [[2**24 + 3, 1], [-2, 5]], [[1, 2], [3, -1]]), ("f16", [[0.5, -3], [2, 7]], [[4, 1.5], [-0.25, 6]]), ("i32", [[2**24 + 3, 1], [-2, 5]], [[1, 2], [3, -1]]),
                        ("i64", [[2**53 + 1, 2**40], [-2, 5]], [[1, 2], [3, -7]]), ("u32", [[2**31 + 3, 1], [2, 5]], [[1, 1], [3, 7]]), ("u64", [[2**63 + 1, 1], [2, 5]], [[1, 1], [3, 7]])):
        a, b = of(type_, a), of(type_, b)
        made.run("type_" + type_, "y = MatMul (a, b)", {"a": a, "b": b}, {"y": of(type_, product(array(a), array(b), 0))}, 13)
    a, b = shuffled("f32", [2, 3], -3), shuffled("f32", [3, 2], 1)
    for opset in (1, 9):
        made.run("version_%d" % opset, "y = MatMul (a, b)", {"a": a, "b": b}, {"y": of("f32", product(array(a), array(b), 0))}, opset)
    s = shuffled("f32", [3, 3], -4, 1)
    made.run("with_itself", "y = MatMul (a, a)", {"a": s}, {"y": of("f32", product(array(s), array(s), 0))}, 13)
    v = of("f32", [2, -3, 5])
    made.run("vector_with_itself", "y = MatMul (a, a)", {"a": v}, {"y": of("f32", 38)}, 13)
    made.add_to(corpus, "mat_mul", oracle=ORACLE, kind="boundary", title="MatMul of vectors, matrices and batches that stretch, of all types and of nothing.",
                notes="A vector on the left is a row and one on the right a column; their axis of size 1 is not in the result. An empty sum is 0.")


def add_squares(corpus):
    """Gemm of square matrices: whatever is transposed, the result has the same shape."""
    made = Nodes()
    for left, right in itertools.product((0, 1), repeat=2):
        a, b = shuffled("f32", [3, 3], -4), shuffled("f32", [3, 3], 2, 3)
        for name, c in (("none", None), ("vector", [10, 20, 40]), ("row", [[10, 20, 40]]), ("column", [[10], [20], [40]])):
            p, q = (array(a).T if left else array(a)), (array(b).T if right else array(b))
            y = product(p, q, 0) + (0 if c is None else np.array(c))
            made.run("trans_a_%d_trans_b_%d_%s" % (left, right, name), "y = Gemm <transA = %d, transB = %d> (a, b%s)" % (left, right, "" if c is None else ", c"),
                     {"a": a, "b": b, **({} if c is None else {"c": of("f32", c)})}, {"y": of("f32", y)}, 13)
    a, b, c = shuffled("f64", [2, 2], 2**24 + 3), of("f64", [[1, 2], [3, -1]]), of("f64", [[0, 1], [2, 3]])
    made.run("of_f64", "y = Gemm (a, b, c)", {"a": a, "b": b, "c": c}, {"y": of("f64", product(array(a), array(b), 0) + array(c))}, 13)
    a, b, c = of("i64", [[2**53 + 1, 1], [2, -3]]), of("i64", [[1, 2], [3, -1]]), of("i64", [[0, 1], [2, 2**53 + 3]])
    made.run("of_large_i64", "y = Gemm (a, b, c)", {"a": a, "b": b, "c": c}, {"y": of("i64", product(array(a), array(b), 0) + array(c).astype(object))}, 13)
    made.add_to(corpus, "gemm_of_squares", oracle=ORACLE, kind="boundary", title="Gemm of square matrices, each transposed or not, with C as a vector, a row and a column.")


def add_letters(corpus):
    made = Nodes()
    a, b = shuffled("f32", [2, 3], -2), shuffled("f32", [3, 2], 1, 2)
    x, y = array(a), array(b)
    made.run("upper_and_lower_case", 'y = Einsum <equation = "aA,Ab->ba"> (a, b)', {"a": a, "b": b}, {"y": of("f32", product(x, y, 0).T)}, 12)
    made.run("upper_case_alone", 'y = Einsum <equation = "AB,BC->CA"> (a, b)', {"a": a, "b": b}, {"y": of("f32", product(x, y, 0).T)}, 12)
    s = shuffled("f32", [2, 2], 3, 4)
    made.run("case_tells_letters_apart", 'y = Einsum <equation = "aA->Aa"> (s)', {"s": s}, {"y": of("f32", array(s).T)}, 12)
    made.run("scalar_on_the_left", 'y = Einsum <equation = ",ij->ji"> (f, a)', {"f": of("f32", 5), "a": a}, {"y": of("f32", 5 * x.T)}, 12)
    made.run("scalar_on_the_right", 'y = Einsum <equation = "ij,->ij"> (a, f)', {"a": a, "f": of("f32", 3)}, {"y": of("f32", 3 * x)}, 12)
    made.run("four_operands", 'y = Einsum <equation = "i,ij,jk,k->"> (v, a, b, w)', {"v": of("f32", [2, -1]), "a": a, "b": b, "w": of("f32", [3, 5])},
             {"y": of("f32", product(product(np.array([2, -1]), product(x, y, 0), 0), np.array([3, 5]), 0))}, 12)
    made.run("one_operand_twice", 'y = Einsum <equation = "ij,kj->ik"> (a, a)', {"a": a}, {"y": of("f32", product(x, x.T, 0))}, 12)
    made.run("capitals_come_first", 'y = Einsum <equation = "aB"> (a)', {"a": a}, {"y": of("f32", x.T)}, 12)
    made.run("capitals_of_two_operands_come_first", 'y = Einsum <equation = "ij,jB"> (a, b)', {"a": a, "b": b}, {"y": of("f32", product(x, y, 0).T)}, 12)
    made.run("ellipsis_without_axes", 'y = Einsum <equation = "...ij->...ji"> (a)', {"a": a}, {"y": of("f32", x.T)}, 12)
    made.run("large_i64", 'y = Einsum <equation = "ij,j->i"> (p, q)', {"p": of("i64", [[2**53 + 1, 1], [3, 4]]), "q": of("i64", [1, 2])}, {"y": of("i64", [2**53 + 3, 11])}, 12)
    made.add_to(corpus, "letters_and_scalars_of_einsum", oracle=ORACLE, kind="boundary", title="Einsum with letters of both cases, scalars, four operands and ellipses.", rules=["ONNX-GRAPH-2", "OP-35"],
                notes="Without an arrow, capitals precede other letters in the output, as the operator's text says.")


TURNED = {  # shapes before their axes are reordered, and the order; None: as it is
    "left": ([3, 2], [1, 0], [3, 4], None), "right": ([2, 3], None, [4, 3], [1, 0]), "both": ([3, 2], [1, 0], [4, 3], [1, 0]), "squares": ([3, 3], [1, 0], [3, 3], [1, 0]),
    "left_and_vector": ([3, 2], [1, 0], [3], None), "square_and_vector": ([3, 3], [1, 0], [3], None), "vector_and_right": ([3], None, [2, 3], [1, 0]), "vector_and_square": ([3], None, [3, 3], [1, 0]),
    "as_it_is": ([2, 3], [0, 1], [3, 4], None), "square_as_it_is": ([3, 3], [0, 1], [3, 3], None), "right_as_it_is": ([3, 3], None, [3, 3], [0, 1]),
    "left_of_batch": ([2, 4, 3], [0, 2, 1], [2, 4, 2], None), "right_of_batch": ([2, 3, 4], None, [2, 5, 4], [0, 2, 1]), "both_of_batch": ([2, 4, 3], [0, 2, 1], [2, 5, 4], [0, 2, 1]),
    "batch_in_the_middle": ([3, 2, 4], [1, 0, 2], [2, 4, 3], None), "batch_at_the_end": ([3, 4, 2], [2, 0, 1], [2, 4, 3], None), "batch_at_the_end_and_turned": ([4, 3, 2], [2, 1, 0], [2, 4, 3], None),
    "cubes_in_the_middle": ([2, 2, 2], None, [2, 2, 2], [1, 0, 2]), "cubes_around": ([2, 2, 2], [1, 2, 0], [2, 2, 2], [2, 0, 1]), "batch_and_vector": ([2, 4, 3], [0, 2, 1], [4], None),
}


def add_turned(corpus):
    """Products whose operands come from a Transpose, which runtimes merge with them."""
    made = Nodes()
    for name, (left, left_order, right, right_order) in TURNED.items():
        a, b = shuffled("f32", left, -3), shuffled("f32", right, -5, 2)
        x, y = (array(value) if order is None else np.transpose(array(value), order) for value, order in ((a, left_order), (b, right_order)))
        turns = ["%s = Transpose <perm = %s> (%s)" % (to, order, of_) for of_, to, order in (("a", "l", left_order), ("b", "r", right_order)) if order is not None]
        l, r = "a" if left_order is None else "l", "b" if right_order is None else "r"
        made.run(name, " ".join([*turns, "y = MatMul (%s, %s)" % (l, r)]), {"a": a, "b": b}, {"y": of("f32", product(x, y, 0))}, 13)
        if x.ndim == y.ndim == 2:
            c = shuffled("f32", [y.shape[1]], 20, 3)
            made.run(name + "_and_a_sum", " ".join([*turns, "p = MatMul (%s, %s) y = Add (p, c)" % (l, r)]), {"a": a, "b": b, "c": c}, {"y": of("f32", product(x, y, 0) + array(c))}, 13)
            made.run(name + "_by_gemm", " ".join([*turns, "y = Gemm (%s, %s, c)" % (l, r)]), {"a": a, "b": b, "c": c}, {"y": of("f32", product(x, y, 0) + array(c))}, 13)
            made.run(name + "_turned_back_by_gemm", " ".join([*turns, "t = Transpose <perm = [1, 0]> (%s) y = Gemm <transA = 1> (t, %s, c)" % (l, r)]),
                     {"a": a, "b": b, "c": c}, {"y": of("f32", product(x, y, 0) + array(c))}, 13)
    made.add_to(corpus, "turned_matrices", oracle=ORACLE, kind="boundary", title="MatMul and Gemm of operands whose axes are reordered just before.", rules=["ONNX-GRAPH-2"],
                notes="Many runtimes merge a Transpose with a product. An order of [0, 1] changes nothing, and a vector has only one axis.")


def add_cases(corpus):
    for add in (add_mat_mul, add_squares, add_letters, add_turned):
        add(corpus)
