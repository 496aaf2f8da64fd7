#!/bin/bash
# Before a job's first step on a compute host of atlas, as root: folders that only this job has. A failure drains the host.
set -euo pipefail
install -d -m 0755 "/scratch/slurm-jobs"
install -d -m 0700 -o "$SLURM_JOB_UID" "/scratch/slurm-jobs/$SLURM_JOB_ID"
