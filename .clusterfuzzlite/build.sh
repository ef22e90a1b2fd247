#!/usr/bin/env bash
# What ClusterFuzzLite runs: the same as OSS-Fuzz.
set -euo pipefail
exec "$SRC/pnacl-sz/fuzz/oss-fuzz/build.sh" "$@"
