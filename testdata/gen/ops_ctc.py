"""CTCGreedyDecoder and CTCGreedyDecoderSeqLen: the classes of the best path (OP-53)."""

import itertools

from case import Tensor, rejected, round_to
from single import REALS, SURVEY, Single, vector

ORACLE = "generator: gen/ops_ctc.py"
DECIDED = {"rules": ["OP-53"], **SURVEY}
NAN, INF = float("nan"), float("inf")


def best(elements):
    """The class of the greatest element; the first one of equal ones, and NaN is the least."""
    order = sorted(range(len(elements)), key=lambda c: (elements[c] != elements[c], -elements[c] if elements[c] == elements[c] else 0, c))
    return order[0]


def decoded(steps, blank, merges):
    """The two steps of the page: merge the classes that follow each other, then remove the blank one."""
    path = [best(elements) for elements in steps]
    if merges:
        path = [key for key, _ in itertools.groupby(path)]
    return [c for c in path if c != blank]


def steps_of(path, classes):
    """Elements whose greatest one is the class of the path."""
    return [[(7 * (t + c)) % 5 + (9 if c == best_class else 0) for c in range(classes)] for t, best_class in enumerate(path)]


def padded(classes, length):
    return classes + [-1] * (length - len(classes))


# A blank class B = 3 of 4: repeats, repeats around blanks, blanks at the ends.
PATHS = {"page": [0, 1, 1, 3, 1, 3, 3, 1], "no_blank": [0, 1, 2, 0], "blanks": [3, 3, 3], "repeats": [2, 2, 2, 2], "blank_ends": [3, 0, 0, 3],
         "repeats_around_blanks": [1, 3, 1, 1, 3, 3, 1], "one_step": [2]}


def masked_output(type_, sequences, lengths, steps, merges):
    values = []
    for sequence, length in zip(sequences, lengths):
        values += padded(decoded(sequence[:length], len(sequence[0]) - 1, merges), steps) if sequence else []
    return Tensor(type_, [len(sequences), steps, 1, 1], [round_to(type_, value) for value in values])


def time_first(type_, sequences, steps, classes):
    """[T, N, C] of sequences of steps of classes."""
    values = [x for t in range(steps) for sequence in sequences for x in sequence[t]]
    return Tensor(type_, [steps, len(sequences), classes], values)


def add_masked(corpus):
    made = Single("CTCGreedyDecoder", "opset1", ["x", "mask"], ["ctc_merge_repeated"])

    def add(name, sequences, lengths=None, merges=None, type_="f32", mask=None, steps=None, classes=4, **more):
        steps = len(sequences[0]) if steps is None else steps
        lengths = lengths or [steps] * len(sequences)
        ones = mask or [1 if t < length else 0 for t in range(steps) for length in lengths]
        made.run(name, [time_first(type_, sequences, steps, classes), Tensor(type_, [steps, len(sequences)], ones)],
                 [masked_output(type_, sequences, lengths, steps, merges != "false")], {"ctc_merge_repeated": merges}, **more)
    for merges in (None, "true", "false"):
        for name, path in PATHS.items():
            add("%s_%s" % (name, merges or "default"), [steps_of(path, 4)], merges=merges, known=merges != "false")
        three = [steps_of(PATHS["page"], 4), steps_of([1, 1, 1, 2, 2, 0, 0, 3], 4), steps_of([3, 2, 2, 3, 3, 2, 1, 1], 4)]
        add("three_sequences_%s" % (merges or "default"), three, [8, 5, 0], merges)
        add("lengths_%s" % (merges or "default"), three, [1, 7, 2], merges, known=False)
    for type_ in REALS:
        add(type_, three, [8, 3, 5], type_=type_)
    add("two_classes", [steps_of([0, 0, 1, 0], 2)], classes=2)
    add("only_the_blank", [[[5], [6]]], classes=1)
    add("no_steps", [[], []], steps=0, lengths=[0, 0], classes=4)
    add("no_sequences", [], steps=3, classes=4)
    add("ties", [[[1, 1, 0], [0, 1, 1], [0, 0, 0], [2, 0, 2]]], classes=3, merges="false", **DECIDED)
    add("zeros_are_equal", [[[-0.0, 0.0, -1], [-1, 0.0, -0.0]]], classes=3, merges="false", **DECIDED)
    add("infinities", [[[-INF, 0, INF], [-INF, -INF, -INF], [INF, INF, 0], [-INF, 0, 1]]], classes=3, merges="false", **DECIDED)
    add("nan", [[[NAN, 1, 0], [1, NAN, 0], [NAN, NAN, NAN], [0, 1, NAN]]], classes=3, merges="false", **DECIDED)
    path = [steps_of([0, 1, 2, 0], 4)]
    add("mask_of_other_numbers", path, mask=[0.5, -1, 2, NAN], **DECIDED)
    add("mask_of_minus_zero", path, [2], mask=[1, 1, -0.0, 1], **DECIDED)
    add("mask_with_a_hole", path, [1], mask=[1, 0, 1, 1], **DECIDED)
    for type_, classes, chosen in (("bf16", 260, [255, 256, 257, 258]), ("f16", 2052, [2047, 2048, 2049, 2050])):
        sequence = [[1 if c == one else 0 for c in range(classes)] for one in chosen]
        add("class_is_rounded_" + type_, [sequence], type_=type_, classes=classes, **DECIDED)
    x, mask = time_first("f32", path, 4, 4), Tensor("f32", [4, 1], [1] * 4)
    for name, operands, rule, more in (
            ("rank_2", [Tensor("f32", [4, 4], x.values), mask], "OP-5", {}),
            ("mask_of_rank_1", [x, vector("f32", [1] * 4)], "OP-5", {}),
            ("mask_of_three_steps", [x, Tensor("f32", [3, 1], [1] * 3)], "OP-5", {}),
            ("mask_of_two_sequences", [x, Tensor("f32", [4, 2], [1] * 8)], "OP-5", {}),
            ("no_classes", [Tensor("f32", [2, 1, 0], []), Tensor("f32", [2, 1], [1, 1])], "OP-5", DECIDED),
            ("integers", [Tensor("i32", [4, 1, 4], x.values), Tensor("i32", [4, 1], [1] * 4)], "OP-4", {}),
            ("mask_of_integers", [x, Tensor("i32", [4, 1], [1] * 4)], "OP-4", {}),
            ("mask_of_another_type", [x, Tensor("f16", [4, 1], [1] * 4)], "OP-4", {})):
        made.run(name, operands, rejected("load", rule), **more)
    made.run("mask_of_three_steps_in_the_run", [x, Tensor("f32", [3, 1], [1] * 3)], rejected("run", "OP-5"), known=False)
    made.run("merges_2", [x, mask], rejected("load", "OP-2"), {"ctc_merge_repeated": "2"})
    made.add_to(corpus, "operations/ctc_greedy_decoder", rules=["OP-53", "OP-2", "OP-4", "OP-5"], oracle=ORACLE,
                title="CTCGreedyDecoder gives the classes of the best path, up to the first mask of 0.")


ATTRIBUTES = ["merge_repeated", "classes_index_type", "sequence_length_type"]


def batch_first(type_, sequences, steps, classes):
    return Tensor(type_, [len(sequences), steps, classes], [x for sequence in sequences for elements in sequence for x in elements])


def add_lengths(corpus):
    for blank_given in (False, True):
        made = Single("CTCGreedyDecoderSeqLen", "opset6", ["x", "lengths"] + ["blank"] * blank_given, ATTRIBUTES,
                      outputs=["{{class_type}}", "{{length_type}}"], columns=["class_precision", "length_precision"])

        def run(name, operands, result, attributes=(), **more):
            attributes = dict(attributes)
            types = {}
            for column, name_of_type in (("class", "classes_index_type"), ("length", "sequence_length_type")):
                types[column + "_precision"] = (attributes.get(name_of_type) or "i32").upper()
            made.run(name, operands, result, {**attributes, **types}, **more)

        def add(name, sequences, lengths=None, merges=None, type_="f32", blank=None, length_type="i32", types=(None, None), steps=None, classes=4, blank_shape=(), **more):
            steps = len(sequences[0]) if steps is None else steps
            lengths = lengths or [steps] * len(sequences)
            found = [decoded(s[:n], classes - 1 if blank is None else blank, merges != "false") for s, n in zip(sequences, lengths)]
            operands = [batch_first(type_, sequences, steps, classes), vector(length_type, lengths)]
            if blank_given:
                operands.append(Tensor(length_type, list(blank_shape), [blank]))
            run(name, operands, [Tensor(types[0] or "i32", [len(sequences), steps], [c for one in found for c in padded(one, steps)]),
                                 vector(types[1] or "i32", [len(one) for one in found])],
                dict(zip(ATTRIBUTES, (merges,) + types)), **more)
        three = [steps_of(PATHS["page"], 4), steps_of([1, 1, 1, 2, 2, 0, 0, 3], 4), steps_of([3, 2, 2, 3, 3, 2, 1, 1], 4)]
        one = [steps_of([0, 1, 2, 0], 4)]
        x, four = batch_first("f32", one, 4, 4), vector("i32", [4])
        if blank_given:
            for blank in range(4):
                for merges in (None, "false"):
                    add("blank_%d_%s" % (blank, merges or "default"), three, [8, 5, 6], merges, blank=blank, known=blank > 1)
            add("blank_in_a_list", three, [8, 5, 6], blank=1, blank_shape=[1])
            add("i64", three, [8, 5, 6], blank=0, length_type="i64", types=("i64", "i64"))
            for blank in (-1, 4):
                run("blank_%s_of_4" % str(blank).replace("-", "m"), [x, four, Tensor("i32", [], [blank])], rejected("run", "OP-6"), **DECIDED)
            run("two_blanks", [x, four, vector("i32", [1, 2])], rejected("load", "OP-5"))
            run("blank_of_another_type", [x, four, Tensor("i64", [], [1])], rejected("load", "OP-4"))
            run("real_blank", [x, four, Tensor("f32", [], [1])], rejected("load", "OP-4"))
        else:
            for merges in (None, "true", "false"):
                for name, path in PATHS.items():
                    add("%s_%s" % (name, merges or "default"), [steps_of(path, 4)], merges=merges, known=merges != "false")
                add("three_sequences_%s" % (merges or "default"), three, [8, 5, 0], merges)
            for types in itertools.product((None, "i32", "i64"), repeat=2):
                add("types_%s_%s" % tuple(type_ or "default" for type_ in types), three, [1, 7, 2], types=types, known=types[0] != "i64")
            for type_ in REALS:
                add(type_, three, [8, 3, 5], type_=type_, length_type="i64")
            add("two_classes", [steps_of([0, 0, 1, 0], 2)], classes=2)
            add("only_the_blank", [[[5], [6]]], classes=1)
            add("no_steps", [[], []], steps=0, lengths=[0, 0])
            add("no_sequences", [], steps=3)
            add("ties", [[[1, 1, 0], [0, 1, 1], [0, 0, 0], [2, 0, 2]]], classes=3, merges="false", **DECIDED)
            add("nan", [[[NAN, 1, 0], [1, NAN, 0], [NAN, NAN, NAN], [0, 1, NAN]]], classes=3, merges="false", **DECIDED)
            run("length_5_of_4", [x, vector("i32", [5])], rejected("run", "OP-6"))
            run("length_m1", [x, vector("i32", [-1])], rejected("run", "OP-6"), **DECIDED)
            for name, operands, rule, more in (
                    ("rank_2", [Tensor("f32", [4, 4], x.values), four], "OP-5", {}),
                    ("lengths_of_two_sequences", [x, vector("i32", [4, 4])], "OP-5", {}),
                    ("lengths_of_rank_2", [x, Tensor("i32", [1, 1], [4])], "OP-5", {}),
                    ("no_classes", [Tensor("f32", [1, 2, 0], []), vector("i32", [2])], "OP-5", DECIDED),
                    ("integers", [Tensor("i32", [1, 4, 4], x.values), four], "OP-4", {}),
                    ("lengths_u8", [x, vector("u8", [4])], "OP-4", {})):
                run(name, operands, rejected("load", rule), **more)
            for name in ATTRIBUTES:
                run(name + "_u8", [x, four], rejected("load", "OP-2"), {name: "u8"})
        made.add_to(corpus, "operations/ctc_greedy_decoder_seq_len/" + ("with_a_blank_class" if blank_given else "two_operands"),
                    rules=["OP-53", "OP-2", "OP-4", "OP-5", "OP-6"], oracle=ORACLE,
                    title="CTCGreedyDecoderSeqLen gives the classes of the best path and their number%s." % (
                        "; the blank class is an operand" if blank_given else ""))


def add_combined(corpus):
    made = Single("CTCGreedyDecoderSeqLen", "opset6", ["x", "lengths"], ATTRIBUTES, outputs=["i32", "i32"], body=True)
    x = Tensor("f32", [2, 3, 2], [1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 2, 1])
    made.run("two_sequences", [x, vector("i32", [3, 2])], [Tensor("i32", [2, 3], [0, -1, -1, 0, -1, -1]), vector("i32", [1, 1])])
    made.add_to(corpus, "operations/ctc_greedy_decoder_seq_len/sequences_of_a_loop", rules=["OP-53"], oracle="by-hand", kind="combined",
                title="Each iteration decodes one sequence.",
                notes="Class 1 is the blank one. The best paths are 0 0 1 and 1 0, of which one 0 stays.")


def add_cases(corpus):
    add_masked(corpus)
    add_lengths(corpus)
    add_combined(corpus)
