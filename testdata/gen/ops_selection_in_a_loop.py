"""TopK, StridedSlice and Range in the body of one loop (OP-64, OP-65, OP-66)."""

import ir
from case import Tensor
from frames import slices


def add_cases(corpus):
    graph = ir.Graph()
    rows, h0 = graph.parameter("ROWS", "i32", [-1, 5]), graph.parameter("H0", "i32", [1, 2])
    body = graph.body()
    row, h = body.parameter("row", "i32", [1, 5]), body.parameter("h", "i32", [1, 2])
    best, at = body.op("TopK", row, body.const("i64", 2), version="opset11", outputs=[("i32", [1, 2]), ("i32", [1, 2])], axis=1,
                       mode="max", sort="value", index_element_type="i32", stable="true")
    total = body.op("Add", h, best)
    backward = body.op("StridedSlice", row, body.const("i64", [0, 4]), body.const("i64", [1, -99]), body.const("i64", [1, -2]), shape=[1, 3],
                       begin_mask="0,0", end_mask="0,0", new_axis_mask="0,0", shrink_axis_mask="0,0", ellipsis_mask="0,0")
    first = body.op("StridedSlice", best, body.const("i64", [0, 0]), body.const("i64", [0, 0]), body.const("i64", [1, 1]), shape=[],
                    begin_mask="0,0", end_mask="0,0", new_axis_mask="0,0", shrink_axis_mask="1,1", ellipsis_mask="0,0")
    evens = body.op("Range", body.const("i32", 0), first, body.const("i32", 2), version="opset4", shape=[-1], output_type="i32")
    loop = graph.tensor_iterator(body)
    loop.input(rows, row, axis=0)
    loop.input(h0, h)
    sum_ = body.result(total, "total")
    loop.back_edge(sum_, h)
    graph.result(loop.output(sum_, shape=[1, 2]), "TOTAL")
    graph.result(loop.output(body.result(at, "at"), shape=[-1, 2], **slices()), "AT")
    graph.result(loop.output(body.result(backward, "backward"), shape=[-1, 3], **slices()), "BACKWARD")
    graph.result(loop.output(body.result(evens, "evens"), shape=[-1]), "EVENS")
    corpus.add("operations/selected_in_a_loop", rules=["OP-64", "OP-65", "OP-66"], kind="combined", oracle="by-hand", model=graph.text(),
               weights=graph.weights.data,
               title="Each iteration selects the two greatest of a row, every second element from the end, and even numbers.",
               notes="The greatest of the last row is 6, so the even numbers below it are 0, 2 and 4. The first of equal numbers comes first.",
               runs=[{"name": "three_rows",
                      "inputs": {"ROWS": Tensor("i32", [3, 5], [5, 3, 1, 2, 5, 7, 9, 9, 0, 4, 2, 2, 6, 3, 1]), "H0": Tensor("i32", [1, 2], [0, 0])},
                      "outputs": [Tensor("i32", [1, 2], [20, 17]), Tensor("i32", [3, 2], [0, 4, 1, 2, 2, 3]),
                                  Tensor("i32", [3, 3], [5, 1, 5, 4, 9, 7, 1, 6, 2]), Tensor("i32", [3], [0, 2, 4])]},
                     {"name": "one_row",
                      "inputs": {"ROWS": Tensor("i32", [1, 5], [-1, -3, -1, 1, -2]), "H0": Tensor("i32", [1, 2], [10, 20])},
                      "outputs": [Tensor("i32", [1, 2], [11, 19]), Tensor("i32", [1, 2], [3, 0]), Tensor("i32", [1, 3], [-2, -1, -1]),
                                  Tensor("i32", [1], [0])]}])
