"""DeformableConvolution: elements beside the places of a kernel, times their weights and masks (OP-63)."""

import itertools
import math

import ir
from case import INTEGERS, Tensor, rejected, round_to
from frames import slices
from single import REALS, SURVEY, Single, element, filled, wrapped

NAN = math.nan
ORACLE = "generator: gen/ops_deformable.py"
OPERANDS = ["x", "offsets", "w", "mask"]
ATTRIBUTES = ["strides", "pads_begin", "pads_end", "dilations", "auto_pad", "group", "deformable_group", "bilinear_interpolation_pad"]
DECIDED = {"rules": ["OP-63"], **SURVEY}


def value(x, n, c, y, x_, zeros):
    """The value of channel c at a place. Outside are zeros, or the border if it is less than 1 away."""
    if math.isnan(y) or math.isnan(x_):
        return NAN
    at = []
    for place, size in ((y, x.shape[2]), (x_, x.shape[3])):
        if not -1 < place < size:
            return 0
        at.append(place if zeros else min(max(place, 0), size - 1))
    total, corner = 0, [math.floor(p) for p in at]
    for i, j in itertools.product((corner[0], corner[0] + 1), (corner[1], corner[1] + 1)):
        weight = (1 - abs(at[0] - i)) * (1 - abs(at[1] - j))
        if weight and 0 <= i < x.shape[2] and 0 <= j < x.shape[3]:
            total += weight * element(x, (n, c, i, j))
    return total


def pads_of(size, kernel, stride, dilation, mode):
    """The pads of same_upper and same_lower."""
    total = max((math.ceil(size / stride) - 1) * stride + (kernel - 1) * dilation + 1 - size, 0)
    return [total // 2, total - total // 2] if mode == "same_upper" else [total - total // 2, total // 2]


def deformed(x, offsets, w, mask, strides, dilations, begin, groups, parts, zeros):
    (batch, channels), (out, each, height, width), sizes = x.shape[:2], w.shape, offsets.shape[2:]
    values = []
    for n, o, i, j in itertools.product(range(batch), range(out), *map(range, sizes)):
        total = 0
        for c, r, s in itertools.product(range(each), range(height), range(width)):
            channel = o // (out // groups) * each + c
            tap = (channel // (channels // parts) * height + r) * width + s
            y = i * strides[0] - begin[0] + r * dilations[0] + element(offsets, (n, 2 * tap, i, j))
            z = j * strides[1] - begin[1] + s * dilations[1] + element(offsets, (n, 2 * tap + 1, i, j))
            total += value(x, n, channel, y, z, zeros) * (1 if mask is None else element(mask, (n, tap, i, j))) * element(w, (o, c, r, s))
        values.append(round_to(x.type, total) if x.type in REALS else wrapped(x.type, int(total)))
    return Tensor(x.type, [batch, out] + sizes, values)


def varied(type_, shape, step, modulus, last=1):
    """Multiples of 1 / last around 0, or from 0 on for types without a sign."""
    low = 0 if type_[0] == "u" else modulus // 2
    last = last if type_ in REALS else 1
    whole = type_ not in REALS
    return filled(shape, lambda p: (lambda v: v if whole else float(v))(((step * p[0] + 5 * p[1] + 3 * p[2] * (p[1] + 1) + 7 * p[3] + p[2] * p[3]) % modulus - low) / last)
                  if not whole else (step * p[0] + 5 * p[1] + 3 * p[2] * (p[1] + 1) + 7 * p[3] + p[2] * p[3]) % modulus - low, type_)


class Runs:
    """The runs of one version, with masks or without."""

    def __init__(self, version, has_mask):
        self.version, self.has_mask = version, has_mask
        self.made = Single("DeformableConvolution", "opset%d" % version, OPERANDS if has_mask else OPERANDS[:3], ATTRIBUTES if version == 8 else ATTRIBUTES[:7])

    def operands(self, type_, data, kernel, sizes, parts, last):
        taps = kernel[2] * kernel[3]
        made = [varied(type_, data, 11, 9), varied(type_, [data[0], 2 * parts * taps] + sizes, 3, 7 if last > 1 else 3, last), varied(type_, kernel, 13, 5)]
        return made + [varied(type_, [data[0], parts * taps] + sizes, 7, 5, 2)] * self.has_mask

    def add(self, name, data=(1, 1, 4, 4), kernel=(1, 1, 2, 2), sizes=(3, 3), strides=(1, 1), dilations=(1, 1), begin=(0, 0), end=(0, 0), auto_pad=None, groups=1,
            parts=1, zeros=None, type_="f32", last=4, operands=None, known=True, **more):
        data, kernel, sizes = list(data), list(kernel), list(sizes)
        operands = operands or self.operands(type_, data, kernel, sizes, parts or 1, last)
        pads = begin
        if auto_pad in ("same_upper", "same_lower"):
            pads = [pads_of(data[2 + k], kernel[2 + k], strides[k], dilations[k], auto_pad)[0] for k in range(2)]
        result = deformed(*operands[:3], operands[3] if self.has_mask else None, strides, dilations, (0, 0) if auto_pad == "valid" else pads, groups or 1, parts or 1,
                          zeros == "true")
        given = [",".join(map(str, numbers)) for numbers in (strides, begin, end, dilations)] + [auto_pad, groups, parts, zeros]
        self.made.run(name, operands, [result], dict(zip(ATTRIBUTES, given)), known=known, **more)

    def inside(self, shape, value=0.0, **changes):
        """Offsets that are all 0, except some."""
        return Tensor("f32", shape, [changes.get("at_%d" % k, value) for k in range(math.prod(shape))])


def add_version(corpus, version, has_mask):
    runs = Runs(version, has_mask)
    image = filled([1, 1, 4, 4], lambda p: float(4 * p[2] + p[3] + 1), "f32")

    def single(name, y, x, zeros=None, tap=(1.0, 2.0), **more):
        """One element of the kernel at one place, which two windows share."""
        offsets = Tensor("f32", [1, 2, 1, 2], [y, y, x, x - 1])
        more_operands = [Tensor("f32", [1, 1, 1, 2], [1.0, 0.5])] * has_mask
        runs.add(name, (1, 1, 4, 4), (2, 1, 1, 1), (1, 2), (4, 3), operands=[image, offsets, Tensor("f32", [2, 1, 1, 1], list(tap))] + more_operands, zeros=zeros, **more)
    # Windows are at columns 0 and 3, so that x - 1 is inside for each place below.
    modes = (None, "false", "true") if version == 8 else (None,)
    for zeros in modes:
        tag = {None: "default", "false": "borders", "true": "zeros"}[zeros]
        single(tag + "_on_an_element", 2.0, 1.0, zeros)
        single(tag + "_between_elements", 1.25, 0.5, zeros)
        single(tag + "_after_the_last_row", 3.5, 1.0, zeros, **({} if zeros else DECIDED if version == 1 else {}))
        single(tag + "_before_the_first_row", -0.5, 1.0, zeros, **({} if version == 8 else DECIDED))
        single(tag + "_before_the_first_column", 1.0, -0.25, zeros, **({} if version == 8 else DECIDED))
        single(tag + "_one_before", -1.0, 1.0, zeros)
        single(tag + "_far", 9.0, 1.0, zeros)
        single(tag + "_at_the_size", 4.0, 1.0, zeros)
    inner = [Tensor("f32", [1, 8, 3, 3], [0.0] * 72)]
    masks = [Tensor("f32", [1, 4, 3, 3], [1.0] * 36)] * has_mask
    runs.add("without_offsets", operands=[image] + inner + [varied("f32", [1, 1, 2, 2], 13, 5)] + masks)
    zeros = "true" if version == 8 else None
    plain = {} if version == 8 else DECIDED  # some places are outside
    runs.add("plane", (2, 3, 4, 5), (2, 3, 2, 3), (3, 3), zeros=zeros, **plain)
    runs.add("strides_and_pads", (1, 2, 4, 5), (2, 2, 3, 2), (2, 3), (2, 3), begin=(1, 1), end=(0, 2), zeros=zeros, **plain)
    runs.add("dilations", (1, 1, 5, 5), (1, 1, 2, 2), (3, 2), dilations=(2, 3), zeros=zeros, **plain)
    runs.add("groups", (1, 4, 3, 4), (6, 2, 2, 2), (2, 3), groups=2, zeros=zeros, **plain)
    runs.add("valid", (1, 1, 4, 4), (1, 1, 2, 2), (2, 2), (2, 2), auto_pad="valid", begin=(1, 1), end=(1, 1), zeros=zeros, **plain)
    runs.add("same_upper", (1, 2, 4, 3), (1, 2, 2, 4), (4, 3), auto_pad="same_upper", zeros=zeros, **plain)
    runs.add("same_lower", (1, 2, 4, 3), (1, 2, 2, 4), (4, 3), auto_pad="same_lower", zeros=zeros, **plain)
    runs.add("offset_groups", (1, 4, 3, 4), (2, 4, 2, 2), (2, 3), parts=2, zeros=zeros, **DECIDED)
    runs.add("both_groups", (1, 4, 3, 4), (2, 2, 1, 2), (3, 3), groups=2, parts=4, zeros=zeros, **DECIDED)
    runs.add("unknown_sizes", (1, 2, 4, 4), (2, 2, 2, 2), (3, 3), zeros=zeros, known=False, **plain)
    runs.add("default_groups", (1, 2, 4, 4), (2, 2, 2, 2), (3, 3), groups=None, parts=None, zeros=zeros, **plain)
    runs.add("no_images", (0, 1, 4, 4), zeros=zeros)
    for type_ in REALS + INTEGERS:
        if type_ != "f32":
            runs.add(type_, (1, 2, 4, 4), (1, 2, 2, 2), zeros=zeros, type_=type_, last=1 if type_ in INTEGERS else 4, **plain)
    runs.add("nan_offset", operands=[image, Tensor("f32", [1, 8, 3, 3], [NAN] + [0.0] * 71), varied("f32", [1, 1, 2, 2], 13, 5)] + masks, zeros=zeros, **DECIDED)
    add_rejected(runs, image, masks)
    runs.made.add_to(corpus, "operations/deformable_convolution/version_%d%s" % (version, "_with_masks" if has_mask else ""),
                     rules=["OP-63", "OP-20", "OP-2", "OP-4", "OP-5"], oracle=ORACLE,
                     title="DeformableConvolution-%d moves each element of its windows by an offset%s." % (version, ", and multiplies it by a mask" * has_mask))


def add_rejected(runs, image, masks):
    offsets, kernel = Tensor("f32", [1, 8, 3, 3], [0.0] * 72), varied("f32", [1, 1, 2, 2], 13, 5)
    plain = dict(zip(ATTRIBUTES, ["1,1", "0,0", "0,0", "1,1", None, 1, 1, None]))

    def reject(name, rule, changes=None, operands=None, **more):
        given = [image, offsets, kernel] + masks
        for k, tensor in (operands or {}).items():
            given[k] = tensor
        runs.made.run(name, given, rejected("load", rule), {**plain, **(changes or {})}, **more)
    reject("no_strides", "OP-2", {"strides": None})
    reject("no_dilations", "OP-2", {"dilations": None})
    reject("three_strides", "OP-2", {"strides": "1,1,1"})
    reject("auto_pad_same", "OP-2", {"auto_pad": "same"})
    for name, change in (("stride_0", {"strides": "0,1"}), ("group_0", {"group": 0}), ("offset_group_0", {"deformable_group": 0})):
        reject(name, "OP-2", change, **SURVEY)
    reject("booleans", "OP-4", operands={k: Tensor("boolean", t.shape, [0] * len(t.values)) for k, t in enumerate([image, offsets, kernel] + masks)})
    reject("kernel_of_f64", "OP-4", operands={2: varied("f64", [1, 1, 2, 2], 13, 5)})
    reject("data_of_rank_3", "OP-5", operands={0: Tensor("f32", [1, 4, 4], [0.0] * 16)})
    reject("seven_offsets", "OP-5", operands={1: Tensor("f32", [1, 7, 3, 3], [0.0] * 63)})
    reject("offsets_of_two_rows", "OP-5", operands={1: Tensor("f32", [1, 8, 2, 3], [0.0] * 48)})
    reject("two_batches_of_offsets", "OP-5", operands={1: Tensor("f32", [2, 8, 3, 3], [0.0] * 144)})
    reject("two_channels", "OP-5", operands={2: varied("f32", [1, 2, 2, 2], 13, 5)})
    reject("two_groups", "OP-5", {"group": 2})
    if masks:
        reject("three_masks", "OP-5", operands={3: Tensor("f32", [1, 3, 3, 3], [0.0] * 27)})


def add_combined(corpus):
    graph = ir.Graph()
    offsets, h0 = graph.parameter("OFFSETS", "f32", [-1, 2, 1, 3]), graph.parameter("H0", "f32", [1, 1, 1, 3])
    body = graph.body()
    part, h = body.parameter("part", "f32", [1, 2, 1, 3]), body.parameter("h", "f32", [1, 1, 1, 3])
    moved = body.op("DeformableConvolution", h, part, body.const("f32", [2], [1, 1, 1, 1]), version="opset8", shape=[1, 1, 1, 3], strides="1,1", pads_begin="0,0",
                    pads_end="0,0", dilations="1,1", group=1, deformable_group=1)
    loop = graph.tensor_iterator(body)
    loop.input(offsets, part, axis=0)
    loop.input(h0, h)
    result = body.result(moved, "moved")
    loop.back_edge(result, h)
    graph.result(loop.output(result, shape=[-1, 1, 1, 3], **slices()), "MOVED")
    corpus.add("operations/deformable_convolution/offsets_of_a_loop", rules=["OP-63"], kind="combined", oracle="by-hand", model=graph.text(),
               weights=graph.weights.data, title="Each iteration moves the elements of a state by its own offsets, and doubles them.",
               notes="[1, 2, 3] becomes twice [2, 1, 2.5], and that twice [4, 3, 4].",
               runs=[{"name": "two_parts", "inputs": {"H0": Tensor("f32", [1, 1, 1, 3], [1, 2, 3]),
                                                      "OFFSETS": Tensor("f32", [2, 2, 1, 3], [0, 0, 0, 1, -1, -0.5, 0, 0, 0, 0, -0.5, -2])},
                      "outputs": [Tensor("f32", [2, 1, 1, 3], [4, 2, 5, 8, 6, 8])]}])


def add_cases(corpus):
    add_version(corpus, 1, False)
    add_version(corpus, 8, False)
    add_version(corpus, 8, True)
    add_combined(corpus)
