#!/bin/sh
# Hosts of delta.example.net whose MAC addresses assets.yaml has, for MAAS: written by clustergen; change the spec, not this file.
# Run it once, logged in (`maas login`), with the environment below: MAAS refuses a host that exists. MAAS has its own DHCP server:
# only one of the two may serve the in-band VLAN.
set -eu
: "${MAAS_PROFILE:?the profile of maas login}" "${BMC_USER:?the BMCs' user}" "${BMC_PASS:?the BMCs' password}"

put() {  # host, architecture, MAC address, BMC
  maas "$MAAS_PROFILE" machines create hostname="$1" architecture="$2/generic" mac_addresses="$3" power_type=redfish \
    power_parameters_power_address="$4" power_parameters_power_user="$BMC_USER" power_parameters_power_pass="$BMC_PASS"
}

