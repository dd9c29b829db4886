#pragma once

#include "interpreter/ops/operation.h"

namespace backedge::ops {

/// A recurrent cell, applied to the steps of each element of a batch. A step is the cell (cells.h): it takes
/// the states of the step before, and its new states are those of the next one.
///
/// Element b has lengths[b] steps: x[b, t] for t = 0, 1, ... lengths[b] - 1, or in reverse from the last of
/// them to the first. H after the step of x[b, t] is y[b, d, t]; for t from lengths[b] on y is 0. The final
/// states are those after the last step, and the initial ones if there is no step.  (OP-9, OP-10)
///
/// With both directions, d is 0 forward and 1 in reverse. Each has states, weights and outputs of its own.
///
/// inputs   X [batch, steps, input]; the initial states [batch, directions, hidden]; lengths [batch],
///          integers from 0 to steps; W [directions, n * hidden, input], R [directions, n * hidden, hidden]
///          and B [directions, n * hidden], with n gates as the cell has them. All are real and of one type,
///          except lengths
/// outputs  Y [batch, directions, steps, hidden]; the final states [batch, directions, hidden]
/// errors   OP-4; OP-5; OP-6 a length outside its range

/// inputs   X, H, C, lengths, W, R, B
/// outputs  Y, H', C'
/// source   OpenVINO's LSTMSequence-5
Operation make_lstm_sequence(const LstmSequence& options);

/// inputs   X, H, lengths, W, R, B; with linear_before_reset B has four parts, like that of the cell
/// outputs  Y, H'
/// source   OpenVINO's GRUSequence-5
Operation make_gru_sequence(const GruSequence& options);

/// inputs   X, H, lengths, W, R, B
/// outputs  Y, H'
/// source   OpenVINO's RNNSequence-5
Operation make_rnn_sequence(const RnnSequence& options);

}  // namespace backedge::ops
