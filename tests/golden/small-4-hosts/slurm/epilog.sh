#!/bin/bash
# Runs after a job on a compute host of ember, as root: removes what belonged to the job. A failure drains the host.
set -euo pipefail
case ${SLURM_JOB_ID:-} in
  '' | *[!0-9]*) echo "no job's number: ${SLURM_JOB_ID:-none}" >&2; exit 1 ;;
esac

# Series of its GPUs no longer have this job
for file in "/run/clustergen-gpu-jobs"/*; do
  if [ "$(cat "$file" 2>/dev/null)" = "$SLURM_JOB_ID" ]; then
    rm -f "$file"
  fi
done

# An unhealthy host is drained with the reason, and the epilog succeeds; it fails only if slurmctld does not answer
export PATH
timeout --kill-after=5 75 /etc/slurm/health.sh --for epilog
