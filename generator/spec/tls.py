"""`services.tls`: services of the cluster over TLS, with certificates of a private authority."""

from typing import Annotated

from pydantic import Field, StrictInt

from generator.spec.base import SpecModel


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
