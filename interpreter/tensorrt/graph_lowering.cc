#include "interpreter/tensorrt/graph_lowering.h"

#include "interpreter/tensorrt/nesting.h"

namespace backedge::tensorrt {

size_t GraphLowering::add_integers(std::span<const int64_t> values) {
  return add_constant(Tensor::of<int64_t>({std::ssize(values)}, values));
}

Result<std::vector<size_t>> GraphLowering::apply(const ILayer& layer, Operation operation,
                                                 std::vector<size_t> inputs, size_t outputs) {
  Node node{.place = {file_, 0, title_of(layer), name_of(*layer.getOutput(0))},
            .type = layer.data().kind,
            .inputs = std::move(inputs)};
  return graph_.add_operation(std::move(node), std::move(operation), outputs);
}

std::vector<size_t> GraphLowering::add_loop(std::string title, std::string name, std::vector<size_t> inputs,
                                            LoopNode loop, std::span<const Known> outputs) {
  Node node{
      .place = {file_, 0, std::move(title), std::move(name)}, .type = "Loop", .inputs = std::move(inputs)};
  return graph_.add_loop(std::move(node), std::move(loop), outputs);
}

std::vector<size_t> GraphLowering::add_if(std::string title, std::string name, std::vector<size_t> inputs,
                                          IfNode branches, std::span<const Known> outputs) {
  Node node{
      .place = {file_, 0, std::move(title), std::move(name)}, .type = "If", .inputs = std::move(inputs)};
  return graph_.add_if(std::move(node), std::move(branches), outputs);
}

}  // namespace backedge::tensorrt
