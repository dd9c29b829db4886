#include <algorithm>
#include <cstdlib>
#include <optional>
#include <vector>

#include "conformance/fuzz/fuzz_bytes.h"
#include "interpreter/interpreter.h"
#include "interpreter/openvino/build_graph.h"
#include "interpreter/openvino/parse_model.h"
#include "interpreter/openvino/write_graph.h"
#include "interpreter/openvino/write_model.h"

/// Fuzzes a model, its weights and its inputs. The model is written and read again. Then it is run twice
/// with different bytes in fresh memory, once with a trace. Nothing may crash, and both runs must give the
/// same bits or the same error. So must a run of the model that is written from its graph.
///
/// The input consists of the XML, a byte 0, two bytes with the number W of weight bytes, and the weights.
/// Then each Parameter has one byte for each dimension that the model leaves open, and its elements.
namespace backedge {
namespace {

// Small inputs allow many executions. Work grows faster than bytes: a MatMul of 16 KiB takes milliseconds
// at most.
constexpr int64_t kMostBytes = 64 << 10;
constexpr int64_t kMostIterations = 300;

openvino::Weights make_weights(std::span<const std::byte> bytes) {
  openvino::Weights weights{.file = "fuzz.bin", .bytes = nullptr, .size = std::ssize(bytes)};
  // malloc instead of a vector aligns for every type, and the sanitizer sees reads past the last byte.
  weights.bytes = {static_cast<std::byte*>(std::malloc(std::max<size_t>(bytes.size(), 1))), std::free};
  std::copy(bytes.begin(), bytes.end(), weights.bytes.get());
  return weights;
}

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

// The tensors of a run; nothing if they would be too large.
std::optional<std::vector<Tensor>> make_inputs(const LoadedModel& model, FuzzBytes& bytes) {
  std::vector<Tensor> inputs;
  int64_t budget = kMostBytes;
  for (const ModelInput& parameter : model.inputs()) {
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
    inputs.push_back(std::move(tensor));
  }
  return inputs;
}

// The error of a result; "" if there is none.
template <class T>
std::string error_text(const Result<T>& result) {
  return result.ok() ? "" : result.error().text();
}

// Checks that a model which is written is read as the same model.
void check_written(const openvino::Model& model) {
  const std::string text = openvino::write_model(model);
  const Result<openvino::Model> back = openvino::parse_model(openvino::Source("written.xml", text), 512);
  demand(back.ok(),
         "a model that was read is written so that it is not read again:\n" + error_text(back) + "\n" + text);
  demand(openvino::write_model(back.value()) == text,
         "a model that is written and read is written otherwise:\n" + text);
}

Result<std::vector<Tensor>> run_poisoned(const LoadedModel& model, std::span<const Tensor> inputs,
                                         uint8_t poison, bool traced) {
  RunOptions options{.limits = {.max_iterations = kMostIterations, .max_bytes = kMostBytes, .max_seconds = 5},
                     .poison = std::byte{poison}};
  if (traced) {
    options.trace = [](const TraceEvent& event) {
      demand(event.tensor == nullptr || event.tensor->has_value(), "a trace without the tensor");
    };
  }
  return run(model, inputs, options);
}

void check_same(const LoadedModel& model, const Result<std::vector<Tensor>>& a,
                const Result<std::vector<Tensor>>& b) {
  const auto is_limit = [](const auto& result) { return !result.ok() && result.error().rule() == "LIMIT-1"; };
  if (is_limit(a) || is_limit(b)) return;  // it may depend on the clock
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

// Checks that what the model means can be written, and means the same to a reader.
void check_written_graph(const LoadedModel& model, std::span<const Tensor> inputs,
                         const Result<std::vector<Tensor>>& expected) {
  const Result<openvino::Model> written = openvino::write_graph(model.graph());
  demand(written.ok(), "a graph of IR cannot be written as IR:\n" + error_text(written));
  const std::string text = openvino::write_model(written.value());
  Result<openvino::Model> read = openvino::parse_model(openvino::Source("written.xml", text), 100'000);
  demand(read.ok(), "a graph is written so that it is not read again:\n" + error_text(read) + "\n" + text);
  read.value().weights = written.value().weights;
  const Result<std::shared_ptr<const Graph>> graph = openvino::build_model(read.value());
  demand(graph.ok(), "a graph is written so that it does not load:\n" + error_text(graph) + "\n" + text);
  const Result<std::vector<Tensor>> found = run_poisoned(LoadedModel(graph.value()), inputs, 0x00, false);
  const auto is_limit = [](const auto& result) { return !result.ok() && result.error().rule() == "LIMIT-1"; };
  if (is_limit(expected) || is_limit(found)) return;
  const auto rule = [](const auto& result) { return result.ok() ? "" : result.error().rule(); };
  demand(rule(expected) == rule(found), "the written graph gives another error:\n" + error_text(expected) +
                                            "\n" + error_text(found) + "\n" + text);
  for (size_t k = 0; expected.ok() && k < expected.value().size(); ++k)
    demand(expected.value()[k].same_bits(found.value()[k]), "the written graph gives other values:\n" + text);
}

void check_model(FuzzBytes bytes) {
  Result<openvino::Model> read =
      openvino::parse_model(openvino::Source("fuzz.xml", std::string(bytes.take_text())), 512);
  if (!read.ok()) return;
  openvino::Model& model = read.value();
  check_written(model);
  const size_t low = bytes.take_byte(), high = bytes.take_byte();
  model.weights = make_weights(bytes.take(low + 256 * high));
  const Result<std::shared_ptr<const Graph>> graph = openvino::build_model(model);
  if (!graph.ok()) return;
  const LoadedModel loaded(graph.value());
  const std::optional<std::vector<Tensor>> inputs = make_inputs(loaded, bytes);
  if (!inputs) return;
  const Result<std::vector<Tensor>> outputs = run_poisoned(loaded, *inputs, 0x00, false);
  check_same(loaded, outputs, run_poisoned(loaded, *inputs, 0xff, true));
  check_written_graph(loaded, *inputs, outputs);
}

}  // namespace
}  // namespace backedge

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  backedge::check_model(backedge::FuzzBytes(data, size));
  return 0;
}
