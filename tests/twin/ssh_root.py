"""The roots and the first processes of hosts for Ansible: shell texts, run inside a bottle.

A host's root is an overlay: what it wrote itself, over `fresh` (what a newly installed host has), over the machine's own root file system. Its first
process is systemd in mount, network, UTS, IPC, pid and cgroup namespaces of its own. `reboot` in it is real: the pid namespace ends, and a new one
starts on the same root, with another boot id.

What all namespaces of a kernel share is kept from the hosts: /sys is read-only (and so there is no udevd, as in any container), of /proc/sys only
`net` is the kernel's, the rest are copies in memory that take every write and change nothing; the clock and modules are out of reach (capabilities).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

FACE = "ansible0"
"""The interface that Ansible comes by: one that no rendered file names, so that no role takes it away."""
USER = "debian"
"""A user beside root, who may become root by sudo without a password."""

CAGE = "setpriv --bounding-set -sys_time,-sys_module,-sys_rawio --"
"""Before every command in a host: without the capabilities that reach the machine itself, its clock above all."""

_MASKED = (
    # terminals, seats and devices, of which a host has none here
    "console-getty.service getty.target systemd-udevd.service systemd-udevd-control.socket systemd-udevd-kernel.socket "
    "systemd-udev-trigger.service systemd-udev-settle.service "
    # what belongs to the whole machine
    "sys-kernel-debug.mount sys-kernel-tracing.mount sys-kernel-config.mount sys-fs-fuse-connections.mount dev-hugepages.mount "
    "proc-sys-fs-binfmt_misc.automount systemd-binfmt.service systemd-modules-load.service systemd-timesyncd.service "
    "systemd-remount-fs.service systemd-firstboot.service"
)

OUTER = """
set -e
mount --make-rprivate /
mkdir -p /run/cgroup /run/machine /run/hosts /run/fresh /run/fresh-work /run/fresh-root /run/sysctl /run/netns
mount -t cgroup2 cgroup2 /run/cgroup
mount --bind "$1" /run/machine
cp -r /proc/sys/vm /proc/sys/kernel /proc/sys/fs /run/sysctl/ 2>/dev/null || true
for each in drop_caches compact_memory; do : >/run/sysctl/vm/$each; done
ip netns add controller
ip -n controller link set dev lo up
ip -n controller link add dev br0 type bridge
ip -n controller link set dev br0 up
"""
"""Once (the root file system that hosts have): cgroups, what hosts see of /proc/sys, and the controller's network with the bridge that all hosts are on."""

_OF_MACHINE = """
set -e
cd /run/fresh
# Of these directories nothing is seen of the machine's own, and nothing at all of those that no Debian has.
mkdir -p root home opt srv usr/local/bin usr/local/sbin
/usr/bin/python3 -c 'import os; [os.setxattr(each, "trusted.overlay.opaque", b"y") for each in ("root", "home", "opt", "srv", "usr/local")]'
for each in /run/machine/*; do
  case ${each##*/} in
    bin|boot|dev|etc|home|lib*|media|mnt|opt|proc|root|run|sbin|srv|sys|tmp|usr|var) ;;
    *) mknod ${each##*/} c 0 0 ;;
  esac
done
mount -t overlay fresh -o lowerdir=/run/machine,upperdir=/run/fresh,workdir=/run/fresh-work /run/fresh-root
cd /run/fresh-root
rm -rf etc/apt/sources.list etc/apt/sources.list.d var/lib/apt/lists usr/sbin/policy-rc.d
rm -f etc/resolv.conf; : >etc/resolv.conf
mkdir -p etc/apt/sources.list.d var/lib/apt/lists/partial
rm -rf etc/systemd/system/*.wants etc/systemd/system/*.requires
for each in etc/rc[2-5].d/S*; do mv $each ${each%/*}/K${each##*/S}; done
mkdir -p etc/systemd/system/multi-user.target.wants
ln -s /lib/systemd/system/ssh.service etc/systemd/system/multi-user.target.wants/ssh.service
find etc/systemd/system -maxdepth 1 -type l -delete
ln -s /lib/systemd/system/ssh.service etc/systemd/system/sshd.service
ln -s /lib/systemd/system/multi-user.target etc/systemd/system/default.target
"""

_OF_SYSTEM = """
set -e
mount -t overlay fresh -o lowerdir=/run/machine,upperdir=/run/fresh,workdir=/run/fresh-work /run/fresh-root
cd /run/fresh-root
# as an installer leaves it, not as the unpacking did
rm -f etc/resolv.conf
if [ -e lib/systemd/systemd-resolved ]; then ln -s ../run/systemd/resolve/stub-resolv.conf etc/resolv.conf
else echo 'nameserver 192.0.2.53' >etc/resolv.conf; fi
"""

_INSTALLED = f"""
mkdir -p root/.ssh
cat >root/.ssh/authorized_keys
chmod 700 root root/.ssh; chmod 600 root/.ssh/authorized_keys
cp etc/skel/.bashrc etc/skel/.profile root/
chroot . useradd --create-home --shell /bin/bash {USER}
cp -r root/.ssh home/{USER}/; chroot . chown -R {USER}: /home/{USER}
echo '{USER} ALL=(ALL) NOPASSWD: ALL' >etc/sudoers.d/{USER}; chmod 440 etc/sudoers.d/{USER}
for name in etc/hostname etc/hosts etc/fstab etc/environment; do rm -f $name; : >$name; done
echo debian >etc/hostname
printf '127.0.0.1 localhost\\n127.0.1.1 debian\\n::1 localhost ip6-localhost ip6-loopback\\n' >etc/hosts
rm -f etc/ssh/ssh_host_*
mkdir -p etc/systemd/journald.conf.d usr/lib/systemd/system/chrony.service.d
for unit in {_MASKED}; do ln -sf /dev/null etc/systemd/system/$unit; done
# No session of systemd's for each connection: it would start a manager of the user's every time.
sed -i '/pam_systemd/d' etc/pam.d/common-session
printf '[Journal]\\nStorage=volatile\\n' >etc/systemd/journald.conf.d/test-bed.conf
# The clock is everybody's: chronyd runs, and leaves it alone.
printf '[Unit]\\nConditionCapability=\\n[Service]\\nExecStart=\\nExecStart=!/usr/sbin/chronyd -x\\n' >usr/lib/systemd/system/chrony.service.d/test-bed.conf
"""
FRESH = _OF_MACHINE + _INSTALLED
"""Once, with the authorized key as its input: what a newly installed host has over the machine's own packages."""
FRESH_SYSTEM = _OF_SYSTEM + _INSTALLED
"""The same over an unpacked distribution, whose packages say which units are enabled."""

KEPT_CODE = """
cd /run/fresh-root
printf %s "$1" | tee $(printf '%s/sitecustomize.py ' etc/python3.*) >/dev/null
printf %s "$2" >usr/lib/python3/dist-packages/forked_modules.py
printf %s "$3" >usr/lib/python3/dist-packages/module_server.py
"""
"""Once (kept_code.py, forked_modules.py, module_server.py): every Python of a host begins with the first, which has the others for Ansible's modules."""

HOST = """
set -e
name=$1 address=$2 family=$3 face=$4
mkdir -p /run/hosts/$name/up/etc/ssh /run/hosts/$name/work /run/hosts/$name/new
ssh-keygen -q -t ed25519 -N '' -C $name -f /run/hosts/$name/up/etc/ssh/ssh_host_ed25519_key
tr -d - </proc/sys/kernel/random/uuid >/run/hosts/$name/up/etc/machine-id
if [ -e /run/machine/sbin/ifup ]; then
  mkdir -p /run/hosts/$name/up/etc/network
  printf 'auto lo\\niface lo inet loopback\\nauto %s\\niface %s inet manual\\n  down ip link set dev %s down\\n' $face $face $face >/run/hosts/$name/up/etc/network/interfaces
fi
ip netns add $name
ip -n controller link add dev $name type veth peer name $face netns $name
ip -n controller link set dev $name master br0 up
ip -n $name link set dev lo up
ip -n $name link set dev $face up
ip -n $name addr add $address dev $face $([ $family = 4 ] || echo nodad)
ip -n $name -$family route add default dev $face metric 4096
printf '%s ' $address | sed 's,/.*, ,'; cat /run/hosts/$name/up/etc/ssh/ssh_host_ed25519_key.pub
"""
"""For each host (name, address with length, 4 or 6, its interface): its own files, its cable to the bridge. Prints its line of known_hosts."""

LIVE = """
name=$1
: >/run/hosts/$name/boots
while :; do
  echo boot >>/run/hosts/$name/boots
  nsenter --net=/run/netns/$name unshare --mount --uts --ipc --pid --fork --kill-child sh -c "$2" boot "$@" &
  echo $! >/run/hosts/$name/parent
  wait $!
  # reboot(2) in a pid namespace: its parent sees SIGHUP for a restart, SIGINT for a halt
  [ $? = 129 ] || break
done
ip -n controller link set dev $name down
"""
"""A host's life (name, BOOT, name, its cgroup's path, wanted keys): boots, and boots again when it asked for it. Without power its NIC has no link."""

BOOT = """
set -e
name=$1 cgroup=$3
shift 3
mkdir -p $cgroup
echo 0 >$cgroup/cgroup.procs
exec unshare --cgroup sh -c "$BOOTED" booted $name "$@"
"""

BOOTED = """
set -e
base=/run/hosts/$1 new=/run/hosts/$1/new
shift
mount --make-rprivate /
mount -t overlay root -o lowerdir=/run/fresh:/run/machine,upperdir=$base/up,workdir=$base/work $new
cd $new
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs dev
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts dev/pts
mount -t tmpfs -o mode=1777 tmpfs dev/shm
ln -s pts/ptmx dev/ptmx; ln -s /proc/self/fd dev/fd
ln -s /proc/self/fd/0 dev/stdin; ln -s /proc/self/fd/1 dev/stdout; ln -s /proc/self/fd/2 dev/stderr
# what stands for a host's hardware (tests/twin/concessions.py)
[ ! -f opt/bed/hardware ] || . ./opt/bed/hardware
while read -r node minor; do mknod -m 666 dev/$node c 1 $minor; done <<END
null 3
zero 5
full 7
random 8
urandom 9
END
mknod -m 666 dev/tty c 5 0; mknod -m 666 dev/fuse c 10 229
for place in run tmp var/tmp; do mount -t tmpfs -o mode=1777 tmpfs $place; done
chmod 755 run
mkdir -m 1777 run/kept-code
for part in vm kernel fs; do
  mkdir tmp/$part; mount --bind proc/sys/$part tmp/$part
  mount -t tmpfs tmpfs proc/sys/$part; cp -r /run/sysctl/$part/. proc/sys/$part/
done
# of the host: its name, and random numbers
for key in hostname domainname; do mount --bind tmp/kernel/$key proc/sys/kernel/$key; done
cat tmp/kernel/random/uuid >proc/sys/kernel/random/boot_id
mount --bind tmp/kernel/random/uuid proc/sys/kernel/random/uuid
for part in vm kernel fs; do umount tmp/$part; done
rm -rf tmp/*
[ ! -e proc/sysrq-trigger ] || mount --bind -o ro proc/sysrq-trigger proc/sysrq-trigger
# Keys that this kernel lacks, or has in its first network namespace alone: stand-ins among the real ones of the same directory.
for key; do
  here=proc/sys/$key folder=proc/sys/${key%/*}
  [ ! -w $here ] || continue
  while [ ! -d $folder ]; do folder=${folder%/*}; done
  if [ "$(stat -f -c %T $folder)" = proc ]; then
    mkdir tmp/real; mount --bind $folder tmp/real; mount -t tmpfs tmpfs $folder
    for each in tmp/real/*; do
      if [ -d $each ]; then mkdir $folder/${each##*/}; mount --rbind $each $folder/${each##*/}
      elif [ -w $each ]; then : >$folder/${each##*/}; mount --bind $each $folder/${each##*/}
      else cat $each >$folder/${each##*/} 2>/dev/null || :; fi
    done
    umount tmp/real; rmdir tmp/real
  fi
  mkdir -p ${here%/*}
  [ -e $here ] || echo 0 >$here
done
hostname "$(cat etc/hostname)"
mkdir run/old
pivot_root . run/old
umount -l run/old; rmdir run/old
# as systemd has it on hosts, and leaves it to whoever starts it in a container: credentials of units are mounted beside them
mount --make-rshared /
: >/run/test-bed
exec env -i container=clustergen PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin $CAGE \
  /lib/systemd/systemd --system --show-status=no --log-target=journal </dev/null >/dev/null 2>&1
"""
"""One boot: the root as systemd finds it. Arguments: name and wanted keys of /proc/sys."""

SWEEP = """
cat >/dev/null
rm -rf "$2"
mount -t cgroup2 cgroup2 /mnt
for try in $(seq 100); do
  [ -d "/mnt/$1" ] || exit 0
  find "/mnt/$1" -depth -type d -exec rmdir {} + 2>/dev/null
  sleep 0.1
done
"""
"""Outside of the bottle, where it outlives a crash: when its input ends, takes away temporary files and cgroups, which no namespace takes with it."""


def wanted(lines: Iterable[str]) -> tuple[str, ...]:
    """The keys of sysctl.d files as paths below /proc/sys."""
    keys = (line.split("=")[0].strip().lstrip("-") for line in lines if "=" in line and not line.startswith(("#", ";")))
    return tuple(sorted({key.replace(".", "/") for key in keys}))
