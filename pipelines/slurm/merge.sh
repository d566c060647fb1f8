#!/usr/bin/env bash
# The shares of a job array into one folder; ends with the worst verdict's exit code.
#SBATCH --job-name=gouge-merge
#SBATCH --output=gouge-merge-%j.log
#SBATCH --no-requeue
set -euo pipefail
results=$1

exec gouge merge "$results"/share-*/part-*.json --results "$results"
