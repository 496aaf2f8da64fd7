#!/bin/bash
# Slurm's health check on the compute hosts of ember: what the plan says a host has is there, or the host takes no more jobs.
# It drains a host with the reason, and lets it go when all is well again; a host that somebody else drained stays as it is.
set -uo pipefail
host=${SLURMD_NODENAME:-$(hostname -s)}
mark=/run/clustergen-health
faults=()

gpus() { # how many, and the driver that shows them
  local found=0 entry
  case $2 in
    nvidia) for entry in /proc/driver/nvidia/gpus/*/; do [ ! -d "$entry" ] || found=$((found + 1)); done ;;
    amd) found=$(cat /sys/class/kfd/kfd/topology/nodes/*/gpu_id 2>/dev/null | grep -cv '^0$') ;;
  esac
  [ "$found" -eq "$1" ] || faults+=("$found of $1 GPUs")
}

ethernet() { # speed in Mb/s, then interfaces
  local wanted=$1 port state speed
  shift
  for port in "$@"; do
    state=$(cat "/sys/class/net/$port/operstate" 2>/dev/null) || state=missing
    if [ "$state" != up ]; then
      faults+=("$port is $state")
    elif speed=$(cat "/sys/class/net/$port/speed" 2>/dev/null) && [ "$speed" -gt 0 ] && [ "$speed" -lt "$wanted" ]; then
      faults+=("$port at $speed of $wanted Mb/s")
    fi
  done
}

infiniband() { # speed in Gb/s, then RDMA devices
  local wanted=$1 port state rate
  shift
  for port in "$@"; do
    state=$(cat "/sys/class/infiniband/$port/ports/1/state" 2>/dev/null) || state=missing
    rate=$(cut -d' ' -f1 "/sys/class/infiniband/$port/ports/1/rate" 2>/dev/null) || rate=0
    if [ "${state#*: }" != ACTIVE ]; then
      faults+=("$port is ${state#*: }")
    elif [ "${rate:-0}" -lt "$wanted" ]; then
      faults+=("$port at $rate of $wanted Gb/s")
    fi
  done
}

mounts() {
  local path
  for path in "$@"; do mountpoint -q "$path" || faults+=("$path is not mounted"); done
}

# The name without its number says which hardware this is.
case ${host%"${host##*[!0-9]}"} in
  gpu)
    gpus 8 nvidia
    ethernet 400000 rail0 rail1 rail2 rail3 rail4 rail5 rail6 rail7 storage0 storage1 frontend0 frontend1
    mounts /home
    ;;
  *) faults+=("no host of the plan") ;;
esac

if [ -n "${faults[*]-}" ]; then
  reason=$(printf '%s, ' "${faults[@]}")
  reason="health: ${reason%, }"
  echo "$reason" >&2
  [ "$(cat "$mark" 2>/dev/null)" != "$reason" ] || exit 0
  now=$(scontrol --oneliner show node "$host") || exit 1
  case $now in *"Reason=health: "*) ;; *" State="*DRAIN*" Reason="*) exit 0 ;; esac
  scontrol update NodeName="$host" State=DRAIN Reason="$reason" && echo "$reason" >"$mark"
elif [ -e "$mark" ]; then
  case $(scontrol --oneliner show node "$host") in
    *"Reason=health: "*) scontrol update NodeName="$host" State=UNDRAIN ;;
  esac && rm -f "$mark"
fi
