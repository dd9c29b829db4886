"""JAX, whose compiler for CPUs is XLA, as a backend: jax_backend.py [--convert BACKEDGE]

It translates ONNX models, and each model runs as one program of XLA. With --convert it reads models of
OpenVINO IR, which that program writes as ONNX.
"""

import jax
from answers import Failed, Rejected
from jax_programs import JaxPrograms
from translated_models import serve


class Jax(JaxPrograms):
    name = "JAX (XLA CPU)"
    version = jax.__version__

    def compile(self, translation, arrays):
        """A function of arrays. Its first call compiles, with XLA."""
        return jax.jit(translation)

    def complaint(self, error):
        """JAX refuses with these classes what does not fit together."""
        return Rejected if isinstance(error, (TypeError, ValueError)) else Failed


if __name__ == "__main__":
    serve(Jax)
