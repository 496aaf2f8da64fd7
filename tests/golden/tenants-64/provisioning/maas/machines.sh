#!/bin/sh
# Hosts of borealis.example.net whose MAC addresses assets.yaml has, for MAAS: written by clustergen; change the spec, not this file.
# Run it once, logged in (`maas login`), with the environment below: MAAS refuses a host that it has. MAAS has a DHCP server of its own:
# let one of the two serve the in-band VLAN.
set -eu
: "${MAAS_PROFILE:?the profile of maas login}" "${BMC_USER:?the BMCs' user}" "${BMC_PASS:?the BMCs' password}"

put() {  # host, architecture, MAC address, BMC
  maas "$MAAS_PROFILE" machines create hostname="$1" architecture="$2/generic" mac_addresses="$3" power_type=redfish \
    power_parameters_power_address="$4" power_parameters_power_user="$BMC_USER" power_parameters_power_pass="$BMC_PASS"
}

put gpu01 amd64 00:00:5e:00:53:01 10.196.0.1
put storage1 "${ARCHITECTURE:?amd64 or arm64, of hosts whose processor the catalog does not name}" 00:00:5e:00:53:03 10.196.1.1
put login1 "${ARCHITECTURE:?amd64 or arm64, of hosts whose processor the catalog does not name}" 00:00:5e:00:53:04 10.196.1.15
