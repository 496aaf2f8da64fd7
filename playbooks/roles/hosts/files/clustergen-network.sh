#!/bin/sh
# Put changed files of the network into effect, each by the program whose file it is: clustergen-network.sh FILE...
# A file that is gone may be named as well. Whether all of it came into effect is read back by who calls this.
set -u

# NetworkManager reads profiles again without touching a device: each changed one is reactivated, and the ports of a bond with their bond
keyfiles() {
  nmcli connection reload
  for file; do
    [ -e "$file" ] || continue
    name=$(sed -n 's/^id=//p' "$file" | head -n 1)
    activate "$file"
    grep -lx "master=$name" "${file%/*}"/*.nmconnection 2>/dev/null | while read -r port; do activate "$port"; done
  done
}

activate() {
  nmcli --wait 30 connection up uuid "$(sed -n 's/^uuid=//p' "$1" | head -n 1)" </dev/null || echo "$1: not activated" >&2
}

# systemd-networkd leaves an existing device as it was created, whatever its .netdev has now: it is removed and created again (systemd.netdev(5)).
# Devices on top of it, such as a bond's ports and VLANs, are reconfigured
units() {
  made=
  for file; do
    case $file in *.netdev) ;; *) continue ;; esac
    name=${file##*/} name=${name%.netdev} name=${name#[0-9][0-9]-}
    [ ! -e "$file" ] || name=$(sed -n 's/^Name=//p' "$file" | head -n 1)
    ip link delete dev "$name" 2>/dev/null || :
    made="$made $name"
  done
  networkctl reload
  [ -n "$made" ] || return 0
  sleep 1
  for link in /sys/class/net/*; do networkctl reconfigure "${link##*/}" 2>/dev/null || :; done
}

netplan='' keyfiles='' units=''
for file; do
  case $file in
    */netplan/*) netplan=yes ;;
    *.nmconnection) keyfiles="$keyfiles $file" ;;
    */NetworkManager/*) nmcli general reload conf ;;
    */systemd/network/*) units="$units $file" ;;
    *) echo "usage: $0 FILE... (of netplan, systemd-networkd or NetworkManager)" >&2; exit 2 ;;
  esac
done
# shellcheck disable=SC2086 # a word for each file
{
  [ -z "$keyfiles" ] || keyfiles $keyfiles
  [ -z "$units" ] || units $units
}
[ -z "$netplan" ] || netplan apply
