"""A tree as a running twin: what comes up is decided and stated first, and everything is removed at the end."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from generator.plan.counts import counted
from generator.twin import bfd, frr
from generator.twin.bed import Bed
from generator.twin.design import Design
from generator.twin.memory import available_mib, chosen_hosts
from generator.twin.needs import environment
from generator.twin.running import Running
from generator.twin.sample_tree import SampleTree
from generator.twin.scope import read_scope


def prepare(root: Path, most_hosts: int | None, wait_s: float, bfd_ms: int | None = None) -> tuple[Running, str]:
    """Read a tree, and choose the parts to start. Return it, and its memory, as text. `bfd_ms`: by default what the cores can process.

    Raises TwinError: no part of it can run here.
    """
    scope = read_scope(root)
    whole = SampleTree(root, scope.fabrics)
    hosts, said = chosen_hosts(whole, most_hosts, available_mib(), frr.release())
    tree = SampleTree(root, scope.fabrics, frozenset(hosts))
    bed = Bed(tree, environment())
    bed.bfd_ms = bfd_ms or bfd.interval_ms(2 * len(bed.links))
    running = Running(root, bed, scope, Design(root), wait_s)
    running.left_out = parts_left_out(running)
    return running, said


def parts_left_out(running: Running) -> list[tuple[str, str]]:
    """Return every part of the tree of a running twin that is not up, with the reason."""
    root, hosts = running.root, running.bed.hosts
    whole = SampleTree(root, running.scope.fabrics)
    everyone = whole.everyone()
    left_out = [*running.scope.left_out]
    if uplinks := running.design.uplinks:
        left_out.append((f"connections to the site ({', '.join(uplinks)})", "its routers are not in the tree"))
    if slower := bfd.text(2 * len(running.bed.links), running.bed.bfd_ms):
        left_out.append((f"BFD every {bfd.FILE_MS} ms", slower))
    if len(hosts) < len(everyone):
        left_out.append((counted(len(everyone) - len(hosts), "host"), "the hosts that are up are a sample"))
    if bare := whole.bare():
        left_out.append((f"{', '.join(bare[:4])}{f' and {len(bare) - 4} more' if len(bare) > 4 else ''}", "no netplan file of the tree configures its network"))  # fmt: skip
    if tagged := [host for host in hosts if whole.tags(host)]:
        left_out.append((f"tagged VLANs of {counted(len(tagged), 'host')}", "the twin has no 802.1Q"))
    return left_out


@contextlib.contextmanager
def opened(running: Running) -> Iterator[None]:
    """Make the place where everything runs, and remove it at the end."""
    with running.bed:
        yield
