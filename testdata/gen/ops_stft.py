"""STFT: for each frame the whole sum of the transformation (OP-56)."""

import cmath
import math

import ir
from case import Tensor, rejected, round_to
from frames import slices
from ops_fourier import Whole, on_circle
from rounded import Rounded
from single import REALS, SURVEY, Single, filled, vector

ORACLE = "generator: gen/ops_stft.py"
OPERANDS = ["signal", "window", "frame_size", "frame_step"]
DECIDED = {"rules": ["OP-56"], **SURVEY}


def frames_of(signal, window, size, step):
    """The shape before the last two axes, and the products of each frame and the window."""
    batches = signal.shape[:-1]
    before = (size - len(window.values)) // 2
    around = [0.0] * before + list(window.values) + [0.0] * (size - before - len(window.values))
    found = []
    for b in range(math.prod(batches)):
        own = signal.values[b * signal.shape[-1]:(b + 1) * signal.shape[-1]]
        found.append([[(Rounded(signal.type, x) * w).value for x, w in zip(own[k:k + size], around)]
                      for k in range(0, len(own) - size + 1, step)])
    return batches, found


def arranged(batches, numbers, transposes):
    """The shape and the parts of complex numbers [batch][frame][frequency]."""
    frames, frequencies = len(numbers[0]) if numbers else 0, len(numbers[0][0]) if numbers else 0
    if transposes:
        numbers = [[[frame[m] for frame in batch] for m in range(frequencies)] for batch in numbers]
    sizes = [frequencies, frames] if transposes else [frames, frequencies]
    return list(batches) + sizes + [2], [part for batch in numbers for line in batch for number in line for part in number]


def stft(signal, window, size, step, transposes):
    """The sums in double with the functions of cmath."""
    batches, frames = frames_of(signal, window, size, step)
    numbers = [[[sum(x * cmath.exp(-2j * math.pi * j * m / size) for j, x in enumerate(frame)) for m in range(size // 2 + 1)]
                for frame in batch] for batch in frames]
    return arranged(batches, [[[(z.real, z.imag) for z in frame] for frame in batch] for batch in numbers], transposes)


def stft_bits(signal, window, size, step):
    """OP-39, step by step in double."""
    batches, frames = frames_of(signal, window, size, step)
    numbers = []
    for batch in frames:
        numbers.append([])
        for frame in batch:
            line = []
            for m in range(size // 2 + 1):
                real = imaginary = 0.0
                for j, x in enumerate(frame):
                    c, s = on_circle(j * m % size, size)
                    real, imaginary = real + x * c, imaginary - x * s
                line.append((round_to(signal.type, real), round_to(signal.type, imaginary)))
            numbers[-1].append(line)
    return arranged(batches, numbers, False)


def data(shape, type_, scale, seed=5):
    return filled(shape, lambda p: float((sum((7 * k + 5) * q * q + 3 * q for k, q in enumerate(p)) * 13 + seed) % 23 - 9) * scale, type_)


def one(value, type_="i64"):
    return Tensor(type_, [], [value])


def add_whole(corpus, constants, path, title):
    made = Whole("STFT", "opset15", OPERANDS, ["transpose_frames"], constants, outputs=["i32"])

    def add(name, shape, length, size, step, transposes=False, index="i64", margin=0.02, known=True, **more):
        scale, values = 24, [0.5]
        while any(abs(y - math.floor(y) - 0.5) < margin for y in values):
            signal, window = data(shape, "f32", scale), data([length], "f32", 1, 7)
            result, values = stft(signal, window, size, step, transposes)
            scale += 1
        if length != size:
            more = {**DECIDED, **more}
        put(name, [signal, window, one(size, index), one(step, index)], result, values, transposes, known, more)

    def put(name, operands, result, values, transposes, known, more):
        made.run(name, operands, [Tensor("i32", result, [round(y) for y in values])],
                 {"transpose_frames": "true" if transposes else "false"}, known=known, **more)
    for transposes in (False, True):
        layout = "transposed" if transposes else "in_order"
        add("page_1d_" + layout, [56], 7, 11, 3, transposes, margin=0.004)
        add("page_2d_" + layout, [3, 56], 7, 11, 3, transposes, margin=0.002, known=False)
        add("full_window_1d_" + layout, [14], 6, 6, 4, transposes, known=False)
        add("full_window_2d_" + layout, [2, 13], 5, 5, 3, transposes)
    for size in (1, 2, 3, 4, 7, 8):
        add("size_%d" % size, [9], size, size, 2, index="i32" if size % 2 else "i64", known=size % 2 == 0)
    for step in (1, 2, 5, 9):
        add("step_%d" % step, [11], 3, 3, step, step == 5)
    add("one_frame", [5], 5, 5, 1)
    add("one_frame_of_a_long_step", [5], 5, 5, 2**40)
    add("window_of_one", [8], 1, 4, 2)
    add("window_without_elements", [8], 0, 4, 2)
    add("odd_rest_of_the_window", [12], 4, 7, 3, True)
    for type_ in REALS:  # four elements have exact sums
        signal, window = data([10], type_, 1), vector(type_, [1.0] * 4)
        put("type_" + type_, [signal, window, one(4), one(3)], *stft(signal, window, 4, 3, False), False, True, SURVEY if type_ == "f64" else {})

    def reject(name, signal, window, size, step, rule, transposes="true", **more):
        later = rule == "OP-6" and "frame_size" not in constants
        made.run(name, [signal, window, size, step], rejected("run" if later else "load", rule), {"transpose_frames": transposes}, **more)
    signal, window = data([8], "f32", 1), data([3], "f32", 1)
    for name, size, step in (("size_0", 0, 1), ("size_m1", -1, 1), ("step_0", 4, 0), ("step_m1", 4, -1), ("size_beyond_the_signal", 9, 1),
                             ("window_longer_than_a_frame", 2, 1)):
        reject(name, signal, window, one(size), one(step), "OP-6", **DECIDED)
    four, two = one(4), one(2)
    reject("signal_of_integers", vector("i32", [1, 2, 3, 4]), vector("i32", [1]), four, two, "OP-4")
    reject("window_of_another_type", signal, data([3], "f16", 1), four, two, "OP-4")
    reject("real_size", signal, window, Tensor("f32", [], [4]), two, "OP-4")
    reject("step_of_another_type", signal, window, four, one(2, "i32"), "OP-4")
    reject("signal_of_rank_3", data([1, 1, 8], "f32", 1), window, four, two, "OP-5")
    reject("scalar_signal", Tensor("f32", [], [1]), window, four, two, "OP-5")
    reject("window_of_rank_2", signal, data([1, 3], "f32", 1), four, two, "OP-5")
    reject("size_in_a_list", signal, window, vector("i64", [4]), two, "OP-5")
    reject("no_attribute", signal, window, four, two, "OP-2", None)
    made.add_to(corpus, "operations/stft/" + path, rules=["OP-56", "OP-39", "OP-2", "OP-4", "OP-5", "OP-6"], oracle=ORACLE, title=title)


def add_bits(corpus):
    made = Single("STFT", "opset15", OPERANDS, ["transpose_frames"], OPERANDS[2:], outputs=["{{signal_type}}"])
    for size in (1, 2, 3, 5, 8, 12, 30):
        for type_ in REALS:
            signal = filled([40], lambda p: round_to(type_, ((p[0] * p[0] * 29 + 5) % 31 - 11) / 8), type_)
            window = filled([max(size - 2, 1)], lambda p: round_to(type_, 0.1 + p[0] / 7), type_)
            shape, values = stft_bits(signal, window, size, 9)
            made.run("size_%d_%s" % (size, type_), [signal, window, one(size), one(9)], [Tensor(type_, shape, values)],
                     {"transpose_frames": "false"}, **DECIDED)
    made.add_to(corpus, "operations/stft/bits", rules=["OP-56", "OP-39"], oracle=ORACLE,
                title="STFT rounds each product and sums in double, with numbers of the circle that are rounded once.")


def add_combined(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "f32", [-1, 4])
    body = graph.body()
    own = body.parameter("x", "f32", [1, 4])
    made = body.op("STFT", own, body.const("f32", [1, 1]), body.const("i64", 2, shape=[]), body.const("i64", 1, shape=[]),
                   version="opset15", shape=[1, 3, 2, 2], transpose_frames="false")
    loop = graph.tensor_iterator(body)
    loop.input(x, own, axis=0)
    result = body.result(made, "frames")
    graph.result(loop.output(result, shape=[-1, 3, 2, 2], **slices()), "Y")
    corpus.add("operations/stft/signals_of_a_loop", rules=["OP-56"], kind="combined", oracle="by-hand", model=graph.text(),
               weights=graph.weights.data, title="Each iteration transforms the frames of a signal: sums and differences of neighbours.",
               notes="1, 2, 4, 9 has the sums 3, 6, 13 and the differences -1, -2, -5. 5, 5, 3, 0 has 10, 8, 3 and 0, 2, 3.",
               runs=[{"name": "two_signals", "inputs": {"X": Tensor("f32", [2, 4], [1, 2, 4, 9, 5, 5, 3, 0])},
                      "outputs": [Tensor("f32", [2, 3, 2, 2], [3, 0, -1, 0, 6, 0, -2, 0, 13, 0, -5, 0, 10, 0, 0, 0, 8, 0, 2, 0, 3, 0, 3, 0])]}])


def add_cases(corpus):
    add_whole(corpus, OPERANDS[1:], "of_constant_frames", "STFT with constant windows and frames, rounded to whole numbers.")
    add_whole(corpus, [], "of_computed_frames", "STFT whose frames are inputs, rounded to whole numbers.")
    add_bits(corpus)
    add_combined(corpus)
