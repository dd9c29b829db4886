"""OV-55: SoftMax-1 without an axis takes axis 0 (reader)."""

import numpy as np
import openvino as ov

PORT = """<port id="0" precision="FP32"><dim>2</dim><dim>1</dim></port>"""
MODEL = f"""<net name="m" version="11"><layers>
<layer id="0" name="x" type="Parameter" version="opset1"><data shape="2,1" element_type="f32"/><output>{PORT}</output></layer>
<layer id="1" name="y" type="SoftMax" version="opset1"><input>{PORT}</input><output>{PORT.replace('"0"', '"1"')}</output></layer>
<layer id="2" name="r" type="Result" version="opset1"><input>{PORT}</input></layer></layers>
<edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/><edge from-layer="1" from-port="1" to-layer="2" to-port="0"/></edges></net>"""

expected = [[1.0], [1.0]]
print("expected", expected, flush=True)
core = ov.Core()
model = core.read_model(MODEL.encode(), b"")
got = core.compile_model(model, "CPU")([np.float32([[5], [5]])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
