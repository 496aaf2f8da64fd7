"""`grow NEWTREE`: adds the additions of a later tree to the running one."""

from pathlib import Path

from generator.plan.counts import counted
from generator.twin import frr
from generator.twin.answer import Answer, TwinError
from generator.twin.command import Command
from generator.twin.design import Design
from generator.twin.growing import additions
from generator.twin.memory import PART, available_mib, need_of
from generator.twin.open import parts_left_out
from generator.twin.running import Running
from generator.twin.sample_tree import SampleTree
from generator.twin.scope import read_scope
from generator.twin.trust import refuse_changed


def _grow(running: Running, tree: str) -> Answer:
    bed, root = running.bed, Path(tree).resolve()
    if failed := bed.failed():
        raise TwinError(f"{', '.join(failed)} has failed: `heal` before the twin grows")
    refuse_changed(root, changed=running.changed)
    scope = read_scope(root)
    if lost := set(running.scope.fabrics) - set(scope.fabrics):
        raise TwinError(f"{root} has no fabric {', '.join(sorted(lost))} that can be brought up")
    later = _sampled(running, SampleTree(root, scope.fabrics))
    more = additions(bed, later)
    _refuse_short(running, later)
    design, before = Design(root), bed.drops()
    bed.grow(later, more)
    running.root, running.design, running.scope = root, design, scope
    running.left_out = parts_left_out(running)
    seconds, faults = running.settle()
    after = bed.drops()
    faults += [f"the session on {end} was interrupted" for end, times in before.items() if after.get(end) != times]
    added = f"{counted(len(more.switches), 'switch', 'switches')}, {counted(len(more.hosts), 'host')} and {counted(len(more.links) + len(more.host_links), 'link')} added"
    state = f"routes as designed after {seconds:.1f} s" if not faults else f"not as designed after {seconds:.1f} s"
    lines = [
        f"{counted(len(more.lines), 'running switch', 'running switches')} with new lines of frr.conf",
        f"sessions that were up before: {len(before)}, interrupted: {sum(1 for end, times in before.items() if after.get(end) != times)}",
    ]
    figures = {
        "switches": list(more.switches),
        "hosts": list(more.hosts),
        "links": len(more.links) + len(more.host_links),
        "seconds": round(seconds, 1),
    }
    return Answer(
        command=f"grow {tree}", summary=f"{root.name}: {added}; {state}", lines=lines, faults=faults, more=figures
    )


def _sampled(running: Running, later: SampleTree) -> SampleTree:
    """Return the later tree with all new hosts; where the hosts that are up are a sample, with these alone of the earlier ones."""
    earlier = set(SampleTree(running.root, running.scope.fabrics).everyone())
    chosen = [host for host in later.everyone() if host in running.bed.hosts or host not in earlier]
    return SampleTree(later.root, later.fabrics, frozenset(chosen))


def _refuse_short(running: Running, later: SampleTree) -> None:
    release = frr.release()
    now, then = (need_of(tree, tree.everyone(), release) for tree in (running.bed.tree, later))
    budget = round(PART * available_mib())
    if then.mib - now.mib > budget:
        raise TwinError(
            f"memory is short: {then.text()}, which is {then.mib - now.mib:,} MiB more, and {budget:,} MiB may be used"
        )


COMMAND = Command(
    name="grow",
    usage="grow NEWTREE",
    help="Add the further devices of a later tree while everything runs, and report sessions that this interrupts.",
    place=8,
    run=_grow,
    kinds=("tree",),
    least=1,
    adds=True,
)
