"""What the twin cannot start without: root, programs and features of the kernel."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from generator.twin.answer import TwinError
from generator.twin.frr import DAEMONS, LIBRARY
from generator.twin.kernel import missing_features
from generator.verify.programs import find

PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
"""Where programs inside are looked for, whoever starts the command."""
_PACKAGES = {
    "unshare": "util-linux",
    "nsenter": "util-linux",
    "mount": "mount",
    "ip": "iproute2",
    "sysctl": "procps",
    "fping": "fping",
    "vtysh": "frr",
}


def environment() -> dict[str, str]:
    """Return the environment of all programs of the twin: nothing of the user's."""
    return {"PATH": PATH, "HOME": "/nonexistent", "LC_ALL": "C.UTF-8"}


def require_programs(packages: Mapping[str, str], missing: Mapping[str, str] = MappingProxyType({})) -> None:
    """Check that programs are there, by their packages; `missing` has what is known to be missing beside them.

    Raises:
        TwinError: one is missing; the message has the packages.
    """
    gone = {program: package for program, package in packages.items() if find(program) is None} | dict(missing)
    if gone:
        names = " ".join(sorted(set(gone.values())))
        raise TwinError(f"{', '.join(gone)} {'is' if len(gone) == 1 else 'are'} missing: apt-get install {names}")


def require() -> None:
    """Check all of it.

    Raises:
        TwinError: something is missing; the message has the package that has it.
    """
    if sys.platform != "linux":
        raise TwinError("the twin needs Linux: it is made of network namespaces")
    require_programs(_PACKAGES, {name: "frr" for name in DAEMONS if not Path(LIBRARY, name).is_file()})
    if os.geteuid() != 0 and find("newuidmap") is None:
        raise TwinError("the twin needs root: use `sudo`, or `apt-get install uidmap` for a user namespace")
    if missing := missing_features(environment()):
        said = "; ".join(f"{feature} ({error})" for feature, error in missing.items())
        advice = "" if os.geteuid() == 0 else "; as root it may work"
        raise TwinError(f"this kernel does not give what the twin needs: {said}{advice}")
