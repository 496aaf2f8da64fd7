"""hosts-network: the interfaces of every host in the form of its operating system, and the names of its ports."""

from collections.abc import Iterable, Iterator, Mapping

from generator.plan.hosts.configured import Form, forms
from generator.plan.hosts.network_choices import is_configured
from generator.plan.hosts.port_names import PortName, port_names
from generator.plan.hosts.records import HostInterface
from generator.plan.hosts.resolvers import resolvers
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.render.artifact import Artifact
from generator.render.hosts.network_keyfiles import keyfile_paths, keyfiles
from generator.render.hosts.network_names import NAMES_PATH, NAMES_PROOF, is_own, names_text
from generator.render.hosts.network_netplan import NetplanWriter, netplan_path
from generator.render.hosts.network_networkd import networkd_files, networkd_paths
from generator.render.hosts.sharing import own_place, placed
from generator.render.templates import Templates

NAME = "hosts-network"
_PATHS = {Form.NETPLAN: netplan_path, Form.NETWORKD: networkd_paths, Form.KEYFILES: keyfile_paths}


def paths(plan: Plan) -> Iterable[str]:
    """The names of the ports, then netplan's one file, or a file or two an interface."""
    yield from (place for place, _ in placed(_names(plan), is_own))
    for host, form in forms(plan):
        yield from (own_place(host, path) for path in _PATHS[form](_configured(plan, host)))


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:  # noqa: ARG001  (structured forms only)
    """Print them."""
    for place, names in placed(_names(plan), is_own):
        yield Artifact(place, names_text(names), NAMES_PROOF)
    asked = resolvers(plan)
    netplan = NetplanWriter(asked)
    for host, form in forms(plan):
        root, interfaces = f"{own_place(host)}/", _configured(plan, host)
        if form is Form.NETPLAN:
            yield from netplan.files(root, interfaces)
        elif form is Form.NETWORKD:
            yield from networkd_files(root, interfaces, asked)
        else:
            yield from keyfiles(root, interfaces, f"{host.name}.{plan.domain}", asked)


def _names(plan: Plan) -> Iterator[tuple[Host, Mapping[str, tuple[PortName, ...]]]]:
    """Yield the names of every host's ports."""
    made: dict[tuple[PortName, ...], Mapping[str, tuple[PortName, ...]]] = {}
    for host, _ in forms(plan):
        names = port_names(plan, host)
        yield host, made.setdefault(names, {NAMES_PATH: names})


def _configured(plan: Plan, host: Host) -> list[HostInterface]:
    return [each for each in plan.interfaces_of[host.name] if is_configured(each)]
