"""Hardware that is replaced: `assets` says other MAC addresses and serial numbers, and the plan moves nothing for them."""

import copy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.plan.draft import Draft
from tests.depth import tries
from tests.growth.forms import ETHERNET, Form, base_of, plan_of
from tests.growth.records import assert_records_stand, records

MACS = st.integers(1, 0xFFFFFF).map(
    lambda number: f"02:00:00:{number >> 16:02x}:{number >> 8 & 255:02x}:{number & 255:02x}"
)
NAMED = [form for form in ETHERNET if form.name in {"rails", "numbered", "eos", "cumulus", "shared"}]


def _delivered(form: Form, assets: dict[str, Any]) -> Draft:
    spec = copy.deepcopy(form.spec)
    spec["assets"] = assets
    return plan_of(spec)


@tries(50)
@given(form=st.sampled_from(NAMED), data=st.data())
def test_replaced_hardware_moves_nothing(form: Form, data: st.DataObject) -> None:
    """Some devices are delivered, some are swapped for others: only their own MAC addresses differ."""
    plan = base_of(form)
    hosts = data.draw(
        st.lists(st.sampled_from([host.name for host in plan.hosts]), min_size=1, max_size=4, unique=True)
    )
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}
    macs = iter(data.draw(st.lists(MACS, min_size=16, max_size=16, unique=True)))
    for host in hosts:
        ports = [link.a.interface for link in plan.links_of[host]][:2]
        before[host] = {"serial": f"OLD-{host}", "macs": {port: next(macs) for port in ports}}
        after[host] = {"serial": f"NEW-{host}", "macs": {port: next(macs) for port in ports}}
    kept = hosts[0] if len(hosts) > 1 else ""
    if kept:
        after[kept] = before[kept]
    old, new = _delivered(form, before), _delivered(form, after)
    assert records(old) == records(new) == records(plan)
    assert_records_stand(old, new, but={"interfaces"})
    for host, interfaces in old.interfaces_of.items():
        others = new.interfaces_of[host]
        if host in set(hosts) - {kept}:
            pairs = [(replace(a, mac=""), replace(b, mac="")) for a, b in zip(interfaces, others, strict=True)]
            assert all(a == b for a, b in pairs)
        else:
            assert interfaces == others
