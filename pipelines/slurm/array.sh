#!/usr/bin/env bash
# One share of the jobs as a task of a Slurm job array.
#
#   mkdir -p results
#   array=$(sbatch --parsable --array=1-4 pipelines/slurm/array.sh JOBS results)
#   sbatch --dependency="afterok:$array" pipelines/slurm/merge.sh results
#
# The share is the same whenever the task runs: one that was requeued goes on where it stopped.
#SBATCH --job-name=gouge
#SBATCH --output=gouge-%A_%a.log
#SBATCH --requeue
set -euo pipefail
jobs=$1 results=$2

share=$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN + 1))
# Verdicts must not look like failures: afterok waits for success. 2 and signals stay failures.
exec gouge batch "$jobs" --partition "slice:$share/$SLURM_ARRAY_TASK_COUNT" \
    --results "$results/share-$share" --threads "${SLURM_CPUS_PER_TASK:-1}" --exit-zero
