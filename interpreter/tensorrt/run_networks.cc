// Runs networks for a test. It reads a JSON list of {"model", "inputs"} and writes a list of {"outputs"} or
// {"rule", "phase", "text"}.

#include <iostream>
#include <nlohmann/json.hpp>

#include "interpreter/interpreter.h"
#include "interpreter/tensor/decimal.h"

namespace backedge {
namespace {

using Json = nlohmann::json;

Tensor read_tensor(const Json& json) {
  Shape shape;
  for (const Json& dim : json["shape"]) shape.push_back(dim.get<int64_t>());
  Tensor tensor = Tensor::zeros(*element_type_named(json["type"].get<std::string>()), shape);
  dispatch(tensor.type(), [&]<class T>(TypeTag<T>) {
    T* next = tensor.writable<T>();
    for (const Json& value : json["values"]) {
      if (value.is_number_integer()) {
        *next++ = element_of<T>(value.get<int64_t>());
      } else {
        *next++ = element_of<T>(value.is_boolean() ? (value.get<bool>() ? 1 : 0) : value.get<double>());
      }
    }
  });
  return tensor;
}

Json write_tensor(const Tensor& tensor) {
  Json values = Json::array();
  dispatch(tensor.type(), [&]<class T>(TypeTag<T>) {
    for (const T value : tensor.values<T>()) {
      if constexpr (kIsReal<T>) {
        values.push_back(double{exactly(value)});
      } else {
        values.push_back(value);
      }
    }
  });
  const Shape& shape = tensor.shape();
  return {{"type", name_of(tensor.type())},
          {"shape", std::vector<int64_t>(shape.begin(), shape.end())},
          {"values", values}};
}

Result<Json> run_network(const Json& network) {
  const LoadedModel model = TRY(load_text(network["model"].get<std::string>(), "model.json"));
  std::vector<Tensor> inputs;
  for (const ModelInput& input : model.inputs()) inputs.push_back(read_tensor(network["inputs"][input.name]));
  Json outputs = Json::array();
  for (const Tensor& output : TRY(run(model, inputs))) outputs.push_back(write_tensor(output));
  return Json{{"outputs", outputs}};
}

int run_networks() {
  Json answers = Json::array();
  for (const Json& network : Json::parse(std::cin)) {
    const Result<Json> answer = run_network(network);
    answers.push_back(answer.ok() ? answer.value()
                                  : Json{{"rule", answer.error().rule()},
                                         {"phase", name_of(answer.error().phase())},
                                         {"text", answer.error().text()}});
  }
  std::cout << answers.dump();
  return 0;
}

}  // namespace
}  // namespace backedge

int main() { return backedge::run_networks(); }
