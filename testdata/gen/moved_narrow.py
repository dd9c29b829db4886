"""Constants of narrow types, whose elements operations move. A backend may refuse them, but not change them.

The oracle lists the position of each element of the result in the constant.
"""

import ir
from case import Tensor, rejected
from frames import counted, scan
from narrow_types import WIDTHS, element, unpacked

ORACLE = "generator: gen/moved_narrow.py"
TYPES = [type_ for type_ in WIDTHS if type_ not in ("u3", "u6")]  # 12 elements fill no whole groups of these
ROWS, COLUMNS = 3, 4
# No two bytes are equal, and none is a NaN, an infinity, -0 or a subnormal in any type.
DATA = bytes.fromhex("b15ce71aa5c33e29d4680f93")
TABLE = [list(range(row * COLUMNS, (row + 1) * COLUMNS)) for row in range(ROWS)]


def shape_of(nested):
    return [len(nested)] + shape_of(nested[0]) if isinstance(nested, list) else []


def flat(nested):
    return [item for inner in nested for item in flat(inner)] if isinstance(nested, list) else [nested]


def values_of(type_):
    return [float(element(type_, bits)) for bits in unpacked(type_, DATA, ROWS * COLUMNS)]


def constant(graph):
    made = graph.layer("Const", data={"element_type": "{{type}}", "shape": "3,4", "offset": graph.weights.add(DATA), "size": "{{size}}"})
    return graph.output(made, "{{type}}", [ROWS, COLUMNS])


def variadic_split(graph, k):
    made = graph.layer("VariadicSplit", [k, graph.const("i64", 1), graph.const("i64", [1, 3])])
    return [graph.output(made, "{{type}}", [ROWS, size]) for size in (1, 3)]


def column_twice(graph, k):
    column = graph.op("Reshape", k, graph.const("i64", [12, 1]), shape=[12, 1], special_zero="false")
    return [graph.op("Broadcast", column, graph.const("i64", [12, 2]), version="opset3", mode="numpy", shape=[12, 2])]


def one(kind, *operands, **options):
    """A maker of one operation; the operands after the first one are constants."""
    def make(graph, k):
        constants = [graph.const("i64", flat(operand), shape_of(operand)) for operand in operands]
        return [graph.op(kind, k, *constants, **options)]
    return make


MOVES = {
    "concat": (lambda graph, k: [graph.op("Concat", k, k, shape=[3, 8], axis=1)], [[row + row for row in TABLE]],
               "Concat joins two tables along axis 1."),
    "gather": (one("Gather", [3, 0], 1, version="opset8", shape=[3, 2], batch_dims=0), [[[row[3], row[0]] for row in TABLE]],
               "Gather takes columns 3 and 0."),
    "gather_elements": (one("GatherElements", [[2, 1, 0, 1]], version="opset6", shape=[1, 4], axis=0), [[[8, 5, 2, 7]]],
                        "GatherElements takes one element of each column."),
    "gather_nd": (one("GatherND", [[2, 1], [0, 2]], version="opset8", shape=[2], batch_dims=0), [[9, 2]], "GatherND takes two elements."),
    "pad": (one("Pad", [0, 1], [0, 0], version="opset12", shape=[3, 5], pad_mode="edge"), [[[row[0]] + row for row in TABLE]],
            "Pad repeats the first column."),
    "repeated_column": (column_twice, [[[k, k] for k in range(12)]], "Broadcast repeats a column."),
    "reverse_sequence": (one("ReverseSequence", [4, 3, 2], batch_axis=0, seq_axis=1, shape=[3, 4]), [[[3, 2, 1, 0], [6, 5, 4, 7], [9, 8, 10, 11]]],
                         "ReverseSequence turns the first 4, 3 and 2 elements of the rows."),
    "roll": (one("Roll", 1, 1, version="opset7", shape=[3, 4]), [[row[-1:] + row[:-1] for row in TABLE]], "Roll moves the last column to the front."),
    "scatter_update": (lambda graph, k: [graph.op("ScatterUpdate", k, graph.const("i64", [2, 0, 1]), k, graph.const("i64", 0), version="opset3", shape=[3, 4])],
                       [[TABLE[1], TABLE[2], TABLE[0]]], "ScatterUpdate writes each row in another place."),
    "slice": (one("Slice", [1], [4], [2], [1], version="opset8", shape=[3, 2]), [[row[1::2] for row in TABLE]], "Slice takes columns 1 and 3."),
    "strided_slice": (one("StridedSlice", [0, 1], [3, 4], [1, 1], shape=[3, 3], begin_mask="0,0", end_mask="0,0"), [[row[1:] for row in TABLE]],
                      "StridedSlice takes all columns but the first one."),
    "tile": (one("Tile", [2, 1], shape=[6, 4]), [TABLE + TABLE], "Tile repeats all rows."),
    "transpose": (one("Transpose", [1, 0], shape=[4, 3]), [[[row[k] for row in TABLE] for k in range(COLUMNS)]], "Transpose makes columns of rows."),
    "variadic_split": (variadic_split, [[row[:1] for row in TABLE], [row[1:] for row in TABLE]], "VariadicSplit cuts off the first column."),
}


def runs_of(inputs, outputs_of):
    """A run for each type, which may be refused."""
    return [{"at": [type_, ir.PRECISION[type_], (12 * WIDTHS[type_] + 7) // 8], "inputs": inputs,
             "any_of": [{"outputs": outputs_of(values_of(type_))}, rejected("load", "OP-4")]} for type_ in TYPES]


def add_moves(corpus):
    for name, (make, results, title) in MOVES.items():
        graph = ir.Graph()
        x = graph.parameter("X", "f32", [1])
        for moved in make(graph, constant(graph)):
            graph.result(graph.op("Add", graph.op("Convert", moved, type="f32", destination_type="f32"), x))

        def outputs_of(values):
            return [Tensor("f32", shape_of(positions), [values[p] for p in flat(positions)]) for positions in results]
        corpus.add("numeric/moved_narrow_constants/" + name, rules=["OP-4", "WEIGHTS-6"], kind="boundary", oracle=ORACLE, model=graph.text(),
                   weights=graph.weights.data, columns=["type", "precision", "size"], runs=runs_of({"X": Tensor("f32", [1], [0.0])}, outputs_of),
                   title=title + " The table is a constant of a narrow type.",
                   notes="An implementation need not have this operation for narrow types. If it has, elements that share bytes must arrive whole.")


def add_loop(corpus):
    graph = ir.Graph()
    start = graph.parameter("start", "f32", [1, 4])
    loop, body = counted(graph, graph.const("i64", ROWS))
    k, before = body.parameter("k", "i64", [1]), body.parameter("before", "f32", [1, 4])
    row = body.op("Gather", constant(body), k, body.const("i64", 0), version="opset8", shape=[1, 4], batch_dims=0)
    row = body.result(body.op("Convert", row, type="f32", destination_type="f32"), "row")
    delayed = body.result(before, "row_before")
    loop.input(start, before.layer)
    loop.current_iteration(k.layer)
    loop.back_edge(row, before.layer)
    for result in (row, delayed):
        graph.result(loop.output(result, shape=[ROWS, COLUMNS], **scan()))

    def outputs_of(values):
        return [Tensor("f32", [ROWS, COLUMNS], rows) for rows in (values, [9.0] * COLUMNS + values[:-COLUMNS])]
    corpus.add("loop/bodies/row_of_a_narrow_table", rules=["OP-4", "WEIGHTS-6", "ITER-1", "OUT-2"], kind="combined", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, columns=["type", "precision", "size"], runs=runs_of({"start": Tensor("f32", [1, 4], [9.0] * 4)}, outputs_of),
               title="Each iteration takes its row of a table whose type is narrow.",
               notes="The second output has the rows of the iterations before, and first the initial value.")


def add_cases(corpus):
    add_moves(corpus)
    add_loop(corpus)
