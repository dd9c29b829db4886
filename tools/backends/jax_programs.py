"""What the backends share whose models JAX writes: one program for each shape of the inputs."""

import numpy as np

from onnx_to_jax import Translation
from translated_models import Models, arrays_of


class JaxPrograms(Models):
    """An engine without `compile(translation, arrays)`, which gives a function of arrays."""

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
