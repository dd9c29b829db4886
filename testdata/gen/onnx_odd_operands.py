"""Operators of ONNX with rare operands and attributes: empty axes, negative axes, old versions."""

from case import round_to
from onnx_case import HEAD, add_onnx, tensor
from onnx_hand import integer, real


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
        ("two", {"x": real([1, 1, 2], 5, 6)}, [real([1, 1, 6], 0, 5, 0, 0, 6, 0)]), tier="survey")
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


def whole(type_, *values, shape=None):
    return tensor(type_, shape or [len(values)], list(values))


def add_attributes_of_integers(corpus):
    """Attributes are real numbers, also where an operator computes integers."""
    add_onnx(corpus, "operators/integers_above_a_threshold", "bits (int64[n] x) => (int64[n] y) { y = ai.onnx.ml.Binarizer <threshold = -0.5> (x) }\n",
             title="Binarizer compares integers with a threshold between two of them.", rules=["ONNX-GRAPH-12"], oracle="by-hand", kind="boundary",
             notes="0 is above -0.5.", head='<ir_version: 8, opset_import: ["" : 17, "ai.onnx.ml" : 3]>\n',
             runs=[{"name": "around_zero", "inputs": {"x": whole("int64", -2, -1, 0, 1)}, "outputs": [whole("int64", 0, 0, 1, 1)]}])
    for name, threshold, bit in (("below_all", -3e9, 1), ("above_all", 3e9, 0)):
        add_onnx(corpus, "operators/integers_beside_a_threshold/" + name,
                 "bits (int32[n] x) => (int32[n] y) { y = ai.onnx.ml.Binarizer <threshold = %.1f> (x) }\n" % threshold,
                 title="The threshold of Binarizer is %s numbers of INT32." % name.replace("_", " "), rules=["ONNX-GRAPH-12"], oracle="by-hand", kind="boundary",
                 notes="The threshold has no INT32.", head='<ir_version: 8, opset_import: ["" : 17, "ai.onnx.ml" : 3]>\n',
                 runs=[{"name": "extremes", "inputs": {"x": whole("int32", -2**31, 0, 2**31 - 1)}, "outputs": [whole("int32", bit, bit, bit)]}])
    for name, type_, lambd, bias, x, y in (
            ("by_minus_1", "uint8", 0, -1, [0, 1, 2, 200], [0, 2, 3, 201]), ("by_300", "uint8", 0, 300, [0, 1, 2, 100], [0, 213, 214, 56]),
            ("by_a_half", "int32", 1.5, 0.5, [-3, -1, 1, 2, 9], [-2, 0, 0, 1, 8]), ("beyond_the_type", "int8", 200, 3, [-128, 0, 127], [0, 0, 0])):
        add(corpus, "shrunk_integers/" + name, "shrunk (%s[n] x) => (%s[n] y) { y = Shrink <lambd = %.1f, bias = %.1f> (x) }\n" % (type_, type_, lambd, bias),
            "Shrink of integers with the limit %s and the bias %s." % (lambd, bias), "A whole bias is an integer modulo 2^width; half a number is added before the sum is truncated.",
            ["ONNX-GRAPH-12", "NUM-2"], ("first", {"x": whole(type_, *x)}, [whole(type_, *y)]), tier="survey")
    for name, type_, factors, c, y in (("alpha_minus_1", "uint32", "alpha = -1.0", 20, 7), ("alpha_one_half", "int32", "alpha = 0.5", 7, 13),
                                       ("beta_one_half", "int64", "beta = 0.5", 7, 16), ("both", "uint64", "alpha = 3.0, beta = -2.0", 7, 25)):
        add(corpus, "factors_of_integers/" + name,
            "product (%s[m,k] a, %s[k,n] b, %s[] c) => (%s[m,n] y) { y = Gemm <%s> (a, b, c) }\n" % (type_, type_, type_, type_, factors),
            "Gemm of integers with %s." % factors.replace(" = ", " ").replace(".0", ""), "The product is 2 * 2 + 3 * 3 = 13.", ["ONNX-GRAPH-12", "NUM-2"],
            ("one", {"a": whole(type_, 2, 3, shape=[1, 2]), "b": whole(type_, 2, 3, shape=[2, 1]), "c": tensor(type_, [], [c])}, [whole(type_, y, shape=[1, 1])]), tier="survey")


def add_open_ranks(corpus):
    """A value that a Loop carries has no rank."""
    add(corpus, "fewer_indices_of_any_rank", """picked (float[2,2] x, int64[1,3] i) => (float[n,m] y) {
  two = Constant <value_int = 2> ()
  on = Cast <to = 9> (two)
  last = Loop <body = one (int64 k, bool go_on, rows) => (bool on_out, after) {
    on_out = Identity (go_on)
    after = GatherElements <axis = -1> (rows, i)
  }> (two, on, x)
  y = Identity (last)
}
""", "GatherElements in a Loop has fewer indices than the value that the Loop carries.", "First [[2, 1, 2]], then of these [[1, 2, 1]].", ["ONNX-GRAPH-16"],
        ("twice", {"x": real([2, 2], 1, 2, 3, 4), "i": integer([1, 3], 1, 0, 1)}, [real([1, 3], 1, 2, 1)]))


def add_open_shapes_of_narrow_types(corpus):
    add(corpus, "narrow_elements_of_any_shape", """moved (float[n,m] x) => (int64[2] sizes, int64 count, float[m,n] turned, float[k,l] padded) {
  narrow = Cast <to = 22> (x)
  sizes = Shape (narrow)
  count = Size (narrow)
  columns = Transpose (narrow)
  turned = Cast <to = 1> (columns)
  pads = Constant <value_ints = [0, 1, 0, 0]> ()
  wider = Pad (narrow, pads)
  padded = Cast <to = 1> (wider)
}
""", "Operators that move INT4, or look at its shape, of a size that only a run knows.", "A column of zeros comes before the others.", ["OP-4"],
        ("two_rows", {"x": real([2, 3], 1, -2, 3, -8, 7, 0)}, [integer([2], 2, 3), integer([], 6), real([3, 2], 1, -8, -2, 7, 3, 0), real([2, 4], 0, 1, -2, 3, 0, -8, 7, 0)]),
        ("no_row", {"x": real([0, 2])}, [integer([2], 0, 2), integer([], 0), real([2, 0]), real([0, 3])]), opset=25)
    eighth = {"x": real([3], 1, float("nan"), float("-inf"))}
    add(corpus, "classes_of_float8", """classes (float[3] x) => (bool[3] not_a_number, bool[3] infinite) {
  narrow = Cast <to = 19, saturate = 0> (x)
  not_a_number = IsNaN (narrow)
  infinite = IsInf (narrow)
}
""", "IsNaN and IsInf of FLOAT8E5M2.", "FLOAT8E5M2 has NaN and infinities.", ["ONNX-GRAPH-19"],
        ("three", eighth, [tensor("bool", [3], [False, True, False]), tensor("bool", [3], [False, False, True])]), opset=20)


def add_ranges(corpus):
    start, step, count = 2048, 993 / 2**15, 66
    values = [start + step * k for k in range(count)]  # exact in f64
    in_f16 = [round_to("f16", each) for each in values]
    in_f32 = [round_to("f16", round_to("f32", each)) for each in values]
    assert (in_f32[33], in_f16[33]) == (2048, 2050)
    add(corpus, "range_with_a_stash_type", "counted (float16 a, float16 b, float16 c) => (float16[n] y, float16[m] z) {\n"
        "  y = Range (a, b, c)\n  z = Range <stash_type = 10> (a, b, c)\n}\n",
        "Range of f16 computes in f32, or in the type that stash_type names.",
        "Element 33 is 2049 + 2^-15. In f32 that is 2049, halfway between the f16 numbers 2048 and 2050, and the first one is even. In f16 it is 2050.", ["ONNX-GRAPH-12"],
        ("small_steps", {name: tensor("float16", [], [each]) for name, each in zip("abc", (start, 2050, step))},
         [tensor("float16", [count], in_f32), tensor("float16", [count], in_f16)]), opset=27, tier="survey")


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
    add_attributes_of_integers(corpus)
    add_open_ranks(corpus)
    add_open_shapes_of_narrow_types(corpus)
    add_ranges(corpus)
    add_machine_learning(corpus)
    add_empty_axes(corpus)
    add_windows(corpus)
    add_versions(corpus)
    add_booleans(corpus)
