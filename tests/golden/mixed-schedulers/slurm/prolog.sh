#!/bin/bash
# Runs before a job's first step on a compute host of delta, as root: creates folders of this job. A failure drains the host and requeues the job.
set -euo pipefail

# An unhealthy host is drained with the reason, which Slurm keeps, and the job starts elsewhere. Each check has its own limit
export PATH
timeout --kill-after=5 75 /etc/slurm/health.sh --for prolog

# dcgm-exporter adds the job of a GPU to its series, by a file that is called as NVML counts the GPU. Slurm counts device files (/dev/nvidia3 is 3); nvidia-smi
# lists these in NVML's order. If it does not answer, the job starts without
if [ -n "${SLURM_JOB_GPUS:-}" ] && install -d -m 0755 "/run/clustergen-gpu-jobs"; then
  devices=$(timeout --kill-after=1 5 nvidia-smi -q -x 2>/dev/null | sed -n 's|.*<minor_number>\([0-9]*\)</minor_number>.*|\1|p') || devices=
  number=0
  for device in $devices; do
    case ",$SLURM_JOB_GPUS," in *",$device,"*) echo "$SLURM_JOB_ID" >"/run/clustergen-gpu-jobs/$number" || true ;; esac
    number=$((number + 1))
  done
fi
