"""ONNX's windows that SAME pads with strides, and the boxes of NonMaxSuppression."""

import numpy as np

from onnx_nodes import Nodes, of

ORACLE = "generator: gen/onnx_windows_and_boxes.py"


def windows(values, kernel, stride, dilation, lower):
    """Lists of the elements in each window; None is padding."""
    size, reach = len(values), (kernel - 1) * dilation + 1
    count = -(-size // stride)
    total = max((count - 1) * stride + reach - size, 0)
    begin = total - total // 2 if lower else total // 2
    places = [[k * stride - begin + t * dilation for t in range(kernel)] for k in range(count)]
    return [[values[p] if 0 <= p < size else None for p in row] for row in places]


def add_windows(corpus):
    made = Nodes()
    for size, kernel, stride, dilation in ((4, 3, 2, 1), (5, 3, 2, 1), (6, 4, 3, 1), (7, 2, 3, 1), (6, 2, 2, 3), (3, 5, 2, 1)):
        values = [-3, 5, -7, 2, 11, -1, 4][:size]
        x = of("f32", [[values]])
        weights = [2, -1, 3, 5, 7][:kernel]
        for lower in (0, 1):
            pad = 'auto_pad = "SAME_%s", strides = [%d], dilations = [%d]' % (("UPPER", "LOWER")[lower], stride, dilation)
            found = windows(values, kernel, stride, dilation, lower)
            name = "size_%d_kernel_%d_stride_%d_dilation_%d_%s" % (size, kernel, stride, dilation, ("upper", "lower")[lower])
            made.run("conv_" + name, "y = Conv <%s> (x, w)" % pad, {"x": x, "w": of("f32", [[weights]])}, {"y": of("f32", [[[sum((v or 0) * w for v, w in zip(row, weights)) for row in found]]])}, 11)
            made.run("max_pool_" + name, "y = MaxPool <kernel_shape = [%d], %s> (x)" % (kernel, pad), {"x": x}, {"y": of("f32", [[[max(v for v in row if v is not None) for row in found]]])}, 12)
    for group in (2, 3):
        x, w = of("f32", np.arange(1, 13).reshape(1, 6, 2)), of("f32", [[[k + 2]] * (6 // group) for k in range(6)])
        per, images = 6 // group, np.arange(1, 13).reshape(6, 2)
        y = [[sum((k + 2) * images[k // per * per + c][t] for c in range(per)) for t in range(2)] for k in range(6)]
        made.run("conv_group_%d" % group, "y = Conv <group = %d> (x, w)" % group, {"x": x, "w": w}, {"y": of("f32", [y])}, 11)
    made.add_to(corpus, "same_pads_with_strides", oracle=ORACLE, kind="boundary", title="SAME_UPPER and SAME_LOWER pad for the windows that the stride leaves.", rules=["ONNX-GRAPH-2", "OP-20"],
                notes="The number of windows is the size divided by the stride, rounded up; the other side gets the odd element of the padding.")


def add_boxes(corpus):
    made = Nodes()

    def run(name, boxes, scores, most, iou, least, kept, center=None):
        made.run(name, "y = NonMaxSuppression %s(boxes, scores, most, iou, least)" % ("" if center is None else "<center_point_box = %d> " % center),
                 {"boxes": of("f32", boxes), "scores": of("f32", scores), "most": of("i64", most), "iou": of("f32", iou), "least": of("f32", least)}, {"y": of("i64", np.array(kept, np.int64).reshape(-1, 3))}, 11)

    corners = [[0, 0, 2, 2], [0, 0, 2, 1], [4, 4, 6, 6]]      # the first two share half of the larger one
    for name, boxes in (("in_order", corners), ("exchanged", [[2, 2, 0, 0], [2, 1, 0, 0], [6, 6, 4, 4]]), ("rows_exchanged", [[2, 0, 0, 2], [2, 0, 0, 1], [6, 4, 4, 6]]), ("of_both_kinds", [[0, 2, 2, 0], [2, 1, 0, 0], [4, 4, 6, 6]])):
        run("corners_" + name, [boxes], [[[0.5, 0.75, 0.25]]], 3, 0.25, 0.0, [[0, 0, 1], [0, 0, 2]])
    # x, y, width, height: the first two share two thirds of the larger one, the third one is apart.
    centers = [[1, 1, 2, 4], [1, 0.5, 2, 3], [1, 8, 2, 4]]
    run("centers", [centers], [[[0.5, 0.75, 0.25]]], 3, 0.5, 0.0, [[0, 0, 1], [0, 0, 2]], 1)
    run("centers_that_are_no_corners", [[[0, 0, 2, 2], [2, 2, 2, 2], [0, 0, 2, 2.5]]], [[[0.75, 0.5, 0.25]]], 3, 0.5, 0.0, [[0, 0, 0], [0, 0, 1]], 1)
    run("centers_beside_each_other", [[[0, 0, 4, 4], [3, 0, 4, 4]]], [[[0.5, 0.25]]], 3, 0.1875, 0.0, [[0, 0, 0], [0, 0, 1]], 1)
    run("corners_given", [corners], [[[0.5, 0.75, 0.25]]], 3, 0.25, 0.0, [[0, 0, 1], [0, 0, 2]], 0)
    run("below_the_overlap", [corners], [[[0.5, 0.75, 0.25]]], 3, 0.75, 0.0, [[0, 0, 1], [0, 0, 0], [0, 0, 2]])
    run("at_most_one_of_each_class", [corners], [[[0.5, 0.75, 0.25], [0.125, 0.25, 0.5]]], 1, 0.25, 0.0, [[0, 0, 1], [0, 1, 2]])
    run("at_most_none", [corners], [[[0.5, 0.75, 0.25]]], 0, 0.25, 0.0, [])
    run("two_batches", [corners, [[0, 0, 2, 2], [4, 4, 6, 6], [4, 4, 6, 5]]], [[[0.5, 0.75, 0.25]], [[0.25, 0.5, 0.75]]], 3, 0.25, 0.0, [[0, 0, 1], [0, 0, 2], [1, 0, 2], [1, 0, 0]])
    made.run("default_count", "y = NonMaxSuppression (boxes, scores)", {"boxes": of("f32", [corners]), "scores": of("f32", [[[0.5, 0.75, 0.25]]])}, {"y": of("i64", np.zeros((0, 3)))}, 11)
    made.add_to(corpus, "boxes_of_non_max_suppression", oracle=ORACLE, kind="boundary", title="NonMaxSuppression of corners in any order, and of centers.", rules=["OP-36"],
                notes="Without a greatest number of boxes there is none. Each batch and each class is on its own.")


def add_cases(corpus):
    for add in (add_windows, add_boxes):
        add(corpus)
