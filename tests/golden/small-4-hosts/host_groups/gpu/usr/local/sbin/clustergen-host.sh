#!/bin/sh
# Configures this host's hardware from /etc/clustergen/roce.conf and nowhere else:
#   clustergen-host.sh roce INTERFACE  the RoCE classes of a port; clustergen-roce@INTERFACE.service runs it whenever the port appears
#   clustergen-host.sh firmware        settings that a NIC keeps across reboots; run it once, and reboot if it asks for it
#   clustergen-host.sh acs             PCI bridges let GPUs and NICs talk directly; clustergen-acs.service runs it at every boot
#   clustergen-host.sh name OLD NEW    an RDMA device has its own name; 60-rdma-persistent-naming.rules runs it by PCI address
# A step that fails is named, the others are taken, and the script ends with 1.
set -u
root=${CLUSTERGEN_ROOT:-}
table=$root/etc/clustergen/roce.conf
failed=0

fault() {
  echo "clustergen-host: $*" >&2
  failed=1
}

run() {
  "$@" >/dev/null || fault "$* ended with $?"
}

# put VALUE FILE: sysfs files of DOCA-OFED (the kernel's own driver lacks ecn/ and tc/)
put() {
  if [ ! -e "$2" ]; then
    fault "$2 is not there: is the vendor's driver installed?"
  elif ! printf '%s\n' "$1" >"$2"; then
    fault "$1 cannot be written to $2"
  fi
}

switch() {
  case $1 in on) echo 1 ;; *) echo 0 ;; esac
}

devices() {
  for path in "$root/sys/class/net/$1/device/infiniband"/*; do
    [ ! -e "$path" ] || echo "${path##*/}"
  done
}

# The RDMA driver comes after the port: half a minute is plenty for it
await() {
  left=30
  while [ -z "$(devices "$1")" ] && [ $left -gt 0 ]; do
    sleep 1
    left=$((left - 1))
  done
}

bus() {
  path=$(readlink -f "$root/sys/class/net/$interface/device") && echo "${path##*/}"
}

# NVIDIA: mlnx_qos, cma_roce_mode and cma_roce_tos of mlnx-tools; sysfs of DOCA-OFED
set_mlx5() {
  run mlnx_qos -i "$interface" --dcbx=os
  run mlnx_qos -i "$interface" --trust=dscp
  # Both at once: the driver sizes headroom for the length, 7 m if nobody says, and older mlnx_qos clears the one that it is not given
  run mlnx_qos -i "$interface" --cable_len="$length_m" --pfc="$pfc"
  run mlnx_qos -i "$interface" --dscp2prio="set,$dscp,$priority"
  run mlnx_qos -i "$interface" --dscp2prio="set,$cnp_dscp,$cnp_priority"
  weights
  for device in $rdma; do
    run cma_roce_mode -d "$device" -p 1 -m 2
    run cma_roce_tos -d "$device" -p 1 -t "$traffic_class"
    put "$traffic_class" "$root/sys/class/infiniband/$device/tc/1/traffic_class"
  done
  for point in roce_np roce_rp; do
    put "$(switch "$marking")" "$root/sys/class/net/$interface/ecn/$point/enable/$priority"
  done
  put "$cnp_dscp" "$root/sys/class/net/$interface/ecn/roce_np/cnp_dscp"
  put "$cnp_priority" "$root/sys/class/net/$interface/ecn/roce_np/cnp_802p_prio"
  # Only with its half may switches choose paths by load: else what overtakes is taken for lost
  [ "$roce_accl" = - ] || run mlxreg -d "$(bus)" --yes --reg_name ROCE_ACCL --set "$roce_accl"
  run setpci -s "$(bus)" CAP_EXP+8.w=5000:7000 # reads of 4096 bytes (device control, bits 14 to 12)
}

# As the switches schedule: notifications first, then RoCE by its weight; all else shares class 0 and what is left. Unused classes are strict and empty.
# Where RoCE or its notifications are priority 0, all else goes with them.
weights() {
  classes="" ways="" shares="" own=$weight
  case $priority,$cnp_priority in 0,* | *,0) own=100 ;; esac
  for each in 0 1 2 3 4 5 6 7; do
    class=0 way=strict share=0
    case $each in
      "$cnp_priority") class=$each ;;
      "$priority") class=$each way=ets share=$own ;;
      0) way=ets share=$((100 - weight)) ;;
    esac
    classes=$classes,$class ways=$ways,$way shares=$shares,$share
  done
  run mlnx_qos -i "$interface" --prio_tc="${classes#,}" --tsa="${ways#,}" --tcbw="${shares#,}"
}

# Broadcom: the script of its own driver package; 1 pauses, 2 slows senders down, 3 does both
set_bnxt() {
  case $pfc,$marking in
    *1*,on) mode=3 ;;
    *1*,off) mode=1 ;;
    *,on) mode=2 ;;
    *) fault "$interface: no document at hand says how both PFC and congestion control are switched off on this NIC"; return ;;
  esac
  for device in $rdma; do
    run bnxt_setupcc.sh -d "$device" -i "$interface" -m "$mode" -r "$priority" -s "$dscp" -c "$cnp_priority" -p "$cnp_dscp"
  done
}

# AMD: nicctl sets every card of the host alike
set_ionic() {
  case $pfc in *1*) no_drop=enable ;; *) no_drop=disable ;; esac
  run nicctl update port --all --pause-type pfc --rx-pause enable --tx-pause enable
  run nicctl update qos --classification-type dscp
  run nicctl update qos dscp-to-priority --dscp 0-63 --priority 0
  run nicctl update qos dscp-to-priority --dscp "$dscp" --priority "$priority"
  run nicctl update qos dscp-to-priority --dscp "$cnp_dscp" --priority "$cnp_priority"
  run nicctl update qos pfc --priority "$priority" --no-drop "$no_drop"
  run nicctl update qos scheduling --priority "$priority,0,$cnp_priority" --dwrr "$weight,$((100 - weight)),0" --rate-limit 0,0,10
  if [ "$marking" = off ]; then
    fault "$interface: no document at hand says how congestion control is switched off on this NIC"
    return
  fi
  for device in $rdma; do
    run nicctl update dcqcn -r "$device" -i 1 --cnp-dscp "$cnp_dscp"
  done
}

# Programs of /etc/clustergen/roce.d/<tool> come last: for what no public document says (Spectrum-X profiles, NICs that are not known)
hook() {
  if [ -x "$root/etc/clustergen/roce.d/$tool" ]; then
    run "$root/etc/clustergen/roce.d/$tool" "$interface"
  elif [ "$tool" = - ]; then
    fault "$interface: no document at hand says how this NIC is set; put a program at /etc/clustergen/roce.d/-"
  fi
}

roce() {
  known=no
  while read -r interface tool fabric dscp priority pfc cnp_dscp cnp_priority marking traffic_class weight ats length_m nvconfig roce_accl <&3; do
    [ "$interface" = "$1" ] || continue
    known=yes
    rdma=$(devices "$1")
    [ -n "$rdma" ] || fault "$interface has no RDMA device"
    case $tool in mlx5 | bnxt | ionic) "set_$tool" ;; esac
    hook
  done 3<"$table"
  [ $known = yes ] || fault "$1 is not in $table"
}

# What a parameter is after the next boot: the last column of mlxconfig's answer, the number in brackets where it gives a name
parameter() {
  mlxconfig -d "$1" query "$2" 2>/dev/null |
    awk -v name="$2" '{ for (i = 1; i < NF; i++) if ($i == name) value = $NF } END { sub(/.*\(/, "", value); sub(/\).*/, "", value); print value }'
}

firmware() {
  reboot=no
  while read -r interface tool fabric dscp priority pfc cnp_dscp cnp_priority marking traffic_class weight ats length_m nvconfig roce_accl <&3; do
    [ "$tool" = mlx5 ] || continue
    at=$(bus) || { fault "$interface is not there"; continue; }
    port=P$((${at##*.} + 1))
    wanted=""
    set -- "LINK_TYPE_$port=2" "ROCE_CC_PRIO_MASK_$port=$(($(switch "$marking") << priority))" \
      "CNP_DSCP_$port=$cnp_dscp" "CNP_802P_PRIO_$port=$cnp_priority"
    [ "$ats" != off ] || set -- "$@" ATS_ENABLED=0
    if [ "$nvconfig" != - ]; then
      for setting in $(echo "$nvconfig" | tr , ' '); do
        [ -n "$(parameter "$at" "${setting%%=*}")" ] || fault "$interface ($at) has no ${setting%%=*}: its firmware cannot take what adaptive switches send; update it, or set load_balancing: hash for $fabric"
        set -- "$@" "$setting"
      done
    fi
    for setting; do
      now=$(parameter "$at" "${setting%%=*}")
      if [ -z "$now" ]; then
        echo "$interface ($at) has no ${setting%%=*}"
      elif [ "$now" != "${setting#*=}" ]; then
        wanted="$wanted $setting"
      fi
    done
    if [ -n "$wanted" ]; then
      # shellcheck disable=SC2086
      run mlxconfig -y -d "$at" set $wanted
      echo "$interface ($at):$wanted"
      reboot=yes
    fi
  done 3<"$table"
  [ $reboot = no ] || echo "reboot this host: firmware takes up what was set when it starts"
}

# A name may still be another device's, which the kernel gave it and which moves aside in its turn
name() {
  [ "$1" != "$2" ] || return
  aside=aside_$2
  rdma dev set "$1" name "$aside" || { fault "$1 cannot be renamed"; return; }
  left=100
  until rdma dev set "$aside" name "$2" 2>/dev/null; do
    left=$((left - 1))
    if [ $left = 0 ]; then
      fault "$1 cannot be $2: another device keeps that name"
      run rdma dev set "$aside" name "$1"
      return
    fi
    sleep 0.1
  done
}

acs() {
  for path in "$root/sys/bus/pci/devices"/*; do
    read -r class <"$path/class" || continue
    case $class in 0x0604*) ;; *) continue ;; esac
    setpci -s "${path##*/}" ECAP_ACS+0x6.w >/dev/null 2>&1 || continue
    run setpci -s "${path##*/}" ECAP_ACS+0x6.w=0000
  done
}

case ${1:-}:$# in
  roce:2)
    await "$2"
    exec 9>"$root/run/clustergen-host.lock" && flock 9 # ports come at once, and a card has one set of classes
    roce "$2"
    ;;
  firmware:1) firmware ;;
  acs:1) acs ;;
  name:3) name "$2" "$3" ;;
  *)
    echo "usage: clustergen-host.sh roce INTERFACE | firmware | acs | name OLD NEW" >&2
    exit 2
    ;;
esac
exit $failed
