#!/bin/bash
# Sets accounts and limits in the database of delta as in the spec. Run it as root on a controller, as often as you like:
# it prints "changed" or "unchanged". Users and other entries that people have added stay.
#   sacctmgr -i add user NAME account=ACCOUNT    adds a user
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

state() {
  sacctmgr -nP show qos format=Name,Priority,GrpTRES,MaxTRESPU,MaxJobsPU,MaxWall,GraceTime,Preempt
  sacctmgr -nP show assoc format=Cluster,Account,User,QOS,DefaultQOS,Fairshare
}

quality() { # name, then what is set
  local name=$1
  shift
  grep -qx "$name" <<<"$(sacctmgr -nP show qos format=Name)" || sacctmgr -Qi add qos "$name" >/dev/null
  sacctmgr -Qi modify qos where "name=$name" set "$@" >/dev/null
}

gives_way() { # name, then those that give way to it: one by one, for an empty list is taken for a loop
  local name=$1 now other
  shift
  now=$(sacctmgr -nP show qos where "name=$name" format=Preempt)
  [ "${now//,/ }" != "$*" ] || return 0
  for other in ${now//,/ }; do sacctmgr -Qi modify qos where "name=$name" set "Preempt-=$other" >/dev/null; done
  for other in "$@"; do sacctmgr -Qi modify qos where "name=$name" set "Preempt+=$other" >/dev/null; done
}

grep -qx 'delta' <<<"$(sacctmgr -nP show cluster format=Cluster)" || sacctmgr -Qi add cluster 'delta' >/dev/null
before=$(state)
# Preemption is set once all exist.
sacctmgr -i load "file=$here/accounts.cfg" >/dev/null
after=$(state)
if [ "$before" = "$after" ]; then echo unchanged; else echo changed; fi
