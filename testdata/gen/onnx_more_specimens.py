"""Specimens of ONNX's operators with many operands, and of quantization and caches."""

import numpy as np

from frames import i64
from onnx_nodes import array, numbers, of, shuffled


def scattered(cache, update, starts):
    y = cache.copy()
    for b, start in enumerate(starts):
        y[b, :, start:start + update.shape[2]] = update[b]
    return y


def quantized(a, sa, za, b, sb, zb, sy, zy):
    y = ((a.astype(int) - int(za)) @ (b.astype(int) - int(zb))) * float(sa) * float(sb) / float(sy)
    return np.clip(np.round(y) + int(zy), 0, 255)


def add_to(add):
    # Three operands.
    x, y, z = [numbers("f32", [2, 3], [2, 3], [4, 1], step=step) for step in (3, -6, 9)]
    for name, function in (("Sum", lambda a, b, c: a + b + c), ("Max", lambda a, b, c: np.maximum(np.maximum(a, b), c)), ("Min", lambda a, b, c: np.minimum(np.minimum(a, b), c))):
        add("of_two_operands", name + "_of_three", name + " ({}, {}, {})", list(zip(x, y, z)), function)
    add("of_two_operands", "Mean_of_four", "Mean ({}, {}, {}, {})", list(zip(x, y, z, numbers("f32", [2, 3], [2, 3], [4, 1], step=4))), lambda *operands: sum(operands) / 4)
    add("that_move_elements", "Concat_of_three", "Concat <axis = 0> ({}, {}, {})", list(zip(x, y, z)), lambda *operands: np.concatenate(operands))
    add("that_move_elements", "Pad_axes", "Pad ({}, {}, {}, {})", list(zip(numbers("f32", [2, 3], [2, 3], [4, 1]), [i64(1, 2), i64(0, 1), i64(2, 0)], [of("f32", v) for v in (9, 8, 7)], [i64(0), i64(1), i64(-1)])),
        lambda a, p, v, axes: np.pad(a, [(p[0], p[1]) if k == axes[0] % 2 else (0, 0) for k in range(2)], constant_values=v))
    add("that_move_elements", "Resize_scales", 'Resize <coordinate_transformation_mode = "asymmetric", nearest_mode = "floor"> ({}, "", {})', list(zip(numbers("f32", [2, 3], [2, 3], [4, 1]), [of("f32", v) for v in ([1, 2], [2, 1], [1, 3])])),
        lambda a, s: np.repeat(np.repeat(a, int(s[0]), 0), int(s[1]), 1))
    add("that_move_elements", "TensorScatter", "TensorScatter ({}, {}, {})", list(zip(numbers("f32", [1, 1, 4, 2], [1, 1, 4, 2], [2, 1, 3, 1]), numbers("f32", [1, 1, 2, 2], [1, 1, 2, 2], [2, 1, 1, 1], step=17), [i64(2), i64(1), i64(0, 2)])), scattered, opset=24)
    add("that_find_elements", "CumProd", "CumProd ({}, {})", list(zip([of("f32", array(v) * 2 + 1) for v in numbers("f32", [2, 3], [2, 3], [3, 2])], [of("i64", v) for v in (0, 1, -1)])), lambda a, axis: a.cumprod(axis), opset=26)
    bytes_ = [[of("u8", array(v) + 9) for v in numbers("i64", *shapes)] for shapes in (([2, 2], [2, 2], [3, 2]), ([2, 3], [2, 3], [2, 1]))]
    scalars = lambda type_, *values: [of(type_, v) for v in values]
    add("that_sum_products", "QLinearMatMul", "QLinearMatMul ({}, {}, {}, {}, {}, {}, {}, {})", list(zip(
        bytes_[0], scalars("f32", 0.5, 2, 1), scalars("u8", 7, 9, 10), bytes_[1], scalars("f32", 4, 0.5, 2), scalars("u8", 8, 5, 7), scalars("f32", 1, 0.5, 2), scalars("u8", 100, 120, 90))), quantized, types=["u8"])
    images = [of("u8", array(v) + 9) for v in numbers("i64", [1, 1, 4], [1, 1, 4], [2, 1, 3])]
    add("that_sum_products", "ConvInteger", "ConvInteger ({}, {}, {}, {})", list(zip(images, [of("u8", v) for v in ([[[1, 2]]], [[[3, 7]]], [[[5, 4]]])], scalars("u8", 3, 5, 7), scalars("u8", 2, 1, 9))),
        lambda a, w, p, q: np.stack([(a[:, 0, t:t + 2].astype(int) - int(p)) @ (w[0, 0].astype(int) - int(q)) for t in range(a.shape[2] - 1)], 1)[:, None], types=["i32"])
    add("that_sum_products", "LpPool", "LpPool <kernel_shape = [2], strides = [2], p = 1> ({})", [(v,) for v in numbers("f32", [1, 2, 4], [1, 2, 4], [2, 1, 6])], lambda a: np.abs(a).reshape(*a.shape[:2], -1, 2).sum(3))
    add("that_find_elements", "DynamicQuantizeLinear", "DynamicQuantizeLinear ({})", [(of("f32", v),) for v in ([[0, 255, 100]], [[-510, 0, 0]], [[510], [2]])],
        lambda a: {255: ([[0, 255, 100]], 1, 0), 0: ([[0, 255, 255]], 2, 255), 510: ([[255], [1]], 2, 0)}[int(a.max())], types=["u8", "f32", "u8"])
    # Lengths and initial states.
    steps = [shuffled("f32", shape, -4 - k, 1) for k, shape in enumerate(([3, 2, 1], [3, 2, 1], [2, 1, 1]))]
    lengths = [of("i32", v) for v in ([3, 1], [2, 3], [1])]
    states = [of("f32", v) for v in ([[[5], [7]]], [[[9], [4]]], [[[6]]])]

    def relu_layer(x, w, r, b, n, h):
        y, last = np.zeros((x.shape[0], 1, x.shape[1], 1)), h.copy()
        for batch, t in np.ndindex(x.shape[1], x.shape[0]):
            if t < n[batch]:
                last[0, batch] = np.maximum(x[t, batch] @ w[0].T + last[0, batch] @ r[0].T + b[0].sum(), 0)
                y[t, 0, batch] = last[0, batch]
        return y, last

    add("that_sum_products", "RNN_lengths", 'RNN <hidden_size = 1, activations = ["Relu"]> ({}, {}, {}, {}, {}, {})', list(zip(
        steps, scalars("f32", [[[2]]], [[[3]]], [[[-1]]]), scalars("f32", [[[1]]], [[[2]]], [[[3]]]), scalars("f32", [[1, 2]], [[-1, 3]], [[2, 2]]), lengths, states)), relu_layer, types=["f32", "f32"])
