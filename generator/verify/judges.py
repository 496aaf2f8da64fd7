"""Judges of rendered files: each runs one real program, and none is a look-alike of it. The manifest comes before all of them.

A tree may come from a pull request, and its manifest with it: no file is executed, and what would make a program fetch, load or
start something is refused before the program sees it.
"""

import hashlib
import os
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Callable
from functools import cache
from pathlib import Path

from generator.render.tree import MANIFEST
from generator.source.broken import said_of, why_not_run
from generator.source.reading import ReadingError
from generator.verify import admitted
from generator.verify.balancers import balancers
from generator.verify.beegfs import beegfs
from generator.verify.boxes import boxes
from generator.verify.drives import drives
from generator.verify.ends import ends
from generator.verify.lustre.judge import lustre
from generator.verify.names.judge import resolution
from generator.verify.nvue import nvue
from generator.verify.object_stores import object_stores
from generator.verify.pairs import nfs_pairs, pacemaker
from generator.verify.programs import each as _each
from generator.verify.programs import find, start
from generator.verify.programs import run as _run
from generator.verify.reach.edge import edge
from generator.verify.reach.judge import reachability
from generator.verify.reach.leaks import leaks
from generator.verify.scale.judge import storage_scale
from generator.verify.settings.judge import settings
from generator.verify.tree_files import MOST_BYTES, files_below, not_fit, read_manifest
from generator.verify.verdict import Verdict
from generator.verify.watch import alerts, metrics, notifications


def manifest(tree: Path) -> Verdict:
    """Hold every file against the manifest's hash."""
    name, note = "manifest", "sha256"
    try:
        entries = read_manifest(tree / MANIFEST)
    except ReadingError as error:
        return Verdict(name, 0, ran=True, note=note, faults=[f"{MANIFEST} {error.reason}"])
    faults = [fault for path, entry in entries.items() if (fault := _changed(tree / path, path, entry["sha256"]))]
    faults += [f"{path} does not belong to this tree" for path in sorted(files_below(tree) - set(entries) - {MANIFEST})]
    return Verdict(name, len(entries), ran=True, note=note, faults=faults)


def plain(tree: Path) -> Verdict:
    """Refuse what no reader may open: a link leads out of the tree, a device has no end, a pipe waits."""
    faults = not_fit(tree)
    return Verdict("files", len(faults), ran=True, note="plain files only", faults=faults)


def _changed(file: Path, path: str, digest: str) -> str:
    """Return how a file differs from the rendered one; empty where it does not."""
    if not os.path.lexists(file):
        return f"{path} is missing"
    if file.is_symlink() or not file.is_file():
        return f"{path} is not a regular file, but was when it was written"
    if file.stat().st_size > MOST_BYTES:
        return f"{path} is larger than any file that clustergen writes"
    try:
        with file.open("rb") as content:
            found = hashlib.file_digest(content, "sha256").hexdigest()
    except OSError as error:
        return f"{path} {said_of(error)}"
    return "" if found == digest else f"{path} was changed after it was written"


def frr(tree: Path) -> Verdict:
    """Check every frr.conf with FRR's check mode: many at a time, and one by one where a batch has errors."""
    files = sorted(tree.glob("switches/*/frr.conf"))
    texts = {file: file.read_bytes() for file in files} if find("vtysh") else {}
    odd = {file: admitted.frr(text.decode("utf-8")) for file, text in texts.items()}
    fit = [file for file in texts if not odd[file]]
    part_of = {file: number // _AT_ONCE for number, file in enumerate(fit)}

    @cache
    def takes_part(program: str, part: int) -> bool:
        return _takes_all(program, [texts[file] for file in fit[part * _AT_ONCE :][:_AT_ONCE]])

    def read(file: Path, program: str) -> str:
        if odd[file] or takes_part(program, part_of[file]):
            return odd[file]
        return _vtysh(program, texts[file])

    return _each("frr", files, "vtysh", "apt-get install frr", read)


_AT_ONCE = 100
"""Files of FRR that one vtysh reads: it takes 20 ms to start and one for a file."""
_FROM_THE_TOP = b"hostname clustergen\n"
"""A command that leaves any block at the end of a file."""
_LAST = "clustergen-has-read-all"
"""Not a command: vtysh's complaint about it shows that it has read the whole file."""


def _takes_all(program: str, texts: list[bytes]) -> bool:
    """Whether vtysh reads files to the end, one after the other, and complains of nothing in them."""
    whole = b"".join(_FROM_THE_TOP + text + b"\n" for text in texts)
    said = _vtysh(program, whole + _LAST.encode() + b"\n")
    lines = whole.count(b"\n") + 1
    return said.startswith(f"line {lines}: ") and said.endswith(_LAST)


def _vtysh(program: str, text: bytes) -> str:
    """Return the complaints of vtysh about a configuration in its check mode."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "frr.conf").write_bytes(text)
        (Path(folder) / "vtysh.conf").touch()
        return _run([program, "-C", "--config_dir", folder])


def inventory(tree: Path) -> Verdict:
    """Judge by Ansible: it reads a copy of the inventory as YAML, and warnings count as faults. Nothing of it is executed, regardless of file modes."""

    def read(file: Path, program: str) -> str:
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder)
            (home / "ansible.cfg").touch()
            for source in sorted(file.parent.rglob("*.yml")):
                copy = home / "inventory" / source.relative_to(file.parent)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, copy)  # the content alone
            (home / "python").mkdir()
            (home / "python" / "sitecustomize.py").write_text(_NO_SEARCH)
            own = {
                "ANSIBLE_CONFIG": f"{home}/ansible.cfg",
                "ANSIBLE_INVENTORY_ENABLED": "yaml",
                "PYTHONPATH": f"{home}/python",
            }
            return _run(
                [program, "-i", f"{home}/inventory/hosts.yml", "--list", "--export"], said=True, home=folder, more=own
            )

    return _each(
        "ansible", tree.glob("ansible/inventory/hosts.yml"), "ansible-inventory", "pip install ansible-core", read
    )


_NO_SEARCH = "import gc; gc.disable()"
"""Disables garbage collection in Ansible: searching for cycles takes a third of its time, and the data lives until its end."""


def graphs(tree: Path) -> Verdict:
    """Judge by Graphviz: its parser reads the graph, without a layout."""
    return _each(
        "dot",
        tree.glob("cabling/*.dot"),
        "gc",
        "apt-get install graphviz",
        lambda file, program: _run([program, str(file)]),
    )


def kustomize(tree: Path) -> Verdict:
    """Judge by kubectl: it builds the manifests, once all of them are known to use files of the tree alone."""
    home = tree / "kubernetes"
    files = sorted(home.rglob("kustomization.yaml"))
    if faults := admitted.kustomizations(home):
        return Verdict("kubernetes", len(files), ran=True, note="kustomizations", faults=faults)

    def read(file: Path, program: str) -> str:
        return _run([program, "kustomize", str(file.parent)], more={"PATH": "/nonexistent"})  # no git to fetch with

    return _each("kubernetes", files, "kubectl", "apt-get install kubernetes-client", read)


def opensm(tree: Path) -> Verdict:
    """Judge by opensm: it reads its options, and reports each unknown key or value. Options of UFM are for another program."""

    def read(file: Path, program: str) -> str:
        with tempfile.TemporaryDirectory() as folder:
            command = [program, "-F", str(file), "-f", f"{folder}/log", "-c", f"{folder}/options"]
            try:
                said = start(command, home=folder).stdout
            except (OSError, subprocess.SubprocessError) as error:
                return why_not_run(error)
        return "; ".join(line.strip() for line in said.splitlines() if "Unrecognized" in line or "-E-" in line)

    files = (file for file in tree.glob("infiniband/*/opensm.conf") if (file.parent / "partitions.conf").is_file())
    return _each("opensm", files, "opensm", "apt-get install opensm", read)


def names(tree: Path) -> Verdict:
    """Judge by BIND: it reads every zone, and warnings count as faults. Names of other zones are not looked up."""
    strict = ["-i", "local", *(part for flag in "knrSM" for part in (f"-{flag}", "fail"))]

    def read(file: Path, program: str) -> str:
        if odd := admitted.zone(file.read_text("utf-8")):
            return odd
        command = [program, *strict, file.name.removesuffix(".zone"), str(file)]
        try:
            done = start(command)
        except (OSError, subprocess.SubprocessError) as error:
            return why_not_run(error)
        said = (done.stdout + done.stderr).splitlines()
        faults = "; ".join(line for line in said if line != "OK" and "loaded serial" not in line)
        return faults or (f"exit {done.returncode}" if done.returncode else "")

    return _each("dns", tree.glob("provisioning/dns/*.zone"), "named-checkzone", "apt-get install bind9-utils", read)


def leases(tree: Path) -> Verdict:
    """Judge by Kea: it reads its configuration, without the ports of control hosts, which this machine does not have."""

    def read(file: Path, program: str) -> str:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / file.name
            text, odd = admitted.kea(file.read_text(encoding="utf-8"))
            if odd:
                return odd
            copy.write_text(text, encoding="utf-8")
            return _run([program, "-t", str(copy)])

    return _each("dhcp", tree.glob("provisioning/kea/*.conf"), "kea-dhcp4", "apt-get install kea-dhcp4-server", read)


def drawings(tree: Path) -> Verdict:
    """Parse every drawing as XML."""
    files = sorted([*tree.glob("docs/*.svg"), *tree.glob("cabling/ports/*.svg")])
    faults = []
    for file in files:
        content = file.read_bytes()
        if odd := admitted.markup(content):
            faults.append(f"{file.relative_to(tree)}: {odd}")
            continue
        try:
            ET.fromstring(content)  # noqa: S314  (without a document type there are no entities)
        except ET.ParseError as error:
            faults.append(f"{file.relative_to(tree)} {said_of(error)}")
    return Verdict("drawings", len(files), ran=True, note="XML", faults=faults)


Judge = Callable[[Path], Verdict]
PROGRAMS: tuple[Judge, ...] = (
    frr,
    nvue,
    inventory,
    kustomize,
    graphs,
    opensm,
    names,
    leases,
    alerts,
    notifications,
    metrics,
    pacemaker,
    drawings,
)
"""Judges of some kind of file each, most of them by a program."""
READERS: tuple[Judge, ...] = (
    ends,
    boxes,
    settings,
    resolution,
    lustre,
    beegfs,
    storage_scale,
    nfs_pairs,
    drives,
    balancers,
    object_stores,
    reachability,
    leaks,
    edge,
)
"""Judges of the whole tree, which read the plan and the files of every device."""
JUDGES = (*PROGRAMS, *READERS)
