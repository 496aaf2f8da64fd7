"""Beds of the tests: hosts with systemd and SSH, stand-ins for hardware and services, faults that are planted, and twins that grow and walk.

The twin itself is `generator/twin`, as `clustergen twin` starts it. It reads the rendered files only, so a plan that is wrong in both places cannot agree with itself.
What one machine cannot show is in docs: PFC, ECN, bandwidth, optics and the vendor's own NOS.
"""
