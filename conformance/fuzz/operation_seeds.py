"""Seeds of model_fuzz: a model of each operation in interpreter/openvino/op_table.cc."""

import re
import struct

# Operands (element type, shape) and attributes of operations that differ from USUAL, or of one version of them.
I64 = ("i64", ())
USUAL = ("f32", (2, 3))
ROWS, VECTOR = ("f32", (1, 2, 6)), ("f32", (3,))
OPERANDS = {
    "AdaptiveAvgPool": [ROWS, ("i64", (1,))],
    "AdaptiveMaxPool": [ROWS, ("i64", (1,))],
    "AvgPool": [ROWS],
    "BatchNormInference": [USUAL] + [VECTOR] * 4,
    "BatchToSpace": [USUAL] + [("i64", (2,))] * 3,
    "Broadcast": [("f32", (3,)), ("i64", (2,))],
    "Bucketize": [USUAL, ("f32", (1,))],
    "Convolution": [("f32", (1, 2, 5)), ("f32", (3, 2, 2))],
    "ConvolutionBackpropData": [("f32", (1, 2, 3)), ("f32", (2, 3, 2))],
    "CTCGreedyDecoder": [("f32", (2, 1, 3)), ("f32", (2, 1))],
    "CTCGreedyDecoderSeqLen": [("f32", (1, 2, 3)), ("i64", (1,))],
    "CumSum": [USUAL, I64],
    "DeformableConvolution": [("f32", (1, 1, 3, 3)), ("f32", (1, 8, 2, 2)), ("f32", (1, 1, 2, 2))],
    "DepthToSpace": [("f32", (1, 4, 2))],
    "EmbeddingBagOffsets": [USUAL, ("i64", (2,)), ("i64", (1,))],
    "EmbeddingBagOffsetsSum": [USUAL, ("i64", (2,)), ("i64", (1,))],
    "EmbeddingBagPacked": [USUAL, ("i64", (2, 1))],
    "EmbeddingBagPackedSum": [USUAL, ("i64", (2, 1))],
    "EmbeddingSegmentsSum": [USUAL, ("i64", (1,)), ("i64", (1,)), I64],
    "ExtractImagePatches": [("f32", (1, 1, 3, 3))],
    "Gather": [USUAL, ("i64", (2,)), I64],
    "Eye": [I64] * 3,
    "FakeConvert": [("f32", (2,)), ("f32", ())],
    "GatherElements": [USUAL, ("i64", (2, 2))],
    "GatherND": [USUAL, ("i64", (1, 2))],
    "GatherTree": [("i64", (2, 1, 2)), ("i64", (2, 1, 2)), ("i64", (1,)), I64],
    "GRUCell": [("f32", (1, 2)), ("f32", (1, 3)), ("f32", (9, 2)), ("f32", (9, 3)), ("f32", (9,))],
    "GRUSequence": [("f32", (1, 2, 2)), ("f32", (1, 1, 3)), ("i64", (1,)), ("f32", (1, 9, 2)), ("f32", (1, 9, 3)), ("f32", (1, 9))],
    "GroupConvolution": [("f32", (1, 2, 5)), ("f32", (2, 3, 1, 2))],
    "GroupConvolutionBackpropData": [("f32", (1, 2, 3)), ("f32", (2, 1, 3, 2))],
    "GroupNormalization": [USUAL, VECTOR, VECTOR],
    "HardSigmoid": [USUAL, ("f32", ()), ("f32", ())],
    "LRN": [USUAL, ("i64", (1,))],
    "LSTMCell": [("f32", (1, 2)), ("f32", (1, 3)), ("f32", (1, 3)), ("f32", (12, 2)), ("f32", (12, 3)), ("f32", (12,))],
    "LSTMSequence": [("f32", (1, 2, 2)), ("f32", (1, 2, 3)), ("f32", (1, 2, 3)), ("i64", (1,)), ("f32", (2, 12, 2)), ("f32", (2, 12, 3)),
                     ("f32", (2, 12))],
    "MatMul": [USUAL, ("f32", (3, 2))],
    "MaxPool": [ROWS],
    "MVN": [USUAL, ("i64", (1,))],
    "NormalizeL2": [USUAL, ("i64", (1,))],
    "OneHot": [("i64", (2,)), I64, ("f32", ()), ("f32", ())],
    "Pad": [USUAL, ("i64", (2,)), ("i64", (2,))],
    "PSROIPooling": [("f32", (1, 4, 2, 2)), ("f32", (0, 5))],
    "PriorBox": [("i64", (2,)), ("i64", (2,))],
    "PriorBoxClustered": [("i64", (2,)), ("i64", (2,))],
    "RandomUniform": [("i64", (1,)), ("f32", ()), ("f32", ())],
    "Range": [I64] * 3,
    "RegionYolo": [("f32", (1, 6, 2, 1))],
    "ReorgYolo": [("f32", (1, 4, 2, 2))],
    "Reshape": [USUAL, ("i64", (2,))],
    "Reverse": [USUAL, ("i64", (1,))],
    "ReverseSequence": [USUAL, ("i64", (2,))],
    "RNNCell": [("f32", (1, 2)), ("f32", (1, 3)), ("f32", (3, 2)), ("f32", (3, 3)), ("f32", (3,))],
    "RNNSequence": [("f32", (1, 2, 2)), ("f32", (1, 1, 3)), ("i64", (1,)), ("f32", (1, 3, 2)), ("f32", (1, 3, 3)), ("f32", (1, 3))],
    "STFT": [("f32", (5,)), ("f32", (2,)), I64, I64],
    "ROIPooling": [("f32", (1, 1, 2, 2)), ("f32", (0, 5))],
    "Roll": [USUAL, ("i64", (1,)), ("i64", (1,))],
    "ScatterElementsUpdate": [USUAL, ("i64", (1, 2)), ("f32", (1, 2)), I64],
    "ScatterNDUpdate": [USUAL, ("i64", (1, 2)), ("f32", (1,))],
    "ScatterUpdate": [USUAL, ("i64", (1,)), ("f32", (1, 3)), I64],
    "SearchSorted": [("f32", (2, 1)), ("f32", (2, 3))],
    "SegmentMax": [USUAL, ("i64", (2,))],
    "Select": [("boolean", (2, 3)), USUAL, USUAL],
    "Slice": [USUAL, ("i64", (1,)), ("i64", (1,)), ("i64", (1,))],
    "SliceScatter": [USUAL, ("f32", (0, 3))] + [("i64", (1,))] * 3,
    "SpaceToBatch": [USUAL] + [("i64", (2,))] * 3,
    "SpaceToDepth": [("f32", (1, 2, 4))],
    "SparseFillEmptyRows": [("f32", (1,)), ("i64", (2,)), ("i64", (1, 2)), ("f32", ())],
    "Split": [USUAL, I64],
    "Squeeze": [("f32", (1, 3)), ("i64", (1,))],
    "StridedSlice": [USUAL, ("i64", (2,)), ("i64", (2,)), ("i64", (2,))],
    "Tile": [USUAL, ("i64", (2,))],
    "TopK": [USUAL, I64],
    "Transpose": [USUAL, ("i64", (2,))],
    "Unsqueeze": [USUAL, ("i64", (1,))],
    "VariadicSplit": [USUAL, I64, ("i64", (2,))],
}
WINDOWS = 'strides="1" dilations="2" pads_begin="0" pads_end="1" auto_pad="explicit"'
POOL = 'strides="2" pads_begin="1" pads_end="0" kernel="3" rounding_type="ceil"'
ATTRIBUTES = {
    "AvgPool": POOL + ' exclude-pad="true"',
    "BatchNormInference": 'epsilon="0.25"',
    "Broadcast": 'mode="numpy"',
    "Clamp": 'min="-1" max="2.5"',
    "Concat": 'axis="1"',
    "Convert": 'destination_type="i32"',
    "Convolution": WINDOWS,
    "ConvolutionBackpropData": WINDOWS,
    "CumSum": 'exclusive="true" reverse="true"',
    "DeformableConvolution": 'strides="1,1" dilations="1,1" pads_begin="0,0" pads_end="0,0" group="1" deformable_group="1"',
    "DepthToSpace": 'block_size="2" mode="blocks_first"',
    "ExtractImagePatches": 'sizes="2,2" strides="1,1" rates="1,1" auto_pad="same_upper"',
    "Eye": 'output_type="f32"',
    "FakeConvert": 'destination_type="f8e4m3"',
    "GatherElements": 'axis="1"',
    "GRUCell": 'hidden_size="3" linear_before_reset="false"',
    "GRUSequence": 'hidden_size="3" direction="forward"',
    "GRN": 'bias="1"',
    "GroupConvolution": WINDOWS,
    "GroupConvolutionBackpropData": WINDOWS,
    "GroupNormalization": 'num_groups="3" epsilon="1"',
    "LRN": 'alpha="1" beta="0.75" bias="1" size="3"',
    "LSTMCell": 'hidden_size="3"',
    "LSTMSequence": 'hidden_size="3" direction="bidirectional"',
    "MatMul": 'transpose_a="false" transpose_b="false"',
    "MaxPool": POOL,
    "MVN": 'eps="1" normalize_variance="true" eps_mode="inside_sqrt"',
    "NormalizeL2": 'eps="1" eps_mode="add"',
    "NonZero": 'output_type="i64"',
    "OneHot": 'axis="1"',
    "Pad": 'pad_mode="reflect"',
    "PSROIPooling": 'output_dim="1" group_size="2" spatial_scale="1" mode="average"',
    "PriorBox": 'min_size="2" max_size="8" aspect_ratio="4" flip="true" step="2" offset="0.5"',
    "PriorBoxClustered": 'width="2,4" height="4,2" clip="false" step="2" offset="0.5"',
    "RandomUniform": 'output_type="f32" global_seed="3" op_seed="5"',
    "Range": 'output_type="i64"',
    "Range-1": "",
    "RegionYolo": 'axis="1" end_axis="3" coords="4" classes="1" num="1"',
    "ReorgYolo": 'stride="2"',
    "ROIPooling": 'pooled_h="1" pooled_w="2" spatial_scale="1" method="bilinear"',
    "Reshape": 'special_zero="true"',
    "Reverse": 'mode="index"',
    "RNNCell": 'hidden_size="3"',
    "RNNSequence": 'hidden_size="3" direction="reverse"',
    "SegmentMax": 'fill_mode="ZERO"',
    "ShapeOf": 'output_type="i64"',
    "SoftMax": 'axis="1"',
    "Softmax": 'axis="1"',
    "STFT": 'transpose_frames="true"',
    "ShuffleChannels": 'axis="1" group="3"',
    "SpaceToDepth": 'block_size="2" mode="depth_first"',
    "Split": 'num_splits="2"',
    "StridedSlice": 'begin_mask="0,1" end_mask="1,0" new_axis_mask="0,0" shrink_axis_mask="0,0" ellipsis_mask="0,0"',
    "TopK": 'axis="1" mode="max" sort="value" index_element_type="i32"',
}


def operands_of(name, least):
    if name in OPERANDS:
        return OPERANDS[name]
    if name.startswith("ReduceLogical"):
        return [("boolean", (2, 3)), ("i64", (1,))]
    if name.startswith("Reduce"):
        return [USUAL, ("i64", (1,))]
    if name == "Xor" or name.startswith("Logical"):
        return [("boolean", (2, 3))] * least
    return [USUAL] * max(least, 1)


def pack_operand(element_type, shape, position):
    """Small values, some negative; integers are an axis of 1."""
    count = 1
    for dim in shape:
        count *= dim
    if element_type == "boolean":
        return bytes((position + k) % 2 for k in range(count))
    if element_type == "i64":
        return struct.pack(f"<{count}q", *([1] * count))
    return struct.pack(f"<{count}f", *(position + 0.75 * k - 1.5 for k in range(count)))


def operation_model(name, version, operands, outputs):
    layers, edges = [], []
    attributes = ATTRIBUTES.get(f"{name}-{version}", ATTRIBUTES.get(name, ""))
    for position, (element_type, shape) in enumerate(operands):
        dims = ",".join(map(str, shape))
        layers.append(
            f'<layer id="{position}" name="p{position}" type="Parameter" version="opset1">'
            f'<data shape="{dims}" element_type="{element_type}"/><output><port id="0"/></output></layer>'
        )
        edges.append(f'<edge from-layer="{position}" from-port="0" to-layer="100" to-port="{position}"/>')
    ports = "".join(f'<port id="{position}"/>' for position in range(len(operands)))
    given = "".join(f'<port id="{200 + output}"/>' for output in range(outputs))
    layers.append(
        f'<layer id="100" name="{name}" type="{name}" version="opset{version}"><data {attributes}/>'
        f"<input>{ports}</input><output>{given}</output></layer>"
    )
    for output in range(outputs):
        layers.append(f'<layer id="{300 + output}" type="Result" version="opset1"><input><port id="0"/></input></layer>')
        edges.append(f'<edge from-layer="100" from-port="{200 + output}" to-layer="{300 + output}" to-port="0"/>')
    return f'<net version="11"><layers>{"".join(layers)}</layers><edges>{"".join(edges)}</edges></net>'


def operation_rows(table):
    """(name, first version, least inputs, least outputs) of each row in the text of op_table.cc."""
    for row in re.findall(r'\{\.name = ("\w+",[^{}]*(?:\{[^{}]*\}[^{}]*)*)\}', table):
        name = re.match(r'"(\w+)"', row)[1]
        numbers = [re.search(field + r" = \{?(\d+)", row) for field in (r"\.first", r"\.inputs", r"\.outputs")]
        yield name, *(int(number[1]) if number else 1 for number in numbers)


def operation_seeds(table):
    """(name, model, inputs) of each row of op_table.cc; a row with any number of outputs gets two."""
    for name, version, least, outputs in operation_rows(table):
        operands = operands_of(name, least)
        inputs = b"".join(pack_operand(*operand, position) for position, operand in enumerate(operands))
        yield f"{name}_{version}", operation_model(name, version, operands, outputs or 2), inputs
