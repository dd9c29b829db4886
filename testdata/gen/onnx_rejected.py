"""ONNX models that break one rule, each beside the same model that keeps it.

An output depends on what is wrong, so that no implementation leaves it out.
"""

import case
from onnx_case import HEAD_OF_FUNCTIONS, add_onnx, tensor

X = {"x": tensor("float", [2], [3, -4])}
Y = [tensor("float", [2], [-3, 4])]


def pair(corpus, name, text, title, rule, *, good, bad, inputs=None, outputs=None, columns=("part",), phase="load", notes="y = -x.",
         survey=(), **rest):
    """good and bad: {run: value of the placeholder, or of each one}; survey: runs."""
    given = inputs or X

    def head(run, at):
        return {"name": run, "at": at if isinstance(at, list) else [at], **({"tier": "survey"} if run in survey else {}), "inputs": given}

    runs = [{**head(run, at), "outputs": outputs or Y} for run, at in good.items()]
    runs += [{**head(run, at), **case.rejected(phase, rule)} for run, at in bad.items()]
    add_onnx(corpus, "rejected/" + name, text, title=title, rules=[rule], columns=list(columns), runs=runs, oracle="by-hand", notes=notes, **rest)


def vector(*values):
    return tensor("float", [len(values)], list(values))


def add_graphs(corpus):
    pair(corpus, "order_of_nodes", "g (float[2] x) => (float[2] y) { {{part}} }\n", "A node that uses a value before it is given is rejected.", "ONNX-GRAPH-3",
         good={"sorted": "z = Identity (x) y = Neg (z)"},
         bad={"unsorted": "y = Neg (z) z = Identity (x)", "cycle": "z = Neg (y) y = Neg (z)", "itself": "y = Neg (y)", "missing": "y = Neg (nothing)"})
    pair(corpus, "names_twice", "g (float[2] x) => (float[2] y) { a = Abs (x) {{part}} = Neg (x) y = Add (a, x) }\n", "A name that is given twice is rejected.", "ONNX-GRAPH-3",
         good={"another": "b"}, bad={"of_a_node": "a", "of_an_input": "x"}, outputs=[vector(6, 0)], notes="y = |x| + x.")
    pair(corpus, "shadowing", """g (float[2] x, bool c) => (float[2] y) {
  outer = Abs (x)
  z = If (c) <then_branch = a () => (float[2] r) { {{part}} = Abs (x) r = Neg ({{part}}) }, else_branch = b () => (float[2] q) { q = Abs (x) }>
  y = Sub (z, outer)
}
""", "A graph in an attribute that gives a name of the graph around it again is rejected.", "ONNX-GRAPH-3", good={"another": "inner"},
         bad={"of_a_node": "outer", "of_an_input": "x"}, inputs={**X, "c": tensor("bool", [], [True])},
         outputs=[vector(-6, -8)], notes="y = -|x| - |x|.")
    pair(corpus, "arity", "g (float[2] x) => (float[2] y) { y = {{part}} }\n", "A node with too few or too many inputs is rejected.", "ONNX-GRAPH-5",
         good={"two": "Add (x, x)"}, bad={"one": "Add (x)", "three": "Add (x, x, x)", "left_out": 'Add ("", x)', "none": "Neg ()"},
         outputs=[vector(6, -8)], notes="y = x + x.")
    pair(corpus, "attributes", "g (float[2] x) => (float[4] y) { y = Concat <{{part}}> (x, x) }\n", "An attribute with an unknown name or another type is rejected.",
         "ONNX-GRAPH-6", good={"axis": "axis = 0"}, bad={"another_type": "axis = 0.5", "list": "axis = [0]", "misspelt": "axis = 0, axes = 1"},
         outputs=[vector(3, -4, 3, -4)], notes="y is x twice.")
    head = '<ir_version: 8, opset_import: ["" : {{part}}]>\n'
    pair(corpus, "attribute_of_a_later_version", "g (int64[2] x) => (int64[2] y) { c = Constant <value_int = 5> () y = Add (x, c) }\n",
         "An attribute that the imported version does not have yet is rejected.", "ONNX-GRAPH-6", good={"version_12": "12", "version_13": "13"}, bad={"version_11": "11", "version_9": "9"},
         head=head, inputs={"x": tensor("int64", [2], [3, -4])}, outputs=[tensor("int64", [2], [8, 1])], notes="x + 5.", kind="boundary")
    pair(corpus, "attribute_of_an_earlier_version", "g (float[3] x) => (float[1] y, float[2] z) { y, z = Split <axis = 0, split = [1, 2]> (x) }\n",
         "An attribute that the imported version no longer has is rejected.", "ONNX-GRAPH-6", good={"version_11": "11", "version_12": "12"},
         bad={"version_13": "13", "version_18": "18"}, head=head, inputs={"x": vector(3, -4, 5)}, outputs=[vector(3), vector(-4, 5)], notes="x in parts of 1 and 2.",
         kind="boundary")
    pair(corpus, "operators", "g (float[2] x) => (float[2] y) { y = {{part}} (x) }\n", "An operator that the imported version does not have is rejected.", "ONNX-GRAPH-2",
         good={"known": "Neg"}, bad={"unknown": "Negate", "newer": "Mish", "another_domain": "strange.Neg"})
    pair(corpus, "deprecated_operators", """g (float[2] x) => (float[2] y) {
  i = Constant <value = int64[2] {1, 0}> ()
  u = Constant <value = float[2] {4, -3}> ()
  y = {{part}} (x, i, u)
}
""", "An operator that the imported version deprecates is rejected.", "ONNX-GRAPH-2", good={"its_successor": "ScatterElements"}, bad={"deprecated": "Scatter"},
         notes="Element 1 becomes 4, and element 0 becomes -3.")
    pair(corpus, "declared_outputs", "g (float[2] x) => ({{part}} y) { y = Neg (x) }\n", "A declared output type that is not the type of the value is rejected.", "ONNX-GRAPH-9",
         good={"right": "float[2]", "open": "float[n]"}, bad={"another_type": "double[2]", "another_size": "float[3]", "another_rank": "float[2,1]"},
         survey=["another_type", "another_size", "another_rank"])
    pair(corpus, "calls", """g (float[2] x) => (float[2] y) { y = local.f {{part}} }
<domain: "local", opset_import: ["" : 17]>
f (a, b) => (c) { c = Neg (a) }
""", "A call with more inputs than the function is rejected.", "ONNX-GRAPH-5", good={"both": "(x, x)", "one": "(x)"}, bad={"three": "(x, x, x)"},
         head=HEAD_OF_FUNCTIONS, survey=["one"])


def add_loops(corpus):
    loop = """g (float[2] x, int64 M) => (float[2] y) {
  y = Loop <body = step (int64 i, bool c{{part}}, float[2] o) { go = Identity (c) o = Neg (v) }> (M, "", x)
}
"""
    inputs = {**X, "M": tensor("int64", [], [3])}
    pair(corpus, "loop_body", loop, "A body of a Loop with too many inputs for its carried values is rejected.", "ONNX-LOOP-2",
         good={"right": ", float[2] v) => (bool go"}, bad={"inputs": ", float[2] v, float[2] u) => (bool go"}, inputs=inputs,
         notes="y = -(-(-x)).")
    numbers = """g (float[2] x, int64 M) => (float[2] y) {
  y = Loop <body = step ({{part}}, float[2] v) => (bool go, float[2] o) { go = Constant <value = bool {1}> () o = Neg (v) }> (M, "", x)
}
"""
    bad = {"boolean_iteration": "bool i, bool c", "narrow_iteration": "int32 i, bool c", "two_iterations": "int64[2] i, bool c",
           "sequence_of_iterations": "seq(int64) i, bool c", "integer_condition": "int64 i, int64 c", "two_conditions": "int64 i, bool[2] c"}
    pair(corpus, "loop_numbers", numbers, "An iteration that is not one int64, or a condition that is not one bool, is rejected.", "ONNX-LOOP-2", good={"right": "int64 i, bool c"},
         bad=bad, inputs=inputs, notes="y = -(-(-x)).", survey=list(bad))
    pair(corpus, "if_branches", """g (float[2] x, bool c) => (float[2] y) {
  y = If (c) <then_branch = a {{part}} { p = Neg (x) q = Abs (x) }, else_branch = b () => (float[2] r) { r = Abs (x) }>
}
""", "A branch with an input, or with another number of outputs than the If, is rejected.", "ONNX-IF-1", good={"right": "() => (float[2] p)"},
         bad={"input": "(float[2] n) => (float[2] p)", "outputs": "() => (float[2] p, float[2] q)"}, inputs={**X, "c": tensor("bool", [], [True])})
    scan = """g (float[2] x, float s) => (float sum, float[2] y) {
  sum, y = Scan <num_scan_inputs = {{part}}, body = step (float a, float e) => (float b, float f) { b = Add (a, e) f = Neg (e) }> (s, x)
}
"""
    sum_ = tensor("float", [], [4])
    inputs = {**X, "s": tensor("float", [], [5])}
    pair(corpus, "scan_inputs", scan, "A Scan without scan inputs, or with more of them than inputs, is rejected.", "ONNX-SCAN-1", good={"one": "1"},
         bad={"none": "0", "three": "3", "negative": "-1"}, inputs=inputs, outputs=[sum_, *Y], notes="5 + 3 - 4 = 4, and y = -x.")
    pair(corpus, "scan_lists", scan, "A list of another length than the scan inputs or outputs, or a direction that is not 0 or 1, is rejected.", "ONNX-SCAN-2",
         good={"one": "1, scan_input_directions = [1]"}, bad={"two_axes": "1, scan_input_axes = [0, 0]", "direction": "1, scan_output_directions = [2]",
                                                              "two_outputs": "1, scan_output_axes = [0, 0]"},
         inputs=inputs, outputs=[sum_, vector(4, -3)], notes="5 - 4 + 3 = 4, and y is -x from its end.")


def add_deformed(corpus):
    x = {"x": tensor("float", [1, 2, 3, 3], [1, 2, 3, 4, 5, 6, 7, 8, 9] + [0] * 9)}
    y = [tensor("float", [1, 1, 2, 2], [12, 16, 24, 28])]
    head = '<ir_version: 8, opset_import: ["" : 19]>\n'
    text = """g (float[1,2,3,3] x) => (float[a,b,c,d] y) <float[1,2,2,2] w = {1, 1, 1, 1, 1, 1, 1, 1}, float[{{part}}] offset = {OFFSETS}, float[{{mask}}] mask = {MASK}> {
  y = DeformConv {{attributes}} (x, w, offset, "", mask)
}
"""
    sizes = {"matching": ("1,8,2,2", "1,4,2,2", ""), "offsets_of_a_row": ("1,8,1,4", "1,4,2,2", ""), "offsets_of_a_batch": ("2,4,2,2", "1,4,2,2", ""),
             "offsets_of_fewer_taps": ("1,2,4,4", "1,4,2,2", ""), "mask_of_a_column": ("1,8,2,2", "1,4,4,1", ""), "mask_of_a_batch": ("1,8,2,2", "4,1,2,2", ""),
             "two_offset_groups": ("1,8,2,2", "1,4,2,2", "<offset_group = 2>"), "strides": ("1,8,2,2", "1,4,2,2", "<strides = [2, 1]>"),
             "pads": ("1,8,2,2", "1,4,2,2", "<pads = [0, 0, 1, 0]>"), "dilations": ("1,8,2,2", "1,4,2,2", "<dilations = [1, 2]>"),
             "kernel_shape": ("1,8,2,2", "1,4,2,2", "<kernel_shape = [1, 2]>")}
    runs = [{"name": name, "at": list(at), "inputs": x, **({"outputs": y} if name == "matching" else case.rejected("load", "OP-5"))} for name, at in sizes.items()]
    text = text.replace("OFFSETS", ", ".join(["0"] * 32)).replace("MASK", ", ".join(["1"] * 16))
    add_onnx(corpus, "rejected/sizes_of_deform_conv", text, title="Offsets or a mask of DeformConv without an element for each tap and each element of the output are rejected.",
             rules=["OP-5"], columns=["part", "mask", "attributes"], runs=runs, oracle="by-hand", notes="Sums of windows of 2 by 2 elements; the second channel is 0.", head=head)


def add_types(corpus):
    pair(corpus, "types_of_operands", "g (float[2] x) => (float[2] y) { a = Cast <to = {{type}}> (x) b = {{node}} y = Cast <to = 1> (b) }\n",
         "An operand of a type that the operator does not take is rejected.", "ONNX-GRAPH-19", columns=("type", "node"),
         good={"negative_int8": ["3", "Neg (a)"], "negative_double": ["11", "Neg (a)"]},
         bad={"negative_uint8": ["2", "Neg (a)"], "negative_uint64": ["13", "Neg (a)"], "negative_bool": ["9", "Neg (a)"], "sine_of_int32": ["6", "Sin (a)"],
              "rounded_int64": ["7", "Ceil (a)"], "sum_of_int32": ["6", "Sum (a, a)"], "product_of_int8": ["3", "MatMul (a, a)"], "least_of_bool": ["9", "Min (a)"],
              "not_of_float": ["1", "Not (a)"]})
    pair(corpus, "types_of_a_later_version", """g (int32[2] x) => (int32[2] y) {
  least = Constant <value = int32 {0}> ()
  y = Clip (x, least)
}
""", "A type of an operand that the imported version does not have yet is rejected.", "ONNX-GRAPH-19", good={"version_12": "12", "version_17": "17"}, bad={"version_11": "11"},
         head='<ir_version: 8, opset_import: ["" : {{part}}]>\n', inputs={"x": tensor("int32", [2], [3, -4])}, outputs=[tensor("int32", [2], [3, 0])],
         notes="The elements are at least 0.", kind="boundary")
    pair(corpus, "two_types_of_operands", "g (float[2] x) => (float[2] y) { a = Cast <to = {{part}}> (x) n = Neg (x) c = Less (x, n) y = Where (c, a, n) }\n",
         "Operands of two types for one type parameter are rejected.", "ONNX-GRAPH-19", good={"float": "1"}, bad={"double": "11", "float16": "10", "int32": "6"},
         outputs=[vector(-3, -4)], notes="y is the lesser of x and -x.")
    pair(corpus, "types_of_axes", """g (float[2] x) => (float[1] y) {
  axes = Constant <value = {{part}}[1] {0}> ()
  y = ReduceSum (x, axes)
}
""", "Axes of a type other than INT64 are rejected.", "ONNX-GRAPH-19", good={"int64": "int64"}, bad={"int32": "int32", "uint64": "uint64"}, outputs=[vector(-1)], notes="3 - 4 = -1.")
    pair(corpus, "types_in_a_branch", """g (float[2] x, int64 M) => (float[2] y) {
  y = Loop <body = step (int64 i, bool go, float[2] v) => (bool on, float[2] w) {
    on = Identity (go)
    zero = Constant <value_int = 0> ()
    never = Less (i, zero)
    w = If (never) <then_branch = a () => (float[2] p) { d = Cast <to = {{part}}> (v) e = Ceil (d) p = Cast <to = 1> (e) },
                    else_branch = b () => (float[2] q) { q = Neg (v) }>
  }> (M, "", x)
}
""", "An operand of a wrong type is rejected in a branch that never runs, in a Loop.", "ONNX-GRAPH-19", good={"double": "11"}, bad={"int32": "6"},
         inputs={**X, "M": tensor("int64", [], [3])}, notes="y = -(-(-x)).", kind="combined")


def add_functions(corpus):
    # 3 - 4 = -1 and -4 are the sums from the end, for which `reverse` is 1; without it they are 3 and -1.
    sums, notes = {"outputs": [vector(1, 4)], "head": HEAD_OF_FUNCTIONS}, "y = [-(3 - 4), -(-4)], from the end."
    local = '<domain: "local", opset_import: ["" : 17]>\n'
    pair(corpus, "references", """g (float[2] x) => (float[2] y) {
  first = Constant <value = int64 {0}> ()
  a = local.f <k = 1> (x, first)
  y = {{node}}
}
""" + local + "f <k> (v, at) => (w) { w = CumSum <{{attributes}}> (v, at) }\n", "A node of a function refers to an attribute that the function declares. A node of the model does not refer.",
         "ONNX-GRAPH-11", columns=("node", "attributes"), notes=notes, kind="boundary", **sums,
         good={"declared": ["Neg (a)", "reverse: int = @k"]},
         bad={"undeclared": ["Neg (a)", "reverse: int = @from_the_end"], "in_the_model": ["Concat <axis: int = @k> (a)", "reverse: int = @k"]},
         survey=["undeclared", "in_the_model"])
    pair(corpus, "types_of_references", """g (float[2] x) => (float[2] y) {
  first = Constant <value = int64 {0}> ()
  a = local.f <k = 1> (x, first)
  y = Neg (a)
}
""" + local + "f <{{parameters}}> (v, at) => (w) { w = CumSum <{{attributes}}> (v, at) }\n",
         "A reference has the name and type of an attribute of its operator, even without a value.", "ONNX-GRAPH-6", notes=notes, columns=("parameters", "attributes"), **sums,
         good={"right": ["k", "reverse: int = @k"]},
         bad={"another_type": ["k", "reverse: float = @k"], "another_name": ["k", "reverse: int = @k, backwards: int = @k"],
              "another_name_without_a_value": ["k, n", "reverse: int = @k, backwards: int = @n"]},
         survey=["another_type", "another_name", "another_name_without_a_value"])
    call = """g (float[2] x) => (float[2] y) {
  first = Constant <value = int64 {0}> ()
  y = local.f {{call}} (x, first)
}
""" + local
    pair(corpus, "attributes_of_calls", call + "f <k> (v, at) => (w) { a = CumSum <reverse: int = @k> (v, at) w = Neg (a) }\n",
         "A call has each attribute once, and only those of the function.", "ONNX-GRAPH-6", notes=notes, columns=("call",), **sums,
         good={"once": "<k = 1>"}, bad={"twice": "<k = 1, k = 1>", "another": "<k = 1, n = 1>"}, survey=["another"])
    pair(corpus, "declared_attributes", call + "f <{{parameters}}> (v, at) => (w) { a = CumSum <reverse: int = @k> (v, at) w = Neg (a) }\n",
         "A function declares an attribute once, with a default or without.", "ONNX-GRAPH-11", notes=notes, columns=("call", "parameters"),
         outputs=sums["outputs"], head=HEAD_OF_FUNCTIONS.replace("ir_version: 8", "ir_version: 9"),
         good={"without_a_default": ["<k = 1>", "k"], "with_a_default": ["", "k: int = 1"]},
         bad={"both": ["<k = 1>", "k, k: int = 1"], "twice": ["<k = 1>", "k, k"]}, survey=["both", "twice"])
    pair(corpus, "recursion", """g (float[2] x) => (float[2] y) { y = local.f (x) }
<domain: "local", opset_import: ["" : 17, "local" : 1]>
h (v) => (w) { w = {{part}} (v) }
<domain: "local", opset_import: ["" : 17, "local" : 1]>
f (v) => (w) { a = local.h (v) w = Neg (a) }
""", "A function does not call itself, nor through another one.", "ONNX-GRAPH-11", head=HEAD_OF_FUNCTIONS,
         good={"none": "Identity"}, bad={"itself": "local.h", "through_another": "local.f"})
    pair(corpus, "overloads", """g (float[2] x) => (float[2] y) { a = {{operator}} (x) y = local.f{{function}} (a) }
<domain: "local", overload: "one", opset_import: ["" : 17]>
f (v) => (w) { w = Neg (v) }
""", "An overload names a function. An operator has none.", "ONNX-GRAPH-11", head=HEAD_OF_FUNCTIONS.replace("ir_version: 8", "ir_version: 10"),
         columns=("operator", "function"), good={"of_the_function": ["Identity", ":one"]},
         bad={"of_no_function": ["Identity", ":two"], "of_an_operator": ["Identity:one", ":one"]}, survey=["of_no_function", "of_an_operator"])
    pair(corpus, "domains_of_functions", "g (float[2] x) => (float[2] y) { y = local.f (x) }\n" + local + "f (v) => (w) { w = Neg (v) }\n",
         "The domain of a function is imported where it is called.", "ONNX-GRAPH-2",
         head='<ir_version: 8, opset_import: [{{part}}]>\n', good={"imported": '"" : 17, "local" : 1'}, bad={"not_imported": '"" : 17'}, survey=["not_imported"])
    pair(corpus, "outputs_of_functions", 'g (float[2] x) => (float[2] y) { y, "" = local.f (x) }\n' + local + "f (v) => (w, u) { w = Neg (v) {{part}} = Abs (v) }\n",
         "A function gives all its outputs, also those that a call does not use.", "ONNX-GRAPH-3", head=HEAD_OF_FUNCTIONS,
         good={"given": "u"}, bad={"not_given": "t"}, survey=["not_given"])


def add_constants(corpus):
    pair(corpus, "values_of_a_constant", "g (float[2] x) => (float[2] y) { c = Constant <{{part}}> () y = Mul (x, c) }\n", "A Constant has exactly one value.",
         "ONNX-GRAPH-6", good={"one": "value_float = -1.0"}, bad={"two": "value_float = -1.0, value_floats = [-1.0]", "a_tensor_too": "value = float {-1}, value_float = -1.0",
                                                                  "none": ""}, survey=["two", "a_tensor_too"])
    numbers = {"int8": (-128, 127), "uint8": (0, 255), "int16": (-32768, 32767), "uint16": (0, 65535), "uint32": (0, 2**32 - 1)}
    beside = {"%s_%s" % (type_, word): (type_, number) for type_, (least, most) in numbers.items()
              for word, number in (("below", least - 1), ("above", most + 1)) if number != -1 or type_ != "uint32"}
    pair(corpus, "numbers_of_a_type", "g (float[2] x) => (float[2] y) <{{type}}[1] w = {{elements}}> { a = Cast <to = 1> (w) b = Mul (x, a) y = Div (b, a) }\n",
         "A number of a tensor is an element of its type.", "ONNX-GRAPH-7", columns=("type", "elements"), kind="boundary",
         good={type_ + "_greatest": [type_, "{%d}" % most] for type_, (_, most) in numbers.items() if most < 2**16},
         bad={name: [type_, "{%d}" % number] for name, (type_, number) in beside.items()}, outputs=[vector(3, -4)], notes="y = x w / w, and w is less than 2^16.",
         survey=list(beside))
    pair(corpus, "names_of_initializers", 'g (float[2] x) => (float[2] y) <float[1] {{part}} = {1}> { y = Neg (x) }\n', "An initializer has a name.", "ONNX-GRAPH-3",
         good={"a_name": "w"}, bad={"empty": '""'}, survey=["empty"])


def add_cases(corpus):
    add_functions(corpus)
    add_constants(corpus)
    add_types(corpus)
    add_graphs(corpus)
    add_deformed(corpus)
    add_loops(corpus)
