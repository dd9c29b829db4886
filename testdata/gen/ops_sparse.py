"""SparseFillEmptyRows: an element in each row of a sparse matrix that has none (OP-54)."""

import ir
from case import INTEGERS, Tensor, rejected
from frames import slices
from single import REALS, SURVEY, Single, vector

ORACLE = "generator: gen/ops_sparse.py"
DECIDED = {"rules": ["OP-54"], **SURVEY}
OPERANDS = ["values", "dense_shape", "indices", "default"]


def filled_rows(values, rows, places, default):
    """The elements of each row, from left to right."""
    found, empty = [], []
    for row in range(rows):
        own = [(place, value) for place, value in zip(places, values) if place[0] == row]
        empty.append(not own)
        found += sorted(own, key=lambda one: one[0][1]) or [([row, 0], default)]
    return [place for place, _ in found], [value for _, value in found], empty


def add_runs(corpus, constant):
    made = Single("SparseFillEmptyRows", "opset16", OPERANDS, (), OPERANDS[1:3] if constant else (), outputs=["{{indices_type}}", "{{values_type}}", "boolean"])
    phase = "load" if constant else "run"

    def operands(values, shape, places, default, type_="f32", index="i64"):
        return [vector(type_, values), vector(index, shape), Tensor(index, [len(places), 2], [i for place in places for i in place]),
                Tensor(type_, [], [default])]

    def add(name, values, shape, places, default, type_="f32", index="i64", **more):
        to_places, to_values, empty = filled_rows(values, shape[0], places, default)
        result = [Tensor(index, [len(to_places), 2], [i for place in to_places for i in place]), vector(type_, to_values), vector("boolean", empty)]
        made.run(name, operands(values, shape, places, default, type_, index), result, **more)
    page = [[0, 1], [0, 3], [2, 0], [3, 1]]
    add("page_1", [1, 2, 3, 4], [5, 6], page, 9)
    add("page_2", [1, 3], [3, 3], [[0, 0], [2, 2]], 42, index="i32", known=False)
    add("no_row_is_empty", [5, 6, 7], [3, 4], [[0, 3], [1, 0], [2, 2]], 1)
    add("all_rows_are_empty", [], [3, 4], [], 1.5)
    add("no_rows", [], [0, 4], [], 1.5)
    add("no_columns", [], [2, 0], [], 7, **DECIDED)
    add("first_and_last_rows", [8], [4, 1], [[2, 0]], 3, known=False)
    add("a_full_row", [1, 2, 3], [2, 3], [[1, 0], [1, 1], [1, 2]], -1)
    add("rows_in_another_order", [1, 2, 3, 4], [5, 6], [[3, 1], [0, 3], [2, 0], [0, 1]], 9)
    add("columns_in_another_order", [1, 2, 3], [2, 6], [[1, 3], [1, 5], [1, 1]], 9)
    add("equal_places", [1, 2, 3], [2, 6], [[0, 3], [0, 1], [0, 3]], 9, **DECIDED)
    add("bits", [float("nan"), -0.0, float("inf")], [4, 2], [[0, 0], [1, 1], [3, 0]], 2.0**-149)
    add("default_nan", [1], [2, 2], [[0, 0]], float("nan"))
    for type_ in INTEGERS + REALS:
        for index in ("i32", "i64"):
            add("%s_%s" % (type_, index), [1, 2], [3, 6], [[0, 1], [2, 3]], 9, type_, index)
    for name, shape, places in (("row_2_of_2", [2, 6], [[2, 0]]), ("row_m1", [2, 6], [[-1, 0]]), ("column_6_of_6", [2, 6], [[1, 6]]),
                                ("column_m1", [2, 6], [[1, -1]]), ("column_0_of_0", [2, 0], [[0, 0]])):
        made.run(name, operands([1], shape, places, 9), rejected(phase, "OP-6"), **DECIDED)
    for name, shape in (("m1_rows", [-1, 6]), ("m1_columns", [2, -1])):
        made.run(name, operands([], shape, [], 9), rejected(phase, "OP-6"), **SURVEY)
    right = operands([1, 2], [3, 6], [[0, 1], [2, 3]], 9)
    for name, k, tensor, rule, more in (
            ("values_of_rank_2", 0, Tensor("f32", [1, 2], [1, 2]), "OP-5", {}), ("three_values", 0, vector("f32", [1, 2, 3]), "OP-5", {}),
            ("three_sizes", 1, vector("i64", [3, 6, 1]), "OP-5", {}), ("size_in_a_scalar", 1, Tensor("i64", [], [3]), "OP-5", {}),
            ("indices_of_three", 2, Tensor("i64", [2, 3], [0] * 6), "OP-5", {}), ("indices_in_a_list", 2, vector("i64", [0, 1]), "OP-5", {}),
            ("default_in_a_list", 3, vector("f32", [9]), "OP-5", {}), ("default_of_another_type", 3, Tensor("f64", [], [9]), "OP-4", {}),
            ("indices_of_another_type", 2, Tensor("i32", [2, 2], [0, 1, 2, 3]), "OP-4", {}),
            ("size_of_another_type", 1, vector("i32", [3, 6]), "OP-4", {}), ("real_size", 1, vector("f32", [3, 6]), "OP-4", {}),
            ("booleans", 0, vector("boolean", [True, False]), "OP-4", {})):
        given = right[:k] + [tensor] + right[k + 1:]
        if name == "booleans":
            given[3] = Tensor("boolean", [], [True])
        made.run(name, given, rejected("load", rule), **more)
    if not constant:
        made.run("three_values_in_the_run", [vector("f32", [1, 2, 3])] + right[1:], rejected("run", "OP-5"), known=False)
    made.add_to(corpus, "operations/sparse_fill_empty_rows/" + ("constant_indices" if constant else "computed_indices"),
                rules=["OP-54", "OP-4", "OP-5", "OP-6"], oracle=ORACLE,
                title="SparseFillEmptyRows adds an element to each row that has none%s." % (", where indices and sizes are constants" if constant else ""))


def add_combined(corpus):
    graph = ir.Graph()
    x, places = graph.parameter("X", "i32", [-1]), graph.parameter("PLACES", "i64", [-1, 2])
    body = graph.body()
    value, place = body.parameter("x", "i32", [1]), body.parameter("place", "i64", [1, 2])
    made = body.layer("SparseFillEmptyRows", [value, body.const("i64", [2, 3]), place, body.const("i32", 7, shape=[])], {}, "opset16")
    outputs = [body.result(body.output(made, type_, shape), name)
               for name, type_, shape in (("places", "i64", [2, 2]), ("values", "i32", [2]), ("empty", "boolean", [2]))]
    loop = graph.tensor_iterator(body)
    loop.input(x, value, axis=0)
    loop.input(places, place, axis=0)
    for name, output, shape in zip(("INDICES", "VALUES", "EMPTY"), outputs, ([-1, 2], [-1], [-1])):
        graph.result(loop.output(output, shape=shape, **slices(2)), name)
    corpus.add("operations/sparse_fill_empty_rows/matrices_of_a_loop", rules=["OP-54"], kind="combined", oracle="by-hand", model=graph.text(),
               weights=graph.weights.data, title="Each iteration fills the other row of a matrix of two rows.",
               notes="The first matrix has 5 in its second row, and the second one has 6 in its first row. 7 is the default value.",
               runs=[{"name": "two_matrices", "inputs": {"X": vector("i32", [5, 6]), "PLACES": Tensor("i64", [2, 2], [1, 2, 0, 1])},
                      "outputs": [Tensor("i64", [4, 2], [0, 0, 1, 2, 0, 1, 1, 0]), vector("i32", [7, 5, 6, 7]),
                                  vector("boolean", [True, False, False, True])]}])


def add_cases(corpus):
    for constant in (True, False):
        add_runs(corpus, constant)
    add_combined(corpus)
