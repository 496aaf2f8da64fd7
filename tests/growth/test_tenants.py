"""More tenants, segments, rules and tiers: what exists stands, but for the lines that each of them is made of."""

import copy
from collections import Counter
from functools import cache
from ipaddress import ip_network
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from generator.plan.access.lines import Band
from generator.plan.draft import Draft
from generator.render.tree import render_tree
from generator.spec.load import DocumentError
from tests.conftest import tree_of
from tests.depth import tries
from tests.growth.filter_lines import assert_numbers_stand, filters_of, lost_lines
from tests.growth.forms import ETHERNET, FORMS, Form, base_of, plan_of
from tests.growth.records import assert_records_stand, records
from tests.ours import TEMPLATES

NAMES = st.from_regex(r"[a-z][a-z0-9]{2,9}", fullmatch=True)
ROLES = st.sets(st.sampled_from(["login", "control", "storage"]), min_size=1)
SHARING = [
    form for form in FORMS if form.name in {"rails", "numbered", "ipv6", "eos", "cumulus", "shared", "infiniband"}
]
SWITCHED = [form for form in ETHERNET if "frontend" in form.spec["fabrics"]]


def _with(form: Form, key: str, entries: dict[str, Any]) -> Draft:
    """Plan a form with entries more under a key."""
    spec = copy.deepcopy(form.spec)
    spec[key] = spec.get(key, {}) | entries
    try:
        return plan_of(spec)
    except DocumentError as refused:
        # numbers follow from names, and one name in a thousand has another's: that is refused at its line
        assume(all(each.code != "tenant-number-twice" for each in refused.problems))
        raise


@tries(80)
@given(form=st.sampled_from(SHARING), name=NAMES, places=st.sets(st.integers(17, 32), min_size=1), data=st.data())
def test_a_tenant_more(form: Form, name: str, places: set[int], data: st.DataObject) -> None:
    """Its hosts' ports become its own; every other port, every number of another tenant, and every address stand."""
    before = base_of(form)
    hosts = sorted(form.host(place) for place in places)
    free = [host for host in hosts if host not in before.tenants]
    assume(free and name not in form.spec.get("tenants", {}))
    mine = data.draw(st.lists(st.sampled_from(free), min_size=1, unique=True))
    after = _with(form, "tenants", {name: {"hosts": mine}})
    meant = {"ports", "switches", "zones", "flows", "port filters", "interfaces", "subnet hosts"}
    assert_records_stand(before, after, but=meant)
    assert {port for port in before.ports if port.peer not in mine} <= set(after.ports)
    assert {port.peer for port in set(after.ports) - set(before.ports)} <= set(mine)
    for old, new in zip(before.switches, after.switches, strict=True):
        assert (old.name, old.asn, old.loopback, old.vlans) == (new.name, new.asn, new.loopback, new.vlans)
        # The first tenant of a fabric brings the tunnels, and with them a loopback more to announce.
        assert set(old.networks) <= set(new.networks)
        assert set(old.vrfs) <= set(new.vrfs)
    _assert_filters_stand(before, after, name)


@tries(50)
@given(form=st.sampled_from(SHARING), name=NAMES, first=st.integers(17, 30), more=st.integers(1, 4))
def test_a_host_more_for_a_tenant(form: Form, name: str, first: int, more: int) -> None:
    """A tenant that grows keeps its numbers, and the ports of the hosts that it had."""
    assume(name not in form.spec.get("tenants", {}))
    hosts = [
        form.host(place)
        for place in range(first, min(first + more, 32) + 1)
        if form.host(place) not in base_of(form).tenants
    ]
    assume(len(hosts) > 1)
    before, after = (_with(form, "tenants", {name: {"hosts": mine}}) for mine in (hosts[:-1], hosts))
    assert_records_stand(
        before, after, but={"ports", "switches", "zones", "flows", "port filters", "interfaces", "subnet hosts"}
    )
    assert {port for port in before.ports if port.peer != hosts[-1]} <= set(after.ports)


@tries(70)
@given(form=st.sampled_from(SWITCHED), name=NAMES, roles=ROLES, vlan=st.integers(310, 899), octet=st.integers(16, 31))
def test_a_segment_more(form: Form, name: str, roles: set[str], vlan: int, octet: int) -> None:
    """A VLAN more is one more wherever it is carried: nobody else's ports, addresses, prefixes or numbers change."""
    before = base_of(form)
    after = _with(form, "segments", {name: {"vlan": vlan, "prefix": f"172.{octet}.0.0/20", "roles": sorted(roles)}})
    meant = {"ports", "switches", "layouts", "interfaces", "port filters", "flows", "zones"}
    assert_records_stand(before, after, but=meant)
    for old, new in zip(before.ports, after.ports, strict=True):
        assert (old.switch, old.interface, old.vlan, old.address) == (new.switch, new.interface, new.vlan, new.address)
        assert set(old.tagged) <= set(new.tagged) <= {*old.tagged, vlan}
        assert old == new or (old.fabric == "frontend" and old.role in roles)
    for host, interfaces in before.interfaces_of.items():
        assert {each.name for each in interfaces} <= {each.name for each in after.interfaces_of[host]}
        role = next(each.role for each in before.hosts if each.name == host)
        assert role in roles or interfaces == after.interfaces_of[host], host
    _assert_filters_stand(before, after)


@tries(70)
@given(
    form=st.sampled_from(SWITCHED),
    name=NAMES,
    port=st.integers(2000, 60000),
    way=st.sampled_from([("login", "compute"), ("storage", "login"), ("login", "storage")]),
)
def test_a_rule_more(form: Form, name: str, port: int, way: tuple[str, str]) -> None:
    """A rule is a flow more, and lines more in the filters that it passes; nothing else of the plan moves."""
    before = base_of(form)
    rule = {"source": [f"inband/{way[0]}"], "to": [f"inband/{way[1]}"], "services": [f"tcp/{port}"]}
    after = _with(form, "access", {name: rule})
    assert_records_stand(before, after, but={"port filters"})
    kept = records(before).keys() - {"flows"}
    assert {key: records(before)[key] for key in kept} == {key: records(after)[key] for key in kept}
    _assert_filters_stand(before, after)


@tries(40)
@given(
    form=st.sampled_from([form for form in ETHERNET if "storage" in form.spec]),
    name=NAMES,
    kind=st.sampled_from(["nfs", "parallel"]),
)
def test_a_tier_more(form: Form, name: str, kind: str) -> None:
    """A tier on hosts that are there: who may ask them, and nothing that exists."""
    assume(name not in form.spec["storage"])
    after = _with(form, "storage", {name: {"kind": kind, "mount": f"/{name}", "hosts": "storage"}})
    assert_records_stand(base_of(form), after, but={"port filters", "flows"})
    _assert_filters_stand(base_of(form), after)


def _assert_filters_stand(before: Draft, after: Draft, tenant: str = "") -> None:
    """No filter loses a line or a number, but that of nobody's compute hosts: it no longer lets them reach a new tenant's."""
    zones = [zone for zone in after.access.zones if tenant and zone.tenant == tenant]
    theirs = [ip_network(prefix) for zone in zones for prefix in (*zone.prefixes, *zone.prefixes_ipv6)]
    for (fabric, role, whose), each in before.port_filters.items():
        for line in assert_numbers_stand(each, after.port_filters[fabric, role, whose]):
            assert (role, whose) == ("compute", ""), f"{each.name} loses {line}"
            assert line.band is Band.WITHIN, f"{each.name} loses {line}"
            assert any(ip_network(line.destination).overlaps(prefix) for prefix in theirs), f"{each.name} loses {line}"


ENTRIES: dict[str, tuple[str, dict[str, Any]]] = {
    "rule": ("access", {"notebooks": {"source": ["inband/login"], "to": ["inband/compute"], "services": ["tcp/9999"]}}),
    "rule on a segment": ("access", {"all": {"source": ["inband"], "to": ["inband"], "services": ["udp/9999"]}}),
    "rule beside": ("access", {"gate": {"source": ["inband/login"], "to": ["inband/network"], "services": ["ssh"]}}),
    "segment": ("segments", {"lab": {"vlan": 310, "prefix": "172.20.0.0/20", "roles": ["login", "storage"]}}),
    "tenant": ("tenants", {"teal": {"hosts": ["gpu[19-20]", "gpu30"]}}),
}


def switch_files(plan: Draft) -> dict[str, str]:
    """Render the files of all switches."""
    return {each.path: each.content for each in render_tree(plan, TEMPLATES, ("sonic", "cumulus", "eos"))}


@cache
def _as_it_is(form: Form) -> dict[str, str]:
    """Render the files of a form's switches, once."""
    return switch_files(base_of(form))


_SYSTEMS = {"rails": "/config_db.json", "ipv6": "/config_db.json", "cumulus": "/startup.yaml", "eos": "/running.cfg"}
FILED = [form for form in ETHERNET if form.name in _SYSTEMS]


@pytest.mark.parametrize("kind", ENTRIES)
@pytest.mark.parametrize("form", FILED, ids=lambda form: form.name)
def test_filters_in_files_only_gain_lines(form: Form, kind: str) -> None:
    """Line by line, with their names, numbers and priorities, in the order of the file.

    A tenant more takes its hosts from those of nobody: the lines by which these reached each other say less, and no other filter loses one.
    """
    key, entries = ENTRIES[kind]
    first = (
        {"blue": {"hosts": ["gpu[17-18]"]}} if kind == "tenant" else {}
    )  # its neighbours' addresses would fold with its own
    old = switch_files(_with(form, key, first)) if first else _as_it_is(form)
    new = switch_files(_with(form, key, first | entries))
    assert any(where[0].endswith(_SYSTEMS[form.name]) for where in filters_of(old))
    assert filters_of(old) != filters_of(new)
    lost = lost_lines(old, new)
    if kind == "tenant":
        assert {name.removesuffix("-V6") for _, name in lost} <= {
            "FRONTEND-COMPUTE",
            "STORAGE-COMPUTE",
            "COMPUTE-COMPUTE",
        }
        assert not [line for lines in lost.values() for line in lines if "DROP" in line or "deny" in line]
        kept = sum(map(len, filters_of(old).values())) - sum(map(len, lost.values()))
        assert kept > sum(map(len, lost.values()))
    else:
        assert not lost, {where: lines[:3] for where, lines in lost.items()}


@pytest.mark.parametrize("name", ["rails", "cumulus", "eos"])
def test_files_only_gain_lines_when_a_rule_comes(name: str) -> None:
    """In whole files, too, of switches as of hosts."""
    form = next(form for form in ETHERNET if form.name == name)
    old, new = (tree_of(plan) for plan in (base_of(form), _with(form, *ENTRIES["rule"])))
    own = ("hosts/", "host_groups/", "switches/")
    found = {path for path, text in old.items() if path.startswith(own) and new[path] != text}
    kinds = {path.split("/")[1].rstrip("0123456789") for path in found}
    assert {"gpu", "frontend-leaf"} <= kinds <= {"gpu", "frontend-leaf", "login"}
    for path in found:
        assert not Counter(old[path].splitlines()) - Counter(new[path].splitlines()), path
