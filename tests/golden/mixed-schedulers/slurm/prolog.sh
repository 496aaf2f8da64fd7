#!/bin/bash
# Runs before a job's first step on a compute host of delta, as root: creates folders of this job. A failure drains the host and requeues the job.
set -euo pipefail

# An unhealthy host is drained with the reason, which Slurm keeps, and the job starts elsewhere. Each check has its own limit
export PATH
timeout --kill-after=5 75 /etc/slurm/health.sh --for prolog
