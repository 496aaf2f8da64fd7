#!/bin/sh
# The way back of a change that may cut a host off: what was in effect before returns, unless the controller says in time that it still gets in.
# `previous` has the files that this step replaced, as they were, and NAME.clustergen-new for one that was not there: one that it lacks was not changed.
# The rules that were loaded are kept apart, as they may change while their file does not.
#   clustergen-way-back.sh arm SECONDS [network] [firewall] | keep | now [network] [firewall]
set -eu
unit=clustergen-way-back
before=/var/lib/clustergen/previous
rules=/etc/clustergen/firewall.nft
loaded=/run/clustergen-way-back.nft
family=inet table=clustergen

# A change that was not confirmed in time is followed by no other: what was loaded before the first of them is what returns
arm() {
  if ! systemctl --quiet is-active "$unit.timer"; then
    rm -f "$loaded"
    case " $* " in *" firewall "*) record ;; esac
  fi
  systemctl stop "$unit.timer" 2>/dev/null || true
}

# As text that replaces the table in one step; empty where none is loaded
record() {
  umask 077
  if nft list table $family $table >/dev/null 2>&1; then
    { printf 'table %s\ndelete table %s\n' "$family $table" "$family $table" && nft --stateless list table $family $table; } >"$loaded.new"
  else
    : >"$loaded.new"
  fi
  mv "$loaded.new" "$loaded"
}

now() {
  failed=0
  for what; do "$what" || failed=1; done
  logger --tag "$unit" "the controller was not heard of again: $* as before"
  return $failed
}

# Of a step that left its file alone, what was loaded returns; where the step left the rules alone, too, they stay
firewall() {
  if [ -e "$before$rules" ]; then
    cp -a "$before$rules" "$rules" && nft --file "$rules" && cp "$rules" "${rules%.nft}.loaded"
  elif [ -s "$loaded" ]; then
    nft --file "$loaded"
  elif [ -e "$loaded" ]; then
    systemctl stop clustergen-firewall.service || true
    nft delete table $family $table 2>/dev/null || true
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
  arm) seconds=$1
       shift
       arm "$@"
       systemd-run --unit="$unit" --on-active="$seconds" --timer-property=AccuracySec=1s --collect "$0" now "$@" ;;
  keep) systemctl stop "$unit.timer" ;;
  now) now "$@" ;;
  *) echo "usage: $0 arm SECONDS [network] [firewall] | keep | now [network] [firewall]" >&2; exit 2 ;;
esac
