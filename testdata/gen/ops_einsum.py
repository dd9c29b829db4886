"""Einsum, literally: for each value of each label, one product."""

import itertools
import math

import ir
from case import INTEGERS, Tensor, rejected, round_to
from frames import slices
from single import REALS, SURVEY, Single, element, filled, vector, wrapped

ORACLE = "generator: gen/ops_einsum.py"
DECIDED = {"rules": ["OP-35"], **SURVEY}


def subscripts(equation, operands):
    """The labels of each operand and of the output; an ellipsis becomes digits, the last one 0."""
    left, arrow, output = equation.replace(" ", "").partition("->")
    given, covered = left.split(","), 0
    for k, (labels, x) in enumerate(zip(given, operands)):
        axes = len(x.shape) - len(labels.replace("...", ""))
        covered = max(covered, axes)
        given[k] = labels.replace("...", "9876543210"[10 - axes:] if axes else "")
    dots = "9876543210"[10 - covered:] if covered else ""
    if not arrow:
        letters = left.replace("...", "").replace(",", "")
        output = "..." * ("..." in left) + "".join(sorted(c for c in letters if letters.count(c) == 1))
    return given, output.replace("...", dots)


def product(type_, a, b, output):
    """The sum of products of two operands, which are pairs of a tensor and its labels."""
    sizes = {}
    for x, own in (a, b):
        for label, size in zip(own, x.shape):
            sizes[label] = max(sizes.get(label, 1), size) if size and sizes.get(label, 1) else 0
    summed = [label for label in dict.fromkeys(a[1] + b[1]) if label not in output]

    def value(place):
        total = 0.0 if type_ in REALS else 0
        for rest in itertools.product(*[range(sizes[label]) for label in summed]):
            at = dict(zip(list(output) + summed, list(place) + list(rest)))
            terms = [element(x, tuple(0 if size == 1 else at[label] for label, size in zip(own, x.shape))) for x, own in (a, b)]
            total += terms[0] * terms[1]
        return round_to(type_, total) if type_ in REALS else wrapped(type_, total)
    return filled([sizes[label] for label in output], value, type_)


def einsum(equation, operands):
    given, output = subscripts(equation, operands)
    type_, one = operands[0].type, (Tensor(operands[0].type, [], [1]), "")
    terms = list(zip(operands, given))
    if len(terms) == 1:
        return product(type_, terms[0], one, output)
    result, labels = terms[0]
    for k, term in enumerate(terms[1:], 2):
        later = output + "".join(own for _, own in terms[k:])
        kept = output if k == len(terms) else "".join(label for label in dict.fromkeys(labels + term[1]) if label in later)
        result, labels = product(type_, (result, labels), term, kept), kept
    return result


def small(type_, shape, salt=0):
    """Whole numbers whose sums of products are exact."""
    return filled(shape, lambda p: (sum((k + 2) * q for k, q in enumerate(p)) + salt) % 4, type_)


EQUATIONS = {
    1: (("transpose", "ijk->kij", [[2, 3, 4]]), ("trace", "kii->k", [[2, 3, 3]]), ("diagonal", "kii->ki", [[2, 3, 3]]),
        ("sum", "ij->", [[2, 3]]), ("column_sums", "ij->j", [[2, 3]]), ("copy", "ij->ij", [[2, 3]]), ("scalar", "->", [[]]),
        ("implicit_order", "bA", [[2, 3]]), ("implicit_trace", "iij", [[2, 2, 3]]), ("blanks", " i j - > j i ", [[2, 3]]),
        ("ellipsis", "a...->...", [[2, 3, 4]]), ("ellipsis_last", "a...->...a", [[2, 3, 4]]), ("ellipsis_of_nothing", "a...->a...", [[2]]),
        ("implicit_ellipsis", "b...a", [[2, 3, 4]]), ("three_equal", "iii->i", [[3, 3, 3]]), ("no_elements", "ij->i", [[2, 0]])),
    2: (("inner", "i,i->", [[3], [3]]), ("outer", "i,j->ij", [[2], [3]]), ("matrix_vector", "ij,j->i", [[2, 3], [3]]),
        ("matmul", "ij,jk->ik", [[2, 3], [3, 4]]), ("matmul_implicit", "ij,jk", [[2, 3], [3, 4]]), ("batches", "bij,bjk->bik", [[2, 2, 3], [2, 3, 2]]),
        ("elementwise", "ij,ij->ij", [[2, 3], [2, 3]]), ("repeated", "ij,ij->ij", [[2, 1], [1, 3]]), ("summed_repeated", "ij,ij->i", [[2, 1], [2, 3]]),
        ("ellipses", "a...b,b...->a...", [[2, 1, 4, 3], [3, 2, 2, 1]]), ("ellipsis_and_scalar", "a...,...->a...", [[3, 3], [1]]),
        ("ellipsis_in_one", "...ij,jk->...ik", [[2, 2, 3], [3, 2]]), ("diagonal_times", "ii,i->i", [[3, 3], [3]]),
        ("nothing_summed", "i,i->", [[0], [0]]), ("capitals", "aB,Ba->aB", [[2, 3], [3, 2]])),
    3: (("chain", "ij,jk,kl->il", [[2, 3], [3, 2], [2, 4]]), ("page", "ab,bcd,bc->ca", [[2, 3], [3, 2, 4], [3, 2]]),
        ("ellipses", "ab...,ac...,ade->...bc", [[2, 3, 4], [2, 3, 1], [2, 4, 2]]), ("elementwise", "i,i,i->i", [[3], [3], [3]])),
}


def add_cases(corpus):
    for count in (1, 2, 3):
        names = ["a", "b", "c"][:count]
        made = Single("Einsum", "opset7", names, ["equation"], outputs=("{{a_type}}",))

        def add(name, equation, operands, **more):
            made.run(name, operands, [einsum(equation, operands)], {"equation": equation}, **more)

        def reject(name, equation, shapes, rule, phase="load", **more):
            made.run(name, [small("f32", shape) for shape in shapes], rejected(phase, rule), {"equation": equation}, **more)
        for name, equation, shapes in EQUATIONS[count]:
            operands = [small("f32", shape, k) for k, shape in enumerate(shapes)]
            repeats = any(1 in shape for shape in shapes)  # ONNX can say that only if the sizes are known
            add(name, equation, operands, known=repeats or len(name) % 2 == 0)
        for type_ in INTEGERS + REALS:
            if type_ != "f32":
                equation, shapes = EQUATIONS[count][1][1:] if count == 3 else EQUATIONS[count][3][1:]
                add(type_, equation, [small(type_, shape, k) for k, shape in enumerate(shapes)], known=type_ in REALS)
        same = [[2, 3]] + [[3]] * (count - 1)
        reject("other_rank", ",".join(["i"] * count), same, "OP-5")
        reject("too_many_labels", ",".join(["ijk..."] + ["i"] * (count - 1)), same, "OP-5")
        reject("label_of_the_output_alone", ",".join(["ij"] + ["j"] * (count - 1)) + "->k", same, "OP-2")
        reject("a_digit", ",".join(["i1"] + ["j"] * (count - 1)), same, "OP-2")
        reject("one_operand_more", ",".join(["ij"] + ["j"] * count), same, "OP-3")
        made.run("boolean", [Tensor("boolean", shape, [1] * math.prod(shape)) for shape in same], rejected("load", "OP-4"),
                 {"equation": ",".join(["ij"] + ["j"] * (count - 1))})
        if count == 1:
            reject("unequal_diagonal", "ii->i", [[2, 3]], "OP-5")
            reject("diagonal_of_1_and_2", "ii->i", [[1, 2]], "OP-5")
            reject("without_equation", None, [[2]], "OP-2")
            reject("two_arrows", "i->i->i", [[2]], "OP-2")
            reject("label_twice_in_the_output", "i->ii", [[2]], "OP-2")
            reject("two_ellipses", "......", [[2]], "OP-2")
            reject("two_dots", "..i", [[2, 2]], "OP-2")
            add("ellipsis_summed", "i...->i", [small("f32", [2, 3, 2])], **DECIDED)
        if count == 2:
            reject("unequal", "ij,jk->ik", [[2, 3], [4, 2]], "OP-5")
            reject("unequal_in_the_run", "ij,jk->ik", [[2, 3], [4, 2]], "OP-5", "run", known=False)
            reject("unequal_ellipses", "...i,...->i", [[2, 3], [4]], "OP-5")
            reject("thirteen_labels", "abcdefg,hijklm->", [[1] * 7, [1] * 6], "LIMIT-3", **SURVEY)
            add("sum_in_double", "i,i->", [vector("f32", [2.0**60, 1, -2.0**60, 1]), vector("f32", [1, 1, 1, 1])], rules=["NUM-3"], **SURVEY)
            add("i8_wraps", "i,i->", [vector("i8", [100, 100]), vector("i8", [2, 1])], rules=["NUM-2"], **SURVEY)
        if count == 3:
            add("rounded_between", "i,i,i->i", [vector("f16", [3, 3]), vector("f16", [683, 5]), vector("f16", [3, 7])], **DECIDED)
        made.add_to(corpus, "operations/einsum/%s" % ("one_operand", "two_operands", "three_operands")[count - 1],
                    rules=["OP-35", "OP-5", "OP-2", "OP-3", "OP-4"], oracle=ORACLE,
                    title="Einsum of %s by labels." % ("an operand", "two operands", "three operands")[count - 1])
    add_combined(corpus)


def add_combined(corpus):
    graph = ir.Graph()
    x, h0 = graph.parameter("X", "i32", [-1, 2, 2]), graph.parameter("H0", "i32", [1, 2])
    body = graph.body()
    xi, h = body.parameter("x", "i32", [1, 2, 2]), body.parameter("h", "i32", [1, 2])
    turned = body.op("Einsum", xi, h, version="opset7", shape=[1, 2], equation="bij,bj->bi")
    loop = graph.tensor_iterator(body)
    loop.input(x, xi, axis=0)
    loop.input(h0, h)
    result = body.result(turned, "turned")
    loop.back_edge(result, h)
    graph.result(loop.output(result, shape=[-1, 2], **slices()), "TURNED")
    corpus.add("operations/einsum/matrices_of_a_loop", rules=["OP-35"], kind="combined", oracle="by-hand", model=graph.text(),
               title="A loop multiplies its state by one matrix in each iteration.",
               notes="[[1, 2], [3, 4]] times [1, 1] is [3, 7], and [[0, 1], [1, 0]] times that is [7, 3].",
               runs=[{"name": "two_parts", "inputs": {"X": Tensor("i32", [2, 2, 2], [1, 2, 3, 4, 0, 1, 1, 0]), "H0": Tensor("i32", [1, 2], [1, 1])},
                      "outputs": [Tensor("i32", [2, 2], [3, 7, 7, 3])]}])
