"""TORCH-2: while_loop refuses a body that also reads an initial value (torch.compile, Inductor)."""

import torch


def subtract(n, y):
    """x = y - x, n times, from x = y."""
    return torch.while_loop(lambda k, x: k < n, lambda k, x: (k + 1, y - x), (torch.tensor(0), y))[1]


def run(function):
    try:
        return function(torch.tensor(3), torch.tensor([1.0, 2.0])).tolist()
    except RuntimeError:
        return "an error"


expected = [[0.0, 0.0], [0.0, 0.0]]
print("expected", expected, flush=True)
got = [run(subtract), run(torch.compile(subtract, fullgraph=True))]
print("got     ", got)
raise SystemExit(got != expected)
