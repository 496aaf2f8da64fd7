"""The records behind the rows of a `plan.json`, by section."""

from collections.abc import Mapping

from msgspec import Struct

from generator.plan.access.records import Zone
from generator.plan.addressing.records import Address, AsNumber, Prefix, Vlan, Vrf
from generator.plan.cabling.records import Cable, Harness, Link
from generator.plan.edge import SiteUplink
from generator.plan.hosts.accounts import Account, AccountGroup
from generator.plan.kubernetes.records import KubernetesProfile
from generator.plan.lineage import Event, Lineage
from generator.plan.money.records import Money
from generator.plan.pdu_records import ManagedPdu
from generator.plan.qos.records import Roce
from generator.plan.records import Host, Lag, Membership, PrefixFilter, Rack, Retired, Switch, SwitchPort, Tier
from generator.plan.slurm.records import Daemon


class _Layout(Struct, frozen=True):
    pool: str
    prefix: str
    fields: tuple[str, ...]


class _Filter(Struct, frozen=True):
    fabric: str
    lines: tuple[PrefixFilter, ...]


class _Flow(Struct, frozen=True):
    source: str
    to: str
    service: str
    protocol: str
    ports: tuple[tuple[int, ...], ...]
    why: str


class _Destination(Struct, frozen=True):
    source: str
    why: str
    service: str
    protocol: str
    ports: tuple[tuple[int, ...], ...]
    prefixes: tuple[str, ...]


class _Limit(Struct, frozen=True):
    fabric: str
    from_leaf: int
    from_all: int


RECORDS: Mapping[str, type[Struct]] = {
    "lineage": Lineage,
    "history": Event,
    "layouts": _Layout,
    "prefixes": Prefix,
    "vlans": Vlan,
    "asns": AsNumber,
    "roce": Roce,
    "vrfs": Vrf,
    "zones": Zone,
    "flows": _Flow,
    "egress": _Destination,
    "limits": _Limit,
    "racks": Rack,
    "hosts": Host,
    "retired": Retired,
    "switches": Switch,
    "filters": _Filter,
    "links": Link,
    "ports": SwitchPort,
    "lags": Lag,
    "cables": Cable,
    "addresses": Address,
    "tiers": Tier,
    "harnesses": Harness,
    "ways": SiteUplink,
    "pdus": ManagedPdu,
    "schedulers": Membership,
    "daemons": Daemon,
    "accounts": Account,
    "account_groups": AccountGroup,
    "kubernetes": KubernetesProfile,
    "money": Money,
}
"""The record behind the rows of a section; rows of other sections only have plain values."""
