"""Models as OpenVINO 2026.4.1 serialises them, byte for byte as in examples/."""

import os
import struct

import numpy as np

from exact import F32, apply, noise
from frames import f32, trip

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples")
ORACLE = "generator: gen/models_written.py"


def read(name):
    with open(os.path.join(EXAMPLES, name), "rb") as file:
        return file.read()


def add_iterator(corpus):
    runs = []
    for seed, bound in ((1, 4.3e-7), (2, 1.1e-7)):
        x, h, w = noise(401 + seed, (2, 5, 3)), noise(411 + seed, (2, 1, 3)), noise(421 + seed, (3,))
        inputs, seen = {"X": f32(x), "H0": f32(h), "W": f32(w)}, []
        for k in range(5):
            h = h * w + x[:, k:k + 1]
            seen.append(apply("tanh", h))
        runs.append({"name": "seed_%d" % seed, "inputs": inputs, "outputs": [
            f32(h, bound=bound), *[f32(np.concatenate(order, axis=1), bound=4.2e-7) for order in (seen, seen[::-1])]]})
    corpus.add("models/written_by_openvino/tensor_iterator", rules=["BACK-2", "OUT-1", "OUT-2", "BODY-5"], kind="combined", oracle=ORACLE,
               model=read("real_ti.xml").decode(), runs=runs,
               title="A TensorIterator as OpenVINO writes it: one Result is joined forward and backward, another is carried.",
               notes="h' = h w + x; tanh(h') is joined.")


def add_loop(corpus):
    weights = read("real_loop.bin")
    threshold = F32(struct.unpack_from("<f", weights, 17)[0])
    runs, counts = [], set()
    for seed, bound, compare in ((1, 5, {"bound": 1.2e-6}), (2, 3, {"bound": 2.4e-7}), (3, -1, {"ulp": 4}), (1, 0, {})):
        x, h, w = noise(431 + seed, (5, 3)), noise(441 + seed, (1, 3)), noise(451 + seed, (3,))
        if bound == -1:  # all positive and growing: nothing cancels, the third iteration passes the limit
            x, h, w = abs(x), abs(h) + F32(1), np.array([200, 3, 0.5], F32)
        inputs = {"trip": trip(bound), "X": f32(x), "H0": f32(h), "W": f32(w)}
        seen = np.zeros((0, 3), F32)
        while bound == -1 or len(seen) < bound:
            k = len(seen)
            h = (h * w + x[k:k + 1]) + F32(k)
            seen = np.concatenate([seen, h])
            if not h.max() < threshold:
                break
        counts.add(len(seen))
        runs.append({"name": "seed_%d__at_most_%s" % (seed, str(bound).replace("-", "m")), "inputs": inputs,
                     "outputs": [f32(h, **compare), f32(seen, **compare)]})
    assert len(counts) > 2, counts
    corpus.add("models/written_by_openvino/loop", rules=["TRIP-2", "COND-2", "BACK-2", "ITER-1", "ZERO-1", "ZERO-2"], kind="combined",
               oracle=ORACLE, model=read("real_loop.xml").decode(), weights=weights, runs=runs,
               title="A Loop as OpenVINO writes it: trip count, early stop, a slice, a carried value and a scan.",
               notes="h' = h w + x + k, as long as its greatest element is below %g." % threshold)


def add_cases(corpus):
    add_iterator(corpus)
    add_loop(corpus)
