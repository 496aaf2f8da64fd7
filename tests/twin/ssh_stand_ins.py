"""Stand-ins on hosts for Ansible: commands that need hardware, and packages that no mirror is asked for. They prove what a role asks for, no more.

A command takes the place where the real one is, or /usr/bin where there is none, so that absolute paths in unit files meet it too. Each call is a
line of /var/log/stand-ins. What a command prints is a text given by name; it always succeeds, unless `fails` names it.
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

LOG = "/var/log/stand-ins"
COMMANDS: Mapping[str, str] = dict.fromkeys(
    (
        # NVIDIA's and NIC vendors' tools
        *("nvidia-smi", "dcgmi", "mlnx_qos", "mlxconfig", "mlxfwmanager", "mst", "cma_roce_mode", "cma_roce_tos", "ibdev2netdev"),
        *("bnxt_setupcc.sh", "nicctl", "setpci"),
        # the machine's kernel, its modules, devices and boot loader
        *("modprobe", "update-grub", "update-initramfs", "udevadm"),
    ),
    "",
)  # fmt: skip
"""What each prints, nothing unless a test says so."""


def command(prints: str = "", code: int = 0) -> str:
    """The text of a command that notes how it was called, prints and exits."""
    said = f"printf '%s\\n' {shlex.quote(prints)}\n" if prints else ""
    return f'#!/bin/sh\n{{ printf "%s" "${{0##*/}}"; [ $# = 0 ] || printf " %s" "$@"; echo; }} >>{LOG}\n{said}exit {code}\n'


def place(texts: Mapping[str, str]) -> str:
    """A shell script for the host, which puts commands where the real ones are."""
    return _PLACE + "".join(f"place {shlex.quote(name)} {shlex.quote(text)}\n" for name, text in texts.items())


_PLACE = f"""
set -e
touch {LOG}
place() {{
  real=$(command -v -- "$1") || real=/usr/bin/$1
  rm -f "$real"
  printf %s "$2" >"$real"
  chmod 755 "$real"
}}
"""

_PACKAGE = """
set -e
mkdir -p /var/lib/stand-ins
cd /var/lib/stand-ins
build=$(mktemp -d)
mkdir $build/DEBIAN
chmod 755 $build
file() {{
  mkdir -p "$build/${{2%/*}}"
  printf %s "$3" >"$build/$2"
  chmod "$1" "$build/$2"
}}
{files}
dpkg-deb --root-owner-group -b $build {name} >/dev/null
rm -r $build
{{ cat Packages 2>/dev/null || :; dpkg-deb -f {name}; echo "Filename: ./{name}"; echo "Size: $(stat -c %s {name})"
  echo "SHA256: $(sha256sum {name} | cut -d' ' -f1)"; echo; }} >Packages.new
mv Packages.new Packages
echo 'deb [trusted=yes] file:/var/lib/stand-ins ./' >/etc/apt/sources.list.d/stand-ins.list
apt-get -qq update
"""


def package(name: str, version: str, depends: str = "", files: Mapping[str, str] | None = None) -> str:
    """A shell script for the host: a package in a repository of the host's own, so that apt really installs it. Empty, or with these files by path.

    A text that begins with `#!` is a program; another version of a package is put beside those that are there.
    """
    said = {"DEBIAN/control": _control(name, version, depends), **(files or {})}
    lines = [
        f"file {755 if text.startswith('#!') else 644} {shlex.quote(path.lstrip('/'))} {shlex.quote(text)}"
        for path, text in said.items()
    ]
    return _PACKAGE.format(files="\n".join(lines), name=f"{name}_{version.replace(':', '_')}.deb")


def _control(name: str, version: str, depends: str = "") -> str:
    """The control file of a package."""
    needs = f"Depends: {depends}\n" if depends else ""
    return f"Package: {name}\nVersion: {version}\nArchitecture: all\nMaintainer: test bed <root@localhost>\n{needs}Description: stand-in\n"
