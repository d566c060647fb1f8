#!/usr/bin/env bash
# Jobs in shares side by side with GNU parallel, on this machine or several (--sshlogin).
#
#   pipelines/parallel.sh JOBS SHARES RESULTS
set -euo pipefail
jobs=$1 shares=$2 results=$3

# A share with a program that could not run (2), and one that was killed, is tried again; a verdict
# never fails a share. The merge tells of what failed to the end, and nothing passes then.
failed=0
seq "$shares" | parallel --retries 3 \
    gouge batch "$jobs" --partition "slice:{}/$shares" --results "$results/share-{}" --exit-zero || failed=2

gouge merge "$results"/share-*/part-*.json --results "$results"
exit "$failed"
