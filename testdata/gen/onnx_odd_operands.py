"""Operators of ONNX with rare operands and attributes: empty axes, negative axes, old versions."""

from onnx_case import HEAD, add_onnx, tensor


def real(shape, *values):
    return tensor("float", shape, list(values))


def integer(shape, *values):
    return tensor("int64", shape, list(values))


def add(corpus, name, text, title, notes, rules, *runs, opset=17, tier=None):
    """runs: (name, inputs, outputs)"""
    add_onnx(corpus, "operators/" + name, text, title=title, rules=rules, oracle="by-hand", notes=notes, kind="boundary",
             head=HEAD.replace("17", str(opset)),
             runs=[{"name": run, **({"tier": tier} if tier else {}), "inputs": inputs, "outputs": outputs} for run, inputs, outputs in runs])


def add_empty_axes(corpus):
    add(corpus, "no_inner_elements", "product (float[n,m] a, float[k,l,q] b) => (float[u,v,w] y) { y = MatMul (a, b) }\n",
        "A product of matrices without inner elements is zeros, for each matrix of the batch.", "Each sum has no terms.", ["OP-5"],
        ("batch_of_three", {"a": real([2, 0]), "b": real([3, 0, 2])}, [real([3, 2, 2], *[0] * 12)]),
        ("batch_of_none", {"a": real([2, 1], 3, 4), "b": real([0, 1, 2])}, [real([0, 2, 2])]))
    add(corpus, "sums_of_nothing", """sums (float[n,m] x) => (float[a,b] s, float[c,d] p, float[e] q) {
  axis = Constant <value_ints = [-1]> ()
  s = ReduceSum (x, axis)
  p = ReduceProd <axes = [-1]> (x)
  q = ReduceSum <keepdims = 0> (x, axis)
}
""", "A reduction along an empty last axis has one element for each row.", "A sum without terms is 0, a product without factors is 1.", ["OP-5"],
        ("two_rows", {"x": real([2, 0])}, [real([2, 1], 0, 0), real([2, 1], 1, 1), real([2], 0, 0)]),
        ("no_row", {"x": real([0, 3])}, [real([0, 1]), real([0, 1]), real([0])]))
    add(corpus, "positions_in_a_scalar", "positions (float x) => (int64[a,n] y) { y = NonZero (x) }\n",
        "NonZero of a scalar has no rows.", "A scalar has no axes, so that a position in it has no numbers.", ["OP-5"],
        ("not_zero", {"x": real([], 4)}, [integer([0, 1])]), ("zero", {"x": real([], 0)}, [integer([0, 0])]))
    add(corpus, "slice_to_a_large_end", """cut (float[3] x, int64[1] start, int64[1] end) => (float[n] y) {
  axis = Constant <value_ints = [0]> ()
  step = Constant <value_ints = [-1]> ()
  y = Slice (x, start, end, axis, step)
}
""", "Slice backward to an end after the last element selects nothing.", "The end is clamped to 2, the position of the last element.", ["OP-50"],
        *((name, {"x": real([3], 10, 20, 30), "start": integer([1], 1), "end": integer([1], end)}, [real([len(values)], *values)])
          for name, end, values in (("largest_i32", 2**31 - 1, []), ("one_less", 2**31 - 2, []), ("largest_i64", 2**63 - 1, []),
                                    ("smallest_i32", -2**31, [20, 10]), ("smallest_i64", -2**63, [20, 10]))))


def add_windows(corpus):
    add(corpus, "same_pads_and_dilations", """pools (float[1,1,4] x) => (float[1,1,n] greatest, float[1,1,m] average) {
  greatest = MaxPool <kernel_shape = [2], dilations = [2], auto_pad = "SAME_UPPER"> (x)
  average = AveragePool <kernel_shape = [2], dilations = [2], auto_pad = "SAME_UPPER"> (x)
}
""", "Pads that keep the size depend on the dilation.", "A window covers 3 positions: one pad at each side. The averages are of 2, of 1 and 3, of 5 and 7, and of 3.", ["OP-20"],
        ("four", {"x": real([1, 1, 4], 1, 2, 3, 8)}, [real([1, 1, 4], 2, 3, 8, 3), real([1, 1, 4], 2, 2, 5, 3)]), opset=22)
    add(corpus, "same_pads_of_a_short_kernel", """spread (float[1,1,2] x) => (float[1,1,n] y) {
  w = Constant <value = float[1,1,1] {1}> ()
  y = ConvTranspose <strides = [3], auto_pad = "SAME_UPPER"> (x, w)
}
""", "ConvTranspose that keeps sizes has stride times as many elements, also if the kernel is shorter than the stride.",
        "The total padding is 3 (2 - 1) + 1 - 6 = -2, and -1 at each side.", ["OP-21"],
        ("two", {"x": real([1, 1, 2], 5, 6)}, [real([1, 1, 6], 0, 5, 0, 0, 6, 0)]))
    add(corpus, "pools_of_all_ranks", """pools (float[1,2,3] line, float[1,2,1,2,2] block) => (float[1,2,1] y, float[1,2,1,1,1] z) {
  y = GlobalMaxPool (line)
  z = GlobalMaxPool (block)
}
""", "GlobalMaxPool has one element for each channel, whatever the rank is.", "The greatest of each channel.", ["OP-20"],
        ("two_channels", {"line": real([1, 2, 3], 1, 3, 2, 6, 5, 4), "block": real([1, 2, 1, 2, 2], 1, 4, 2, 3, 5, 6, 8, 7)},
         [real([1, 2, 1], 3, 6), real([1, 2, 1, 1, 1], 4, 8)]))


def add_versions(corpus):
    add(corpus, "axes_of_version_11", """old (float[2,2,2] x) => (float[2,2,2] y) { y = Hardmax <axis = 1> (x) }
""", "Hardmax-11 compares all elements from the axis on.", "The greatest are 7 of the first four elements, and 8 of the others.", ["ONNX-GRAPH-2"],
        ("two", {"x": real([2, 2, 2], 1, 7, 2, 3, 6, 5, 4, 8)}, [real([2, 2, 2], 0, 1, 0, 0, 0, 0, 0, 1)]), opset=11)
    add(corpus, "given_statistics", """normal (float[2,1] x) => (float[2,1] y) {
  one = Constant <value = float[1] {1}> ()
  three = Constant <value = float[1] {3}> ()
  four = Constant <value = float[1] {4}> ()
  y = BatchNormalization <epsilon = 0.0> (x, one, three, one, four)
}
""", "BatchNormalization-9 with one output takes the given mean and variance.", "(x - 1) / 2 + 3.", ["ONNX-GRAPH-2"],
        ("two", {"x": real([2, 1], 3, 5)}, [real([2, 1], 4, 5)]), opset=9)
    add(corpus, "sizes_in_proportion", """resized (float[2,4] x) => (float[h,w] y, float[k,l] z) {
  two = Constant <value_ints = [2]> ()
  y = Resize <axes = [-1], keep_aspect_ratio_policy = "not_larger"> (x, "", "", two)
  z = Resize <axes = [-1]> (x, "", "", two)
}
""", "Axes of Resize count from the end if they are negative.", "Half of the elements, at 1/2 and 5/2, which are rounded down.", ["OP-40"],
        ("two_rows", {"x": real([2, 4], 1, 2, 3, 4, 5, 6, 7, 8)}, [real([2, 2], 1, 3, 5, 7)] * 2), opset=18)


def add_machine_learning(corpus):
    add_onnx(corpus, "operators/machine_learning", """features (float[2,3] x, int64[4] at) => (float[2,4] chosen, float[2,3] bits) {
  chosen = ai.onnx.ml.ArrayFeatureExtractor (x, at)
  bits = ai.onnx.ml.Binarizer <threshold = 2.5> (x)
}
""", title="ArrayFeatureExtractor selects elements of the last axis, and Binarizer gives 1 above its threshold.", rules=["ONNX-GRAPH-2"],
             oracle="by-hand", notes="An element that equals the threshold gives 0.",
             head='<ir_version: 8, opset_import: ["" : 17, "ai.onnx.ml" : 3]>\n',
             runs=[{"name": "two_rows", "inputs": {"x": real([2, 3], 1, 2.5, 3, -4, 5, 6), "at": integer([4], 2, 0, 2, 1)},
                    "outputs": [real([2, 4], 3, 1, 3, 2.5, 6, -4, 6, 5), real([2, 3], 0, 0, 1, 0, 1, 1)]}])


def add_infinite_signal(corpus):
    add(corpus, "dft_of_an_infinity", "g (float[1,2,1] x) => (float[1,2,2] y) { y = DFT (x) }\n",
        "A real signal has imaginary parts of 0 in DFT, also at an infinity.", "The real part adds inf * 1 - 0 * 0, the imaginary part inf * 0 + 0 * 1.",
        ["OP-39"], ("first", {"x": real([1, 2, 1], float("inf"), 0)}, [real([1, 2, 2], *[float("inf"), float("nan")] * 2)]), tier="survey")


def add_booleans(corpus):
    def truth(*values):
        return tensor("bool", [len(values)], [bool(each) for each in values])

    x = {"x": truth(1, 0, 0)}
    add(corpus, "padded_booleans", "padded (bool[3] x, int64[1] size) => (bool[n] y) { y = CenterCropPad (x, size) }\n",
        "CenterCropPad moves booleans.", "The elements around them are false; the last one is cut off, or the first and the last one.", ["ONNX-GRAPH-19"],
        ("longer", {**x, "size": integer([1], 6)}, [truth(0, 1, 0, 0, 0, 0)]), ("shorter", {"x": truth(1, 1, 0), "size": integer([1], 2)}, [truth(1, 1)]),
        ("one", {"x": truth(0, 1, 0), "size": integer([1], 1)}, [truth(1)]), opset=18)
    for opset, node in ((9, "Upsample <mode = \"nearest\"> (x, scales)"), (10, "Resize <mode = \"nearest\"> (x, scales)"), (13, 'Resize (x, "", scales)')):
        add(corpus, "resized_booleans_of_version_%d" % opset, "resized (bool[3] x) => (bool[n] y) <float[1] scales = {2}> { y = %s }\n" % node,
            "The nearest elements of booleans.", "Each element is there twice.", ["ONNX-GRAPH-19", "OP-40"],
            ("first", x, [truth(1, 1, 0, 0, 0, 0)]), ("others", {"x": truth(0, 1, 1)}, [truth(0, 0, 1, 1, 1, 1)]), opset=opset)


def add_cases(corpus):
    add_infinite_signal(corpus)
    add_machine_learning(corpus)
    add_empty_axes(corpus)
    add_windows(corpus)
    add_versions(corpus)
    add_booleans(corpus)
