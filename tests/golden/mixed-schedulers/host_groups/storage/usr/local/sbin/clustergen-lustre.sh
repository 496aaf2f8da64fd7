#!/bin/sh
# The Lustre targets of this host, from /etc/clustergen/lustre.conf and nowhere else:
#   clustergen-lustre.sh state                      each target: unformatted, formatted or started
#   clustergen-lustre.sh show TARGET [DEVICE]       the mkfs.lustre line, and whether it would be run; writes nothing
#   clustergen-lustre.sh format TARGET [DEVICE]     run it: ERASES THE DEVICE
# DEVICE is needed where the table has none, and refused where it has another. It is named by a path that lasts: /dev/disk/by-path/... and the like.
# A device that holds anything, is part of anything or is no block device is never formatted.
set -uf
root=${CLUSTERGEN_ROOT:-}
table=$root/etc/clustergen/lustre.conf

refuse() {
  echo "clustergen-lustre: $*" >&2
  exit 1
}

state_of() {
  if grep -qs " $2 " "$root/proc/mounts"; then
    echo started
  elif [ -e "$root/dev/lustre/$1" ]; then
    echo formatted
  else
    echo unformatted
  fi
}

# find TARGET: its line of the table
find_target() {
  while read -r target kind index fsname usual mgsnode servicenode stated place; do
    [ "$target" = "$1" ] && return 0
  done <"$table"
  return 1
}

choose_device() {
  if [ "$stated" = - ]; then
    [ -n "$1" ] || refuse "no device is stated for $target: name it, by a path that lasts: ls -l /dev/disk/by-path"
    device=$1
  else
    [ -z "$1" ] || [ "$1" = "$stated" ] || refuse "$target is stated to be on $stated, and not on $1"
    device=$stated
  fi
  case $device in
    *..*) refuse "$device leads elsewhere" ;;
    /dev/disk/by-id/?* | /dev/disk/by-path/?* | /dev/disk/by-partlabel/?* | /dev/disk/by-partuuid/?* | /dev/mapper/?* | /dev/md/?*) ;;
    *) refuse "$device may be another device after the next boot: name it by a path in /dev/disk/by-path, by-id, by-partlabel or by-partuuid, /dev/mapper or /dev/md" ;;
  esac
}

# Every question is asked before anything is written, and no answer counts as a refusal
require_empty() {
  [ "$usual" = "$(cat "$root/etc/hostname")" ] || refuse "$target is formatted on $usual, which usually serves it"
  found=$(state_of "$target" "$place")
  [ "$found" = unformatted ] || refuse "$target is $found already"
  kind_of=$(lsblk --nodeps --noheadings --output TYPE "$device") || refuse "there is no device $device"
  [ -n "$kind_of" ] || refuse "$device is no block device"
  parts=$(lsblk --noheadings --list --output NAME,MOUNTPOINT "$device") || refuse "lsblk cannot read $device"
  [ "$(echo "$parts" | wc -l)" = 1 ] || refuse "$device has parts, or is a part of something: $(echo $(echo "$parts" | tail -n +2))"
  [ "$(echo "$parts" | wc -w)" = 1 ] || refuse "$device is in use: $parts"
  holds=$(wipefs --no-act --noheadings --output TYPE,LABEL "$device") || refuse "wipefs cannot read $device"
  [ -z "$holds" ] || refuse "$device holds $(echo $holds), and nothing is made over it. If it may go: wipefs --all $device"
}

# Options as mkfs.lustre(8) has them; a --servicenode for each host that may serve the target
compose() {
  set -- mkfs.lustre "--$kind" --backfstype=ldiskfs
  [ "$kind" = mgs ] || set -- "$@" "--fsname=$fsname" "--index=$index" "--mgsnode=$mgsnode"
  if [ "$servicenode" != - ]; then
    for node in $(echo "$servicenode" | tr : ' '); do
      set -- "$@" "--servicenode=$node"
    done
  fi
  echo "$@" "$device"
}

[ -r "$table" ] || refuse "$table is missing"
case ${1:-} in
  state)
    while read -r target kind index fsname usual mgsnode servicenode stated place; do
      case $target in '#'*) continue ;; esac
      echo "$target $(state_of "$target" "$place")"
    done <"$table"
    ;;
  show | format)
    [ $# -ge 2 ] || refuse "which target? clustergen-lustre.sh state has them"
    find_target "$2" || refuse "this host has no target $2"
    choose_device "${3:-}"
    line=$(compose)
    echo "$line"
    require_empty
    if [ "$1" = format ]; then
      $line || refuse "mkfs.lustre ended with $?"
      udevadm trigger --settle --action=change "$(readlink -f "$root$device")"
      [ -e "$root/dev/lustre/$target" ] || refuse "$target is formatted, and udev has no /dev/lustre/$target: are the rules of 72-clustergen-lustre.rules loaded?"
      echo "$target is formatted; systemctl enable --now '$(systemd-escape --path --suffix=mount "$place")' starts it"
    fi
    ;;
  *) refuse "usage: clustergen-lustre.sh state | show TARGET [DEVICE] | format TARGET [DEVICE]" ;;
esac
