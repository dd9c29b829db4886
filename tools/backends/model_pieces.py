"""Cut an ONNX model in two, so that each piece has bounds where the whole model has none.

The second piece gets the values at the cut from its caller, who gives every implementation the same ones. So
the errors of the first piece do not reach the second one.
"""

import onnx
from onnx import helper


def split(model, nodes):
    """Cuts the model before a node. Returns the first piece, the rest, and the names of the values between.

    nodes  the names of the Ifs around the node, the outermost first, and of the node. The pieces have the
           nodes of a branch in place of its If. The values are f32.
    """
    *ifs, last = nodes
    whole = copy_of(model)
    for name, inner in zip(ifs, nodes[1:]):
        put_branch_for_if(whole.graph, name, inner)
    constants = {tensor.name for tensor in whole.graph.initializer}
    constants.update(node.output[0] for node in whole.graph.node if node.op_type == "Constant")
    node = next(node for node in whole.graph.node if node.name == last)
    names = [name for name in dict.fromkeys(node.input) if name and name not in constants]
    ports = [helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None) for name in names]
    return piece_of(whole, [], ports), piece_of(whole, ports, whole.graph.output), names


def copy_of(message):
    copy = type(message)()
    copy.CopyFrom(message)
    return copy


def put_branch_for_if(graph, name, inner):
    """Replaces an If by that of its branches which has the node `inner`."""
    at, node = next((k, node) for k, node in enumerate(graph.node) if node.name == name)
    branch = next(attribute.g for attribute in node.attribute if any(inside.name == inner for inside in attribute.g.node))
    results = [helper.make_node("Identity", [port.name], [output]) for port, output in zip(branch.output, node.output)]
    replace(graph.node, [*graph.node[:at], *branch.node, *results, *graph.node[at + 1:]])
    graph.initializer.extend(branch.initializer)


def replace(field, messages):
    messages = [copy_of(message) for message in messages]
    del field[:]
    field.extend(messages)


def piece_of(model, new_inputs, outputs):
    """The nodes that the outputs need, if the new inputs are given."""
    piece = copy_of(model)
    given, needed, nodes = {port.name for port in new_inputs}, {port.name for port in outputs}, []
    for node in reversed(model.graph.node):
        if needed.intersection(node.output) - given:
            nodes.insert(0, node)
            needed |= names_read(node)
    replace(piece.graph.node, nodes)
    replace(piece.graph.output, outputs)
    piece.graph.input.extend(new_inputs)
    del piece.graph.value_info[:]
    return piece


def names_read(node):
    """The values that a node reads, with those of its inner graphs."""
    inner = [attribute.g for attribute in node.attribute if attribute.HasField("g")]
    return set(node.input).union(*(names_read(inside) | {port.name for port in graph.output} for graph in inner for inside in graph.node))
