#!/bin/bash
# oob-leaf2: leaf of the oob fabric, Cumulus Linux 5.15.
# The same settings as startup.yaml, command by command. Look at `nv config diff`, then `nv config apply` and `nv config save`.
# Out of service: nv set maintenance unit all-protocols state maintenance; back: ... state production.
# Print it through Ansible first: it refers to clustergen_tacacs_key, clustergen_snmp_auth_passphrase, clustergen_snmp_priv_passphrase.
set -eu
nv set acl OOB-BMC rule 10 action permit
nv set acl OOB-BMC rule 10 match ip dest-ip 10.192.1.9/32
nv set acl OOB-BMC rule 10 match ip protocol udp
nv set acl OOB-BMC rule 10 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 10 match ip udp dest-port 67
nv set acl OOB-BMC rule 10 remark 'dhcp to management/control and 1 more'
nv set acl OOB-BMC rule 20 action permit
nv set acl OOB-BMC rule 20 match ip dest-ip 10.192.1.10/31
nv set acl OOB-BMC rule 20 match ip protocol udp
nv set acl OOB-BMC rule 20 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 20 match ip udp dest-port 67
nv set acl OOB-BMC rule 20 remark 'dhcp to management/control and 1 more'
nv set acl OOB-BMC rule 30 action permit
nv set acl OOB-BMC rule 30 match ip dest-ip 255.255.255.255/32
nv set acl OOB-BMC rule 30 match ip protocol udp
nv set acl OOB-BMC rule 30 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 30 match ip udp dest-port 67
nv set acl OOB-BMC rule 30 remark 'dhcp to management/control and 1 more'
nv set acl OOB-BMC rule 40 action permit
nv set acl OOB-BMC rule 40 match ip dest-ip 255.255.255.255/32
nv set acl OOB-BMC rule 40 match ip protocol udp
nv set acl OOB-BMC rule 40 match ip source-ip 0.0.0.0/32
nv set acl OOB-BMC rule 40 match ip udp dest-port 67
nv set acl OOB-BMC rule 40 remark 'dhcp without an address, or without a server that answers (RFC 2131)'
nv set acl OOB-BMC rule 50 action permit
nv set acl OOB-BMC rule 50 match ip dest-ip 10.192.1.9/32
nv set acl OOB-BMC rule 50 match ip protocol udp
nv set acl OOB-BMC rule 50 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 50 match ip udp dest-port 53
nv set acl OOB-BMC rule 50 remark 'dns to management/control'
nv set acl OOB-BMC rule 60 action permit
nv set acl OOB-BMC rule 60 match ip dest-ip 10.192.1.10/31
nv set acl OOB-BMC rule 60 match ip protocol udp
nv set acl OOB-BMC rule 60 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 60 match ip udp dest-port 53
nv set acl OOB-BMC rule 60 remark 'dns to management/control'
nv set acl OOB-BMC rule 70 action permit
nv set acl OOB-BMC rule 70 match ip dest-ip 10.192.1.9/32
nv set acl OOB-BMC rule 70 match ip protocol tcp
nv set acl OOB-BMC rule 70 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 70 match ip tcp dest-port 443
nv set acl OOB-BMC rule 70 remark 'https to management/control'
nv set acl OOB-BMC rule 80 action permit
nv set acl OOB-BMC rule 80 match ip dest-ip 10.192.1.10/31
nv set acl OOB-BMC rule 80 match ip protocol tcp
nv set acl OOB-BMC rule 80 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 80 match ip tcp dest-port 443
nv set acl OOB-BMC rule 80 remark 'https to management/control'
nv set acl OOB-BMC rule 90 action permit
nv set acl OOB-BMC rule 90 match ip dest-ip 10.192.1.9/32
nv set acl OOB-BMC rule 90 match ip protocol udp
nv set acl OOB-BMC rule 90 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 90 match ip udp dest-port 123
nv set acl OOB-BMC rule 90 remark 'ntp to management/control'
nv set acl OOB-BMC rule 100 action permit
nv set acl OOB-BMC rule 100 match ip dest-ip 10.192.1.10/31
nv set acl OOB-BMC rule 100 match ip protocol udp
nv set acl OOB-BMC rule 100 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 100 match ip udp dest-port 123
nv set acl OOB-BMC rule 100 remark 'ntp to management/control'
nv set acl OOB-BMC rule 110 action permit
nv set acl OOB-BMC rule 110 match ip dest-ip 10.192.1.9/32
nv set acl OOB-BMC rule 110 match ip protocol udp
nv set acl OOB-BMC rule 110 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 110 match ip udp dest-port 162
nv set acl OOB-BMC rule 110 remark 'snmp-trap to management/control'
nv set acl OOB-BMC rule 120 action permit
nv set acl OOB-BMC rule 120 match ip dest-ip 10.192.1.10/31
nv set acl OOB-BMC rule 120 match ip protocol udp
nv set acl OOB-BMC rule 120 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 120 match ip udp dest-port 162
nv set acl OOB-BMC rule 120 remark 'snmp-trap to management/control'
nv set acl OOB-BMC rule 130 action permit
nv set acl OOB-BMC rule 130 match ip dest-ip 10.192.1.9/32
nv set acl OOB-BMC rule 130 match ip protocol udp
nv set acl OOB-BMC rule 130 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 130 match ip udp dest-port 514
nv set acl OOB-BMC rule 130 remark 'syslog to management/control'
nv set acl OOB-BMC rule 140 action permit
nv set acl OOB-BMC rule 140 match ip dest-ip 10.192.1.10/31
nv set acl OOB-BMC rule 140 match ip protocol udp
nv set acl OOB-BMC rule 140 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 140 match ip udp dest-port 514
nv set acl OOB-BMC rule 140 remark 'syslog to management/control'
nv set acl OOB-BMC rule 150 action permit
nv set acl OOB-BMC rule 150 match ip dest-ip 10.192.1.9/32
nv set acl OOB-BMC rule 150 match ip protocol tcp
nv set acl OOB-BMC rule 150 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 150 match ip tcp source-port 443
nv set acl OOB-BMC rule 150 match ip tcp state established
nv set acl OOB-BMC rule 150 remark 'answers of https to management/control'
nv set acl OOB-BMC rule 160 action permit
nv set acl OOB-BMC rule 160 match ip dest-ip 10.192.1.10/31
nv set acl OOB-BMC rule 160 match ip protocol tcp
nv set acl OOB-BMC rule 160 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 160 match ip tcp source-port 443
nv set acl OOB-BMC rule 160 match ip tcp state established
nv set acl OOB-BMC rule 160 remark 'answers of https to management/control'
nv set acl OOB-BMC rule 170 action permit
nv set acl OOB-BMC rule 170 match ip dest-ip 10.192.1.9/32
nv set acl OOB-BMC rule 170 match ip protocol icmp
nv set acl OOB-BMC rule 170 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 170 remark 'answers of icmp to management/control'
nv set acl OOB-BMC rule 180 action permit
nv set acl OOB-BMC rule 180 match ip dest-ip 10.192.1.10/31
nv set acl OOB-BMC rule 180 match ip protocol icmp
nv set acl OOB-BMC rule 180 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 180 remark 'answers of icmp to management/control'
nv set acl OOB-BMC rule 190 action permit
nv set acl OOB-BMC rule 190 match ip dest-ip 10.192.1.9/32
nv set acl OOB-BMC rule 190 match ip protocol tcp
nv set acl OOB-BMC rule 190 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 190 match ip tcp source-port 22
nv set acl OOB-BMC rule 190 match ip tcp state established
nv set acl OOB-BMC rule 190 remark 'answers of ssh to management/control'
nv set acl OOB-BMC rule 200 action permit
nv set acl OOB-BMC rule 200 match ip dest-ip 10.192.1.10/31
nv set acl OOB-BMC rule 200 match ip protocol tcp
nv set acl OOB-BMC rule 200 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 200 match ip tcp source-port 22
nv set acl OOB-BMC rule 200 match ip tcp state established
nv set acl OOB-BMC rule 200 remark 'answers of ssh to management/control'
nv set acl OOB-BMC rule 65535 action deny
nv set acl OOB-BMC rule 65535 match ip dest-ip ANY
nv set acl OOB-BMC rule 65535 match ip source-ip ANY
nv set acl OOB-BMC type ipv4
nv set acl OOB-BMC-V6 rule 10 action permit
nv set acl OOB-BMC-V6 rule 10 match ip icmpv6-type neighbor-solicitation
nv set acl OOB-BMC-V6 rule 10 match ip protocol icmpv6
nv set acl OOB-BMC-V6 rule 20 action permit
nv set acl OOB-BMC-V6 rule 20 match ip icmpv6-type neighbor-advertisement
nv set acl OOB-BMC-V6 rule 20 match ip protocol icmpv6
nv set acl OOB-BMC-V6 rule 30 action permit
nv set acl OOB-BMC-V6 rule 30 match ip icmpv6-type router-solicitation
nv set acl OOB-BMC-V6 rule 30 match ip protocol icmpv6
nv set acl OOB-BMC-V6 rule 65535 action deny
nv set acl OOB-BMC-V6 rule 65535 match ip dest-ip ANY
nv set acl OOB-BMC-V6 rule 65535 match ip source-ip ANY
nv set acl OOB-BMC-V6 type ipv6
nv set acl OOB-CONTROL rule 10 action deny
nv set acl OOB-CONTROL rule 10 match ip dest-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 10 match ip source-ip 10.192.0.0/24
nv set acl OOB-CONTROL rule 10 remark 'somebody else'"'"'s address'
nv set acl OOB-CONTROL rule 20 action deny
nv set acl OOB-CONTROL rule 20 match ip dest-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 20 match ip source-ip 10.192.1.0/29
nv set acl OOB-CONTROL rule 20 remark 'somebody else'"'"'s address'
nv set acl OOB-CONTROL rule 30 action deny
nv set acl OOB-CONTROL rule 30 match ip dest-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 30 match ip source-ip 10.192.1.8/32
nv set acl OOB-CONTROL rule 30 remark 'somebody else'"'"'s address'
nv set acl OOB-CONTROL rule 40 action deny
nv set acl OOB-CONTROL rule 40 match ip dest-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 40 match ip source-ip 10.192.1.12/30
nv set acl OOB-CONTROL rule 40 remark 'somebody else'"'"'s address'
nv set acl OOB-CONTROL rule 50 action deny
nv set acl OOB-CONTROL rule 50 match ip dest-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 50 match ip source-ip 10.192.1.16/28
nv set acl OOB-CONTROL rule 50 remark 'somebody else'"'"'s address'
nv set acl OOB-CONTROL rule 60 action deny
nv set acl OOB-CONTROL rule 60 match ip dest-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 60 match ip source-ip 10.192.1.32/27
nv set acl OOB-CONTROL rule 60 remark 'somebody else'"'"'s address'
nv set acl OOB-CONTROL rule 70 action deny
nv set acl OOB-CONTROL rule 70 match ip dest-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 70 match ip source-ip 10.192.1.64/26
nv set acl OOB-CONTROL rule 70 remark 'somebody else'"'"'s address'
nv set acl OOB-CONTROL rule 80 action deny
nv set acl OOB-CONTROL rule 80 match ip dest-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 80 match ip source-ip 10.192.1.128/25
nv set acl OOB-CONTROL rule 80 remark 'somebody else'"'"'s address'
nv set acl OOB-CONTROL rule 90 action deny
nv set acl OOB-CONTROL rule 90 match ip dest-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 90 match ip source-ip 10.192.2.0/23
nv set acl OOB-CONTROL rule 90 remark 'somebody else'"'"'s address'
nv set acl OOB-CONTROL rule 100 action deny
nv set acl OOB-CONTROL rule 100 match ip dest-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 100 match ip source-ip 10.192.4.0/22
nv set acl OOB-CONTROL rule 100 remark 'somebody else'"'"'s address'
nv set acl OOB-CONTROL rule 110 action deny
nv set acl OOB-CONTROL rule 110 match ip dest-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 110 match ip source-ip 10.192.8.0/21
nv set acl OOB-CONTROL rule 110 remark 'somebody else'"'"'s address'
nv set acl OOB-CONTROL rule 120 action deny
nv set acl OOB-CONTROL rule 120 match ip dest-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 120 match ip source-ip 10.192.16.0/20
nv set acl OOB-CONTROL rule 120 remark 'somebody else'"'"'s address'
nv set acl OOB-CONTROL rule 130 action deny
nv set acl OOB-CONTROL rule 130 match ip dest-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 130 match ip source-ip 10.192.32.0/19
nv set acl OOB-CONTROL rule 130 remark 'somebody else'"'"'s address'
nv set acl OOB-CONTROL rule 140 action deny
nv set acl OOB-CONTROL rule 140 match ip dest-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 140 match ip source-ip 10.192.64.0/18
nv set acl OOB-CONTROL rule 140 remark 'somebody else'"'"'s address'
nv set acl OOB-CONTROL rule 150 action deny
nv set acl OOB-CONTROL rule 150 match ip dest-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 150 match ip source-ip 10.192.128.0/17
nv set acl OOB-CONTROL rule 150 remark 'somebody else'"'"'s address'
nv set acl OOB-CONTROL rule 160 action deny
nv set acl OOB-CONTROL rule 160 match ip dest-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 160 match ip source-ip 10.193.0.0/16
nv set acl OOB-CONTROL rule 160 remark 'somebody else'"'"'s address'
nv set acl OOB-CONTROL rule 170 action deny
nv set acl OOB-CONTROL rule 170 match ip dest-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 170 match ip source-ip 10.194.0.0/15
nv set acl OOB-CONTROL rule 170 remark 'somebody else'"'"'s address'
nv set acl OOB-CONTROL rule 180 action permit
nv set acl OOB-CONTROL rule 180 match ip dest-ip 10.192.0.0/13
nv set acl OOB-CONTROL rule 180 match ip protocol tcp
nv set acl OOB-CONTROL rule 180 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 180 match ip tcp dest-port 443
nv set acl OOB-CONTROL rule 180 remark 'https to bmc and 2 more'
nv set acl OOB-CONTROL rule 190 action permit
nv set acl OOB-CONTROL rule 190 match ip dest-ip 10.192.0.0/13
nv set acl OOB-CONTROL rule 190 match ip protocol icmp
nv set acl OOB-CONTROL rule 190 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 190 remark 'icmp to bmc and 4 more'
nv set acl OOB-CONTROL rule 200 action permit
nv set acl OOB-CONTROL rule 200 match ip dest-ip 10.192.0.0/13
nv set acl OOB-CONTROL rule 200 match ip protocol tcp
nv set acl OOB-CONTROL rule 200 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 200 match ip tcp dest-port 22
nv set acl OOB-CONTROL rule 200 remark 'ssh to bmc and 2 more'
nv set acl OOB-CONTROL rule 210 action permit
nv set acl OOB-CONTROL rule 210 match ip dest-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 210 match ip protocol tcp
nv set acl OOB-CONTROL rule 210 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 210 match ip tcp dest-port 6030
nv set acl OOB-CONTROL rule 210 remark 'gnmi to management and 1 more'
nv set acl OOB-CONTROL rule 220 action permit
nv set acl OOB-CONTROL rule 220 match ip dest-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 220 match ip protocol tcp
nv set acl OOB-CONTROL rule 220 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 220 match ip tcp dest-port 8080
nv set acl OOB-CONTROL rule 220 remark 'gnmi to management and 1 more'
nv set acl OOB-CONTROL rule 230 action permit
nv set acl OOB-CONTROL rule 230 match ip dest-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 230 match ip protocol tcp
nv set acl OOB-CONTROL rule 230 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 230 match ip tcp dest-port 9339
nv set acl OOB-CONTROL rule 230 remark 'gnmi to management and 1 more'
nv set acl OOB-CONTROL rule 240 action permit
nv set acl OOB-CONTROL rule 240 match ip dest-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 240 match ip protocol udp
nv set acl OOB-CONTROL rule 240 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 240 match ip udp dest-port 161
nv set acl OOB-CONTROL rule 240 remark 'snmp to management and 1 more'
nv set acl OOB-CONTROL rule 250 action permit
nv set acl OOB-CONTROL rule 250 match ip dest-ip 10.192.1.9/32
nv set acl OOB-CONTROL rule 250 match ip protocol udp
nv set acl OOB-CONTROL rule 250 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 250 match ip udp dest-port 67
nv set acl OOB-CONTROL rule 250 remark 'dhcp to management/control and 1 more'
nv set acl OOB-CONTROL rule 260 action permit
nv set acl OOB-CONTROL rule 260 match ip dest-ip 10.192.1.10/31
nv set acl OOB-CONTROL rule 260 match ip protocol udp
nv set acl OOB-CONTROL rule 260 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 260 match ip udp dest-port 67
nv set acl OOB-CONTROL rule 260 remark 'dhcp to management/control and 1 more'
nv set acl OOB-CONTROL rule 270 action permit
nv set acl OOB-CONTROL rule 270 match ip dest-ip 255.255.255.255/32
nv set acl OOB-CONTROL rule 270 match ip protocol udp
nv set acl OOB-CONTROL rule 270 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 270 match ip udp dest-port 67
nv set acl OOB-CONTROL rule 270 remark 'dhcp to management/control and 1 more'
nv set acl OOB-CONTROL rule 280 action permit
nv set acl OOB-CONTROL rule 280 match ip dest-ip 255.255.255.255/32
nv set acl OOB-CONTROL rule 280 match ip protocol udp
nv set acl OOB-CONTROL rule 280 match ip source-ip 0.0.0.0/32
nv set acl OOB-CONTROL rule 280 match ip udp dest-port 67
nv set acl OOB-CONTROL rule 280 remark 'dhcp without an address, or without a server that answers (RFC 2131)'
nv set acl OOB-CONTROL rule 290 action permit
nv set acl OOB-CONTROL rule 290 match ip dest-ip 10.192.1.9/32
nv set acl OOB-CONTROL rule 290 match ip protocol udp
nv set acl OOB-CONTROL rule 290 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 290 match ip udp dest-port 53
nv set acl OOB-CONTROL rule 290 remark 'dns to management/control'
nv set acl OOB-CONTROL rule 300 action permit
nv set acl OOB-CONTROL rule 300 match ip dest-ip 10.192.1.10/31
nv set acl OOB-CONTROL rule 300 match ip protocol udp
nv set acl OOB-CONTROL rule 300 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 300 match ip udp dest-port 53
nv set acl OOB-CONTROL rule 300 remark 'dns to management/control'
nv set acl OOB-CONTROL rule 310 action permit
nv set acl OOB-CONTROL rule 310 match ip dest-ip 10.192.1.9/32
nv set acl OOB-CONTROL rule 310 match ip protocol tcp
nv set acl OOB-CONTROL rule 310 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 310 match ip tcp dest-port 53
nv set acl OOB-CONTROL rule 310 remark 'dns-tcp to management/control'
nv set acl OOB-CONTROL rule 320 action permit
nv set acl OOB-CONTROL rule 320 match ip dest-ip 10.192.1.10/31
nv set acl OOB-CONTROL rule 320 match ip protocol tcp
nv set acl OOB-CONTROL rule 320 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 320 match ip tcp dest-port 53
nv set acl OOB-CONTROL rule 320 remark 'dns-tcp to management/control'
nv set acl OOB-CONTROL rule 330 action permit
nv set acl OOB-CONTROL rule 330 match ip dest-ip 10.192.1.9/32
nv set acl OOB-CONTROL rule 330 match ip protocol udp
nv set acl OOB-CONTROL rule 330 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 330 match ip udp dest-port 123
nv set acl OOB-CONTROL rule 330 remark 'ntp to management/control'
nv set acl OOB-CONTROL rule 340 action permit
nv set acl OOB-CONTROL rule 340 match ip dest-ip 10.192.1.10/31
nv set acl OOB-CONTROL rule 340 match ip protocol udp
nv set acl OOB-CONTROL rule 340 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 340 match ip udp dest-port 123
nv set acl OOB-CONTROL rule 340 remark 'ntp to management/control'
nv set acl OOB-CONTROL rule 350 action permit
nv set acl OOB-CONTROL rule 350 match ip dest-ip 10.192.1.9/32
nv set acl OOB-CONTROL rule 350 match ip protocol udp
nv set acl OOB-CONTROL rule 350 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 350 match ip udp dest-port 162
nv set acl OOB-CONTROL rule 350 remark 'snmp-trap to management/control'
nv set acl OOB-CONTROL rule 360 action permit
nv set acl OOB-CONTROL rule 360 match ip dest-ip 10.192.1.10/31
nv set acl OOB-CONTROL rule 360 match ip protocol udp
nv set acl OOB-CONTROL rule 360 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 360 match ip udp dest-port 162
nv set acl OOB-CONTROL rule 360 remark 'snmp-trap to management/control'
nv set acl OOB-CONTROL rule 370 action permit
nv set acl OOB-CONTROL rule 370 match ip dest-ip 10.192.1.9/32
nv set acl OOB-CONTROL rule 370 match ip protocol udp
nv set acl OOB-CONTROL rule 370 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 370 match ip udp dest-port 514
nv set acl OOB-CONTROL rule 370 remark 'syslog to management/control'
nv set acl OOB-CONTROL rule 380 action permit
nv set acl OOB-CONTROL rule 380 match ip dest-ip 10.192.1.10/31
nv set acl OOB-CONTROL rule 380 match ip protocol udp
nv set acl OOB-CONTROL rule 380 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 380 match ip udp dest-port 514
nv set acl OOB-CONTROL rule 380 remark 'syslog to management/control'
nv set acl OOB-CONTROL rule 390 action permit
nv set acl OOB-CONTROL rule 390 match ip dest-ip 10.192.1.9/32
nv set acl OOB-CONTROL rule 390 match ip protocol tcp
nv set acl OOB-CONTROL rule 390 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 390 match ip tcp dest-port 514
nv set acl OOB-CONTROL rule 390 remark 'syslog-tcp to management/control'
nv set acl OOB-CONTROL rule 400 action permit
nv set acl OOB-CONTROL rule 400 match ip dest-ip 10.192.1.10/31
nv set acl OOB-CONTROL rule 400 match ip protocol tcp
nv set acl OOB-CONTROL rule 400 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 400 match ip tcp dest-port 514
nv set acl OOB-CONTROL rule 400 remark 'syslog-tcp to management/control'
nv set acl OOB-CONTROL rule 410 action permit
nv set acl OOB-CONTROL rule 410 match ip dest-ip 10.192.1.9/32
nv set acl OOB-CONTROL rule 410 match ip protocol tcp
nv set acl OOB-CONTROL rule 410 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 410 match ip tcp dest-port 6514
nv set acl OOB-CONTROL rule 410 remark 'syslog-tcp to management/control'
nv set acl OOB-CONTROL rule 420 action permit
nv set acl OOB-CONTROL rule 420 match ip dest-ip 10.192.1.10/31
nv set acl OOB-CONTROL rule 420 match ip protocol tcp
nv set acl OOB-CONTROL rule 420 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 420 match ip tcp dest-port 6514
nv set acl OOB-CONTROL rule 420 remark 'syslog-tcp to management/control'
nv set acl OOB-CONTROL rule 430 action permit
nv set acl OOB-CONTROL rule 430 match ip dest-ip 10.192.1.9/32
nv set acl OOB-CONTROL rule 430 match ip protocol tcp
nv set acl OOB-CONTROL rule 430 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 430 match ip tcp dest-port 49
nv set acl OOB-CONTROL rule 430 remark 'tacacs to management/control'
nv set acl OOB-CONTROL rule 440 action permit
nv set acl OOB-CONTROL rule 440 match ip dest-ip 10.192.1.10/31
nv set acl OOB-CONTROL rule 440 match ip protocol tcp
nv set acl OOB-CONTROL rule 440 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 440 match ip tcp dest-port 49
nv set acl OOB-CONTROL rule 440 remark 'tacacs to management/control'
nv set acl OOB-CONTROL rule 450 action permit
nv set acl OOB-CONTROL rule 450 match ip dest-ip 10.192.0.0/13
nv set acl OOB-CONTROL rule 450 match ip protocol udp
nv set acl OOB-CONTROL rule 450 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 450 match ip udp source-port 67
nv set acl OOB-CONTROL rule 450 remark 'answers of dhcp to bmc and 3 more'
nv set acl OOB-CONTROL rule 460 action permit
nv set acl OOB-CONTROL rule 460 match ip dest-ip 255.255.255.255/32
nv set acl OOB-CONTROL rule 460 match ip protocol udp
nv set acl OOB-CONTROL rule 460 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 460 match ip udp source-port 67
nv set acl OOB-CONTROL rule 460 remark 'answers of dhcp to bmc and 3 more'
nv set acl OOB-CONTROL rule 470 action permit
nv set acl OOB-CONTROL rule 470 match ip dest-ip 10.192.0.0/13
nv set acl OOB-CONTROL rule 470 match ip protocol udp
nv set acl OOB-CONTROL rule 470 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 470 match ip udp source-port 53
nv set acl OOB-CONTROL rule 470 remark 'answers of dns to bmc and 2 more'
nv set acl OOB-CONTROL rule 480 action permit
nv set acl OOB-CONTROL rule 480 match ip dest-ip 10.192.0.0/13
nv set acl OOB-CONTROL rule 480 match ip protocol tcp
nv set acl OOB-CONTROL rule 480 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 480 match ip tcp source-port 443
nv set acl OOB-CONTROL rule 480 match ip tcp state established
nv set acl OOB-CONTROL rule 480 remark 'answers of https to bmc and 2 more'
nv set acl OOB-CONTROL rule 490 action permit
nv set acl OOB-CONTROL rule 490 match ip dest-ip 10.192.0.0/13
nv set acl OOB-CONTROL rule 490 match ip protocol udp
nv set acl OOB-CONTROL rule 490 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 490 match ip udp source-port 123
nv set acl OOB-CONTROL rule 490 remark 'answers of ntp to bmc and 2 more'
nv set acl OOB-CONTROL rule 500 action permit
nv set acl OOB-CONTROL rule 500 match ip dest-ip 10.192.0.0/13
nv set acl OOB-CONTROL rule 500 match ip protocol udp
nv set acl OOB-CONTROL rule 500 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 500 match ip udp source-port 162
nv set acl OOB-CONTROL rule 500 remark 'answers of snmp-trap to bmc and 2 more'
nv set acl OOB-CONTROL rule 510 action permit
nv set acl OOB-CONTROL rule 510 match ip dest-ip 10.192.0.0/13
nv set acl OOB-CONTROL rule 510 match ip protocol udp
nv set acl OOB-CONTROL rule 510 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 510 match ip udp source-port 514
nv set acl OOB-CONTROL rule 510 remark 'answers of syslog to bmc and 2 more'
nv set acl OOB-CONTROL rule 520 action permit
nv set acl OOB-CONTROL rule 520 match ip dest-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 520 match ip protocol tcp
nv set acl OOB-CONTROL rule 520 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 520 match ip tcp source-port 53
nv set acl OOB-CONTROL rule 520 match ip tcp state established
nv set acl OOB-CONTROL rule 520 remark 'answers of dns-tcp to management and 1 more'
nv set acl OOB-CONTROL rule 530 action permit
nv set acl OOB-CONTROL rule 530 match ip dest-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 530 match ip protocol tcp
nv set acl OOB-CONTROL rule 530 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 530 match ip tcp source-port 514
nv set acl OOB-CONTROL rule 530 match ip tcp state established
nv set acl OOB-CONTROL rule 530 remark 'answers of syslog-tcp to management and 1 more'
nv set acl OOB-CONTROL rule 540 action permit
nv set acl OOB-CONTROL rule 540 match ip dest-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 540 match ip protocol tcp
nv set acl OOB-CONTROL rule 540 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 540 match ip tcp source-port 6514
nv set acl OOB-CONTROL rule 540 match ip tcp state established
nv set acl OOB-CONTROL rule 540 remark 'answers of syslog-tcp to management and 1 more'
nv set acl OOB-CONTROL rule 550 action permit
nv set acl OOB-CONTROL rule 550 match ip dest-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 550 match ip protocol tcp
nv set acl OOB-CONTROL rule 550 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 550 match ip tcp source-port 49
nv set acl OOB-CONTROL rule 550 match ip tcp state established
nv set acl OOB-CONTROL rule 550 remark 'answers of tacacs to management and 1 more'
nv set acl OOB-CONTROL rule 560 action permit
nv set acl OOB-CONTROL rule 560 match ip dest-ip 10.192.1.9/32
nv set acl OOB-CONTROL rule 560 match ip protocol tcp
nv set acl OOB-CONTROL rule 560 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 560 match ip tcp source-port 6030
nv set acl OOB-CONTROL rule 560 match ip tcp state established
nv set acl OOB-CONTROL rule 560 remark 'answers of gnmi to management/control'
nv set acl OOB-CONTROL rule 570 action permit
nv set acl OOB-CONTROL rule 570 match ip dest-ip 10.192.1.10/31
nv set acl OOB-CONTROL rule 570 match ip protocol tcp
nv set acl OOB-CONTROL rule 570 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 570 match ip tcp source-port 6030
nv set acl OOB-CONTROL rule 570 match ip tcp state established
nv set acl OOB-CONTROL rule 570 remark 'answers of gnmi to management/control'
nv set acl OOB-CONTROL rule 580 action permit
nv set acl OOB-CONTROL rule 580 match ip dest-ip 10.192.1.9/32
nv set acl OOB-CONTROL rule 580 match ip protocol tcp
nv set acl OOB-CONTROL rule 580 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 580 match ip tcp source-port 8080
nv set acl OOB-CONTROL rule 580 match ip tcp state established
nv set acl OOB-CONTROL rule 580 remark 'answers of gnmi to management/control'
nv set acl OOB-CONTROL rule 590 action permit
nv set acl OOB-CONTROL rule 590 match ip dest-ip 10.192.1.10/31
nv set acl OOB-CONTROL rule 590 match ip protocol tcp
nv set acl OOB-CONTROL rule 590 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 590 match ip tcp source-port 8080
nv set acl OOB-CONTROL rule 590 match ip tcp state established
nv set acl OOB-CONTROL rule 590 remark 'answers of gnmi to management/control'
nv set acl OOB-CONTROL rule 600 action permit
nv set acl OOB-CONTROL rule 600 match ip dest-ip 10.192.1.9/32
nv set acl OOB-CONTROL rule 600 match ip protocol tcp
nv set acl OOB-CONTROL rule 600 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 600 match ip tcp source-port 9339
nv set acl OOB-CONTROL rule 600 match ip tcp state established
nv set acl OOB-CONTROL rule 600 remark 'answers of gnmi to management/control'
nv set acl OOB-CONTROL rule 610 action permit
nv set acl OOB-CONTROL rule 610 match ip dest-ip 10.192.1.10/31
nv set acl OOB-CONTROL rule 610 match ip protocol tcp
nv set acl OOB-CONTROL rule 610 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 610 match ip tcp source-port 9339
nv set acl OOB-CONTROL rule 610 match ip tcp state established
nv set acl OOB-CONTROL rule 610 remark 'answers of gnmi to management/control'
nv set acl OOB-CONTROL rule 620 action permit
nv set acl OOB-CONTROL rule 620 match ip dest-ip 10.192.1.9/32
nv set acl OOB-CONTROL rule 620 match ip protocol udp
nv set acl OOB-CONTROL rule 620 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 620 match ip udp source-port 161
nv set acl OOB-CONTROL rule 620 remark 'answers of snmp to management/control'
nv set acl OOB-CONTROL rule 630 action permit
nv set acl OOB-CONTROL rule 630 match ip dest-ip 10.192.1.10/31
nv set acl OOB-CONTROL rule 630 match ip protocol udp
nv set acl OOB-CONTROL rule 630 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 630 match ip udp source-port 161
nv set acl OOB-CONTROL rule 630 remark 'answers of snmp to management/control'
nv set acl OOB-CONTROL rule 640 action permit
nv set acl OOB-CONTROL rule 640 match ip dest-ip 10.192.1.9/32
nv set acl OOB-CONTROL rule 640 match ip protocol tcp
nv set acl OOB-CONTROL rule 640 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 640 match ip tcp source-port 22
nv set acl OOB-CONTROL rule 640 match ip tcp state established
nv set acl OOB-CONTROL rule 640 remark 'answers of ssh to management/control'
nv set acl OOB-CONTROL rule 650 action permit
nv set acl OOB-CONTROL rule 650 match ip dest-ip 10.192.1.10/31
nv set acl OOB-CONTROL rule 650 match ip protocol tcp
nv set acl OOB-CONTROL rule 650 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 650 match ip tcp source-port 22
nv set acl OOB-CONTROL rule 650 match ip tcp state established
nv set acl OOB-CONTROL rule 650 remark 'answers of ssh to management/control'
nv set acl OOB-CONTROL rule 660 action deny
nv set acl OOB-CONTROL rule 660 match ip dest-ip 10.0.0.0/9
nv set acl OOB-CONTROL rule 660 match ip source-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 660 remark 'all else within the cluster'
nv set acl OOB-CONTROL rule 670 action deny
nv set acl OOB-CONTROL rule 670 match ip dest-ip 10.128.0.0/11
nv set acl OOB-CONTROL rule 670 match ip source-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 670 remark 'all else within the cluster'
nv set acl OOB-CONTROL rule 680 action deny
nv set acl OOB-CONTROL rule 680 match ip dest-ip 10.160.0.0/16
nv set acl OOB-CONTROL rule 680 match ip source-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 680 remark 'all else within the cluster'
nv set acl OOB-CONTROL rule 690 action deny
nv set acl OOB-CONTROL rule 690 match ip dest-ip 10.170.0.0/20
nv set acl OOB-CONTROL rule 690 match ip source-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 690 remark 'all else within the cluster'
nv set acl OOB-CONTROL rule 700 action deny
nv set acl OOB-CONTROL rule 700 match ip dest-ip 10.192.0.0/11
nv set acl OOB-CONTROL rule 700 match ip source-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 700 remark 'all else within the cluster'
nv set acl OOB-CONTROL rule 710 action deny
nv set acl OOB-CONTROL rule 710 match ip dest-ip 10.224.0.0/12
nv set acl OOB-CONTROL rule 710 match ip source-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 710 remark 'all else within the cluster'
nv set acl OOB-CONTROL rule 720 action permit
nv set acl OOB-CONTROL rule 720 match ip dest-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 720 match ip protocol udp
nv set acl OOB-CONTROL rule 720 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 720 match ip udp dest-port 53
nv set acl OOB-CONTROL rule 720 remark 'dns to the site'
nv set acl OOB-CONTROL rule 730 action permit
nv set acl OOB-CONTROL rule 730 match ip dest-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 730 match ip protocol tcp
nv set acl OOB-CONTROL rule 730 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 730 match ip tcp dest-port 53
nv set acl OOB-CONTROL rule 730 remark 'dns-tcp to the site'
nv set acl OOB-CONTROL rule 740 action permit
nv set acl OOB-CONTROL rule 740 match ip dest-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 740 match ip protocol udp
nv set acl OOB-CONTROL rule 740 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 740 match ip udp dest-port 123
nv set acl OOB-CONTROL rule 740 remark 'ntp to the site'
nv set acl OOB-CONTROL rule 750 action permit
nv set acl OOB-CONTROL rule 750 match ip dest-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 750 match ip protocol udp
nv set acl OOB-CONTROL rule 750 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 750 match ip udp dest-port 514
nv set acl OOB-CONTROL rule 750 remark 'syslog to the site'
nv set acl OOB-CONTROL rule 760 action permit
nv set acl OOB-CONTROL rule 760 match ip dest-ip 0.0.0.0/0
nv set acl OOB-CONTROL rule 760 match ip protocol tcp
nv set acl OOB-CONTROL rule 760 match ip source-ip 10.192.0.0/14
nv set acl OOB-CONTROL rule 760 match ip tcp dest-port 49
nv set acl OOB-CONTROL rule 760 remark 'tacacs to the site'
nv set acl OOB-CONTROL rule 65535 action deny
nv set acl OOB-CONTROL rule 65535 match ip dest-ip ANY
nv set acl OOB-CONTROL rule 65535 match ip source-ip ANY
nv set acl OOB-CONTROL type ipv4
nv set acl OOB-CONTROL-V6 rule 10 action permit
nv set acl OOB-CONTROL-V6 rule 10 match ip icmpv6-type neighbor-solicitation
nv set acl OOB-CONTROL-V6 rule 10 match ip protocol icmpv6
nv set acl OOB-CONTROL-V6 rule 20 action permit
nv set acl OOB-CONTROL-V6 rule 20 match ip icmpv6-type neighbor-advertisement
nv set acl OOB-CONTROL-V6 rule 20 match ip protocol icmpv6
nv set acl OOB-CONTROL-V6 rule 30 action permit
nv set acl OOB-CONTROL-V6 rule 30 match ip icmpv6-type router-solicitation
nv set acl OOB-CONTROL-V6 rule 30 match ip protocol icmpv6
nv set acl OOB-CONTROL-V6 rule 65535 action deny
nv set acl OOB-CONTROL-V6 rule 65535 match ip dest-ip ANY
nv set acl OOB-CONTROL-V6 rule 65535 match ip source-ip ANY
nv set acl OOB-CONTROL-V6 type ipv6
nv set acl OOB-SWITCH rule 10 action permit
nv set acl OOB-SWITCH rule 10 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 10 match ip protocol udp
nv set acl OOB-SWITCH rule 10 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 10 match ip udp dest-port 67
nv set acl OOB-SWITCH rule 10 remark 'dhcp to management/control and 1 more'
nv set acl OOB-SWITCH rule 20 action permit
nv set acl OOB-SWITCH rule 20 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 20 match ip protocol udp
nv set acl OOB-SWITCH rule 20 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 20 match ip udp dest-port 67
nv set acl OOB-SWITCH rule 20 remark 'dhcp to management/control and 1 more'
nv set acl OOB-SWITCH rule 30 action permit
nv set acl OOB-SWITCH rule 30 match ip dest-ip 255.255.255.255/32
nv set acl OOB-SWITCH rule 30 match ip protocol udp
nv set acl OOB-SWITCH rule 30 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 30 match ip udp dest-port 67
nv set acl OOB-SWITCH rule 30 remark 'dhcp to management/control and 1 more'
nv set acl OOB-SWITCH rule 40 action permit
nv set acl OOB-SWITCH rule 40 match ip dest-ip 255.255.255.255/32
nv set acl OOB-SWITCH rule 40 match ip protocol udp
nv set acl OOB-SWITCH rule 40 match ip source-ip 0.0.0.0/32
nv set acl OOB-SWITCH rule 40 match ip udp dest-port 67
nv set acl OOB-SWITCH rule 40 remark 'dhcp without an address, or without a server that answers (RFC 2131)'
nv set acl OOB-SWITCH rule 50 action permit
nv set acl OOB-SWITCH rule 50 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 50 match ip protocol udp
nv set acl OOB-SWITCH rule 50 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 50 match ip udp dest-port 53
nv set acl OOB-SWITCH rule 50 remark 'dns to management/control'
nv set acl OOB-SWITCH rule 60 action permit
nv set acl OOB-SWITCH rule 60 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 60 match ip protocol udp
nv set acl OOB-SWITCH rule 60 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 60 match ip udp dest-port 53
nv set acl OOB-SWITCH rule 60 remark 'dns to management/control'
nv set acl OOB-SWITCH rule 70 action permit
nv set acl OOB-SWITCH rule 70 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 70 match ip protocol tcp
nv set acl OOB-SWITCH rule 70 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 70 match ip tcp dest-port 53
nv set acl OOB-SWITCH rule 70 remark 'dns-tcp to management/control'
nv set acl OOB-SWITCH rule 80 action permit
nv set acl OOB-SWITCH rule 80 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 80 match ip protocol tcp
nv set acl OOB-SWITCH rule 80 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 80 match ip tcp dest-port 53
nv set acl OOB-SWITCH rule 80 remark 'dns-tcp to management/control'
nv set acl OOB-SWITCH rule 90 action permit
nv set acl OOB-SWITCH rule 90 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 90 match ip protocol tcp
nv set acl OOB-SWITCH rule 90 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 90 match ip tcp dest-port 443
nv set acl OOB-SWITCH rule 90 remark 'https to management/control'
nv set acl OOB-SWITCH rule 100 action permit
nv set acl OOB-SWITCH rule 100 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 100 match ip protocol tcp
nv set acl OOB-SWITCH rule 100 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 100 match ip tcp dest-port 443
nv set acl OOB-SWITCH rule 100 remark 'https to management/control'
nv set acl OOB-SWITCH rule 110 action permit
nv set acl OOB-SWITCH rule 110 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 110 match ip protocol icmp
nv set acl OOB-SWITCH rule 110 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 110 remark 'icmp to management/control and 1 more'
nv set acl OOB-SWITCH rule 120 action permit
nv set acl OOB-SWITCH rule 120 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 120 match ip protocol icmp
nv set acl OOB-SWITCH rule 120 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 120 remark 'icmp to management/control and 1 more'
nv set acl OOB-SWITCH rule 130 action permit
nv set acl OOB-SWITCH rule 130 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 130 match ip protocol udp
nv set acl OOB-SWITCH rule 130 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 130 match ip udp dest-port 123
nv set acl OOB-SWITCH rule 130 remark 'ntp to management/control'
nv set acl OOB-SWITCH rule 140 action permit
nv set acl OOB-SWITCH rule 140 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 140 match ip protocol udp
nv set acl OOB-SWITCH rule 140 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 140 match ip udp dest-port 123
nv set acl OOB-SWITCH rule 140 remark 'ntp to management/control'
nv set acl OOB-SWITCH rule 150 action permit
nv set acl OOB-SWITCH rule 150 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 150 match ip protocol udp
nv set acl OOB-SWITCH rule 150 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 150 match ip udp dest-port 162
nv set acl OOB-SWITCH rule 150 remark 'snmp-trap to management/control'
nv set acl OOB-SWITCH rule 160 action permit
nv set acl OOB-SWITCH rule 160 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 160 match ip protocol udp
nv set acl OOB-SWITCH rule 160 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 160 match ip udp dest-port 162
nv set acl OOB-SWITCH rule 160 remark 'snmp-trap to management/control'
nv set acl OOB-SWITCH rule 170 action permit
nv set acl OOB-SWITCH rule 170 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 170 match ip protocol udp
nv set acl OOB-SWITCH rule 170 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 170 match ip udp dest-port 514
nv set acl OOB-SWITCH rule 170 remark 'syslog to management/control'
nv set acl OOB-SWITCH rule 180 action permit
nv set acl OOB-SWITCH rule 180 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 180 match ip protocol udp
nv set acl OOB-SWITCH rule 180 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 180 match ip udp dest-port 514
nv set acl OOB-SWITCH rule 180 remark 'syslog to management/control'
nv set acl OOB-SWITCH rule 190 action permit
nv set acl OOB-SWITCH rule 190 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 190 match ip protocol tcp
nv set acl OOB-SWITCH rule 190 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 190 match ip tcp dest-port 514
nv set acl OOB-SWITCH rule 190 remark 'syslog-tcp to management/control'
nv set acl OOB-SWITCH rule 200 action permit
nv set acl OOB-SWITCH rule 200 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 200 match ip protocol tcp
nv set acl OOB-SWITCH rule 200 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 200 match ip tcp dest-port 514
nv set acl OOB-SWITCH rule 200 remark 'syslog-tcp to management/control'
nv set acl OOB-SWITCH rule 210 action permit
nv set acl OOB-SWITCH rule 210 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 210 match ip protocol tcp
nv set acl OOB-SWITCH rule 210 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 210 match ip tcp dest-port 6514
nv set acl OOB-SWITCH rule 210 remark 'syslog-tcp to management/control'
nv set acl OOB-SWITCH rule 220 action permit
nv set acl OOB-SWITCH rule 220 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 220 match ip protocol tcp
nv set acl OOB-SWITCH rule 220 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 220 match ip tcp dest-port 6514
nv set acl OOB-SWITCH rule 220 remark 'syslog-tcp to management/control'
nv set acl OOB-SWITCH rule 230 action permit
nv set acl OOB-SWITCH rule 230 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 230 match ip protocol tcp
nv set acl OOB-SWITCH rule 230 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 230 match ip tcp dest-port 49
nv set acl OOB-SWITCH rule 230 remark 'tacacs to management/control'
nv set acl OOB-SWITCH rule 240 action permit
nv set acl OOB-SWITCH rule 240 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 240 match ip protocol tcp
nv set acl OOB-SWITCH rule 240 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 240 match ip tcp dest-port 49
nv set acl OOB-SWITCH rule 240 remark 'tacacs to management/control'
nv set acl OOB-SWITCH rule 250 action permit
nv set acl OOB-SWITCH rule 250 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 250 match ip protocol tcp
nv set acl OOB-SWITCH rule 250 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 250 match ip tcp source-port 6030
nv set acl OOB-SWITCH rule 250 match ip tcp state established
nv set acl OOB-SWITCH rule 250 remark 'answers of gnmi to management/control'
nv set acl OOB-SWITCH rule 260 action permit
nv set acl OOB-SWITCH rule 260 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 260 match ip protocol tcp
nv set acl OOB-SWITCH rule 260 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 260 match ip tcp source-port 6030
nv set acl OOB-SWITCH rule 260 match ip tcp state established
nv set acl OOB-SWITCH rule 260 remark 'answers of gnmi to management/control'
nv set acl OOB-SWITCH rule 270 action permit
nv set acl OOB-SWITCH rule 270 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 270 match ip protocol tcp
nv set acl OOB-SWITCH rule 270 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 270 match ip tcp source-port 8080
nv set acl OOB-SWITCH rule 270 match ip tcp state established
nv set acl OOB-SWITCH rule 270 remark 'answers of gnmi to management/control'
nv set acl OOB-SWITCH rule 280 action permit
nv set acl OOB-SWITCH rule 280 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 280 match ip protocol tcp
nv set acl OOB-SWITCH rule 280 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 280 match ip tcp source-port 8080
nv set acl OOB-SWITCH rule 280 match ip tcp state established
nv set acl OOB-SWITCH rule 280 remark 'answers of gnmi to management/control'
nv set acl OOB-SWITCH rule 290 action permit
nv set acl OOB-SWITCH rule 290 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 290 match ip protocol tcp
nv set acl OOB-SWITCH rule 290 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 290 match ip tcp source-port 9339
nv set acl OOB-SWITCH rule 290 match ip tcp state established
nv set acl OOB-SWITCH rule 290 remark 'answers of gnmi to management/control'
nv set acl OOB-SWITCH rule 300 action permit
nv set acl OOB-SWITCH rule 300 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 300 match ip protocol tcp
nv set acl OOB-SWITCH rule 300 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 300 match ip tcp source-port 9339
nv set acl OOB-SWITCH rule 300 match ip tcp state established
nv set acl OOB-SWITCH rule 300 remark 'answers of gnmi to management/control'
nv set acl OOB-SWITCH rule 310 action permit
nv set acl OOB-SWITCH rule 310 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 310 match ip protocol tcp
nv set acl OOB-SWITCH rule 310 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 310 match ip tcp source-port 443
nv set acl OOB-SWITCH rule 310 match ip tcp state established
nv set acl OOB-SWITCH rule 310 remark 'answers of https to management/control'
nv set acl OOB-SWITCH rule 320 action permit
nv set acl OOB-SWITCH rule 320 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 320 match ip protocol tcp
nv set acl OOB-SWITCH rule 320 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 320 match ip tcp source-port 443
nv set acl OOB-SWITCH rule 320 match ip tcp state established
nv set acl OOB-SWITCH rule 320 remark 'answers of https to management/control'
nv set acl OOB-SWITCH rule 330 action permit
nv set acl OOB-SWITCH rule 330 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 330 match ip protocol udp
nv set acl OOB-SWITCH rule 330 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 330 match ip udp source-port 161
nv set acl OOB-SWITCH rule 330 remark 'answers of snmp to management/control'
nv set acl OOB-SWITCH rule 340 action permit
nv set acl OOB-SWITCH rule 340 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 340 match ip protocol udp
nv set acl OOB-SWITCH rule 340 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 340 match ip udp source-port 161
nv set acl OOB-SWITCH rule 340 remark 'answers of snmp to management/control'
nv set acl OOB-SWITCH rule 350 action permit
nv set acl OOB-SWITCH rule 350 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 350 match ip protocol tcp
nv set acl OOB-SWITCH rule 350 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 350 match ip tcp source-port 22
nv set acl OOB-SWITCH rule 350 match ip tcp state established
nv set acl OOB-SWITCH rule 350 remark 'answers of ssh to management/control'
nv set acl OOB-SWITCH rule 360 action permit
nv set acl OOB-SWITCH rule 360 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 360 match ip protocol tcp
nv set acl OOB-SWITCH rule 360 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 360 match ip tcp source-port 22
nv set acl OOB-SWITCH rule 360 match ip tcp state established
nv set acl OOB-SWITCH rule 360 remark 'answers of ssh to management/control'
nv set acl OOB-SWITCH rule 370 action deny
nv set acl OOB-SWITCH rule 370 match ip dest-ip 10.0.0.0/9
nv set acl OOB-SWITCH rule 370 match ip source-ip 0.0.0.0/0
nv set acl OOB-SWITCH rule 370 remark 'all else within the cluster'
nv set acl OOB-SWITCH rule 380 action deny
nv set acl OOB-SWITCH rule 380 match ip dest-ip 10.128.0.0/11
nv set acl OOB-SWITCH rule 380 match ip source-ip 0.0.0.0/0
nv set acl OOB-SWITCH rule 380 remark 'all else within the cluster'
nv set acl OOB-SWITCH rule 390 action deny
nv set acl OOB-SWITCH rule 390 match ip dest-ip 10.160.0.0/16
nv set acl OOB-SWITCH rule 390 match ip source-ip 0.0.0.0/0
nv set acl OOB-SWITCH rule 390 remark 'all else within the cluster'
nv set acl OOB-SWITCH rule 400 action deny
nv set acl OOB-SWITCH rule 400 match ip dest-ip 10.170.0.0/20
nv set acl OOB-SWITCH rule 400 match ip source-ip 0.0.0.0/0
nv set acl OOB-SWITCH rule 400 remark 'all else within the cluster'
nv set acl OOB-SWITCH rule 410 action deny
nv set acl OOB-SWITCH rule 410 match ip dest-ip 10.192.0.0/11
nv set acl OOB-SWITCH rule 410 match ip source-ip 0.0.0.0/0
nv set acl OOB-SWITCH rule 410 remark 'all else within the cluster'
nv set acl OOB-SWITCH rule 420 action deny
nv set acl OOB-SWITCH rule 420 match ip dest-ip 10.224.0.0/12
nv set acl OOB-SWITCH rule 420 match ip source-ip 0.0.0.0/0
nv set acl OOB-SWITCH rule 420 remark 'all else within the cluster'
nv set acl OOB-SWITCH rule 430 action permit
nv set acl OOB-SWITCH rule 430 match ip dest-ip 0.0.0.0/0
nv set acl OOB-SWITCH rule 430 match ip protocol udp
nv set acl OOB-SWITCH rule 430 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 430 match ip udp dest-port 53
nv set acl OOB-SWITCH rule 430 remark 'dns to the site'
nv set acl OOB-SWITCH rule 440 action permit
nv set acl OOB-SWITCH rule 440 match ip dest-ip 0.0.0.0/0
nv set acl OOB-SWITCH rule 440 match ip protocol tcp
nv set acl OOB-SWITCH rule 440 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 440 match ip tcp dest-port 53
nv set acl OOB-SWITCH rule 440 remark 'dns-tcp to the site'
nv set acl OOB-SWITCH rule 450 action permit
nv set acl OOB-SWITCH rule 450 match ip dest-ip 0.0.0.0/0
nv set acl OOB-SWITCH rule 450 match ip protocol udp
nv set acl OOB-SWITCH rule 450 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 450 match ip udp dest-port 123
nv set acl OOB-SWITCH rule 450 remark 'ntp to the site'
nv set acl OOB-SWITCH rule 460 action permit
nv set acl OOB-SWITCH rule 460 match ip dest-ip 0.0.0.0/0
nv set acl OOB-SWITCH rule 460 match ip protocol udp
nv set acl OOB-SWITCH rule 460 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 460 match ip udp dest-port 514
nv set acl OOB-SWITCH rule 460 remark 'syslog to the site'
nv set acl OOB-SWITCH rule 470 action permit
nv set acl OOB-SWITCH rule 470 match ip dest-ip 0.0.0.0/0
nv set acl OOB-SWITCH rule 470 match ip protocol tcp
nv set acl OOB-SWITCH rule 470 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 470 match ip tcp dest-port 49
nv set acl OOB-SWITCH rule 470 remark 'tacacs to the site'
nv set acl OOB-SWITCH rule 65535 action deny
nv set acl OOB-SWITCH rule 65535 match ip dest-ip ANY
nv set acl OOB-SWITCH rule 65535 match ip source-ip ANY
nv set acl OOB-SWITCH type ipv4
nv set acl OOB-SWITCH-V6 rule 10 action permit
nv set acl OOB-SWITCH-V6 rule 10 match ip icmpv6-type neighbor-solicitation
nv set acl OOB-SWITCH-V6 rule 10 match ip protocol icmpv6
nv set acl OOB-SWITCH-V6 rule 20 action permit
nv set acl OOB-SWITCH-V6 rule 20 match ip icmpv6-type neighbor-advertisement
nv set acl OOB-SWITCH-V6 rule 20 match ip protocol icmpv6
nv set acl OOB-SWITCH-V6 rule 30 action permit
nv set acl OOB-SWITCH-V6 rule 30 match ip icmpv6-type router-solicitation
nv set acl OOB-SWITCH-V6 rule 30 match ip protocol icmpv6
nv set acl OOB-SWITCH-V6 rule 65535 action deny
nv set acl OOB-SWITCH-V6 rule 65535 match ip dest-ip ANY
nv set acl OOB-SWITCH-V6 rule 65535 match ip source-ip ANY
nv set acl OOB-SWITCH-V6 type ipv6
nv set bridge domain br_default type vlan-aware
nv set bridge domain br_default vlan 100
nv set bridge domain br_default vlan 110
nv set interface eth0 ipv4 address 10.192.0.48/24
nv set interface eth0 ipv4 dhcp-client state disabled
nv set interface eth0 ipv4 gateway 10.192.0.254
nv set interface eth0 type eth
nv set interface eth0 vrf mgmt
nv set interface lo ipv4 address 10.230.0.2/32
nv set interface lo type loopback
nv set interface swp1 acl OOB-BMC inbound
nv set interface swp1 acl OOB-BMC-V6 inbound
nv set interface swp1 bridge domain br_default access 110
nv set interface swp1 bridge domain br_default stp admin-edge enabled
nv set interface swp1 bridge domain br_default stp bpdu-guard enabled
nv set interface swp1 description 'storage1 bmc'
nv set interface swp1 link mtu 9216
nv set interface swp1 link speed 1G
nv set interface swp1 link state up
nv set interface swp1 type swp
nv set interface swp2 acl OOB-BMC inbound
nv set interface swp2 acl OOB-BMC-V6 inbound
nv set interface swp2 bridge domain br_default access 110
nv set interface swp2 bridge domain br_default stp admin-edge enabled
nv set interface swp2 bridge domain br_default stp bpdu-guard enabled
nv set interface swp2 description 'storage2 bmc'
nv set interface swp2 link mtu 9216
nv set interface swp2 link speed 1G
nv set interface swp2 link state up
nv set interface swp2 type swp
nv set interface swp3 acl OOB-BMC inbound
nv set interface swp3 acl OOB-BMC-V6 inbound
nv set interface swp3 bridge domain br_default access 110
nv set interface swp3 bridge domain br_default stp admin-edge enabled
nv set interface swp3 bridge domain br_default stp bpdu-guard enabled
nv set interface swp3 description 'storage3 bmc'
nv set interface swp3 link mtu 9216
nv set interface swp3 link speed 1G
nv set interface swp3 link state up
nv set interface swp3 type swp
nv set interface swp4 acl OOB-BMC inbound
nv set interface swp4 acl OOB-BMC-V6 inbound
nv set interface swp4 bridge domain br_default access 110
nv set interface swp4 bridge domain br_default stp admin-edge enabled
nv set interface swp4 bridge domain br_default stp bpdu-guard enabled
nv set interface swp4 description 'storage4 bmc'
nv set interface swp4 link mtu 9216
nv set interface swp4 link speed 1G
nv set interface swp4 link state up
nv set interface swp4 type swp
nv set interface swp5 acl OOB-BMC inbound
nv set interface swp5 acl OOB-BMC-V6 inbound
nv set interface swp5 bridge domain br_default access 110
nv set interface swp5 bridge domain br_default stp admin-edge enabled
nv set interface swp5 bridge domain br_default stp bpdu-guard enabled
nv set interface swp5 description 'storage5 bmc'
nv set interface swp5 link mtu 9216
nv set interface swp5 link speed 1G
nv set interface swp5 link state up
nv set interface swp5 type swp
nv set interface swp6 acl OOB-BMC inbound
nv set interface swp6 acl OOB-BMC-V6 inbound
nv set interface swp6 bridge domain br_default access 110
nv set interface swp6 bridge domain br_default stp admin-edge enabled
nv set interface swp6 bridge domain br_default stp bpdu-guard enabled
nv set interface swp6 description 'storage6 bmc'
nv set interface swp6 link mtu 9216
nv set interface swp6 link speed 1G
nv set interface swp6 link state up
nv set interface swp6 type swp
nv set interface swp7 acl OOB-BMC inbound
nv set interface swp7 acl OOB-BMC-V6 inbound
nv set interface swp7 bridge domain br_default access 110
nv set interface swp7 bridge domain br_default stp admin-edge enabled
nv set interface swp7 bridge domain br_default stp bpdu-guard enabled
nv set interface swp7 description 'storage7 bmc'
nv set interface swp7 link mtu 9216
nv set interface swp7 link speed 1G
nv set interface swp7 link state up
nv set interface swp7 type swp
nv set interface swp8 acl OOB-BMC inbound
nv set interface swp8 acl OOB-BMC-V6 inbound
nv set interface swp8 bridge domain br_default access 110
nv set interface swp8 bridge domain br_default stp admin-edge enabled
nv set interface swp8 bridge domain br_default stp bpdu-guard enabled
nv set interface swp8 description 'storage8 bmc'
nv set interface swp8 link mtu 9216
nv set interface swp8 link speed 1G
nv set interface swp8 link state up
nv set interface swp8 type swp
nv set interface swp9 acl OOB-CONTROL inbound
nv set interface swp9 acl OOB-CONTROL-V6 inbound
nv set interface swp9 bridge domain br_default access 100
nv set interface swp9 bridge domain br_default stp admin-edge enabled
nv set interface swp9 bridge domain br_default stp bpdu-guard enabled
nv set interface swp9 description 'control1 mgmt0'
nv set interface swp9 link mtu 9216
nv set interface swp9 link speed 1G
nv set interface swp9 link state up
nv set interface swp9 type swp
nv set interface swp10 acl OOB-CONTROL inbound
nv set interface swp10 acl OOB-CONTROL-V6 inbound
nv set interface swp10 bridge domain br_default access 100
nv set interface swp10 bridge domain br_default stp admin-edge enabled
nv set interface swp10 bridge domain br_default stp bpdu-guard enabled
nv set interface swp10 description 'control2 mgmt0'
nv set interface swp10 link mtu 9216
nv set interface swp10 link speed 1G
nv set interface swp10 link state up
nv set interface swp10 type swp
nv set interface swp11 acl OOB-CONTROL inbound
nv set interface swp11 acl OOB-CONTROL-V6 inbound
nv set interface swp11 bridge domain br_default access 100
nv set interface swp11 bridge domain br_default stp admin-edge enabled
nv set interface swp11 bridge domain br_default stp bpdu-guard enabled
nv set interface swp11 description 'control3 mgmt0'
nv set interface swp11 link mtu 9216
nv set interface swp11 link speed 1G
nv set interface swp11 link state up
nv set interface swp11 type swp
nv set interface swp12 acl OOB-BMC inbound
nv set interface swp12 acl OOB-BMC-V6 inbound
nv set interface swp12 bridge domain br_default access 110
nv set interface swp12 bridge domain br_default stp admin-edge enabled
nv set interface swp12 bridge domain br_default stp bpdu-guard enabled
nv set interface swp12 description 'control1 bmc'
nv set interface swp12 link mtu 9216
nv set interface swp12 link speed 1G
nv set interface swp12 link state up
nv set interface swp12 type swp
nv set interface swp13 acl OOB-BMC inbound
nv set interface swp13 acl OOB-BMC-V6 inbound
nv set interface swp13 bridge domain br_default access 110
nv set interface swp13 bridge domain br_default stp admin-edge enabled
nv set interface swp13 bridge domain br_default stp bpdu-guard enabled
nv set interface swp13 description 'control2 bmc'
nv set interface swp13 link mtu 9216
nv set interface swp13 link speed 1G
nv set interface swp13 link state up
nv set interface swp13 type swp
nv set interface swp14 acl OOB-BMC inbound
nv set interface swp14 acl OOB-BMC-V6 inbound
nv set interface swp14 bridge domain br_default access 110
nv set interface swp14 bridge domain br_default stp admin-edge enabled
nv set interface swp14 bridge domain br_default stp bpdu-guard enabled
nv set interface swp14 description 'control3 bmc'
nv set interface swp14 link mtu 9216
nv set interface swp14 link speed 1G
nv set interface swp14 link state up
nv set interface swp14 type swp
nv set interface swp15 acl OOB-BMC inbound
nv set interface swp15 acl OOB-BMC-V6 inbound
nv set interface swp15 bridge domain br_default access 110
nv set interface swp15 bridge domain br_default stp admin-edge enabled
nv set interface swp15 bridge domain br_default stp bpdu-guard enabled
nv set interface swp15 description 'login1 bmc'
nv set interface swp15 link mtu 9216
nv set interface swp15 link speed 1G
nv set interface swp15 link state up
nv set interface swp15 type swp
nv set interface swp16 acl OOB-BMC inbound
nv set interface swp16 acl OOB-BMC-V6 inbound
nv set interface swp16 bridge domain br_default access 110
nv set interface swp16 bridge domain br_default stp admin-edge enabled
nv set interface swp16 bridge domain br_default stp bpdu-guard enabled
nv set interface swp16 description 'login2 bmc'
nv set interface swp16 link mtu 9216
nv set interface swp16 link speed 1G
nv set interface swp16 link state up
nv set interface swp16 type swp
nv set interface swp17 acl OOB-SWITCH inbound
nv set interface swp17 acl OOB-SWITCH-V6 inbound
nv set interface swp17 bridge domain br_default access 100
nv set interface swp17 bridge domain br_default stp admin-edge enabled
nv set interface swp17 bridge domain br_default stp bpdu-guard enabled
nv set interface swp17 description 'compute-leaf1 eth0'
nv set interface swp17 link mtu 9216
nv set interface swp17 link speed 1G
nv set interface swp17 link state up
nv set interface swp17 type swp
nv set interface swp18 acl OOB-SWITCH inbound
nv set interface swp18 acl OOB-SWITCH-V6 inbound
nv set interface swp18 bridge domain br_default access 100
nv set interface swp18 bridge domain br_default stp admin-edge enabled
nv set interface swp18 bridge domain br_default stp bpdu-guard enabled
nv set interface swp18 description 'compute-leaf2 eth0'
nv set interface swp18 link mtu 9216
nv set interface swp18 link speed 1G
nv set interface swp18 link state up
nv set interface swp18 type swp
nv set interface swp19 acl OOB-SWITCH inbound
nv set interface swp19 acl OOB-SWITCH-V6 inbound
nv set interface swp19 bridge domain br_default access 100
nv set interface swp19 bridge domain br_default stp admin-edge enabled
nv set interface swp19 bridge domain br_default stp bpdu-guard enabled
nv set interface swp19 description 'compute-leaf3 eth0'
nv set interface swp19 link mtu 9216
nv set interface swp19 link speed 1G
nv set interface swp19 link state up
nv set interface swp19 type swp
nv set interface swp20 acl OOB-SWITCH inbound
nv set interface swp20 acl OOB-SWITCH-V6 inbound
nv set interface swp20 bridge domain br_default access 100
nv set interface swp20 bridge domain br_default stp admin-edge enabled
nv set interface swp20 bridge domain br_default stp bpdu-guard enabled
nv set interface swp20 description 'compute-leaf4 eth0'
nv set interface swp20 link mtu 9216
nv set interface swp20 link speed 1G
nv set interface swp20 link state up
nv set interface swp20 type swp
nv set interface swp21 acl OOB-SWITCH inbound
nv set interface swp21 acl OOB-SWITCH-V6 inbound
nv set interface swp21 bridge domain br_default access 100
nv set interface swp21 bridge domain br_default stp admin-edge enabled
nv set interface swp21 bridge domain br_default stp bpdu-guard enabled
nv set interface swp21 description 'compute-spine1 eth0'
nv set interface swp21 link mtu 9216
nv set interface swp21 link speed 1G
nv set interface swp21 link state up
nv set interface swp21 type swp
nv set interface swp22 acl OOB-SWITCH inbound
nv set interface swp22 acl OOB-SWITCH-V6 inbound
nv set interface swp22 bridge domain br_default access 100
nv set interface swp22 bridge domain br_default stp admin-edge enabled
nv set interface swp22 bridge domain br_default stp bpdu-guard enabled
nv set interface swp22 description 'compute-spine2 eth0'
nv set interface swp22 link mtu 9216
nv set interface swp22 link speed 1G
nv set interface swp22 link state up
nv set interface swp22 type swp
nv set interface swp23 acl OOB-SWITCH inbound
nv set interface swp23 acl OOB-SWITCH-V6 inbound
nv set interface swp23 bridge domain br_default access 100
nv set interface swp23 bridge domain br_default stp admin-edge enabled
nv set interface swp23 bridge domain br_default stp bpdu-guard enabled
nv set interface swp23 description 'frontend-leaf1 eth0'
nv set interface swp23 link mtu 9216
nv set interface swp23 link speed 1G
nv set interface swp23 link state up
nv set interface swp23 type swp
nv set interface swp24 acl OOB-SWITCH inbound
nv set interface swp24 acl OOB-SWITCH-V6 inbound
nv set interface swp24 bridge domain br_default access 100
nv set interface swp24 bridge domain br_default stp admin-edge enabled
nv set interface swp24 bridge domain br_default stp bpdu-guard enabled
nv set interface swp24 description 'frontend-leaf2 eth0'
nv set interface swp24 link mtu 9216
nv set interface swp24 link speed 1G
nv set interface swp24 link state up
nv set interface swp24 type swp
nv set interface swp25 acl OOB-SWITCH inbound
nv set interface swp25 acl OOB-SWITCH-V6 inbound
nv set interface swp25 bridge domain br_default access 100
nv set interface swp25 bridge domain br_default stp admin-edge enabled
nv set interface swp25 bridge domain br_default stp bpdu-guard enabled
nv set interface swp25 description 'storage-leaf1 eth0'
nv set interface swp25 link mtu 9216
nv set interface swp25 link speed 1G
nv set interface swp25 link state up
nv set interface swp25 type swp
nv set interface swp26 acl OOB-SWITCH inbound
nv set interface swp26 acl OOB-SWITCH-V6 inbound
nv set interface swp26 bridge domain br_default access 100
nv set interface swp26 bridge domain br_default stp admin-edge enabled
nv set interface swp26 bridge domain br_default stp bpdu-guard enabled
nv set interface swp26 description 'storage-leaf2 eth0'
nv set interface swp26 link mtu 9216
nv set interface swp26 link speed 1G
nv set interface swp26 link state up
nv set interface swp26 type swp
nv set interface swp27 link state down
nv set interface swp27 type swp
nv set interface swp28 link state down
nv set interface swp28 type swp
nv set interface swp29 link state down
nv set interface swp29 type swp
nv set interface swp30 link state down
nv set interface swp30 type swp
nv set interface swp31 link state down
nv set interface swp31 type swp
nv set interface swp32 link state down
nv set interface swp32 type swp
nv set interface swp33 link state down
nv set interface swp33 type swp
nv set interface swp34 link state down
nv set interface swp34 type swp
nv set interface swp35 link state down
nv set interface swp35 type swp
nv set interface swp36 link state down
nv set interface swp36 type swp
nv set interface swp37 link state down
nv set interface swp37 type swp
nv set interface swp38 link state down
nv set interface swp38 type swp
nv set interface swp39 link state down
nv set interface swp39 type swp
nv set interface swp40 link state down
nv set interface swp40 type swp
nv set interface swp41 link state down
nv set interface swp41 type swp
nv set interface swp42 link state down
nv set interface swp42 type swp
nv set interface swp43 link state down
nv set interface swp43 type swp
nv set interface swp44 link state down
nv set interface swp44 type swp
nv set interface swp45 link state down
nv set interface swp45 type swp
nv set interface swp46 link state down
nv set interface swp46 type swp
nv set interface swp47 link state down
nv set interface swp47 type swp
nv set interface swp48 acl OOB-SWITCH inbound
nv set interface swp48 acl OOB-SWITCH-V6 inbound
nv set interface swp48 bridge domain br_default access 100
nv set interface swp48 bridge domain br_default stp admin-edge enabled
nv set interface swp48 bridge domain br_default stp bpdu-guard enabled
nv set interface swp48 description 'oob-leaf1 eth0'
nv set interface swp48 link mtu 9216
nv set interface swp48 link speed 1G
nv set interface swp48 link state up
nv set interface swp48 type swp
nv set interface swp49 link state down
nv set interface swp49 type swp
nv set interface swp50 link state down
nv set interface swp50 type swp
nv set interface swp51 description 'oob-leaf1 swp51'
nv set interface swp51 link fec rs
nv set interface swp51 link mtu 9216
nv set interface swp51 link speed 100G
nv set interface swp51 link state up
nv set interface swp51 type swp
nv set interface swp52 description 'oob-leaf1 swp52'
nv set interface swp52 link fec rs
nv set interface swp52 link mtu 9216
nv set interface swp52 link speed 100G
nv set interface swp52 link state up
nv set interface swp52 type swp
nv set interface vlan100 ipv4 address 10.192.1.254/24
nv set interface vlan100 type svi
nv set interface vlan100 vlan 100
nv set interface vlan110 ipv4 address 10.196.1.254/24
nv set interface vlan110 type svi
nv set interface vlan110 vlan 110
nv set router bfd profile FABRIC
nv set router bfd state enabled
nv set router bgp autonomous-system 4230000002
nv set router bgp router-id 10.230.0.2
nv set router bgp state enabled
nv set router policy prefix-list FABRIC rule 5 action permit
nv set router policy prefix-list FABRIC rule 5 match 10.230.0.0/15 max-prefix-len 32
nv set router policy prefix-list FABRIC rule 5 match 10.230.0.0/15 min-prefix-len 32
nv set router policy prefix-list FABRIC rule 10 action permit
nv set router policy prefix-list FABRIC rule 10 match 10.192.0.0/11 max-prefix-len 24
nv set router policy prefix-list FABRIC rule 10 match 10.192.0.0/11 min-prefix-len 24
nv set router policy prefix-list FABRIC type ipv4
nv set router policy prefix-list OWN rule 5 action permit
nv set router policy prefix-list OWN rule 5 match 10.230.0.2/32
nv set router policy prefix-list OWN rule 10 action permit
nv set router policy prefix-list OWN rule 10 match 10.192.1.0/24
nv set router policy prefix-list OWN rule 15 action permit
nv set router policy prefix-list OWN rule 15 match 10.196.1.0/24
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
nv set system gnmi-server listening-address 10.192.0.48
nv set system gnmi-server mtls ca-certificate gnmi-clients
nv set system gnmi-server port 9339
nv set system gnmi-server state enabled
nv set system hostname oob-leaf2
nv set system ntp server ntp1.example.net iburst enabled
nv set system ntp server ntp2.example.net iburst enabled
nv set system ntp state enabled
nv set system ntp vrf mgmt
nv set system snmp-server listening-address 10.192.0.48 vrf mgmt
nv set system snmp-server state enabled
nv set system snmp-server username clustergen auth-sha '{{clustergen_snmp_auth_passphrase}}' encrypt-aes '{{clustergen_snmp_priv_passphrase}}'
nv set system syslog server 192.0.2.54 vrf mgmt
nv set system timezone Etc/UTC
nv set vrf default router bgp address-family ipv4-unicast multipaths ebgp 128
nv set vrf default router bgp address-family ipv4-unicast network 10.192.1.0/24
nv set vrf default router bgp address-family ipv4-unicast network 10.196.1.0/24
nv set vrf default router bgp address-family ipv4-unicast network 10.230.0.2/32
nv set vrf default router bgp address-family ipv4-unicast state enabled
nv set vrf default router bgp autonomous-system 4230000002
nv set vrf default router bgp neighbor swp51 peer-group PEERS
nv set vrf default router bgp neighbor swp51 type unnumbered
nv set vrf default router bgp neighbor swp52 peer-group PEERS
nv set vrf default router bgp neighbor swp52 type unnumbered
nv set vrf default router bgp path-selection multipath aspath-ignore enabled
nv set vrf default router bgp peer-group PEERS address-family ipv4-unicast policy inbound route-map ACCEPT
nv set vrf default router bgp peer-group PEERS address-family ipv4-unicast policy outbound route-map ANNOUNCE
nv set vrf default router bgp peer-group PEERS address-family ipv4-unicast prefix-limits inbound maximum 14
nv set vrf default router bgp peer-group PEERS address-family ipv4-unicast state enabled
nv set vrf default router bgp peer-group PEERS bfd profile FABRIC
nv set vrf default router bgp peer-group PEERS remote-as external
nv set vrf default router bgp router-id 10.230.0.2
nv set vrf default router bgp state enabled
