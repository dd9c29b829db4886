"""The inputs of an ONNX model by name."""

from answers import Rejected


def by_name(inputs, names):
    """The arrays by name.

    `backedge convert` numbers equal names and replaces empty ones, so then the order counts.
    """
    given = [name for name, _ in inputs]
    if len(set(given)) == len(given) and all(given):
        return dict(inputs)
    if len(given) != len(names):
        raise Rejected(f"{len(given)} inputs for {names}")
    return dict(zip(names, (array for _, array in inputs)))
