#!/bin/bash
# Slurm's health check on the compute hosts of delta: a host that lacks part of its planned hardware gets no more jobs.
# It drains the host with its own reason, and resumes only hosts that it drained, after several good checks in a row; hosts that others drained stay drained.
set -uo pipefail
host=${SLURMD_NODENAME:-$(hostname -s)}
prefix='clustergen health: '
# The last reason is kept across the reboot that a repair may need. The count of good checks since then restarts at every boot.
mark=/var/lib/clustergen/health/$host
good=/run/clustergen-health/$host
good_looks=3
# slurmd stops a check after 60 seconds: the first value limits all checks together, the second each query to slurmctld.
look_seconds=35
ask_seconds=10
# Wait for another check that is running, started by a person or by slurmd. One that is not done by then hangs.
wait_seconds=10

look() { # seconds, command: what does not end is killed
  timeout --kill-after=1 "$@" 2>/dev/null
}

fault() { echo "fault $*"; }

cable() { # a port, or an RDMA device: its cable, and where that goes
  local port device id switch switch_port cage
  while read -r port device id switch switch_port cage; do
    [ "$port" = "$1" ] && port='' || [ "$device" = "$1" ] || continue
    [ "$cage" != "$switch_port" ] || cage=''
    echo " (${port:+$port: }cable $id to $switch $switch_port${cage:+, cage $cage})"
  done < <(look 3 cat /etc/clustergen/cables)
}

gpus() { # how many, and the driver that shows them
  local found=0 list
  echo "asks the GPUs"
  case $2 in
    nvidia) found=$(look 5 ls /proc/driver/nvidia/gpus | wc -l) ;;
    amd) found=$(look 5 cat /sys/class/kfd/kfd/topology/nodes/*/gpu_id | grep -cv '^0$') ;;
  esac
  # The driver still lists a GPU that has fallen off the bus; nvidia-smi queries each
  if [ "$2" = nvidia ] && [ "$found" -eq "$1" ] && command -v nvidia-smi >/dev/null; then
    list=$(look 15 nvidia-smi --list-gpus)
    case $? in 124 | 137) fault "nvidia-smi does not answer" && return ;; esac
    found=$(grep -c '^GPU [0-9]*:' <<<"$list")
  fi
  [ "$found" -eq "$1" ] || fault "$found of $1 GPUs"
}

ethernet() { # speed in Mb/s, then interfaces, each with its RDMA device where the plan knows it: rail0:mlx5_0
  local wanted=$1 port name device state speed rdma=''
  shift
  for port; do
    [ "${port%:*}" = "$port" ] || [ ! -e "/sys/class/infiniband/${port#*:}" ] || rdma=loaded
  done
  for port; do
    name=${port%:*} device=${port#*:}
    echo "asks $name"
    if [ "$device" != "$port" ] && [ -n "$rdma" ]; then
      state=$(look 3 cat "/sys/class/infiniband/$device/ports/1/state") || state=missing
      if [ "${state#*: }" != ACTIVE ]; then
        fault "$name is ${state#*: } on $device$(cable "$name")"
        continue
      fi
      # An interface that a pod has taken is not on the host; its RDMA device is, and was checked above
      [ -e "/sys/class/net/$name" ] || continue
    fi
    state=$(look 3 cat "/sys/class/net/$name/operstate") || state=missing
    if [ "$state" != up ]; then
      fault "$name is $state$(cable "$name")"
    elif speed=$(look 3 cat "/sys/class/net/$name/speed") && [ "$speed" -gt 0 ] && [ "$speed" -lt "$wanted" ]; then
      fault "$name at $speed of $wanted Mb/s$(cable "$name")"
    fi
    echo "losses $(look 3 cat "/sys/class/net/$name/carrier_down_count")"
  done
}

infiniband() { # speed in Gb/s, then RDMA devices
  local wanted=$1 port state rate
  shift
  for port; do
    echo "asks $port"
    state=$(look 3 cat "/sys/class/infiniband/$port/ports/1/state") || state=missing
    rate=$(look 3 cut -d' ' -f1 "/sys/class/infiniband/$port/ports/1/rate") || rate=0
    if [ "${state#*: }" != ACTIVE ]; then
      fault "$port is ${state#*: }$(cable "$port")"
    elif [ "${rate%.*}" -lt "$wanted" ]; then
      fault "$port at $rate of $wanted Gb/s$(cable "$port")"
    fi
    echo "losses $(look 3 cat "/sys/class/infiniband/$port/ports/1/counters/link_downed")"
  done
}

mounts() {
  local path
  for path; do
    echo "asks $path"
    look 8 mountpoint -q "$path"
    case $? in
      0) ;;
      124 | 137) fault "$path does not answer" ;;
      *) fault "$path is not mounted" ;;
    esac
  done
}

looks() { # one line a finding, and at last that all has been looked at
  if ! flock --timeout "$wait_seconds" 9; then
    echo "hangs" && echo "end"
    return
  fi
  # The name without its number identifies the hardware.
  case ${host%"${host##*[!0-9]}"} in
    gpu)
      gpus 8 nvidia
      ethernet 400000 rail0:mlx5_0 rail1:mlx5_3 rail2:mlx5_4 rail3:mlx5_5 rail4:mlx5_6 rail5:mlx5_9 rail6:mlx5_10 rail7:mlx5_11 storage0:mlx5_7 storage1:mlx5_1
      ethernet 100000 frontend0 frontend1
      mounts /fast /home
      ;;
    *) fault "no host of the plan" ;;
  esac
  echo end
}

mkdir -p "${mark%/*}" "${good%/*}"
faults=() losses=0 asked='' hangs='' ended=''
# A check that hangs in the kernel cannot be killed: it keeps the lock, and nothing waits for it
while [ "$SECONDS" -lt "$look_seconds" ] && read -r -t $((look_seconds - SECONDS)) -u 8 kind text; do
  case $kind in
    fault) faults+=("$text") ;;
    asks) asked=$text ;;
    hangs) hangs=yes faults+=("the look before has not ended") ;;
    losses) losses=$((losses + ${text:-0})) ;;
    end) ended=yes ;;
  esac
done 8< <(exec 9>"$good.lock" 2>/dev/null && looks)
[ -n "$ended" ] || faults+=("no answer from $asked in $look_seconds seconds")

if [ -z "${faults[*]}" ] && [ ! -e "$mark" ]; then exit 0; fi
now=$(look "$ask_seconds" scontrol --oneliner show node "$host") || exit 1
state=${now#* State=} state=${state%% *}
given=$(cat "$mark" 2>/dev/null)
ours=
[ -z "$given" ] || case $now in *" Reason=$given ["*) ours=yes ;; esac

if [ -n "${faults[*]}" ]; then
  rm -f "$good"
  reason=$(printf '%s, ' "${faults[@]}")
  reason=$prefix${reason%, }
  echo "$reason" >&2
  case $state in
    *DRAIN* | *DOWN* | *FAIL*) if [ -z "$ours" ] || [ -n "$hangs" ] || [ "$reason" = "$given" ]; then exit 0; fi ;;
  esac
  # Write the note first: a drain without it would never be resumed
  echo "$reason" >"$mark"
  look "$ask_seconds" scontrol update NodeName="$host" State=DRAIN Reason="$reason"
elif [ -z "$ours" ]; then
  # Somebody has resumed it, or has drained it for another reason
  rm -f "$mark" "$good"
else
  # A link that went down and up between two checks is not healthy
  before=0 count=0
  read -r before count 2>/dev/null <"$good" || :
  [ "$losses" -eq "$before" ] || count=0
  echo "$losses $((count + 1))" >"$good"
  [ "$((count + 1))" -ge "$good_looks" ] || exit 0
  back=UNDRAIN
  # A drained host that rebooted is also down
  case $state in *DOWN*) back=RESUME ;; esac
  look "$ask_seconds" scontrol update NodeName="$host" State="$back" && rm -f "$mark" "$good"
fi
