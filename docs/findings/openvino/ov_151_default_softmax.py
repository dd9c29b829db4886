"""OV-151: RegionYolo without do_softmax computes sigmoids, although the default is the softmax."""

import numpy as np
import openvino as ov

MODEL = """<net name="m" version="11">
  <layers>
    <layer id="0" name="x" type="Parameter" version="opset1">
      <data shape="1,7,1,1" element_type="f32"/>
      <output><port id="0" precision="FP32"><dim>1</dim><dim>7</dim><dim>1</dim><dim>1</dim></port></output>
    </layer>
    <layer id="1" name="regions" type="RegionYolo" version="opset1">
      <data axis="1" end_axis="3" coords="4" classes="2" num="1"%s/>
      <input><port id="0" precision="FP32"><dim>1</dim><dim>7</dim><dim>1</dim><dim>1</dim></port></input>
      <output><port id="1" precision="FP32"><dim>1</dim><dim>7</dim></port></output>
    </layer>
    <layer id="2" name="y" type="Result" version="opset1">
      <input><port id="0" precision="FP32"><dim>1</dim><dim>7</dim></port></input>
    </layer>
  </layers>
  <edges>
    <edge from-layer="0" from-port="0" to-layer="1" to-port="0"/>
    <edge from-layer="1" from-port="1" to-layer="2" to-port="0"/>
  </edges>
</net>"""

core = ov.Core()


def shape_with(attribute):
    model = core.read_model(MODEL % attribute, ov.Tensor(np.zeros(0, np.uint8)))
    return core.compile_model(model, "CPU")([np.zeros([1, 7, 1, 1], np.float32)])[0].shape


expected, got = shape_with(' do_softmax="true"'), shape_with("")
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
