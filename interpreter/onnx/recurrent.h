#pragma once

#include <string>
#include <vector>

#include "interpreter/onnx/lower_operators.h"
#include "interpreter/ops/recurrent_options.h"

namespace backedge::onnx {

/// An activation of a recurrent operator, with its parameters if it has them.
struct GateFunction {
  std::string name;  // in ONNX
  double alpha = 0, beta = 0;
  bool operator==(const GateFunction&) const = default;
};

/// What the attributes of LSTM, GRU and RNN say.
struct Recurrent {
  int64_t hidden;
  ops::Direction direction;
  double clip;       // 0: none
  bool batch_first;  // of x, Y and the states
  bool coupled;      // the forget gate is 1 - the input gate
  bool linear_before_reset;
  std::vector<GateFunction> functions;  // of the gates, of one direction after the other

  int64_t directions() const { return direction == ops::Direction::kBidirectional ? 2 : 1; }
  /// Those of one direction.
  std::vector<GateFunction> functions_of(int64_t which) const;
};

/// defaults  the functions of one direction
///
/// errors  ONNX-GRAPH-6; ONNX-GRAPH-10 a hidden size that is not known before a run
Result<Recurrent> read_recurrent(NodeLowering& node, const std::vector<std::string>& defaults);

/// The operator as a loop over the steps, whose body is the formula of ONNX's text. For what the operations of
/// ops/sequences.h lack: functions with parameters, peepholes and coupled gates.
Lowered lower_recurrent_formula(NodeLowering& node, const Recurrent& recurrent);

}  // namespace backedge::onnx
