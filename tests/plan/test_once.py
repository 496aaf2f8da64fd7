"""What follows from a plan alone is found once, and goes along where the plan is completed."""

from collections.abc import Callable

from msgspec.structs import replace

from generator.plan.once import once
from generator.plan.plan import Plan

Plans = Callable[[str], Plan]


def test_an_answer_is_found_once_a_plan_and_anew_for_a_changed_one(plans: Plans) -> None:
    """However many ask; a copy with other values has answers of its own."""
    asked: list[str] = []

    @once
    def hosts(plan: Plan) -> int:
        asked.append(plan.name)
        return len(plan.hosts)

    plan = plans("small-4-hosts")
    changed = replace(plan, hosts=plan.hosts[:1])
    assert [hosts(plan), hosts(plan), hosts(changed)] == [len(plan.hosts), len(plan.hosts), 1]
    assert len(asked) == 2


def test_views_go_along_where_a_plan_is_completed(plans: Plans) -> None:
    """They are not made again for the copy that has what is found last."""
    plan = plans("small-4-hosts")
    views = plan.links_of
    completed = plan.completed(waiting_for=("something",))
    assert completed.waiting_for == ("something",)
    assert completed.links_of is views
    assert replace(plan).links_of is not views
