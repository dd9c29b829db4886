"""What ONNX's models have for training: losses, optimizers and Dropout."""

import itertools

import numpy as np

from case import Tensor
from onnx_case import add_onnx
from onnx_layers import Layer, array, distinct, exp, log, of, positive, sqrt

ORACLE = "generator: gen/onnx_layers_losses.py"


# The loss of an ignored class may be 0 or -0.
WITHOUT_SIGN = ("loss", "  zero = Constant <value = float {0}> ()\n  loss = Add (y0, zero)\n")


def scalar(type_, value):
    return Tensor(type_, [], [value])


def log_softmax(x):
    moved = x - x.max(axis=1, keepdims=True)
    return moved - log(exp(moved).sum(axis=1, keepdims=True))


def loss_of(log_probabilities, classes, weights, ignored, reduction):
    loss, total = np.zeros(classes.shape), 0.0
    for place in np.ndindex(*classes.shape):
        c = int(classes[place])
        if c == ignored:
            continue
        weight = 1.0 if weights is None else weights[c]
        loss[place] = -log_probabilities[place[:1] + (c,) + place[1:]] * weight
        total += weight
    return {"none": loss, "sum": loss.sum(), "mean": loss.sum() / total}[reduction]


# name, scores, classes, whether classes have weights, ignore_index; class 1 is never right
FORMS = (
    ("matrix", [3, 4], [2, 0, 3], False, None),
    ("row", [2, 3, 4], [2, 0, 0, 2, 0, 2, 2, 0], False, None),
    ("row_with_weights", [2, 3, 4], [2, 0, 0, 2, 0, 2, 2, 0], True, None),
    ("plane_with_weights", [2, 3, 1, 2], [2, 0, 0, 2], True, None),
    ("ignored_class", [3, 4], [2, 3, 0], False, 3),
    ("ignored_class_with_weights", [2, 3, 3], [2, 0, 0, 2, 0, 2], True, 2),
    ("ignored_index_that_is_no_class", [2, 3, 2], [2, -5, 0, -5], True, -5),
    ("square_with_weights", [3, 3, 3], [2, 0, 0, 2, 0, 2, 0, 2, 2], True, None),
)


def add_losses(corpus):
    for operator in ("NegativeLogLikelihoodLoss", "SoftmaxCrossEntropyLoss"):
        takes_softmax = operator.startswith("Softmax")
        made = Layer(operator, after=None if takes_softmax else WITHOUT_SIGN)
        for k, ((name, shape, classes, has_weights, ignored), reduction) in enumerate(itertools.product(FORMS, ("none", "sum", "mean"))):
            x = distinct(1, shape, 0.25)
            target = of("i64" if k % 2 else "i32", np.array(classes).reshape(shape[:1] + shape[2:]))
            weights = positive(2, [shape[1]], 0.375) if has_weights else None
            scores = log_softmax(array(x)) if takes_softmax else array(x)
            loss = loss_of(scores, array(target), None if weights is None else array(weights), ignored, reduction)
            texts = ['reduction = "%s"' % reduction] * (reduction != "mean") + ["ignore_index = %s" % ignored] * (ignored is not None)
            exact = not takes_softmax and reduction != "mean"
            outputs = [of("f32", loss, None if exact else 36 if takes_softmax else 12)]
            if takes_softmax and k % 3 != 1:
                outputs.append(of("f32", scores, 24))
            made.run(name + "_" + reduction, (12, 13, 22 if not takes_softmax else 13)[k % 3], ", ".join(texts),
                     {"x": x, "target": target, "weights": weights}, outputs)
        made.add_to(corpus, "softmax_cross_entropy_loss" if takes_softmax else "negative_log_likelihood_loss", oracle=ORACLE,
                    rules=["ONNX-GRAPH-2", "ONNX-GRAPH-5", "ONNX-GRAPH-6"],
                    title="%s with weights of classes, an ignored class and every reduction." % operator)


def add_optimizers(corpus):
    """Each model moves two tensors of different shapes, with the numbers of the attributes in f32."""
    def numbers(text):
        return {key: float(np.float32(value)) for key, value in (part.split(" = ") for part in text.split(", ")) if '"' not in value}

    def tensors(lists):
        """`lists` lists of two tensors; the last one of three or more has positive numbers."""
        made = []
        for k in range(lists):
            kind = positive if k >= 2 and k == lists - 1 else distinct
            made += [kind(3 * k + 1, [2, 2], 0.125 * (k + 1)), kind(3 * k + 2, [3], 0.25 * (k + 1))]
        return made

    def add(operator, lists, step, forms, steps):
        made = Layer(operator, "ai.onnx.preview.training")
        for name, text, count in forms:
            given = tensors(lists)
            results = [step(0.5, count, numbers(text), *[array(t) for t in given[k::2]], text) for k in (0, 1)]
            outputs = [of("f32", results[k][part], steps[part] and steps[part] // (1 if count else 2)) for part in range(lists - 1) for k in (0, 1)]
            names = ["t%d" % k for k in range(2 * lists)]
            made.run(name, 1, text, {"r": scalar("f32", 0.5), "t": scalar("i64", count), **dict(zip(names, given))}, outputs)
        made.add_to(corpus, operator.lower(), oracle=ORACLE, rules=["ONNX-GRAPH-2", "ONNX-GRAPH-5", "ONNX-GRAPH-6"],
                    title="A step of %s for two tensors, first and later, with every attribute." % operator)

    def adagrad(rate, count, a, x, gradient, squares, _):
        gradient = a["norm_coefficient"] * x + gradient
        squares = squares + gradient ** 2
        return x - rate / (1 + count * a["decay_factor"]) * gradient / (sqrt(squares) + a["epsilon"]), squares

    def adam(rate, count, a, x, gradient, mean, squares, _):
        gradient = a["norm_coefficient"] * x + gradient
        mean = a["alpha"] * mean + (1 - a["alpha"]) * gradient
        squares = a["beta"] * squares + (1 - a["beta"]) * gradient ** 2
        if count > 0:
            rate = rate * (1 - a["beta"] ** count) ** 0.5 / (1 - a["alpha"] ** count)
        return (1 - a["norm_coefficient_post"]) * (x - rate * mean / (sqrt(squares) + a["epsilon"])), mean, squares

    def momentum(rate, count, a, x, gradient, before, text):
        gradient = a["norm_coefficient"] * x + gradient
        kept = a["alpha"] * before + (a["beta"] if count > 0 else 1) * gradient
        return x - rate * (gradient + a["alpha"] * kept if "nesterov" in text else kept), kept
    text = "norm_coefficient = 0.25, decay_factor = 0.125, epsilon = 0.5"
    add("Adagrad", 3, adagrad, [("first_step", text, 0), ("third_step", text, 2)], (40, None))
    text = "alpha = 0.75, beta = 0.875, norm_coefficient = 0.25, norm_coefficient_post = 0.125, epsilon = 0.5"
    add("Adam", 4, adam, [("first_step", text, 0), ("third_step", text, 2)], (160, None, None))
    text = 'alpha = 0.75, beta = 0.625, norm_coefficient = 0.25, mode = "%s"'
    add("Momentum", 3, momentum, [(mode + name, text % mode, count) for mode in ("standard", "nesterov") for name, count in (("_first_step", 0), ("_third_step", 2))],
        (None, None))


def add_dropout(corpus):
    text = """dropped (float[2,3] x) => (float[a,b] plain, bool[c,d] mask, float[e,f] not_trained, float[g,h] nothing_dropped) {
  plain, mask = Dropout <seed = 7> (x)
  half = Constant <value = float {0.5}> ()
  none = Constant <value = float {0}> ()
  no = Constant <value = bool {0}> ()
  yes = Constant <value = bool {1}> ()
  not_trained = Dropout (x, half, no)
  nothing_dropped = Dropout (x, none, yes)
}
"""
    x = distinct(1, [2, 3], 0.5)
    add_onnx(corpus, "operators/dropout", text, oracle="by-hand", rules=["ONNX-GRAPH-2", "ONNX-GRAPH-5"], title="Dropout outside a training keeps all elements.",
             notes="Without training_mode, and with a ratio of 0, the output is the input.",
             runs=[{"name": "two_rows", "inputs": {"x": x}, "outputs": [x, Tensor("boolean", [2, 3], [True] * 6), x, x]}])
    # An operator that copies its input, alone in a model, may take the names of both away.
    made = Layer("Dropout", after=("negative", "  negative = Neg (y0)\n"))
    for name, opset, attributes in (("version_7", 7, "ratio = 0.75"), ("version_10", 10, "ratio = 0.25")):
        made.run(name, opset, attributes, {"x": x}, [of("f32", -array(x))])
    made.add_to(corpus, "dropout_of_older_versions", oracle=ORACLE, rules=["ONNX-GRAPH-2", "ONNX-GRAPH-6"], title="Dropout with a ratio as an attribute keeps all elements.")


def add_cases(corpus):
    for add in (add_losses, add_optimizers, add_dropout):
        add(corpus)
