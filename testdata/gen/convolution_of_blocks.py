"""A convolution between SpaceToBatch and BatchToSpace.

It is one with dilations, unless it has strides, pads or dilations of its own. The oracle is NumPy. Every value
is an integer.
"""

import numpy as np

import ir
from frames import f32, floats

ORACLE = "generator: gen/convolution_of_blocks.py"
X = ((np.arange(36) * 7 % 36) - 17.0).reshape(1, 1, 6, 6)
W = np.array([[1, 2], [-1, 3]], float).reshape(1, 1, 2, 2)


def convolve(x, strides, pads, dilations):
    """A convolution of one channel with W."""
    x = np.pad(x, [(0, 0), (0, 0), *[(p, p) for p in pads]])
    sizes = [(x.shape[k + 2] - dilations[k] - 1) // strides[k] + 1 for k in (0, 1)]
    y = np.zeros([len(x), 1, *sizes])
    for r, c in np.ndindex(2, 2):
        part = x[:, :, r * dilations[0]:, c * dilations[1]:][:, :, ::strides[0], ::strides[1]]
        y += W[0, 0, r, c] * part[:, :, :sizes[0], :sizes[1]]
    return y


def to_batch(x, blocks, before, after):
    x = np.pad(x, [(0, 0), (0, 0), *zip(before, after)])
    return np.concatenate([x[:, :, r::blocks[0], c::blocks[1]] for r, c in np.ndindex(*blocks)])


def to_space(x, blocks, before, after):
    y = np.zeros([1, 1, x.shape[2] * blocks[0], x.shape[3] * blocks[1]])
    for part, (r, c) in zip(x, np.ndindex(*blocks)):
        y[0, 0, r::blocks[0], c::blocks[1]] = part
    return y[:, :, before[0]:y.shape[2] - after[0], before[1]:y.shape[3] - after[1]]


def add(corpus, name, title, blocks=(2, 2), blocks_after=None, pads=(0, 0), ends=(0, 0), crops=(0, 0), strides=(1, 1), own=(0, 0), dilations=(1, 1)):
    blocks_after = blocks_after or blocks
    graph = ir.Graph()
    parts = to_batch(X, blocks, pads, ends)
    convolved = convolve(parts, strides, own, dilations)
    y = to_space(convolved, blocks_after, crops, (0, 0))

    def four(values, first):
        return graph.const("i64", [first, first, *values])
    batch = graph.op("SpaceToBatch", graph.parameter("X", "f32", list(X.shape)), four(blocks, 1), four(pads, 0), four(ends, 0), version="opset2", shape=list(parts.shape))
    lists = {key: ",".join(map(str, value)) for key, value in (("strides", strides), ("pads_begin", own), ("pads_end", own), ("dilations", dilations))}
    convolution = graph.op("Convolution", batch, floats(graph, W), shape=list(convolved.shape), **lists, auto_pad="explicit")
    space = graph.op("BatchToSpace", convolution, four(blocks_after, 1), four(crops, 0), four((0, 0), 0), version="opset2", shape=list(y.shape))
    graph.result(space, "y")
    corpus.add("models/convolution_of_blocks/" + name, rules=["OP-20"], kind="combined", oracle=ORACLE, model=graph.text(), weights=graph.weights.data,
               runs=[{"name": "plane", "inputs": {"X": f32(X)}, "outputs": [f32(y)]}], title=title)


def add_cases(corpus):
    add(corpus, "plain", "A convolution of blocks of 2 x 2, which is a convolution with dilations.")
    add(corpus, "blocks_of_3_and_1", "A convolution of blocks of 3 x 1.", blocks=(3, 1))
    add(corpus, "padded_and_cropped", "A convolution of padded blocks, whose result is cropped.", pads=(2, 2), ends=(0, 2), crops=(1, 0))
    add(corpus, "strides_of_2", "A convolution of blocks with strides, which skips windows of each part of the batch.", strides=(2, 2))
    add(corpus, "padded_parts", "A convolution of blocks that pads each part of the batch.", own=(1, 1))
    add(corpus, "dilations_of_2", "A convolution of blocks with dilations of its own.", dilations=(2, 2))
    add(corpus, "other_blocks_after", "A convolution of blocks of 2 x 1, whose result has blocks of 1 x 2.", blocks=(2, 1), blocks_after=(1, 2))
