"""Slurm: hosts of slurm.conf and topology.conf, and the partitions that they are in (slurm.conf(5), topology.conf(5))."""

import re
from collections.abc import Iterator

from generator.adopt.source_file import Format, Options, SourceError, SourceFile
from generator.adopt.survey import Survey

_LINE = re.compile(r"(NodeName|PartitionName|SwitchName|BlockName)=(\S+)", re.IGNORECASE)
_NODES = re.compile(r"\bNodes=(\S+)", re.IGNORECASE)
_KNOWN = re.compile(
    r"^\s*(SlurmctldHost|ClusterName|NodeName|PartitionName|SwitchName|BlockName)\s*=", re.IGNORECASE | re.MULTILINE
)
_NAMES = {"slurm.conf", "topology.conf"}
_MOST = 100_000


def expand(text: str) -> Iterator[str]:
    """Yield the names of a hostlist: `node[017-018,020],dgx-a01`.

    Raises:
        SourceError: brackets that do not end, or more names than a site has.
    """
    for word in re.findall(r"(?:[^,\[\]]|\[[^\]]*\])+", text):
        found = re.fullmatch(r"([^\[\]]*)\[([^\]]*)\](.*)", word)
        if found is None:
            yield word
            continue
        for span in found[2].split(","):
            first, _, last = span.partition("-")
            if not first.isdigit() or not (last or first).isdigit() or len(last or first) > 9:
                raise SourceError(f"has an invalid hostlist: {word[:60]}")
            if int(last or first) - int(first) > _MOST:
                raise SourceError(f"has a range of {int(last) - int(first):,} hosts")
            for number in range(int(first), int(last or first) + 1):
                yield from (
                    (f"{found[1]}{number:0{len(first)}d}{rest}" for rest in expand(found[3]) or ("",))
                    if found[3]
                    else (f"{found[1]}{number:0{len(first)}d}",)
                )


def _recognises(file: SourceFile, options: Options) -> bool:
    del options
    return file.path.suffix == ".conf" and (
        bool(_KNOWN.search(file.text)) or (file.path.name in _NAMES and _is_empty(file))
    )


def _is_empty(file: SourceFile) -> bool:
    """Whether a file has comments alone: a `topology.conf` where `topology.yaml` is used, or hosts have no topology."""
    return not any(line.partition("#")[0].strip() for line in file.text.splitlines())


def _read(file: SourceFile, survey: Survey, options: Options) -> None:
    del options
    text = file.text.replace("\\\n", "  ")  # a line may go on (slurm.conf(5)); its number is that of where it begins
    for number, line in enumerate(text.splitlines(), 1):
        said = line.partition("#")[0].strip()
        found = _LINE.match(said)
        if not found:
            continue
        nodes = found[2] if found[1].lower() == "nodename" else (_NODES.search(said) or [""] * 2)[1]
        for name in expand(nodes) if nodes.lower() not in {"all", "default", ""} else ():
            device = survey.device(name, file.place(number))
            if device and found[1].lower() == "partitionname":
                survey.belongs(device, found[2], file.place(number))


FORMAT = Format("slurm", "configuration of Slurm", _recognises, _read)
