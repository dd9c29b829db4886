"""Tests that the adapters' scripts run.

Needs the Python that `setup` makes: "$(tools/backends/setup)" tools/backends/scripts_test.py PROGRAM
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import ml_dtypes
import numpy as np

BACKEDGE = sys.argv.pop(1)
HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE))
import protocol  # noqa: E402
import scripts  # noqa: E402

MODEL = """<net name="m" version="11"><layers>
<layer id="0" name="it's &quot;x&quot;" type="Parameter" version="opset1">
    <data shape="2" element_type="f32"/><output><port id="0" precision="FP32"><dim>2</dim></port></output></layer>
<layer id="1" name="c" type="Const" version="opset1">
    <data shape="2" element_type="f32" offset="0" size="8"/><output><port id="0" precision="FP32"><dim>2</dim></port></output></layer>
<layer id="2" name="a" type="Add" version="opset1"><input><port id="0" precision="FP32"><dim>2</dim></port>
    <port id="1" precision="FP32"><dim>2</dim></port></input><output><port id="2" precision="FP32"><dim>2</dim></port></output></layer>
<layer id="3" name="y" type="Result" version="opset1"><input><port id="0" precision="FP32"><dim>2</dim></port></input></layer>
</layers><edges>
<edge from-layer="0" from-port="0" to-layer="2" to-port="0"/><edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
<edge from-layer="2" from-port="2" to-layer="3" to-port="0"/>
</edges></net>
"""


def tensor(*values):
    return {"element_type": "f32", "shape": [len(values)], "values": list(values)}


class ScriptsTest(unittest.TestCase):
    def test_literals_keep_every_bit(self):
        bits = np.random.default_rng(1)
        for dtype in protocol.DTYPES.values():
            for shape in ((), (0, 3), (7,), (2, 3)):
                data = bits.bytes(int(np.prod(shape)) * dtype.itemsize)
                array = np.frombuffer(data, np.uint8 if dtype == bool else dtype).reshape(shape)
                array = array % 2 == 1 if dtype == bool else array
                back = eval(scripts.literal(array), {"np": np, "ml_dtypes": ml_dtypes})
                self.assertEqual((back.dtype, back.shape, back.tobytes()), (array.dtype, array.shape, array.tobytes()))
        for value in (0.1, -0.0, 1e-45, 3.4028235e38, np.nan, -np.inf, 16777217.0):
            array = np.array([value], np.float32)
            self.assertEqual(eval(scripts.literal(array), {"np": np}).tobytes(), array.tobytes())

    def script(self, folder, adapter, expected):
        """The output of the script of a sum that is [4, 2.25]."""
        model, weights, script = folder / "model.xml", folder / "model.bin", folder / "script.py"
        model.write_text(MODEL)
        weights.write_bytes(np.array([1, 2], np.float32).tobytes())
        requests = [{"id": 1, "do": "hello", "scratch": str(folder)},
                    {"id": 2, "do": "script", "model": str(model), "weights": str(weights),
                     "inputs": [{"name": "it's \"x\"", **tensor(3, 0.25)}], **expected}, {"id": 3, "do": "bye"}]
        done = subprocess.run([sys.executable, HERE / adapter[0], *adapter[1:]], input="".join(json.dumps(r) + "\n" for r in requests),
                              stdout=subprocess.PIPE, text=True, check=True)
        hello, answer, _ = map(json.loads, done.stdout.splitlines())
        self.assertTrue(hello["hello"]["scripts"])
        script.write_text(answer["script"])
        model.unlink(), weights.unlink()  # it needs neither
        return subprocess.run([sys.executable, "-I", script], cwd=folder, stdout=subprocess.PIPE, text=True, check=True).stdout

    def test_scripts_run(self):
        converted = ["onnx_backend.py", "--convert", BACKEDGE, "--engine"]
        for adapter in (["openvino_backend.py"], ["openvino_backend.py", "--reference"], [*converted, "reference"], [*converted, "onnxruntime"],
                        [*converted, "onnxruntime", "--no-optimization"], [*converted, "onnxruntime", "--identities"]):
            for expected, words in (({"expected": [tensor(4, 2.25)]}, "\nthe same\n"), ({"expected": [tensor(4, 2.5)]}, "\nnot the same\n"),
                                    ({}, "expected a rejection\n")):
                with self.subTest(adapter=adapter, words=words), tempfile.TemporaryDirectory() as folder:
                    text = self.script(pathlib.Path(folder), adapter, expected)
                    self.assertIn("[4.   2.25]", text)
                    self.assertIn(words, "\n" + text)


if __name__ == "__main__":
    unittest.main()
