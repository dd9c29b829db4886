"""What the backends of compilers share: ONNX models that are compiled once for each shape of their inputs."""

import functools
import pathlib

import numpy as np

import translated_models
from onnx_to_jax import Translation
from translated_models import arrays_of, serve  # noqa: F401


class Models:
    """An engine without `compile(translation, arrays)`, which gives a function of arrays."""

    formats = ["onnx"]

    def load(self, path, weights):
        return self.read(pathlib.Path(path).read_bytes())

    @staticmethod
    @functools.lru_cache(maxsize=64)
    def read(content):
        """The runs of a case share most of their models, and so the programs."""
        return translated_models.read(content, "XLA has no sequences and no optionals")

    def run(self, loaded, inputs):
        """The outputs. A loop whose length depends on the inputs runs first for its length, then for parts."""
        arrays = arrays_of(loaded, inputs)
        shapes = tuple(array.shape for array in arrays)
        lengths = ()
        while True:
            if (shapes, lengths) not in loaded.programs:
                translation = Translation(loaded.model, lengths)
                loaded.programs[shapes, lengths] = translation, self.compile(translation, arrays)
            translation, program = loaded.programs[shapes, lengths]
            results = [np.asarray(result) for result in program(*arrays)]
            if translation.unfinished is None:
                return results
            lengths += ((translation.unfinished, int(results[0])),)
