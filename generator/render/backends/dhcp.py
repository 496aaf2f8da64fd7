"""dhcp: Kea's configuration, the same on every control host."""

from collections.abc import Iterable, Iterator

from generator.plan.plan import Plan
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.provisioning.kea import kea_config, kea_text
from generator.render.templates import Templates

NAME = "dhcp"
_PATH = "provisioning/kea/kea-dhcp4.conf"
_KEA = Proof(Grade.APPLIED, "kea-dhcp4 2.2")


def paths(plan: Plan) -> Iterable[str]:
    """Yield one file, where there is a control host to run it."""
    if plan.provisioning.dhcp:
        yield _PATH


def render(plan: Plan, _templates: Templates) -> Iterator[Artifact]:
    """Print it; it holds every VLAN of the envelope, and reserves addresses for the MAC addresses that assets.yaml has."""
    dhcp = plan.provisioning.dhcp
    if dhcp:
        yield Artifact(_PATH, kea_text(kea_config(dhcp)) + "\n", _KEA)
