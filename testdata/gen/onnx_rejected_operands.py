"""ONNX models whose operands or attributes do not fit together, each beside a model in which they fit."""

import case
from onnx_case import HEAD, HEAD_OF_FUNCTIONS, add_onnx
from onnx_hand import real
from onnx_rejected import pair, vector


def version(opset):
    return HEAD.replace("17", str(opset))


def add_shapes(corpus):
    """An operand that would be repeated, or that would enlarge the output."""
    row = {"x": real([1, 1, 3], 1, 2, 3)}
    pair(corpus, "bias_of_a_convolution", """g (float[1,1,3] x) => (float[1,2,3] y) {
  w = Constant <value = float[2,1,1] {1, 10}> ()
  b = Constant <value_floats = [{{part}}]> ()
  y = Conv (x, w, b)
}
""", "A bias of Conv without exactly one element for each channel of the output is rejected.", "OP-5", good={"two": "5.0, 7.0"}, bad={"one": "5.0", "three": "5.0, 7.0, 9.0"},
         inputs=row, outputs=[real([1, 2, 3], 6, 7, 8, 17, 27, 37)], notes="x + 5, and 10 x + 7.")
    pair(corpus, "kernel_shape_of_other_weights", """g (float[1,1,3] x) => (float[1,1,2] y) {
  w = Constant <value = float[1,1,2] {1, 10}> ()
  y = Conv <kernel_shape = [{{part}}]> (x, w)
}
""", "A kernel_shape of Conv that is not that of the weights is rejected.", "OP-5", good={"two": "2"}, bad={"one": "1", "three": "3", "two_axes": "1, 2"},
         inputs=row, outputs=[real([1, 1, 2], 21, 32)], notes="x[i] + 10 x[i + 1].")
    pair(corpus, "operand_c_of_gemm", """g (float[1,2] x) => (float[1,3] y) {
  b = Constant <value = float[2,3] {1, 2, 3, 4, 5, 6}> ()
  c = Constant <value = {{part}}> ()
  y = Gemm (x, b, c)
}
""", "C of Gemm is broadcast to the product; a larger C is rejected.", "OP-5", good={"row": "float[3] {10, 20, 30}", "matrix": "float[1,3] {10, 20, 30}"},
         bad={"two_rows": "float[2,3] {10, 20, 30, 40, 50, 60}", "two_columns": "float[2] {10, 20}", "rank_3": "float[1,1,3] {10, 20, 30}"},
         inputs={"x": real([1, 2], 1, 2)}, outputs=[real([1, 3], 19, 32, 45)], notes="[1, 2] times the matrix is [9, 12, 15].")
    pair(corpus, "slope_of_prelu", "g (float[2] x) => (float[2] y) { s = Constant <value = {{part}}> () y = PRelu (x, s) }\n",
         "The slope of PRelu is broadcast to the input; a larger slope is rejected.", "OP-5", good={"list": "float[2] {7, 2}", "one": "float[1] {2}"},
         bad={"two_rows": "float[2,2] {7, 2, 7, 2}", "three": "float[3] {7, 2, 7}"},
         survey=["two_rows"], outputs=[vector(3, -8)], notes="3, and -4 times 2.")
    pair(corpus, "scale_of_layer_normalization", """g (float[2] x) => (float[2] y) {
  s = Constant <value = {{part}}> ()
  n = LayerNormalization <epsilon = 0.0> (x, s)
  y = Add (n, x)
}
""", "The scale of LayerNormalization is broadcast to the input; a larger scale is rejected.", "OP-5", good={"list": "float[2] {2, 2}", "one": "float[1] {2}"},
         bad={"two_rows": "float[2,2] {2, 2, 2, 2}", "three": "float[3] {2, 2, 2}"}, inputs={"x": vector(3, -5)}, outputs=[vector(5, -7)],
         notes="The normal values are 1 and -1.")
    pair(corpus, "ellipses_of_einsum", """g (float[2,3] x) => (float[n] y) {
  w = Constant <value = {{part}}> ()
  y = Einsum <equation = "...i,...i->..."> (x, w)
}
""", "Ellipses of Einsum that cover unequal numbers of axes are rejected.", "OP-5", good={"matrix": "float[2,3] {1, 0, 2, 0, 3, 0}"},
         bad={"vector": "float[3] {1, 0, 2}", "rank_3": "float[1,2,3] {1, 0, 2, 0, 3, 0}"}, inputs={"x": real([2, 3], 5, 6, 7, 8, 9, 10)}, outputs=[vector(19, 27)],
         notes="5 + 2 * 7, and 3 * 9. The operator's text asks for equally many axes.")
    pair(corpus, "bounds_of_clip", "g (float[2] x) => (float[2] y) { low = Constant <value = {{part}}> () y = Clip (x, low) }\n",
         "A bound of Clip that is not a scalar is rejected.", "OP-5", good={"scalar": "float {-1}"}, bad={"one": "float[1] {-1}", "list": "float[2] {-1, -1}"},
         survey=["one"], outputs=[vector(3, -1)], notes="-4 is below -1.")
    pair(corpus, "scales_of_instance_normalization", """g (float[1,2,2] x) => (float[1,2,2] y) {
  s = Constant <value_floats = [{{part}}]> ()
  b = Constant <value_floats = [0.0, 0.0]> ()
  y = InstanceNormalization <epsilon = 0.0> (x, s, b)
}
""", "A scale of InstanceNormalization without exactly one element for each channel is rejected.", "OP-5", good={"two": "2.0, 3.0"}, bad={"one": "2.0", "three": "2.0, 3.0, 4.0"},
         inputs={"x": real([1, 2, 2], 1, 3, 4, 0)}, outputs=[real([1, 2, 2], -2, 2, 3, -3)], notes="The normal values are -1, 1 and 1, -1.")


def add_shapes_in_a_run(corpus):
    """The same where only a run knows the shapes."""
    def add(name, text, title, good, bad, notes, outputs):
        runs = [{"name": "fits", "inputs": good, "outputs": outputs}]
        runs += [{"name": run, "tier": "survey", "inputs": inputs, **case.rejected("run", "OP-5")} for run, inputs in bad.items()]
        add_onnx(corpus, "rejected/" + name, text, title=title, rules=["OP-5"], runs=runs, oracle="by-hand", notes=notes, kind="boundary")

    x = {"x": real([1, 2], 3, -4)}
    add("slope_of_prelu_in_a_run", "g (float[n,m] x, float[k,l] s) => (float[a,b] y) { y = PRelu (x, s) }\n",
        "The slope of PRelu is broadcast to an input whose shape only a run knows; a larger slope is rejected.", {**x, "s": real([1, 2], 7, 2)},
        {"two_rows": {**x, "s": real([2, 2], 7, 2, 7, 2)}, "three_columns": {**x, "s": real([1, 3], 7, 2, 7)}}, "3, and -4 times 2.", [real([1, 2], 3, -8)])
    add("operand_c_of_gemm_in_a_run", "g (float[n,m] x, float[k,l] c) => (float[a,b] y) { y = Gemm (x, x, c) }\n",
        "C of Gemm is broadcast to a product whose shape only a run knows; a larger C is rejected.", {"x": real([1, 1], 3), "c": real([1, 1], 5)},
        {"two_rows": {"x": real([1, 1], 3), "c": real([2, 1], 5, 6)}, "two_columns": {"x": real([1, 1], 3), "c": real([1, 2], 5, 6)}}, "3 * 3 + 5.", [real([1, 1], 14)])


def add_attributes(corpus):
    matrix = {"x": real([2, 3], 1, 2, 3, 4, 5, 6)}
    pair(corpus, "axis_of_flatten", "g (float[2,3] x) => (float[n,m] y) { y = Flatten <axis = {{part}}> (x) }\n",
         "An axis of Flatten that is not from -r to r is rejected.", "ONNX-GRAPH-6", good={"one": "1", "from_the_end": "-1"}, bad={"past_the_end": "3", "before_the_start": "-3"},
         inputs=matrix, outputs=[real([2, 3], 1, 2, 3, 4, 5, 6)], notes="Two rows of three.")
    pair(corpus, "axis_of_softmax_11", "g (float[2,3] x) => (float[2,3] y) { s = Softmax <axis = {{part}}> (x) z = Sub (s, s) y = Add (z, x) }\n",
         "Before version 13, an axis of Softmax that the input does not have is rejected too.", "ONNX-GRAPH-6", good={"one": "1", "from_the_end": "-1"},
         bad={"past_the_end": "2", "before_the_start": "-3"}, inputs=matrix, outputs=[real([2, 3], 1, 2, 3, 4, 5, 6)], notes="y = x.", head=version(11))
    pair(corpus, "axes_of_resize", """g (float[2,3] x) => (float[n,m] y) {
  region = Constant <value_floats = [0.0, 0.0]> ()
  sizes = Constant <value_ints = [1]> ()
  y = Resize <axes = [{{part}}], mode = "nearest", coordinate_transformation_mode = "tf_crop_and_resize", nearest_mode = "floor"> (x, region, "", sizes)
}
""", "An axis of Resize that the input does not have is rejected.", "ONNX-GRAPH-6", good={"last": "-1"}, bad={"past_the_end": "2", "before_the_start": "-3"},
         inputs=matrix, outputs=[real([2, 1], 1, 4)], notes="The first column.", head=version(18))
    pair(corpus, "attributes_of_a_function", """g (float[2] x) => (float[2] y) { y = local.scale <{{part}}> (x) }
<domain: "local", opset_import: ["" : 17]>
scale <alpha: float = 5.0> (a) => (b) { factor = Constant <value_float: float = @alpha> () b = Mul (a, factor) }
""", "An attribute that the called function does not have is rejected.", "ONNX-GRAPH-6", good={"alpha": "alpha = 2.0"}, bad={"misspelt": "alpah = 2.0", "one_more": "alpha = 2.0, beta = 1.0"},
         survey=["misspelt", "one_more"],
         outputs=[vector(6, -8)], notes="2 x.", head=HEAD_OF_FUNCTIONS)
    pair(corpus, "axes_of_reverse_sequence", """g (float[2,2] x) => (float[2,2] y) {
  lengths = Constant <value_ints = [2, 1]> ()
  y = ReverseSequence <{{part}}> (x, lengths)
}
""", "ReverseSequence with axes other than 0 and 1, or with equal ones, is rejected.", "ONNX-GRAPH-6", good={"time_first": "batch_axis = 1, time_axis = 0"},
         bad={"equal": "batch_axis = 0, time_axis = 0", "negative": "batch_axis = -1, time_axis = 0"},
         survey=["negative"], inputs={"x": real([2, 2], 1, 2, 3, 4)},
         outputs=[real([2, 2], 3, 2, 1, 4)], notes="The first column is reversed.")
    pair(corpus, "outputs_of_max_pool", "g (float[1,1,2] x) => (float[1,1,2] y) { {{part}} = MaxPool <kernel_shape = [1]> (x) y = Neg (p) }\n",
         "Before version 8, a second output of MaxPool is rejected.", "ONNX-GRAPH-5", good={"values": "p"}, bad={"positions": "p, q"}, inputs={"x": real([1, 1, 2], 3, -4)},
         outputs=[real([1, 1, 2], -3, 4)], head=version(7))
    pair(corpus, "axis_of_dft_17", """g (float[1,2,1] x) => (float[1,2,2] y) {
  transformed = DFT <axis = {{part}}> (x)
  rounded = Round (transformed)
  zero = Constant <value_float = 0.0> ()
  y = Add (rounded, zero)
}
""", "DFT along the last axis, which holds the complex parts, is rejected.", "ONNX-GRAPH-6", good={"one": "1", "from_the_end": "-2"}, bad={"last": "-1", "past_the_end": "2", "before_the_start": "-4"},
         inputs={"x": real([1, 2, 1], 3, -4)}, outputs=[real([1, 2, 2], -1, 0, 7, 0)], notes="The sum and the difference, rounded.", head=version(17))
    pair(corpus, "hidden_size_of_an_lstm", """g (float[1,1,1] x) => (float[a,b,c,d] y) {
  w = Constant <value = float[1,4,1] {0, 0, 0, 0}> ()
  y, last = LSTM <hidden_size = {{part}}> (x, w, w)
}
""", "A hidden_size of LSTM that is not from 1 to 2^31 - 1 is rejected.", "ONNX-GRAPH-6", good={"one": "1"}, bad={"none": "0", "negative": "-1", "two_pow_31": "2147483648"},
         inputs={"x": real([1, 1, 1], 2)}, outputs=[real([1, 1, 1, 1], 0)], notes="All weights are 0, and so is the candidate.")
    pair(corpus, "activations_of_an_rnn", """g (float[1,1,1] x) => (float[a,b,c,d] y) {
  w = Constant <value = float[1,1,1] {1}> ()
  y, last = RNN <hidden_size = 1, {{part}}> (x, w, w)
}
""", "An activation of RNN has a name that ONNX lists, and alpha and beta only if it takes them.", "ONNX-GRAPH-6",
         good={"relu": 'activations = ["Relu"]', "leaky_relu": 'activations = ["LeakyRelu"], activation_alpha = [0.5]'},
         bad={"unknown": 'activations = ["Gelu"]', "two": 'activations = ["Relu", "Relu"]',
              "too_many_alphas": 'activations = ["LeakyRelu"], activation_alpha = [0.5, 0.5]',
              "alpha_of_relu": 'activations = ["Relu"], activation_alpha = [0.5]', "affine_without_alpha": 'activations = ["Affine"]',
              "scaled_tanh_without_beta": 'activations = ["ScaledTanh"], activation_alpha = [0.5]'},
         survey=["leaky_relu", "too_many_alphas", "alpha_of_relu", "affine_without_alpha", "scaled_tanh_without_beta"],
         inputs={"x": real([1, 1, 1], 2)}, outputs=[real([1, 1, 1, 1], 2)], notes="LeakyRelu and Relu of 2 are 2.")


def add_cases(corpus):
    add_shapes(corpus)
    add_shapes_in_a_run(corpus)
    add_attributes(corpus)
