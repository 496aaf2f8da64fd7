"""`subnets [WHAT...]`: OpenSM routes the InfiniBand subnets of the tree, whole or without some parts."""

from generator.plan.counts import counted
from generator.twin.answer import Answer, TwinError
from generator.twin.command import Command
from generator.twin.commands.fail import MOST_PARTS
from generator.twin.running import Running
from generator.twin.subnet import Subnet, subnets
from generator.verify.discovered import read_subnet


def _subnets(running: Running, *gone: str) -> Answer:
    folders = subnets(running.root)
    if not folders:
        raise TwinError(f"{running.root} has no InfiniBand subnet that OpenSM manages")
    known = {
        name
        for folder in folders.values()
        for link in read_subnet(folder / "links.csv")
        for name in (link.cable, link.a.device, link.b.device)
    }
    if odd := [name for name in gone if name not in known]:
        raise TwinError(f"no device or cable of an InfiniBand subnet is called {odd[0]!r}")
    lines, faults, more = [], [], {}
    for name, folder in folders.items():
        routed = Subnet(running.bed.bottle, folder, gone).route()
        lines.append(f"{name}: {counted(routed.links, 'link')}, routed by {routed.engine} in {routed.seconds:.1f} s, {'as designed' if not routed.faults else 'not as designed'}")  # fmt: skip
        faults += [f"{name}: {fault}" for fault in routed.faults]
        more[name] = {"links": routed.links, "engine": routed.engine, "seconds": round(routed.seconds, 1)}
    without = f" without {', '.join(gone)}" if gone else ""
    summary = f"OpenSM on ibsim: {counted(len(folders), 'subnet')}{without}, {'as designed' if not faults else 'not as designed'}"
    return Answer(command=" ".join(("subnets", *gone)), summary=summary, lines=lines, faults=faults, more={"subnets": more})  # fmt: skip


COMMAND = Command(
    name="subnets",
    usage="subnets [DEVICE|CABLE ...]",
    help="Let OpenSM route the InfiniBand subnets on simulated switches (ibsim), whole or without these parts.",
    place=9,
    run=_subnets,
    kinds=("subnet",) * MOST_PARTS,
)
