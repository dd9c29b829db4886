"""Every combination of M, cond and the condition of the body (ONNX-LOOP-1, ONNX-LOOP-2), for several types.

The oracle is the pseudocode of the operator's text, in plain Python.
"""

from onnx_case import add_onnx, tensor

NEVER = 9
COUNTS = (-(2**63), -2, -1, 0, 1, 2, 3, 5)
HUGE = (2**32, 2**32 + 3, 2**63 - 1)  # only with a condition that ends the loop
STOPS = (0, 1, 2, 4, NEVER)


def model(has_count, has_condition, type_, count_shape):
    """carried = start + 10 (i + 1) after iteration i, the element is twice that, and the condition i < stop."""
    inputs = ["int64%s M" % count_shape] * has_count + ["bool cond"] * has_condition
    operands = ("M" if has_count else '""', "cond" if has_condition else '""')
    return """loop (%s, %s start, int64 stop) => (%s last, %s[n] each) {
  ten = Constant <value = %s {10}> ()
  two = Constant <value = %s {2}> ()
  last, each = Loop <body = step (int64 i, bool going, %s sum) => (bool go, %s next, %s part) {
    go = Less (i, stop)
    next = Add (sum, ten)
    part = Mul (next, two)
  }> (%s, %s, start)
}
""" % (", ".join(inputs), *[type_] * 8, *operands)


def expected(count, condition, stop, type_, start):
    """The pseudocode: what is left out is true, and then the body's condition is ignored."""
    carried, elements, i = start, [], 0
    going = True if condition is None else condition
    while (count is None or i < count) and going:
        carried += 10
        elements.append(2 * carried)
        if condition is not None:
            going = i < stop
        i += 1
    return {"outputs": [tensor(type_, [], [carried]), tensor(type_, [len(elements)], elements)]}


def word(value):
    return str(value).lower().replace("-", "minus_")


def runs(has_count, has_condition, type_, count_shape):
    out = []
    for count in (COUNTS + HUGE) if has_count else [None]:
        for condition in (False, True) if has_condition else [None]:
            for stop in STOPS:
                endless = condition and stop == NEVER or condition is None
                if endless and (count is None or count in HUGE):
                    continue
                words = ["m_" + word(count)] * has_count + ["cond_" + word(condition)] * has_condition + [
                    "false_after_" + ("none" if stop == NEVER else str(stop))]
                inputs = {}
                if has_count:
                    inputs["M"] = tensor("int64", [1] if count_shape else [], [count])
                if has_condition:
                    inputs["cond"] = tensor("bool", [], [condition])
                inputs.update(start=tensor(type_, [], [3]), stop=tensor("int64", [], [stop]))
                survey = bool(count_shape) or has_count and count < 0
                out.append({"name": "__".join(words), **({"tier": "survey"} if survey else {}), "inputs": inputs,
                            **expected(count, condition, stop, type_, 3)})
    return out


def add_cases(corpus):
    for type_ in ("float", "double", "int32", "int64"):
        for has_count, has_condition, name in ((True, True, "both"), (True, False, "count"), (False, True, "condition")):
            for count_shape in ("", "[1]") if has_count and type_ == "float" else ("",):
                words = {"both": "a count and a condition", "count": "a count", "condition": "a condition"}[name]
                add_onnx(corpus, "loop/%s%s_%s" % (name, "_of_shape_1" if count_shape else "", type_),
                         model(has_count, has_condition, type_, count_shape), kind="combined", oracle="generator: gen/onnx_loop_grid.py",
                         title="A Loop with %s ends where the pseudocode of its text says, with %s values." % (words, type_),
                         rules=["ONNX-LOOP-1"] * has_count + ["ONNX-LOOP-2", "ONNX-LOOP-3", "ONNX-LOOP-4"],
                         notes="start = 3. Each iteration adds 10, and its element is twice the sum.",
                         runs=runs(has_count, has_condition, type_, count_shape))
