#!/usr/bin/env bash
# Run one of these backends with the Python that tools/backends/setup made:
#   tools/backends/run.sh openvino_backend.py [ARGUMENT...]
# Set BACKEND_PYTHON to use another Python; with Bazel, --test_env=BACKEND_PYTHON=...
set -euo pipefail

home=$(getent passwd "$(id -u)" | cut -d: -f6)  # tests change HOME
python=${BACKEND_PYTHON:-${XDG_CACHE_HOME:-$home/.cache}/backedge/backends/bin/python}
if [[ ! -x $python ]]; then
  echo "$python does not exist: run tools/backends/setup, or set BACKEND_PYTHON" >&2
  exit 1
fi
exec "$python" "$(dirname "$0")/$1" "${@:2}"
