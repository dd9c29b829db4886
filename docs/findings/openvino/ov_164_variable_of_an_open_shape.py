"""OV-164: a variable of an open shape takes no value of a known shape (CPU plugin)."""

import numpy as np
import openvino as ov


def port(number, size):
    return f'<port id="{number}" precision="FP32"><dim>{size}</dim></port>'


model = f"""<net name="net" version="11"><layers>
<layer id="0" name="x" type="Parameter" version="opset1"><data shape="2" element_type="f32"/>
  <output>{port(0, 2)}</output></layer>
<layer id="1" name="read" type="ReadValue" version="opset6">
  <data variable_id="h" variable_type="f32" variable_shape="?"/>
  <input>{port(0, 2)}</input><output>{port(1, -1)}</output></layer>
<layer id="2" name="set" type="Assign" version="opset6"><data variable_id="h"/><input>{port(0, 2)}</input></layer>
<layer id="3" name="y" type="Result" version="opset1"><input>{port(0, -1)}</input></layer>
</layers><edges>
<edge from-layer="0" from-port="0" to-layer="1" to-port="0"/>
<edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>
<edge from-layer="1" from-port="1" to-layer="3" to-port="0"/>
</edges></net>"""

expected = [3.0, 4.0]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Core().read_model(model.encode()), "CPU")
got = compiled([np.array([3, 4], np.float32)])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
