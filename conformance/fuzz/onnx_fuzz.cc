#include "conformance/fuzz/fuzz_bytes.h"
#include "conformance/fuzz/onnx_input.h"
#include "conformance/fuzz/run_twice.h"
#include "interpreter/onnx/lower_model.h"

/// Fuzzes an ONNX model, binary or in the text syntax, and its inputs. An error names its rule. A text means
/// the same as the binary model that is made of it. A model that loads is run twice: run_twice.h.
namespace backedge {
namespace {

// Relative, in a folder that does not exist: a model reads no external data.
constexpr const char* kBinaryName = "none/fuzz.onnx";
constexpr const char* kTextName = "none/fuzz.onnxtxt";

Result<LoadedModel> load_checked(const std::string& bytes, const std::string& name) {
  Result<LoadedModel> model = load_text(bytes, name, {.max_bytes = kMostFuzzBytes, .max_seconds = 5});
  demand(model.ok() || (!model.error().rule().empty() && !model.error().message().empty()),
         "an error without rule or message");
  return model;
}

// Checks that a text and its binary model are both accepted, or both rejected by the same rule.
void check_same_meaning(const Result<LoadedModel>& of_text, const std::string& text) {
  const Result<std::string> binary = onnx::binary_of_text(text, kTextName);
  if (!binary.ok()) {
    demand(!of_text.ok() && of_text.error().phase() == Phase::kRead, "a text that is no model is loaded");
    return;
  }
  const Result<LoadedModel> of_binary = load_checked(binary.value(), kBinaryName);
  if (is_limit(of_text) || is_limit(of_binary)) return;
  demand(of_text.ok() == of_binary.ok(), "only one of a text and its binary model is rejected:\n" +
                                             error_text(of_text) + error_text(of_binary));
  if (!of_text.ok())
    demand(of_text.error().rule() == of_binary.error().rule(),
           "a text and its binary model break other rules:\n" + of_text.error().text() + "\n" +
               of_binary.error().text());
}

void check_onnx(const OnnxInput& input) {
  const Result<LoadedModel> model = load_checked(input.model, input.is_text() ? kTextName : kBinaryName);
  if (input.is_text()) check_same_meaning(model, input.model);
  if (!model.ok()) return;
  FuzzBytes values(reinterpret_cast<const uint8_t*>(input.values.data()), input.values.size());
  run_twice(model.value(), values);
}

}  // namespace
}  // namespace backedge

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  backedge::check_onnx(backedge::OnnxInput(data, size));
  return 0;
}
