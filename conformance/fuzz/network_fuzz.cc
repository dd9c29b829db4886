#include <optional>
#include <vector>

#include "conformance/fuzz/fuzz_bytes.h"
#include "interpreter/interpreter.h"
#include "interpreter/openvino/write_graph.h"
#include "interpreter/tensor/decimal.h"

/// The text of a TensorRT network. If it loads, it is run twice on inputs of 0, 1, 2, ... with different bytes
/// in fresh memory: both runs give the same bits or the same error. Dimensions that are open are 2.
namespace backedge {
namespace {

constexpr int64_t kMostBytes = 64 << 10;
constexpr int64_t kMostIterations = 300;

// The tensors of a run; none if they are too large.
std::optional<std::vector<Tensor>> make_inputs(const LoadedModel& model) {
  std::vector<Tensor> inputs;
  for (const ModelInput& input : model.inputs()) {
    Shape shape;
    for (int64_t axis = 0; axis < input.shape.rank(); ++axis)
      shape.push_back(input.shape[axis].known() ? input.shape[axis].min : 2);
    const std::optional<int64_t> size = checked_bytes(shape, size_of(input.type));
    if (!size || *size > kMostBytes) return std::nullopt;
    Tensor tensor = Tensor::zeros(input.type, shape);
    dispatch(tensor.type(), [&]<class T>(TypeTag<T>) {
      T* next = tensor.writable<T>();
      for (int64_t k = 0; k < tensor.count(); ++k) *next++ = element_of<T>(static_cast<double>(k % 100));
    });
    inputs.push_back(std::move(tensor));
  }
  return inputs;
}

Result<std::vector<Tensor>> run_poisoned(const LoadedModel& model, const std::vector<Tensor>& inputs,
                                         uint8_t poison) {
  return run(model, inputs,
             {.limits = {.max_iterations = kMostIterations, .max_bytes = kMostBytes, .max_seconds = 5},
              .poison = std::byte{poison}});
}

void check_network(std::string text) {
  const Result<LoadedModel> model = load_text(std::move(text), "fuzz.json", {.max_bytes = kMostBytes});
  if (!model.ok()) {
    demand(!model.error().rule().empty() && !model.error().message().empty(),
           "an error without rule or message");
    return;
  }
  const Result<openvino::Model> written = openvino::write_graph(model.value().graph());
  demand(written.ok() || written.error().rule() == "IR-WRITE-1",
         "an error of another rule while IR is written");
  const std::optional<std::vector<Tensor>> inputs = make_inputs(model.value());
  if (!inputs) return;
  const Result<std::vector<Tensor>> a = run_poisoned(model.value(), *inputs, 0x00);
  const Result<std::vector<Tensor>> b = run_poisoned(model.value(), *inputs, 0xff);
  const auto is_limit = [](const auto& result) { return !result.ok() && result.error().rule() == "LIMIT-1"; };
  if (is_limit(a) || is_limit(b)) return;  // of the clock, perhaps
  demand(a.ok() == b.ok(), "only one of two runs is rejected");
  if (!a.ok()) {
    demand(a.error().text() == b.error().text(), "two runs are rejected for different reasons");
    return;
  }
  for (size_t k = 0; k < a.value().size(); ++k)
    demand(a.value()[k].same_bits(b.value()[k]), "output " + std::to_string(k) + " differs with the poison");
}

}  // namespace
}  // namespace backedge

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  backedge::check_network({reinterpret_cast<const char*>(data), size});
  return 0;
}
