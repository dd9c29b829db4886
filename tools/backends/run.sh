#!/usr/bin/env bash
# Runs one of these backends under the Python that tools/backends/setup made: tools/backends/run.sh openvino_backend.py [ARGUMENT...]
# BACKEND_PYTHON names another one; under Bazel, --test_env=BACKEND_PYTHON=...
set -euo pipefail

home=$(getent passwd "$(id -u)" | cut -d: -f6)  # tests have a HOME of their own
python=${BACKEND_PYTHON:-${XDG_CACHE_HOME:-$home/.cache}/backedge/backends/bin/python}
if [[ ! -x $python ]]; then
  echo "no $python: make it with tools/backends/setup, or name one with BACKEND_PYTHON" >&2
  exit 1
fi
exec "$python" "$(dirname "$0")/$1" "${@:2}"
