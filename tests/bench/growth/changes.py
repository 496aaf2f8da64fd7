"""The four changes, for tools whose user writes down every switch: names in the order of the file."""

from dataclasses import dataclass

APPEND, INSERT, SPINE, REMOVE = "append a leaf", "insert a leaf", "add a spine", "remove a leaf"
CHANGES = (APPEND, INSERT, SPINE, REMOVE)


@dataclass(frozen=True, slots=True)
class Listing:
    """The switches of a leaf-spine fabric, in the order in which they are written."""

    spines: tuple[str, ...]
    leaves: tuple[str, ...]


def listing(leaves: int, spines: int) -> Listing:
    """Return the fabric before any change."""
    return Listing(_names("spine", spines), _names("leaf", leaves))


def changed(old: Listing) -> dict[str, Listing]:
    """Return the fabric after each change. A newcomer has the next number in its name, wherever it is written."""
    half, new = len(old.leaves) // 2, f"leaf{len(old.leaves) + 1}"
    return {
        APPEND: Listing(old.spines, (*old.leaves, new)),
        INSERT: Listing(old.spines, (*old.leaves[:half], new, *old.leaves[half:])),
        SPINE: Listing((*old.spines, f"spine{len(old.spines) + 1}"), old.leaves),
        REMOVE: Listing(old.spines, (*old.leaves[: half - 1], *old.leaves[half:])),
    }


def _names(stem: str, count: int) -> tuple[str, ...]:
    return tuple(f"{stem}{number}" for number in range(1, count + 1))
