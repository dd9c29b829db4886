"""ONNX operators on bits, determinants and n-grams, each alone and in a loop."""

from fractions import Fraction

from case import Tensor
from onnx_case import add_onnx
from onnx_hand import integer, real, run

HEAD_26 = '<ir_version: 13, opset_import: ["" : 26]>\n'
HEAD_22 = '<ir_version: 10, opset_import: ["" : 22]>\n'


def add(corpus, name, text, notes, **rest):
    add_onnx(corpus, "operators/" + name, text, oracle="by-hand", notes=notes, **rest)


def add_bit_casts(corpus):
    def i32(*values):
        return Tensor("i32", [len(values)], list(values))

    add(corpus, "bit_cast", """bits (float[n] x, int8[m] y, bool[k] c) => (int32[n] a, uint8[m] b, uint8[k] d) {
  a = BitCast <to = 6> (x)
  b = BitCast <to = 2> (y)
  d = BitCast <to = 2> (c)
}
""", "1 is 0x3f800000, -2 is 0xc0000000, and -0 the sign alone; -1 and -128 of 8 bits are 255 and 128.", kind="boundary",
        title="Bits of reals as integers, and of integers with another sign.", rules=["OP-47"], head=HEAD_26,
        runs=[run("some", {"x": real([3], 1, -2, -0.0), "y": Tensor("i8", [3], [-1, -128, 7]), "c": Tensor("boolean", [2], [True, False])},
                  i32(0x3f800000, 0xc0000000 - 2**32, -2**31), Tensor("u8", [3], [255, 128, 7]), Tensor("u8", [2], [1, 0])),
              run("none", {"x": real([0]), "y": Tensor("i8", [0], []), "c": Tensor("boolean", [0], [])}, i32(), Tensor("u8", [0], []), Tensor("u8", [0], []))])
    add(corpus, "bit_cast_in_a_loop", """bits (int64 M, float[2] x) => (float[2] y) {
  y = Loop <body = step (int64 i, bool going, float[2] a) => (bool go, float[2] z) {
    go = Identity (going)
    b = BitCast <to = 6> (a)
    one = Constant <value = int32 {8388608}> ()
    c = Add (b, one)
    z = BitCast <to = 1> (c)
  }> (M, "", x)
}
""", "One more in the exponent doubles a number.", kind="combined", title="A Loop adds to the exponents of numbers.", rules=["OP-47", "ONNX-LOOP-3"], head=HEAD_26,
        runs=[run("m_%d" % m, {"M": integer([], m), "x": real([2], 3, -0.5)}, real([2], 3 * 2**m, -0.5 * 2**m)) for m in range(4)])


def determinant(rows):
    """By minors, exactly."""
    if not rows:
        return Fraction(1)
    return sum((-1) ** k * rows[0][k] * determinant([row[:k] + row[k + 1:] for row in rows[1:]]) for k in range(len(rows)))


def add_determinants(corpus):
    def matrices(*all_rows):
        size = len(all_rows[0])
        return real([len(all_rows), size, size], *[x for rows in all_rows for row in rows for x in row])

    def determinants(*all_rows):
        return real([len(all_rows)], *[float(determinant([[Fraction(x) for x in row] for row in rows])) for rows in all_rows])

    groups = {"size_1": [[[5]], [[0]]], "size_2": [[[4, 1], [2, 1]], [[0, 2], [8, 7]], [[2, 4], [1, 2]]],
              "size_3": [[[0, 2, 0], [0, 0, 3], [4, 0, 0]], [[2, 0, 1], [0, 4, 0], [0, 0, 8]]]}
    add(corpus, "determinant", """det (float[n,m,m] x) => (float[n] y) { y = Det (x) }
""", "Computed by minors. All steps of an elimination are exact.", kind="boundary", title="Determinants, also of singular matrices and with exchanged rows.",
        rules=["OP-48"], head=HEAD_22, runs=[run(name, {"x": matrices(*group)}, determinants(*group)) for name, group in groups.items()])
    regular = groups["size_2"][:2] + [[[2, 1], [1, 2]]]
    add(corpus, "determinant_in_a_scan", """det (float[n,2,2] x) => (float product, float[n] each) {
  one = Constant <value_float = 1.0> ()
  product, each = Scan <num_scan_inputs = 1, body = step (float p, float[2,2] e) => (float q, float d) {
    d = Det (e)
    q = Mul (p, d)
  }> (one, x)
}
""", "2, -16 and 3, and their products: 2, -32 and -96.", kind="combined", title="A Scan multiplies the determinants of matrices.", rules=["OP-48", "ONNX-SCAN-1"], head=HEAD_22,
        runs=[run("length_%d" % n, {"x": matrices(*regular[:n])}, real([], [2, -32, -96][n - 1]), real([n], *[2, -16, 3][:n])) for n in (1, 2, 3)])


def add_ngrams(corpus):
    pool = "pool_int64s = [5, 5, 6], ngram_counts = [0, 1], ngram_indexes = [2, 0], weights = [10.0, 0.5]"
    text = "grams (int64[n] x) => (float[3] y) {\n  y = TfIdfVectorizer <mode = \"{{mode}}\", min_gram_length = {{least}}, max_gram_length = 2, " \
        "max_skip_count = {{skipped}}, " + pool + "> (x)\n}\n"
    add(corpus, "ngrams", text, "In 5, 6, 5, 6 are two 5 and two pairs 5, 6; a third pair has two numbers between.", kind="boundary",
        title="N-grams are counted with skipped numbers and weights.", rules=["OP-49"], columns=["mode", "least", "skipped"], runs=[
            run("%s_from_%d_skip_%d" % (mode.lower(), least, skipped), {"x": integer([4], 5, 6, 5, 6)}, real([3], pairs, 0, singles if least == 1 else 0),
                at=[mode, least, skipped], **({} if mode == "TF" else {"tier": "survey"}))
            for mode, least, skipped, pairs, singles in (("TF", 1, 0, 2, 2), ("TF", 1, 1, 2, 2), ("TF", 1, 2, 3, 2), ("TF", 2, 2, 3, 2), ("TF", 1, 9, 3, 2),
                                                         ("IDF", 1, 2, 0.5, 10), ("TFIDF", 1, 2, 1.5, 20))])
    add(corpus, "ngrams_in_a_loop", """grams (int64 M, int64[4] x) => (float[m,3] y) {
  y = Loop <body = step (int64 i, bool going) => (bool go, float[3] z) {
    go = Identity (going)
    moved = Add (x, i)
    z = TfIdfVectorizer <mode = "TF", min_gram_length = 1, max_gram_length = 2, max_skip_count = 0, %s> (moved)
  }> (M, "")
}
""" % pool, "4, 5, 4, 5 plus i: in iteration 0 there are two 5, in iteration 1 also two pairs 5, 6, and then nothing.", kind="combined",
        title="A Loop counts the n-grams of other numbers in each iteration.", rules=["OP-49", "ONNX-LOOP-4"], runs=[
            run("m_%d" % m, {"M": integer([], m), "x": integer([4], 4, 5, 4, 5)}, real([m, 3], *sum([[0, 0, 2], [2, 0, 2], [0, 0, 0]][:m], []))) for m in range(4)])


def add_cases(corpus):
    for family in (add_bit_casts, add_determinants, add_ngrams):
        family(corpus)
