#!/bin/sh
# Hosts of borealis.example.net whose MAC addresses assets.yaml has, for Warewulf 4: written by clustergen; change the spec, not this file.
# Image, kernel and BMC credentials belong to a profile of yours. A second run sets the same again.
set -eu

put() {
  host=$1
  shift
  wwctl node add "$host" >/dev/null 2>&1 || true  # fails for a host that is there; without one, the next line does
  wwctl node set --yes "$host" "$@"
}

put gpu01 --hwaddr=00:00:5e:00:53:01 --ipaddr=10.160.32.1 --netmask=255.255.0.0 --gateway=10.160.0.1 --ipmiaddr=10.196.0.1
put storage1 --hwaddr=00:00:5e:00:53:03 --ipaddr=10.160.64.1 --netmask=255.255.0.0 --gateway=10.160.0.1 --ipmiaddr=10.196.1.1
put login1 --hwaddr=00:00:5e:00:53:04 --ipaddr=10.160.128.1 --netmask=255.255.0.0 --gateway=10.160.0.1 --ipmiaddr=10.196.1.15
