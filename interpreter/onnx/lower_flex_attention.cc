#include <cmath>

#include "interpreter/base/number_text.h"
#include "interpreter/onnx/data_types.h"
#include "interpreter/onnx/repeat_heads.h"
#include "interpreter/ops/along_axis.h"

/// Attention whose scores and probabilities go through graphs of attributes.
namespace backedge::onnx {
namespace {

// The output of a graph of an attribute for one input, lowered where the node is.
Result<size_t> lower_in_place(NodeLowering& node, const schema::GraphProto& graph, size_t input) {
  if (graph.input_size() != 1 || graph.output_size() != 1) {  // [ONNX-GRAPH-5]
    return Error("ONNX-GRAPH-5", "a graph of FlexAttention has " + counted(graph.input_size(), "input") +
                                     " and " + counted(graph.output_size(), "output"));
  }
  Scope& around = node.scope;
  Scope inside{.lowering = around.lowering,
               .graph = around.graph,
               .versions = around.versions,
               .around = &around,
               .depth = around.depth + 1,
               .path = around.path + title_of(node.node) + ", ",
               .call = around.call,
               .capture = [](const std::string&, size_t slot) { return slot; }};
  if (inside.depth > around.lowering.max_depth) {
    return Error("LIMIT-2", "graphs are nested deeper than the limit of " +  // [LIMIT-2]
                                std::to_string(around.lowering.max_depth));
  }
  TRY(name_value(inside, graph.input(0).name(), input));
  TRY(lower_initializers(inside, graph));
  TRY(lower_nodes(inside, graph.node()));
  const size_t output = TRY(find_given(inside, graph.output(0).name()));
  const Signature &given = node.known(input).signature, &made = node.known(output).signature;
  if (made.kind == ValueKind::kTensor && made.type == given.type && made.shape.meets(given.shape))
    return output;
  return Error("ONNX-GRAPH-9",  // [ONNX-GRAPH-9]
               "a graph of FlexAttention makes " + made.text() + " of " + given.text());
}

// The term after the graph of an attribute, if the node has it.
Result<Term> modified(NodeLowering& node, Term x, const char* name) {
  if (x.formula->failed() || !node.attributes.has(name)) return x;
  return x.formula->of(TRY(lower_in_place(node, *TRY(node.attributes.graph(name)), x.slot)));
}

}  // namespace

// q and k are each multiplied by the root of the scale. Softmax and what follows have their own type.
Lowered lower_flex_attention(NodeLowering& node) {
  const ElementType input = node.type(node.in(0));
  ElementType type = input == ElementType::kF64 ? input : ElementType::kF32;
  if (node.attributes.has("softmax_precision"))
    type = TRY(element_type_of(TRY(node.attributes.integer("softmax_precision"))));
  Formula f(node);
  const Term q = f.in(0), k = repeat_heads(f.in(1), q), v = repeat_heads(f.in(2), q);
  Term root = f.number(ElementType::kF32, 1);
  if (node.attributes.has("scale")) {
    root = sqrt(f.number(ElementType::kF32, TRY(node.attributes.real("scale"))));
  } else {
    root = sqrt(f.number(ElementType::kF32, 1) / sqrt(cast(f.dimension(q, 3), ElementType::kF32)));
  }
  root = cast(root, input);
  const Term scores = TRY(modified(node, cast(matmul(q * root, k * root, true), type), "score_mod"));
  const Term softmax = f.apply(ops::make_softmax({.axis = 3}), {scores});
  const Term probabilities = TRY(modified(node, softmax, "prob_mod"));
  return f.lowered({cast(matmul(probabilities, cast(v, type)), node.type(node.in(2)))});
}

}  // namespace backedge::onnx
