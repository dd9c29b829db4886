"""Models for an engine of another format: `backedge convert` writes them."""

import contextlib
import json
import pathlib
import subprocess
import tempfile

from answers import Failed, Skipped


class Converted:
    """Another engine, which gets every model of `formats` as a file of its own format.

    A model that this format cannot express is skipped, and so is a wrong one, because the engine never sees it.
    """

    def __init__(self, engine, backedge, formats, suffix):
        self.engine = engine
        self.backedge = backedge
        self.formats = formats
        self.suffix = suffix
        self.name = f"{engine.name} with converted models"

    @contextlib.contextmanager
    def converted(self, path, weights):
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

    def load(self, path, weights):
        with self.converted(path, weights) as files:
            return self.engine.load(*files)

    def run(self, loaded, inputs):
        return self.engine.run(loaded, inputs)

    def script(self, path, weights, inputs, expected):
        with self.converted(path, weights) as files:
            return self.engine.script(*files, inputs, expected)
