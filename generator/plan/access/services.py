"""Services by name, with the ports that their documents give them."""

from generator.plan.access.records import ANY, Service

SRUN_PORTS = (60001, 63000)
"""Where srun listens for its steps (`SrunPortRange` in slurm.conf; the range of Slurm's own documentation)."""
USER_PORTS = (1024, 65535)
"""What programs without privileges may listen on."""

SERVICES: dict[str, Service] = {
    service.name: service
    for service in (
        Service(name="any", protocol=ANY),
        Service(name="icmp", protocol="icmp"),
        Service(name="ssh", protocol="tcp", ports=((22, 22),)),
        Service(name="https", protocol="tcp", ports=((443, 443),)),
        Service(name="dns", protocol="udp", ports=((53, 53),)),
        Service(name="dns-tcp", protocol="tcp", ports=((53, 53),)),
        Service(name="dhcp", protocol="udp", ports=((67, 67),)),
        Service(name="http", protocol="tcp", ports=((80, 80),)),
        Service(name="ntp", protocol="udp", ports=((123, 123),)),
        Service(name="nts-ke", protocol="tcp", ports=((4460, 4460),)),
        Service(name="tacacs", protocol="tcp", ports=((49, 49),)),
        Service(name="snmp", protocol="udp", ports=((161, 161),)),
        Service(name="snmp-trap", protocol="udp", ports=((162, 162),)),
        Service(name="syslog", protocol="udp", ports=((514, 514),)),
        Service(name="syslog-tcp", protocol="tcp", ports=((514, 514), (6514, 6514))),
        Service(name="gnmi", protocol="tcp", ports=((6030, 6030), (8080, 8080), (9339, 9339))),
        Service(name="nfs", protocol="tcp", ports=((2049, 2049),)),
        Service(name="nfs-rdma", protocol="tcp", ports=((20049, 20049),)),
        Service(name="slurmctld", protocol="tcp", ports=((6817, 6817),)),
        Service(name="slurmd", protocol="tcp", ports=((6818, 6818),)),
        Service(name="slurmdbd", protocol="tcp", ports=((6819, 6819),)),
        Service(name="srun", protocol="tcp", ports=(SRUN_PORTS,)),
        Service(name="kube-api", protocol="tcp", ports=((6443, 6443),)),
        Service(name="kubelet", protocol="tcp", ports=((10250, 10250),)),
        Service(name="rke2", protocol="tcp", ports=((9345, 9345),)),
        Service(name="etcd", protocol="tcp", ports=((2379, 2380),)),
        Service(name="vxlan", protocol="udp", ports=((4789, 4789), (8472, 8472))),
        Service(name="bgp", protocol="tcp", ports=((179, 179),)),
        Service(name="metrics", protocol="tcp", ports=((9100, 9100), (9400, 9400))),
        Service(name="alertmanager", protocol="tcp", ports=((9093, 9094),)),
        Service(name="alertmanager-udp", protocol="udp", ports=((9094, 9094),)),
        Service(name="jobs", protocol="tcp", ports=(USER_PORTS,)),
        Service(name="rocev2", protocol="udp", ports=((4791, 4791),)),
    )
}
"""IANA's registered ports; slurm.conf(5) for Slurm's, kubernetes.io "Ports and Protocols" for Kubernetes', docs.rke2.io for RKE2's supervisor, the exporters' defaults for metrics."""

_OF_A_HOST = ("dns", "dns-tcp", "icmp", "kubelet", "metrics")
POD_SERVICES = {"compute": _OF_A_HOST, "control": (*_OF_A_HOST, "kube-api")}
"""What pods may ask of hosts that run pods, by the host's role: probes and scrapes, the node's name cache, and the API where it runs."""


def service_of(text: str) -> Service | None:
    """Read a service as the spec writes it: a name, or protocol and ports (`tcp/8080`, `udp/5000-5010`)."""
    if text in SERVICES:
        return SERVICES[text]
    protocol, slash, ports = text.partition("/")
    if not slash:
        return None
    first, _, last = ports.partition("-")
    low, high = int(first), int(last or first)
    if not 1 <= low <= high <= 65535:
        return None
    return Service(name=text, protocol=protocol, ports=((low, high),))
