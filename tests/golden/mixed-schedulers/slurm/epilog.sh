#!/bin/bash
# Runs after a job on a compute host of delta, as root: removes what belonged to the job. A failure drains the host.
set -euo pipefail
case ${SLURM_JOB_ID:-} in
  '' | *[!0-9]*) echo "no job's number: ${SLURM_JOB_ID:-none}" >&2; exit 1 ;;
esac

# An unhealthy host is drained with the reason, and the epilog succeeds; it fails only if slurmctld does not answer
export PATH
timeout --kill-after=5 75 /etc/slurm/health.sh --for epilog
