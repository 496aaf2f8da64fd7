"""Secrets that rendered files refer to: never a value, always the name of an Ansible variable that the site's vault holds."""

from collections.abc import Callable
from functools import partial

from generator.plan.backups.switches import logs_in, reader_of
from generator.plan.edge_secrets import MEANING, edge_secrets, is_edge_secret
from generator.plan.hosts.beegfs import beegfs_systems
from generator.plan.hosts.nfs_pairs import pairs
from generator.plan.monitoring.secrets import OF_MONITORING, STAGE, asks
from generator.plan.monitoring.switches import reads_switches
from generator.plan.plan import Plan
from generator.plan.s3_secrets import is_s3_secret, s3_meaning, s3_secrets, s3_stages
from generator.spec.backups import kind_of

_PREFIX = "clustergen_"

SECRETS: dict[str, str] = {
    "tacacs_key": "the key that switches share with the TACACS+ servers (services.tacacs)",
    "snmp_auth_passphrase": "the authentication passphrase of the SNMPv3 user, 8 characters or more (services.snmp; RFC 3414)",
    "snmp_priv_passphrase": "the privacy passphrase of the SNMPv3 user, 8 characters or more (services.snmp; RFC 3414)",
    "eos_admin_sha512": "the SHA-512 crypt hash ($6$...) of the local user admin's password on Arista EOS, for logins when no server answers",
    "munge_key": "the key with which Slurm's hosts authenticate each other (munge.key), 1024 bytes in base64 without line breaks (scheduler.slurm)",
    "slurmdbd_password": "the password of slurmdbd at its database: letters and digits, as it is written into SQL and slurmdbd.conf (scheduler.slurm.accounting)",
    "burst_gateway_key": "the private key of the tunnel to burst hosts, as `wg genkey` prints it (scheduler.slurm.burst.cloud.wireguard)",
    "burst_tunnel_secret": "the secret from which the keys of burst hosts are derived, which their image has as /etc/clustergen/burst-tunnel.key: 32 bytes in base64 (openssl rand -base64 32; scheduler.slurm.burst.cloud.wireguard)",
    **OF_MONITORING,
    "bmc_password": "the password with which the role redfish logs in to BMCs, as the user redfish_user (playbooks/provision.yml --tags redfish)",
    "corosync_key": "the key with which the hosts of an NFS pair authenticate each other (corosync-keygen), 256 bytes in base64 without line breaks (storage.<tier>.nfs)",
    "drives_key": "the secret from which the keys of encrypted local drives follow, 32 characters or more; without it, drives that no TPM or key file opens are lost, so keep a copy of it outside of the cluster (storage.<tier>.encryption)",
    "fence_password": "the password by which the hosts of an NFS pair log in to each other's BMCs, as the user storage.<tier>.nfs.bmc_user",
    "beegfs_key": "the secret by which servers and clients of BeeGFS know each other (connAuthFile), 128 random bytes in base64 without line breaks (storage.<tier>.beegfs)",
    "backup_password": "the password that encrypts the backups; without it they cannot be read, so keep a copy of it outside of the cluster (backups)",
    "backup_rest_login": "the login of the server that keeps the backups, USER:PASSWORD, written as in a URL (backups.repository, rest:)",
    "backup_s3_key_id": "the id of the access key of the bucket that keeps the backups (backups.repository, s3:)",
    "backup_s3_secret_key": "the secret of the access key of the bucket that keeps the backups (backups.repository, s3:)",
    "backup_ssh_key": "the private SSH key, in base64 without line breaks, by which control hosts log in to the server that keeps the backups (backups.repository, sftp:)",
    "backup_switches_ssh_key": "the private SSH key, in base64 without line breaks, by which the first control host logs in to switches to read their configurations (backups.switches)",
    "directory_password": "the password of the account by which hosts search the directory, one line (services.directory.bind_dn)",
    "directory_ca": "the certificate of the authority that signs the certificates of the directory's servers: its PEM file in base64 without line breaks (services.directory.ca)",
    "eos_transceiver_key": "the key of the licence by which Arista EOS takes transceivers of other vendors (cabling.transceiver_licences)",
    "eos_admin_password": "the password of the local user admin on Arista EOS, by which playbooks/switches.yml logs in (its hash is eos_admin_sha512)",
}
"""Every secret by name, with its use."""
EDGE_VARIABLES = f"{_PREFIX}edge_[a-z0-9_]+"
"""The pattern of variables that hold passwords of the edge, which a spec names."""
S3_VARIABLES = f"{_PREFIX}s3_[a-z0-9_]+"
"""The pattern of those of object stores of the site."""
Stage = tuple[tuple[str, ...], str]
"""The tags of playbooks that need a secret, the stage's first, and the group of the inventory that needs it."""
OF_SWITCHES: Stage = (("switches", "diff", "backup", "push", "switches_verify"), "switches")
_OF_EOS: Stage = (OF_SWITCHES[0], "os_eos")
_OF_SLURM: Stage = (("slurm",), "slurm_controller")
_OF_TIERS: Stage = (("storage",), "managed")
_OF_PAIRS: Stage = (("storage",), "role_storage")
_OF_BACKUPS: Stage = (("backups",), "role_control")
_OF_DIRECTORY: Stage = (("hosts", "directory"), "managed")
_OF_COLLECTORS = ("snmp_auth_passphrase", "snmp_priv_passphrase")
"""Those of switches that control hosts need as well, to read counters by them."""


def _configures_switches(plan: Plan) -> bool:
    return any(switch.os for switch in plan.switches)


def _asks_snmp(plan: Plan) -> bool:
    return plan.site.services.snmp is not None and _configures_switches(plan)


def _runs_eos(plan: Plan) -> bool:
    return any(switch.os == "eos" for switch in plan.switches)


def _has_tunnel(plan: Plan) -> bool:
    burst = plan.slurm.burst if plan.slurm is not None else None
    return burst is not None and burst.tunnel is not None


def _backs_up(plan: Plan, kind: str = "") -> bool:
    """Whether there are backups, to a repository of this kind if one is named."""
    spec = plan.site.backups
    return spec is not None and bool(plan.hosts_of.get("control")) and kind in {"", kind_of(spec.repository)}


def _searches_by_name(plan: Plan) -> bool:
    directory = plan.site.services.directory
    return directory is not None and directory.bind_dn is not None


def _trusts_own_authority(plan: Plan) -> bool:
    directory = plan.site.services.directory
    return directory is not None and directory.ca != "system"


_NEEDED: dict[str, tuple[Callable[[Plan], bool], Stage]] = {
    "tacacs_key": (lambda plan: bool(plan.site.services.tacacs) and _configures_switches(plan), OF_SWITCHES),
    "snmp_auth_passphrase": (_asks_snmp, OF_SWITCHES),
    "snmp_priv_passphrase": (_asks_snmp, OF_SWITCHES),
    "eos_admin_sha512": (_runs_eos, _OF_EOS),
    "eos_admin_password": (_runs_eos, _OF_EOS),
    "eos_transceiver_key": (lambda plan: _runs_eos(plan) and "eos" in plan.site.cabling.transceiver_licences, _OF_EOS),
    "munge_key": (lambda plan: "slurm" in plan.scheduled.schedulers, (("slurm",), "managed")),
    "slurmdbd_password": (lambda plan: plan.slurm is not None and plan.slurm.database is not None, _OF_SLURM),
    "burst_gateway_key": (_has_tunnel, _OF_SLURM),
    "burst_tunnel_secret": (_has_tunnel, _OF_SLURM),
    **{name: (partial(asks, name=name), STAGE) for name in OF_MONITORING},
    "bmc_password": (lambda plan: any(host.bmc for host in plan.hosts), (("redfish",), "managed")),
    "corosync_key": (lambda plan: bool(pairs(plan)), _OF_PAIRS),
    "drives_key": (lambda plan: any(tier.encryption for tier in plan.site.storage.values()), _OF_TIERS),
    "fence_password": (lambda plan: bool(pairs(plan)), _OF_PAIRS),
    "beegfs_key": (lambda plan: bool(beegfs_systems(plan)), _OF_TIERS),
    "backup_switches_ssh_key": (logs_in, _OF_BACKUPS),
    "directory_password": (_searches_by_name, _OF_DIRECTORY),
    "directory_ca": (_trusts_own_authority, _OF_DIRECTORY),
    "backup_password": (_backs_up, _OF_BACKUPS),
    "backup_rest_login": (partial(_backs_up, kind="rest"), _OF_BACKUPS),
    "backup_s3_key_id": (partial(_backs_up, kind="s3"), _OF_BACKUPS),
    "backup_s3_secret_key": (partial(_backs_up, kind="s3"), _OF_BACKUPS),
    "backup_ssh_key": (partial(_backs_up, kind="sftp"), _OF_BACKUPS),
}
"""By secret: whether a plan needs it, and which stage does."""


def meaning(name: str) -> str:
    """Return the use of a secret."""
    if is_s3_secret(name):
        return s3_meaning(name)
    return MEANING if is_edge_secret(name) else SECRETS[name]


def stages(name: str) -> Stage:
    """Return the stage that needs a secret."""
    if is_s3_secret(name):
        return s3_stages(name)
    return OF_SWITCHES if is_edge_secret(name) else _NEEDED[name][1]


def collected(plan: Plan) -> list[tuple[str, Stage]]:
    """Return the secrets of switches that control hosts need too, in the form of `stages`."""
    counters: list[tuple[str, Stage]] = [(name, STAGE) for name in _OF_COLLECTORS if reads_switches(plan)]
    if reader_of(plan) is None:
        return counters
    return [*counters, *((name, _OF_BACKUPS) for name in used(plan) if stages(name)[0] == OF_SWITCHES[0])]


def reference(name: str) -> str:
    """Write a secret as a file holds it: without blanks, which some formats do not take. Raises KeyError: no such secret; every one is listed in SECRETS."""
    return "{{" + variable(name) + "}}"


def variable(name: str) -> str:
    """Name the Ansible variable of a secret. Raises KeyError: no such secret."""
    if name not in SECRETS and not is_edge_secret(name) and not is_s3_secret(name):
        raise KeyError(name)
    return f"{_PREFIX}{name}"


def used(plan: Plan) -> list[str]:
    """List the secrets that the files of this plan refer to, or that its roles place, in the order of SECRETS, then those of the edge and of object stores."""
    return [*(name for name in SECRETS if _NEEDED[name][0](plan)), *edge_secrets(plan), *s3_secrets(plan)]
