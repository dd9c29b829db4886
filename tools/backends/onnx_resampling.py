"""Interpolate and GridSample in ONNX: Resize and GridSample."""

from answers import Skipped

POSITIONS = ("half_pixel", "pytorch_half_pixel", "asymmetric", "align_corners")
NEAREST = ("round_prefer_floor", "round_prefer_ceil", "floor", "ceil")
MODES = {"nearest": "nearest", "linear": "linear", "linear_onnx": "linear", "cubic": "cubic"}


def one_of(layer, name, allowed, default=None):
    value = layer.data.get(name, default)
    if value not in allowed:
        raise Skipped(f"{layer.type} with {name} {value}")
    return value


def interpolate(b, layer, inputs):
    mode = one_of(layer, "mode", MODES)
    by_scales = one_of(layer, "shape_calculation_mode", ("sizes", "scales")) == "scales"
    for name in ("pads_begin", "pads_end"):
        if set(layer.data.get(name, "0")) - set("0,"):
            raise Skipped(f"Interpolate with {name}")
    one_of(layer, "antialias", ("false", "0") if mode == "linear" else ("false", "0", "true", "1"), "false")
    attributes = {"mode": MODES[mode],
                  "coordinate_transformation_mode": one_of(layer, "coordinate_transformation_mode", POSITIONS, "half_pixel")}
    if mode == "nearest":
        attributes["nearest_mode"] = one_of(layer, "nearest_mode", NEAREST, "round_prefer_floor")
    if mode == "cubic":
        attributes["cubic_coeff_a"] = float(layer.data.get("cube_coeff", -0.75))
    both = layer.version in ("opset4", "opset5", "opset6", "opset7", "opset8", "opset9", "opset10")
    unused = inputs[1 if by_scales else 2] if both else None
    if unused and (unused.rank != 1 or unused.element_type not in (("i32", "i64") if by_scales else ("f16", "f32", "f64"))):
        raise Skipped("ONNX does not see the list that is not used")
    given, rest = inputs[2 if both and by_scales else 1], inputs[3 if both else 2:]
    if given.element_type != ("f32" if by_scales else "i64"):
        raise Skipped(f"ONNX has no Resize with a list of {given.element_type}")
    if rest:
        if rest[0].constant is None:
            raise Skipped("the axes of Resize are an attribute in ONNX")
        if rest[0].rank != 1:
            raise Skipped("the axes of Resize are a list in ONNX")
        attributes["axes"] = rest[0].constant.tolist()
        if not attributes["axes"]:
            raise Skipped("Resize without axes")
    operands = [inputs[0], None, given] if by_scales else [inputs[0], None, None, given]
    return [b.add("Resize", operands, inputs[0].element_type, inputs[0].rank, **attributes)]


def grid_sample(b, layer, inputs):
    mode = {"bilinear": "linear", "bicubic": "cubic", "nearest": "nearest"}[
        one_of(layer, "mode", ("bilinear", "bicubic", "nearest"), "bilinear")]
    outside = one_of(layer, "padding_mode", ("zeros", "border", "reflection"), "zeros")
    align = one_of(layer, "align_corners", ("true", "false", "1", "0"), "false") in ("true", "1")
    return [b.add("GridSample", inputs, inputs[0].element_type, 4, mode=mode, padding_mode=outside, align_corners=int(align))]
