"""BGP of pods between hosts and frontend leaves: Cilium's BGP control plane, one peer for every host.

Cilium sends its own routes and installs no received ones; leaves send none.
"""

from collections.abc import Iterator

from generator.plan.kubernetes.peering import HOLD_S, KEEPALIVE_S, RETRY_S
from generator.plan.kubernetes.records import Peering
from generator.plan.plan import Plan
from generator.render.artifact import Grade, Proof
from generator.render.kubernetes.file import ManifestFile, Thing, manifest

_API = "cilium.io/v2"
_NAME = "leaves"
_PROOF = Proof(Grade.SCHEMA, "Cilium's CRDs (fields and rules)")
_CILIUM = """\
Every host has a BGP session with {gateway}, the gateway of its in-band VLAN, that is, with the leaf at its bond. Every leaf uses AS {leaf_asn} for it.
The host announces its own /{length} of {pods} and accepts no routes. After Cilium is installed:
  kubectl apply --server-side --field-manager=clustergen -f bgp.yaml
  cilium bgp peers"""


def pod_routing_files(plan: Plan) -> Iterator[ManifestFile]:
    """Yield Cilium's peer, its timers, and its advertisement; nothing where leaves do not route pods, or for Calico."""
    found = plan.peering
    if found is None or plan.kubernetes is None or plan.kubernetes.cni != "cilium":
        return
    header = _CILIUM.format(gateway=found.gateway, leaf_asn=found.leaf_asn, length=found.length, pods=found.pods)
    yield ManifestFile(path="cni/bgp.yaml", header=header, proof=_PROOF, documents=_documents(found))


def _documents(found: Peering) -> Iterator[Thing]:
    label = {"advertise": _NAME}
    spec: Thing = {"advertisements": [{"advertisementType": "PodCIDR"}]}
    yield manifest(_API, "CiliumBGPAdvertisement", _NAME, labels=label, spec=spec)
    timers = {"connectRetryTimeSeconds": RETRY_S, "holdTimeSeconds": HOLD_S, "keepAliveTimeSeconds": KEEPALIVE_S}
    family = {"afi": "ipv4", "safi": "unicast", "advertisements": {"matchLabels": label}}
    yield manifest(_API, "CiliumBGPPeerConfig", _NAME, spec={"timers": timers, "families": [family]})
    peer = {
        "name": "gateway",
        "peerASN": found.leaf_asn,
        "peerAddress": found.gateway,
        "peerConfigRef": {"name": _NAME},
    }
    spec = {"bgpInstances": [{"name": "pods", "localASN": found.pod_asn, "peers": [peer]}]}
    yield manifest(_API, "CiliumBGPClusterConfig", _NAME, spec=spec)
