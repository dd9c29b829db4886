"""OV-150: PSROIPooling without mode is refused, although its default is average."""

import numpy as np
import openvino as ov

MODEL = """<net name="m" version="11">
  <layers>
    <layer id="0" name="images" type="Parameter" version="opset1">
      <data shape="1,1,1,2" element_type="f32"/>
      <output><port id="0" precision="FP32"><dim>1</dim><dim>1</dim><dim>1</dim><dim>2</dim></port></output>
    </layer>
    <layer id="1" name="regions" type="Parameter" version="opset1">
      <data shape="1,5" element_type="f32"/>
      <output><port id="0" precision="FP32"><dim>1</dim><dim>5</dim></port></output>
    </layer>
    <layer id="2" name="pooling" type="PSROIPooling" version="opset1">
      <data output_dim="1" group_size="1" spatial_scale="1"/>
      <input>
        <port id="0" precision="FP32"><dim>1</dim><dim>1</dim><dim>1</dim><dim>2</dim></port>
        <port id="1" precision="FP32"><dim>1</dim><dim>5</dim></port>
      </input>
      <output><port id="2" precision="FP32"><dim>1</dim><dim>1</dim><dim>1</dim><dim>1</dim></port></output>
    </layer>
    <layer id="3" name="y" type="Result" version="opset1">
      <input><port id="0" precision="FP32"><dim>1</dim><dim>1</dim><dim>1</dim><dim>1</dim></port></input>
    </layer>
  </layers>
  <edges>
    <edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>
    <edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
    <edge from-layer="2" from-port="2" to-layer="3" to-port="0"/>
  </edges>
</net>"""

core = ov.Core()
try:
    compiled = core.compile_model(core.read_model(MODEL, ov.Tensor(np.zeros(0, np.uint8))), "CPU")
    got = float(compiled([np.float32([[[[2, 4]]]]), np.float32([[0, 0, 0, 1, 0]])])[0].ravel()[0])
except RuntimeError as error:
    got = "error: " + next(line for line in str(error).splitlines() if "mode" in line)[:60]
print("expected 3.0")
print("got     ", got)
raise SystemExit(got != 3.0)
