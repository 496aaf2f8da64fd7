#!/bin/bash
# Health check of the compute hosts of delta: it runs the checks of the list below and takes an unhealthy host out of service.
# Slurm: it drains the host with its own reason, and resumes only hosts that it drained, after several good checks in a row; hosts that others drained
# stay drained. Kubernetes: node-problem-detector runs it and sets a condition of the node.
set -uo pipefail
umask 077
usage='usage: health.sh [--for periodic|prolog|epilog|detector] [--condition TYPE] [--json]
       health.sh --list | --clear
--for periodic   drain or resume the host in Slurm (default); exit 1 if slurmctld does not answer
--for prolog     the same without resuming; exit 1 if the host is unhealthy, so that the job does not start
--for epilog     the same without resuming; exit 1 if the host is unhealthy and could not be drained
--for detector   change nothing in Slurm; exit 0 if healthy, 1 if not, 2 if unknown, with the reason in one line
--condition TYPE run only the checks of this condition
--json           print the result of each check and change nothing; exit codes of the detector; healthy is null if another check is running, time ran out, or nothing could be read
--list           print the checks: name, seconds, failures/looks, condition, next step, check, limit, source of the limit
--clear          forget the XIDs and SXIDs that were logged until now, narrow links of GPUs, and errors of ports, after the GPU was reset; exit 1 if the log has no timestamps'
mode=periodic only='' output=''
while [ $# -gt 0 ]; do
  case $1 in
    --for) mode=${2-} && shift ;;
    --condition) only=${2-} && shift ;;
    --json | --list | --clear) output=${1#--} ;;
    --help) echo "$usage" && exit 0 ;;
    *) echo "$usage" >&2 && exit 64 ;;
  esac
  shift
done
case $mode in periodic | prolog | epilog | detector) ;; *) echo "$usage" >&2 && exit 64 ;; esac

# Where the host's files are, and what its programs are started by: a pod sees the host below a folder of its own.
root=${CLUSTERGEN_ROOT-}
read -ra enter <<<"${CLUSTERGEN_ENTER-}"
kept=${CLUSTERGEN_KEPT-$root/run/clustergen-health}
host=${SLURMD_NODENAME:-${NODE_NAME:-$(hostname -s)}}
prefix='clustergen health: '
ladder=('requeue' 'reset' 'reboot' 'deep test' 'hold')
# The last reason is kept across the reboot that a repair may need. The count of good checks since then restarts at every boot.
case $mode in
  detector) tag=detector-$only mark=$kept/$tag.bad ;;
  *) tag=$host mark=$root/var/lib/clustergen/health/$host ;;
esac
good=$kept/$tag
good_looks=3
unread_looks=6
# What a look has noted of an unread check counts until now: its check may be gone since
stale_seconds=1800
# slurmd stops a check after 60 seconds: the first value limits all checks together, the second each query to slurmctld.
look_seconds=35
ask_seconds=10
# The checks end earlier, so that only one that cannot be stopped is waited for until the limit
check_seconds=$((look_seconds - 2))
# Wait for another look that is running, started by a person or by slurmd. It hangs only if it has run longer than its whole limit.
wait_seconds=10

list() { # name|seconds|failures/looks|condition|next step|check|limit|source
  # The name without its number identifies the hardware.
  case ${host%"${host##*[!0-9]}"} in
    gpu)
      cat <<'END'
gpu-count|20|1/1|GpuFault|reboot|gpus 8 nvidia|8 GPUs|the catalog's host model
xid-reset|5|1/1|GpuFault|reset|xids 46 48 62 64 95 109 110 119 120 136 140 143 156 158|none of these XIDs in the kernel's log|docs.nvidia.com/deploy/xid-errors, Xid Catalog
xid-reboot|5|1/1|GpuFault|reboot|xids 79|none of these XIDs in the kernel's log|docs.nvidia.com/deploy/xid-errors, Xid Catalog
xid-deep-test|5|1/1|GpuFault|deep test|xids 74|none of these XIDs in the kernel's log|docs.nvidia.com/deploy/xid-errors, Xid Catalog
xid-hold|5|1/1|GpuFault|hold|xids 54|none of these XIDs in the kernel's log|docs.nvidia.com/deploy/xid-errors, Xid Catalog
gpu-remap-pending|15|1/1|GpuFault|reset|remapped pending|no row waits for a reset to be remapped|NVML, nvmlDeviceGetRemappedRows
gpu-remap-failure|15|1/1|GpuFault|hold|remapped failure|no remapping of a row has failed|NVML, nvmlDeviceGetRemappedRows
gpu-ecc|15|1/1|GpuFault|reset|ecc|no uncorrected memory error since the last reset|docs.nvidia.com/deploy/xid-errors, Xid Catalog, XID 48: a reset or a reboot clears it
gpu-recovery-reset|15|1/1|GpuFault|reset|recovery reset|the driver asks for no reset|docs.nvidia.com/deploy/a100-gpu-mem-error-mgmt, Recovery action flag
gpu-recovery-reboot|15|1/1|GpuFault|reboot|recovery reboot|the driver asks for no reboot|docs.nvidia.com/deploy/a100-gpu-mem-error-mgmt, Recovery action flag
gpu-pcie|15|2/3|GpuFault|deep test|pcie|in use, as many and as fast PCIe lanes as GPU and host allow|nvidia-smi(1), PCI: link generation and width, current and max, which may be reduced when the GPU is not in use
gpu-thermal|15|3/5|GpuFault|hold|thermal|the hardware does not slow the GPU down because of its temperature|NVML, nvmlClocksThrottleReasonHwThermalSlowdown
sxid-reset|5|1/1|GpuFault|reset|sxids 10003 11004 12028 19084 fatal 12020 22003 22011 23001 23002 23003 23004 23005 23006 23007 23008 23009 23010 23011 23012 23013 23014 23015 23016 23017 22012|none of these SXIDs in the kernel's log, and no fatal one without a step of its own|NVIDIA Fabric Manager User Guide, appendix D: NVSwitch SXid Errors
sxid-reboot|5|1/1|GpuFault|reboot|sxids 12020 22003 22011 23001 23002 23003 23004 23005 23006 23007 23008 23009 23010 23011 23012 23013 23014 23015 23016 23017|none of these SXIDs in the kernel's log|NVIDIA Fabric Manager User Guide, appendix D: NVSwitch SXid Errors
sxid-deep-test|5|1/1|GpuFault|deep test|sxids 22012|none of these SXIDs in the kernel's log|NVIDIA Fabric Manager User Guide, appendix D: NVSwitch SXid Errors
gpu-fabric|15|2/3|GpuFault|reboot|fabric|Fabric Manager has set up every GPU|NVIDIA/NVSentinel, system-services-monitor (fabric.state and fabric.status; RESTART_BM)
gpu-nvlink|15|2/3|GpuFault|deep test|nvlink|no NVLink is inactive|nvidia-smi(1), nvlink --status; docs.nvidia.com/deploy/xid-errors, Xid Catalog, XID 74
rail-ethernet-400|10|1/1|RailDown|hold|ethernet 400000 rail0,0000:18:00.0,mlx5_0 rail1,0000:40:00.0,mlx5_3 rail2,0000:4f:00.0,mlx5_4 rail3,0000:5e:00.0,mlx5_5 rail4,0000:9a:00.0,mlx5_6 rail5,0000:c0:00.0,mlx5_9 rail6,0000:ce:00.0,mlx5_10 rail7,0000:dc:00.0,mlx5_11|up at 400000 Mb/s|the plan: speed of the port's cable
rail-pcie-400|5|2/3|RailDown|reboot|lanes 400 rail0,0000:18:00.0,mlx5_0 rail1,0000:40:00.0,mlx5_3 rail2,0000:4f:00.0,mlx5_4 rail3,0000:5e:00.0,mlx5_5 rail4,0000:9a:00.0,mlx5_6 rail5,0000:c0:00.0,mlx5_9 rail6,0000:ce:00.0,mlx5_10 rail7,0000:dc:00.0,mlx5_11|lanes times GT/s are 400 or more|the plan: speed of the port; sysfs-bus-pci, current_link_width and current_link_speed
port-ethernet-400|10|1/1|PortDown|hold|ethernet 400000 storage0,0000:aa:00.0,mlx5_7 storage1,0000:29:00.0,mlx5_1|up at 400000 Mb/s|the plan: speed of the port's cable
port-ethernet-100|10|1/1|PortDown|hold|ethernet 100000 frontend0,0000:aa:00.1,- frontend1,0000:29:00.1,-|up at 100000 Mb/s|the plan: speed of the port's cable
port-pcie-400|5|2/3|PortDown|reboot|lanes 400 storage0,0000:aa:00.0,mlx5_7 storage1,0000:29:00.0,mlx5_1|lanes times GT/s are 400 or more|the plan: speed of the port; sysfs-bus-pci, current_link_width and current_link_speed
port-pcie-100|5|2/3|PortDown|reboot|lanes 100 frontend0,0000:aa:00.1,- frontend1,0000:29:00.1,-|lanes times GT/s are 100 or more|the plan: speed of the port; sysfs-bus-pci, current_link_width and current_link_speed
rail-errors-ethernet|5|3/5|RailDown|hold|errors net statistics/rx_crc_errors=40 rail0,0000:18:00.0,mlx5_0 rail1,0000:40:00.0,mlx5_3 rail2,0000:4f:00.0,mlx5_4 rail3,0000:5e:00.0,mlx5_5 rail4,0000:9a:00.0,mlx5_6 rail5,0000:c0:00.0,mlx5_9 rail6,0000:ce:00.0,mlx5_10 rail7,0000:dc:00.0,mlx5_11|an hour, at most: 40 rx_crc_errors|clustergen's alerts of links and NICs
rail-losses-ethernet|5|3/5|RailDown|hold|errors net carrier_down_count=2 rail0,0000:18:00.0,mlx5_0 rail1,0000:40:00.0,mlx5_3 rail2,0000:4f:00.0,mlx5_4 rail3,0000:5e:00.0,mlx5_5 rail4,0000:9a:00.0,mlx5_6 rail5,0000:c0:00.0,mlx5_9 rail6,0000:ce:00.0,mlx5_10 rail7,0000:dc:00.0,mlx5_11|an hour, at most: 2 carrier_down_count|clustergen's alerts of links and NICs
port-errors-ethernet|5|3/5|PortDown|hold|errors net statistics/rx_crc_errors=40 storage0,0000:aa:00.0,mlx5_7 storage1,0000:29:00.0,mlx5_1 frontend0,0000:aa:00.1,- frontend1,0000:29:00.1,-|an hour, at most: 40 rx_crc_errors|clustergen's alerts of links and NICs
port-losses-ethernet|5|3/5|PortDown|hold|errors net carrier_down_count=2 storage0,0000:aa:00.0,mlx5_7 storage1,0000:29:00.0,mlx5_1 frontend0,0000:aa:00.1,- frontend1,0000:29:00.1,-|an hour, at most: 2 carrier_down_count|clustergen's alerts of links and NICs
rail-retries|5|3/5|HealthNotice|report|errors rdma hw_counters/packet_seq_err=3600,hw_counters/local_ack_timeout_err=360 rail0,0000:18:00.0,mlx5_0 rail1,0000:40:00.0,mlx5_3 rail2,0000:4f:00.0,mlx5_4 rail3,0000:5e:00.0,mlx5_5 rail4,0000:9a:00.0,mlx5_6 rail5,0000:c0:00.0,mlx5_9 rail6,0000:ce:00.0,mlx5_10 rail7,0000:dc:00.0,mlx5_11|an hour, at most: 3600 packet_seq_err, 360 local_ack_timeout_err|clustergen's alerts of links and NICs
mount-fast|8|1/1|HostFault|requeue|mounted /fast|mounted, and answers in time|the plan: the host's mount units
mount-home|8|1/1|HostFault|requeue|mounted /home|mounted, and answers in time|the plan: the host's mount units
clock|5|3/5|HostFault|requeue|clock|chrony is synchronised|chronyc(1), tracking: Leap status
space|5|3/5|HostFault|hold|space 95 / /var|less than 95 per cent used|clustergen's alert of full file systems
END
      ;;
    *) echo 'plan|1|1/1|HostFault|hold|stranger|a host of the plan|the plan' ;;
  esac
}

look() { # command: it has the rest of its check's seconds or of all checks', whichever is less, and is killed if it does not end by then
  local left=$((ends - SECONDS))
  [ "$left" -gt 0 ] || return 124
  timeout --kill-after=1 "$left" "$@" 2>/dev/null </dev/null
}

declare -A shown=()
show() { # files: the first line of each existing one, in one process
  local all code line file=''
  shown=()
  all=$(look head -v -n 1 -- "$@")
  code=$?
  while IFS= read -r line; do
    case $line in
      '==> '*' <==') file=${line#==> } file=${file% <==} ;;
      ?*) [ -z "$file" ] || shown[$file]=$line ;;
    esac
  done <<<"$all"
  ! hangs $code
}

hangs() { [ "$1" -eq 124 ] || [ "$1" -eq 137 ]; }

fault() { echo "fault $*"; }

hung() { # a check that has used up its own seconds has a fault; one that the limit of all checks ended has none
  if [ "$ends" -lt "$own" ]; then echo "late $*"; else fault "$*"; fi
}

unread() { echo "unread $*"; }

counted() { # number, thing: one of it, or several
  if [ "$1" -eq 1 ]; then echo "1 $2"; else echo "$1 $2s"; fi
}

cable() { # a port, or an RDMA device: its cable, and where that goes
  local port device id switch switch_port cage
  [ -r "$root/etc/clustergen/cables" ] || return 0
  while read -r port device id switch switch_port cage; do
    [ "$port" = "$1" ] && port='' || [ "$device" = "$1" ] || continue
    [ "$cage" != "$switch_port" ] || cage=''
    echo " (${port:+$port: }cable $id to $switch $switch_port${cage:+, cage $cage})"
  done <"$root/etc/clustergen/cables"
}

gpus() { # how many, the driver that shows them, and who installs it
  local found=0 list
  echo "asks the GPUs"
  # An operator's driver pod has to reach a new node first: a taint would keep it away
  if [ "$mode" = detector ] && [ "${3-}" = operator ] && [ ! -e "$root/proc/driver/nvidia/version" ]; then
    unread "driver" && return
  fi
  case $2 in
    nvidia) found=$(look ls "$root/proc/driver/nvidia/gpus" | wc -l) ;;
    amd) found=$(look cat "$root"/sys/class/kfd/kfd/topology/nodes/*/gpu_id | grep -cv '^0$') ;;
  esac
  # The driver still lists a GPU that has fallen off the bus; nvidia-smi queries each
  if [ "$2" = nvidia ] && [ "$found" -eq "$1" ]; then
    list=$(smi --list-gpus)
    case $? in
      124 | 137) hung "nvidia-smi does not answer" && return ;;
      125 | 126 | 127) ;;
      *) found=$(grep -c '^GPU [0-9]*:' <<<"$list") ;;
    esac
  fi
  [ "$found" -eq "$1" ] || fault "$found of $(counted "$1" GPU)"
}

smi() { # nvidia-smi with these arguments; one that did not answer is not asked again
  local code driver=$root/run/nvidia/driver
  [ ! -e "$kept/$tag.smi" ] || return 126
  # A driver that runs in a container has its programs below a root of its own
  if [ -x "$driver/usr/bin/nvidia-smi" ]; then
    look chroot "$driver" nvidia-smi "$@"
  else
    look "${enter[@]}" nvidia-smi "$@"
  fi
  code=$?
  ! hangs $code || : >"$kept/$tag.smi"
  # A line about a corrupted infoROM follows a complete answer: nvidia-smi(1), return code 14
  [ $code -ne 14 ] || code=0
  return $code
}

xid_log=unread
xids() { # numbers: events of the kernel's log; one that was seen counts until the host restarts, or until --clear
  local line at pci number since=-1 told=' '
  [ "$xid_log" != unread ] || read_xids || unread "dmesg does not answer"
  [ ! -r "$kept/cleared" ] || read -r since <"$kept/cleared"
  while read -r at pci number; do
    case " $* " in *" ${number:-none} "*) ;; *) continue ;; esac
    line="Xid $number on $pci"
    at=${at%-}
    [ -z "$at" ] || [ "$at" -gt "$since" ] || continue
    case $told in *" $line,"*) ;; *) fault "$line" && told="$told $line," ;; esac
  done <<<"$xid_log"
}

sxids() { # numbers, then `fatal` and numbers: errors of NVSwitches that count as XIDs do; with `fatal` also what the driver calls so, without those after it
  local at pci event number since=-1 told=' ' line listed=" $* " fatal='' others=''
  case $listed in *' fatal '*) others=" ${listed#* fatal }" listed="${listed%% fatal *} " fatal=yes ;; esac
  [ "$xid_log" != unread ] || read_xids || unread "dmesg does not answer"
  [ ! -r "$kept/cleared" ] || read -r since <"$kept/cleared"
  while read -r at pci event; do
    case ${event-} in s*) number=${event//[!0-9]/} ;; *) continue ;; esac
    case $listed in
      *" $number "*) ;;
      *)
        case $fatal,$event in yes,*Fatal) ;; *) continue ;; esac
        case $others in *" $number "*) continue ;; esac
        ;;
    esac
    line="SXid $number on $pci"
    at=${at%-}
    [ -z "$at" ] || [ "$at" -gt "$since" ] || continue
    case $told in *" $line,"*) ;; *) fault "$line" && told="$told $line," ;; esac
  done <<<"$xid_log"
}

# The driver adds the instance of a GPU in slices to the address, (PCI:0000:3b:00 GPU-I:05 GPU-CI:02): NVIDIA/open-gpu-kernel-modules, kernel_rc.c
read_xids() { # once for all checks: the newest of each number and GPU in the log now, and in what earlier looks saw
  local log code
  log=$(look "${enter[@]}" dmesg)
  code=$?
  xid_log=$({
    cat "$kept/xids"
    sed -nE -e 's/^(\[ *([0-9]+)\.([0-9]+)\] *)?(\[[^]]*\] *)?NVRM: Xid \(PCI:([0-9a-fA-F:.]+)( [^)]*)?\): ([0-9]+),.*/\2\3- \5 \7/p' \
      -e 's/^(\[ *([0-9]+)\.([0-9]+)\] *)?(\[[^]]*\] *)?nvidia-nvswitch[0-9]+: SXid \(PCI:([0-9a-fA-F:.]+)\): ([0-9]+), (Fatal|Non-fatal).*/\2\3- \5 s\6\7/p' <<<"$log"
  } 2>/dev/null | sort -k 1,1nr | LC_ALL=C sort -s -u -k 2,3)
  { echo "$xid_log" >"$kept/xids"; } 2>/dev/null
  return $code
}

forget() { # the XIDs until the newest line of the kernel's log, by the log's own clock
  local newest
  ends=$((SECONDS + ask_seconds))
  newest=$(look "${enter[@]}" dmesg | sed -nE 's/^\[ *([0-9]+)\.([0-9]+)\].*/\1\2/p' | sort -n | tail -n 1)
  if [ -z "$newest" ]; then
    echo "nothing forgotten: no timestamp in the kernel's log (printk.time=0?); reboot the host" >&2
    return 1
  fi
  rm -f "$kept/xids" "$kept/pcie" "$kept"/*.held
  echo "$newest" >"$kept/cleared"
}

remapped() { # pending or failure: rows of the GPUs' memory that wait for a reset, or that no spare row is left for
  local rows gpu value
  rows=$(smi --query-remapped-rows="gpu_bus_id,remapped_rows.$1" --format=csv,noheader) || { unread "nvidia-smi" && return; }
  while IFS=', ' read -r gpu value; do
    case $value in Yes | 1) fault "row remapping $1 on $gpu" ;; esac
  done <<<"$rows"
}

ecc() {
  local rows gpu count
  rows=$(smi --query-gpu=pci.bus_id,ecc.errors.uncorrected.volatile.total --format=csv,noheader) || { unread "nvidia-smi" && return; }
  while IFS=', ' read -r gpu count; do
    case $count in
      *'requires reset'*) fault "$gpu requires a reset" ;;
      *'is lost'* | *'Unknown Error'*) unread "$gpu: $count" ;;
      '' | *[!0-9]* | 0) ;;
      *) fault "$(counted "$count" "uncorrected memory error") on $gpu" ;;
    esac
  done <<<"$rows"
}

recovery_rows=unread
recovery() { # reset or reboot: what the driver wants done with a GPU. Older drivers do not have the field, and refuse the query with 2 (nvidia-smi(1))
  local gpu action what
  if [ "$recovery_rows" = unread ]; then
    recovery_rows=$(smi --query-gpu=pci.bus_id,gpu_recovery_action --format=csv,noheader)
    case $? in 0) ;; 2) recovery_rows='' ;; *) recovery_rows=unread && unread "nvidia-smi" && return ;; esac
  fi
  while IFS=, read -r gpu action; do
    action=${action# }
    case $action in
      '' | None | *N/A* | *'Not Supported'*) continue ;;
      *eboot*) what=reboot ;;
      *eset* | 'Drain P2P') what=reset ;;
      *) unread "recovery action $action of $gpu" && continue ;;
    esac
    [ "$what" != "$1" ] || fault "the driver asks for $action of $gpu"
  done <<<"$recovery_rows"
}

pcie() { # the driver may narrow the link of an idle GPU (nvidia-smi(1)): it counts as it was when the GPU was last seen in use
  local rows gpu width most gen newest used seen low=''
  rows=$(smi --query-gpu=pci.bus_id,pcie.link.width.current,pcie.link.width.max,pcie.link.gen.current,pcie.link.gen.max,utilization.gpu \
    --format=csv,noheader,nounits) || { unread "nvidia-smi" && return; }
  seen=$(cat "$kept/pcie" 2>/dev/null)
  while IFS=', ' read -r gpu width most gen newest used; do
    case ${width:-x}${most:-x}${gen:-x}${newest:-x} in *[!0-9]*) continue ;; esac
    [ "$width" -lt "$most" ] || [ "$gen" -lt "$newest" ] || continue
    case ${used:-x} in 0 | *[!0-9]*) case " $seen " in *" $gpu "*) ;; *) continue ;; esac ;; esac
    low="$low $gpu"
    fault "$gpu has $width of $most PCIe lanes of generation $gen of $newest"
  done <<<"$rows"
  { echo "$low" >"$kept/pcie"; } 2>/dev/null
}

thermal() { # releases of the driver before 535 have another name for it
  local rows gpu state name=hw_thermal_slowdown
  rows=$(smi --query-gpu=pci.bus_id,clocks_event_reasons.$name --format=csv,noheader) \
    || rows=$(smi --query-gpu=pci.bus_id,clocks_throttle_reasons.$name --format=csv,noheader) || { unread "nvidia-smi" && return; }
  while IFS=', ' read -r gpu state; do
    [ "$state" != Active ] || fault "$gpu is too hot: its hardware has halved its clocks or more"
  done <<<"$rows"
}

fabric() { # a set-up that is completed may have failed, as Insufficient Resources: NVML, nvmlGpuFabricInfo_t; Azure/azhpc-images pull request 506
  local rows gpu state status
  rows=$(smi --query-gpu=pci.bus_id,fabric.state,fabric.status --format=csv,noheader) || { unread "nvidia-smi" && return; }
  while IFS=, read -r gpu state status; do
    case $state,$status in
      *Completed,*Success | *Completed,*N/A* | *Completed,*'Not Supported'* | *Completed,) ;;
      *Completed* | *'In Progress'* | *'Not Started'* | *ailure* | *rror*) fault "NVLink fabric of $gpu:$state$status" ;;
    esac
  done <<<"$rows"
}

nvlink() { # of a GPU without any active link there is one line, which has no link: leptonai/gpud issue 1085
  local rows count
  rows=$(smi nvlink --status) || case $rows in *'all links are inActive'*) ;; *) unread "nvidia-smi" && return ;; esac
  count=$(grep -c '<inactive>' <<<"$rows")
  [ "$count" -eq 0 ] || fault "$(counted "$count" NVLink) inactive"
  count=$(grep -ci 'all links are inactive' <<<"$rows")
  [ "$count" -eq 0 ] || fault "all NVLinks inactive on $(counted "$count" GPU)"
}

ethernet() { # speed in Mb/s, then ports: interface, PCI address and RDMA device, - where the plan has none
  local wanted=$1 port name pci device net state speed rdma='' files=()
  shift
  for port; do
    IFS=, read -r name pci device <<<"$port"
    net=$root/sys/class/net/$name
    files+=("$net/operstate" "$net/speed" "$net/carrier_down_count")
    [ "$device" = - ] || files+=("$root/sys/class/infiniband/$device/ports/1/state")
    [ ! -e "$root/sys/class/infiniband/$device" ] || rdma=loaded
  done
  show "${files[@]}" || { hung "no answer from ${1%%,*} to ${port%%,*}" && return; }
  for port; do
    IFS=, read -r name pci device <<<"$port"
    net=$root/sys/class/net/$name
    if [ "$device" != - ] && [ -n "$rdma" ]; then
      if [ "$mode" != detector ] || [ -e "$root/sys/class/infiniband/$device" ]; then
        state=${shown[$root/sys/class/infiniband/$device/ports/1/state]-missing}
        if [ "${state#*: }" != ACTIVE ]; then
          fault "$name is ${state#*: } on $device$(cable "$name")"
          continue
        fi
        # An interface that a pod has taken is not on the host; its RDMA device is, and was checked above
        [ -e "$net" ] || continue
      fi
    elif [ "$device" != - ] && [ "$mode" != detector ] && [ -e "$root/sys/bus/pci/devices/$pci/driver" ]; then
      # The card works for Ethernet alone: its RDMA driver is not loaded, or not installed for this kernel
      fault "$name has no RDMA device$(cable "$name")"
      continue
    fi
    # A pod may have taken both, where RDMA devices belong to one network namespace: the card is then still there
    if [ "$mode" = detector ] && [ ! -e "$net" ] && [ -e "$root/sys/bus/pci/devices/$pci" ]; then continue; fi
    state=${shown[$net/operstate]-missing} speed=${shown[$net/speed]-}
    case $speed in '' | *[!0-9]*) speed=$wanted ;; esac
    if [ "$state" != up ]; then
      fault "$name is $state$(cable "$name")"
    elif [ "$speed" -gt 0 ] && [ "$speed" -lt "$wanted" ]; then
      fault "$name at $speed of $wanted Mb/s$(cable "$name")"
    fi
    echo "losses ${shown[$net/carrier_down_count]-}"
  done
}

infiniband() { # speed in Gb/s, then ports, known by their RDMA devices
  local wanted=$1 port pci device folder state rate files=()
  shift
  for port; do
    folder=$root/sys/class/infiniband/${port##*,}/ports/1
    files+=("$folder/state" "$folder/rate" "$folder/counters/link_downed")
  done
  show "${files[@]}" || { hung "no answer from ${1##*,} to ${port##*,}" && return; }
  for port; do
    IFS=, read -r _ pci device <<<"$port"
    folder=$root/sys/class/infiniband/$device/ports/1
    # A pod may have taken it, where RDMA devices belong to one network namespace: the card is then still there
    if [ "$mode" = detector ] && [ ! -e "$folder" ] && [ -e "$root/sys/bus/pci/devices/$pci" ]; then continue; fi
    state=${shown[$folder/state]-missing} rate=${shown[$folder/rate]-0}
    rate=${rate%% *}
    if [ "${state#*: }" != ACTIVE ]; then
      fault "$device is ${state#*: }$(cable "$device")"
    elif [ "${rate%.*}" -lt "$wanted" ]; then
      fault "$device at $rate of $wanted Gb/s$(cable "$device")"
    fi
    echo "losses ${shown[$folder/counters/link_downed]-}"
  done
}

lanes() { # speed in Gb/s, then ports: what PCI Express moves is no less
  local wanted=$1 port name pci folder width speed files=()
  shift
  for port; do
    IFS=, read -r name pci _ <<<"$port"
    folder=$root/sys/bus/pci/devices/$pci
    files+=("$folder/current_link_width" "$folder/current_link_speed")
  done
  show "${files[@]}" || { unread "PCI devices" && return; }
  for port; do
    IFS=, read -r name pci _ <<<"$port"
    folder=$root/sys/bus/pci/devices/$pci
    width=${shown[$folder/current_link_width]-} speed=${shown[$folder/current_link_speed]-}
    speed=${speed%%.*}
    case ${width:-x}${speed:-x} in *[!0-9]*) unread "$pci" && continue ;; esac
    [ $((width * speed)) -ge "$wanted" ] || fault "$name has $(counted "$width" "PCIe lane") at $speed GT/s for $wanted Gb/s$(cable "$name")"
  done
}

firmware() { # adapter and its release, then ports; functions of an adapter share its firmware, and ports of a bond an RDMA device
  local model=$1 wanted=$2 port name pci device file found files=()
  shift 2
  for port; do
    IFS=, read -r name pci device <<<"$port"
    [ "$device" = - ] || files+=("$root/sys/class/infiniband/$device/fw_ver")
    [ "$pci" = - ] || files+=("$root/sys/bus/pci/devices/${pci%.*}."*/infiniband/*/fw_ver)
  done
  show "${files[@]}" || { unread "firmware of adapters" && return; }
  for port; do
    IFS=, read -r name pci device <<<"$port"
    found=${shown[$root/sys/class/infiniband/$device/fw_ver]-}
    for file in "$root/sys/bus/pci/devices/${pci%.*}."*/infiniband/*/fw_ver; do found=${found:-${shown[$file]-}}; done
    if [ -z "$found" ]; then
      # A pod may have taken the RDMA device
      if [ "$mode" != detector ] || [ ! -e "$root/sys/bus/pci/devices/$pci" ]; then unread "firmware of $name"; fi
    elif [ "$found" != "$wanted" ]; then
      fault "$name ($model) has firmware $found instead of $wanted"
    fi
  done
}

errors() { # rdma or net, counters with the most that they may grow in an hour, then ports: what they have grown since the last look, as a rate
  local check=$name kind=$1 limits=$2 before any='' there='' port name pci device folder each file most since=0 now grown value row files=() rows=()
  local -A last=()
  before=$kept/$tag.$check.counters
  # A host that is out of service has no traffic: it counts as it was until it is cleared
  if [ -r "$kept/$tag.$check.held" ]; then fault "$(cat "$kept/$tag.$check.held")" && return; fi
  shift 2
  for port; do
    IFS=, read -r name _ device <<<"$port"
    case $kind in rdma) folder=$root/sys/class/infiniband/$device/ports/1 ;; *) folder=$root/sys/class/net/$name ;; esac
    [ ! -e "$folder" ] || there=yes
    for each in ${limits//,/ }; do files+=("$folder/${each%=*}") && rows+=("$port ${each#*=} $folder/${each%=*}"); done
  done
  show "${files[@]}" || { unread "counters of ports" && return; }
  now=$(uptime_seconds)
  if [ -r "$before" ]; then
    while read -r file value; do last[$file]=$value; done <"$before"
    since=${last[since]:-0}
  fi
  for row in "${rows[@]}"; do
    read -r port most each <<<"$row"
    value=${shown[$each]-}
    case $value in '' | *[!0-9]*) continue ;; esac
    any=yes
    grown=$((value - ${last[$each]:-$value}))
    [ "$now" -gt "$since" ] || continue
    # Counters that were reset, or of another device, are smaller than before
    if [ "$grown" -gt 0 ] && [ $((grown * 3600)) -gt $((most * (now - since))) ]; then
      IFS=, read -r name pci device <<<"$port"
      fault "$name: ${each##*/} grew by $grown since the look before$(cable "$name")"
    fi
  done
  # A port that is missing, or that a pod has taken, is the matter of other checks
  [ -n "$any" ] || [ -z "$there" ] || unread "counters of ports"
  [ -n "$acts" ] || return 0
  {
    echo "since $now"
    for each in "${files[@]}"; do [ -z "${shown[$each]-}" ] || echo "$each ${shown[$each]}"; done
  } >"$before"
}
mounted() {
  echo "asks $1"
  look "${enter[@]}" mountpoint -q "$1"
  case $? in
    0) ;;
    124 | 137) hung "$1 does not answer" ;;
    125 | 126 | 127) unread "mountpoint" ;;
    *) fault "$1 is not mounted" ;;
  esac
}

clock() {
  local said
  said=$(look "${enter[@]}" chronyc -n tracking)
  case $? in
    0) ;;
    124 | 125 | 126 | 127 | 137) unread "chronyc" && return ;;
    *) fault "chronyd does not run" && return ;;
  esac
  case $said in *'Not synchronised'*) fault "the clock is not synchronised" ;; esac
}

space() { # per cent, then folders
  local most=$1 said used place told=' '
  shift
  said=$(look "${enter[@]}" df --portability "$@")
  [ -n "$said" ] || { unread "df" && return; }
  while read -r _ _ _ _ used place; do
    case $used$told in [!0-9]* | *" $place "*) continue ;; esac
    told="$told$place "
    [ "${used%\%}" -lt "$most" ] || fault "$place is ${used%\%} per cent full"
  done <<<"$said"
}

stranger() { fault "no host of the plan"; }

uptime_seconds() { # what a new date does not change
  local now
  read -r now _ </proc/uptime && echo "${now%.*}"
}

looks() { # what each check finds, a line a finding, and at last that all have run
  local name seconds window type step probe parts skipped now since=''
  if ! flock --timeout "$wait_seconds" 9; then
    read -r since <"$good.lock"
    now=$(uptime_seconds)
    if [ -n "$since" ] && [ $((now - since)) -gt "$look_seconds" ]; then echo "hangs"; else echo "busy"; fi
    echo "end"
    return
  fi
  uptime_seconds >"$good.lock"
  rm -f "$kept/$tag.smi"
  skipped=$(cat "$root/etc/clustergen/health.skip" 2>/dev/null)
  while IFS='|' read -r -u 3 name seconds window type step probe _; do
    [ "${only:-$type}" = "$type" ] || continue
    echo "check $name $window $type $step"
    # Checks that a person has switched off on this host, one name a line
    case $'\n'$skipped$'\n' in *$'\n'"$name"$'\n'*) echo "skipped" && continue ;; esac
    own=$((SECONDS + seconds)) ends=$check_seconds
    if [ "$SECONDS" -ge "$check_seconds" ]; then echo "late no time left" && continue; fi
    [ "$own" -gt "$ends" ] || ends=$own
    echo "asks $name" && echo "own $own"
    read -ra parts <<<"$probe"
    set -- "${parts[@]:1}"
    case ${parts[0]} in
      gpus) gpus "$@" ;;
      xids) xids "$@" ;;
      sxids) sxids "$@" ;;
      remapped) remapped "$@" ;;
      ecc) ecc ;;
      recovery) recovery "$@" ;;
      pcie) pcie ;;
      thermal) thermal ;;
      fabric) fabric ;;
      nvlink) nvlink ;;
      ethernet) ethernet "$@" ;;
      infiniband) infiniband "$@" ;;
      lanes) lanes "$@" ;;
      errors) errors "$@" ;;
      firmware) firmware "$@" ;;
      mounted) mounted "$@" ;;
      clock) clock ;;
      space) space "$@" ;;
      stranger) stranger ;;
    esac
  done 3< <(list)
  : >"$good.lock"
  echo end
}

if [ "$output" = list ]; then list && exit; fi
# Nobody else may hold the lock; others have files beside the note of the last reason
(umask 022 && mkdir -p "${mark%/*}" "$kept") 2>/dev/null
chmod 700 "$kept" 2>/dev/null
if [ "$output" = clear ]; then forget && exit; exit 1; fi
# A report, a prolog and an epilog count nothing: a job that begins or ends is no look of its own
acts=
[ -n "$output" ] || case $mode in periodic | detector) acts=yes ;; esac

declare -A state=() window=() kind_of=() step_of=() text=()
order=() current='' losses=0 asked='' own=0 hangs='' busy='' ended='' late=''
enlist() { # name, failures/looks, condition, step
  order+=("$1") state[$1]=ok window[$1]=$2 kind_of[$1]=$3 step_of[$1]=${*:4} text[$1]='' current=$1
}
broken() {
  state[$current]=fault text[$current]+=${text[$current]:+, }$1
}
# A check that hangs in the kernel cannot be killed: it keeps the lock, and nothing waits for it
while [ "$SECONDS" -lt "$look_seconds" ] && read -r -t $((look_seconds - SECONDS)) -u 8 kind words; do
  case $kind in
    check) read -ra parts <<<"$words" && enlist "${parts[@]}" ;;
    fault) broken "$words" ;;
    unread) [ "${state[$current]}" = fault ] || { state[$current]=unread && text[$current]=$words; } ;;
    late) late=yes && { [ "${state[$current]}" = fault ] || { state[$current]=unread && text[$current]=$words; }; } ;;
    skipped) state[$current]=skipped ;;
    asks) asked=$words ;;
    own) own=$words ;;
    hangs) hangs=yes ;;
    busy) busy=yes ;;
    losses) losses=$((losses + ${words:-0})) ;;
    end) ended=yes ;;
  esac
done 8< <(exec 9>>"$good.lock" 2>/dev/null && looks)
silent=
[ -z "$hangs" ] || silent="the look before has not ended"
[ -z "$busy" ] || silent="another look is running"
if [ -z "$ended" ] && [ -n "$asked" ] && [ "$SECONDS" -lt "$own" ]; then
  # It has not used up its own seconds: neither it nor those after it say anything
  late=yes
  [ "${state[$current]}" = fault ] || { state[$current]=unread && text[$current]="no time left"; }
  while IFS='|' read -r name _ failures kind next _; do
    if [ "${only:-$kind}" = "$kind" ] && [ -z "${state[$name]-}" ]; then
      enlist "$name" "$failures" "$kind" "$next"
      state[$name]=unread text[$name]="no time left"
    fi
  done < <(list)
elif [ -z "$ended" ]; then
  silent="no answer from ${asked:-the list} in $look_seconds seconds"
fi
# Only the periodic look takes a host out of service because of a look that does not end
if [ -n "$silent" ] && [ -z "$busy" ] && [ "$mode" = periodic ] && [ -z "$output" ]; then
  enlist look 1/1 HostFault reboot && broken "$silent"
fi


# A check that reads nothing in run after run is reported: it finds no fault either
for name in "${order[@]}"; do
  unread_file=$kept/$tag.$name.unread count=0
  [ -n "$acts" ] || continue
  if [ "${state[$name]}" = unread ]; then
    [ ! -r "$unread_file" ] || read -r count _ <"$unread_file"
    echo "$((count + 1)) $(uptime_seconds) $name (${text[$name]})" >"$unread_file"
  else
    rm -f "$unread_file"
  fi
done

# Several failures among the last looks take a host out of service where one says little

for name in "${order[@]}"; do
  most=${window[$name]#*/}
  [ "$most" -gt 1 ] || continue
  seen=
  [ ! -r "$kept/$tag.$name.looks" ] || read -r seen <"$kept/$tag.$name.looks"
  if [ -n "$acts" ]; then
    case ${state[$name]} in ok) seen=${seen}0 ;; fault) seen=${seen}1 ;; esac
    [ "${#seen}" -le "$most" ] || seen=${seen: -most}
    echo "$seen" >"$kept/$tag.$name.looks"
  fi
  seen=${seen//0/}
  if [ "${state[$name]}" = fault ] && [ "${#seen}" -lt "${window[$name]%/*}" ]; then state[$name]=seen; fi
done

notices='' reason='' step='' read_any=''
for name in "${order[@]}"; do
  [ "${state[$name]} ${step_of[$name]}" != "fault report" ] || { state[$name]=reported && notices+="${notices:+, }${text[$name]}"; }
  case ${state[$name]} in
    ok | seen | skipped | reported) read_any=yes ;;
    fault) reason+="${reason:+, }${text[$name]}" ;;
  esac
done
# Errors of a port that have taken the host out of service: what they were counts until they are cleared
for name in "${order[@]}"; do
  case $acts$name,${state[$name]} in yes*-errors-*,fault) echo "${text[$name]}" >"$kept/$tag.$name.held" ;; esac
done
# The detector has a run for each condition: the run of notices reports what those of all conditions could not read
case $mode in detector) files=("$kept"/detector-*.unread) ;; *) files=("$kept/$tag".*.unread) ;; esac
silenced=()
for each in "${files[@]}"; do
  read -r count at words 2>/dev/null <"$each" || continue
  if [ "$count" -lt "$unread_looks" ] || [ "$(($(uptime_seconds) - at))" -gt "$stale_seconds" ]; then continue; fi
  silenced+=("${words%% *}") notices+="${notices:+, }unread in $count looks: $words"
done
for each in "${ladder[@]}"; do
  for name in "${order[@]}"; do
    [ "${state[$name]} ${step_of[$name]}" != "fault $each" ] || step=$each
  done
done

quoted() { # a text of JSON
  local said=${1//\\/\\\\}
  printf '"%s"' "${said//\"/\\\"}"
}

if [ "$output" = json ]; then
  healthy=true
  if [ -n "$silent$late" ] || [ -z "$read_any" ]; then healthy=null; fi
  [ -z "$reason" ] || healthy=false
  printf '{"host": %s, "healthy": %s, "next": %s, "checks": [' "$(quoted "$host")" \
    "$healthy" "$(quoted "${step:-none}")"
  comma=
  for name in "${order[@]}"; do
    printf '%s\n  {"name": %s, "state": "%s", "condition": "%s", "next": "%s", "text": %s}' "$comma" \
      "$(quoted "$name")" "${state[$name]}" "${kind_of[$name]}" "${step_of[$name]}" "$(quoted "${text[$name]}")"
    comma=,
  done
  printf '\n], "reported": %s}\n' "$(quoted "$notices")"
  [ -z "$reason" ] || exit 1
  [ "$healthy" = true ] || exit 2
  exit 0
fi

well_again() { # whether this is the last of several good looks; a link that went down and up between two of them is not healthy
  local before=0 count=0
  read -r before count 2>/dev/null <"$good" || :
  [ "$losses" -eq "${before:-0}" ] || count=0
  echo "$losses $((count + 1))" >"$good"
  [ "$((count + 1))" -ge "$good_looks" ]
}

report() { # for the node exporter of the host, where it has one, and the journal: faults, findings without an effect, and what stays unread
  local folder=$root/var/lib/prometheus/node-exporter name kind new
  if [ -n "$notices" ] && [ "$notices" != "$(cat "$good.notices" 2>/dev/null)" ]; then logger -t clustergen-health -p daemon.warning -- "$notices" 2>/dev/null; fi
  echo "$notices" >"$good.notices"
  [ -d "$folder" ] || return 0
  new=$(mktemp "$folder/.clustergen-health.XXXXXX" 2>/dev/null) || return 0
  {
    echo '# TYPE clustergen_health_checks gauge'
    echo "clustergen_health_checks ${#order[@]}"
    echo '# TYPE clustergen_health_finding gauge'
    for name in "${order[@]}"; do
      kind=${state[$name]}
      case $kind in fault | reported) ;; *) case " ${silenced[*]} " in *" $name "*) kind=unread ;; *) continue ;; esac ;; esac
      echo "clustergen_health_finding{check=\"$name\",kind=\"$kind\"} 1"
    done
  } >"$new"
  chmod 644 "$new" && mv "$new" "$folder/clustergen-health.prom"
}
[ "$mode" != periodic ] || [ -n "$busy" ] || report

if [ "$mode,$only" = detector,HealthNotice ]; then
  [ -z "$notices" ] || { echo "$notices" && exit 1; }
  [ -z "$silent" ] || { echo "$silent" && exit 2; }
  exit 0
fi

given=$(cat "$mark" 2>/dev/null)
if [ "$mode" = detector ]; then
  if [ -n "$reason" ]; then
    rm -f "$good"
    echo "$reason" >"$mark"
    echo "$reason; next: $step"
    exit 1
  elif [ -n "$silent" ] || [ -z "$read_any" ]; then
    echo "${silent:-no check could read anything}"
    exit 2
  elif [ -n "$given" ] && { [ -n "$late" ] || ! well_again; }; then
    echo "$given until now; next: return"
    exit 1
  fi
  rm -f "$mark" "$good"
  exit 0
fi

ask() { timeout --kill-after=1 "$ask_seconds" scontrol "$@" 2>/dev/null; }

# A look that has not seen everything is no good look
if [ -z "$reason" ] && { [ ! -e "$mark" ] || [ -z "$acts" ] || [ -n "$silent$late" ]; }; then exit 0; fi
failed=0
[ "$mode" != prolog ] || failed=1
now=$(ask --oneliner show node "$host") || exit 1
status=${now#* State=} status=${status%% *}
ours=
[ -z "$given" ] || case $now in *" Reason=$given ["*) ours=yes ;; esac

if [ -n "$reason" ]; then
  rm -f "$good"
  reason="$prefix$reason; next: $step"
  echo "$reason" >&2
  case $status in
    *DRAIN* | *DOWN* | *FAIL*) if [ -z "$ours" ] || [ -n "$hangs" ] || [ "$reason" = "$given" ]; then exit "$failed"; fi ;;
  esac
  # Write the note first: a drain without it would never be resumed
  echo "$reason" >"$mark"
  ask update NodeName="$host" State=DRAIN Reason="$reason" || exit 1
  exit "$failed"
elif [ -z "$ours" ]; then
  # Somebody has resumed it, or has drained it for another reason
  rm -f "$mark" "$good"
elif well_again; then
  back=UNDRAIN
  # A drained host that rebooted is also down
  case $status in *DOWN*) back=RESUME ;; esac
  ask update NodeName="$host" State="$back" && rm -f "$mark" "$good" && echo "${prefix}next: return" >&2
fi
