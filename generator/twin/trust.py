"""Whether a tree may be used: root reads it here, and FRR loads its files."""

from pathlib import Path

from generator.twin.answer import TwinError
from generator.verify.judges import manifest, plain
from generator.verify.tree_files import no_tree


def refuse_changed(root: Path, *, changed: bool) -> None:
    """Compare a tree with its manifest, as `check` does; `changed` uses it although files differ. Raises TwinError: it has links or devices, or differs."""
    if why := no_tree(root):
        raise TwinError(why)
    if faults := plain(root).faults:
        raise TwinError(f"{faults[0]}: remove it")
    faults = manifest(root).faults
    if faults and not changed:
        more = f" and {len(faults) - 1} more" if len(faults) > 1 else ""
        raise TwinError(f"{faults[0]}{more}: render the tree again, or use it as it is with --changed")
