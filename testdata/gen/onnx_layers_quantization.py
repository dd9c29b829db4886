"""ONNX's quantization: real = (quantized - zero point) * scale, with scales of tensors, axes and blocks."""

import numpy as np

from case import Tensor
from onnx_case import add_onnx
from onnx_layers import Layer, array, distinct, of

ORACLE = "generator: gen/onnx_layers_quantization.py"
RANGES = {"u8": (0, 255), "i8": (-128, 127), "u16": (0, 65535), "i16": (-32768, 32767)}


def scalar(type_, value):
    return Tensor(type_, [], [value])


def spread(parameter, shape, axis, block):
    """The scale or zero point of each element."""
    values = array(parameter)
    if block:
        return np.take(values, np.arange(shape[axis]) // block, axis=axis)
    if values.ndim == 1:
        target = [1] * len(shape)
        target[axis] = -1
        return np.broadcast_to(values.reshape(target), shape)
    return np.broadcast_to(values, shape)


def text(axis, block, *more):
    return ", ".join(["axis = %d" % axis] * (axis not in (None, 1)) + ["block_size = %d" % block] * bool(block) + list(more))


def add_quantized(corpus):
    made = Layer("QuantizeLinear")

    def add(name, opset, x, scale, zero, axis=1, block=0, type_=None, *more):
        # Halves go to the even number. The scales are powers of 2: all quotients are exact.
        type_ = type_ or (zero.type if zero else "u8")
        y = np.round(array(x) / spread(scale, x.shape, axis, block)) + (spread(zero, x.shape, axis, block) if zero else 0)
        made.run(name, opset, text(axis, block, *more), {"x": x, "scale": scale, "zero": zero}, [of(type_, np.clip(y, *RANGES[type_]))])
    halves = Tensor("f32", [9], [-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 3.5, 300, -300])
    add("halves_to_u8", 10, halves, scalar("f32", 1.0), scalar("u8", 3))
    add("halves_to_i8", 13, halves, scalar("f32", 1.0), scalar("i8", -1))
    add("without_zero_point", 10, distinct(1, [2, 5], 0.75), scalar("f32", 0.25), None)
    x = distinct(2, [2, 3, 4], 3.25)
    add("axis_1", 13, x, Tensor("f32", [3], [0.5, 2, 0.25]), Tensor("u8", [3], [7, 130, 90]))
    add("axis_2_to_i8", 13, x, Tensor("f32", [4], [0.5, 2, 0.25, 4]), Tensor("i8", [4], [-7, 100, 9, 0]), 2)
    add("axis_m3", 19, x, Tensor("f32", [2], [0.5, 0.125]), Tensor("u8", [2], [128, 100]), -3)
    add("square_along_axis_0", 13, distinct(3, [3, 3], 2.25), Tensor("f32", [3], [0.5, 2, 0.125]), Tensor("i8", [3], [5, -3, 1]), 0)
    add("i32_data", 13, of("i32", [[-7, 6, 5], [2, 130, -3]]), scalar("f32", 2.0), scalar("u8", 10))
    add("blocks", 21, distinct(4, [2, 4, 3], 2.25), Tensor("f32", [2, 2, 3], [2.0 ** k for k in range(-4, 8)]), of("u8", np.arange(12).reshape(2, 2, 3) * 11 + 40), 1, 2)
    add("blocks_with_a_short_one", 21, distinct(5, [2, 5], 4.25), Tensor("f32", [2, 3], [0.5, 1, 2, 4, 8, 0.25]), of("i8", [[1, -2, 3], [-4, 5, -6]]), -1, 2)
    add("to_u16", 21, distinct(6, [2, 4], 1024.5), scalar("f32", 0.125), scalar("u16", 30000))
    add("to_i16", 21, distinct(7, [2, 4], 1024.5), scalar("f32", 0.125), scalar("i16", -300))
    ends = of("f32", [[-40000, -32769, -32768, -1, 0, 32767, 32768, 65535, 65536, 1e5]])
    add("to_u16_ends", 21, ends, scalar("f32", 1.0), scalar("u16", 0))
    add("to_i16_ends", 21, ends, scalar("f32", 1.0), scalar("i16", 0))
    add("output_dtype", 21, distinct(8, [2, 4], 40.5), scalar("f32", 0.5), None, 1, 0, "i8", "output_dtype = 3")
    add("f16_data", 19, distinct(9, [2, 4], 1.25, "f16"), scalar("f16", 0.5), scalar("u8", 9))
    # 4097 in f16 is 4096: the quotient by 2 is 2048, and not 2048.5 or 2049.
    add("scale_of_f16", 23, Tensor("f32", [3], [2049, 2051, -2049]), scalar("f16", 1.0), scalar("i16", 1), 1, 0, "i16", "precision = 1")
    made.add_to(corpus, "quantize_linear", oracle=ORACLE, rules=["ONNX-GRAPH-2", "ONNX-GRAPH-5", "ONNX-GRAPH-6"],
                title="QuantizeLinear rounds halves to even and saturates, with scales and zero points of all three granularities.")


def add_dequantized(corpus):
    made = Layer("DequantizeLinear")

    def add(name, opset, x, scale, zero, axis=1, block=0, type_=None, *more):
        y = (array(x) - (spread(zero, x.shape, axis, block) if zero else 0)) * spread(scale, x.shape, axis, block)
        made.run(name, opset, text(axis, block, *more), {"x": x, "scale": scale, "zero": zero}, [of(type_ or scale.type, y)])

    def byte(seed, shape, type_="u8"):
        values = distinct(seed, shape, 7, "i32").values
        return Tensor(type_, shape, [v % 256 if type_ == "u8" else (v + 128) % 256 - 128 for v in values])
    add("one_scale", 10, byte(11, [2, 5]), scalar("f32", 0.25), scalar("u8", 100))
    add("without_zero_point", 10, byte(12, [2, 3], "i8"), scalar("f32", 0.375), None)
    add("i32", 10, of("i32", [[1000, -2000, 3], [4, 123456, -7]]), scalar("f32", 0.5), None)
    x = byte(13, [2, 3, 4])
    add("axis_1", 13, x, Tensor("f32", [3], [0.5, 3, 0.25]), Tensor("u8", [3], [7, 130, 90]))
    add("axis_0", 13, x, Tensor("f32", [2], [0.5, 3]), Tensor("u8", [2], [7, 130]), 0)
    add("axis_m1", 19, byte(14, [2, 3, 4], "i8"), Tensor("f32", [4], [0.5, 3, 0.25, 7]), Tensor("i8", [4], [7, -120, 90, 0]), -1)
    add("square_along_axis_0", 13, byte(15, [3, 3]), Tensor("f32", [3], [0.5, 3, 0.25]), Tensor("u8", [3], [1, 120, 9]), 0)
    add("blocks", 21, byte(16, [4, 2, 3]), of("f32", np.arange(12).reshape(2, 2, 3) / 4 + 0.25), of("u8", np.arange(12).reshape(2, 2, 3) * 11 + 40), 0, 2)
    add("blocks_with_a_short_one", 21, byte(17, [2, 5], "i8"), of("f32", [[0.5, 3, 0.25], [7, 0.75, 5]]), of("i8", [[1, -2, 3], [-4, 5, -6]]), 1, 2)
    add("u16", 21, of("u16", [[0, 65535, 30000], [1, 40000, 7]]), scalar("f32", 0.25), scalar("u16", 32768))
    add("to_f16", 19, byte(18, [2, 4]), scalar("f16", 0.25), scalar("u8", 100))
    add("output_dtype", 23, byte(19, [2, 4]), scalar("f32", 0.25), scalar("u8", 100), 1, 0, "f16", "output_dtype = 10")
    made.add_to(corpus, "dequantize_linear", oracle=ORACLE, rules=["ONNX-GRAPH-2", "ONNX-GRAPH-5", "ONNX-GRAPH-6"],
                title="DequantizeLinear subtracts the zero point and multiplies by the scale, of all three granularities.")


def add_narrow(corpus):
    """Types that a case cannot have: the model casts them to f32."""
    text_ = """narrow (float[7] x) => (float[7] four, float[7] unsigned_four, float[7] eight, float[7] not_saturated) {
  two = Constant <value = float {2}> ()
  one = Constant <value = float {1}> ()
  q = QuantizeLinear <output_dtype = 22> (x, two)
  three = Constant <value = float {3}> ()
  zero = Cast <to = 21> (three)
  u = QuantizeLinear (x, two, zero)
  e = QuantizeLinear <output_dtype = 17> (x, one)
  n = QuantizeLinear <output_dtype = 17, saturate = 0> (x, one)
  four = DequantizeLinear (q, one)
  unsigned_four = DequantizeLinear (u, two, zero)
  eight = DequantizeLinear (e, one)
  not_saturated = DequantizeLinear (n, one)
}
"""
    x = Tensor("f32", [7], [-3, 1, 5, 40, -21, 17, 1000])
    outputs = [Tensor("f32", [7], values) for values in (
        [-2, 0, 2, 7, -8, 7, 7], [-4, 0, 4, 24, -6, 16, 24], [-3, 1, 5, 40, -20, 16, 448], [-3, 1, 5, 40, -20, 16, "0x7fc00000"])]
    add_onnx(corpus, "operators/quantized_to_narrow_types", text_, oracle="by-hand", rules=["ONNX-GRAPH-2", "ONNX-GRAPH-6"], kind="boundary",
             title="QuantizeLinear gives integers of 4 bits and reals of 8 bits.", head='<ir_version: 10, opset_import: ["" : 21]>\n',
             notes="x / 2 is -1.5, 0.5, 2.5, 20, -10.5, 8.5 and 500. Halves go to the even number: -2, 0, 2, 20, -10, 8 and 500. "
                   "Then the range is -8 to 7 or, with 3 added, 0 to 15. FLOAT8E4M3FN has 4 significant digits, so that 21 and 17 become 20 and 16; the largest is 448.",
             runs=[{"name": "seven", "inputs": {"x": x}, "outputs": outputs}])


def add_dynamic(corpus):
    made = Layer("DynamicQuantizeLinear")

    def add(name, values):
        x = of("f32", values)
        least, greatest = min(0.0, array(x).min()), max(0.0, array(x).max())
        scale = (greatest - least) / 255
        zero = np.clip(np.round(-least / scale), 0, 255)
        y = np.clip(np.round(array(x) / scale) + zero, 0, 255)
        made.run(name, 11, "", {"x": x}, [of("u8", y), scalar("f32", float(np.float32(scale))), scalar("u8", int(zero))])
    add("both_signs", [[-63.75, 0.6, 31.3], [191.25, 100.1, -7.4]])  # a scale of 1, and of 1/4, 1/2 and 2
    add("positive", [3.2, 63.75, 1.1, 40.2])
    add("negative", [-127.5, -3.3, -100.2])
    add("cube", np.array([-255, 255, 30.1, 7.2, -100.3, 90.7, 1.4, -2.5]).reshape(2, 2, 2))
    made.add_to(corpus, "dynamic_quantize_linear", oracle=ORACLE, rules=["ONNX-GRAPH-2", "ONNX-GRAPH-5"],
                title="DynamicQuantizeLinear maps the range of data and 0 to 0 to 255.")


def add_products(corpus):
    def matrix(seed, shape, type_):
        values = distinct(seed, shape, 7, "i32").values
        return Tensor(type_, shape, [v % 256 if type_ == "u8" else (v + 128) % 256 - 128 for v in values])

    def product(a, b, a_zero, b_zero):
        rows = array(a_zero) if a_zero else np.int64(0)
        left = array(a) - (rows[:, None] if rows.ndim == 1 else rows)
        return np.matmul(left, array(b) - (array(b_zero) if b_zero else 0))
    made = Layer("MatMulInteger")

    def add(name, a, b, a_zero=None, b_zero=None):
        made.run(name, 10, "", {"a": a, "b": b, "a_zero": a_zero, "b_zero": b_zero}, [of("i32", product(a, b, a_zero, b_zero))])
    add("without_zero_points", matrix(21, [2, 3], "u8"), matrix(22, [3, 4], "u8"))
    add("zero_point_of_a", matrix(23, [2, 3], "u8"), matrix(24, [3, 4], "i8"), scalar("u8", 100))
    add("both_zero_points", matrix(25, [2, 3], "i8"), matrix(26, [3, 2], "i8"), scalar("i8", -5), scalar("i8", 9))
    add("zero_points_of_columns", matrix(27, [3, 3], "u8"), matrix(28, [3, 3], "u8"), scalar("u8", 3), Tensor("u8", [3], [9, 130, 77]))
    add("zero_points_of_rows", matrix(29, [3, 3], "u8"), matrix(30, [3, 3], "u8"), Tensor("u8", [3], [9, 130, 77]), scalar("u8", 11))
    add("batches", matrix(31, [2, 2, 3], "u8"), matrix(32, [2, 3, 1], "i8"), scalar("u8", 7), scalar("i8", -3))
    made.add_to(corpus, "mat_mul_integer", oracle=ORACLE, rules=["ONNX-GRAPH-2", "ONNX-GRAPH-5"],
                title="MatMulInteger subtracts zero points, one for a matrix or one for each row or column.")
    made = Layer("QLinearMatMul")

    def add_scaled(name, a, b, zeros, scales, opset=10):
        factor = array(scales[0])[:, None] if scales[0].shape else array(scales[0])
        y = np.round(product(a, b, *zeros[:2]) * factor * array(scales[1]) / array(scales[2])) + zeros[2].values[0]
        made.run(name, opset, "", {"a": a, "a_scale": scales[0], "a_zero": zeros[0], "b": b, "b_scale": scales[1], "b_zero": zeros[1],
                                   "y_scale": scales[2], "y_zero": zeros[2]}, [of(zeros[2].type, np.clip(y, *RANGES[zeros[2].type]))])

    def real(value):
        return Tensor("f32", [len(value)], value) if isinstance(value, list) else scalar("f32", value)
    add_scaled("matrix", matrix(41, [2, 3], "u8"), matrix(42, [3, 4], "u8"), (scalar("u8", 110), scalar("u8", 120), scalar("u8", 99)),
               [real(0.5), real(0.25), real(8.0)])
    add_scaled("i8", matrix(43, [3, 2], "i8"), matrix(44, [2, 4], "i8"), (scalar("i8", 3), scalar("i8", -7), scalar("i8", 11)),
               [real(2.0), real(0.25), real(32.0)])
    add_scaled("scales_of_columns", matrix(45, [3, 3], "u8"), matrix(46, [3, 3], "u8"), (scalar("u8", 110), Tensor("u8", [3], [3, 120, 77]), scalar("u8", 99)),
               [real(0.5), real([0.25, 2.0, 0.5]), real(16.0)])
    add_scaled("scales_of_rows", matrix(47, [3, 3], "u8"), matrix(48, [3, 3], "u8"), (Tensor("u8", [3], [3, 120, 77]), scalar("u8", 99), scalar("u8", 110)),
               [real([0.25, 2.0, 0.5]), real(0.5), real(16.0)], 21)
    add_scaled("batches", matrix(49, [2, 2, 3], "u8"), matrix(50, [2, 3, 1], "u8"), (scalar("u8", 110), scalar("u8", 120), scalar("u8", 99)),
               [real(0.5), real(0.25), real(4.0)], 21)
    made.add_to(corpus, "q_linear_mat_mul", oracle=ORACLE, rules=["ONNX-GRAPH-2", "ONNX-GRAPH-5"],
                title="QLinearMatMul rounds halves to even and saturates, with one scale or one for each row or column.",
                notes="Scales are powers of 2, so that each quotient is exact.")


def add_cases(corpus):
    for add in (add_quantized, add_dequantized, add_narrow, add_dynamic, add_products):
        add(corpus)
