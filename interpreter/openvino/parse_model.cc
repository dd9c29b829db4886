#include "interpreter/openvino/parse_model.h"

#include <utility>

#include "interpreter/openvino/element.h"
#include "interpreter/openvino/read_graph.h"

namespace backedge::openvino {

Result<Model> parse_model(Source source, int64_t max_element_depth) {
  Model model;
  model.file = source.file();
  const Document document = TRY(Document::parse(std::move(source), max_element_depth));
  const Element root = document.root();
  model.name = root.text_of("name");
  const std::string type = root.text_of("type");
  const bool is_layer = root.name() == "layer" || root.name() == "operation";
  if (root.name() == "net") {
    model.graph = TRY(read_graph(root));
  } else if (is_layer && (type == "TensorIterator" || type == "Loop")) {
    model.single_layer = true;
    model.graph.line = root.line();
    model.graph.layers.push_back(TRY(read_layer(root, 0)));
  } else {  // [READ-5]
    return root
        .error("READ-5",
               "the root is <" + std::string(root.name()) + ">" + (is_layer ? " of type " + quote(type) : ""))
        .note("expected <net>, or one <layer> or <operation> of type TensorIterator or Loop");
  }
  return model;
}

}  // namespace backedge::openvino
