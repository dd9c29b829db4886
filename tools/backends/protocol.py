"""The protocol of backends for the engines of this folder, from python/backedge/backend.py.

An engine has a `name`, `load` and `run`, and perhaps `formats` and `script`, as a backedge.backend.Backend.
"""

import answers  # noqa: F401  (makes the package importable)
from backedge import backend
from backedge.backend import decode, encode, in_order  # noqa: F401
from backedge.element_types import dtype_of

BFLOAT16 = dtype_of("bf16")
DTYPES = {name: dtype_of(name) for name in (
    "boolean", "f16", "bf16", "f32", "f64", *(f"{sign}{width}" for sign in "iu" for width in (8, 16, 32, 64)))}
NAMES = {dtype: name for name, dtype in DTYPES.items()}


def serve(engine, version, complaint):
    """Answer requests. `complaint` gives the class for an exception of the engine."""
    engine.version, engine.complaint, engine.features = version, complaint, []
    engine.formats = getattr(engine, "formats", backend.Backend.formats)
    backend.serve(engine)
