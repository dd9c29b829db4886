"""ReorgYolo and ExtractImagePatches: places of an image become channels (OP-51, OP-20)."""

from case import Tensor, rejected
from single import SURVEY, TYPES, Single, counting, filled

ORACLE = "generator: gen/ops_patches.py"
DECIDED = {"rules": ["OP-51"], **SURVEY}


def reorganized(x, stride):
    """Element by element, in the order of the output: where in the batch each one comes from."""
    n, c, h, w = x.shape
    few, values = c // stride**2, []
    for batch in range(n):
        for channel in range(c):
            place, kept = divmod(channel, few)
            for row in range(h):
                for column in range(w):
                    from_row, from_column = row * stride + place // stride, column * stride + place % stride
                    values.append(x.values[batch * c * h * w + (kept * h * stride + from_row) * w * stride + from_column])
    return Tensor(x.type, [n, c * stride**2, h // stride, w // stride], values)


def add_reorg(corpus):
    made = Single("ReorgYolo", "opset2", ["x"], ["stride"])

    def add(name, shape, stride, type_="f32", **more):
        x = counting(type_, shape)
        made.run(name, [x], [reorganized(x, stride)], {"stride": stride}, **{**DECIDED, **more})
    add("stride_1", [2, 3, 2, 3], 1, tier="required", rules=["OP-5"])
    add("one_block", [1, 4, 2, 2], 2)
    add("eight_channels", [1, 8, 2, 2], 2)
    add("wide", [1, 4, 2, 6], 2, known=False)
    add("high", [1, 4, 6, 2], 2)
    add("batches", [3, 8, 4, 2], 2)
    add("stride_3", [2, 9, 3, 6], 3, known=False)
    add("stride_4", [1, 16, 4, 4], 4, "i32")
    add("no_batches", [0, 4, 2, 2], 2)
    add("no_rows", [1, 4, 0, 2], 2)
    for type_ in TYPES:
        add(type_, [1, 4, 2, 4], 2, type_)
    for name, shape, more in (("rank_3", [4, 2, 2], {}), ("rank_5", [1, 4, 2, 2, 1], {}), ("three_rows", [1, 4, 3, 2], {}),
                              ("three_columns", [1, 4, 2, 3], {}), ("three_channels", [1, 3, 2, 2], {}), ("five_channels", [1, 5, 2, 2], DECIDED)):
        made.run(name, [counting("f32", shape)], rejected("load", "OP-5"), {"stride": 2}, **more)
        if len(shape) == 4:
            made.run(name + "_in_the_run", [counting("f32", shape)], rejected("run", "OP-5"), {"stride": 2}, known=False, **more)
    for stride in (None, 0, -1, "2,2"):
        made.run("stride_%s" % str(stride).replace("-", "m").replace(",", "_").lower() if stride != 0 else "stride_zero",
                 [counting("f32", [1, 4, 2, 2])], rejected("load", "OP-2"), {"stride": stride}, **(SURVEY if stride is not None else {}))
    made.add_to(corpus, "operations/reorg_yolo/images", rules=["OP-51", "OP-5", "OP-2"], oracle=ORACLE,
                title="ReorgYolo makes channels of the places in blocks of an image that has the elements of data in its rows.")
    loop = Single("ReorgYolo", "opset2", ["x"], ["stride"], body=True)
    loop.run("two_images", [counting("i32", [2, 4, 2, 2], 0)],
             [Tensor("i32", [2, 16, 1, 1], [0, 2, 8, 10, 1, 3, 9, 11, 4, 6, 12, 14, 5, 7, 13, 15, 16, 18, 24, 26, 17, 19, 25, 27, 20, 22, 28, 30, 21, 23, 29, 31])],
             {"stride": 2}, **SURVEY)
    loop.add_to(corpus, "operations/reorg_yolo/images_of_a_loop", rules=["OP-51"], oracle="by-hand", kind="combined",
                title="Each iteration reorganizes one image.",
                notes="The rows of the first image, of 4 x 4 elements, are 0 1 2 3, 4 5 6 7, 8 9 10 11 and 12 13 14 15.")


def patches(x, sizes, strides, rates, padding):
    """Each element of each patch: by the coordinates in data, of which some are outside."""
    counts, before = [], []
    for data, size, stride, rate in zip(x.shape[2:], sizes, strides, rates):
        extent = (size - 1) * rate + 1
        count = (data - extent) // stride + 1 if padding == "valid" else -(-data // stride)
        pads = 0 if padding == "valid" else max((count - 1) * stride + extent - data, 0)
        counts.append(count)
        before.append((pads + 1) // 2 if padding == "same_lower" else pads // 2)
    n, c, h, w = x.shape

    def at(place):
        batch, channel, y, column = place
        element, depth = divmod(channel, c)
        row, col = divmod(element, sizes[1])
        i, j = y * strides[0] + row * rates[0] - before[0], column * strides[1] + col * rates[1] - before[1]
        return x.values[((batch * c + depth) * h + i) * w + j] if 0 <= i < h and 0 <= j < w else 0
    return filled([n, c * sizes[0] * sizes[1]] + counts, at, x.type)


ATTRIBUTES = ["sizes", "strides", "rates", "auto_pad"]
PLAIN = {"sizes": "2,2", "strides": "1,1", "rates": "1,1", "auto_pad": "valid"}


def add_patches(corpus):
    made = Single("ExtractImagePatches", "opset3", ["x"], ATTRIBUTES)

    def add(name, shape, sizes, strides, rates, padding, type_="f32", x=None, **more):
        x = x or counting(type_, shape)
        texts = [",".join(map(str, numbers)) for numbers in (sizes, strides, rates)]
        made.run(name, [x], [patches(x, sizes, strides, rates, padding)], dict(zip(ATTRIBUTES, texts + [padding])), **more)
    add("page_1", [1, 1, 10, 10], [3, 3], [5, 5], [1, 1], "valid")
    add("page_2", [1, 1, 10, 10], [4, 4], [8, 8], [1, 1], "valid", known=False)
    add("page_3", [1, 1, 10, 10], [4, 4], [9, 9], [1, 1], "same_upper")
    add("page_4", [1, 1, 10, 10], [3, 3], [5, 5], [2, 2], "valid")
    add("page_5", [1, 2, 5, 5], [2, 2], [3, 3], [1, 1], "valid")
    for padding in ("same_upper", "same_lower", "valid"):
        add("even_size_" + padding, [1, 1, 3, 4], [2, 2], [1, 1], [1, 1], padding)
        add("odd_pads_" + padding, [2, 2, 4, 5], [3, 2], [2, 1], [1, 2], padding, known=False)
        add("apart_" + padding, [1, 2, 5, 4], [1, 2], [3, 4], [1, 1], padding)
        add("dilated_" + padding, [1, 1, 6, 7], [2, 3], [1, 2], [3, 2], padding, "i32")
        add("single_elements_" + padding, [1, 2, 2, 3], [1, 1], [1, 1], [1, 1], padding)
        add("whole_image_" + padding, [1, 1, 2, 3], [2, 3], [1, 1], [1, 1], padding)
        add("no_images_" + padding, [0, 1, 2, 3], [2, 2], [1, 1], [1, 1], padding)
    for padding in ("same_upper", "same_lower"):
        add("patch_is_larger_" + padding, [1, 1, 2, 3], [4, 5], [1, 1], [1, 1], padding)
        add("most_is_padding_" + padding, [1, 1, 2, 2], [3, 3], [1, 1], [5, 4], padding)
        add("no_rows_" + padding, [1, 1, 0, 3], [2, 2], [1, 1], [1, 1], padding, **SURVEY)
        add("no_channels_" + padding, [1, 0, 2, 3], [2, 2], [1, 1], [1, 1], padding, **SURVEY)
    for type_ in TYPES:
        add(type_, [1, 2, 3, 3], [2, 2], [1, 1], [1, 1], "same_upper", type_)
    add("special", None, [1, 2], [1, 1], [1, 1], "valid", x=Tensor("f32", [1, 1, 1, 4], [float("inf"), float("nan"), -0.0, 2.0**-149]))
    x = counting("f32", [1, 1, 3, 3])
    made.run("patch_is_larger_valid", [x], rejected("load", "OP-5"), {**PLAIN, "sizes": "4,1"}, **SURVEY)
    made.run("patch_is_larger_in_the_run", [x], rejected("run", "OP-5"), {**PLAIN, "sizes": "4,1"}, known=False, **SURVEY)
    for name, shape in (("rank_3", [1, 3, 3]), ("rank_5", [1, 1, 3, 3, 1])):
        made.run(name, [counting("f32", shape)], rejected("load", "OP-5"), PLAIN)
    for name in ATTRIBUTES:
        made.run("without_" + name, [x], rejected("load", "OP-2"), {**PLAIN, name: None})
    for name in ATTRIBUTES[:3]:
        for value in ("0,1", "1,-1", "2", "1,1,1"):
            more = {} if value == "0,1" and name != "sizes" else SURVEY
            made.run("%s_%s" % (name, value.replace(",", "_").replace("-", "m")), [x], rejected("load", "OP-2"), {**PLAIN, name: value}, **more)
    made.run("explicit", [x], rejected("load", "OP-2"), {**PLAIN, "auto_pad": "explicit"})
    made.add_to(corpus, "operations/extract_image_patches/images", rules=["OP-20", "OP-5", "OP-2"], oracle=ORACLE,
                title="ExtractImagePatches makes channels of the elements of patches, and 0 of what is in the padding.")
    loop = Single("ExtractImagePatches", "opset3", ["x"], ATTRIBUTES, body=True)
    loop.run("two_images", [counting("i32", [2, 1, 2, 2])],
             [Tensor("i32", [2, 2, 2, 2], [1, 2, 3, 4, 2, 0, 4, 0, 5, 6, 7, 8, 6, 0, 8, 0])], {**PLAIN, "sizes": "1,2", "auto_pad": "same_upper"})
    loop.add_to(corpus, "operations/extract_image_patches/images_of_a_loop", rules=["OP-20"], oracle="by-hand", kind="combined",
                title="Each iteration extracts the patches of one image.",
                notes="A patch of one row and two columns: the first channel is the image, and the second one is the image moved to the left.")


def add_cases(corpus):
    add_reorg(corpus)
    add_patches(corpus)
