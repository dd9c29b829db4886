#pragma once

#include "interpreter/ops/operation.h"

namespace backedge::ops {

/// One time step of a recurrent network. Every product, sum and activation is rounded to the element type
/// (NUM-6), and a gate is the pages' formula from left to right:
///
///     gate(k) = clip((X * W_k^T + H * R_k^T) + B_k)
///
/// with X * W_k^T and H * R_k^T summed in double and rounded once each (NUM-3); B is 0 if it is not given.
///
/// options  hidden: 1 to 2^31 - 1; activations, in the order of the formula: relu (NaN stays, otherwise
///          max(x, 0)), sigmoid, tanh; clip: 0 or more
/// inputs   real, all of one type: X [batch, input], H [batch, hidden], W [n * hidden, input], R [n * hidden,
///          hidden], B [n * hidden], with n gates one below the other
/// outputs  [batch, hidden]
/// errors   OP-4, OP-5

/// Gates f, i, c, o; C' = f * C + i * c; H' = o * h(C'). The option f is the activation of the gates f, i
/// and o, and g is the activation of c. h(C') is not clipped, because C' is not a gate.
///
/// inputs   X, H, C [batch, hidden], W, R and optionally B; or X, H, C, WR, B, where WR [4 * hidden, input
///          + hidden] is W and R side by side, with the same result. The rank of input 4 distinguishes them
/// outputs  H', C'
/// source   OpenVINO's LSTMCell-1; the joined weight: TensorIterator-1, example 2
Operation make_lstm_cell(const LstmCell& options);

/// Gates z, r, h; H' = (1 - z) * h + z * H. The option f is the activation of z and r, and g is the
/// activation of h.
///
/// In h, H * R_h^T is (r * H) * R_h^T. With linear_before_reset it is r * (H * R_h^T + B_h'), and B is [4 *
/// hidden]: z, r, h, h'.
///
/// inputs  X, H, W, R and optionally B
/// source  OpenVINO's GRUCell-3
Operation make_gru_cell(const GruCell& options);

/// H' = f(gate).
///
/// inputs  X, H, W, R, B
/// source  OpenVINO's RNNCell-3; this is the page's name for the operation of opset 1
Operation make_rnn_cell(const RnnCell& options);

/// The rest of a cell whose product X * W^T is known, because a sequence computes it for many steps at once.
///
/// inputs  X * W^T [batch, n * hidden] in place of X, and no W; R is not joined with it, and B is given
///
/// r_is_transposed  whether R is given as [hidden, n * hidden], which multiplies faster
Kernel lstm_step(const LstmCell& options, bool r_is_transposed);
Kernel gru_step(const GruCell& options, bool r_is_transposed);
Kernel rnn_step(const RnnCell& options, bool r_is_transposed);

}  // namespace backedge::ops
