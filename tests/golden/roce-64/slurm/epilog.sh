#!/bin/bash
# After a job on a compute host of atlas, as root: what only it had is gone. A failure drains the host.
set -euo pipefail
case ${SLURM_JOB_ID:-} in
  '' | *[!0-9]*) echo "no job's number: ${SLURM_JOB_ID:-none}" >&2; exit 1 ;;
esac
rm -rf --one-file-system "/scratch/slurm-jobs/$SLURM_JOB_ID"
