"""Hold what is locked, and the oldest releases that pyproject.toml admits, against known vulnerabilities (`make lint`).

The dated list in `requirements/advisories.yaml` always counts, so that the answer is the same without a network. Where pip-audit is installed and
its service knows every package that is asked about, its findings count as well. A service that is away, or knows none of them, is no finding: pip-audit
itself ends well then, with every package skipped.
"""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "requirements" / "advisories.yaml"
LOCKS = sorted((ROOT / "requirements").glob("*.lock"))
_PIN = re.compile(r"^([A-Za-z0-9][\w.-]*)==([^\s;\\]+)", re.MULTILINE)
_SECONDS = 60


class Release(NamedTuple):
    """A release of a package, and which file names it."""

    package: str
    version: Version
    file: str


def locked(locks: Iterable[Path]) -> Iterator[Release]:
    """Return every pin of lock files."""
    for lock in locks:
        for name, version in _PIN.findall(lock.read_text(encoding="utf-8")):
            yield Release(canonicalize_name(name), Version(version), lock.name)


def oldest(project: Path) -> Iterator[Release]:
    """Return the lower end of every range in a pyproject.toml: what somebody may have who installs nothing newer."""
    said = tomllib.loads(project.read_text(encoding="utf-8"))
    extras = said["project"].get("optional-dependencies", {}).values()
    groups = said.get("dependency-groups", {}).values()
    for text in (*said["project"]["dependencies"], *(each for group in (*extras, *groups) for each in group)):
        requirement = Requirement(text)
        for end in requirement.specifier:
            if end.operator in {">=", "==", "~="}:
                yield Release(canonicalize_name(requirement.name), Version(end.version), project.name)


def by_list(releases: Iterable[Release], file: Path = LIST) -> Iterator[str]:
    """Report which releases the list has a vulnerability of."""
    known = yaml.safe_load(file.read_text(encoding="utf-8"))["advisories"]
    for release in releases:
        for each in known:
            if each["package"] == release.package and any(
                release.version in SpecifierSet(one) for one in each["affected"]
            ):
                yield f"{release.file}: {release.package} {release.version} has {each['id']} (affected: {' or '.join(each['affected'])})"


def by_service(lock: Path) -> list[str] | None:
    """Report what pip-audit finds in a lock; None where it is not here, or its service does not know every package."""
    program = shutil.which("pip-audit")
    if program is None:
        return None
    command = [
        program,
        "--requirement",
        str(lock),
        "--require-hashes",
        "--disable-pip",
        "--format",
        "json",
        "--progress-spinner",
        "off",
    ]
    try:
        said = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_SECONDS).stdout
        packages = json.loads(said)["dependencies"]
    except (OSError, subprocess.TimeoutExpired, ValueError, KeyError):
        return None
    if not packages or any("skip_reason" in each for each in packages):
        return None
    return [
        f"{lock.name}: {each['name']} {each['version']} has {found['id']}"
        for each in packages
        for found in each["vulns"]
    ]


def main(locks: list[Path]) -> int:
    """Print which of the two was used and what is found; 1 where anything is."""
    answers = [by_service(lock) for lock in locks]
    answered = [each for each in answers if each is not None]
    read = yaml.safe_load(LIST.read_text(encoding="utf-8"))["read"]
    service = (
        "and pip-audit's service" if len(answered) == len(locks) else "alone; pip-audit is not here or did not answer"
    )
    found = sorted(
        {*by_list([*locked(locks), *oldest(ROOT / "pyproject.toml")]), *(one for each in answered for one in each)}
    )
    print(f"known vulnerabilities: by requirements/advisories.yaml as of {read} ({service}): {len(found)} found")
    for each in found:
        print(f"  {each}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main([Path(each) for each in sys.argv[1:]] or LOCKS))
