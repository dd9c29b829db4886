"""OV-63: pdpd broadcasting of a comparison aligns the second operand at another axis (Model.evaluate)."""

import numpy as np
import openvino as ov


def port(id, *shape):
    return f'<port id="{id}" precision="I32">' + "".join(f"<dim>{size}</dim>" for size in shape) + "</port>"


MODEL = f"""<net name="m" version="11"><layers>
<layer id="0" name="a" type="Parameter" version="opset1"><data shape="2,2,2" element_type="i32"/><output>{port(0, 2, 2, 2)}</output></layer>
<layer id="1" name="b" type="Parameter" version="opset1"><data shape="2" element_type="i32"/><output>{port(0, 2)}</output></layer>
<layer id="2" name="c" type="GreaterEqual" version="opset1"><data auto_broadcast="pdpd" auto_broadcast.auto_broadcast_axis="1"/>
<input>{port(0, 2, 2, 2)}{port(1, 2)}</input><output>{port(2, 2, 2, 2).replace("I32", "BOOL")}</output></layer>
<layer id="3" name="r" type="Result" version="opset1"><input>{port(0, 2, 2, 2)}</input></layer></layers>
<edges><edge from-layer="0" from-port="0" to-layer="2" to-port="0"/><edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
<edge from-layer="2" from-port="2" to-layer="3" to-port="0"/></edges></net>"""

a, b = np.zeros((2, 2, 2), np.int32), np.int32([-1, 1])
expected = (a >= b.reshape(1, 2, 1)).tolist()
print("expected", expected)
output = ov.Tensor(ov.Type.boolean, ov.Shape([0]))
ov.Core().read_model(MODEL.encode(), b"").evaluate([output], [ov.Tensor(a), ov.Tensor(b)])
got = output.data.tolist()
print("got     ", got)
raise SystemExit(got != expected)
