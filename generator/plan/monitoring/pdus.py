"""Power strips that are read by SNMP, with limits of the plan: the current of a line, and the power of a rack."""

from collections.abc import Iterator

from generator.plan.monitoring.extra import asked
from generator.plan.monitoring.readings import PduLimit, PduReading, RackBudget
from generator.plan.monitoring.records import Target
from generator.plan.monitoring.switches import watching_hosts
from generator.plan.pdus import BMC
from generator.plan.plan import Plan
from generator.plan.power.loads import rack_loads, unpowered
from generator.plan.records import Host

EXPORTER = "pdu"
PDU_AUTH, PDU_MODULE = "pdu", "pdu"
"""Names in snmp.yml of the credentials of strips, and of their tables."""
SLOWEST = 30
"""Seconds between two questions: ours. A card reads its sensors by a bus, and answers table by table."""
_CONTROL, _PORT = "management/control", 161


def reads_pdus(plan: Plan) -> PduReading | None:
    """Return the settings by which strips are read; None where the spec does not enable it, or control hosts do not reach them."""
    management, watching = plan.site.power.pdu_management, watching_hosts(plan)
    if not asked(plan, EXPORTER) or management is None or not plan.pdus or not watching:
        return None
    makers = {pdu.maker for pdu in plan.pdus}
    reached = _CONTROL in plan.access.zone and BMC in plan.access.zone and all(host.management for host in watching)
    if "" in makers or not reached or not plan.access.may(_CONTROL, BMC, "udp", _PORT):
        return None
    return PduReading(maker=makers.pop(), user=management.user)


def read_pdus(plan: Plan) -> Iterator[Target]:
    """Yield every strip that is read."""
    for pdu in plan.pdus if reads_pdus(plan) else ():
        yield Target(address=pdu.address, labels={"instance": pdu.name, "rack": pdu.rack, "feed": pdu.feed})


def pdu_limits(plan: Plan, host: Host) -> tuple[PduLimit, ...]:
    """Return the continuous current limit of a line of each strip, as monitoring hosts report it; empty where the circuit is not stated."""
    circuit = plan.site.circuit
    if host.role != "control" or circuit is None or not reads_pdus(plan):
        return ()
    amps = round(circuit.amps * circuit.derating, 3)
    return tuple(PduLimit(pdu=pdu.name, amperes=amps) for pdu in plan.pdus)


def rack_budgets(plan: Plan, host: Host) -> tuple[RackBudget, ...]:
    """Return the planned maximum power of each rack with such strips, W; a rack with a device whose power no document states has no budget."""
    if host.role != "control" or not reads_pdus(plan):
        return ()
    loads, unknown = rack_loads(plan), unpowered(plan)
    open_ = {device.rack for device in plan.devices if device.model in unknown or device.name in unknown}
    racks = dict.fromkeys(pdu.rack for pdu in plan.pdus)
    return tuple(RackBudget(rack=rack, watts=round(loads[rack].power_w)) for rack in racks if rack not in open_)
