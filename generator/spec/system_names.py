"""Names that accounts and groups of a host's system have: they may not be used in the spec or in a directory."""

_BASE = """
root daemon bin sys sync games man lp mail news uucp proxy www-data backup list irc nobody nogroup adm tty disk kmem dialout fax voice
cdrom floppy tape sudo audio dip operator src shadow utmp video sasl plugdev staff users wheel mem ftp halt shutdown lock input render
kvm sgx ssh_keys netdev crontab ssl-cert systemd-journal systemd-network systemd-resolve systemd-timesync systemd-coredump
"""
"""What base-passwd (Debian), setup (Red Hat's family) and systemd create. Members of sudo, wheel, adm, disk, shadow or kmem are root, or nearly."""
_OF_PACKAGES = """
sshd messagebus polkitd chrony _chrony munge slurm mysql postgres prometheus bind named kea _kea statd _rpc rpc rpcuser docker lxd libvirt
etcd kube nvidia-persistenced dnsmasq lldpd _lldpd tss sssd frr frrvty gnmic hacluster haclient apache nginx _ssh _apt
"""
_OF_IMAGES = "ubuntu debian rocky rhel cloud-user cloudinit admin centos almalinux ec2-user"
"""The first users of images, who become root without a password."""
SYSTEM_NAMES = frozenset(f"{_BASE} {_OF_PACKAGES} {_OF_IMAGES}".split())
