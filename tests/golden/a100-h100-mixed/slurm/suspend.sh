#!/bin/bash
# SuspendProgram of strata: gives the hosts of a hostlist back to the provider that burst.sh knows.
set -uo pipefail
folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# No job is behind it; empty, so that a function which names it works for both actions.
export JOBS=
# shellcheck source=/dev/null
. "$folder/burst.sh"
failed=0
for host in $(scontrol show hostnames "$1"); do
  burst_host stop "$host" || failed=1
done
exit $failed
