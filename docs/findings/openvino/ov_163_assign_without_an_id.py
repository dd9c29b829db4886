"""OV-163: a model with an Assign without variable_id ends the process while it is read (reader)."""

import openvino as ov

PORT = '<port id="{}" precision="FP32"><dim>2</dim></port>'
model = f"""<net name="net" version="11"><layers>
<layer id="0" name="x" type="Parameter" version="opset1"><data shape="2" element_type="f32"/>
  <output>{PORT.format(0)}</output></layer>
<layer id="1" name="read" type="ReadValue" version="opset6">
  <data variable_id="h" variable_type="f32" variable_shape="2"/>
  <input>{PORT.format(0)}</input><output>{PORT.format(1)}</output></layer>
<layer id="2" name="set" type="Assign" version="opset6"><input>{PORT.format(0)}</input></layer>
<layer id="3" name="y" type="Result" version="opset1"><input>{PORT.format(0)}</input></layer>
</layers><edges>
<edge from-layer="0" from-port="0" to-layer="1" to-port="0"/>
<edge from-layer="1" from-port="1" to-layer="2" to-port="0"/>
<edge from-layer="1" from-port="1" to-layer="3" to-port="0"/>
</edges></net>"""

print("expected an exception", flush=True)
try:
    ov.Core().read_model(model.encode())
except RuntimeError:
    print("got      an exception")
    raise SystemExit(0)
print("got      a model")
raise SystemExit(1)
