"""Each operator in a Loop with other operands in each iteration, and in several inferences of one model."""

import numpy as np

from case import Tensor
from onnx_case import ONNX_TYPES, declared, ir_version_of
from onnx_nodes import COLUMNS, TEXT, Nodes, of
from onnx_specimens import FOUND

ORACLE = "generator: gen/onnx_operands_of_iterations.py"
TITLES = {"of_one_operand": "Operators of one operand", "of_two_operands": "Operators whose operands stretch", "that_move_elements": "Operators that move elements",
          "that_find_elements": "Operators that find and reduce elements", "that_sum_products": "Operators that sum products", "that_round": "Operators whose results are rounded"}


def flat(tensors, compare=None):
    return Tensor(tensors[0].type, [sum(len(t.values) for t in tensors)], [v for t in tensors for v in t.values], compare)


def operand(k, tensors):
    """The nodes that make operand k of iteration i, and the inputs that they read."""
    shapes = [t.shape for t in tensors]
    if all(shape == shapes[0] for shape in shapes):
        return "    x%d = Gather (all%d, i)\n" % (k, k), {"all%d" % k: Tensor(tensors[0].type, [3] + shapes[0], [v for t in tensors for v in t.values])}
    ends = np.cumsum([0] + [len(t.values) for t in tensors]).reshape(-1, 1)
    return ("    from%d = Gather (ends%d, i)\n    to%d = Gather (ends%d, next)\n    part%d = Slice (all%d, from%d, to%d)\n    size%d = Gather (sizes%d, i)\n    x%d = Reshape (part%d, size%d)\n" % ((k,) * 13),
            {"all%d" % k: flat(tensors), "ends%d" % k: of("i64", ends), "sizes%d" % k: of("i64", shapes)})


def loop_of(specimen):
    """The nodes of a Loop that appends the outputs, their shapes and the operands to what it carries."""
    count, outputs = len(specimen.sets[0]), len(specimen.results[0])
    inputs, nodes = {}, ""
    for k in range(count):
        text, needed = operand(k, [operands[k] for operands in specimen.sets])
        inputs.update(needed)
        nodes += text
    nodes += "    %s = %s\n" % (", ".join("y%d" % k for k in range(outputs)), specimen.node.format(*["x%d" % k for k in range(count)]))
    # name, type, value in the body, golden
    carried = []
    for k in range(outputs):
        results = [result[k] for result in specimen.results]
        carried.append(("y%d" % k, results[0].type, "y%d" % k, flat(results, specimen.compare[k])))
        carried.append(("s%d" % k, "i64", "shape%d" % k, of("i64", [d for t in results for d in t.shape])))
        nodes += "    shape%d = Shape (y%d)\n" % (k, k)
    for k in range(count):
        carried.append(("x%d" % k, specimen.sets[0][k].type, "x%d" % k, flat([operands[k] for operands in specimen.sets])))
    for name, _, value, _ in carried:
        nodes += "    new_%s = Reshape (%s, list)\n    after_%s = Concat <axis = 0> (before_%s, new_%s)\n" % (name, value, name, name, name)
    types = sorted({type_ for _, type_, _, _ in carried})
    begins = "".join("  none_%s = ConstantOfShape <value = %s[1] {0}> (zero)\n" % (t, ONNX_TYPES[t]) for t in types)
    ends = [", ".join("%s[%s%d] %s_%s" % (ONNX_TYPES[type_], when[0], k, when, name) for k, (name, type_, _, _) in enumerate(carried)) for when in ("before", "after")]
    text = "\n  zero = Constant <value_ints = [0]> ()\n  one = Constant <value_int = 1> ()\n  yes = Constant <value = bool {1}> ()\n  three = Constant <value_int = 3> ()\n  list = Constant <value_ints = [-1]> ()\n%s  %s = Loop <body = step (int64 i, bool going, %s) => (bool go, %s) {\n    go = Identity (going)\n    next = Add (i, one)\n%s  }> (three, yes, %s)\n" % (
        begins, ", ".join("all_" + name for name, _, _, _ in carried), ends[0], ends[1], nodes, ", ".join("none_" + type_ for _, type_, _, _ in carried))
    return text, inputs, {"all_" + name: golden for name, _, _, golden in carried}


def add_loops(corpus):
    for group, title in TITLES.items():
        made = Nodes()
        for specimen in FOUND:
            if specimen.group == group:
                made.run(specimen.name.lower(), *loop_of(specimen), specimen.opset)
        made.add_to(corpus, "in_iterations/" + group, oracle=ORACLE, kind="combined", rules=["ONNX-LOOP-3", "ONNX-GRAPH-2"], title="%s have other operands in each iteration." % title,
                    notes="The first two iterations have operands of equal shapes, and the third one of others. The Loop appends the outputs, their shapes and, after the operator, its operands.")


def declared_for(key, tensors):
    """Sizes of lists and weights that all inferences have in common, and names for others."""
    shapes = [t.shape for t in tensors]
    fixed = all(shape == shapes[0] for shape in shapes) and (tensors[0].type == "i64" or len(shapes[0]) == 3)
    return declared(key, tensors[0], ["%d" % size if fixed else "%s%d" % (key, axis) for axis, size in enumerate(shapes[0])])


def add_inferences(corpus):
    for group, title in TITLES.items():
        runs, used = [], set()
        for specimen in FOUND:
            if specimen.group != group:
                continue
            names = ["x%d" % k for k in range(len(specimen.sets[0]))]
            results = ["y%d" % k for k in range(len(specimen.results[0]))]
            for result in specimen.results:
                for tensor, compare in zip(result, specimen.compare):
                    tensor.compare = compare
            steps = [{"inputs": dict(zip(names, operands)), "outputs": result} for operands, result in zip(specimen.sets, specimen.results)]
            runs.append({"name": specimen.name.lower(), "at": [
                str(ir_version_of(specimen.opset)), str(specimen.opset), ", ".join(map(declared_for, names, zip(*specimen.sets))), ", ".join(map(declared_for, results, zip(*specimen.results))),
                "%s = %s" % (", ".join(results), specimen.node.format(*names))], "sequence": [steps[0], steps[1], steps[2], steps[0]]})
            used |= {"onnx:" + specimen.node.split()[0]} | {"type:" + t.type for operands in [specimen.sets[0], specimen.results[0]] for t in operands}
        corpus.add("onnx/operators/in_inferences/" + group, title="%s have other operands in each inference." % title, rules=["STATE-1", "ONNX-GRAPH-2"], model=TEXT, format_="onnx", dialect="onnx",
                   oracle=ORACLE, kind="combined", features=used, columns=COLUMNS, runs=runs,
                   notes="The first two inferences have operands of equal shapes, the third one of others, and the fourth one those of the first.")


def add_cases(corpus):
    add_loops(corpus)
    add_inferences(corpus)
