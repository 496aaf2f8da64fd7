"""`users`: who administers the cluster's hosts, with numbers that are alike everywhere."""

import base64
import binascii
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, StrictInt, StringConstraints

from generator.spec.base import ONE_LINE, Flag, Slug, SpecModel, own_error
from generator.spec.paths import MountPath

_KINDS = frozenset({
    "ssh-ed25519", "sk-ssh-ed25519@openssh.com", "sk-ecdsa-sha2-nistp256@openssh.com", "ssh-rsa",
    "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521",
})  # fmt: skip
"""Kinds of public keys that sshd takes (sshd(8), AUTHORIZED_KEYS FILE FORMAT); ssh-dss is none any more."""
_LEAST_RSA_BITS = 2048
"""Red Hat's default crypto policy refuses shorter ones (RequiredRSASize)."""
_LENGTH = 4
_LONGEST_COMMENT = 200
_MOST_LETTERS = 3500
"""Of a key: one of RSA with 16,384 bits has some 2,750."""
_EXAMPLE = "ssh-ed25519 AAAA... ada@desk"
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


def _key(value: Any) -> str:
    """Validate one public key, without options before it; its contents must match its type."""
    if not isinstance(value, str) or "PRIVATE KEY" in value:
        raise own_error(f"this is not a public SSH key; write the line of its .pub file: {_EXAMPLE}")
    if len(value) > _MOST_LETTERS:
        raise own_error(f"the SSH key has {len(value):,} letters; copy the one line of its .pub file")
    kind, _, rest = value.strip().partition(" ")
    body, _, comment = rest.partition(" ")
    if kind not in _KINDS:
        raise own_error(
            f"{kind[:40]!r} is not a type of SSH key that sshd accepts; write the line of a .pub file: {_EXAMPLE}"
        )
    parts = _parts(body)
    if not parts or parts[0] != kind.encode():
        raise own_error("the SSH key is cut off or changed; copy the whole line of its .pub file")
    bits = int.from_bytes(parts[-1]).bit_length()
    if kind == "ssh-rsa" and bits < _LEAST_RSA_BITS:
        raise own_error(f"an RSA key of {bits} bits is too short; make another: ssh-keygen -t ed25519")
    if not comment.isprintable() or len(comment) > _LONGEST_COMMENT:
        raise own_error("the comment of the SSH key is not one line of plain text")
    return f"{kind} {body} {comment}".rstrip()


def _parts(body: str) -> list[bytes]:
    """Return a key's fields, each preceded by its length (RFC 4253, section 6.6); empty where it is malformed."""
    try:
        data = base64.b64decode(body, validate=True)
    except (binascii.Error, ValueError):
        return []
    found = []
    while data:
        length = int.from_bytes(data[:_LENGTH])
        if len(data) < _LENGTH + length:
            return []
        found.append(data[_LENGTH : _LENGTH + length])
        data = data[_LENGTH + length :]
    return found


SshKey = Annotated[str, BeforeValidator(_key)]
"""A public SSH key: the line of its `.pub` file."""
UserName = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z][a-z0-9_-]{0,30}$")]
"""A name of an account or of a group of accounts: a-z, 0-9, dashes and underscores, a letter first, at most 31 characters (systemd, User/Group
Name Syntax: the strict form)."""
UserNumber = Annotated[StrictInt, Field(ge=2000, le=59_999)]
"""A uid or gid, 2000 to 59999. Below are those of the system and, from 1000, those that images give their first users; above are systemd's own
(systemd, Users, Groups, UIDs and GIDs)."""
FullName = Annotated[
    str, StringConstraints(strict=True, max_length=80, pattern=ONE_LINE), StringConstraints(pattern=r"^[^:,=]*$")
]
"""A person's name, without `:`, `,` and `=` (passwd(5))."""


class AccountSpec(SpecModel):
    """A person with an account on hosts. It has no password: keys let it in."""

    uid: UserNumber
    """Its number, 2000 to 59999, and that of its own group.
    It is stated so that it does not change with other accounts and is the same on all hosts, as NFS and Slurm identify people by it."""
    keys: tuple[SshKey, ...] = ()
    """Public SSH keys, each the line of a `.pub` file.
    Only these are accepted; `~/.ssh/authorized_keys` does not count."""
    sudo: Flag = False
    """Whether it may become root without a password."""
    groups: tuple[UserName, ...] = ()
    """Its groups, from `users.groups`."""
    hosts: tuple[Slug, ...] | None = None
    """Groups of hosts that have the account; all if left out."""
    who: FullName = ""
    """The person's name."""
    state: Literal["present", "absent"] = "present"
    """`absent`: the person has left. Nobody can log in with it any more, and its files and its number remain. An account that is no longer listed
    here is locked, too; but its number is reserved only while its name is listed."""


class UsersSpec(SpecModel):
    """Administrators' accounts on hosts. Left out: the hosts have the accounts of their image."""

    accounts: dict[UserName, AccountSpec] = {}
    """Accounts by name."""
    groups: dict[UserName, UserNumber] = {}
    """Groups of accounts, each with its gid."""
    home: MountPath = "/home"
    """Folder of the home directories. If a tier is mounted there, the home directories are on its servers, and logins of administrators wait while
    the tier is unavailable; a local folder such as `/var/lib/people` avoids that."""
    operator: UserName | None = None
    """The account that the playbooks use, if it is one of these: it must be on all hosts, with a key and with sudo."""
    ssh_groups: dict[Slug, tuple[UserName, ...]] = {}
    """Groups of accounts whose members may log in by SSH on a group of hosts, such as `control: [ops]`, in addition to root, the accounts with sudo,
    and the image's first user (AllowGroups). On other hosts, every account may log in; on Slurm's compute hosts, during a job
    (`scheduler.slurm.ssh`)."""
