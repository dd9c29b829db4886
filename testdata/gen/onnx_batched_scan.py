"""Scan of version 8 of ONNX's operator set, which has a batch."""

from onnx_hand import integer, real, run
from onnx_rejected import pair
from onnx_sequences import add, name_of, wrong

HEAD_8 = '<ir_version: 8, opset_import: ["" : 8]>\n'


def add_cases(corpus):
    body = "body = step (float p, float e) => (float q, float each) { q = Add (p, e) each = Identity (q) }"
    text = "batch (int64[b] lengths, float[b] s, float[b,n] x) => (float[b] last, float[b,n] sums) {\n  last, sums = Scan <num_scan_inputs = 1{{how}}, " + body + \
        "> ({{lengths}}, s, x)\n}\n"

    def sums(lengths, reverse):
        lasts, rows = [], []
        for start, row, length in zip((100, 200), ([1, 2, 3], [4, 5, 6]), lengths):
            values = []
            for element in (row[:length][::-1] if reverse else row[:length]):
                start += element
                values.append(start)
            lasts.append(start)
            rows += values + [0] * (3 - length)
        return real([2], *lasts), real([2, 3], *rows)

    def inputs(lengths):
        return {"lengths": integer([2], *lengths), "s": real([2], 100, 200), "x": real([2, 3], 1, 2, 3, 4, 5, 6)}

    add(corpus, "batched_scan", text, "Partial sums from 100 and 200. After the steps of an element there are zeros.", kind="boundary", head=HEAD_8,
        title="A Scan of version 8 over a batch, each element with its own length.", rules=["ONNX-SCAN-3", "ONNX-SCAN-1", "ONNX-SCAN-2"], columns=["how", "lengths"],
        runs=[run("lengths_%d_%d_%s" % (*lengths, "reverse" if reverse else "forward"), inputs(lengths), *sums(lengths, reverse),
                  at=[", directions = [1]" if reverse else "", "lengths"], **({} if lengths == (3, 3) else {"tier": "survey"}))
              for reverse in (False, True) for lengths in ((3, 3), (2, 3), (1, 2), (0, 3), (0, 0))]
        + [run("left_out", inputs((0, 1)), *sums((3, 3), False), at=["", '""'])]
        + [wrong("lengths_" + "_".join(map(name_of, lengths)), inputs(lengths), "OP-6", at=["", "lengths"], tier="survey") for lengths in ((4, 3), (3, -1))])
    add(corpus, "batched_scan_in_a_loop", """loop (int64 M, float[b,2] s, float[b,n,2] x, float[b,n] w, float k) => (float[b,2] last, float[m,b,n] all) {
  last, all = Loop <body = outer (int64 i, bool going, float[b,2] a) => (bool go, float[b,2] z, float[b,n] each) {
    go = Identity (going)
    z, each = Scan <num_scan_inputs = 2, directions = [0, 1], body = step (float[2] p, float[2] e, float v) => (float[2] q, float o) {
      product = Mul (e, v)
      moved = Add (product, k)
      q = Add (p, moved)
      o = ReduceSum <keepdims = 0> (q)
    }> ("", a, x, w)
  }> (M, "", s)
}
""", "The second input runs in reverse. A state gets e * v + k in each step.", kind="combined", head=HEAD_8,
        title="A Scan of version 8 in a Loop, with two scan inputs and a captured value.", rules=["ONNX-SCAN-3", "ONNX-LOOP-3", "ONNX-LOOP-4", "ONNX-GRAPH-4"],
        runs=[batched_loop(count) for count in range(1, 4)])
    pair(corpus, "batched_scan_lists", """g (float[2] x) => (float[2] y) {
  one = Constant <value = float[1] {0}> ()
  row = Unsqueeze <axes = [0]> (x)
  s, z = Scan <num_scan_inputs = {{part}}, body = step (float a, float e) => (float b, float f) { b = Identity (a) f = Neg (e) }> ("", one, row)
  y = Squeeze <axes = [0]> (z)
}
""", "A Scan of version 8 is rejected unless it has one direction for each scan input, 0 or 1.", "ONNX-SCAN-2", good={"one": "1, directions = [0]"},
         bad={"two": "1, directions = [0, 0]", "two_as_direction": "1, directions = [2]"}, head=HEAD_8)


def batched_loop(count):
    state = [[1, 2], [3, 4]]
    x = [[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]]
    w = [[1, 10, 100], [2, 20, 200]]
    everything = []
    for _ in range(count):
        for b, (steps, weights) in enumerate(zip(x, w)):
            for element, weight in zip(steps, reversed(weights)):
                state[b] = [p + e * weight + 5 for p, e in zip(state[b], element)]
                everything.append(sum(state[b]))
    flat = [e for steps in x for element in steps for e in element]
    return run("m_%d" % count, {"M": integer([], count), "s": real([2, 2], 1, 2, 3, 4), "x": real([2, 3, 2], *flat), "w": real([2, 3], *sum(w, [])), "k": real([], 5)},
               real([2, 2], *sum(state, [])), real([count, 2, 3], *everything))
