"""The reference interpreter of loops in inference graphs.

    import backedge
    model = backedge.load("model.onnx")
    outputs = model.run({"x": x})

`backedge.backend` verifies an engine in Python with the corpus.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .model import BackedgeError, Event, Model, Port, load
    from .program import rules, schemas

__all__ = ["BackedgeError", "Event", "Model", "Port", "load", "rules", "schemas"]


def __getattr__(name):
    """Load the library when it is first needed. `backedge.backend` does not need it."""
    if name == "__version__":
        from ._library import LIBRARY
        return LIBRARY.backedge_version().decode()
    if name in ("rules", "schemas"):
        from . import program
        return getattr(program, name)
    if name in __all__:
        from . import model
        return getattr(model, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
