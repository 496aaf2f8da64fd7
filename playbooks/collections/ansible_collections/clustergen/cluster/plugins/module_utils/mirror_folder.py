"""The folder of a mirror: each file as HOST/PATH of its address, as apt-mirror names them."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from urllib.parse import unquote, urlsplit

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.clustergen.cluster.plugins.module_utils.apt_archives import Apt, AptError, Archive, File

_SUFFIXES = {"uncompressed": "", "lzma": ".lzma", "bz2": ".bz2", "gz": ".gz", "xz": ".xz", "lz4": ".lz4", "zst": ".zst"}
# What apt of hosts requests beside a list, where Release names it: descriptions (sources.list(5), `lang`), and the lists of the packages command-not-found
# and appstream (their files in /etc/apt/apt.conf.d). A file that Release names and that cannot be had fails `apt-get update`
_LIST = re.compile(r"(?P<component>.+)/binary-(?P<architecture>[a-z0-9]+)/Packages$")
_BESIDE = ("i18n/Translation-en", "cnf/Commands-{architecture}", "dep11/Components-{architecture}.yml")
# A line of a list of digests in a Release file (Debian's DebianRepository/Format)
_DIGEST = re.compile(r" +([0-9a-f]+) +\d+ +(\S+)$")
# What apt verifies by, and requests lists by where an archive has them so (Acquire-By-Hash): the strongest that Release has
_KINDS = ("SHA256", "SHA512")


class Folder:
    """Fills a folder: `fetched` and `kept` count files of packages, `placed` those of lists; `lost` has what could not be fetched."""

    def __init__(self, module: AnsibleModule, root: str, apt: Apt) -> None:
        """Nothing is made yet."""
        self._module, self._root, self._apt = module, root, apt
        self.fetched = self.kept = self.placed = 0
        self.lost: list[dict[str, str]] = []

    def place(self, address: str) -> str:
        """Return the path of an address.

        Raises:
            AptError: it leads out of the folder.
        """
        parts = urlsplit(address)
        names = [name for name in unquote(parts.path).split("/") if name not in {"", "."}]
        host = parts.netloc.rpartition("@")[2]  # without a user
        if ".." in names or host in {"..", "."}:
            raise AptError(f"{address} leads out of the mirror")
        return os.path.join(self._root, *([host] if host else []), *names)

    def fetch(self, files: list) -> None:
        """Fetch those that do not exist with their digest."""
        for file in sorted(files, key=lambda each: each.address):
            if self._there(self.place(file.address), file):
                self.kept += 1
            elif self._module.check_mode or self._fetched(file):
                self.fetched += 1

    def publish(self, archive: Archive) -> None:
        """Place the lists of an archive, then its signed files: so they are when apt reads them.

        Raises:
            AptError: a list could not be fetched.
        """
        base = archive.base.rstrip("/") + "/"
        with open(archive.signed[0], encoding="utf-8", errors="replace") as file:
            release = file.read()
        by_kind = {kind: _digests(release, kind) for kind in _KINDS}
        listed = by_kind["SHA256"]
        for key, compressions in [(each, order) for own, order in archive.lists.items() for each in _keys(own)]:
            names = [key + _SUFFIXES[each] for each in compressions if each in _SUFFIXES]
            if not (name := next((each for each in names if each in listed), "")):
                continue
            file = File(base + name, f"SHA256:{listed[name]}")
            place = self.place(file.address)
            if not self._there(place, file):
                if not self._fetched(file):
                    raise AptError(f"{file.address} was not fetched: {self.lost[-1]['why']}")
                self.placed += 1
            for kind in (kind for kind in _KINDS if name in by_kind[kind]):
                self._copy(place, os.path.join(os.path.dirname(place), "by-hash", kind, by_kind[kind][name]))
        for path in reversed(archive.signed):  # a signature before what it signs
            self._copy(path, self.place(base + path.rpartition("_")[2]))

    def _there(self, place: str, file: File) -> bool:
        """Return whether a file exists with its digest."""
        if not os.path.isfile(place):
            return False
        digest = hashlib.sha256()
        with open(place, "rb") as content:
            while block := content.read(1 << 20):
                digest.update(block)
        return f"SHA256:{digest.hexdigest()}" == file.digest

    def _fetched(self, file: File) -> bool:
        """Fetch a file beside its place, and move it there; note it as lost where it cannot be had."""
        place = self.place(file.address)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        part = f"{place}.part"
        if why := self._apt.fetch(file, part):
            for left in (part, f"{part}.FAILED"):
                if os.path.exists(left):
                    os.remove(left)
            self.lost.append({"name": file.address, "why": why})
            return False
        os.replace(part, place)
        return True

    def _copy(self, source: str, place: str) -> None:
        """Copy a file to its place at once, unless it is there."""
        if os.path.isfile(place) and _read(place) == _read(source):
            return
        os.makedirs(os.path.dirname(place), exist_ok=True)
        shutil.copyfile(source, f"{place}.part")
        os.replace(f"{place}.part", place)
        self.placed += 1


def _keys(own: str) -> list[str]:
    """Return the path of a list of packages, and of what hosts request beside it."""
    match = _LIST.match(own)
    return [own, *(f"{match['component']}/{each.format(**match.groupdict())}" for each in _BESIDE)] if match else [own]


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _digests(release: str, kind: str) -> dict[str, str]:
    """Return the digests of a Release file by path."""
    _, _, after = release.partition(f"\n{kind}:\n")
    found: dict[str, str] = {}
    for line in after.splitlines():
        if not (match := _DIGEST.match(line)):
            break
        found[match[2]] = match[1]
    return found
