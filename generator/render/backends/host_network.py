"""hosts-network: the interfaces of every host in the form of its operating system, and the names of its ports."""

from collections.abc import Iterable, Iterator

from generator.plan.hosts.forms import Form, forms
from generator.plan.hosts.network_choices import is_configured
from generator.plan.hosts.port_names import port_names
from generator.plan.hosts.records import HostInterface
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.render.artifact import Artifact
from generator.render.hosts.network_keyfiles import keyfile_paths, keyfiles
from generator.render.hosts.network_names import NamesWriter, names_path
from generator.render.hosts.network_netplan import NetplanWriter, netplan_path
from generator.render.hosts.network_networkd import networkd_files, networkd_paths
from generator.render.hosts.network_resolvers import resolvers
from generator.render.templates import Templates

NAME = "hosts-network"
_PATHS = {Form.NETPLAN: netplan_path, Form.NETWORKD: networkd_paths, Form.KEYFILES: keyfile_paths}


def paths(plan: Plan) -> Iterable[str]:
    """The names of the ports, then netplan's one file, or a file or two an interface."""
    for host, form in forms(plan):
        for path in (*names_path(), *_PATHS[form](_configured(plan, host))):
            yield f"hosts/{host.name}/{path}"


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:  # noqa: ARG001  (structured forms only)
    """Print them."""
    asked = resolvers(plan)
    names, netplan = NamesWriter(), NetplanWriter(asked)
    for host, form in forms(plan):
        root, interfaces = f"hosts/{host.name}/", _configured(plan, host)
        yield from names.files(root, port_names(plan, host))
        if form is Form.NETPLAN:
            yield from netplan.files(root, interfaces)
        elif form is Form.NETWORKD:
            yield from networkd_files(root, interfaces, asked)
        else:
            yield from keyfiles(root, interfaces, f"{host.name}.{plan.domain}", asked)


def _configured(plan: Plan, host: Host) -> list[HostInterface]:
    return [each for each in plan.interfaces_of[host.name] if is_configured(each)]
