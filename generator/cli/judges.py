"""Judges of rendered files: each runs one real program, and none is a look-alike of it."""

import hashlib
import json
import re
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

from generator.cli.ends import ends
from generator.cli.nvue import nvue
from generator.cli.programs import SECONDS as _SECONDS
from generator.cli.programs import each as _each
from generator.cli.programs import run as _run
from generator.cli.reach.judge import reachability
from generator.cli.tree_files import files_below
from generator.cli.verdict import Verdict
from generator.cli.watch import alerts, metrics, notifications
from generator.render.tree import MANIFEST


def manifest(tree: Path) -> Verdict:
    """Hold every file against the manifest's hash."""
    faults = []
    try:
        entries = json.loads((tree / MANIFEST).read_text(encoding="utf-8"))["files"]
    except (OSError, ValueError, KeyError) as error:
        return Verdict(
            "manifest", 0, ran=True, note="sha256", faults=[f"{MANIFEST} cannot be read: {type(error).__name__}"]
        )
    for path, entry in entries.items():
        file = tree / path
        if not file.is_file():
            faults.append(f"{path} is missing")
        elif hashlib.sha256(file.read_bytes()).hexdigest() != entry["sha256"]:
            faults.append(f"{path} was changed after it was written")
    faults += [f"{path} is not of this tree" for path in sorted(files_below(tree) - set(entries) - {MANIFEST})]
    return Verdict("manifest", len(entries), ran=True, note="sha256", faults=faults)


def frr(tree: Path) -> Verdict:
    """Let FRR read every frr.conf in its check mode."""

    def read(file: Path, program: str) -> str:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(file, Path(folder) / "frr.conf")
            (Path(folder) / "vtysh.conf").touch()
            return _run([program, "-C", "--config_dir", folder])

    return _each("frr", tree.glob("switches/*/frr.conf"), "vtysh", "apt-get install frr", read)


def inventory(tree: Path) -> Verdict:
    """Let Ansible read the inventory, warnings counting as faults."""

    def read(file: Path, program: str) -> str:
        return _run([program, "-i", str(file), "--list"], said=True)

    return _each(
        "ansible", tree.glob("ansible/inventory/hosts.yml"), "ansible-inventory", "pip install ansible-core", read
    )


def graphs(tree: Path) -> Verdict:
    """Let Graphviz read the graph (its parser alone, without a layout)."""
    return _each(
        "dot",
        tree.glob("cabling/*.dot"),
        "gc",
        "apt-get install graphviz",
        lambda file, program: _run([program, str(file)]),
    )


def kustomize(tree: Path) -> Verdict:
    """Let kubectl build the manifests."""
    return _each(
        "kubernetes",
        tree.glob("kubernetes/**/kustomization.yaml"),
        "kubectl",
        "apt-get install kubernetes-client",
        lambda file, program: _run([program, "kustomize", str(file.parent)]),
    )


def opensm(tree: Path) -> Verdict:
    """Let opensm read its options: it says which key or value it does not know. UFM's are for another program."""

    def read(file: Path, program: str) -> str:
        with tempfile.TemporaryDirectory() as folder:
            command = [program, "-F", str(file), "-f", f"{folder}/log", "-c", f"{folder}/options"]
            try:
                said = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=False).stdout  # noqa: S603
            except (OSError, subprocess.TimeoutExpired) as error:
                return str(error)
        return "; ".join(line.strip() for line in said.splitlines() if "Unrecognized" in line or "-E-" in line)

    files = (file for file in tree.glob("infiniband/*/opensm.conf") if (file.parent / "partitions.conf").is_file())
    return _each("opensm", files, "opensm", "apt-get install opensm", read)


def names(tree: Path) -> Verdict:
    """Let BIND read every zone, its warnings counting as faults; names of other zones are not looked up."""
    strict = ["-i", "local", *(part for flag in "knrSM" for part in (f"-{flag}", "fail"))]

    def read(file: Path, program: str) -> str:
        command = [program, *strict, file.name.removesuffix(".zone"), str(file)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=False)  # noqa: S603
        except (OSError, subprocess.TimeoutExpired) as error:
            return str(error)
        said = (done.stdout + done.stderr).splitlines()
        faults = "; ".join(line for line in said if line != "OK" and "loaded serial" not in line)
        return faults or (f"exit {done.returncode}" if done.returncode else "")

    return _each("dns", tree.glob("provisioning/dns/*.zone"), "named-checkzone", "apt-get install bind9-utils", read)


def leases(tree: Path) -> Verdict:
    """Let Kea read its configuration, without the ports of control hosts, which this machine does not have."""

    def read(file: Path, program: str) -> str:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / file.name
            text = file.read_text(encoding="utf-8")
            copy.write_text(re.sub(r'"interfaces": \[[^]]*\]', '"interfaces": []', text, count=1), encoding="utf-8")
            return _run([program, "-t", str(copy)])

    return _each("dhcp", tree.glob("provisioning/kea/*.conf"), "kea-dhcp4", "apt-get install kea-dhcp4-server", read)


def drawings(tree: Path) -> Verdict:
    """Parse every drawing as XML."""
    files = sorted([*tree.glob("docs/*.svg"), *tree.glob("cabling/ports/*.svg")])
    faults = []
    for file in files:
        try:
            ET.parse(file)  # noqa: S314  (our own output, without entities)
        except ET.ParseError as error:
            faults.append(f"{file.relative_to(tree)}: {error}")
    return Verdict("drawings", len(files), ran=True, note="XML", faults=faults)


JUDGES: tuple[Callable[[Path], Verdict], ...] = (
    manifest,
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
    drawings,
    ends,
    reachability,
)
