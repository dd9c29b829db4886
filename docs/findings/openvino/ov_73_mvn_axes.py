"""OV-73: MVN-1 ignores reduction_axes (CPU plugin)."""

import numpy as np
import openvino as ov

MODEL = """<net version="11"><layers>
<layer id="0" name="x" type="Parameter" version="opset1"><data shape="1,2,2" element_type="f32"/><output>
<port id="0" precision="FP32"><dim>1</dim><dim>2</dim><dim>2</dim></port></output></layer>
<layer id="1" name="m" type="MVN" version="opset1"><data eps="1" normalize_variance="false" reduction_axes="1"/>
<input><port id="0"/></input><output>
<port id="1" precision="FP32"><dim>1</dim><dim>2</dim><dim>2</dim></port></output></layer>
<layer id="2" name="r" type="Result" version="opset1"><input><port id="0"/></input></layer></layers>
<edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/>
<edge from-layer="1" from-port="1" to-layer="2" to-port="0"/></edges></net>"""

core = ov.Core()
compiled = core.compile_model(core.read_model(MODEL.encode(), b""), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
got = compiled([np.float32([[[1, 3], [9, 11]]])])[0].flatten().tolist()
expected = [-4.0, -4.0, 4.0, 4.0]
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
