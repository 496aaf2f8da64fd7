"""`fail WHAT...`: a switch, a host or a cable fails."""

from generator.plan.counts import counted
from generator.twin.answer import Answer, TwinError
from generator.twin.command import Command
from generator.twin.running import Running

MOST_PARTS = 16


def _fail(running: Running, *parts: str) -> Answer:
    bed = running.bed
    if again := [part for part in parts if part in bed.failed()]:
        raise TwinError(f"{', '.join(again)} has failed already")
    before = {nic for nic, _ in bed.host_links if bed.lit(nic)}
    bed.fail(**sorted_parts(running, parts))
    seconds, faults = running.settle()
    dark = sorted(before - {nic for nic, _ in bed.host_links if bed.lit(nic)}, key=str)
    hosts = sorted({nic.device for nic in dark})
    cut = sum(1 for link in bed.links if link.cable in parts or {link.a.device, link.b.device} & set(parts))
    state = (
        f"routes as designed after {seconds:.1f} s"
        if not faults
        else f"routes differ from the design after {seconds:.1f} s"
    )
    lines = [f"{counted(cut, 'link')} between switches and {counted(len(dark), 'link')} to hosts are down"]
    if hosts:
        shown = ", ".join(map(str, dark[:8])) + (f" and {len(dark) - 8} more" if len(dark) > 8 else "")
        lines.append(f"{counted(len(hosts), 'host')} without a carrier on {counted(len(dark), 'port')}: {shown}")
    lines += running.notes()
    lines.append("`reach` compares who still answers with the design")
    more = {
        "failed": bed.failed(),
        "links_down": cut,
        "host_ports_down": [str(nic) for nic in dark],
        "seconds": round(seconds, 1),
    }
    return Answer(command=f"fail {' '.join(parts)}", summary=f"{', '.join(parts)} failed; {state}", lines=lines, faults=faults, more=more)  # fmt: skip


def sorted_parts(running: Running, parts: tuple[str, ...]) -> dict[str, list[str]]:
    """Return the parts by their kind: a name may be a device's or a cable's."""
    bed = running.bed
    return {
        "switches": [part for part in parts if part in bed.switches],
        "hosts": [part for part in parts if part in bed.hosts],
        "cables": [part for part in parts if part in bed.cables],
    }


COMMAND = Command(
    name="fail",
    usage="fail DEVICE|CABLE ...",
    help="Let switches, hosts or cables fail, and wait for the routes without them.",
    place=6,
    run=_fail,
    kinds=("part",) * MOST_PARTS,
    least=1,
)
