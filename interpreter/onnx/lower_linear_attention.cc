#include "interpreter/onnx/data_types.h"
#include "interpreter/onnx/lower_text.h"
#include "interpreter/tensor/decimal.h"

/// LinearAttention: a loop over the steps, whose state is a matrix for each head.
namespace backedge::onnx {
namespace {

struct LinearAttentionOptions {
  bool decays = false, corrects = false;  // exp(g) times the state; v without what the state has for k
  int64_t q_heads, kv_heads;
  double scale;  // 0: 1 / sqrt of the size of a key
};

Result<LinearAttentionOptions> read_linear_options(NodeLowering& node) {
  const std::string rule =
      TRY(node.attributes.choice("update_rule", {"linear", "gated", "delta", "gated_delta"}, "gated_delta"));
  LinearAttentionOptions options;
  options.decays = rule.starts_with("gated");
  options.corrects = rule.ends_with("delta");
  options.q_heads = TRY(node.attributes.integer("q_num_heads"));
  options.kv_heads = TRY(node.attributes.integer("kv_num_heads"));
  options.scale = TRY(node.attributes.real("scale", 0));
  node.attributes.has("chunk_size");  // a hint
  if (options.kv_heads < 1 || options.q_heads < 1 || options.q_heads % options.kv_heads != 0) {
    return Error("ONNX-GRAPH-6", "q_num_heads is " + std::to_string(options.q_heads) +  // [ONNX-GRAPH-6]
                                     ", and kv_num_heads " + std::to_string(options.kv_heads));
  }
  if (node.has(4) != options.decays || node.has(5) != options.corrects) {  // [ONNX-GRAPH-5]
    return Error("ONNX-GRAPH-5", "the update rule " + rule + (options.decays ? " takes" : " does not take") +
                                     " decay, and" + (options.corrects ? " takes" : " does not take") +
                                     " beta");
  }
  return options;
}

std::string number_text(double number) { return element_text(Tensor::scalar(number), 0); }

}  // namespace

// All is computed in FLOAT. In the loop q is [B, heads, queries of a head, size of a key], k and v are
// [B, heads, size], and the state s is [B, heads, size of a key, size of a value].
Lowered lower_linear_attention(NodeLowering& node) {
  const LinearAttentionOptions options = TRY(read_linear_options(node));
  const auto type = [&](size_t k) { return std::to_string(*data_type_of(node.type(node.in(k)))); };
  const std::string heads = std::to_string(options.kv_heads);
  const auto floats = [](const std::string& to, const std::string& from, const std::string& shape) {
    return to + "_shape = Constant <value_ints = [" + shape + "]> () " + to + "_parts = Reshape (" + from +
           ", " + to + "_shape) " + to + "s = Cast <to = 1> (" + to + "_parts) ";
  };

  std::string text = "formula (query, key, value, past, decay, beta) => (y, present) { ";
  text += floats("q", "query",
                 "0, 0, " + heads + ", " + std::to_string(options.q_heads / options.kv_heads) + ", -1");
  text += floats("k", "key", "0, 0, " + heads + ", -1") + floats("v", "value", "0, 0, " + heads + ", -1");
  if (options.decays) text += floats("g", "decay", "0, 0, " + heads + ", -1, 1");
  if (options.corrects) text += floats("b", "beta", "0, 0, -1, 1");
  text += "dk = Shape <start = 3> (ks) ";
  if (node.has(3)) {
    text += "s0 = Cast <to = 1> (past) ";
  } else {
    text += "batch = Shape <start = 0, end = 1> (query) hs = Constant <value_ints = [" + heads +
            "]> () "
            "dv = Shape <start = 3> (vs) s_shape = Concat <axis = 0> (batch, hs, dk, dv) "
            "s0 = ConstantOfShape (s_shape) ";
  }
  if (options.scale == 0) {
    text += "size = Cast <to = 1> (dk) root = Sqrt (size) scale = Reciprocal (root) ";
  } else {
    text += "scale = Constant <value_float = " + number_text(options.scale) + "> () ";
  }
  const std::string scanned = std::string(options.decays ? ", gs" : "") + (options.corrects ? ", bs" : "");
  const std::string taken = std::string(options.decays ? ", g" : "") + (options.corrects ? ", b" : "");
  const int64_t inputs = 3 + (options.decays ? 1 : 0) + (options.corrects ? 1 : 0);
  std::string ones;
  for (int64_t k = 0; k < inputs; ++k) ones += k == 0 ? "1" : ", 1";

  text += "last, each = Scan <num_scan_inputs = " + std::to_string(inputs) + ", scan_input_axes = [" + ones +
          "], scan_output_axes = [1], body = step (s, q, k, v" + taken +
          ") => (next, o) { "
          "two = Constant <value_ints = [2]> () three = Constant <value_ints = [3]> () "
          "column = Unsqueeze (k, three) row = Unsqueeze (k, two) v_row = Unsqueeze (v, two) ";
  text += options.decays ? "factor = Exp (g) kept = Mul (factor, s) " : "kept = Identity (s) ";
  if (options.corrects) {
    text +=
        "there = MatMul (row, kept) missing = Sub (v_row, there) b_row = Unsqueeze (b, three) "
        "added = Mul (b_row, missing) ";
  } else {
    text += "added = Identity (v_row) ";
  }
  text +=
      "outer = Mul (column, added) next = Add (kept, outer) product = MatMul (q, next) "
      "o = Mul (scale, product) }> (s0, qs, ks, vs" +
      scanned +
      ") "
      "y_shape = Constant <value_ints = [0, 0, -1]> () y_float = Reshape (each, y_shape) "
      "y = Cast <to = " +
      type(0) + "> (y_float) present = Cast <to = " + type(node.has(3) ? 3 : 0) + "> (last) }";
  return lower_text(node, text);
}

}  // namespace backedge::onnx
