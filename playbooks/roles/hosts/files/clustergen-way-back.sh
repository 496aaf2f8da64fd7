#!/bin/sh
# The way back of a change that may cut a host off: what was in effect before returns, unless the controller says in time that it still gets in.
#   clustergen-way-back.sh arm SECONDS [network] | keep | now [network]
set -eu
unit=clustergen-way-back
before=/var/lib/clustergen/previous

now() {
  if [ -e "$before/etc/clustergen/firewall.nft" ]; then
    cp -a "$before/etc/clustergen/firewall.nft" /etc/clustergen/firewall.nft
    nft --file /etc/clustergen/firewall.nft
  else
    nft delete table inet clustergen 2>/dev/null || true
  fi
  if [ "${1:-}" = network ]; then network; fi
  logger --tag "$unit" "the controller was not heard of again: the network and the firewall are those of before"
}

network() {
  for folder in etc/netplan etc/systemd/network etc/NetworkManager/system-connections; do
    if [ -d "$before/$folder" ]; then cp -a "$before/$folder/." "/$folder/"; fi
  done
  if command -v netplan >/dev/null; then netplan apply
  elif command -v nmcli >/dev/null; then nmcli connection reload
  else networkctl reload; fi
}

case "$1" in
  arm) systemctl stop "$unit.timer" 2>/dev/null || true
       systemd-run --unit="$unit" --on-active="$2" --timer-property=AccuracySec=1s --collect "$0" now "${3:-}" ;;
  keep) systemctl stop "$unit.timer" ;;
  now) now "${2:-}" ;;
  *) echo "usage: $0 arm SECONDS [network] | keep | now [network]" >&2; exit 2 ;;
esac
