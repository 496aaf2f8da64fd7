#!/bin/bash
# ResumeProgram of strata: orders the hosts of a hostlist from the provider that burst.sh knows.
set -uo pipefail
folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# Slurm takes the file away when it stops: it is read first.
JOBS=$(cat "${SLURM_RESUME_FILE:-/dev/null}")
export JOBS
# shellcheck source=/dev/null
. "$folder/burst.sh"
for host in $(scontrol show hostnames "$1"); do
  burst_host start "$host" || scontrol update NodeName="$host" State=DOWN Reason="burst: not started"
done
