"""More tenants, segments, rules and tiers: what exists stands, but for the lines that each of them is made of."""

import copy
import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from generator.plan.plan import Plan
from generator.spec.load import DocumentError
from tests.conftest import tree_of
from tests.growth.forms import ETHERNET, FORMS, Form, base_of, paths, plan_of
from tests.growth.records import assert_records_stand, records

NAMES = st.from_regex(r"[a-z][a-z0-9]{2,9}", fullmatch=True)
ROLES = st.sets(st.sampled_from(["login", "control", "storage"]), min_size=1)
SHARING = [
    form for form in FORMS if form.name in {"rails", "numbered", "ipv6", "eos", "cumulus", "shared", "infiniband"}
]
SWITCHED = [form for form in ETHERNET if "frontend" in form.spec["fabrics"]]


def _with(form: Form, key: str, entries: dict[str, Any]) -> Plan:
    """Plan a form with entries more under a key."""
    spec = copy.deepcopy(form.spec)
    spec[key] = spec.get(key, {}) | entries
    try:
        return plan_of(spec)
    except DocumentError as refused:
        # numbers follow from names, and one name in a thousand has another's: that is refused at its line
        assume(all(each.code != "tenant-number-twice" for each in refused.problems))
        raise


@paths(80)
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


@paths(50)
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


@paths(70)
@given(form=st.sampled_from(SWITCHED), name=NAMES, roles=ROLES, vlan=st.integers(310, 999), octet=st.integers(16, 31))
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


@paths(70)
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
    for kind, each in before.port_filters.items():
        assert {line.why for line in each.lines} <= {line.why for line in after.port_filters[kind].lines}


@paths(40)
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


@pytest.mark.parametrize("name", ["rails", "cumulus", "eos"])
def test_lines_of_filters_stand_when_a_rule_comes(name: str) -> None:
    """In the files, too: filters are numbered through, so those lines are compared without their numbers; hosts only gain lines."""
    form = next(form for form in ETHERNET if form.name == name)
    rule = {"source": ["inband/login"], "to": ["inband/compute"], "services": ["tcp/9999"]}
    old, new = (tree_of(plan) for plan in (base_of(form), _with(form, "access", {"notebooks": rule})))
    found = {path for path, text in old.items() if path.startswith(("hosts/", "switches/")) and new[path] != text}
    kinds = {path.split("/")[1].rstrip("0123456789") for path in found}
    assert {"gpu", "frontend-leaf"} <= kinds <= {"gpu", "frontend-leaf", "login"}
    for path in found:
        assert not Counter(_unnumbered(old[path])) - Counter(_unnumbered(new[path])), path


def _unnumbered(text: str) -> list[str]:
    """Take the numbers of a filter's lines away: SONiC's names and priorities, NVUE's rules, EOS's sequences."""
    text = re.sub(r'\|RULE_\d+": \{"PRIORITY": "\d+"', '|RULE": {', text)
    text = re.sub(r"( acl \S+ rule) \d+ ", r"\1 ", text)
    text = re.sub(r"^( +)(\d+) (?=permit|deny|remark)", r"\1", text, flags=re.MULTILINE)
    return [line for line in text.splitlines() if not re.fullmatch(r" +\d+:", line)]
