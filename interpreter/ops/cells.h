#pragma once

#include "interpreter/ops/operation.h"

namespace backedge {

/// One time step of a recurrent network. Every product, sum and activation is rounded to the element type
/// (NUM-6), and a gate is the pages' formula from left to right:
///
///     gate(k) = clip((X * W_k^T + H * R_k^T) + B_k)
///
/// with X * W_k^T and H * R_k^T summed in double and rounded once each (NUM-3); B is 0 where it is not given.
///
/// attributes  hidden_size; activations: relu (NaN stays, else max(x, 0)), sigmoid, tanh, of gates in the
/// order of
///             the formula; activations_alpha, activations_beta: lists, to which these three give no meaning;
///             clip: gates are limited to [-clip, clip] before their activation, 0 (as serialised) and
///             infinity: not at all
/// inputs      real, all of one type: X [batch, input], H [batch, hidden], W [n * hidden, input],
///             R [n * hidden, hidden], B [n * hidden], where n gates lie below each other
/// outputs     [batch, hidden]
/// errors      OP-2, OP-4, OP-5

/// LSTMCell-1, -4: gates f, i, c, o; C' = f * C + i * c; H' = o * h(C'). h(C') is not clipped: C' is no gate.
///
/// activations  f for the gates f, i, o; g for c; h. Default sigmoid, tanh, tanh
/// version 1    weights_format: only fico; input_forget: only false
/// inputs       X, H, C [batch, hidden], W, R and perhaps B; or X, H, C, WR, B, where WR [4 * hidden, input +
/// hidden]
///              is W and R side by side, with the same result; told apart by the rank of input 4
/// outputs      H', C'
/// source       LSTMCell-1; the joined weight: TensorIterator-1, example 2
Result<Operation> make_lstm_cell(Attributes& attributes, int64_t version, int64_t outputs);

/// GRUCell-3: gates z, r, h; H' = (1 - z) * h + z * H.
///
/// In h, H * R_h^T is (r * H) * R_h^T; with linear_before_reset it is r * (H * R_h^T + B_h'), and B is
/// [4 * hidden]: z, r, h, h'.
///
/// activations  f for z, r; g for h. Default sigmoid, tanh
/// inputs       X, H, W, R and perhaps B
/// source       GRUCell-3
Result<Operation> make_gru_cell(Attributes& attributes, int64_t version, int64_t outputs);

/// RNNCell-1: H' = f(gate).
///
/// activations  f. Default tanh
/// inputs       X, H, W, R, B
/// source       RNNCell-3, the page's name for the operation of opset 1
Result<Operation> make_rnn_cell(Attributes& attributes, int64_t version, int64_t outputs);

}  // namespace backedge
