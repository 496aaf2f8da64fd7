"""Records of accounts, with stated numbers."""

from msgspec import Struct


class Account(Struct, frozen=True, kw_only=True):
    """A person's account, alike on all hosts that have it. `gid` is its own group's; `hosts` are the groups of hosts that it is on."""

    name: str
    uid: int
    gid: int
    groups: tuple[str, ...]
    sudo: bool
    keys: tuple[str, ...]
    hosts: tuple[str, ...]
    home: str
    who: str
    state: str


class AccountGroup(Struct, frozen=True, kw_only=True):
    """A group of accounts."""

    name: str
    gid: int


class Users(Struct, frozen=True, kw_only=True):
    """Every account of the cluster and every group of accounts. `home` is the folder of the home directories; `ssh_groups` has, by group of hosts, the groups that sshd admits there."""

    accounts: tuple[Account, ...]
    groups: tuple[AccountGroup, ...]
    home: str
    ssh_groups: tuple[tuple[str, tuple[str, ...]], ...]
