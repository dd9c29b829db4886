#include "interpreter/base/number_text.h"
#include "interpreter/base/safe_text.h"
#include "interpreter/openvino/read_operations.h"
#include "interpreter/ops/cells.h"
#include "interpreter/ops/sequences.h"

/// The attributes of recurrent cells and of sequences of them.
namespace backedge::openvino {
namespace {

Result<ops::Activation> activation_named(const std::string& name) {
  if (name == "relu") return ops::Activation::kRelu;
  if (name == "sigmoid") return ops::Activation::kSigmoid;
  if (name == "tanh") return ops::Activation::kTanh;
  return Error("OP-2",  // [OP-2]
               "activation \"" + safe_line(name) + "\" is not supported; supported are relu, sigmoid, tanh");
}

/// The attributes that all cells have.
struct CellAttributes {
  int64_t hidden;
  std::vector<ops::Activation> activations;  // as many as there are defaults
  double clip;
};

/// activations_alpha and activations_beta are lists; relu, sigmoid and tanh do not use them.
Result<CellAttributes> read_cell(Attributes& attributes, std::vector<std::string> defaults) {
  CellAttributes cell;
  cell.hidden = TRY(attributes.integer("hidden_size"));
  if (cell.hidden < 1 || cell.hidden > INT32_MAX) {  // [OP-2]
    return Error("OP-2", "hidden_size is " + std::to_string(cell.hidden) + ", expected 1 to 2147483647");
  }
  const size_t count = defaults.size();
  for (const std::string& name : TRY(attributes.texts("activations", std::move(defaults)))) {
    cell.activations.push_back(TRY(activation_named(name)));
  }
  if (cell.activations.size() != count) {  // [OP-2]
    return Error("OP-2",
                 std::to_string(cell.activations.size()) + " activations, expected " + std::to_string(count));
  }
  TRY(attributes.reals("activations_alpha", std::vector<double>{}));
  TRY(attributes.reals("activations_beta", std::vector<double>{}));
  cell.clip = TRY(attributes.real("clip", 0));
  if (!(cell.clip >= 0))  // [OP-2]
    return Error("OP-2", written("clip", number_text(cell.clip)) + ", expected 0 or a positive number");
  return cell;
}

Result<ops::GruCell> read_gru(Attributes& attributes) {
  const CellAttributes cell = TRY(read_cell(attributes, {"sigmoid", "tanh"}));
  const bool linear = TRY(attributes.boolean("linear_before_reset", false));
  return ops::GruCell{.hidden = cell.hidden,
                      .f = cell.activations[0],
                      .g = cell.activations[1],
                      .clip = cell.clip,
                      .linear_before_reset = linear};
}

Result<ops::LstmCell> read_lstm(Attributes& attributes) {
  const CellAttributes cell = TRY(read_cell(attributes, {"sigmoid", "tanh", "tanh"}));
  return ops::LstmCell{.hidden = cell.hidden,
                       .f = cell.activations[0],
                       .g = cell.activations[1],
                       .h = cell.activations[2],
                       .clip = cell.clip};
}

Result<ops::RnnCell> read_rnn(Attributes& attributes) {
  const CellAttributes cell = TRY(read_cell(attributes, {"tanh"}));
  return ops::RnnCell{.hidden = cell.hidden, .f = cell.activations[0], .clip = cell.clip};
}

Result<ops::Direction> read_direction(Attributes& attributes) {
  const std::string name = TRY(attributes.text("direction", {"forward", "reverse", "bidirectional"}));
  if (name == "forward") return ops::Direction::kForward;
  return name == "reverse" ? ops::Direction::kReverse : ops::Direction::kBidirectional;
}

}  // namespace

Result<Operation> read_gru_cell(Attributes& attributes, int64_t) {
  return ops::make_gru_cell(TRY(read_gru(attributes)));
}

Result<Operation> read_gru_sequence(Attributes& attributes, int64_t) {
  const ops::GruCell cell = TRY(read_gru(attributes));
  const ops::Direction direction = TRY(read_direction(attributes));
  return ops::make_gru_sequence({.cell = cell, .direction = direction});
}

Result<Operation> read_lstm_cell_1(Attributes& attributes, int64_t outputs) {
  Operation cell = TRY(read_lstm_cell_4(attributes, outputs));
  TRY(attributes.text("weights_format", {"fico"}, "fico"));
  if (TRY(attributes.boolean("input_forget", false))) {
    return Error("OP-2", "not supported: " + written("input_forget", "true"));  // [OP-2]
  }
  return cell;
}

Result<Operation> read_lstm_cell_4(Attributes& attributes, int64_t) {
  return ops::make_lstm_cell(TRY(read_lstm(attributes)));
}

Result<Operation> read_lstm_sequence(Attributes& attributes, int64_t) {
  const ops::LstmCell cell = TRY(read_lstm(attributes));
  const ops::Direction direction = TRY(read_direction(attributes));
  return ops::make_lstm_sequence({.cell = cell, .direction = direction});
}

Result<Operation> read_rnn_cell(Attributes& attributes, int64_t) {
  return ops::make_rnn_cell(TRY(read_rnn(attributes)));
}

Result<Operation> read_rnn_sequence(Attributes& attributes, int64_t) {
  const ops::RnnCell cell = TRY(read_rnn(attributes));
  const ops::Direction direction = TRY(read_direction(attributes));
  return ops::make_rnn_sequence({.cell = cell, .direction = direction});
}

}  // namespace backedge::openvino
