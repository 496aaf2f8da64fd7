"""BGP between hosts that run pods and the frontend leaves: AS numbers that are free, and leaves that can listen at a shared address."""

from collections.abc import Iterator

from generator.plan.access.records import PODS
from generator.plan.addressing.pods import POD_ROLES
from generator.plan.addressing.segments import INBAND
from generator.plan.draft import Draft
from generator.plan.kubernetes.peering import listener
from generator.rules import plan_rule
from generator.rules.access import stated
from generator.spec.checks.addressing import ASN_SPAN, PRIVATE_ASNS
from generator.spec.checks.rule import Finding

_UNPROVEN = "eos"
"""No document of Arista's says that EOS answers BGP at a virtual address, and VARP's have services such as SSH off by default."""
_KUBERNETES = ("scheduler", "kubernetes")


@plan_rule(
    title="AS numbers of pods' sessions that somebody has, or may have",
    why="Hosts and leaves know each other by these two numbers; a switch does not speak with a peer under its own number.",
    fix="Use two private numbers that no switch of the envelope has, such as 64512 and 64513.",
)
def pod_asn_taken(plan: Draft) -> Iterator[Finding]:
    """`pod_asn` and `leaf_asn` are private, and differ from each other and from what switches have or may come to have."""
    found = plan.peering
    if found is None:
        return
    if found.pod_asn == found.leaf_asn:
        yield Finding(
            message=f"hosts and leaves would both be AS {found.pod_asn}, and a leaf takes no peer that has the number it shows",
            loc=(*_KUBERNETES, "leaf_asn"),
            help="use two private 16-bit numbers, such as 64512 and 64513 (RFC 6996)",
        )
    base = plan.spec.addressing.asn_base
    for key, asn in (("pod_asn", found.pod_asn), ("leaf_asn", found.leaf_asn)):
        faults = {
            "is not private: somebody has it, or it has a meaning": not any(a <= asn <= b for a, b in PRIVATE_ASNS),
            f"is one of the AS numbers {base} to {base + ASN_SPAN}, which are for switches": base
            <= asn
            <= base + ASN_SPAN,
        }
        for fault in (words for words, there in faults.items() if there):
            yield Finding(
                message=f"{key} {asn} {fault}",
                loc=(*_KUBERNETES, key),
                help="use a private 16-bit number: 64512 to 65534 (RFC 6996)",
            )


@plan_rule(
    title="A rule for pods whose addresses nobody there sees",
    why="Pods ask hosts that run no pods, and the site, with their host's address (masquerade); Calico's ask every host so. A rule of `access` for their own opens nothing.",
    fix="Name inband/compute as the source.",
)
def pods_masked(plan: Draft) -> Iterator[Finding]:
    """`access` has `pods` as a source towards pods, and hosts that run pods, alone."""
    if plan.peering is None:
        return
    seen = {PODS, *(f"{INBAND}/{role}" for role in POD_ROLES)}
    for name, rule, party, loc in stated(plan, "to"):
        if PODS in rule.source and party not in seen:
            yield Finding(
                message=f"access.{name} opens {party} to addresses of pods, and {party} sees those of their hosts",
                loc=loc,
                help=f"use source: [{INBAND}/compute]",
            )


@plan_rule(
    title="Routes to pods without a leaf to tell",
    why="Hosts tell the gateway of the in-band VLAN, which is on the leaves of the frontend.",
    fix="Add fabrics.frontend, or use `pod_routing: overlay`.",
)
def pod_routing_nowhere(plan: Draft) -> Iterator[Finding]:
    """There is a frontend whose leaves are gateways."""
    kubernetes = plan.spec.scheduler.kubernetes
    if kubernetes is None or kubernetes.pod_routing != "bgp":
        return
    if not any(listener(plan, switch) for switch in plan.switches):
        yield Finding(
            message="hosts are to tell leaves of their pods, and no leaf is a gateway of the in-band VLAN",
            loc=(*_KUBERNETES, "pod_routing"),
            help="add fabrics.frontend, or set pod_routing: overlay",
        )


@plan_rule(
    title="Sessions at an address that EOS shares",
    why="Hosts call the gateway's address, which all leaves have. No document says that EOS answers BGP at a virtual address.",
    fix="Use SONiC or Cumulus Linux on the frontend leaves, or `pod_routing: overlay`.",
)
def pod_routing_unproven(plan: Draft) -> Iterator[Finding]:
    """No leaf that hosts call runs EOS."""
    shared = [each for each in plan.switches if each.os == _UNPROVEN and listener(plan, each)]
    if shared:
        yield Finding(
            message=f"hosts are to call a gateway that {len(shared)} leaves with EOS share, {shared[0].name} the first of them",
            loc=(*_KUBERNETES, "pod_routing"),
            help="use leaves with SONiC or Cumulus Linux there, or set pod_routing: overlay",
        )
