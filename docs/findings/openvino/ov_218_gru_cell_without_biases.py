"""OV-218: GRUCell-3 without its optional biases is refused (reader)."""

import numpy as np
import openvino as ov

SHAPES = {"x": [1, 1], "h": [1, 1], "w": [3, 1], "r": [3, 1]}


def parameter(number, name, shape):
    dims = "".join("<dim>%d</dim>" % size for size in shape)
    return '''<layer id="%d" name="%s" type="Parameter" version="opset1"><data shape="%d,%d" element_type="f32"/>
<output><port id="0" precision="FP32">%s</port></output></layer>''' % (number, name, *shape, dims)


parameters = "".join(parameter(number, name, shape) for number, (name, shape) in enumerate(SHAPES.items()))
ports = "".join('<port id="%d"/>' % port for port in range(4))
edges = "".join('<edge from-layer="%d" from-port="0" to-layer="4" to-port="%d"/>' % (port, port) for port in range(4))
model = '''<net version="11"><layers>%s
<layer id="4" name="gru" type="GRUCell" version="opset3">
<data hidden_size="1" activations="sigmoid, tanh" activations_alpha="" activations_beta="" clip="0" linear_before_reset="false"/>
<input>%s</input><output><port id="4" precision="FP32"><dim>1</dim><dim>1</dim></port></output></layer>
<layer id="5" name="y" type="Result" version="opset1"><input><port id="0"/></input></layer></layers>
<edges>%s<edge from-layer="4" from-port="4" to-layer="5" to-port="0"/></edges></net>''' % (parameters, ports, edges)

expected = round(float((1 - 1 / (1 + np.exp(-2.0))) * np.tanh(2.0)), 4)  # x = 2 and h = 0, with weights of 1
print("expected", expected, flush=True)
core = ov.Core()
try:
    compiled = core.compile_model(core.read_model(model.encode(), b""), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
except RuntimeError as error:
    print("got      an error:", next(line for line in str(error).splitlines() if "Check" in line)[:35])
    raise SystemExit(1)
got = round(float(compiled([np.full(shape, value, np.float32) for shape, value in zip(SHAPES.values(), (2, 0, 1, 1))])[0].item()), 4)
print("got     ", got)
raise SystemExit(got != expected)
