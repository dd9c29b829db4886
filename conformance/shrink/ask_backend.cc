#include "conformance/shrink/ask_backend.h"

#include "conformance/shrink/coarse_comparison.h"
#include "conformance/shrink/graphs.h"
#include "conformance/shrink/write_model_files.h"

namespace backedge::shrink {
namespace {

template <class T>
BackendAnswer answer_to(Backend& backend, const T& subject, const Reference& reference,
                        const ModelFiles& files) {
  BackendAnswer answer = backend.load(files);
  if (!std::holds_alternative<Done>(answer)) return answer;
  for (size_t k = 0; k < subject.inferences.size(); ++k) {
    answer = backend.infer(named_inputs(subject, reference, k));
    if (std::holds_alternative<Broken>(answer)) return answer;
  }
  backend.unload();
  return answer;
}

const ModelFormat& format_of(const Subject& subject) { return subject.format; }
const ModelFormat& format_of(const OnnxSubject&) { return kBinaryOnnx; }

template <class T>
Result<Asked> ask(Backend& backend, T& subject, size_t judged, const std::string& folder) {
  put_in_order(subject);
  Reference reference = run_reference(subject);
  if (reference.text.empty()) return Asked{{.outcome = Outcome::kSkipped, .text = reference.fault}, {}};
  const ModelFiles files =
      TRY(write_model_files(folder, reference.text, weights_of(subject), format_of(subject)));
  BackendAnswer answer = answer_to(backend, subject, reference, files);
  if (auto* broken = std::get_if<Broken>(&answer); broken != nullptr && broken->fault)
    return *std::move(broken->fault);

  Asked asked;
  if (auto* outputs = std::get_if<Outputs>(&answer)) {
    asked.outputs = outputs->tensors;
    if (outputs->tensors.size() > judged) outputs->tensors.resize(judged);
  }
  Answer expected = std::move(reference.answers.back());
  if (auto* goldens = std::get_if<std::vector<ExpectedTensor>>(&expected)) {
    if (goldens->size() > judged) goldens->resize(judged);
    for (ExpectedTensor& golden : *goldens) golden.comparison = coarse_comparison(golden.tensor);
  }
  asked.verdict = judge({expected}, answer);
  return asked;
}

}  // namespace

Result<Asked> ask_backend(Backend& backend, Subject& subject, size_t judged, const std::string& folder) {
  return ask(backend, subject, judged, folder);
}

Result<Asked> ask_backend(Backend& backend, OnnxSubject& subject, size_t judged, const std::string& folder) {
  return ask(backend, subject, judged, folder);
}

}  // namespace backedge::shrink
