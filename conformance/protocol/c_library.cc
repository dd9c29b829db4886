#include "conformance/protocol/c_library.h"

#include <dlfcn.h>

#include <cstring>
#include <filesystem>
#include <optional>

namespace backedge {
namespace {

static_assert(BACKEDGE_BOOLEAN == static_cast<int>(ElementType::kBoolean) + 1);
static_assert(BACKEDGE_MAX_RANK == kMaxRank);
static_assert(BACKEDGE_F64 == static_cast<int>(ElementType::kF64) + 1);

Error start_error(std::string message) { return Error("BACKEND-1", std::move(message)); }

Broken breach(std::string why) {
  return {Broken::Kind::kProtocolError, "the library breaks the rules of backend_c.h: " + std::move(why)};
}

std::string text_of(const char* text) { return text == nullptr ? "" : text; }

// The texts before the final NULL.
std::vector<std::string> texts_of(const char* const* texts) {
  std::vector<std::string> found;
  for (; texts != nullptr && *texts != nullptr; ++texts) found.emplace_back(*texts);
  return found;
}

backedge_tensor c_tensor(const NamedTensor& input) {
  const Tensor& tensor = input.tensor;
  return {.name = input.name.c_str(),
          .element_type = static_cast<int32_t>(tensor.type()) + 1,
          .rank = static_cast<int32_t>(tensor.shape().rank()),
          .shape = tensor.shape().begin(),
          .data = tensor.bytes(),
          .byte_count = static_cast<size_t>(tensor.byte_count())};
}

// A copy of an output, or the fault in it.
std::variant<Tensor, std::string> read_output(const backedge_tensor& output) {
  if (output.element_type < BACKEDGE_BOOLEAN || output.element_type > BACKEDGE_F64)
    return "element type " + std::to_string(output.element_type);
  const auto type = static_cast<ElementType>(output.element_type - 1);
  if (output.rank < 0 || output.rank > kMaxRank) return "rank " + std::to_string(output.rank);
  if (output.rank > 0 && output.shape == nullptr) return "no shape";
  Shape shape;
  for (int32_t axis = 0; axis < output.rank; ++axis) {
    if (output.shape[axis] < 0) return "dimension " + std::to_string(output.shape[axis]);
    shape.push_back(output.shape[axis]);
  }
  const std::optional<int64_t> bytes = checked_bytes(shape, size_of(type));
  if (!bytes || static_cast<uint64_t>(*bytes) != output.byte_count)
    return std::to_string(output.byte_count) + " bytes for " + describe(type, shape);
  if (*bytes > 0 && output.data == nullptr) return "no data";
  Tensor tensor = Tensor::zeros(type, shape);
  if (*bytes > 0) std::memcpy(tensor.writable_bytes(), output.data, output.byte_count);
  for (int64_t k = 0; type == ElementType::kBoolean && k < *bytes; ++k) {
    if (tensor.bytes()[k] > std::byte{1}) return "a boolean that is neither 0 nor 1";
  }
  return tensor;
}

BackendAnswer read_outputs(const backedge_answer& answer) {
  if (answer.output_count > 0 && answer.outputs == nullptr) return breach("no outputs");
  Outputs outputs;
  for (size_t k = 0; k < answer.output_count; ++k) {
    std::variant<Tensor, std::string> read = read_output(answer.outputs[k]);
    if (const auto* why = std::get_if<std::string>(&read))
      return breach("output " + std::to_string(k) + ": " + *why);
    outputs.tensors.push_back(std::get<Tensor>(std::move(read)));
  }
  return outputs;
}

// Reads an answer that both load and run may give.
BackendAnswer read_refusal(const backedge_answer& answer) {
  switch (answer.kind) {
    case BACKEDGE_REJECTED:
      if (answer.phase != BACKEDGE_PHASE_LOAD && answer.phase != BACKEDGE_PHASE_RUN)
        return breach("rejected in phase " + std::to_string(answer.phase));
      return Rejected{answer.phase == BACKEDGE_PHASE_LOAD ? Phase::kLoad : Phase::kRun, text_of(answer.rule),
                      text_of(answer.message)};
    case BACKEDGE_SKIPPED:
      return Skipped{text_of(answer.message)};
    case BACKEDGE_FAILED:
      return Failed{text_of(answer.message)};
  }
  return breach("an answer of kind " + std::to_string(answer.kind));
}

}  // namespace

Result<std::unique_ptr<CLibrary>> CLibrary::open(const std::string& file, const char* const* arguments) {
  std::error_code failure;
  // The loader would search the system's libraries for a name without a folder.
  void* const library =
      dlopen(std::filesystem::absolute(file, failure).c_str(), RTLD_NOW | RTLD_LOCAL);  // never closed
  if (library == nullptr) return start_error(text_of(dlerror()));
  std::string missing;
  const auto find = [&](const char* name, auto& function) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
    if (function == nullptr && missing.empty()) missing = name;
  };
  Functions functions;
  find("backedge_abi_version", functions.abi_version);
  if (missing.empty() && functions.abi_version() != BACKEDGE_ABI_VERSION) {
    return start_error(file + " has version " + std::to_string(functions.abi_version()) +
                       " of the ABI, not " + std::to_string(BACKEDGE_ABI_VERSION));
  }
  find("backedge_hello", functions.hello);
  find("backedge_load", functions.load);
  find("backedge_run", functions.run);
  find("backedge_unload", functions.unload);
  find("backedge_bye", functions.bye);
  if (!missing.empty()) return start_error(file + " has no function " + missing);

  backedge_description description{};
  backedge_backend* const backend = functions.hello(arguments, &description);
  if (backend == nullptr) return start_error(file + ": hello gives no backend");
  Hello hello{.name = text_of(description.name), .version = text_of(description.version)};
  if (hello.name.empty() || hello.version.empty()) return start_error(file + ": no name or version");
  hello.features = texts_of(description.features);
  if (description.formats != nullptr) hello.formats = texts_of(description.formats);
  if (hello.formats.empty()) return start_error(file + ": no formats");
  return std::unique_ptr<CLibrary>(new CLibrary(functions, backend, std::move(hello)));
}

CLibrary::~CLibrary() {
  unload();
  functions_.bye(backend_);
}

BackendAnswer CLibrary::load(const ModelFiles& model) {
  unload();
  backedge_answer answer{};
  const char* const weights = model.weights.empty() ? nullptr : model.weights.c_str();
  model_ = functions_.load(backend_, model.path.c_str(), weights, &answer);
  if (model_ != nullptr) return Done();
  return read_refusal(answer);
}

BackendAnswer CLibrary::infer(const std::vector<NamedTensor>& inputs) {
  if (model_ == nullptr) return Failed{"no model is loaded"};
  std::vector<backedge_tensor> tensors;
  for (const NamedTensor& input : inputs) tensors.push_back(c_tensor(input));
  backedge_answer answer{};
  functions_.run(model_, tensors.data(), tensors.size(), &answer);
  return answer.kind == BACKEDGE_OUTPUTS ? read_outputs(answer) : read_refusal(answer);
}

BackendAnswer CLibrary::unload() {
  if (model_ != nullptr) functions_.unload(model_);
  model_ = nullptr;
  return Done();
}

}  // namespace backedge
