"""OV-233: PriorBox of a negative number of rows ends the process (reference)."""

import os
import sys

import numpy as np
import openvino as ov

POISON = "glibc.malloc.perturb=165:glibc.malloc.tcache_count=0"  # new memory is not 0
if os.environ.get("GLIBC_TUNABLES") != POISON:
    os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "GLIBC_TUNABLES": POISON})

MODEL = b"""<net name="boxes" version="11"><layers>
<layer id="0" name="grid" type="Const" version="opset1"><data element_type="i64" shape="2" offset="0" size="16"/>
  <output><port id="0" precision="I64"><dim>2</dim></port></output></layer>
<layer id="1" name="image" type="Parameter" version="opset1"><data element_type="i64" shape="2"/>
  <output><port id="0" precision="I64"><dim>2</dim></port></output></layer>
<layer id="2" name="prior_box" type="PriorBox" version="opset8"><data min_size="4" step="8" offset="0.5"/>
  <input><port id="0" precision="I64"><dim>2</dim></port><port id="1" precision="I64"><dim>2</dim></port></input>
  <output><port id="2" precision="FP32"/></output></layer>
<layer id="3" name="y" type="Result" version="opset1"><input><port id="0" precision="FP32"/></input></layer>
</layers><edges><edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>
<edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
<edge from-layer="2" from-port="2" to-layer="3" to-port="0"/></edges></net>"""

print("expected an error", flush=True)
model = ov.Core().read_model(MODEL, ov.Tensor(np.int64([-1, 2]).view(np.uint8)))
try:
    model.evaluate([ov.Tensor(ov.Type.f32, ov.Shape([0]))], [ov.Tensor(np.int64([16, 16]))])
    got = "boxes"
except RuntimeError:
    got = "an error"
print("got     ", got)
raise SystemExit(got != "an error")
