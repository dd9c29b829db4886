"""TensorRT networks for an engine of OpenVINO IR: `backedge convert` writes them as IR."""

import json
import subprocess
import tempfile

from answers import Failed, Skipped


class ConvertedNetworks:
    """Another engine, which gets the IR of every network.

    A network that cannot be said in IR is skipped, and so is a wrong one, because the engine never sees it.
    """

    formats = ["tensorrt-network"]

    def __init__(self, engine, backedge):
        self.engine = engine
        self.backedge = backedge
        self.name = f"{engine.name} with converted networks"

    def load(self, path, weights):
        with tempfile.TemporaryDirectory() as folder:
            model = f"{folder}/model.xml"
            command = [self.backedge, "convert", path, model, "--error-format", "json"]
            done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            if done.returncode == 1:
                raise Skipped(f"backedge convert rejects the network by {json.loads(done.stderr)['rule']}")
            if done.returncode:
                raise Failed(done.stderr)
            return self.engine.load(model, f"{folder}/model.bin")

    def run(self, loaded, inputs):
        return self.engine.run(loaded, inputs)
