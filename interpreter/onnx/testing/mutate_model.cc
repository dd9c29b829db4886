#include "interpreter/onnx/testing/mutate_model.h"

#include <array>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "interpreter/onnx/schema.h"

namespace backedge::onnx::testing {
namespace {

template <class T>
using List = google::protobuf::RepeatedPtrField<T>;

// The parts of a model, at any depth.
struct Parts {
  std::vector<schema::GraphProto*> graphs;
  std::vector<List<schema::NodeProto>*> node_lists;
  std::vector<schema::NodeProto*> nodes;
  std::vector<schema::AttributeProto*> attributes;
  std::vector<schema::TensorProto*> tensors;
  std::vector<schema::ValueInfoProto*> values;
  std::vector<std::string*> names;  // of values, where they are made and where they are used

  void add(List<schema::NodeProto>& list) {
    node_lists.push_back(&list);
    for (schema::NodeProto& node : list) {
      nodes.push_back(&node);
      for (std::string& name : *node.mutable_input()) names.push_back(&name);
      for (std::string& name : *node.mutable_output()) names.push_back(&name);
      for (schema::AttributeProto& attribute : *node.mutable_attribute()) add(attribute);
    }
  }

  void add(schema::AttributeProto& attribute) {
    attributes.push_back(&attribute);
    if (attribute.has_t()) tensors.push_back(attribute.mutable_t());
    if (attribute.has_g()) add(*attribute.mutable_g());
    for (schema::GraphProto& graph : *attribute.mutable_graphs()) add(graph);
  }

  void add(schema::GraphProto& graph) {
    graphs.push_back(&graph);
    for (auto* list : {graph.mutable_input(), graph.mutable_output(), graph.mutable_value_info()}) {
      for (schema::ValueInfoProto& value : *list) {
        values.push_back(&value);
        names.push_back(value.mutable_name());
      }
    }
    for (schema::TensorProto& tensor : *graph.mutable_initializer()) {
      tensors.push_back(&tensor);
      names.push_back(tensor.mutable_name());
    }
    for (schema::SparseTensorProto& sparse : *graph.mutable_sparse_initializer()) {
      tensors.push_back(sparse.mutable_values());
      tensors.push_back(sparse.mutable_indices());
    }
    add(*graph.mutable_node());
  }

  void add(schema::ModelProto& model) {
    add(*model.mutable_graph());
    for (schema::FunctionProto& function : *model.mutable_functions()) {
      for (std::string& name : *function.mutable_input()) names.push_back(&name);
      for (std::string& name : *function.mutable_output()) names.push_back(&name);
      add(*function.mutable_node());
    }
  }
};

class Mutator {
 public:
  Mutator(unsigned seed, const std::function<void(std::string&)>& mutate_bytes)
      : random_(seed), mutate_bytes_(mutate_bytes) {}

  void change(schema::ModelProto& model) {
    Parts parts;
    parts.add(model);
    const size_t choice = below(32);
    if (choice < 8) return change_name(parts);
    if (choice < 10) return change_operator(parts);
    if (choice < 15) return on_one(parts.attributes, [&](auto& attribute) { change_attribute(attribute); });
    if (choice < 18) return on_one(parts.values, [&](auto& value) { change_type(*value.mutable_type()); });
    if (choice < 22) return on_one(parts.tensors, [&](auto& tensor) { change_tensor(tensor); });
    if (choice < 25) return change_nodes(parts);
    if (choice < 27) return on_one(parts.nodes, [&](auto& node) { change_ports(node); });
    if (choice < 30) return on_one(parts.graphs, [&](auto& graph) { change_graph(graph); });
    if (choice < 31) return change_versions(model);
    change_list(*model.mutable_functions());
  }

  size_t below(size_t bound) { return bound == 0 ? 0 : random_() % bound; }

 private:
  template <class T, class Change>
  void on_one(const std::vector<T*>& parts, Change&& change) {
    if (!parts.empty()) change(*parts[below(parts.size())]);
  }

  int64_t other_number(int64_t number) {
    using Limits = std::numeric_limits<int64_t>;
    constexpr std::array kNumbers = {int64_t{-1}, int64_t{0},    int64_t{1},    int64_t{2},
                                     int64_t{3},  int64_t{-2},   int64_t{7},    int64_t{64},
                                     int64_t{16}, Limits::max(), Limits::min(), int64_t{1} << 32};
    switch (below(4)) {
      case 0:
        return number == Limits::max() ? number : number + 1;
      case 1:
        return number == Limits::min() ? number : number - 1;
      default:
        return kNumbers[below(kNumbers.size())];
    }
  }

  // The values of TensorProto.DataType, and a few that do not exist.
  int other_data_type() { return static_cast<int>(below(4) == 0 ? below(30) : 1 + below(13)); }

  // Removes, repeats or exchanges elements.
  template <class T>
  void change_list(List<T>& list) {
    if (list.empty()) return;
    const auto first = static_cast<int>(below(list.size())), second = static_cast<int>(below(list.size()));
    switch (below(3)) {
      case 0:
        list.DeleteSubrange(first, 1);
        return;
      case 1: {
        const T copy = list.Get(first);
        *list.Add() = copy;
        list.SwapElements(list.size() - 1, second);
        return;
      }
      default:
        list.SwapElements(first, second);
    }
  }

  template <class Numbers>
  void change_numbers(Numbers& numbers) {
    const size_t choice = below(4);
    if (choice == 0 || numbers.empty()) {
      numbers.Add(static_cast<typename Numbers::value_type>(other_number(0)));
    } else if (choice == 1) {
      numbers.RemoveLast();
    } else {
      auto& number = numbers[static_cast<int>(below(numbers.size()))];
      const bool fits = number > -1e9 && number < 1e9;
      number =
          static_cast<typename Numbers::value_type>(other_number(fits ? static_cast<int64_t>(number) : 0));
    }
  }

  void change_name(Parts& parts) {
    if (parts.names.empty()) return;
    std::string& name = *parts.names[below(parts.names.size())];
    const size_t choice = below(16);
    if (choice == 0) {
      name.clear();
    } else if (choice == 1) {
      mutate_bytes_(name);
    } else {
      name = std::string(*parts.names[below(parts.names.size())]);
    }
  }

  void change_operator(Parts& parts) {
    if (parts.nodes.empty()) return;
    schema::NodeProto& node = *parts.nodes[below(parts.nodes.size())];
    const schema::NodeProto& other = *parts.nodes[below(parts.nodes.size())];
    if (below(2) == 0) return mutate_bytes_(*node.mutable_op_type());
    node.set_op_type(std::string(other.op_type()));
    node.set_domain(std::string(other.domain()));
  }

  void change_attribute(schema::AttributeProto& attribute) {
    switch (below(8)) {
      case 0:
        return mutate_bytes_(*attribute.mutable_name());
      case 1:
        attribute.set_type(static_cast<schema::AttributeProto::AttributeType>(below(15)));
        return;
      case 2:
        return mutate_bytes_(*attribute.mutable_s());
      case 3:
        attribute.set_f(static_cast<float>(other_number(0)) / 2);
        return;
      case 4:
      case 5:
        return change_numbers(*attribute.mutable_ints());
      default:
        attribute.set_i(other_number(attribute.i()));
    }
  }

  void change_type(schema::TypeProto& type) {
    if (below(16) == 0) return type.Clear();
    if (below(16) == 0) {
      const schema::TypeProto copy = type;
      *(below(2) == 0 ? type.mutable_sequence_type()->mutable_elem_type()
                      : type.mutable_optional_type()->mutable_elem_type()) = copy;
      return;
    }
    if (type.has_sequence_type()) return change_type(*type.mutable_sequence_type()->mutable_elem_type());
    auto& tensor = *type.mutable_tensor_type();
    if (below(3) == 0) return tensor.set_elem_type(other_data_type());
    if (below(8) == 0) return tensor.clear_shape();
    auto& dims = *tensor.mutable_shape()->mutable_dim();
    const size_t choice = below(4);
    if (choice == 0) return change_list(dims);
    auto& dim = choice == 1 || dims.empty() ? *dims.Add() : dims[static_cast<int>(below(dims.size()))];
    below(2) == 0 ? dim.set_dim_param("n") : dim.set_dim_value(other_number(dim.dim_value()));
  }

  void change_tensor(schema::TensorProto& tensor) {
    switch (below(8)) {
      case 0:
        return tensor.set_data_type(other_data_type());
      case 1:
        return change_numbers(*tensor.mutable_dims());
      case 2:
        return change_numbers(*tensor.mutable_int64_data());
      case 3:
        return change_numbers(*tensor.mutable_int32_data());
      case 4:
        return change_numbers(*tensor.mutable_float_data());
      case 5: {
        auto& entry = *tensor.add_external_data();
        entry.set_key("location");
        entry.set_value("data");
        return tensor.set_data_location(schema::TensorProto::EXTERNAL);
      }
      default:
        return mutate_bytes_(*tensor.mutable_raw_data());
    }
  }

  // Changes the order of nodes, or copies one into another graph.
  void change_nodes(Parts& parts) {
    List<schema::NodeProto>& list = *parts.node_lists[below(parts.node_lists.size())];
    if (below(3) != 0 || parts.nodes.empty()) return change_list(list);
    const schema::NodeProto copy = *parts.nodes[below(parts.nodes.size())];
    *list.Add() = copy;
    list.SwapElements(list.size() - 1, static_cast<int>(below(list.size())));
  }

  void change_ports(schema::NodeProto& node) {
    const size_t choice = below(3);
    if (choice == 0) return change_list(*node.mutable_attribute());
    auto& names = choice == 1 ? *node.mutable_input() : *node.mutable_output();
    if (below(4) != 0) return change_list(names);
    *names.Add() = "new";
  }

  void change_graph(schema::GraphProto& graph) {
    switch (below(4)) {
      case 0:
        return change_list(*graph.mutable_input());
      case 1:
        return change_list(*graph.mutable_output());
      case 2:
        return change_list(*graph.mutable_initializer());
      default:
        return change_list(*graph.mutable_value_info());
    }
  }

  void change_versions(schema::ModelProto& model) {
    if (below(4) == 0) return model.set_ir_version(static_cast<int64_t>(below(16)));
    auto& imports = *model.mutable_opset_import();
    if (imports.empty() || below(8) == 0) imports.Add();
    imports[static_cast<int>(below(imports.size()))].set_version(static_cast<int64_t>(below(30)));
  }

  std::mt19937 random_;
  const std::function<void(std::string&)>& mutate_bytes_;
};

}  // namespace

std::string mutate_model(const std::string& bytes, unsigned seed,
                         const std::function<void(std::string&)>& mutate_bytes) {
  schema::ModelProto model;
  if (!model.ParseFromString(bytes)) model.Clear();
  Mutator mutator(seed, mutate_bytes);
  for (size_t changes = 1 + mutator.below(3); changes > 0; --changes) mutator.change(model);
  return model.SerializeAsString();
}

}  // namespace backedge::onnx::testing
