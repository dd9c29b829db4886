"""Models for an engine of another format: `backedge convert` writes them."""

import contextlib
import json
import pathlib
import subprocess
import tempfile
from typing import Any, Iterator, List, Optional, Sequence, Tuple

from . import program
from .answers import Failed, Skipped


class Converted:
    """A backend whose engine, another backend, gets every model as a file of its own format.

        backend.serve(backend.Converted(Mine(), ["openvino-ir", "onnx", "tensorrt-network"], ".onnx"))

    A model that this format cannot express is skipped, and so is a wrong one, because the engine never sees it.

    formats   of the models that are verified
    suffix    of the files for the engine: ".onnx", or ".xml" for OpenVINO IR
    backedge  the program that converts them; default: the one of this package
    """

    def __init__(self, engine: Any, formats: Sequence[str], suffix: str, backedge: Optional[str] = None):
        self.engine = engine
        self.formats = formats
        self.suffix = suffix
        self.backedge = backedge or program.program()
        self.name = f"{engine.name} with converted models"
        self.version = getattr(engine, "version", "0")
        self.features = getattr(engine, "features", [])
        self.complaint = getattr(engine, "complaint", lambda error: Failed)
        if hasattr(engine, "script"):
            self.script = self._script

    @contextlib.contextmanager
    def converted(self, path: str, weights: Optional[str]) -> Iterator[Tuple[str, Optional[str]]]:
        """The files of the converted model and of its weights, if it has any."""
        with tempfile.TemporaryDirectory() as folder:
            model = pathlib.Path(folder, f"model{self.suffix}")
            given = ["--weights", weights] if weights else []
            done = subprocess.run([self.backedge, "convert", path, model, *given, "--error-format", "json"],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            if done.returncode == 1:
                error = json.loads(done.stderr)
                raise Skipped(f"backedge convert rejects the model by {error['rule']}: {error['message'].splitlines()[0]}")
            if done.returncode:
                raise Failed(done.stderr)
            data = model.with_suffix(".bin")
            yield str(model), str(data) if data.exists() else None

    def load(self, path: str, weights: Optional[str]) -> Any:
        """Let the engine read the converted model. Its file is removed afterwards."""
        with self.converted(path, weights) as files:
            return self.engine.load(*files)

    def run(self, model: Any, inputs: List[Tuple[str, Any]]) -> Sequence[Any]:
        """Let the engine run an inference."""
        return self.engine.run(model, inputs)

    def _script(self, path, weights, inputs, expected):
        with self.converted(path, weights) as files:
            return self.engine.script(*files, inputs, expected)
