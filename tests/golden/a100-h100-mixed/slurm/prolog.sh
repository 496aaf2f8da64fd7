#!/bin/bash
# Before a job's first step on a compute host of strata, as root: folders that only this job has. A failure drains the host.
set -euo pipefail
install -d -m 0755 "/var/lib/enroot/cache"
install -d -m 0700 -o "$SLURM_JOB_UID" "/var/lib/enroot/cache/user-$SLURM_JOB_UID"
install -d -m 0755 "/var/lib/enroot/data"
install -d -m 0700 -o "$SLURM_JOB_UID" "/var/lib/enroot/data/user-$SLURM_JOB_UID"
install -d -m 0755 "/var/lib/enroot/temp"
install -d -m 0700 -o "$SLURM_JOB_UID" "/var/lib/enroot/temp/user-$SLURM_JOB_UID"
install -d -m 0755 "/run/enroot"
install -d -m 0700 -o "$SLURM_JOB_UID" "/run/enroot/user-$SLURM_JOB_UID"
