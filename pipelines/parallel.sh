#!/usr/bin/env bash
# Jobs in shares side by side with GNU parallel, on this machine or several (--sshlogin).
#
#   pipelines/parallel.sh JOBS SHARES RESULTS
set -euo pipefail
jobs=$1 shares=$2 results=$3

# A share that could not run (2) or was killed is tried again; a verdict never fails a share.
seq "$shares" | parallel --retries 3 --halt soon,fail=1 \
    gouge batch "$jobs" --partition "slice:{}/$shares" --results "$results/share-{}" --exit-zero

gouge merge "$results"/share-*/part-*.json --results "$results"
