#include <algorithm>
#include <cstdlib>

#include "conformance/fuzz/fuzz_bytes.h"
#include "conformance/fuzz/run_twice.h"
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

constexpr openvino::BuildLimits kLimits = {.max_bytes = 1 << 20};  // of the zeros of a variable

openvino::Weights make_weights(std::span<const std::byte> bytes) {
  openvino::Weights weights{.file = "fuzz.bin", .bytes = nullptr, .size = std::ssize(bytes)};
  // malloc instead of a vector aligns for every type, and the sanitizer sees reads past the last byte.
  weights.bytes = {static_cast<std::byte*>(std::malloc(std::max<size_t>(bytes.size(), 1))), std::free};
  std::copy(bytes.begin(), bytes.end(), weights.bytes.get());
  return weights;
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

// Checks that what the model means can be written, and means the same to a reader.
void check_written_graph(const LoadedModel& model, const FuzzRun& run) {
  const Result<std::vector<Tensor>>& expected = run.outputs;
  const Result<openvino::Model> written = openvino::write_graph(model.graph());
  demand(written.ok(), "a graph of IR cannot be written as IR:\n" + error_text(written));
  const std::string text = openvino::write_model(written.value());
  Result<openvino::Model> read = openvino::parse_model(openvino::Source("written.xml", text), 100'000);
  demand(read.ok(), "a graph is written so that it is not read again:\n" + error_text(read) + "\n" + text);
  read.value().weights = written.value().weights;
  const Result<std::shared_ptr<const Graph>> graph = openvino::build_model(read.value());
  demand(graph.ok(), "a graph is written so that it does not load:\n" + error_text(graph) + "\n" + text);
  const Result<std::vector<Tensor>> found = run_small(LoadedModel(graph.value()), run.inputs, std::byte{0});
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
  const Result<std::shared_ptr<const Graph>> graph = openvino::build_model(model, kLimits);
  if (!graph.ok()) return;
  const LoadedModel loaded(graph.value());
  const std::optional<FuzzRun> run = run_twice(loaded, bytes);
  if (run) check_written_graph(loaded, *run);
}

}  // namespace
}  // namespace backedge

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  backedge::check_model(backedge::FuzzBytes(data, size));
  return 0;
}
