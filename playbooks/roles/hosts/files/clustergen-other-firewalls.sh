#!/bin/sh
# End other firewalls of a host, now and at every boot, once the planned one is loaded: clustergen-other-firewalls.sh UNIT...
set -eu
nft list table inet clustergen >/dev/null 2>&1 || { echo "the planned firewall is not loaded: $* stay as they are" >&2; exit 1; }

# Its stop flushes every table, also the planned one, and those of container engines and kube-proxy: it ends without, and only its own tables go
nftables() {
  drop_in=/run/systemd/system/nftables.service.d
  mkdir -p "$drop_in"
  printf '[Service]\nExecStop=\n' >"$drop_in/clustergen.conf"
  systemctl daemon-reload
  systemctl --quiet disable --now nftables.service
  rm -r "$drop_in"
  systemctl daemon-reload
  for file in /etc/nftables.conf /etc/sysconfig/nftables.conf; do
    [ ! -e "$file" ] || tables "$file"
  done | sort -u | while read -r family name; do
    [ "$family $name" = "inet clustergen" ] || nft delete table "$family" "$name" 2>/dev/null || :
  done
}

# The tables of a file as nft makes them where nothing else is loaded; where it cannot, as for a port by its index, those that its text names
tables() {
  # shellcheck disable=SC2016 # for the inner shell
  unshare --net sh -c 'nft --file "$1" && nft list tables' tables "$1" 2>/dev/null | sed 's/^table //' | grep . ||
    sed -En 's/^[[:space:]]*(add[[:space:]]+)?table[[:space:]]+([a-z0-9]+)[[:space:]]+([^[:space:]{;]+).*/\2 \3/p' "$1"
}

for unit; do
  case $unit in
    nftables.service) nftables ;;
    *) systemctl --quiet disable --now "$unit" ;;
  esac
done
