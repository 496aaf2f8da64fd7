"""More hosts, of every group at once, one by one or in steps, in every form: what is there stands."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from tests.growth.forms import FORMS, PLACED, PODS, Form, plan_of, walks
from tests.growth.records import assert_records_stand


@tries(260)
@given(walk=walks(FORMS, steps=2))
def test_any_counts_to_any_larger_ones(walk: tuple[Form, list[dict[str, int]]]) -> None:
    """From any size to any larger one."""
    form, sizes = walk
    before, after = (plan_of(form.at(counts)) for counts in sizes)
    assert_records_stand(before, after)


@tries(50)
@given(walk=walks(FORMS, steps=4))
def test_in_steps(walk: tuple[Form, list[dict[str, int]]]) -> None:
    """Every step holds, and the first plan stands in the last one."""
    form, sizes = walk
    plans = [plan_of(form.at(counts)) for counts in sizes]
    for before, after in (*pairwise(plans), (plans[0], plans[-1])):
        assert_records_stand(before, after)


@tries(6)
@given(walk=walks([PODS], steps=2))
def test_over_pods(walk: tuple[Form, list[dict[str, int]]]) -> None:
    """Three tiers: pods bring leaves and spines of their own, and the second one the cores."""
    form, sizes = walk
    before, after = (plan_of(form.at(counts)) for counts in sizes)
    assert_records_stand(before, after)


@tries(110)
@given(
    form=st.sampled_from(PLACED),
    first=st.sets(st.integers(1, 32), max_size=20),
    more=st.sets(st.integers(1, 32), max_size=20),
)
def test_in_any_order(form: Form, first: set[int], more: set[int]) -> None:
    """Whichever places are taken first."""
    assert_records_stand(plan_of(form.with_places(first)), plan_of(form.with_places(first | more)))
