#!/bin/bash
# All parts of a run on this host, one after another, as the jobs of Kubernetes start it: the tests of the host and of its local drives, then its pair of each round.
# HOST: this host; RUN: a name for the results; PARTS: the parts in their order; AMONG: the hosts of the run, separated by commas; HOURS: burn-in.
# For the part drives: DRIVES_SIZE of each file. The part programs runs those of the site, as programs.json has them.
# For the part tiers: TIERS_BELOW, a folder of each mount where root may write ("." is the mount); TIERS_SIZE of each file; TIERS_SECONDS of a test; TIERS_START: when all hosts
# begin, in seconds since 1970.
set -uo pipefail
cd "${0%/*}" && mkdir -p results || exit 1

# measure.py removes its files from the tiers before the pod is over
trap 'trap "" TERM; kill -TERM $(jobs -p) 2>/dev/null; wait; exit 143' TERM

on_host() { # what a host cannot measure does not end the others' tests: judge.py names it
  local program=$1
  shift
  python3 -I "$program" "--host=$HOST" "$@" >>"$results" &
  wait "$!"
  code=$?
  [ "$code" -eq 0 ] || echo "$program $*: exit $code" >&2
}

measure() {
  on_host measure.py "$@"
}

together() { # each host starts its own part
  python3 -I together.py "$1" "--among=$AMONG" "--alone=$HOST" "--patience=$patience" >>"$results" &
  wait "$!" || echo "together.py $1: exit $?" >&2
}

# Hosts are not over with a part at the same time, least of all with burn-in. Who has waited in vain is late in the next round, where its partner waits longer
patience=900
[ "${HOURS:-0}" = 0 ] || patience=3600

for part in $PARTS; do
  results=results/$RUN-$part.jsonl
  echo "$part"
  if [ "$part" = host ]; then
    measure host "--hours=${HOURS:-0}"
  elif [ "$part" = drives ]; then
    on_host drives.py "--size=${DRIVES_SIZE:-4G}"
  elif [ "$part" = programs ]; then
    together programs
  elif [ "$part" = together ]; then
    together collectives
  elif [ "$part" = tiers ]; then # files first: how long they take is known
    on_host files.py "--among=${AMONG:-}" "--below=$TIERS_BELOW" "--start=$TIERS_START"
    measure tiers "--among=${AMONG:-}" "--below=$TIERS_BELOW" "--size=${TIERS_SIZE:-4G}" "--seconds=${TIERS_SECONDS:-60}" "--start=$((TIERS_START + $(python3 -I files.py "--host=$HOST" --takes)))"
  else
    measure pairs "$part" there "--among=${AMONG:-}" "--patience=$patience"
    back=$patience
    [ "$code" -ne 3 ] || back=60 # who was not there is not waited for again
    measure pairs "$part" back "--among=${AMONG:-}" "--patience=$back"
    patience=$((2 * patience))
  fi
done
