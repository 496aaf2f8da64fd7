#!/bin/bash
# compute-leaf1: leaf of the compute fabric, Cumulus Linux 5.15.
# The same settings as startup.yaml, command by command. Look at `nv config diff`, then `nv config apply` and `nv config save`.
# Out of service: nv set maintenance unit all-protocols state maintenance; back: ... state production.
# Print it through Ansible first: it refers to clustergen_tacacs_key, clustergen_snmp_auth_passphrase, clustergen_snmp_priv_passphrase.
set -eu
nv set evpn state enabled
nv set interface eth0 ipv4 address 10.192.1.17/24
nv set interface eth0 ipv4 dhcp-client state disabled
nv set interface eth0 ipv4 gateway 10.192.1.254
nv set interface eth0 type eth
nv set interface eth0 vrf mgmt
nv set interface lo ipv4 address 10.224.0.1/32
nv set interface lo ipv4 address 10.225.128.1/32
nv set interface lo type loopback
nv set interface swp1 link breakout 2x
nv set interface swp1 type swp
nv set interface swp1s0 description 'gpu01 rail0'
nv set interface swp1s0 ipv4 address 10.0.0.1/31
nv set interface swp1s0 link fec rs
nv set interface swp1s0 link mtu 9216
nv set interface swp1s0 link speed 400G
nv set interface swp1s0 link state up
nv set interface swp1s0 qos egress-shaper profile cnp-400G
nv set interface swp1s0 qos pfc-watchdog state enable
nv set interface swp1s0 type swp
nv set interface swp1s0 vrf Vrf-blue
nv set interface swp1s1 description 'gpu02 rail0'
nv set interface swp1s1 ipv4 address 10.0.0.3/31
nv set interface swp1s1 link fec rs
nv set interface swp1s1 link mtu 9216
nv set interface swp1s1 link speed 400G
nv set interface swp1s1 link state up
nv set interface swp1s1 qos egress-shaper profile cnp-400G
nv set interface swp1s1 qos pfc-watchdog state enable
nv set interface swp1s1 type swp
nv set interface swp1s1 vrf Vrf-blue
nv set interface swp2 link breakout 2x
nv set interface swp2 type swp
nv set interface swp2s0 description 'gpu03 rail0'
nv set interface swp2s0 ipv4 address 10.0.0.5/31
nv set interface swp2s0 link fec rs
nv set interface swp2s0 link mtu 9216
nv set interface swp2s0 link speed 400G
nv set interface swp2s0 link state up
nv set interface swp2s0 qos egress-shaper profile cnp-400G
nv set interface swp2s0 qos pfc-watchdog state enable
nv set interface swp2s0 type swp
nv set interface swp2s0 vrf Vrf-blue
nv set interface swp2s1 description 'gpu04 rail0'
nv set interface swp2s1 ipv4 address 10.0.0.7/31
nv set interface swp2s1 link fec rs
nv set interface swp2s1 link mtu 9216
nv set interface swp2s1 link speed 400G
nv set interface swp2s1 link state up
nv set interface swp2s1 qos egress-shaper profile cnp-400G
nv set interface swp2s1 qos pfc-watchdog state enable
nv set interface swp2s1 type swp
nv set interface swp2s1 vrf Vrf-blue
nv set interface swp3 link breakout 2x
nv set interface swp3 type swp
nv set interface swp3s0 description 'gpu05 rail0'
nv set interface swp3s0 ipv4 address 10.0.0.9/31
nv set interface swp3s0 link fec rs
nv set interface swp3s0 link mtu 9216
nv set interface swp3s0 link speed 400G
nv set interface swp3s0 link state up
nv set interface swp3s0 qos egress-shaper profile cnp-400G
nv set interface swp3s0 qos pfc-watchdog state enable
nv set interface swp3s0 type swp
nv set interface swp3s0 vrf Vrf-red
nv set interface swp3s1 description 'gpu06 rail0'
nv set interface swp3s1 ipv4 address 10.0.0.11/31
nv set interface swp3s1 link fec rs
nv set interface swp3s1 link mtu 9216
nv set interface swp3s1 link speed 400G
nv set interface swp3s1 link state up
nv set interface swp3s1 qos egress-shaper profile cnp-400G
nv set interface swp3s1 qos pfc-watchdog state enable
nv set interface swp3s1 type swp
nv set interface swp3s1 vrf Vrf-red
nv set interface swp4 link breakout 2x
nv set interface swp4 type swp
nv set interface swp4s0 description 'gpu07 rail0'
nv set interface swp4s0 ipv4 address 10.0.0.13/31
nv set interface swp4s0 link fec rs
nv set interface swp4s0 link mtu 9216
nv set interface swp4s0 link speed 400G
nv set interface swp4s0 link state up
nv set interface swp4s0 qos egress-shaper profile cnp-400G
nv set interface swp4s0 qos pfc-watchdog state enable
nv set interface swp4s0 type swp
nv set interface swp4s0 vrf Vrf-red
nv set interface swp4s1 description 'gpu08 rail0'
nv set interface swp4s1 ipv4 address 10.0.0.15/31
nv set interface swp4s1 link fec rs
nv set interface swp4s1 link mtu 9216
nv set interface swp4s1 link speed 400G
nv set interface swp4s1 link state up
nv set interface swp4s1 qos egress-shaper profile cnp-400G
nv set interface swp4s1 qos pfc-watchdog state enable
nv set interface swp4s1 type swp
nv set interface swp4s1 vrf Vrf-red
nv set interface swp5 link breakout 2x
nv set interface swp5 type swp
nv set interface swp5s0 description 'gpu09 rail0'
nv set interface swp5s0 ipv4 address 10.0.0.17/31
nv set interface swp5s0 link fec rs
nv set interface swp5s0 link mtu 9216
nv set interface swp5s0 link speed 400G
nv set interface swp5s0 link state up
nv set interface swp5s0 qos egress-shaper profile cnp-400G
nv set interface swp5s0 qos pfc-watchdog state enable
nv set interface swp5s0 type swp
nv set interface swp5s1 description 'gpu10 rail0'
nv set interface swp5s1 ipv4 address 10.0.0.19/31
nv set interface swp5s1 link fec rs
nv set interface swp5s1 link mtu 9216
nv set interface swp5s1 link speed 400G
nv set interface swp5s1 link state up
nv set interface swp5s1 qos egress-shaper profile cnp-400G
nv set interface swp5s1 qos pfc-watchdog state enable
nv set interface swp5s1 type swp
nv set interface swp6 link breakout 2x
nv set interface swp6 type swp
nv set interface swp6s0 description 'gpu11 rail0'
nv set interface swp6s0 ipv4 address 10.0.0.21/31
nv set interface swp6s0 link fec rs
nv set interface swp6s0 link mtu 9216
nv set interface swp6s0 link speed 400G
nv set interface swp6s0 link state up
nv set interface swp6s0 qos egress-shaper profile cnp-400G
nv set interface swp6s0 qos pfc-watchdog state enable
nv set interface swp6s0 type swp
nv set interface swp6s1 description 'gpu12 rail0'
nv set interface swp6s1 ipv4 address 10.0.0.23/31
nv set interface swp6s1 link fec rs
nv set interface swp6s1 link mtu 9216
nv set interface swp6s1 link speed 400G
nv set interface swp6s1 link state up
nv set interface swp6s1 qos egress-shaper profile cnp-400G
nv set interface swp6s1 qos pfc-watchdog state enable
nv set interface swp6s1 type swp
nv set interface swp7 link breakout 2x
nv set interface swp7 type swp
nv set interface swp7s0 description 'gpu13 rail0'
nv set interface swp7s0 ipv4 address 10.0.0.25/31
nv set interface swp7s0 link fec rs
nv set interface swp7s0 link mtu 9216
nv set interface swp7s0 link speed 400G
nv set interface swp7s0 link state up
nv set interface swp7s0 qos egress-shaper profile cnp-400G
nv set interface swp7s0 qos pfc-watchdog state enable
nv set interface swp7s0 type swp
nv set interface swp7s1 description 'gpu14 rail0'
nv set interface swp7s1 ipv4 address 10.0.0.27/31
nv set interface swp7s1 link fec rs
nv set interface swp7s1 link mtu 9216
nv set interface swp7s1 link speed 400G
nv set interface swp7s1 link state up
nv set interface swp7s1 qos egress-shaper profile cnp-400G
nv set interface swp7s1 qos pfc-watchdog state enable
nv set interface swp7s1 type swp
nv set interface swp8 link breakout 2x
nv set interface swp8 type swp
nv set interface swp8s0 description 'gpu15 rail0'
nv set interface swp8s0 ipv4 address 10.0.0.29/31
nv set interface swp8s0 link fec rs
nv set interface swp8s0 link mtu 9216
nv set interface swp8s0 link speed 400G
nv set interface swp8s0 link state up
nv set interface swp8s0 qos egress-shaper profile cnp-400G
nv set interface swp8s0 qos pfc-watchdog state enable
nv set interface swp8s0 type swp
nv set interface swp8s1 description 'gpu16 rail0'
nv set interface swp8s1 ipv4 address 10.0.0.31/31
nv set interface swp8s1 link fec rs
nv set interface swp8s1 link mtu 9216
nv set interface swp8s1 link speed 400G
nv set interface swp8s1 link state up
nv set interface swp8s1 qos egress-shaper profile cnp-400G
nv set interface swp8s1 qos pfc-watchdog state enable
nv set interface swp8s1 type swp
nv set interface swp9 link breakout 2x
nv set interface swp9 type swp
nv set interface swp9s0 description 'gpu17 rail0'
nv set interface swp9s0 ipv4 address 10.0.0.33/31
nv set interface swp9s0 link fec rs
nv set interface swp9s0 link mtu 9216
nv set interface swp9s0 link speed 400G
nv set interface swp9s0 link state up
nv set interface swp9s0 qos egress-shaper profile cnp-400G
nv set interface swp9s0 qos pfc-watchdog state enable
nv set interface swp9s0 type swp
nv set interface swp9s0 vrf Vrf-red
nv set interface swp9s1 description 'gpu18 rail0'
nv set interface swp9s1 ipv4 address 10.0.0.35/31
nv set interface swp9s1 link fec rs
nv set interface swp9s1 link mtu 9216
nv set interface swp9s1 link speed 400G
nv set interface swp9s1 link state up
nv set interface swp9s1 qos egress-shaper profile cnp-400G
nv set interface swp9s1 qos pfc-watchdog state enable
nv set interface swp9s1 type swp
nv set interface swp9s1 vrf Vrf-red
nv set interface swp10 link breakout 2x
nv set interface swp10 type swp
nv set interface swp10s0 description 'gpu19 rail0'
nv set interface swp10s0 ipv4 address 10.0.0.37/31
nv set interface swp10s0 link fec rs
nv set interface swp10s0 link mtu 9216
nv set interface swp10s0 link speed 400G
nv set interface swp10s0 link state up
nv set interface swp10s0 qos egress-shaper profile cnp-400G
nv set interface swp10s0 qos pfc-watchdog state enable
nv set interface swp10s0 type swp
nv set interface swp10s0 vrf Vrf-red
nv set interface swp10s1 description 'gpu20 rail0'
nv set interface swp10s1 ipv4 address 10.0.0.39/31
nv set interface swp10s1 link fec rs
nv set interface swp10s1 link mtu 9216
nv set interface swp10s1 link speed 400G
nv set interface swp10s1 link state up
nv set interface swp10s1 qos egress-shaper profile cnp-400G
nv set interface swp10s1 qos pfc-watchdog state enable
nv set interface swp10s1 type swp
nv set interface swp10s1 vrf Vrf-red
nv set interface swp11 link breakout 2x
nv set interface swp11 type swp
nv set interface swp11s0 description 'gpu21 rail0'
nv set interface swp11s0 ipv4 address 10.0.0.41/31
nv set interface swp11s0 link fec rs
nv set interface swp11s0 link mtu 9216
nv set interface swp11s0 link speed 400G
nv set interface swp11s0 link state up
nv set interface swp11s0 qos egress-shaper profile cnp-400G
nv set interface swp11s0 qos pfc-watchdog state enable
nv set interface swp11s0 type swp
nv set interface swp11s1 description 'gpu22 rail0'
nv set interface swp11s1 ipv4 address 10.0.0.43/31
nv set interface swp11s1 link fec rs
nv set interface swp11s1 link mtu 9216
nv set interface swp11s1 link speed 400G
nv set interface swp11s1 link state up
nv set interface swp11s1 qos egress-shaper profile cnp-400G
nv set interface swp11s1 qos pfc-watchdog state enable
nv set interface swp11s1 type swp
nv set interface swp12 link breakout 2x
nv set interface swp12 type swp
nv set interface swp12s0 description 'gpu23 rail0'
nv set interface swp12s0 ipv4 address 10.0.0.45/31
nv set interface swp12s0 link fec rs
nv set interface swp12s0 link mtu 9216
nv set interface swp12s0 link speed 400G
nv set interface swp12s0 link state up
nv set interface swp12s0 qos egress-shaper profile cnp-400G
nv set interface swp12s0 qos pfc-watchdog state enable
nv set interface swp12s0 type swp
nv set interface swp12s1 description 'gpu24 rail0'
nv set interface swp12s1 ipv4 address 10.0.0.47/31
nv set interface swp12s1 link fec rs
nv set interface swp12s1 link mtu 9216
nv set interface swp12s1 link speed 400G
nv set interface swp12s1 link state up
nv set interface swp12s1 qos egress-shaper profile cnp-400G
nv set interface swp12s1 qos pfc-watchdog state enable
nv set interface swp12s1 type swp
nv set interface swp13 link breakout 2x
nv set interface swp13 type swp
nv set interface swp13s0 description 'gpu25 rail0'
nv set interface swp13s0 ipv4 address 10.0.0.49/31
nv set interface swp13s0 link fec rs
nv set interface swp13s0 link mtu 9216
nv set interface swp13s0 link speed 400G
nv set interface swp13s0 link state up
nv set interface swp13s0 qos egress-shaper profile cnp-400G
nv set interface swp13s0 qos pfc-watchdog state enable
nv set interface swp13s0 type swp
nv set interface swp13s1 description 'gpu26 rail0'
nv set interface swp13s1 ipv4 address 10.0.0.51/31
nv set interface swp13s1 link fec rs
nv set interface swp13s1 link mtu 9216
nv set interface swp13s1 link speed 400G
nv set interface swp13s1 link state up
nv set interface swp13s1 qos egress-shaper profile cnp-400G
nv set interface swp13s1 qos pfc-watchdog state enable
nv set interface swp13s1 type swp
nv set interface swp14 link breakout 2x
nv set interface swp14 type swp
nv set interface swp14s0 description 'gpu27 rail0'
nv set interface swp14s0 ipv4 address 10.0.0.53/31
nv set interface swp14s0 link fec rs
nv set interface swp14s0 link mtu 9216
nv set interface swp14s0 link speed 400G
nv set interface swp14s0 link state up
nv set interface swp14s0 qos egress-shaper profile cnp-400G
nv set interface swp14s0 qos pfc-watchdog state enable
nv set interface swp14s0 type swp
nv set interface swp14s1 description 'gpu28 rail0'
nv set interface swp14s1 ipv4 address 10.0.0.55/31
nv set interface swp14s1 link fec rs
nv set interface swp14s1 link mtu 9216
nv set interface swp14s1 link speed 400G
nv set interface swp14s1 link state up
nv set interface swp14s1 qos egress-shaper profile cnp-400G
nv set interface swp14s1 qos pfc-watchdog state enable
nv set interface swp14s1 type swp
nv set interface swp15 link breakout 2x
nv set interface swp15 type swp
nv set interface swp15s0 description 'gpu29 rail0'
nv set interface swp15s0 ipv4 address 10.0.0.57/31
nv set interface swp15s0 link fec rs
nv set interface swp15s0 link mtu 9216
nv set interface swp15s0 link speed 400G
nv set interface swp15s0 link state up
nv set interface swp15s0 qos egress-shaper profile cnp-400G
nv set interface swp15s0 qos pfc-watchdog state enable
nv set interface swp15s0 type swp
nv set interface swp15s1 description 'gpu30 rail0'
nv set interface swp15s1 ipv4 address 10.0.0.59/31
nv set interface swp15s1 link fec rs
nv set interface swp15s1 link mtu 9216
nv set interface swp15s1 link speed 400G
nv set interface swp15s1 link state up
nv set interface swp15s1 qos egress-shaper profile cnp-400G
nv set interface swp15s1 qos pfc-watchdog state enable
nv set interface swp15s1 type swp
nv set interface swp16 link breakout 2x
nv set interface swp16 type swp
nv set interface swp16s0 description 'gpu31 rail0'
nv set interface swp16s0 ipv4 address 10.0.0.61/31
nv set interface swp16s0 link fec rs
nv set interface swp16s0 link mtu 9216
nv set interface swp16s0 link speed 400G
nv set interface swp16s0 link state up
nv set interface swp16s0 qos egress-shaper profile cnp-400G
nv set interface swp16s0 qos pfc-watchdog state enable
nv set interface swp16s0 type swp
nv set interface swp16s1 description 'gpu32 rail0'
nv set interface swp16s1 ipv4 address 10.0.0.63/31
nv set interface swp16s1 link fec rs
nv set interface swp16s1 link mtu 9216
nv set interface swp16s1 link speed 400G
nv set interface swp16s1 link state up
nv set interface swp16s1 qos egress-shaper profile cnp-400G
nv set interface swp16s1 qos pfc-watchdog state enable
nv set interface swp16s1 type swp
nv set interface swp17 link breakout 2x
nv set interface swp17 type swp
nv set interface swp17s0 description 'gpu01 rail1'
nv set interface swp17s0 ipv4 address 10.16.0.1/31
nv set interface swp17s0 link fec rs
nv set interface swp17s0 link mtu 9216
nv set interface swp17s0 link speed 400G
nv set interface swp17s0 link state up
nv set interface swp17s0 qos egress-shaper profile cnp-400G
nv set interface swp17s0 qos pfc-watchdog state enable
nv set interface swp17s0 type swp
nv set interface swp17s0 vrf Vrf-blue
nv set interface swp17s1 description 'gpu02 rail1'
nv set interface swp17s1 ipv4 address 10.16.0.3/31
nv set interface swp17s1 link fec rs
nv set interface swp17s1 link mtu 9216
nv set interface swp17s1 link speed 400G
nv set interface swp17s1 link state up
nv set interface swp17s1 qos egress-shaper profile cnp-400G
nv set interface swp17s1 qos pfc-watchdog state enable
nv set interface swp17s1 type swp
nv set interface swp17s1 vrf Vrf-blue
nv set interface swp18 link breakout 2x
nv set interface swp18 type swp
nv set interface swp18s0 description 'gpu03 rail1'
nv set interface swp18s0 ipv4 address 10.16.0.5/31
nv set interface swp18s0 link fec rs
nv set interface swp18s0 link mtu 9216
nv set interface swp18s0 link speed 400G
nv set interface swp18s0 link state up
nv set interface swp18s0 qos egress-shaper profile cnp-400G
nv set interface swp18s0 qos pfc-watchdog state enable
nv set interface swp18s0 type swp
nv set interface swp18s0 vrf Vrf-blue
nv set interface swp18s1 description 'gpu04 rail1'
nv set interface swp18s1 ipv4 address 10.16.0.7/31
nv set interface swp18s1 link fec rs
nv set interface swp18s1 link mtu 9216
nv set interface swp18s1 link speed 400G
nv set interface swp18s1 link state up
nv set interface swp18s1 qos egress-shaper profile cnp-400G
nv set interface swp18s1 qos pfc-watchdog state enable
nv set interface swp18s1 type swp
nv set interface swp18s1 vrf Vrf-blue
nv set interface swp19 link breakout 2x
nv set interface swp19 type swp
nv set interface swp19s0 description 'gpu05 rail1'
nv set interface swp19s0 ipv4 address 10.16.0.9/31
nv set interface swp19s0 link fec rs
nv set interface swp19s0 link mtu 9216
nv set interface swp19s0 link speed 400G
nv set interface swp19s0 link state up
nv set interface swp19s0 qos egress-shaper profile cnp-400G
nv set interface swp19s0 qos pfc-watchdog state enable
nv set interface swp19s0 type swp
nv set interface swp19s0 vrf Vrf-red
nv set interface swp19s1 description 'gpu06 rail1'
nv set interface swp19s1 ipv4 address 10.16.0.11/31
nv set interface swp19s1 link fec rs
nv set interface swp19s1 link mtu 9216
nv set interface swp19s1 link speed 400G
nv set interface swp19s1 link state up
nv set interface swp19s1 qos egress-shaper profile cnp-400G
nv set interface swp19s1 qos pfc-watchdog state enable
nv set interface swp19s1 type swp
nv set interface swp19s1 vrf Vrf-red
nv set interface swp20 link breakout 2x
nv set interface swp20 type swp
nv set interface swp20s0 description 'gpu07 rail1'
nv set interface swp20s0 ipv4 address 10.16.0.13/31
nv set interface swp20s0 link fec rs
nv set interface swp20s0 link mtu 9216
nv set interface swp20s0 link speed 400G
nv set interface swp20s0 link state up
nv set interface swp20s0 qos egress-shaper profile cnp-400G
nv set interface swp20s0 qos pfc-watchdog state enable
nv set interface swp20s0 type swp
nv set interface swp20s0 vrf Vrf-red
nv set interface swp20s1 description 'gpu08 rail1'
nv set interface swp20s1 ipv4 address 10.16.0.15/31
nv set interface swp20s1 link fec rs
nv set interface swp20s1 link mtu 9216
nv set interface swp20s1 link speed 400G
nv set interface swp20s1 link state up
nv set interface swp20s1 qos egress-shaper profile cnp-400G
nv set interface swp20s1 qos pfc-watchdog state enable
nv set interface swp20s1 type swp
nv set interface swp20s1 vrf Vrf-red
nv set interface swp21 link breakout 2x
nv set interface swp21 type swp
nv set interface swp21s0 description 'gpu09 rail1'
nv set interface swp21s0 ipv4 address 10.16.0.17/31
nv set interface swp21s0 link fec rs
nv set interface swp21s0 link mtu 9216
nv set interface swp21s0 link speed 400G
nv set interface swp21s0 link state up
nv set interface swp21s0 qos egress-shaper profile cnp-400G
nv set interface swp21s0 qos pfc-watchdog state enable
nv set interface swp21s0 type swp
nv set interface swp21s1 description 'gpu10 rail1'
nv set interface swp21s1 ipv4 address 10.16.0.19/31
nv set interface swp21s1 link fec rs
nv set interface swp21s1 link mtu 9216
nv set interface swp21s1 link speed 400G
nv set interface swp21s1 link state up
nv set interface swp21s1 qos egress-shaper profile cnp-400G
nv set interface swp21s1 qos pfc-watchdog state enable
nv set interface swp21s1 type swp
nv set interface swp22 link breakout 2x
nv set interface swp22 type swp
nv set interface swp22s0 description 'gpu11 rail1'
nv set interface swp22s0 ipv4 address 10.16.0.21/31
nv set interface swp22s0 link fec rs
nv set interface swp22s0 link mtu 9216
nv set interface swp22s0 link speed 400G
nv set interface swp22s0 link state up
nv set interface swp22s0 qos egress-shaper profile cnp-400G
nv set interface swp22s0 qos pfc-watchdog state enable
nv set interface swp22s0 type swp
nv set interface swp22s1 description 'gpu12 rail1'
nv set interface swp22s1 ipv4 address 10.16.0.23/31
nv set interface swp22s1 link fec rs
nv set interface swp22s1 link mtu 9216
nv set interface swp22s1 link speed 400G
nv set interface swp22s1 link state up
nv set interface swp22s1 qos egress-shaper profile cnp-400G
nv set interface swp22s1 qos pfc-watchdog state enable
nv set interface swp22s1 type swp
nv set interface swp23 link breakout 2x
nv set interface swp23 type swp
nv set interface swp23s0 description 'gpu13 rail1'
nv set interface swp23s0 ipv4 address 10.16.0.25/31
nv set interface swp23s0 link fec rs
nv set interface swp23s0 link mtu 9216
nv set interface swp23s0 link speed 400G
nv set interface swp23s0 link state up
nv set interface swp23s0 qos egress-shaper profile cnp-400G
nv set interface swp23s0 qos pfc-watchdog state enable
nv set interface swp23s0 type swp
nv set interface swp23s1 description 'gpu14 rail1'
nv set interface swp23s1 ipv4 address 10.16.0.27/31
nv set interface swp23s1 link fec rs
nv set interface swp23s1 link mtu 9216
nv set interface swp23s1 link speed 400G
nv set interface swp23s1 link state up
nv set interface swp23s1 qos egress-shaper profile cnp-400G
nv set interface swp23s1 qos pfc-watchdog state enable
nv set interface swp23s1 type swp
nv set interface swp24 link breakout 2x
nv set interface swp24 type swp
nv set interface swp24s0 description 'gpu15 rail1'
nv set interface swp24s0 ipv4 address 10.16.0.29/31
nv set interface swp24s0 link fec rs
nv set interface swp24s0 link mtu 9216
nv set interface swp24s0 link speed 400G
nv set interface swp24s0 link state up
nv set interface swp24s0 qos egress-shaper profile cnp-400G
nv set interface swp24s0 qos pfc-watchdog state enable
nv set interface swp24s0 type swp
nv set interface swp24s1 description 'gpu16 rail1'
nv set interface swp24s1 ipv4 address 10.16.0.31/31
nv set interface swp24s1 link fec rs
nv set interface swp24s1 link mtu 9216
nv set interface swp24s1 link speed 400G
nv set interface swp24s1 link state up
nv set interface swp24s1 qos egress-shaper profile cnp-400G
nv set interface swp24s1 qos pfc-watchdog state enable
nv set interface swp24s1 type swp
nv set interface swp25 link breakout 2x
nv set interface swp25 type swp
nv set interface swp25s0 description 'gpu17 rail1'
nv set interface swp25s0 ipv4 address 10.16.0.33/31
nv set interface swp25s0 link fec rs
nv set interface swp25s0 link mtu 9216
nv set interface swp25s0 link speed 400G
nv set interface swp25s0 link state up
nv set interface swp25s0 qos egress-shaper profile cnp-400G
nv set interface swp25s0 qos pfc-watchdog state enable
nv set interface swp25s0 type swp
nv set interface swp25s0 vrf Vrf-red
nv set interface swp25s1 description 'gpu18 rail1'
nv set interface swp25s1 ipv4 address 10.16.0.35/31
nv set interface swp25s1 link fec rs
nv set interface swp25s1 link mtu 9216
nv set interface swp25s1 link speed 400G
nv set interface swp25s1 link state up
nv set interface swp25s1 qos egress-shaper profile cnp-400G
nv set interface swp25s1 qos pfc-watchdog state enable
nv set interface swp25s1 type swp
nv set interface swp25s1 vrf Vrf-red
nv set interface swp26 link breakout 2x
nv set interface swp26 type swp
nv set interface swp26s0 description 'gpu19 rail1'
nv set interface swp26s0 ipv4 address 10.16.0.37/31
nv set interface swp26s0 link fec rs
nv set interface swp26s0 link mtu 9216
nv set interface swp26s0 link speed 400G
nv set interface swp26s0 link state up
nv set interface swp26s0 qos egress-shaper profile cnp-400G
nv set interface swp26s0 qos pfc-watchdog state enable
nv set interface swp26s0 type swp
nv set interface swp26s0 vrf Vrf-red
nv set interface swp26s1 description 'gpu20 rail1'
nv set interface swp26s1 ipv4 address 10.16.0.39/31
nv set interface swp26s1 link fec rs
nv set interface swp26s1 link mtu 9216
nv set interface swp26s1 link speed 400G
nv set interface swp26s1 link state up
nv set interface swp26s1 qos egress-shaper profile cnp-400G
nv set interface swp26s1 qos pfc-watchdog state enable
nv set interface swp26s1 type swp
nv set interface swp26s1 vrf Vrf-red
nv set interface swp27 link breakout 2x
nv set interface swp27 type swp
nv set interface swp27s0 description 'gpu21 rail1'
nv set interface swp27s0 ipv4 address 10.16.0.41/31
nv set interface swp27s0 link fec rs
nv set interface swp27s0 link mtu 9216
nv set interface swp27s0 link speed 400G
nv set interface swp27s0 link state up
nv set interface swp27s0 qos egress-shaper profile cnp-400G
nv set interface swp27s0 qos pfc-watchdog state enable
nv set interface swp27s0 type swp
nv set interface swp27s1 description 'gpu22 rail1'
nv set interface swp27s1 ipv4 address 10.16.0.43/31
nv set interface swp27s1 link fec rs
nv set interface swp27s1 link mtu 9216
nv set interface swp27s1 link speed 400G
nv set interface swp27s1 link state up
nv set interface swp27s1 qos egress-shaper profile cnp-400G
nv set interface swp27s1 qos pfc-watchdog state enable
nv set interface swp27s1 type swp
nv set interface swp28 link breakout 2x
nv set interface swp28 type swp
nv set interface swp28s0 description 'gpu23 rail1'
nv set interface swp28s0 ipv4 address 10.16.0.45/31
nv set interface swp28s0 link fec rs
nv set interface swp28s0 link mtu 9216
nv set interface swp28s0 link speed 400G
nv set interface swp28s0 link state up
nv set interface swp28s0 qos egress-shaper profile cnp-400G
nv set interface swp28s0 qos pfc-watchdog state enable
nv set interface swp28s0 type swp
nv set interface swp28s1 description 'gpu24 rail1'
nv set interface swp28s1 ipv4 address 10.16.0.47/31
nv set interface swp28s1 link fec rs
nv set interface swp28s1 link mtu 9216
nv set interface swp28s1 link speed 400G
nv set interface swp28s1 link state up
nv set interface swp28s1 qos egress-shaper profile cnp-400G
nv set interface swp28s1 qos pfc-watchdog state enable
nv set interface swp28s1 type swp
nv set interface swp29 link breakout 2x
nv set interface swp29 type swp
nv set interface swp29s0 description 'gpu25 rail1'
nv set interface swp29s0 ipv4 address 10.16.0.49/31
nv set interface swp29s0 link fec rs
nv set interface swp29s0 link mtu 9216
nv set interface swp29s0 link speed 400G
nv set interface swp29s0 link state up
nv set interface swp29s0 qos egress-shaper profile cnp-400G
nv set interface swp29s0 qos pfc-watchdog state enable
nv set interface swp29s0 type swp
nv set interface swp29s1 description 'gpu26 rail1'
nv set interface swp29s1 ipv4 address 10.16.0.51/31
nv set interface swp29s1 link fec rs
nv set interface swp29s1 link mtu 9216
nv set interface swp29s1 link speed 400G
nv set interface swp29s1 link state up
nv set interface swp29s1 qos egress-shaper profile cnp-400G
nv set interface swp29s1 qos pfc-watchdog state enable
nv set interface swp29s1 type swp
nv set interface swp30 link breakout 2x
nv set interface swp30 type swp
nv set interface swp30s0 description 'gpu27 rail1'
nv set interface swp30s0 ipv4 address 10.16.0.53/31
nv set interface swp30s0 link fec rs
nv set interface swp30s0 link mtu 9216
nv set interface swp30s0 link speed 400G
nv set interface swp30s0 link state up
nv set interface swp30s0 qos egress-shaper profile cnp-400G
nv set interface swp30s0 qos pfc-watchdog state enable
nv set interface swp30s0 type swp
nv set interface swp30s1 description 'gpu28 rail1'
nv set interface swp30s1 ipv4 address 10.16.0.55/31
nv set interface swp30s1 link fec rs
nv set interface swp30s1 link mtu 9216
nv set interface swp30s1 link speed 400G
nv set interface swp30s1 link state up
nv set interface swp30s1 qos egress-shaper profile cnp-400G
nv set interface swp30s1 qos pfc-watchdog state enable
nv set interface swp30s1 type swp
nv set interface swp31 link breakout 2x
nv set interface swp31 type swp
nv set interface swp31s0 description 'gpu29 rail1'
nv set interface swp31s0 ipv4 address 10.16.0.57/31
nv set interface swp31s0 link fec rs
nv set interface swp31s0 link mtu 9216
nv set interface swp31s0 link speed 400G
nv set interface swp31s0 link state up
nv set interface swp31s0 qos egress-shaper profile cnp-400G
nv set interface swp31s0 qos pfc-watchdog state enable
nv set interface swp31s0 type swp
nv set interface swp31s1 description 'gpu30 rail1'
nv set interface swp31s1 ipv4 address 10.16.0.59/31
nv set interface swp31s1 link fec rs
nv set interface swp31s1 link mtu 9216
nv set interface swp31s1 link speed 400G
nv set interface swp31s1 link state up
nv set interface swp31s1 qos egress-shaper profile cnp-400G
nv set interface swp31s1 qos pfc-watchdog state enable
nv set interface swp31s1 type swp
nv set interface swp32 link breakout 2x
nv set interface swp32 type swp
nv set interface swp32s0 description 'gpu31 rail1'
nv set interface swp32s0 ipv4 address 10.16.0.61/31
nv set interface swp32s0 link fec rs
nv set interface swp32s0 link mtu 9216
nv set interface swp32s0 link speed 400G
nv set interface swp32s0 link state up
nv set interface swp32s0 qos egress-shaper profile cnp-400G
nv set interface swp32s0 qos pfc-watchdog state enable
nv set interface swp32s0 type swp
nv set interface swp32s1 description 'gpu32 rail1'
nv set interface swp32s1 ipv4 address 10.16.0.63/31
nv set interface swp32s1 link fec rs
nv set interface swp32s1 link mtu 9216
nv set interface swp32s1 link speed 400G
nv set interface swp32s1 link state up
nv set interface swp32s1 qos egress-shaper profile cnp-400G
nv set interface swp32s1 qos pfc-watchdog state enable
nv set interface swp32s1 type swp
nv set interface swp33 link breakout 2x
nv set interface swp33 type swp
nv set interface swp33s0 description 'compute-spine1 swp1s0'
nv set interface swp33s0 link fec rs
nv set interface swp33s0 link mtu 9216
nv set interface swp33s0 link speed 400G
nv set interface swp33s0 link state up
nv set interface swp33s0 qos egress-shaper profile cnp-400G
nv set interface swp33s0 qos pfc-watchdog state enable
nv set interface swp33s0 type swp
nv set interface swp33s1 description 'compute-spine1 swp1s1'
nv set interface swp33s1 link fec rs
nv set interface swp33s1 link mtu 9216
nv set interface swp33s1 link speed 400G
nv set interface swp33s1 link state up
nv set interface swp33s1 qos egress-shaper profile cnp-400G
nv set interface swp33s1 qos pfc-watchdog state enable
nv set interface swp33s1 type swp
nv set interface swp34 link breakout 2x
nv set interface swp34 type swp
nv set interface swp34s0 description 'compute-spine1 swp2s0'
nv set interface swp34s0 link fec rs
nv set interface swp34s0 link mtu 9216
nv set interface swp34s0 link speed 400G
nv set interface swp34s0 link state up
nv set interface swp34s0 qos egress-shaper profile cnp-400G
nv set interface swp34s0 qos pfc-watchdog state enable
nv set interface swp34s0 type swp
nv set interface swp34s1 description 'compute-spine1 swp2s1'
nv set interface swp34s1 link fec rs
nv set interface swp34s1 link mtu 9216
nv set interface swp34s1 link speed 400G
nv set interface swp34s1 link state up
nv set interface swp34s1 qos egress-shaper profile cnp-400G
nv set interface swp34s1 qos pfc-watchdog state enable
nv set interface swp34s1 type swp
nv set interface swp35 link breakout 2x
nv set interface swp35 type swp
nv set interface swp35s0 description 'compute-spine1 swp3s0'
nv set interface swp35s0 link fec rs
nv set interface swp35s0 link mtu 9216
nv set interface swp35s0 link speed 400G
nv set interface swp35s0 link state up
nv set interface swp35s0 qos egress-shaper profile cnp-400G
nv set interface swp35s0 qos pfc-watchdog state enable
nv set interface swp35s0 type swp
nv set interface swp35s1 description 'compute-spine1 swp3s1'
nv set interface swp35s1 link fec rs
nv set interface swp35s1 link mtu 9216
nv set interface swp35s1 link speed 400G
nv set interface swp35s1 link state up
nv set interface swp35s1 qos egress-shaper profile cnp-400G
nv set interface swp35s1 qos pfc-watchdog state enable
nv set interface swp35s1 type swp
nv set interface swp36 link breakout 2x
nv set interface swp36 type swp
nv set interface swp36s0 description 'compute-spine1 swp4s0'
nv set interface swp36s0 link fec rs
nv set interface swp36s0 link mtu 9216
nv set interface swp36s0 link speed 400G
nv set interface swp36s0 link state up
nv set interface swp36s0 qos egress-shaper profile cnp-400G
nv set interface swp36s0 qos pfc-watchdog state enable
nv set interface swp36s0 type swp
nv set interface swp36s1 description 'compute-spine1 swp4s1'
nv set interface swp36s1 link fec rs
nv set interface swp36s1 link mtu 9216
nv set interface swp36s1 link speed 400G
nv set interface swp36s1 link state up
nv set interface swp36s1 qos egress-shaper profile cnp-400G
nv set interface swp36s1 qos pfc-watchdog state enable
nv set interface swp36s1 type swp
nv set interface swp37 link breakout 2x
nv set interface swp37 type swp
nv set interface swp37s0 description 'compute-spine1 swp5s0'
nv set interface swp37s0 link fec rs
nv set interface swp37s0 link mtu 9216
nv set interface swp37s0 link speed 400G
nv set interface swp37s0 link state up
nv set interface swp37s0 qos egress-shaper profile cnp-400G
nv set interface swp37s0 qos pfc-watchdog state enable
nv set interface swp37s0 type swp
nv set interface swp37s1 description 'compute-spine1 swp5s1'
nv set interface swp37s1 link fec rs
nv set interface swp37s1 link mtu 9216
nv set interface swp37s1 link speed 400G
nv set interface swp37s1 link state up
nv set interface swp37s1 qos egress-shaper profile cnp-400G
nv set interface swp37s1 qos pfc-watchdog state enable
nv set interface swp37s1 type swp
nv set interface swp38 link breakout 2x
nv set interface swp38 type swp
nv set interface swp38s0 description 'compute-spine1 swp6s0'
nv set interface swp38s0 link fec rs
nv set interface swp38s0 link mtu 9216
nv set interface swp38s0 link speed 400G
nv set interface swp38s0 link state up
nv set interface swp38s0 qos egress-shaper profile cnp-400G
nv set interface swp38s0 qos pfc-watchdog state enable
nv set interface swp38s0 type swp
nv set interface swp38s1 description 'compute-spine1 swp6s1'
nv set interface swp38s1 link fec rs
nv set interface swp38s1 link mtu 9216
nv set interface swp38s1 link speed 400G
nv set interface swp38s1 link state up
nv set interface swp38s1 qos egress-shaper profile cnp-400G
nv set interface swp38s1 qos pfc-watchdog state enable
nv set interface swp38s1 type swp
nv set interface swp39 link breakout 2x
nv set interface swp39 type swp
nv set interface swp39s0 description 'compute-spine1 swp7s0'
nv set interface swp39s0 link fec rs
nv set interface swp39s0 link mtu 9216
nv set interface swp39s0 link speed 400G
nv set interface swp39s0 link state up
nv set interface swp39s0 qos egress-shaper profile cnp-400G
nv set interface swp39s0 qos pfc-watchdog state enable
nv set interface swp39s0 type swp
nv set interface swp39s1 description 'compute-spine1 swp7s1'
nv set interface swp39s1 link fec rs
nv set interface swp39s1 link mtu 9216
nv set interface swp39s1 link speed 400G
nv set interface swp39s1 link state up
nv set interface swp39s1 qos egress-shaper profile cnp-400G
nv set interface swp39s1 qos pfc-watchdog state enable
nv set interface swp39s1 type swp
nv set interface swp40 link breakout 2x
nv set interface swp40 type swp
nv set interface swp40s0 description 'compute-spine1 swp8s0'
nv set interface swp40s0 link fec rs
nv set interface swp40s0 link mtu 9216
nv set interface swp40s0 link speed 400G
nv set interface swp40s0 link state up
nv set interface swp40s0 qos egress-shaper profile cnp-400G
nv set interface swp40s0 qos pfc-watchdog state enable
nv set interface swp40s0 type swp
nv set interface swp40s1 description 'compute-spine1 swp8s1'
nv set interface swp40s1 link fec rs
nv set interface swp40s1 link mtu 9216
nv set interface swp40s1 link speed 400G
nv set interface swp40s1 link state up
nv set interface swp40s1 qos egress-shaper profile cnp-400G
nv set interface swp40s1 qos pfc-watchdog state enable
nv set interface swp40s1 type swp
nv set interface swp41 link breakout 2x
nv set interface swp41 type swp
nv set interface swp41s0 description 'compute-spine1 swp9s0'
nv set interface swp41s0 link fec rs
nv set interface swp41s0 link mtu 9216
nv set interface swp41s0 link speed 400G
nv set interface swp41s0 link state up
nv set interface swp41s0 qos egress-shaper profile cnp-400G
nv set interface swp41s0 qos pfc-watchdog state enable
nv set interface swp41s0 type swp
nv set interface swp41s1 description 'compute-spine1 swp9s1'
nv set interface swp41s1 link fec rs
nv set interface swp41s1 link mtu 9216
nv set interface swp41s1 link speed 400G
nv set interface swp41s1 link state up
nv set interface swp41s1 qos egress-shaper profile cnp-400G
nv set interface swp41s1 qos pfc-watchdog state enable
nv set interface swp41s1 type swp
nv set interface swp42 link breakout 2x
nv set interface swp42 type swp
nv set interface swp42s0 description 'compute-spine1 swp10s0'
nv set interface swp42s0 link fec rs
nv set interface swp42s0 link mtu 9216
nv set interface swp42s0 link speed 400G
nv set interface swp42s0 link state up
nv set interface swp42s0 qos egress-shaper profile cnp-400G
nv set interface swp42s0 qos pfc-watchdog state enable
nv set interface swp42s0 type swp
nv set interface swp42s1 description 'compute-spine1 swp10s1'
nv set interface swp42s1 link fec rs
nv set interface swp42s1 link mtu 9216
nv set interface swp42s1 link speed 400G
nv set interface swp42s1 link state up
nv set interface swp42s1 qos egress-shaper profile cnp-400G
nv set interface swp42s1 qos pfc-watchdog state enable
nv set interface swp42s1 type swp
nv set interface swp43 link breakout 2x
nv set interface swp43 type swp
nv set interface swp43s0 description 'compute-spine1 swp11s0'
nv set interface swp43s0 link fec rs
nv set interface swp43s0 link mtu 9216
nv set interface swp43s0 link speed 400G
nv set interface swp43s0 link state up
nv set interface swp43s0 qos egress-shaper profile cnp-400G
nv set interface swp43s0 qos pfc-watchdog state enable
nv set interface swp43s0 type swp
nv set interface swp43s1 description 'compute-spine1 swp11s1'
nv set interface swp43s1 link fec rs
nv set interface swp43s1 link mtu 9216
nv set interface swp43s1 link speed 400G
nv set interface swp43s1 link state up
nv set interface swp43s1 qos egress-shaper profile cnp-400G
nv set interface swp43s1 qos pfc-watchdog state enable
nv set interface swp43s1 type swp
nv set interface swp44 link breakout 2x
nv set interface swp44 type swp
nv set interface swp44s0 description 'compute-spine1 swp12s0'
nv set interface swp44s0 link fec rs
nv set interface swp44s0 link mtu 9216
nv set interface swp44s0 link speed 400G
nv set interface swp44s0 link state up
nv set interface swp44s0 qos egress-shaper profile cnp-400G
nv set interface swp44s0 qos pfc-watchdog state enable
nv set interface swp44s0 type swp
nv set interface swp44s1 description 'compute-spine1 swp12s1'
nv set interface swp44s1 link fec rs
nv set interface swp44s1 link mtu 9216
nv set interface swp44s1 link speed 400G
nv set interface swp44s1 link state up
nv set interface swp44s1 qos egress-shaper profile cnp-400G
nv set interface swp44s1 qos pfc-watchdog state enable
nv set interface swp44s1 type swp
nv set interface swp45 link breakout 2x
nv set interface swp45 type swp
nv set interface swp45s0 description 'compute-spine1 swp13s0'
nv set interface swp45s0 link fec rs
nv set interface swp45s0 link mtu 9216
nv set interface swp45s0 link speed 400G
nv set interface swp45s0 link state up
nv set interface swp45s0 qos egress-shaper profile cnp-400G
nv set interface swp45s0 qos pfc-watchdog state enable
nv set interface swp45s0 type swp
nv set interface swp45s1 description 'compute-spine1 swp13s1'
nv set interface swp45s1 link fec rs
nv set interface swp45s1 link mtu 9216
nv set interface swp45s1 link speed 400G
nv set interface swp45s1 link state up
nv set interface swp45s1 qos egress-shaper profile cnp-400G
nv set interface swp45s1 qos pfc-watchdog state enable
nv set interface swp45s1 type swp
nv set interface swp46 link breakout 2x
nv set interface swp46 type swp
nv set interface swp46s0 description 'compute-spine1 swp14s0'
nv set interface swp46s0 link fec rs
nv set interface swp46s0 link mtu 9216
nv set interface swp46s0 link speed 400G
nv set interface swp46s0 link state up
nv set interface swp46s0 qos egress-shaper profile cnp-400G
nv set interface swp46s0 qos pfc-watchdog state enable
nv set interface swp46s0 type swp
nv set interface swp46s1 description 'compute-spine1 swp14s1'
nv set interface swp46s1 link fec rs
nv set interface swp46s1 link mtu 9216
nv set interface swp46s1 link speed 400G
nv set interface swp46s1 link state up
nv set interface swp46s1 qos egress-shaper profile cnp-400G
nv set interface swp46s1 qos pfc-watchdog state enable
nv set interface swp46s1 type swp
nv set interface swp47 link breakout 2x
nv set interface swp47 type swp
nv set interface swp47s0 description 'compute-spine1 swp15s0'
nv set interface swp47s0 link fec rs
nv set interface swp47s0 link mtu 9216
nv set interface swp47s0 link speed 400G
nv set interface swp47s0 link state up
nv set interface swp47s0 qos egress-shaper profile cnp-400G
nv set interface swp47s0 qos pfc-watchdog state enable
nv set interface swp47s0 type swp
nv set interface swp47s1 description 'compute-spine1 swp15s1'
nv set interface swp47s1 link fec rs
nv set interface swp47s1 link mtu 9216
nv set interface swp47s1 link speed 400G
nv set interface swp47s1 link state up
nv set interface swp47s1 qos egress-shaper profile cnp-400G
nv set interface swp47s1 qos pfc-watchdog state enable
nv set interface swp47s1 type swp
nv set interface swp48 link breakout 2x
nv set interface swp48 type swp
nv set interface swp48s0 description 'compute-spine1 swp16s0'
nv set interface swp48s0 link fec rs
nv set interface swp48s0 link mtu 9216
nv set interface swp48s0 link speed 400G
nv set interface swp48s0 link state up
nv set interface swp48s0 qos egress-shaper profile cnp-400G
nv set interface swp48s0 qos pfc-watchdog state enable
nv set interface swp48s0 type swp
nv set interface swp48s1 description 'compute-spine1 swp16s1'
nv set interface swp48s1 link fec rs
nv set interface swp48s1 link mtu 9216
nv set interface swp48s1 link speed 400G
nv set interface swp48s1 link state up
nv set interface swp48s1 qos egress-shaper profile cnp-400G
nv set interface swp48s1 qos pfc-watchdog state enable
nv set interface swp48s1 type swp
nv set interface swp49 link breakout 2x
nv set interface swp49 type swp
nv set interface swp49s0 description 'compute-spine2 swp1s0'
nv set interface swp49s0 link fec rs
nv set interface swp49s0 link mtu 9216
nv set interface swp49s0 link speed 400G
nv set interface swp49s0 link state up
nv set interface swp49s0 qos egress-shaper profile cnp-400G
nv set interface swp49s0 qos pfc-watchdog state enable
nv set interface swp49s0 type swp
nv set interface swp49s1 description 'compute-spine2 swp1s1'
nv set interface swp49s1 link fec rs
nv set interface swp49s1 link mtu 9216
nv set interface swp49s1 link speed 400G
nv set interface swp49s1 link state up
nv set interface swp49s1 qos egress-shaper profile cnp-400G
nv set interface swp49s1 qos pfc-watchdog state enable
nv set interface swp49s1 type swp
nv set interface swp50 link breakout 2x
nv set interface swp50 type swp
nv set interface swp50s0 description 'compute-spine2 swp2s0'
nv set interface swp50s0 link fec rs
nv set interface swp50s0 link mtu 9216
nv set interface swp50s0 link speed 400G
nv set interface swp50s0 link state up
nv set interface swp50s0 qos egress-shaper profile cnp-400G
nv set interface swp50s0 qos pfc-watchdog state enable
nv set interface swp50s0 type swp
nv set interface swp50s1 description 'compute-spine2 swp2s1'
nv set interface swp50s1 link fec rs
nv set interface swp50s1 link mtu 9216
nv set interface swp50s1 link speed 400G
nv set interface swp50s1 link state up
nv set interface swp50s1 qos egress-shaper profile cnp-400G
nv set interface swp50s1 qos pfc-watchdog state enable
nv set interface swp50s1 type swp
nv set interface swp51 link breakout 2x
nv set interface swp51 type swp
nv set interface swp51s0 description 'compute-spine2 swp3s0'
nv set interface swp51s0 link fec rs
nv set interface swp51s0 link mtu 9216
nv set interface swp51s0 link speed 400G
nv set interface swp51s0 link state up
nv set interface swp51s0 qos egress-shaper profile cnp-400G
nv set interface swp51s0 qos pfc-watchdog state enable
nv set interface swp51s0 type swp
nv set interface swp51s1 description 'compute-spine2 swp3s1'
nv set interface swp51s1 link fec rs
nv set interface swp51s1 link mtu 9216
nv set interface swp51s1 link speed 400G
nv set interface swp51s1 link state up
nv set interface swp51s1 qos egress-shaper profile cnp-400G
nv set interface swp51s1 qos pfc-watchdog state enable
nv set interface swp51s1 type swp
nv set interface swp52 link breakout 2x
nv set interface swp52 type swp
nv set interface swp52s0 description 'compute-spine2 swp4s0'
nv set interface swp52s0 link fec rs
nv set interface swp52s0 link mtu 9216
nv set interface swp52s0 link speed 400G
nv set interface swp52s0 link state up
nv set interface swp52s0 qos egress-shaper profile cnp-400G
nv set interface swp52s0 qos pfc-watchdog state enable
nv set interface swp52s0 type swp
nv set interface swp52s1 description 'compute-spine2 swp4s1'
nv set interface swp52s1 link fec rs
nv set interface swp52s1 link mtu 9216
nv set interface swp52s1 link speed 400G
nv set interface swp52s1 link state up
nv set interface swp52s1 qos egress-shaper profile cnp-400G
nv set interface swp52s1 qos pfc-watchdog state enable
nv set interface swp52s1 type swp
nv set interface swp53 link breakout 2x
nv set interface swp53 type swp
nv set interface swp53s0 description 'compute-spine2 swp5s0'
nv set interface swp53s0 link fec rs
nv set interface swp53s0 link mtu 9216
nv set interface swp53s0 link speed 400G
nv set interface swp53s0 link state up
nv set interface swp53s0 qos egress-shaper profile cnp-400G
nv set interface swp53s0 qos pfc-watchdog state enable
nv set interface swp53s0 type swp
nv set interface swp53s1 description 'compute-spine2 swp5s1'
nv set interface swp53s1 link fec rs
nv set interface swp53s1 link mtu 9216
nv set interface swp53s1 link speed 400G
nv set interface swp53s1 link state up
nv set interface swp53s1 qos egress-shaper profile cnp-400G
nv set interface swp53s1 qos pfc-watchdog state enable
nv set interface swp53s1 type swp
nv set interface swp54 link breakout 2x
nv set interface swp54 type swp
nv set interface swp54s0 description 'compute-spine2 swp6s0'
nv set interface swp54s0 link fec rs
nv set interface swp54s0 link mtu 9216
nv set interface swp54s0 link speed 400G
nv set interface swp54s0 link state up
nv set interface swp54s0 qos egress-shaper profile cnp-400G
nv set interface swp54s0 qos pfc-watchdog state enable
nv set interface swp54s0 type swp
nv set interface swp54s1 description 'compute-spine2 swp6s1'
nv set interface swp54s1 link fec rs
nv set interface swp54s1 link mtu 9216
nv set interface swp54s1 link speed 400G
nv set interface swp54s1 link state up
nv set interface swp54s1 qos egress-shaper profile cnp-400G
nv set interface swp54s1 qos pfc-watchdog state enable
nv set interface swp54s1 type swp
nv set interface swp55 link breakout 2x
nv set interface swp55 type swp
nv set interface swp55s0 description 'compute-spine2 swp7s0'
nv set interface swp55s0 link fec rs
nv set interface swp55s0 link mtu 9216
nv set interface swp55s0 link speed 400G
nv set interface swp55s0 link state up
nv set interface swp55s0 qos egress-shaper profile cnp-400G
nv set interface swp55s0 qos pfc-watchdog state enable
nv set interface swp55s0 type swp
nv set interface swp55s1 description 'compute-spine2 swp7s1'
nv set interface swp55s1 link fec rs
nv set interface swp55s1 link mtu 9216
nv set interface swp55s1 link speed 400G
nv set interface swp55s1 link state up
nv set interface swp55s1 qos egress-shaper profile cnp-400G
nv set interface swp55s1 qos pfc-watchdog state enable
nv set interface swp55s1 type swp
nv set interface swp56 link breakout 2x
nv set interface swp56 type swp
nv set interface swp56s0 description 'compute-spine2 swp8s0'
nv set interface swp56s0 link fec rs
nv set interface swp56s0 link mtu 9216
nv set interface swp56s0 link speed 400G
nv set interface swp56s0 link state up
nv set interface swp56s0 qos egress-shaper profile cnp-400G
nv set interface swp56s0 qos pfc-watchdog state enable
nv set interface swp56s0 type swp
nv set interface swp56s1 description 'compute-spine2 swp8s1'
nv set interface swp56s1 link fec rs
nv set interface swp56s1 link mtu 9216
nv set interface swp56s1 link speed 400G
nv set interface swp56s1 link state up
nv set interface swp56s1 qos egress-shaper profile cnp-400G
nv set interface swp56s1 qos pfc-watchdog state enable
nv set interface swp56s1 type swp
nv set interface swp57 link breakout 2x
nv set interface swp57 type swp
nv set interface swp57s0 description 'compute-spine2 swp9s0'
nv set interface swp57s0 link fec rs
nv set interface swp57s0 link mtu 9216
nv set interface swp57s0 link speed 400G
nv set interface swp57s0 link state up
nv set interface swp57s0 qos egress-shaper profile cnp-400G
nv set interface swp57s0 qos pfc-watchdog state enable
nv set interface swp57s0 type swp
nv set interface swp57s1 description 'compute-spine2 swp9s1'
nv set interface swp57s1 link fec rs
nv set interface swp57s1 link mtu 9216
nv set interface swp57s1 link speed 400G
nv set interface swp57s1 link state up
nv set interface swp57s1 qos egress-shaper profile cnp-400G
nv set interface swp57s1 qos pfc-watchdog state enable
nv set interface swp57s1 type swp
nv set interface swp58 link breakout 2x
nv set interface swp58 type swp
nv set interface swp58s0 description 'compute-spine2 swp10s0'
nv set interface swp58s0 link fec rs
nv set interface swp58s0 link mtu 9216
nv set interface swp58s0 link speed 400G
nv set interface swp58s0 link state up
nv set interface swp58s0 qos egress-shaper profile cnp-400G
nv set interface swp58s0 qos pfc-watchdog state enable
nv set interface swp58s0 type swp
nv set interface swp58s1 description 'compute-spine2 swp10s1'
nv set interface swp58s1 link fec rs
nv set interface swp58s1 link mtu 9216
nv set interface swp58s1 link speed 400G
nv set interface swp58s1 link state up
nv set interface swp58s1 qos egress-shaper profile cnp-400G
nv set interface swp58s1 qos pfc-watchdog state enable
nv set interface swp58s1 type swp
nv set interface swp59 link breakout 2x
nv set interface swp59 type swp
nv set interface swp59s0 description 'compute-spine2 swp11s0'
nv set interface swp59s0 link fec rs
nv set interface swp59s0 link mtu 9216
nv set interface swp59s0 link speed 400G
nv set interface swp59s0 link state up
nv set interface swp59s0 qos egress-shaper profile cnp-400G
nv set interface swp59s0 qos pfc-watchdog state enable
nv set interface swp59s0 type swp
nv set interface swp59s1 description 'compute-spine2 swp11s1'
nv set interface swp59s1 link fec rs
nv set interface swp59s1 link mtu 9216
nv set interface swp59s1 link speed 400G
nv set interface swp59s1 link state up
nv set interface swp59s1 qos egress-shaper profile cnp-400G
nv set interface swp59s1 qos pfc-watchdog state enable
nv set interface swp59s1 type swp
nv set interface swp60 link breakout 2x
nv set interface swp60 type swp
nv set interface swp60s0 description 'compute-spine2 swp12s0'
nv set interface swp60s0 link fec rs
nv set interface swp60s0 link mtu 9216
nv set interface swp60s0 link speed 400G
nv set interface swp60s0 link state up
nv set interface swp60s0 qos egress-shaper profile cnp-400G
nv set interface swp60s0 qos pfc-watchdog state enable
nv set interface swp60s0 type swp
nv set interface swp60s1 description 'compute-spine2 swp12s1'
nv set interface swp60s1 link fec rs
nv set interface swp60s1 link mtu 9216
nv set interface swp60s1 link speed 400G
nv set interface swp60s1 link state up
nv set interface swp60s1 qos egress-shaper profile cnp-400G
nv set interface swp60s1 qos pfc-watchdog state enable
nv set interface swp60s1 type swp
nv set interface swp61 link breakout 2x
nv set interface swp61 type swp
nv set interface swp61s0 description 'compute-spine2 swp13s0'
nv set interface swp61s0 link fec rs
nv set interface swp61s0 link mtu 9216
nv set interface swp61s0 link speed 400G
nv set interface swp61s0 link state up
nv set interface swp61s0 qos egress-shaper profile cnp-400G
nv set interface swp61s0 qos pfc-watchdog state enable
nv set interface swp61s0 type swp
nv set interface swp61s1 description 'compute-spine2 swp13s1'
nv set interface swp61s1 link fec rs
nv set interface swp61s1 link mtu 9216
nv set interface swp61s1 link speed 400G
nv set interface swp61s1 link state up
nv set interface swp61s1 qos egress-shaper profile cnp-400G
nv set interface swp61s1 qos pfc-watchdog state enable
nv set interface swp61s1 type swp
nv set interface swp62 link breakout 2x
nv set interface swp62 type swp
nv set interface swp62s0 description 'compute-spine2 swp14s0'
nv set interface swp62s0 link fec rs
nv set interface swp62s0 link mtu 9216
nv set interface swp62s0 link speed 400G
nv set interface swp62s0 link state up
nv set interface swp62s0 qos egress-shaper profile cnp-400G
nv set interface swp62s0 qos pfc-watchdog state enable
nv set interface swp62s0 type swp
nv set interface swp62s1 description 'compute-spine2 swp14s1'
nv set interface swp62s1 link fec rs
nv set interface swp62s1 link mtu 9216
nv set interface swp62s1 link speed 400G
nv set interface swp62s1 link state up
nv set interface swp62s1 qos egress-shaper profile cnp-400G
nv set interface swp62s1 qos pfc-watchdog state enable
nv set interface swp62s1 type swp
nv set interface swp63 link breakout 2x
nv set interface swp63 type swp
nv set interface swp63s0 description 'compute-spine2 swp15s0'
nv set interface swp63s0 link fec rs
nv set interface swp63s0 link mtu 9216
nv set interface swp63s0 link speed 400G
nv set interface swp63s0 link state up
nv set interface swp63s0 qos egress-shaper profile cnp-400G
nv set interface swp63s0 qos pfc-watchdog state enable
nv set interface swp63s0 type swp
nv set interface swp63s1 description 'compute-spine2 swp15s1'
nv set interface swp63s1 link fec rs
nv set interface swp63s1 link mtu 9216
nv set interface swp63s1 link speed 400G
nv set interface swp63s1 link state up
nv set interface swp63s1 qos egress-shaper profile cnp-400G
nv set interface swp63s1 qos pfc-watchdog state enable
nv set interface swp63s1 type swp
nv set interface swp64 link breakout 2x
nv set interface swp64 type swp
nv set interface swp64s0 description 'compute-spine2 swp16s0'
nv set interface swp64s0 link fec rs
nv set interface swp64s0 link mtu 9216
nv set interface swp64s0 link speed 400G
nv set interface swp64s0 link state up
nv set interface swp64s0 qos egress-shaper profile cnp-400G
nv set interface swp64s0 qos pfc-watchdog state enable
nv set interface swp64s0 type swp
nv set interface swp64s1 description 'compute-spine2 swp16s1'
nv set interface swp64s1 link fec rs
nv set interface swp64s1 link mtu 9216
nv set interface swp64s1 link speed 400G
nv set interface swp64s1 link state up
nv set interface swp64s1 qos egress-shaper profile cnp-400G
nv set interface swp64s1 qos pfc-watchdog state enable
nv set interface swp64s1 type swp
nv set nve vxlan arp-nd-suppress enabled
nv set nve vxlan decapsulation dscp action preserve
nv set nve vxlan encapsulation dscp action copy
nv set nve vxlan source address 10.225.128.1
nv set nve vxlan state enabled
nv set qos congestion-control default-global traffic-class 3 ecn enable
nv set qos congestion-control default-global traffic-class 3 max-threshold 1500000
nv set qos congestion-control default-global traffic-class 3 min-threshold 150000
nv set qos congestion-control default-global traffic-class 3 probability 100
nv set qos egress-shaper cnp-400G port-max-rate 400000000
nv set qos egress-shaper cnp-400G traffic-class 6 max-rate 40000000
nv set qos mapping default-global dscp 24 switch-priority 0
nv set qos mapping default-global dscp 25 switch-priority 0
nv set qos mapping default-global dscp 26 switch-priority 3
nv set qos mapping default-global dscp 27 switch-priority 0
nv set qos mapping default-global dscp 28 switch-priority 0
nv set qos mapping default-global dscp 29 switch-priority 0
nv set qos mapping default-global dscp 30 switch-priority 0
nv set qos mapping default-global dscp 31 switch-priority 0
nv set qos mapping default-global dscp 48 switch-priority 6
nv set qos mapping default-global dscp 49 switch-priority 0
nv set qos mapping default-global dscp 50 switch-priority 0
nv set qos mapping default-global dscp 51 switch-priority 0
nv set qos mapping default-global dscp 52 switch-priority 0
nv set qos mapping default-global dscp 53 switch-priority 0
nv set qos mapping default-global dscp 54 switch-priority 0
nv set qos mapping default-global dscp 55 switch-priority 0
nv set qos mapping default-global trust both
nv set qos pfc-watchdog polling-interval 100
nv set qos pfc-watchdog robustness 2
nv set qos roce cable-length 15
nv set qos roce mode lossless
nv set qos roce state enabled
nv set router bfd profile FABRIC
nv set router bfd state enabled
nv set router bgp autonomous-system 4200000001
nv set router bgp convergence-wait establish-wait-time 15
nv set router bgp convergence-wait time 30
nv set router bgp router-id 10.224.0.1
nv set router bgp state enabled
nv set router policy prefix-list FABRIC rule 5 action permit
nv set router policy prefix-list FABRIC rule 5 match 10.224.0.0/15 max-prefix-len 32
nv set router policy prefix-list FABRIC rule 5 match 10.224.0.0/15 min-prefix-len 32
nv set router policy prefix-list FABRIC rule 10 action permit
nv set router policy prefix-list FABRIC rule 10 match 10.0.0.0/9 max-prefix-len 24
nv set router policy prefix-list FABRIC rule 10 match 10.0.0.0/9 min-prefix-len 24
nv set router policy prefix-list FABRIC type ipv4
nv set router policy prefix-list OWN rule 5 action permit
nv set router policy prefix-list OWN rule 5 match 10.224.0.1/32
nv set router policy prefix-list OWN rule 10 action permit
nv set router policy prefix-list OWN rule 10 match 10.0.0.0/24
nv set router policy prefix-list OWN rule 15 action permit
nv set router policy prefix-list OWN rule 15 match 10.16.0.0/24
nv set router policy prefix-list OWN rule 20 action permit
nv set router policy prefix-list OWN rule 20 match 10.225.128.1/32
nv set router policy prefix-list OWN type ipv4
nv set router policy route-map ACCEPT rule 10 action permit
nv set router policy route-map ACCEPT rule 10 match ip-prefix-list FABRIC
nv set router policy route-map ACCEPT rule 10 match type ipv4
nv set router policy route-map ANNOUNCE rule 10 action permit
nv set router policy route-map ANNOUNCE rule 10 match ip-prefix-list OWN
nv set router policy route-map ANNOUNCE rule 10 match type ipv4
nv set system aaa authentication order tacacs local
nv set system aaa tacacs server 192.0.2.49 priority 1
nv set system aaa tacacs server 192.0.2.49 secret '{{clustergen_tacacs_key}}'
nv set system aaa tacacs vrf mgmt
nv set system control-plane acl acl-default-dos inbound
nv set system control-plane acl acl-default-whitelist inbound
nv set system dns server 192.0.2.53 vrf mgmt
nv set system gnmi-server certificate gnmi
nv set system gnmi-server listening-address 10.192.1.17
nv set system gnmi-server mtls ca-certificate gnmi-clients
nv set system gnmi-server port 9339
nv set system gnmi-server state enabled
nv set system hostname compute-leaf1
nv set system ntp server ntp1.example.net iburst enabled
nv set system ntp server ntp2.example.net iburst enabled
nv set system ntp state enabled
nv set system ntp vrf mgmt
nv set system snmp-server listening-address 10.192.1.17 vrf mgmt
nv set system snmp-server state enabled
nv set system snmp-server username clustergen auth-sha '{{clustergen_snmp_auth_passphrase}}' encrypt-aes '{{clustergen_snmp_priv_passphrase}}'
nv set system syslog server 192.0.2.54 vrf mgmt
nv set system timezone Etc/UTC
nv set vrf Vrf-blue evpn state enabled
nv set vrf Vrf-blue evpn vlan 3225
nv set vrf Vrf-blue evpn vni 75400
nv set vrf Vrf-blue router bgp address-family ipv4-unicast multipaths ebgp 128
nv set vrf Vrf-blue router bgp address-family ipv4-unicast network 10.0.0.0/24
nv set vrf Vrf-blue router bgp address-family ipv4-unicast network 10.16.0.0/24
nv set vrf Vrf-blue router bgp address-family ipv4-unicast route-export to-evpn state enabled
nv set vrf Vrf-blue router bgp address-family ipv4-unicast state enabled
nv set vrf Vrf-blue router bgp address-family l2vpn-evpn state enabled
nv set vrf Vrf-blue router bgp autonomous-system 4200000001
nv set vrf Vrf-blue router bgp router-id 10.224.0.1
nv set vrf Vrf-blue router bgp state enabled
nv set vrf Vrf-blue router static 10.0.0.0/24 address-family ipv4-unicast
nv set vrf Vrf-blue router static 10.0.0.0/24 via blackhole type blackhole
nv set vrf Vrf-blue router static 10.16.0.0/24 address-family ipv4-unicast
nv set vrf Vrf-blue router static 10.16.0.0/24 via blackhole type blackhole
nv set vrf Vrf-blue table auto
nv set vrf Vrf-red evpn state enabled
nv set vrf Vrf-red evpn vlan 3405
nv set vrf Vrf-red evpn vni 84561
nv set vrf Vrf-red router bgp address-family ipv4-unicast multipaths ebgp 128
nv set vrf Vrf-red router bgp address-family ipv4-unicast network 10.0.0.0/24
nv set vrf Vrf-red router bgp address-family ipv4-unicast network 10.16.0.0/24
nv set vrf Vrf-red router bgp address-family ipv4-unicast route-export to-evpn state enabled
nv set vrf Vrf-red router bgp address-family ipv4-unicast state enabled
nv set vrf Vrf-red router bgp address-family l2vpn-evpn state enabled
nv set vrf Vrf-red router bgp autonomous-system 4200000001
nv set vrf Vrf-red router bgp router-id 10.224.0.1
nv set vrf Vrf-red router bgp state enabled
nv set vrf Vrf-red router static 10.0.0.0/24 address-family ipv4-unicast
nv set vrf Vrf-red router static 10.0.0.0/24 via blackhole type blackhole
nv set vrf Vrf-red router static 10.16.0.0/24 address-family ipv4-unicast
nv set vrf Vrf-red router static 10.16.0.0/24 via blackhole type blackhole
nv set vrf Vrf-red table auto
nv set vrf default router bgp address-family ipv4-unicast multipaths ebgp 128
nv set vrf default router bgp address-family ipv4-unicast network 10.0.0.0/24
nv set vrf default router bgp address-family ipv4-unicast network 10.16.0.0/24
nv set vrf default router bgp address-family ipv4-unicast network 10.224.0.1/32
nv set vrf default router bgp address-family ipv4-unicast network 10.225.128.1/32
nv set vrf default router bgp address-family ipv4-unicast state enabled
nv set vrf default router bgp address-family l2vpn-evpn state enabled
nv set vrf default router bgp autonomous-system 4200000001
nv set vrf default router bgp neighbor swp33s0 peer-group SPINES
nv set vrf default router bgp neighbor swp33s0 type unnumbered
nv set vrf default router bgp neighbor swp33s1 peer-group SPINES
nv set vrf default router bgp neighbor swp33s1 type unnumbered
nv set vrf default router bgp neighbor swp34s0 peer-group SPINES
nv set vrf default router bgp neighbor swp34s0 type unnumbered
nv set vrf default router bgp neighbor swp34s1 peer-group SPINES
nv set vrf default router bgp neighbor swp34s1 type unnumbered
nv set vrf default router bgp neighbor swp35s0 peer-group SPINES
nv set vrf default router bgp neighbor swp35s0 type unnumbered
nv set vrf default router bgp neighbor swp35s1 peer-group SPINES
nv set vrf default router bgp neighbor swp35s1 type unnumbered
nv set vrf default router bgp neighbor swp36s0 peer-group SPINES
nv set vrf default router bgp neighbor swp36s0 type unnumbered
nv set vrf default router bgp neighbor swp36s1 peer-group SPINES
nv set vrf default router bgp neighbor swp36s1 type unnumbered
nv set vrf default router bgp neighbor swp37s0 peer-group SPINES
nv set vrf default router bgp neighbor swp37s0 type unnumbered
nv set vrf default router bgp neighbor swp37s1 peer-group SPINES
nv set vrf default router bgp neighbor swp37s1 type unnumbered
nv set vrf default router bgp neighbor swp38s0 peer-group SPINES
nv set vrf default router bgp neighbor swp38s0 type unnumbered
nv set vrf default router bgp neighbor swp38s1 peer-group SPINES
nv set vrf default router bgp neighbor swp38s1 type unnumbered
nv set vrf default router bgp neighbor swp39s0 peer-group SPINES
nv set vrf default router bgp neighbor swp39s0 type unnumbered
nv set vrf default router bgp neighbor swp39s1 peer-group SPINES
nv set vrf default router bgp neighbor swp39s1 type unnumbered
nv set vrf default router bgp neighbor swp40s0 peer-group SPINES
nv set vrf default router bgp neighbor swp40s0 type unnumbered
nv set vrf default router bgp neighbor swp40s1 peer-group SPINES
nv set vrf default router bgp neighbor swp40s1 type unnumbered
nv set vrf default router bgp neighbor swp41s0 peer-group SPINES
nv set vrf default router bgp neighbor swp41s0 type unnumbered
nv set vrf default router bgp neighbor swp41s1 peer-group SPINES
nv set vrf default router bgp neighbor swp41s1 type unnumbered
nv set vrf default router bgp neighbor swp42s0 peer-group SPINES
nv set vrf default router bgp neighbor swp42s0 type unnumbered
nv set vrf default router bgp neighbor swp42s1 peer-group SPINES
nv set vrf default router bgp neighbor swp42s1 type unnumbered
nv set vrf default router bgp neighbor swp43s0 peer-group SPINES
nv set vrf default router bgp neighbor swp43s0 type unnumbered
nv set vrf default router bgp neighbor swp43s1 peer-group SPINES
nv set vrf default router bgp neighbor swp43s1 type unnumbered
nv set vrf default router bgp neighbor swp44s0 peer-group SPINES
nv set vrf default router bgp neighbor swp44s0 type unnumbered
nv set vrf default router bgp neighbor swp44s1 peer-group SPINES
nv set vrf default router bgp neighbor swp44s1 type unnumbered
nv set vrf default router bgp neighbor swp45s0 peer-group SPINES
nv set vrf default router bgp neighbor swp45s0 type unnumbered
nv set vrf default router bgp neighbor swp45s1 peer-group SPINES
nv set vrf default router bgp neighbor swp45s1 type unnumbered
nv set vrf default router bgp neighbor swp46s0 peer-group SPINES
nv set vrf default router bgp neighbor swp46s0 type unnumbered
nv set vrf default router bgp neighbor swp46s1 peer-group SPINES
nv set vrf default router bgp neighbor swp46s1 type unnumbered
nv set vrf default router bgp neighbor swp47s0 peer-group SPINES
nv set vrf default router bgp neighbor swp47s0 type unnumbered
nv set vrf default router bgp neighbor swp47s1 peer-group SPINES
nv set vrf default router bgp neighbor swp47s1 type unnumbered
nv set vrf default router bgp neighbor swp48s0 peer-group SPINES
nv set vrf default router bgp neighbor swp48s0 type unnumbered
nv set vrf default router bgp neighbor swp48s1 peer-group SPINES
nv set vrf default router bgp neighbor swp48s1 type unnumbered
nv set vrf default router bgp neighbor swp49s0 peer-group SPINES
nv set vrf default router bgp neighbor swp49s0 type unnumbered
nv set vrf default router bgp neighbor swp49s1 peer-group SPINES
nv set vrf default router bgp neighbor swp49s1 type unnumbered
nv set vrf default router bgp neighbor swp50s0 peer-group SPINES
nv set vrf default router bgp neighbor swp50s0 type unnumbered
nv set vrf default router bgp neighbor swp50s1 peer-group SPINES
nv set vrf default router bgp neighbor swp50s1 type unnumbered
nv set vrf default router bgp neighbor swp51s0 peer-group SPINES
nv set vrf default router bgp neighbor swp51s0 type unnumbered
nv set vrf default router bgp neighbor swp51s1 peer-group SPINES
nv set vrf default router bgp neighbor swp51s1 type unnumbered
nv set vrf default router bgp neighbor swp52s0 peer-group SPINES
nv set vrf default router bgp neighbor swp52s0 type unnumbered
nv set vrf default router bgp neighbor swp52s1 peer-group SPINES
nv set vrf default router bgp neighbor swp52s1 type unnumbered
nv set vrf default router bgp neighbor swp53s0 peer-group SPINES
nv set vrf default router bgp neighbor swp53s0 type unnumbered
nv set vrf default router bgp neighbor swp53s1 peer-group SPINES
nv set vrf default router bgp neighbor swp53s1 type unnumbered
nv set vrf default router bgp neighbor swp54s0 peer-group SPINES
nv set vrf default router bgp neighbor swp54s0 type unnumbered
nv set vrf default router bgp neighbor swp54s1 peer-group SPINES
nv set vrf default router bgp neighbor swp54s1 type unnumbered
nv set vrf default router bgp neighbor swp55s0 peer-group SPINES
nv set vrf default router bgp neighbor swp55s0 type unnumbered
nv set vrf default router bgp neighbor swp55s1 peer-group SPINES
nv set vrf default router bgp neighbor swp55s1 type unnumbered
nv set vrf default router bgp neighbor swp56s0 peer-group SPINES
nv set vrf default router bgp neighbor swp56s0 type unnumbered
nv set vrf default router bgp neighbor swp56s1 peer-group SPINES
nv set vrf default router bgp neighbor swp56s1 type unnumbered
nv set vrf default router bgp neighbor swp57s0 peer-group SPINES
nv set vrf default router bgp neighbor swp57s0 type unnumbered
nv set vrf default router bgp neighbor swp57s1 peer-group SPINES
nv set vrf default router bgp neighbor swp57s1 type unnumbered
nv set vrf default router bgp neighbor swp58s0 peer-group SPINES
nv set vrf default router bgp neighbor swp58s0 type unnumbered
nv set vrf default router bgp neighbor swp58s1 peer-group SPINES
nv set vrf default router bgp neighbor swp58s1 type unnumbered
nv set vrf default router bgp neighbor swp59s0 peer-group SPINES
nv set vrf default router bgp neighbor swp59s0 type unnumbered
nv set vrf default router bgp neighbor swp59s1 peer-group SPINES
nv set vrf default router bgp neighbor swp59s1 type unnumbered
nv set vrf default router bgp neighbor swp60s0 peer-group SPINES
nv set vrf default router bgp neighbor swp60s0 type unnumbered
nv set vrf default router bgp neighbor swp60s1 peer-group SPINES
nv set vrf default router bgp neighbor swp60s1 type unnumbered
nv set vrf default router bgp neighbor swp61s0 peer-group SPINES
nv set vrf default router bgp neighbor swp61s0 type unnumbered
nv set vrf default router bgp neighbor swp61s1 peer-group SPINES
nv set vrf default router bgp neighbor swp61s1 type unnumbered
nv set vrf default router bgp neighbor swp62s0 peer-group SPINES
nv set vrf default router bgp neighbor swp62s0 type unnumbered
nv set vrf default router bgp neighbor swp62s1 peer-group SPINES
nv set vrf default router bgp neighbor swp62s1 type unnumbered
nv set vrf default router bgp neighbor swp63s0 peer-group SPINES
nv set vrf default router bgp neighbor swp63s0 type unnumbered
nv set vrf default router bgp neighbor swp63s1 peer-group SPINES
nv set vrf default router bgp neighbor swp63s1 type unnumbered
nv set vrf default router bgp neighbor swp64s0 peer-group SPINES
nv set vrf default router bgp neighbor swp64s0 type unnumbered
nv set vrf default router bgp neighbor swp64s1 peer-group SPINES
nv set vrf default router bgp neighbor swp64s1 type unnumbered
nv set vrf default router bgp path-selection multipath aspath-ignore enabled
nv set vrf default router bgp peer-group SPINES address-family ipv4-unicast policy inbound route-map ACCEPT
nv set vrf default router bgp peer-group SPINES address-family ipv4-unicast policy outbound route-map ANNOUNCE
nv set vrf default router bgp peer-group SPINES address-family ipv4-unicast prefix-limits inbound maximum 92
nv set vrf default router bgp peer-group SPINES address-family ipv4-unicast prefix-limits inbound reestablish-wait 300
nv set vrf default router bgp peer-group SPINES address-family ipv4-unicast state enabled
nv set vrf default router bgp peer-group SPINES address-family l2vpn-evpn state enabled
nv set vrf default router bgp peer-group SPINES bfd profile FABRIC
nv set vrf default router bgp peer-group SPINES remote-as external
nv set vrf default router bgp router-id 10.224.0.1
nv set vrf default router bgp state enabled
nv set vrf default router static 10.0.0.0/24 address-family ipv4-unicast
nv set vrf default router static 10.0.0.0/24 via blackhole type blackhole
nv set vrf default router static 10.16.0.0/24 address-family ipv4-unicast
nv set vrf default router static 10.16.0.0/24 via blackhole type blackhole
