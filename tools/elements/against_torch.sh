#!/bin/bash
# Run against_torch.py with the Python that has PyTorch.
set -euo pipefail

if [[ -z ${TORCH_PYTHON:-} ]]; then
  echo 'set TORCH_PYTHON to what tools/backends/setup --torch prints, and pass --test_env=TORCH_PYTHON' >&2
  exit 1
fi
exec "$TORCH_PYTHON" tools/elements/against_torch.py
