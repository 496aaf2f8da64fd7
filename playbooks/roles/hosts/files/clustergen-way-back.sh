#!/bin/sh
# The way back of a change that may cut a host off: what was in effect before returns, unless the controller says in time that it still gets in.
# `previous` has what was in effect until this step, and NAME.clustergen-new for a file that was not there; a firewall that it lacks had none before it.
#   clustergen-way-back.sh arm SECONDS [network] [firewall] | keep | now [network] [firewall]
set -eu
unit=clustergen-way-back
before=/var/lib/clustergen/previous

now() {
  for what; do "$what"; done
  logger --tag "$unit" "the controller was not heard of again: $* as before"
}

firewall() {
  if [ -e "$before/etc/clustergen/firewall.nft" ]; then
    cp -a "$before/etc/clustergen/firewall.nft" /etc/clustergen/firewall.nft
    nft --file /etc/clustergen/firewall.nft
  else
    nft delete table inet clustergen 2>/dev/null || true
  fi
}

network() {
  files=$(find "$before/etc/netplan" "$before/etc/systemd/network" "$before/etc/NetworkManager" -type f 2>/dev/null | while read -r kept; do
    file=${kept#"$before"} file=${file%.clustergen-new}
    case "$kept" in
      *.clustergen-new) rm -f "$file" ;;
      *) cp -a "$kept" "$file" ;;
    esac
    echo "$file"
  done)
  # shellcheck disable=SC2086 # a word for each file
  /usr/local/sbin/clustergen-network.sh $files
}

verb=$1
shift
case "$verb" in
  arm) systemctl stop "$unit.timer" 2>/dev/null || true
       seconds=$1
       shift
       systemd-run --unit="$unit" --on-active="$seconds" --timer-property=AccuracySec=1s --collect "$0" now "$@" ;;
  keep) systemctl stop "$unit.timer" ;;
  now) now "$@" ;;
  *) echo "usage: $0 arm SECONDS [network] [firewall] | keep | now [network] [firewall]" >&2; exit 2 ;;
esac
