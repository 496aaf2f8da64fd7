"""hosts-users: logins to a host: public keys, settings of sshd, and sudo rules. The accounts themselves are in the inventory."""

from collections.abc import Iterable, Iterator

from generator.plan.hosts.configured import configured_hosts
from generator.plan.hosts.users import HostAccounts, accounts_of
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.hosts.sharing import shared_place
from generator.render.templates import Templates

NAME = "hosts-users"
_KEYS, _SSHD, _SUDOERS = (
    "etc/ssh/authorized_keys.d/",
    "etc/ssh/sshd_config.d/20-clustergen-users.conf",
    "etc/sudoers.d/clustergen",
)
_READ = Proof(Grade.APPLIED, "sshd (a login)")
_RULES = Proof(Grade.PARSED, "visudo -c")


def paths(plan: Plan) -> Iterable[str]:
    """One file of keys for each account, and two more where there are any."""
    for host in _firsts(plan):
        yield from (shared_place(host.group, path) for path in _paths(accounts_of(plan, host)))


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print them; hosts of a group have the same."""
    for host in _firsts(plan):
        for path, text, proof in _files(accounts_of(plan, host), templates):
            yield Artifact(shared_place(host.group, path), text, proof)


def _firsts(plan: Plan) -> Iterable[Host]:
    """Return a host of each group: accounts are stated by group."""
    return {host.group: host for host in configured_hosts(plan)}.values()


def _paths(accounts: HostAccounts) -> Iterator[str]:
    yield from (_KEYS + each.name for each in accounts.present)
    if accounts.present or accounts.absent or accounts.allowed:
        yield _SSHD
    if any(each.sudo for each in accounts.present):
        yield _SUDOERS


def _files(accounts: HostAccounts, templates: Templates) -> Iterator[tuple[str, str, Proof]]:
    for each in accounts.present:
        yield _KEYS + each.name, templates.render("hosts/users/authorized_keys.j2", account=each), _READ
    if accounts.present or accounts.absent or accounts.allowed:
        yield _SSHD, templates.render("hosts/users/sshd.conf.j2", accounts=accounts, keys=f"/{_KEYS}"), _READ
    if any(each.sudo for each in accounts.present):
        yield _SUDOERS, templates.render("hosts/users/sudoers.j2", accounts=accounts.present), _RULES
