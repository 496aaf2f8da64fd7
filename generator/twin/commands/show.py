"""`show`: running, failed and omitted parts."""

from collections import Counter

from generator.plan.counts import counted
from generator.twin.answer import Answer
from generator.twin.command import Command
from generator.twin.running import Running
from generator.twin.scope import NEVER


def _show(running: Running) -> Answer:
    bed = running.bed
    links = Counter(link.fabric for link in bed.links)
    ports = Counter(bed.fabric_of[nic] for nic, _ in bed.host_links)
    failed = bed.failed()
    lines = [
        f"{fabric}: {counted(links[fabric], 'link')} between switches, {counted(ports[fabric], 'link')} to hosts"
        for fabric in running.scope.fabrics
    ]
    lines.append(f"failed: {', '.join(failed) if failed else 'nothing'}")
    lines += [f"not brought up: {part}: {reason}" for part, reason in (*running.left_out, *NEVER)]
    size = f"{counted(len(bed.switches), 'switch', 'switches')}, {counted(len(bed.hosts), 'host')}"
    more = {
        "fabrics": {
            name: {"links_between_switches": links[name], "links_to_hosts": ports[name]}
            for name in running.scope.fabrics
        },
        "switches": list(bed.switches),
        "hosts": list(bed.hosts),
        "failed": failed,
        "not_brought_up": [list(each) for each in (*running.left_out, *NEVER)],
    }
    return Answer(command="show", summary=f"{running.root.name}: {size}", lines=lines, more=more)


COMMAND = Command(
    name="show", usage="show", help="Show what is up, what has failed, and what is not brought up.", place=1, run=_show
)
