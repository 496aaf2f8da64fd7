"""What the inventory says of a group's hardware: the catalog's facts and no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from generator.catalog.model import Host as HostModel
from generator.render.inventory_hosts import hardware_facts
from tests.conftest import EXAMPLES
from tests.ours import CATALOG

if TYPE_CHECKING:
    from collections.abc import Callable

    from generator.plan.draft import Draft


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_group_has_what_its_model_states(name: str, plans: Callable[[str], Draft]) -> None:
    """Each fact is the catalog's, what is null there has no key, and an appliance has nothing."""
    plan = plans(name)
    for group in {host.group for host in plan.hosts}:
        host = next(each for each in plan.hosts if each.group == group)
        model = CATALOG.get(HostModel, host.model)
        facts = hardware_facts(plan, group)
        if model.appliance:
            assert facts == {}
            continue
        hardware = facts["hardware"]
        assert hardware["gpus"]["count"] == model.gpu_count
        assert hardware.get("memory_gb") == model.memory_gb
        assert ("cpu" in hardware) == (model.cpu is not None)
        assert None not in hardware.get("cpu", {}).values()
        assert {port["name"]: port.get("pci") for port in hardware["ports"]} == {
            port.name: port.pci
            for port in model.ports
            if port.name != "bmc" and (port.roles is None or host.role in port.roles)
        }
    assert hardware_facts(plan, "no-such-group") == {}


def test_assumptions_of_a_profile_are_named(plans: Callable[[str], Draft]) -> None:
    """A plain server's figures are nobody's promise; a product's are its maker's."""
    plan = plans("roce-16")
    assert {"cpu", "memory_gb", "local_nvme"} <= set(hardware_facts(plan, "control")["hardware"]["assumed"])
    assert hardware_facts(plan, "gpu")["hardware"]["assumed"] == []


def test_more_hosts_change_nothing(plans: Callable[[str], Draft]) -> None:
    """The facts are of the model: growth leaves the file alone."""
    assert hardware_facts(plans("roce-16"), "gpu") == hardware_facts(plans("roce-256"), "gpu")
