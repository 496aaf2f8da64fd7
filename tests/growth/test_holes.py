"""Hosts that leave, and what states do: a hole is kept, and a state moves nothing."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.plan.draft import Draft
from tests.depth import tries
from tests.growth.forms import PLACED, Form, plan_of
from tests.growth.records import LISTS, assert_records_stand, records

PLACES = st.sets(st.integers(1, 32), min_size=2, max_size=20)


def _claims(plan: Draft, host: str) -> set[object]:
    """Everything that is one host's alone: its addresses, the switch ports it is on, its rack units."""
    row = next(each for each in plan.hosts if each.name == host)
    found: set[object] = {(row.rack, row.unit)} | {address.address for address in plan.addresses_of[host]}
    return found | {(link.b.device, link.b.interface) for link in plan.links_of[host]}


def _claimed(plan: Draft) -> set[object]:
    """The same of all hosts that are there."""
    found: set[object] = {(host.rack, host.unit) for host in plan.hosts}
    found |= {address.address for address in plan.addresses}
    return found | {(link.b.device, link.b.interface) for link in plan.links}


@tries(80)
@given(form=st.sampled_from(PLACED), first=PLACES, more=PLACES, data=st.data())
def test_a_hole_is_kept(form: Form, first: set[int], more: set[int], data: st.DataObject) -> None:
    """A host leaves, others arrive in any number, and nobody gets its place; it comes back to all that it had."""
    gone = data.draw(st.sampled_from(sorted(first)))
    plans = [plan_of(form.with_places(places)) for places in (first, (first | more) - {gone}, first | more)]
    assert not _claims(plans[0], form.host(gone)) & _claimed(plans[1])
    assert_records_stand(plans[0], plans[2])
    assert_records_stand(plans[1], plans[2])


@tries(50)
@given(form=st.sampled_from(PLACED), places=PLACES, more=PLACES, data=st.data())
def test_a_retired_host_is_such_a_hole(form: Form, places: set[int], more: set[int], data: st.DataObject) -> None:
    """Retired is as if it were not among the places, but written down; nobody else is given what it had."""
    gone = data.draw(st.sampled_from(sorted(places)))
    name = form.host(gone)
    there = plan_of(form.with_places(places))
    retired = plan_of(form.with_places(places | more, states={"retired": [name]}))
    assert [each.name for each in retired.retired] == [name]
    assert records(retired) == records(plan_of(form.with_places((places | more) - {gone})))
    place = retired.retired[0]
    assert (place.rack, place.unit) in _claims(there, name)
    assert not _claims(there, name) & _claimed(retired)


@tries(90)
@given(form=st.sampled_from(PLACED), places=PLACES, data=st.data())
def test_a_state_changes_one_row(form: Form, places: set[int], data: st.DataObject) -> None:
    """Planned or in maintenance, hosts and switches: the record of the device says so, and every other record is what it was."""
    before = plan_of(form.with_places(places))
    names = [device.name for device in before.devices]
    chosen = data.draw(
        st.dictionaries(st.sampled_from(names), st.sampled_from(["planned", "maintenance"]), min_size=1, max_size=6)
    )
    states = {state: sorted(name for name in chosen if chosen[name] == state) for state in ("planned", "maintenance")}
    after = plan_of(form.with_places(places, states=states))
    assert {device.name: device.state for device in after.devices if device.state != "installed"} == chosen
    undone = replace(
        after,
        hosts=tuple(replace(host, state="installed") for host in after.hosts),
        switches=tuple(replace(switch, state="installed") for switch in after.switches),
    )
    assert [name for name in LISTS if getattr(undone, name) != getattr(before, name)] == []
    assert records(undone) == records(before)
    assert_records_stand(before, undone)
