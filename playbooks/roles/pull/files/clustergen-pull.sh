#!/bin/sh
# Bring this host to what its rendered tree says of it, from a checkout of the tree's repository. What it pulls is in /etc/clustergen/pull.conf.
# More arguments go to the playbooks: clustergen-pull.sh --check --diff
set -eu
url='' branch='' name='' playbooks='' programs=''
# shellcheck source=/dev/null
. /etc/clustergen/pull.conf
exec 9>/run/clustergen-pull.lock
flock 9
tree=/var/lib/clustergen/tree
# Until its first boot a host is fresh, however many runs that takes
fresh=/var/lib/clustergen/pull.fresh
[ -e /var/lib/clustergen/up ] || { mkdir -p "${fresh%/*}"; : >"$fresh"; }

books=
for each in $playbooks; do books="$books ansible/playbooks/$each.yml"; done
[ ! -e "$tree/ansible/ansible.cfg" ] || export ANSIBLE_CONFIG="$tree/ansible/ansible.cfg"
PATH=$programs:$PATH
# ansible-pull checks out as every host of the inventory that has this machine's name: one that has no name yet needs localhost, one that has it must
# not be there twice. A run cannot wait for the boot of its own host: that comes after it
case $(uname -n) in "$name" | "$name".*) here=$tree/ansible/inventory ;; *) here=localhost, ;; esac
failed=0
# shellcheck disable=SC2086 # one word for each playbook
ansible-pull --url "$url" ${branch:+--checkout "$branch"} --directory "$tree" --clean --inventory "$here" --inventory "$tree/ansible/inventory" \
  --limit "$name" --extra-vars hosts_may_reboot=never "$@" $books || failed=$?

# A fresh host carries nobody's work: as from a controller, it boots once. Later ones are the operator's to start
# What failed may have wanted that boot: the timer runs all again after it
case " $* " in *" --check "*) exit $failed ;; esac
if [ -e "$fresh" ] && [ -s /run/clustergen-boot-due ]; then
  rm "$fresh"
  systemctl reboot
elif [ $failed = 0 ]; then rm -f "$fresh"; fi
exit $failed
