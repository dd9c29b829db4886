#!/usr/bin/env bash
# Run a fuzz target from its seeds and known crashes, for FUZZ_SECONDS (60). Inputs that reach new code are
# added to FUZZ_CORPUS.
#
#   fuzz.sh FUZZER MOST_BYTES SEEDS [CRASHES]
set -euo pipefail

fuzzer=$1 most_bytes=$2 seeds=$3
shift 2
found=${FUZZ_CORPUS:-$TEST_TMPDIR/corpus}
mkdir -p "$found"
exec "$fuzzer" "$found" "$@" -dict="$seeds.dict" -max_total_time="${FUZZ_SECONDS:-60}" -max_len="$most_bytes" \
  -artifact_prefix="$TEST_UNDECLARED_OUTPUTS_DIR/" -timeout=10 -rss_limit_mb=1024 -print_final_stats=1
