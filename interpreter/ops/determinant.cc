#include <cmath>

#include "interpreter/ops/map_elements.h"
#include "interpreter/ops/matmul.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/ops/operand_checks.h"

/// The determinants of square matrices, by elimination in f64 with the largest pivot of each column.  (OP-48)
///
/// inputs   real, [..., M, M]
/// returns  the same type, [...]
/// errors   OP-4, OP-5
/// source   ONNX's Det
namespace backedge::ops {
namespace {

Result<void> infer_determinant(std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_type(inputs, 0, Types::kReal));
  const PartialShape& shape = inputs[0].shape;
  outputs[0] = {inputs[0].type, PartialShape::any()};
  if (!shape.rank_known()) return {};
  const int64_t rank = shape.rank();
  if (rank < 2 || !shape[rank - 1].meets(shape[rank - 2]))
    return Error("OP-5", "input 0 is " + shape.text() + ", expected square matrices");
  outputs[0].shape = without_axis(without_axis(shape, rank - 1), rank - 2);
  return {};
}

/// The determinant of a matrix, which is overwritten.  [OP-48]
double determinant_of(std::vector<std::vector<double>>& rows, Deadline& deadline) {
  const size_t size = rows.size();
  double product = 1;
  for (size_t k = 0; k < size && !deadline.over(); ++k) {
    size_t pivot = k;
    for (size_t i = k + 1; i < size; ++i) {
      if (std::fabs(rows[i][k]) > std::fabs(rows[pivot][k])) pivot = i;
    }
    if (pivot != k) {
      std::swap(rows[pivot], rows[k]);
      product = -product;
    }
    if (rows[k][k] == 0) return 0;
    product *= rows[k][k];
    for (size_t i = k + 1; i < size; ++i) {
      const double factor = rows[i][k] / rows[k][k];
      for (size_t j = k + 1; j < size; ++j) rows[i][j] -= factor * rows[k][j];
      if (deadline.passed(static_cast<int64_t>(size - k))) break;
    }
  }
  return product;
}

Result<void> determinant(const KernelCall& call) {
  const Tensor& input = call.input(0);
  Tensor& output = call.output();
  const auto size = static_cast<size_t>(input.shape()[input.shape().rank() - 1]);
  dispatch<Types::kReal>(input.type(), [&]<class T>(TypeTag<T>) {
    std::vector<std::vector<double>> rows(size, std::vector<double>(size));
    const T* from = input.data<T>();
    for (T& to : std::span(output.writable<T>(), static_cast<size_t>(output.count()))) {
      for (std::vector<double>& row : rows) {
        for (double& element : row) element = static_cast<double>(numbers::widen(*from++));
      }
      to = numbers::round_to<T>(determinant_of(rows, call.deadline));
      if (call.deadline.passed(1)) return;
    }
  });
  return {};
}

}  // namespace

Operation make_determinant() {
  return made(__func__, {.infer = infer_determinant, .kernel = determinant, .error = NotDerived{}});
}

}  // namespace backedge::ops
