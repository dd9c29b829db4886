"""GatherElements and GatherND, element by element as their pages write it."""

import math

from case import Tensor, rejected
from single import SURVEY, TYPES, Single, counting, element, ints, places, vector

ORACLE = "generator: gen/ops_gather.py"


def add_gather_elements(corpus):
    def gathered(x, indices, axis):
        axis %= len(x.shape)
        return Tensor(x.type, indices.shape,
                      [element(x, p[:axis] + (element(indices, p),) + p[axis + 1:]) for p in places(indices.shape)])

    made = Single("GatherElements", "opset6", ["x", "indices"], ["axis"])

    def add(name, x, indices, axis, **more):
        made.run(name, [x, indices], [gathered(x, indices, axis)], {"axis": axis}, **more)
    add("page_1", counting("i32", [2, 2]), ints([2, 2], [0, 1, 0, 0]), 0)
    add("page_2", Tensor("i32", [2, 2], [1, 7, 4, 3]), ints([2, 3], [1, 1, 0, 1, 0, 1]), 1, known=False)
    add("page_3", counting("i32", [3, 3]), ints([2, 3], [1, 0, 1, 1, 2, 0], "i32"), 0)
    add("last_axis_counted_from_the_end", counting("f32", [2, 3]), ints([2, 4], [2, 0, 1, 2, 0, 0, 2, 1]), -1)
    add("middle_axis", counting("f32", [2, 3, 4]), ints([2, 1, 4], [2, 0, 1, 0, 1, 2, 0, 2]), 1, known=False)
    add("axis_m3", counting("f32", [3, 2, 2]), ints([1, 2, 2], [2, 0, 1, 2]), -3)
    add("vector", counting("f32", [5]), ints([3], [4, 0, 4], "i32"), 0)
    add("one_element", counting("f32", [1]), ints([1], [0]), 0)
    add("no_indices", counting("f32", [2, 3]), ints([2, 0], []), 1)
    add("other_axis_empty", Tensor("f32", [0, 3], []), ints([0, 5], []), 1, known=False)
    add("rank_5", counting("f32", [1, 2, 1, 3, 2]), ints([1, 2, 1, 2, 2], [2, 0, 1, 1, 0, 2, 1, 0]), 3)
    for type_ in TYPES:
        add(type_, counting(type_, [2, 3]), ints([2, 2], [2, 0, 1, 0]), 1)
    x = counting("f32", [2, 3])
    for name, index in (("index_3_of_3", 3), ("index_m1", -1)):
        made.run(name, [x, ints([2, 1], [0, index])], rejected("run", "OP-6"), {"axis": 1}, **SURVEY)
    made.run("other_rows", [x, ints([1, 1], [0])], rejected("load", "OP-5"), {"axis": 1})
    made.run("other_rows_in_the_run", [x, ints([3, 1], [0, 0, 0])], rejected("run", "OP-5"), {"axis": 1}, known=False)
    made.run("another_rank", [x, ints([2], [0, 0])], rejected("load", "OP-5"), {"axis": 0})
    made.run("scalars", [Tensor("f32", [], [1]), ints([], [0])], rejected("load", "OP-5"), {"axis": 0})
    made.run("axis_2_of_rank_2", [x, ints([2, 1], [0, 0])], rejected("load", "OP-5"), {"axis": 2})
    made.run("without_axis", [x, ints([2, 1], [0, 0])], rejected("load", "OP-2"))
    made.run("indices_i16", [x, ints([2, 1], [0, 0], "i16")], rejected("load", "OP-4"), {"axis": 1})
    made.add_to(corpus, "operations/gather_elements", rules=["OP-5", "OP-6", "OP-2", "OP-4"], oracle=ORACLE,
                title="GatherElements takes data[p] with the position along one axis replaced by indices[p].")


def add_gather_nd(corpus):
    def gathered(x, indices, batch, merges):
        """Batch dimensions of 1 are repeated."""
        count = indices.shape[-1]
        batches = [max(a, b) if 0 not in (a, b) else 0 for a, b in zip(x.shape[:batch], indices.shape[:batch])]
        inner, rest = indices.shape[batch:-1], x.shape[batch + count:]
        values = []
        for p in places(batches + inner + rest):
            own = [0 if size == 1 else k for k, size in zip(p, x.shape[:batch])]
            of_indices = [0 if size == 1 else k for k, size in zip(p, indices.shape[:batch])]
            middle = list(p[batch:batch + len(inner)])
            chosen = [element(indices, of_indices + middle + [k]) for k in range(count)]
            chosen = [i + x.shape[batch + k] if i < 0 else i for k, i in enumerate(chosen)]
            values.append(element(x, own + chosen + list(p[batch + len(inner):])))
        shape = ([math.prod(batches)] if merges and batch else batches) + inner + rest
        return Tensor(x.type, shape, values)

    for version, path in (("opset5", "operations/gather_nd/version_5"), ("opset8", "operations/gather_nd/version_8")):
        made = Single("GatherND", version, ["x", "indices"], ["batch_dims"])

        def add(name, x, indices, batch=None, **more):
            made.run(name, [x, indices], [gathered(x, indices, batch or 0, version == "opset5")], {"batch_dims": batch}, **more)
        square, block = counting("i32", [2, 2]), counting("i32", [2, 3, 4])
        add("page_1", square, ints([2, 2], [0, 0, 1, 0]))
        add("page_2", square, ints([2, 1], [1, 0]), 0, known=False)
        add("page_3", square, ints([2, 1, 1], [1, 0]))
        add("page_4", square, ints([2, 1], [1, 0], "i32"), 1)
        add("page_5", block, ints([2, 1], [1, 0]), 1, known=False)
        add("page_6", block, ints([2, 3, 1, 1], [1, 0, 2, 0, 2, 2]), 2)
        add("page_7", counting("i32", [1, 2, 2, 4]), ints([1, 2, 2, 1], [1, 0, 3, 2]), 3)
        add("whole_tuples_in_two_batch_dimensions", counting("f32", [2, 3, 2, 2]),
            ints([2, 3, 2], [1, 0, 0, 1, 1, 1, 0, 0, 1, 0, 0, 1]), 2, known=False)
        add("pairs_of_three_axes", counting("f32", [2, 3, 2]), ints([4, 2], [1, 2, 0, 0, 1, 0, 1, 2], "u8"))
        add("triples_in_a_matrix", counting("f32", [2, 3, 2]), ints([2, 1, 3], [1, 2, 0, 0, 1, 1], "i8"))
        add("one_tuple", counting("f32", [3, 2]), ints([1], [2]))
        add("one_element", counting("f32", [3, 2]), ints([2], [2, 1]), known=False)
        add("no_tuples", counting("f32", [3, 2]), ints([0, 1], []))
        add("empty_tuples", counting("f32", [3]), ints([2, 0], []), **SURVEY)
        add("other_axis_empty", Tensor("f32", [2, 0], []), ints([3, 1], [1, 0, 1]))
        add("no_batches", Tensor("f32", [0, 2], []), ints([0, 1], []), 1)
        for type_ in TYPES:
            add(type_, counting(type_, [3, 2]), ints([2, 2], [2, 1, 0, 0]))
        one = counting("f32", [1, 3])
        add("batch_of_1_in_data", one, ints([2, 2, 1], [2, 0, 1, 1]), 1, rules=["OP-14"], **SURVEY)
        add("batch_of_1_in_indices", counting("f32", [2, 3]), ints([1, 1], [2]), 1, rules=["OP-14"], **SURVEY)
        add("batches_of_1_in_both", counting("f32", [2, 1, 3]), ints([1, 3, 1], [2, 0, 1]), 2, rules=["OP-14"], known=False, **SURVEY)
        x = counting("f32", [2, 3])
        if version == "opset8":
            add("negative_indices", x, ints([3, 2], [-1, -3, 0, -1, -2, 2]))
            made.run("index_m4_of_3", [x, ints([1, 2], [0, -4])], rejected("run", "OP-6"), **SURVEY)
        else:
            made.run("negative_index", [x, ints([1, 2], [0, -1])], rejected("run", "OP-6"), **SURVEY)
        made.run("index_3_of_3", [x, ints([1, 2], [0, 3])], rejected("run", "OP-6"), **SURVEY)
        made.run("tuples_of_3_of_rank_2", [x, ints([1, 3], [0, 0, 0])], rejected("load", "OP-5"))
        made.run("tuples_of_2_behind_a_batch", [x, ints([2, 2], [0, 0, 0, 0])], rejected("load", "OP-5"), {"batch_dims": 1})
        made.run("batches_of_2_and_3", [x, ints([3, 1], [0, 0, 0])], rejected("load", "OP-5"), {"batch_dims": 1})
        made.run("batches_of_2_and_3_in_the_run", [x, ints([3, 1], [0, 0, 0])], rejected("run", "OP-5"), {"batch_dims": 1}, known=False)
        made.run("batch_dims_is_the_rank_of_indices", [x, ints([1], [0])], rejected("load", "OP-5"), {"batch_dims": 1})
        made.run("batch_dims_m1", [x, ints([2, 1], [0, 0])], rejected("load", "OP-2"), {"batch_dims": -1})
        made.run("scalar_data", [Tensor("f32", [], [1]), ints([1], [0])], rejected("load", "OP-5"))
        made.run("scalar_index", [x, ints([], [0])], rejected("load", "OP-5"))
        made.run("indices_f32", [x, vector("f32", [0])], rejected("load", "OP-4"))
        made.add_to(corpus, path, rules=["OP-5", "OP-6", "OP-2", "OP-4"], oracle=ORACLE,
                    title="GatherND-%s takes slices at tuples of indices%s." % (
                        version[5:], ", and its batch dimensions become one dimension" if version == "opset5" else " in batches"))


def add_cases(corpus):
    add_gather_elements(corpus)
    add_gather_nd(corpus)
