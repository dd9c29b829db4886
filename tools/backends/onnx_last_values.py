"""Last values that no back edge carries. ONNX loops have none: each becomes a state that the body never reads.

Such a state needs an initial value. A loop without iterations would return it although there is no last value
(ZERO-3). If the loop is not known to run, the last value is the last part of a scan output instead, which
does not exist without an iteration.
"""

import dataclasses

import numpy as np

from answers import Skipped
from onnx_builder import Value
from protocol import DTYPES


@dataclasses.dataclass
class State:
    inside: Value   # the body's input, which is never read
    start: Value    # its initial value, outside of the body


def plan(ports, entries, results, runs, varying):
    """(held, stacked): last values that become states, and entries that need a scan output.

    results   the values of the body's Results
    runs      whether the loop runs at least one iteration, or a function that tells this when needed
    varying   whether a state may change its shape: in ONNX in a Loop, but not in a Scan
    """
    lonely = [entry for entry in entries if entry.axis is None and entry.layer not in ports.back.values()]
    shaped = [entry for entry in lonely if first_shape(ports, entry, results[entry.layer], varying) is not None]
    held = shaped if shaped and (runs() if callable(runs) else runs) else []
    stacked = [entry for entry in entries if entry.axis is not None or entry in lonely and entry not in held]
    for entry in stacked:
        if -1 in written_dims(ports, entry):
            raise Skipped("ONNX stacks parts of one shape; this one is not known to be")
    return held, stacked


def written_dims(ports, entry):
    port = ports.graph.layers[entry.layer]
    return port.input_dims[port.inputs[0]]


def first_shape(ports, entry, result, varying):
    """The shape of the state's initial value, or None: that of the Result, or that on its port (BODY-5)."""
    shape = result.shape
    if shape is None and result.rank == len(written_dims(ports, entry)):
        shape = [None if dim < 0 else dim for dim in written_dims(ports, entry)]
    if varying and shape is None and result.rank is not None:
        shape = [None] * result.rank
    if shape is None or None in shape and not varying:
        return None
    return [dim or 0 for dim in shape]


def hold(b, body, ports, entry, result, varying):
    """The state whose last value is the entry; its initial value is zeros."""
    shape = first_shape(ports, entry, result, varying)
    start = b.constant(np.zeros(shape, DTYPES[result.element_type]), result.element_type)
    return State(Value(body.name("h"), result.element_type, result.rank, shape=shape), start)


def runs_over(value, axis):
    """Whether a sliced input is known to have a part."""
    return bool(value.shape and value.shape[axis])


def runs_once(b, gates):
    """Whether a Loop is known to run: its controls are constants, or model inputs, which `feeds` checks."""
    inputs = {gate.name for gate in gates if gate.constant is None}
    if not inputs <= b.shared.inputs or any(gate.constant is not None and not gate.constant.any() for gate in gates):
        return False
    b.shared.must_run |= inputs
    return True
