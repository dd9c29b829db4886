#include <charconv>

#include "interpreter/base/nearest_name.h"
#include "interpreter/base/safe_text.h"
#include "interpreter/ops/cells.h"
#include "interpreter/ops/cum_sum.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/matmul.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/operation.h"
#include "interpreter/ops/reduce.h"
#include "interpreter/ops/softmax.h"
#include "interpreter/ops/top_k.h"

namespace backedge {
namespace {

// Type, versions, least and most inputs, outputs, maker.
constexpr OperationRow kRows[] = {
    {"Abs", "1", 1, 1, 1, make_abs},
    {"Add", "1", 2, 2, 1, make_add},
    {"Broadcast", "1 3", 2, 3, 1, make_broadcast},
    {"Ceiling", "1", 1, 1, 1, make_ceiling},
    {"Clamp", "1", 1, 1, 1, make_clamp},
    {"Concat", "1", 1, kUnlimited, 1, make_concat},
    {"Convert", "1", 1, 1, 1, make_convert},
    {"ConvertLike", "1", 2, 2, 1, make_convert_like},
    {"Cos", "1", 1, 1, 1, make_cos},
    {"CumSum", "3", 1, 2, 1, make_cum_sum},
    {"Divide", "1", 2, 2, 1, make_divide},
    {"Equal", "1", 2, 2, 1, make_equal},
    {"Exp", "1", 1, 1, 1, make_exp},
    {"Floor", "1", 1, 1, 1, make_floor},
    {"FloorMod", "1", 2, 2, 1, make_floor_mod},
    {"GRUCell", "3", 4, 5, 1, make_gru_cell},
    {"Gather", "1 7 8", 3, 3, 1, make_gather},
    {"Greater", "1", 2, 2, 1, make_greater},
    {"GreaterEqual", "1", 2, 2, 1, make_greater_equal},
    {"HardSigmoid", "1", 3, 3, 1, make_hard_sigmoid},
    {"Identity", "16", 1, 1, 1, make_identity},
    {"LSTMCell", "1 4", 5, 6, 2, make_lstm_cell},
    {"Less", "1", 2, 2, 1, make_less},
    {"LessEqual", "1", 2, 2, 1, make_less_equal},
    {"Log", "1", 1, 1, 1, make_log},
    {"LogicalAnd", "1", 2, 2, 1, make_logical_and},
    {"LogicalNot", "1", 1, 1, 1, make_logical_not},
    {"LogicalOr", "1", 2, 2, 1, make_logical_or},
    {"LogicalXor", "1", 2, 2, 1, make_logical_xor},
    {"MatMul", "1", 2, 2, 1, make_matmul},
    {"Maximum", "1", 2, 2, 1, make_maximum},
    {"Minimum", "1", 2, 2, 1, make_minimum},
    {"Mod", "1", 2, 2, 1, make_mod},
    {"Multiply", "1", 2, 2, 1, make_multiply},
    {"Negative", "1", 1, 1, 1, make_negative},
    {"NotEqual", "1", 2, 2, 1, make_not_equal},
    {"Power", "1", 2, 2, 1, make_power},
    {"RNNCell", "1", 5, 5, 1, make_rnn_cell},
    {"Range", "4", 3, 3, 1, make_range},
    {"ReLU", "1", 1, 1, 1, make_relu},
    {"ReduceLogicalAnd", "1", 2, 2, 1, make_reduce_logical_and},
    {"ReduceLogicalOr", "1", 2, 2, 1, make_reduce_logical_or},
    {"ReduceMax", "1", 2, 2, 1, make_reduce_max},
    {"ReduceMean", "1", 2, 2, 1, make_reduce_mean},
    {"ReduceMin", "1", 2, 2, 1, make_reduce_min},
    {"ReduceProd", "1", 2, 2, 1, make_reduce_prod},
    {"ReduceSum", "1", 2, 2, 1, make_reduce_sum},
    {"Relu", "1", 1, 1, 1, make_relu},
    {"Reshape", "1", 2, 2, 1, make_reshape},
    {"ScatterUpdate", "3", 4, 4, 1, make_scatter_update},
    {"Select", "1", 3, 3, 1, make_select},
    {"ShapeOf", "1 3", 1, 1, 1, make_shape_of},
    {"Sigmoid", "1", 1, 1, 1, make_sigmoid},
    {"Sign", "1", 1, 1, 1, make_sign},
    {"Sin", "1", 1, 1, 1, make_sin},
    {"Slice", "8", 4, 5, 1, make_slice},
    {"SoftMax", "1 8", 1, 1, 1, make_softmax},
    {"Softmax", "1 8", 1, 1, 1, make_softmax},
    {"Split", "1", 2, 2, -1, make_split},
    {"Sqrt", "1", 1, 1, 1, make_sqrt},
    {"SquaredDifference", "1", 2, 2, 1, make_squared_difference},
    {"Squeeze", "1 15", 1, 2, 1, make_squeeze},
    {"StridedSlice", "1", 3, 4, 1, make_strided_slice},
    {"Subtract", "1", 2, 2, 1, make_subtract},
    {"Tanh", "1", 1, 1, 1, make_tanh},
    {"Tile", "1", 2, 2, 1, make_tile},
    {"TopK", "1 3 11", 2, 2, 2, make_top_k},
    {"Transpose", "1", 2, 2, 1, make_transpose},
    {"Unsqueeze", "1", 2, 2, 1, make_unsqueeze},
    {"VariadicSplit", "1", 3, 3, -1, make_variadic_split},
};

/// The newest operation set there is.
constexpr int64_t kNewestOpset = 17;

/// The integers of "1 7 8".
std::vector<int64_t> numbers_in(std::string_view text) {
  std::vector<int64_t> numbers;
  const char* const end = text.data() + text.size();
  for (const char* next = text.data(); next < end; next += next < end) {
    numbers.push_back(0);
    next = std::from_chars(next, end, numbers.back()).ptr;
  }
  return numbers;
}

/// The N of "opsetN", the newest where nothing is written; nothing for other words.
std::optional<int64_t> opset_of(std::string_view version) {
  if (version.empty()) return kNewestOpset;
  if (!version.starts_with("opset")) return std::nullopt;
  version.remove_prefix(5);
  int64_t opset = 0;
  const auto [end, error] = std::from_chars(version.data(), version.data() + version.size(), opset);
  if (error != std::errc() || end != version.data() + version.size() || opset < 1 || opset > kNewestOpset) {
    return std::nullopt;
  }
  return opset;
}

Error unknown_operation(std::string_view type) {
  std::vector<std::string_view> types;
  for (const OperationRow& row : kRows) types.push_back(row.type);
  const std::string nearest = nearest_name(type, types);
  Error error("OP-1", "operation \"" + safe_line(type) + "\" is not supported");
  return nearest.empty() ? std::move(error) : std::move(error).note("supported: " + nearest);
}

Error unknown_version(std::string_view type, std::string_view version, std::string_view why) {
  std::string supported;
  for (const OperationRow& row : kRows) {
    if (row.type != type) continue;
    for (const int64_t known : numbers_in(row.versions)) supported += " opset" + std::to_string(known);
  }
  return Error("OP-1",
               "version \"" + safe_line(version) + "\" of " + std::string(type) + " " + std::string(why))
      .note("supported versions of " + std::string(type) + ":" + supported);
}

Result<void> check_count(std::string_view what, int64_t count, int64_t least, int64_t most) {
  if (count >= least && count <= most) return {};  // [OP-3]
  const std::string expected = least == most        ? std::to_string(least)
                               : most == kUnlimited ? "at least " + std::to_string(least)
                                                    : std::to_string(least) + " to " + std::to_string(most);
  return Error("OP-3", std::to_string(count) + " " + std::string(what) + ", expected " + expected);
}

}  // namespace

Result<Operation> make_operation(std::string_view type, std::string_view version, Attributes attributes,
                                 int64_t inputs, int64_t outputs) {
  const auto is_of_type = [&](const OperationRow& row) { return row.type == type; };
  if (std::none_of(std::begin(kRows), std::end(kRows), is_of_type)) return unknown_operation(type);
  const std::optional<int64_t> opset = opset_of(version);
  if (!opset) return unknown_version(type, version, "is not known");
  const OperationRow* chosen = nullptr;
  int64_t newest = 0;
  for (const OperationRow& row : kRows) {
    if (row.type != type) continue;
    for (const int64_t known : numbers_in(row.versions)) {
      if (known > *opset || known <= newest) continue;
      newest = known;
      chosen = &row;
    }
  }
  if (chosen == nullptr) return unknown_version(type, version, "is not supported");  // [OP-1]
  TRY(check_count("inputs", inputs, chosen->min_inputs, chosen->max_inputs));
  if (chosen->outputs >= 0) TRY(check_count("outputs", outputs, chosen->outputs, chosen->outputs));
  Operation operation = TRY(chosen->make(attributes, newest, outputs));
  TRY(attributes.finish());
  return operation;
}

}  // namespace backedge
