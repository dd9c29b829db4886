#include "interpreter/c_api.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <new>
#include <type_traits>

#include "interpreter/base/within_memory.h"
#include "interpreter/interpreter.h"
#include "interpreter/version.h"

using namespace backedge;

namespace {

// A port and the shape that it points to.
struct Port {
  std::string name, element_type;
  std::vector<int64_t> shape;
  int64_t rank;
};

template <class ModelPort>
std::vector<Port> ports_of(const std::vector<ModelPort>& ports) {
  std::vector<Port> made;
  for (const ModelPort& port : ports) {
    Port& one = made.emplace_back(Port{
        port.name, std::string(name_of(port.type)), {}, port.shape.rank_known() ? port.shape.rank() : -1});
    for (int64_t axis = 0; axis < one.rank; ++axis)
      one.shape.push_back(port.shape[axis].known() ? port.shape[axis].min : -1);
  }
  return made;
}

backedge_port port_at(const std::vector<Port>& ports, size_t position) {
  if (position >= ports.size()) return {};
  const Port& port = ports[position];
  return {port.name.c_str(), port.element_type.c_str(), port.rank, port.shape.data()};
}

backedge_tensor tensor_of(const Tensor& tensor) {
  // The names are literals, which end with a zero.
  return {name_of(tensor.type()).data(), tensor.shape().rank(), tensor.shape().begin(), tensor.bytes()};
}

}  // namespace

struct backedge_model {
  LoadedModel loaded;
  std::vector<Port> inputs = ports_of(loaded.inputs()), outputs = ports_of(loaded.outputs()),
                    defaults = ports_of(loaded.defaults());
};

struct backedge_outputs {
  std::vector<Tensor> tensors;
};

struct backedge_error {
  std::string phase, rule, where, message;
};

namespace {

// Made in advance, for when there is not even memory for an error.
backedge_error no_memory{"run", "LIMIT-5", "", "the machine has no more memory"};

// Calls work(), and returns its value on the heap; or null, and the error.
template <class Work>
auto hand_over(Work&& work, backedge_error** error) noexcept {
  using Made = std::remove_cvref_t<decltype(work().value())>;
  Made* none = nullptr;
  try {
    Result<Made> made = within_memory(work);
    if (made.ok()) return new Made(std::move(made).value());
    const Error& why = made.error();
    if (error != nullptr)
      *error = new backedge_error{std::string(name_of(why.phase())), why.rule(), why.where(), why.message()};
  } catch (const std::bad_alloc&) {  // [LIMIT-5]
    if (error != nullptr) *error = &no_memory;
  }
  return none;
}

Error wrong_structure(const std::string& message) {
  return Error("INPUT-7", message).in(Phase::kInput);  // [INPUT-7]
}

// The caller's options, with 0 for members that its version of the header lacks.
Result<backedge_options> complete_options(const backedge_options* given) {
  backedge_options options = {};
  if (given == nullptr) return options;
  if (given->size < sizeof(given->size))
    return wrong_structure("the member `size` of the options is " + std::to_string(given->size) +
                           ", expected sizeof(backedge_options)");
  std::memcpy(&options, given, std::min(given->size, sizeof(options)));
  if (options.max_bytes < 0 || options.max_iterations < 0 || !(options.max_seconds >= 0))
    return wrong_structure("a limit of the options is negative or NaN; 0 means its default");
  return options;
}

Result<LoadOptions> load_options(const backedge_options* given) {
  const backedge_options options = TRY(complete_options(given));
  LoadOptions load;
  if (options.weights != nullptr) load.weights = options.weights;
  if (options.max_bytes > 0) load.max_bytes = options.max_bytes;
  if (options.max_seconds > 0) load.max_seconds = options.max_seconds;
  if (options.overridden != nullptr)
    load.overridden.assign(options.overridden, options.overridden + options.overridden_count);
  load.variable_outputs = options.variable_outputs != 0;
  return load;
}

std::function<void(const TraceEvent&)> tracer(const backedge_options& options) {
  if (options.trace == nullptr) return {};
  return [trace = options.trace, user = options.user](const TraceEvent& event) {
    constexpr const char* kKinds[] = {"loop begin", "iteration begin", "parameter", "result", "loop end"};
    const std::string loop(event.title), name(event.name);
    const backedge_tensor tensor = event.tensor == nullptr ? backedge_tensor{} : tensor_of(*event.tensor);
    const backedge_event passed = {.kind = kKinds[static_cast<size_t>(event.kind)],
                                   .loop = loop.c_str(),
                                   .depth = event.depth,
                                   .iteration = event.iteration,
                                   .name = name.empty() ? nullptr : name.c_str(),
                                   .tensor = event.tensor == nullptr ? nullptr : &tensor};
    trace(user, &passed);
  };
}

Result<RunOptions> run_options(const backedge_options* given) {
  const backedge_options options = TRY(complete_options(given));
  RunOptions run;
  if (options.max_bytes > 0) run.limits.max_bytes = options.max_bytes;
  if (options.max_iterations > 0) run.limits.max_iterations = options.max_iterations;
  if (options.max_seconds > 0) run.limits.max_seconds = options.max_seconds;
  run.trace = tracer(options);
  return run;
}

// The caller's elements without a copy, if a kernel can read them where they are.
Result<Tensor> borrow(const backedge_tensor& given) {
  const std::string name = given.element_type == nullptr ? "" : given.element_type;
  const std::optional<ElementType> type = element_type_named(name);
  if (!type) return Error("INPUT-3", "there is no element type \"" + name + "\"");  // [INPUT-3]
  TRY(check_rank(given.rank, "an input"));
  if (given.rank > 0 && given.shape == nullptr) return wrong_structure("the shape of an input is null");
  const Shape shape(std::span(given.shape, static_cast<size_t>(given.rank)));
  const std::optional<int64_t> bytes = checked_bytes(shape, size_of(*type));
  if (!bytes) return Error("INPUT-4", shape.text() + " is not the shape of a tensor");  // [INPUT-4]
  if (*bytes > 0 && given.data == nullptr)
    return wrong_structure("the data of an input of shape " + shape.text() + " is null");
  if (reinterpret_cast<uintptr_t>(given.data) % static_cast<uintptr_t>(size_of(*type)) != 0 ||
      given.data == nullptr) {
    Tensor copy = Tensor::zeros(*type, shape);
    if (*bytes > 0) std::memcpy(copy.writable_bytes(), given.data, static_cast<size_t>(*bytes));
    return copy;
  }
  auto* data = static_cast<std::byte*>(const_cast<void*>(given.data));
  return Tensor(*type, shape, std::shared_ptr<std::byte>(data, [](std::byte*) {}));
}

// Whether a tensor is a part of another one's memory.
bool shares(const Tensor& tensor, const Tensor& other) {
  const std::less<> before;
  return !before(tensor.bytes(), other.bytes()) && before(tensor.bytes(), other.bytes() + other.byte_count());
}

Result<backedge_outputs> run_borrowed(const LoadedModel& model, std::span<const backedge_tensor> given,
                                      const RunOptions& options) {
  std::vector<Tensor> inputs;  // lives during the run: memory with another owner is never written to
  for (const backedge_tensor& tensor : given) {
    Result<Tensor> input = borrow(tensor);
    if (!input.ok()) return input.take_error().in(Phase::kInput);
    inputs.push_back(std::move(input).value());
  }
  std::vector<Tensor> outputs = TRY(run(model, inputs, options));
  for (Tensor& output : outputs) {
    if (std::ranges::any_of(inputs, [&](const Tensor& input) { return shares(output, input); }))
      output.writable_bytes();  // a copy, because the caller may change or free the input
  }
  return backedge_outputs{std::move(outputs)};
}

}  // namespace

const char* backedge_version(void) { return kVersion.data(); }

backedge_model* backedge_load(const char* path, const backedge_options* options, backedge_error** error) {
  return hand_over(
      [&]() -> Result<backedge_model> {
        if (path == nullptr) return wrong_structure("the path is null");
        return backedge_model{TRY(load(path, TRY(load_options(options))))};
      },
      error);
}

backedge_model* backedge_load_bytes(const void* bytes, size_t size, const char* name,
                                    const backedge_options* options, backedge_error** error) {
  return hand_over(
      [&]() -> Result<backedge_model> {
        if (name == nullptr) return wrong_structure("the name is null");
        if (bytes == nullptr && size > 0) return wrong_structure("the bytes are null");
        const LoadOptions load = TRY(load_options(options));
        std::string text;
        text.assign(static_cast<const char*>(bytes), size);  // unlike the constructor, checks the size first
        return backedge_model{TRY(load_text(std::move(text), name, load))};
      },
      error);
}

void backedge_free_model(backedge_model* model) { delete model; }

size_t backedge_input_count(const backedge_model* model) { return model->inputs.size(); }
size_t backedge_output_count(const backedge_model* model) { return model->outputs.size(); }
backedge_port backedge_input(const backedge_model* model, size_t position) {
  return port_at(model->inputs, position);
}
backedge_port backedge_output(const backedge_model* model, size_t position) {
  return port_at(model->outputs, position);
}

size_t backedge_default_count(const backedge_model* model) { return model->defaults.size(); }
backedge_port backedge_default(const backedge_model* model, size_t position) {
  return port_at(model->defaults, position);
}

backedge_outputs* backedge_run(const backedge_model* model, const backedge_tensor* inputs, size_t count,
                               const backedge_options* options, backedge_error** error) {
  return hand_over(
      [&]() -> Result<backedge_outputs> {
        const RunOptions run = TRY(run_options(options));
        return run_borrowed(model->loaded, std::span(inputs, count), run);
      },
      error);
}

void backedge_free_outputs(backedge_outputs* outputs) { delete outputs; }

backedge_tensor backedge_output_tensor(const backedge_outputs* outputs, size_t position) {
  return position < outputs->tensors.size() ? tensor_of(outputs->tensors[position]) : backedge_tensor{};
}

const char* backedge_error_phase(const backedge_error* error) { return error->phase.c_str(); }
const char* backedge_error_rule(const backedge_error* error) { return error->rule.c_str(); }
const char* backedge_error_where(const backedge_error* error) { return error->where.c_str(); }
const char* backedge_error_message(const backedge_error* error) { return error->message.c_str(); }
void backedge_free_error(backedge_error* error) {
  if (error != &no_memory) delete error;
}
