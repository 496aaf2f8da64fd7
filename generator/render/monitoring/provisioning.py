"""Files from which Grafana takes its data sources and dashboards (grafana.com/docs, Provision Grafana)."""

from typing import Any

from generator.catalog.exporter import read_exporter
from generator.plan.hosts.certificates import AUTHORITY
from generator.plan.monitoring.records import MonitoringPlan

DASHBOARDS = "/var/lib/grafana/dashboards/clustergen"
"""Where Grafana looks for dashboards."""


def datasources(watch: MonitoringPlan, cluster: str) -> dict[str, Any]:
    """Return a data source for the Prometheus of each control host, the first by default."""
    scheme, port = ("https" if watch.tls else "http"), read_exporter("prometheus").port
    secured = {"tlsAuthWithCACert": True} if watch.tls else {}
    authority = {"secureJsonData": {"tlsCACert": f"$__file{{{AUTHORITY}}}"}} if watch.tls else {}
    return {
        "apiVersion": 1,
        "datasources": [
            {
                "name": f"{cluster} {host.name}",
                "uid": f"{host.name}-{cluster}"[:40],
                "type": "prometheus",
                "access": "proxy",
                "url": f"{scheme}://{host.inband}:{port}",
                "isDefault": number == 0,
                "editable": False,
                "jsonData": {"httpMethod": "POST", "timeInterval": f"{watch.interval_seconds}s", **secured},
                **authority,
            }
            for number, host in enumerate(watch.hosts)
        ],
    }


def providers(cluster: str) -> dict[str, Any]:
    """Return the folder that dashboards are read from; changes in Grafana are not saved, as the next render would differ."""
    own = {
        "name": "clustergen",
        "folder": cluster,
        "type": "file",
        "allowUiUpdates": False,
        "options": {"path": DASHBOARDS},
    }
    return {"apiVersion": 1, "providers": [own]}
