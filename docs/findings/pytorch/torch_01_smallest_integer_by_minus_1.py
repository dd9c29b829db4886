"""TORCH-1: the smallest i32 divided by -1, without the fraction, ends the process (PyTorch)."""

import torch

a, b = torch.tensor([7, -2147483648], dtype=torch.int32), torch.tensor([-2, -1], dtype=torch.int32)
print("expected", [-3, -2147483648], flush=True)
got = torch.div(a, b, rounding_mode="trunc").tolist()
print("got     ", got)
raise SystemExit(got != [-3, -2147483648])
