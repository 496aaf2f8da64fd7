"""Accepted means rendered, and rendered means judged: every structured file is read, and the judges that need no program speak."""

import json
from pathlib import Path

import yaml

from generator.verify.ends import ends
from generator.verify.judges import drawings, manifest
from generator.verify.nvue import nvue
from generator.verify.watch import metrics

UNFIT = 98
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Reader(_LOADER):  # type: ignore[misc, valid-type]
    """Reads YAML with the tags that Ansible knows."""


_Reader.add_constructor("!unsafe", lambda loader, node: loader.construct_scalar(node))
_Reader.add_constructor("!vault", lambda loader, node: loader.construct_scalar(node))


def judged(tree: Path) -> int:
    """Return 0 where everything can be read and the judges have no fault, and print what has one."""
    faults = [f"{path.relative_to(tree)}: {fault}" for path in sorted(tree.rglob("*")) if (fault := _unreadable(path))]
    faults += [
        f"{verdict.name}: {fault}"
        for judge in (manifest, drawings, ends, nvue, metrics)
        for verdict in [judge(tree)]
        for fault in verdict.faults
    ]
    print("\n".join(faults))
    return UNFIT if faults else 0


def _unreadable(path: Path) -> str:
    if not path.is_file():
        return ""
    try:
        if path.suffix == ".json":
            json.loads(path.read_text("utf-8"))
        elif path.suffix in {".yml", ".yaml"}:
            for _ in yaml.load_all(path.read_text("utf-8"), Loader=_Reader):
                pass
    except (ValueError, yaml.YAMLError) as error:
        return f"{type(error).__name__}: {error}"
    return ""
