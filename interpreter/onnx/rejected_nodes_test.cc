#include "interpreter/onnx/testing/formulas.h"

/// Nodes whose attributes or operands an operator does not allow, each with its own error.
namespace backedge::onnx::testing {
namespace {

struct RejectedNode {
  std::string inputs;  // in the text syntax
  std::string nodes;   // the last one gives y
  std::string rule;
  std::string words;  // of the message
  int opset = 28;
};

const std::string kImageAndBoxes = "float[1,1,2,2] x, float[1,4] r, int64[1] i";
const std::string kOneGram =
    "y = TfIdfVectorizer <mode = \"TF\", min_gram_length = 1, max_gram_length = 1, max_skip_count = 0, ";

const RejectedNode kRejected[] = {
    {kImageAndBoxes, "y = RoiAlign <mode = \"min\"> (x, r, i)", "ONNX-GRAPH-6",
     "is \"min\", expected one of"},
    {kImageAndBoxes, "y = RoiAlign <mode = \"max\"> (x, r, i)", "ONNX-GRAPH-6", "mode \"max\""},
    {kImageAndBoxes, "y = RoiAlign <output_height = 0> (x, r, i)", "ONNX-GRAPH-6", "out of its range"},
    {"float[1,1,2,2] x", "y = Attention <qk_matmul_output_mode = 4> (x, x, x)", "ONNX-GRAPH-6",
     "out of its range"},
    {"float[1,2,4] x", "y = Attention (x, x, x)", "ONNX-GRAPH-6", "inputs of three axes"},
    {"float[1,2,4] x, float[1,2,2] c", "y = RotaryEmbedding (x, c, c)", "ONNX-GRAPH-6", "num_heads"},
    {"float[] x, float[1,2,2] c", "y = RotaryEmbedding (x, c, c)", "ONNX-GRAPH-10", "rank"},
    {"float[1,2,6] x", "y = LinearAttention <q_num_heads = 3, kv_num_heads = 2> (x, x, x)", "ONNX-GRAPH-6",
     "q_num_heads is 3"},
    {"float[1,1,4,4] x, float[1,1,2,2] w", "y = Conv <strides = [1]> (x, w)", "ONNX-GRAPH-6", "\"strides\""},
    {"float[1,1,4,4] x, float[1,1,2,2] w", "y = Conv <pads = [0, 0, 0, -1]> (x, w)", "ONNX-GRAPH-6",
     "\"pads\""},
    {"float[1,3,4,4] x, float[2,1,2,2] w", "y = Conv <group = 3> (x, w)", "ONNX-GRAPH-6", "group is 3"},
    {"float[1,1,2] x", "y = LpPool <p = 0, kernel_shape = [1]> (x)", "ONNX-GRAPH-6", "p is below 1"},
    {"float[1,1,3,3] x, float[1,1,2,2] w, float[1,8,2,2] o", "y = DeformConv <strides = [1]> (x, w, o)",
     "ONNX-GRAPH-6", "strides must have 2 numbers"},
    {"float[1,1,3,3] x, float[1,1,2,2] w, float[1,8,2,2] o", "y = DeformConv <group = 0> (x, w, o)",
     "ONNX-GRAPH-6", "group or offset_group"},
    {"float[1,4,1] x, int64[2] s", "y = Col2Im <strides = [0, 1]> (x, s, s)", "ONNX-GRAPH-6", "strides"},
    {"float[1,1,2,2,2] x, float[1,1,1,1,3] g", "y = GridSample <mode = \"cubic\"> (x, g)", "ONNX-GRAPH-6",
     "of a volume"},
    {"float[1,2,3] t, int64[3] s", "y = AffineGrid (t, s)", "OP-5", "expected 4 or 5"},
    {"float[2,2] x, int64[1] s", "y = CenterCropPad <axes = [2]> (x, s)", "ONNX-GRAPH-6", "axis 2 of rank 2"},
    {"float[2] x", "y = Resize <coordinate_transformation_mode = \"round\"> (x, \"\", x)", "ONNX-GRAPH-6",
     "coordinate_transformation_mode"},
    {"float[2,2] x, float[2] s, int64[2] n", "y = Resize (x, \"\", s, n)", "ONNX-GRAPH-5", "not both"},
    {"float[1] x, float[1] s",
     "y = Resize <coordinate_transformation_mode = \"tf_crop_and_resize\"> (x, \"\", s)", "ONNX-GRAPH-5",
     "no region"},
    {"float[1] x, float[2] r, float[1] s",
     "y = Resize <coordinate_transformation_mode = \"tf_crop_and_resize\", mode = \"cubic\"> (x, r, s)",
     "ONNX-GRAPH-6", "cubic"},
    {"float[2] x, int64[2] p", "y = Pad <mode = \"wrap\"> (x, p)", "ONNX-GRAPH-6", "Pad-19", 18},
    {"float[6] x", "y, z = Split <num_outputs = 3> (x)", "ONNX-GRAPH-6", "the node has 2 outputs"},
    {"float[2] x, float[2] s", "y = InstanceNormalization (x, s, s)", "OP-5", "rank 1"},
    {"float x, float[1] s", "y = BatchNormalization <training_mode = 1> (x, s, s, s, s)", "OP-5", "rank 0"},
    {"float[1,2] x, float[2] s", "y = BatchNormalization <spatial = 0> (x, s, s, s, s)", "ONNX-GRAPH-6",
     "spatial", 8},
    {"float[2,2] x, float[2] s", "y = LayerNormalization <axis = 2> (x, s)", "ONNX-GRAPH-6", "axis 2"},
    {"float[2,2] x, float[2] s", "y = RMSNormalization <axis = -3> (x, s)", "ONNX-GRAPH-6", "axis -3"},
    {"float[2,2] x, float[2] s", "y = RMSNormalization <stash_type = 10> (x, s)", "ONNX-GRAPH-6",
     "stash_type"},
    {"float[1,2,2] x, float[2] s", "y = GroupNormalization <num_groups = 0> (x, s, s)", "ONNX-GRAPH-6",
     "num_groups"},
    {"float[2] x, float[2] s", "y = GroupNormalization <num_groups = 1> (x, s, s)", "OP-5", "rank"},
    {"float[2] x", "y = LpNormalization <p = 3> (x)", "ONNX-GRAPH-6", "p is 3"},
    {"float[1,2,2,2] x", "y = LRN <size = 0> (x)", "ONNX-GRAPH-6", "size is 0"},
    {"float[2] x", "y = Einsum <equation = \"i->1\"> (x)", "ONNX-GRAPH-6", "not well-formed"},
    {"float[2,2] x, float[2] s", "y = QuantizeLinear <axis = 2> (x, s)", "ONNX-GRAPH-6", "axis is 2"},
    {"float[2] x, float s, uint8 z", "y = QuantizeLinear <output_dtype = 3> (x, s, z)", "ONNX-GRAPH-6",
     "output_dtype"},
    {"float8e4m3fn[2,2] a, float s, float8e4m3fn z", "y = QLinearMatMul (a, s, z, a, s, z, s, z)", "OP-4",
     "a quantized matrix"},
    {"int8[2,2] a, float s, int8 z, float8e4m3fn r", "y = QLinearMatMul (a, s, z, a, s, z, s, r)", "OP-4",
     "a zero point"},
    {"float8e4m3fn[1,1,1] x", "y = ConvInteger (x, x)", "ONNX-GRAPH-19", "FLOAT8E4M3FN"},
    {"int64[3] x", kOneGram + "ngram_counts = [0, 3], ngram_indexes = [0, 1], pool_int64s = [1, 2]> (x)",
     "ONNX-GRAPH-6", "does not divide"},
    {"int64[3] x",
     kOneGram + "ngram_counts = [0], ngram_indexes = [0, 1], pool_int64s = [1, 2], weights = [1.0]> (x)",
     "ONNX-GRAPH-6", "another length"},
    {"int64[1,1,1] x", kOneGram + "ngram_counts = [0], ngram_indexes = [0], pool_int64s = [1]> (x)", "OP-5",
     "rank 1 or 2"},
    {"float[2,2,2] c, float[2,1,2] u", "y = TensorScatter <axis = 0> (c, u)", "ONNX-GRAPH-6",
     "not from 1 to 2"},
    {"float[2,3] x", "y = DFT (x)", "OP-5", "the last dimension is 3"},
    {"float[] x", "y = DFT (x)", "ONNX-GRAPH-10", "complex"},
    {"float16 x", "y = Range <stash_type = 6> (x, x, x)", "ONNX-GRAPH-6", "stash_type is i32"},
    {"int64[1] s", "y = ConstantOfShape <value = float[2] {1.0, 2.0}> (s)", "ONNX-GRAPH-6", "one element"},
    {"float x", "y = Constant <value_string = \"a\"> ()", "ONNX-GRAPH-6", "value_string"},
    {"float x", "y = Optional <type : type_proto = optional(float)> ()", "ONNX-GRAPH-6", "of an optional"},
    {"float x", "y = SequenceMap <body = b () => (float o) { o = Constant <value_float = 1.0> () }> ()",
     "ONNX-GRAPH-5", "no inputs"},
    {"float x",
     "y = If <then_branch = t () => (float a) { a = Constant <value_float = 1.0> () },"
     " else_branch = e () => (float b) { b = Constant <value_float = 2.0> () }> ()",
     "ONNX-GRAPH-5", "one input"},
    {"float r, int64 t, float[1] x", "y, z = ai.onnx.preview.training.Adagrad (r, t, x, x, x, x)",
     "ONNX-GRAPH-5", "3 lists of equal length"},
    {"float[2] x, int64[] p", "s = SequenceConstruct (x) y = SequenceAt (s, p)", "OP-5", "the position is"},
    {"float[2] x, int64[] p", "s = SplitToSequence (x, p) y = ConcatFromSequence <axis = 0> (s)", "OP-5",
     "not a scalar or a list"},
    {"float[2] x, float[2] r, bool t", "y = Dropout (x, r, t)", "OP-5", "ratio and training_mode"},
};

// The error at load, or in a run with zeros. They have two dimensions if none are declared.
Result<void> load_and_run(const RejectedNode& node) {
  const LoadedModel model =
      TRY(load_graph("(" + node.inputs + ") => (float[] y) { " + node.nodes + " }", node.opset));
  Tensors zeros;
  for (const ModelInput& input : model.inputs())
    zeros.push_back(Tensor::zeros(input.type, input.shape.known() ? input.shape.shape() : Shape{2, 2}));
  TRY(run(model, zeros));
  return {};
}

TEST(OnnxOperator, RejectsWhatItDoesNotAllow) {
  for (const RejectedNode& node : kRejected) {
    const Result<void> done = load_and_run(node);
    EXPECT_FALSE(done.ok()) << node.nodes;
    if (done.ok()) continue;
    EXPECT_EQ(done.error().rule(), node.rule) << node.nodes << "\n" << done.error().text();
    EXPECT_NE(done.error().text().find(node.words), std::string::npos) << node.nodes << "\n"
                                                                       << done.error().text();
  }
}

// A graph whose first branch has this node.
std::string with_branch(const std::string& node) {
  return "(bool c, float[1,1,1,1] x, float[1,1,1] z, float[1,1,1] w) => (float[] y) { y = If (c) "
         "<then_branch = t () => (float[] a) { a = " +
         node +
         " }, else_branch = e () => (float[] b) { b = Neg (x) }> }\n"
         "<domain: \"local\", opset_import: [\"\": 28, \"local\": 1]> outer (a) => (b) { b = local.inner (a) "
         "}\n"
         "<domain: \"local\", opset_import: [\"\": 28]> inner (a) => (b) { b = Neg (a) }";
}

TEST(OnnxGraphs, AreNotNestedDeeperThanTheLimit) {
  const auto rule_within = [](const std::string& node, int64_t depth) {
    const Result<LoadedModel> loaded = load_graph(with_branch(node), 28, {.max_depth = depth});
    return loaded.ok() ? "" : loaded.error().rule();
  };
  const std::pair<std::string, int64_t> kDepths[] = {
      {"Neg (x)", 1},
      {"If (c) <then_branch = u () => (float[] d) { d = Neg (x) }, else_branch = v () => (float[] f) { f = "
       "Abs (x) }>",
       2},
      {"ai.onnx.preview.FlexAttention <score_mod = m (float[1,1,1,1] s) => (float[1,1,1,1] o) { o = Neg (s) "
       "}> "
       "(x, x, x)",
       2},
      {"local.inner (x)", 2},
      {"local.outer (x)", 3},
      {"RNN <hidden_size = 1, activations = [\"Softplus\"]> (z, w, w)", 3},  // a Loop in a formula
  };
  for (const auto& [node, depth] : kDepths) {
    EXPECT_EQ(rule_within(node, depth), "") << node;
    for (int64_t limit = 1; limit < depth; ++limit) EXPECT_EQ(rule_within(node, limit), "LIMIT-2") << node;
  }
}

}  // namespace
}  // namespace backedge::onnx::testing
