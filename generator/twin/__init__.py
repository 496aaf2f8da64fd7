"""The twin: the switches of a rendered tree as real FRR daemons in network namespaces, with the hosts that are cabled to them.

It reads the rendered files, and never what printed them: a plan that is wrong in both places cannot agree with itself.
What one machine cannot show is in docs/twin.md: PFC, ECN, bandwidth, optics and the vendors' own systems.
"""
