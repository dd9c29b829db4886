#include "conformance/fuzz/run_twice.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "interpreter/tensor/narrow_types.h"

namespace backedge {
namespace {

constexpr int64_t kMostIterations = 300;

// A shape that the Parameter allows, as far as there are bytes for the rest of it.
Shape make_shape(const PartialShape& declared, FuzzBytes& bytes) {
  Shape shape;
  const int64_t rank = declared.rank_known() ? declared.rank() : bytes.take_byte() % 5;
  for (int64_t axis = 0; axis < rank; ++axis) {
    const Dimension dimension = declared.rank_known() ? declared[axis] : Dimension::any();
    // Sometimes this is outside the interval, which INPUT-4 rejects.
    shape.push_back(dimension.known() ? dimension.min : dimension.min / 2 * 2 + bytes.take_byte() % 9);
  }
  return shape;
}

// The tensors of a run; nothing if they would be too large, or if an input is a sequence or an optional.
std::optional<std::vector<Tensor>> make_inputs(const LoadedModel& model, FuzzBytes& bytes) {
  std::vector<Tensor> inputs;
  int64_t budget = kMostFuzzBytes;
  for (const ModelInput& parameter : model.inputs()) {
    if (parameter.kind != ValueKind::kTensor) return std::nullopt;
    const Shape shape = make_shape(parameter.shape, bytes);
    const std::optional<int64_t> size = checked_bytes(shape, size_of(parameter.type));
    if (!size || *size > budget) return std::nullopt;
    budget -= *size;
    Tensor tensor = Tensor::zeros(parameter.type, shape);
    const std::span<const std::byte> elements = bytes.take(static_cast<size_t>(*size));
    std::copy(elements.begin(), elements.end(), tensor.writable_bytes());
    if (parameter.type == ElementType::kBoolean)
      for (bool& element : std::span(tensor.writable<bool>(), static_cast<size_t>(*size)))
        element = *reinterpret_cast<const uint8_t*>(&element) % 2 != 0;
    if (is_narrow(parameter.type))
      clear_unused_bits(parameter.type, std::span(tensor.writable_bytes(), static_cast<size_t>(*size)));
    inputs.push_back(std::move(tensor));
  }
  return inputs;
}

void check_same(const LoadedModel& model, const Result<std::vector<Tensor>>& a,
                const Result<std::vector<Tensor>>& b) {
  if (is_limit(a) || is_limit(b)) return;
  demand(a.ok() == b.ok(), "only one of two runs is rejected:\n" + error_text(a) + error_text(b));
  if (!a.ok()) {
    demand(a.error().rule() == b.error().rule() && a.error().where() == b.error().where(),
           "two runs are rejected for different reasons:\n" + a.error().text() + "\n" + b.error().text());
    return;
  }
  const std::vector<ModelOutput> outputs = model.outputs();
  demand(a.value().size() == outputs.size() && b.value().size() == outputs.size(),
         "not an output for each Result");
  for (size_t k = 0; k < outputs.size(); ++k) {
    demand(a.value()[k].same_bits(b.value()[k]), "output " + outputs[k].name + " differs with the poison");
    demand(a.value()[k].type() == outputs[k].type && outputs[k].shape.meets(a.value()[k].shape()),
           "output " + outputs[k].name + " is not as was inferred");
  }
}

}  // namespace

Result<std::vector<Tensor>> run_small(const LoadedModel& model, std::span<const Tensor> inputs,
                                      std::byte poison, const std::function<void(const TraceEvent&)>& trace) {
  return run(model, inputs,
             {.limits = {.max_iterations = kMostIterations, .max_bytes = kMostFuzzBytes, .max_seconds = 5},
              .trace = trace,
              .poison = poison});
}

std::optional<FuzzRun> run_twice(const LoadedModel& model, FuzzBytes& bytes) {
  std::optional<std::vector<Tensor>> inputs = make_inputs(model, bytes);
  if (!inputs) return std::nullopt;
  const auto trace = [](const TraceEvent& event) {
    demand(event.tensor == nullptr || event.tensor->has_value(), "a trace without the tensor");
  };
  Result<std::vector<Tensor>> outputs = run_small(model, *inputs, std::byte{0x00});
  check_same(model, outputs, run_small(model, *inputs, std::byte{0xff}, trace));
  return FuzzRun{std::move(*inputs), std::move(outputs)};
}

}  // namespace backedge
