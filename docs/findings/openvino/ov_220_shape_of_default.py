"""OV-220: ShapeOf-3 without its optional output_type is refused (reader)."""

import numpy as np
import openvino as ov

MODEL = '''<net version="11"><layers>
<layer id="0" name="x" type="Parameter" version="opset1"><data shape="2,1" element_type="f32"/>
<output><port id="0" precision="FP32"><dim>2</dim><dim>1</dim></port></output></layer>
<layer id="1" name="shape" type="ShapeOf" version="opset3">
<input><port id="0"/></input><output><port id="1" precision="I64"><dim>2</dim></port></output></layer>
<layer id="2" name="y" type="Result" version="opset1"><input><port id="0"/></input></layer></layers>
<edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/>
<edge from-layer="1" from-port="1" to-layer="2" to-port="0"/></edges></net>'''

expected = [2, 1]
print("expected", expected, flush=True)
core = ov.Core()
try:
    compiled = core.compile_model(core.read_model(MODEL.encode(), b""), "CPU")
except RuntimeError as error:
    print("got      an error:", next(line for line in str(error).splitlines() if "Check" in line)[:36])
    raise SystemExit(1)
got = compiled([np.zeros([2, 1], np.float32)])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
