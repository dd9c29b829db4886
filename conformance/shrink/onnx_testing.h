#pragma once

#include <string>
#include <utility>
#include <vector>

#include "conformance/verify/interpreter_backend.h"
#include "interpreter/onnx/lower_model.h"
#include "interpreter/onnx/read_model.h"
#include "interpreter/onnx/schema.h"

/// Backends that run every model in ONNX, but each has one fault.
namespace backedge::shrink {

/// Takes one operator for another in every model in ONNX, at any depth, unless onnx::write_graph wrote it.
class OperatorBackend : public InterpreterBackend {
 public:
  OperatorBackend(std::string type, std::string other) : type_(std::move(type)), other_(std::move(other)) {}

  BackendAnswer load(const ModelFiles& given) override {
    if (given.text.find("backedge") != given.text.npos) return InterpreterBackend::load(given);
    std::string bytes =
        given.format.is_text ? onnx::binary_of_text(given.text, given.path).value() : given.text;
    auto model = onnx::parse_model(bytes, given.path, int64_t{1} << 30).value();
    misread(*model->mutable_graph());
    ModelFiles changed{.format = kBinaryOnnx, .text = model->SerializeAsString()};
    changed.path = kBinaryOnnx.model_file;
    return InterpreterBackend::load(changed);
  }

 private:
  void misread(onnx::schema::GraphProto& graph) const {
    for (auto& node : *graph.mutable_node()) {
      if (node.op_type() == type_) node.set_op_type(other_);
      for (auto& attribute : *node.mutable_attribute()) {
        if (attribute.has_g()) misread(*attribute.mutable_g());
      }
    }
  }

  std::string type_, other_;
};

/// Adds a number to the input "M", which bounds the iterations of a Loop.
class MiscountingBackend : public InterpreterBackend {
 public:
  explicit MiscountingBackend(int64_t added) : added_(added) {}

  BackendAnswer infer(const std::vector<NamedTensor>& given) override {
    std::vector<NamedTensor> inputs = given;
    for (NamedTensor& input : inputs) {
      if (input.name == "M")
        input.tensor = Tensor::scalar<int64_t>(input.tensor.values<int64_t>()[0] + added_);
    }
    return InterpreterBackend::infer(inputs);
  }

 private:
  int64_t added_;
};

}  // namespace backedge::shrink
