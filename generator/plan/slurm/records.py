"""Slurm as the plan records it."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from generator.plan.records import Host

Section = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]
"""Comment lines, then keys with their values."""


class Block(Struct, frozen=True, kw_only=True):
    """An NVLink domain: its number from 1, its hosts."""

    number: int
    hosts: tuple[str, ...]


class Blocks(Struct, frozen=True, kw_only=True):
    """NVLink domains. `sizes`: hosts of the base block, then of groups of blocks; `rest`: hosts that are in no domain."""

    blocks: tuple[Block, ...]
    sizes: tuple[int, ...]
    rest: tuple[str, ...]


class NamedBlock(Struct, frozen=True, kw_only=True):
    """A block of topology.conf and topology.yaml."""

    name: str
    hosts: str


class WrittenBlocks(Struct, frozen=True, kw_only=True):
    """All blocks with their sizes."""

    blocks: tuple[NamedBlock, ...]
    sizes: tuple[int, ...]


class TreeSwitch(Struct, frozen=True, kw_only=True):
    """A switch of the tree: `hosts` or `children` below it, as a hostlist, the other one empty."""

    name: str
    hosts: str = ""
    children: str = ""


class Hardware(Struct, frozen=True, kw_only=True):
    """Hosts of one model. `facts` are keys of a NodeName line; `unknown` are those that the catalog cannot give."""

    title: str
    hosts: str
    facts: tuple[tuple[str, str], ...]
    unknown: tuple[str, ...]


class Devices(Struct, frozen=True, kw_only=True):
    """GPUs of one host model, or those of them that have the same `cores`.

    `files` is empty where the device numbers are only known on the delivered host, `cores` where they are not stated; `profile` is the division.
    """

    hosts: str
    detect: str
    kind: str
    count: int
    files: str
    flags: str
    profile: str = ""
    cores: str = ""


class Held(Struct, frozen=True, kw_only=True):
    """Hosts in a state of Slurm's, the reason that `sinfo -R` shows, and what an operator does to end it."""

    hosts: str
    state: str
    reason: str
    why: str


class PartitionRow(Struct, frozen=True, kw_only=True):
    """A PartitionName line: `facts` are its keys after Nodes."""

    name: str
    hosts: str
    facts: tuple[tuple[str, str], ...]


class CheckRows(Struct, frozen=True, kw_only=True):
    """Checks of one group of hosts: lines of the list of health.sh (`Check.line`), and calls of NHC."""

    stem: str
    hosts: str
    checks: tuple[str, ...]
    nhc: tuple[str, ...]


class Database(Struct, frozen=True, kw_only=True):
    """slurmdbd: its host, the standby, and its database server. `ours`: that server is MariaDB on the same host."""

    host: str
    standby: str
    server: str
    ours: bool


class Qos(Struct, frozen=True, kw_only=True):
    """A quality of service: `limits` are keys and values as sacctmgr takes them; a value of -1 takes a limit away."""

    name: str
    limits: tuple[tuple[str, str], ...]
    preempts: tuple[str, ...]


class Account(Struct, frozen=True, kw_only=True):
    """An account, its allowed QOS, and its default QOS. `users`: each with its default account."""

    name: str
    description: str
    share: int
    qos: tuple[str, ...]
    default_qos: str
    users: tuple[tuple[str, str], ...]


class Reservation(Struct, frozen=True, kw_only=True):
    """A reservation of hosts. `start`: its first time, in the controllers' time zone; `every_days`: 0 if it does not repeat; `facts`: keys of scontrol."""

    name: str
    start: str
    minutes: int
    every_days: int
    facts: tuple[tuple[str, str], ...]


class ImexHost(Struct, frozen=True, kw_only=True):
    """A host of an NVLink domain, and the address by which IMEX of others reaches its own."""

    name: str
    domain: int
    address: str


class Containers(Struct, frozen=True, kw_only=True):
    """Settings of containers: variables, lines of an fstab, Enroot's hooks by name, the kernel's modules that these need, and variables of slurmd."""

    plugin: str
    environment: tuple[tuple[str, str], ...]
    mounts: tuple[str, ...]
    modules: tuple[str, ...]
    hooks: tuple[str, ...]
    slurmd: tuple[tuple[str, str], ...]


class Tunnel(Struct, frozen=True, kw_only=True):
    """WireGuard between burst hosts and `gateway`, a controller. `addresses` are those of the burst hosts, in their order; `allowed` is what these send into it."""

    interface: str
    gateway: str
    address: str
    prefix: str
    endpoint: str
    port: int
    mtu_bytes: int
    addresses: tuple[str, ...]
    allowed: tuple[str, ...]


class BurstHosts(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Hosts of a provider by name, keys of their NodeName line, and of their partition's: `share` is that of a thread and of a GPU."""

    partition: str
    names: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    partition_facts: tuple[tuple[str, str], ...]
    share: tuple[tuple[str, str], ...]
    gpu_type: str
    gpus: int
    ready_minutes: int
    settings: Mapping[str, Any] | None = None
    """burst.json: the provider's commands, the cap, and where the state is."""
    first_boot: Mapping[str, Any] | None = None
    """What cloud-init does on a host; `@name@` is the name of the host."""
    tunnel: Tunnel | None = None


class Daemon(Struct, frozen=True, kw_only=True):
    """A controller of a scheduler, in the order of rows, and the commands to add and remove hosts: on all of them in turn (`systemctl`) or on the first."""

    scheduler: str
    controller: str
    version: str
    new_hosts: tuple[str, ...]


class SlurmPlan(Struct, frozen=True, kw_only=True):
    """Slurm of one cluster. Host names are folded to hostlists; a path is empty where there is none."""

    version: str
    mpi: str
    memory_reserve_percent: int
    files: tuple[str, ...]
    """Those that this cluster has, by name."""
    controllers: tuple[Host, ...]
    alone: int
    """Control hosts, where only the first of them runs slurmctld; else 0."""
    state: str
    state_server: str
    """The host of ours that serves that folder, alone."""
    state_uid: int | None
    """Whose folder that is, where a file server that squashes root has to make it."""
    controller_parameters: tuple[str, ...]
    select_parameters: tuple[str, ...]
    include: bool
    """Whether lines of the site's own follow those of slurm.conf."""
    srun_ports: tuple[int, int]
    sections: tuple[Section, ...]
    gathered: tuple[tuple[str, str, str], ...]
    gather_packaged: bool
    """Whether Debian's packages bring every plugin that measures."""
    hardware: tuple[Hardware, ...]
    devices: tuple[Devices, ...]
    coreless: str
    weka: bool
    held: tuple[Held, ...]
    partitions: tuple[PartitionRow, ...]
    switches: tuple[TreeSwitch, ...]
    blocks: WrittenBlocks | None
    topologies: tuple[Mapping[str, Any], ...]
    """topology.yaml as data."""
    checks: tuple[CheckRows, ...]
    database: Database | None
    private: str
    history_months: int
    accounts: tuple[Account, ...]
    qualities: tuple[Qos, ...]
    reservations: tuple[Reservation, ...]
    tenants: tuple[str, ...]
    scratch: str
    """The folder of the hosts' own drives."""
    scratch_stems: tuple[str, ...]
    """Names, without their numbers, of the hosts that mount them there."""
    user_folders: tuple[str, ...]
    containers: Containers | None
    imex: tuple[ImexHost, ...]
    whole_hosts: tuple[str, ...]
    """Partitions in which a job of several hosts has these whole."""
    default_partition: str
    burst: BurstHosts | None
    daemons: tuple[Daemon, ...]
    facts: Mapping[str, Any]
    """Facts for Ansible."""
    metrics: bool
    """Whether slurmctld answers Prometheus."""
    look_seconds: int = 0
    """The most that the health check may take before and after a job; 0: jobs begin and end without one."""
