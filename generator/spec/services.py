"""`services`: what hosts and switches ask the site for."""

import operator
from typing import Annotated, Literal

from pydantic import Field, StrictInt

from generator.spec.addresses import Address4, HostOrAddress
from generator.spec.audit import AuditSpec
from generator.spec.base import Slug, SpecModel, defaults
from generator.spec.directory import DirectorySpec
from generator.spec.mirrors import MirrorSpec
from generator.spec.users import SshKey


class TlsSpec(SpecModel):
    """Services over TLS: Prometheus, Alertmanager, exporters of hosts, slurmdbd's database, logs. The playbooks make the authority of the certificates, outside of the tree."""

    days: Annotated[StrictInt, Field(ge=90, le=825)] = 365
    """Days for which the certificate of a host is valid. A run of the playbooks renews it from 45 days before its end; from 30 days before, an alert
    reports that no run did."""
    switch_logs: bool = False
    """Whether switches send logs to control hosts over TLS where their system can (EOS): each then needs a certificate, which you sign and copy to it. If false,
    they send in plain text."""
    plain_logs: bool = True
    """Whether control hosts that collect logs (`syslog`) take them in plain text (UDP 514) from switches that do not send over TLS. If false, they take
    none, and these switches are not configured with these collectors."""


class SnmpSpec(SpecModel):
    """Reading switches by SNMP: version 3 alone, with authentication and privacy (RFC 3414). With `monitoring`, control hosts read their counters."""

    user: Slug = "clustergen"
    """The user; its two passphrases are secrets that you provide (`snmp_auth_passphrase`, `snmp_priv_passphrase`)."""
    collectors: tuple[Address4, ...] = ()
    """Receivers of traps."""


class ServicesSpec(SpecModel):
    """Services of the site. If left out, control hosts serve time and names. Without control hosts, names are only in /etc/hosts (on login hosts for every host)."""

    dns: tuple[Address4, ...] = ()
    """DNS resolvers. A control host is named by its management address, which switches ask; hosts ask its in-band address."""
    ntp: tuple[HostOrAddress, ...] = ()
    """Time sources. A control host is named by its management address, which switches ask; hosts ask its in-band address."""
    syslog: tuple[Address4, ...] = ()
    """Log collectors: switches send there. On a control host whose management address is listed here, rsyslog listens (UDP 514);
    no other host of the cluster does. With `tls`, hosts send there, too, over TLS (TCP 6514). BMCs do once `provision.yml` has subscribed them
    (`redfish_logs`)."""
    tacacs: tuple[Address4, ...] = ()
    """TACACS+ servers that authenticate logins to switches before local users; their key is a secret that you provide (`tacacs_key`)."""
    snmp: SnmpSpec | None = None
    """SNMP on switches; off if left out."""
    telemetry: Literal["gnmi", "gnmic"] | None = None
    """Streaming telemetry of switches over mutual TLS; off if left out. `gnmi`: switches answer, and a collector of yours reads them. `gnmic`: control hosts
    read them with gNMIc, whose archive you provide (`mirror/contents.csv` has its release and digest), and monitor pauses, ECN, drops and FEC."""
    boot: Literal["http", "https"] = "http"
    """The protocol by which hosts fetch boot files, in-band. `https`: your own loader, the firmware and the installers must trust the control hosts'
    certificate, which you provide as well. `http`: scripts, kernels and answers are not authenticated, so the in-band segment must be trusted while
    hosts are installed."""
    mirror: MirrorSpec = defaults(MirrorSpec)
    """Where installers get packages."""
    directory: Annotated[DirectorySpec | None, Field(exclude_if=operator.not_)] = None
    """The site's directory of people. If left out, hosts have the accounts of `users` only."""
    root_keys: tuple[SshKey, ...] = ()
    """Public SSH keys of the people who log in first: as root to hosts that are installed from the network, as the image's user to switches at their first start
    (EOS: as `admin`, by the configuration, which takes the first two). Installers' answers contain them, so that nothing has to be fetched for them. If left out, no host is installed from the network."""
    tls: Annotated[TlsSpec | None, Field(exclude_if=operator.not_)] = None
    """Services of the cluster over TLS; off if left out."""
    audit: Annotated[AuditSpec | None, Field(exclude_if=operator.not_)] = None
    """Linux audit on hosts: rules for auditd, which the playbooks install; off if left out. With `tls`, hosts send the records with their journals to the
    control hosts of `syslog`; else they remain on each host."""
