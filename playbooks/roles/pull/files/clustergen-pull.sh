#!/bin/sh
# Bring this host to what its rendered tree says of it, from a checkout of the tree's repository. What it pulls is in /etc/clustergen/pull.conf.
# More arguments go to the playbooks: clustergen-pull.sh --check --diff
set -eu
url='' branch='' name='' playbooks='' programs=''
# shellcheck source=/dev/null
. /etc/clustergen/pull.conf
exec 9>/run/clustergen-pull.lock
flock 9
state=/var/lib/clustergen
tree=$state/tree
fresh=$state/pull.fresh
refused=$state/pull.refused

# Whether the host may have jobs or pods
carries() {
  systemctl is-active --quiet slurmd slurmctld slurmdbd kubelet k3s k3s-agent rke2-agent rke2-server pbs condor
}

# Until its first boot a host is fresh, however many runs that takes. One that carried work before us is not, nor one whose network waits to be read back
if [ ! -e "$state/up" ] && [ ! -e "$state/adopted" ] && [ ! -e "$state/network-unread" ] && ! carries; then
  mkdir -p "$state"
  : >"$fresh"
fi
checks=false
case " $* " in *" --check "*) checks=true ;; esac

# What can cut the host off, as one number: files, and the rules that are loaded
ways() {
  {
    find /etc/netplan /etc/systemd/network /etc/NetworkManager/system-connections /etc/clustergen/firewall.nft -type f -print0 2>/dev/null |
      sort -z | xargs -0r cksum
    nft --stateless list table inet clustergen 2>/dev/null
  } | cksum
}

# Whether the repository still answers. A switch may take half a minute to learn a changed port
answers() {
  for _ in 1 2 3; do
    timeout 10 git ls-remote --quiet "$url" >/dev/null 2>&1 && return 0
    sleep 5
  done
  return 1
}

# A commit that cut this host off is left alone until there is another: else it would do so every hour
if [ -s "$refused" ] && ! $checks; then
  if git ls-remote "$url" "${branch:-HEAD}" "${branch:-HEAD}^{}" | grep -q "^$(cat "$refused")"; then
    echo "commit $(cat "$refused") has cut this host off from $url, and it went back: it waits for another commit, or for $refused to be removed" >&2
    exit 75
  fi
  rm "$refused"
fi

# Nobody drains this host from here: it changes its network by itself only while it carries no jobs and no pods
carries || set -- --extra-vars allow=network "$@"

books=
for each in $playbooks; do books="$books ansible/playbooks/$each.yml"; done
[ ! -e "$tree/ansible/ansible.cfg" ] || export ANSIBLE_CONFIG="$tree/ansible/ansible.cfg"
PATH=$programs:$PATH
# ansible-pull checks out as every host of the inventory that has this machine's name: one that has no name yet needs localhost, one that has it must
# not be there twice. A run cannot wait for the boot of its own host: that comes after it
case $(uname -n) in "$name" | "$name".*) here=$tree/ansible/inventory ;; *) here=localhost, ;; esac
failed=0
before=$(ways)
# Rules that an earlier step has noted are no way back of this one
systemctl --quiet is-active clustergen-way-back.timer || rm -f /run/clustergen-way-back.nft
# shellcheck disable=SC2086 # one word for each playbook
ansible-pull --url "$url" ${branch:+--checkout "$branch"} --directory "$tree" --clean --inventory "$here" --inventory "$tree/ansible/inventory" \
  --limit "$name" --extra-vars hosts_may_reboot=never "$@" $books || failed=$?
! $checks || exit $failed

# No controller sees whether this host can still be reached: the way to the repository stands for it
if [ "$(ways)" != "$before" ] && [ ! -e "$fresh" ] && ! answers; then
  git -C "$tree" rev-parse HEAD >"$refused"
  /usr/local/sbin/clustergen-way-back.sh now network firewall
  echo "$url no longer answers with the network and firewall of commit $(cat "$refused"): they are as before, and this commit is not taken again" >&2
  exit 75
fi

# Which commit is in effect, and since when: pull_report.yml reads it
if [ $failed = 0 ]; then
  echo "$(git -C "$tree" rev-parse HEAD) $(date +%s)" >"$state/pulled.new"
  mv "$state/pulled.new" "$state/pulled"
fi

# A fresh host carries nobody's work: as from a controller, it boots once. Later ones are the operator's to start
# What failed may have wanted that boot: the timer runs all again after it
if [ -e "$fresh" ] && [ -s /run/clustergen-boot-due ] && ! carries; then
  rm "$fresh"
  systemctl reboot
elif [ $failed = 0 ]; then rm -f "$fresh"; fi
exit $failed
