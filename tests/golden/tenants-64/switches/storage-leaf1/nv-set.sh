#!/bin/bash
# storage-leaf1: leaf of the storage fabric, Cumulus Linux 5.15.
# The same settings as startup.yaml, command by command. Look at `nv config diff`, then `nv config apply` and `nv config save`.
# Out of service: nv set maintenance unit all-protocols state maintenance; back: ... state production.
# Print it through Ansible first: it refers to clustergen_tacacs_key, clustergen_snmp_auth_passphrase, clustergen_snmp_priv_passphrase.
set -eu
nv set acl STORAGE-COMPUTE rule 10 action deny
nv set acl STORAGE-COMPUTE rule 10 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 10 match ip source-ip 10.128.0.0/28
nv set acl STORAGE-COMPUTE rule 10 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 20 action deny
nv set acl STORAGE-COMPUTE rule 20 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 20 match ip source-ip 10.128.0.32/29
nv set acl STORAGE-COMPUTE rule 20 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 30 action deny
nv set acl STORAGE-COMPUTE rule 30 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 30 match ip source-ip 10.128.0.64/26
nv set acl STORAGE-COMPUTE rule 30 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 40 action deny
nv set acl STORAGE-COMPUTE rule 40 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 40 match ip source-ip 10.128.0.128/25
nv set acl STORAGE-COMPUTE rule 40 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 50 action deny
nv set acl STORAGE-COMPUTE rule 50 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 50 match ip source-ip 10.128.1.0/24
nv set acl STORAGE-COMPUTE rule 50 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 60 action deny
nv set acl STORAGE-COMPUTE rule 60 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 60 match ip source-ip 10.128.2.0/23
nv set acl STORAGE-COMPUTE rule 60 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 70 action deny
nv set acl STORAGE-COMPUTE rule 70 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 70 match ip source-ip 10.128.4.0/22
nv set acl STORAGE-COMPUTE rule 70 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 80 action deny
nv set acl STORAGE-COMPUTE rule 80 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 80 match ip source-ip 10.128.8.0/21
nv set acl STORAGE-COMPUTE rule 80 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 90 action deny
nv set acl STORAGE-COMPUTE rule 90 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 90 match ip source-ip 10.128.16.0/20
nv set acl STORAGE-COMPUTE rule 90 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 100 action deny
nv set acl STORAGE-COMPUTE rule 100 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 100 match ip source-ip 10.128.32.0/19
nv set acl STORAGE-COMPUTE rule 100 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 110 action deny
nv set acl STORAGE-COMPUTE rule 110 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 110 match ip source-ip 10.128.64.0/18
nv set acl STORAGE-COMPUTE rule 110 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 120 action deny
nv set acl STORAGE-COMPUTE rule 120 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 120 match ip source-ip 10.128.128.0/17
nv set acl STORAGE-COMPUTE rule 120 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 130 action deny
nv set acl STORAGE-COMPUTE rule 130 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 130 match ip source-ip 10.129.0.0/16
nv set acl STORAGE-COMPUTE rule 130 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 140 action deny
nv set acl STORAGE-COMPUTE rule 140 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 140 match ip source-ip 10.130.0.0/15
nv set acl STORAGE-COMPUTE rule 140 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 150 action deny
nv set acl STORAGE-COMPUTE rule 150 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 150 match ip source-ip 10.132.0.0/14
nv set acl STORAGE-COMPUTE rule 150 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 160 action deny
nv set acl STORAGE-COMPUTE rule 160 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 160 match ip source-ip 10.136.0.0/13
nv set acl STORAGE-COMPUTE rule 160 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 170 action deny
nv set acl STORAGE-COMPUTE rule 170 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 170 match ip source-ip 10.144.0.0/28
nv set acl STORAGE-COMPUTE rule 170 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 180 action deny
nv set acl STORAGE-COMPUTE rule 180 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 180 match ip source-ip 10.144.0.32/29
nv set acl STORAGE-COMPUTE rule 180 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 190 action deny
nv set acl STORAGE-COMPUTE rule 190 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 190 match ip source-ip 10.144.0.64/26
nv set acl STORAGE-COMPUTE rule 190 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 200 action deny
nv set acl STORAGE-COMPUTE rule 200 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 200 match ip source-ip 10.144.0.128/25
nv set acl STORAGE-COMPUTE rule 200 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 210 action deny
nv set acl STORAGE-COMPUTE rule 210 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 210 match ip source-ip 10.144.1.0/24
nv set acl STORAGE-COMPUTE rule 210 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 220 action deny
nv set acl STORAGE-COMPUTE rule 220 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 220 match ip source-ip 10.144.2.0/23
nv set acl STORAGE-COMPUTE rule 220 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 230 action deny
nv set acl STORAGE-COMPUTE rule 230 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 230 match ip source-ip 10.144.4.0/22
nv set acl STORAGE-COMPUTE rule 230 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 240 action deny
nv set acl STORAGE-COMPUTE rule 240 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 240 match ip source-ip 10.144.8.0/21
nv set acl STORAGE-COMPUTE rule 240 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 250 action deny
nv set acl STORAGE-COMPUTE rule 250 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 250 match ip source-ip 10.144.16.0/20
nv set acl STORAGE-COMPUTE rule 250 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 260 action deny
nv set acl STORAGE-COMPUTE rule 260 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 260 match ip source-ip 10.144.32.0/19
nv set acl STORAGE-COMPUTE rule 260 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 270 action deny
nv set acl STORAGE-COMPUTE rule 270 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 270 match ip source-ip 10.144.64.0/18
nv set acl STORAGE-COMPUTE rule 270 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 280 action deny
nv set acl STORAGE-COMPUTE rule 280 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 280 match ip source-ip 10.144.128.0/17
nv set acl STORAGE-COMPUTE rule 280 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 290 action deny
nv set acl STORAGE-COMPUTE rule 290 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 290 match ip source-ip 10.145.0.0/16
nv set acl STORAGE-COMPUTE rule 290 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 300 action deny
nv set acl STORAGE-COMPUTE rule 300 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 300 match ip source-ip 10.146.0.0/15
nv set acl STORAGE-COMPUTE rule 300 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 310 action deny
nv set acl STORAGE-COMPUTE rule 310 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 310 match ip source-ip 10.148.0.0/14
nv set acl STORAGE-COMPUTE rule 310 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 320 action deny
nv set acl STORAGE-COMPUTE rule 320 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 320 match ip source-ip 10.152.0.0/13
nv set acl STORAGE-COMPUTE rule 320 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 330 action permit
nv set acl STORAGE-COMPUTE rule 330 match ip dest-ip 10.128.0.16/28
nv set acl STORAGE-COMPUTE rule 330 match ip protocol icmp
nv set acl STORAGE-COMPUTE rule 330 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE rule 330 remark 'icmp to storage/compute and 3 more'
nv set acl STORAGE-COMPUTE rule 340 action permit
nv set acl STORAGE-COMPUTE rule 340 match ip dest-ip 10.128.0.40/29
nv set acl STORAGE-COMPUTE rule 340 match ip protocol icmp
nv set acl STORAGE-COMPUTE rule 340 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE rule 340 remark 'icmp to storage/compute and 3 more'
nv set acl STORAGE-COMPUTE rule 350 action permit
nv set acl STORAGE-COMPUTE rule 350 match ip dest-ip 10.128.0.48/28
nv set acl STORAGE-COMPUTE rule 350 match ip protocol icmp
nv set acl STORAGE-COMPUTE rule 350 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE rule 350 remark 'icmp to storage/compute and 3 more'
nv set acl STORAGE-COMPUTE rule 360 action permit
nv set acl STORAGE-COMPUTE rule 360 match ip dest-ip 10.128.0.64/28
nv set acl STORAGE-COMPUTE rule 360 match ip protocol icmp
nv set acl STORAGE-COMPUTE rule 360 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE rule 360 remark 'icmp to storage/compute and 3 more'
nv set acl STORAGE-COMPUTE rule 370 action permit
nv set acl STORAGE-COMPUTE rule 370 match ip dest-ip 10.144.0.16/28
nv set acl STORAGE-COMPUTE rule 370 match ip protocol icmp
nv set acl STORAGE-COMPUTE rule 370 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE rule 370 remark 'icmp to storage/compute and 3 more'
nv set acl STORAGE-COMPUTE rule 380 action permit
nv set acl STORAGE-COMPUTE rule 380 match ip dest-ip 10.144.0.40/29
nv set acl STORAGE-COMPUTE rule 380 match ip protocol icmp
nv set acl STORAGE-COMPUTE rule 380 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE rule 380 remark 'icmp to storage/compute and 3 more'
nv set acl STORAGE-COMPUTE rule 390 action permit
nv set acl STORAGE-COMPUTE rule 390 match ip dest-ip 10.144.0.48/28
nv set acl STORAGE-COMPUTE rule 390 match ip protocol icmp
nv set acl STORAGE-COMPUTE rule 390 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE rule 390 remark 'icmp to storage/compute and 3 more'
nv set acl STORAGE-COMPUTE rule 400 action permit
nv set acl STORAGE-COMPUTE rule 400 match ip dest-ip 10.144.0.64/28
nv set acl STORAGE-COMPUTE rule 400 match ip protocol icmp
nv set acl STORAGE-COMPUTE rule 400 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE rule 400 remark 'icmp to storage/compute and 3 more'
nv set acl STORAGE-COMPUTE rule 410 action permit
nv set acl STORAGE-COMPUTE rule 410 match ip dest-ip 10.128.0.64/28
nv set acl STORAGE-COMPUTE rule 410 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE rule 410 remark 'any to storage/storage and 1 more'
nv set acl STORAGE-COMPUTE rule 420 action permit
nv set acl STORAGE-COMPUTE rule 420 match ip dest-ip 10.144.0.64/28
nv set acl STORAGE-COMPUTE rule 420 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE rule 420 remark 'any to storage/storage and 1 more'
nv set acl STORAGE-COMPUTE rule 65535 action deny
nv set acl STORAGE-COMPUTE rule 65535 match ip dest-ip ANY
nv set acl STORAGE-COMPUTE rule 65535 match ip source-ip ANY
nv set acl STORAGE-COMPUTE type ipv4
nv set acl STORAGE-COMPUTE-BLUE rule 10 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 10 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 10 match ip source-ip 10.128.0.8/29
nv set acl STORAGE-COMPUTE-BLUE rule 10 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 20 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 20 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 20 match ip source-ip 10.128.0.16/28
nv set acl STORAGE-COMPUTE-BLUE rule 20 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 30 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 30 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 30 match ip source-ip 10.128.0.32/27
nv set acl STORAGE-COMPUTE-BLUE rule 30 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 40 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 40 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 40 match ip source-ip 10.128.0.64/26
nv set acl STORAGE-COMPUTE-BLUE rule 40 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 50 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 50 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 50 match ip source-ip 10.128.0.128/25
nv set acl STORAGE-COMPUTE-BLUE rule 50 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 60 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 60 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 60 match ip source-ip 10.128.1.0/24
nv set acl STORAGE-COMPUTE-BLUE rule 60 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 70 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 70 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 70 match ip source-ip 10.128.2.0/23
nv set acl STORAGE-COMPUTE-BLUE rule 70 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 80 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 80 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 80 match ip source-ip 10.128.4.0/22
nv set acl STORAGE-COMPUTE-BLUE rule 80 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 90 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 90 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 90 match ip source-ip 10.128.8.0/21
nv set acl STORAGE-COMPUTE-BLUE rule 90 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 100 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 100 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 100 match ip source-ip 10.128.16.0/20
nv set acl STORAGE-COMPUTE-BLUE rule 100 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 110 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 110 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 110 match ip source-ip 10.128.32.0/19
nv set acl STORAGE-COMPUTE-BLUE rule 110 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 120 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 120 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 120 match ip source-ip 10.128.64.0/18
nv set acl STORAGE-COMPUTE-BLUE rule 120 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 130 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 130 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 130 match ip source-ip 10.128.128.0/17
nv set acl STORAGE-COMPUTE-BLUE rule 130 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 140 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 140 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 140 match ip source-ip 10.129.0.0/16
nv set acl STORAGE-COMPUTE-BLUE rule 140 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 150 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 150 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 150 match ip source-ip 10.130.0.0/15
nv set acl STORAGE-COMPUTE-BLUE rule 150 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 160 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 160 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 160 match ip source-ip 10.132.0.0/14
nv set acl STORAGE-COMPUTE-BLUE rule 160 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 170 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 170 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 170 match ip source-ip 10.136.0.0/13
nv set acl STORAGE-COMPUTE-BLUE rule 170 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 180 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 180 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 180 match ip source-ip 10.144.0.8/29
nv set acl STORAGE-COMPUTE-BLUE rule 180 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 190 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 190 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 190 match ip source-ip 10.144.0.16/28
nv set acl STORAGE-COMPUTE-BLUE rule 190 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 200 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 200 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 200 match ip source-ip 10.144.0.32/27
nv set acl STORAGE-COMPUTE-BLUE rule 200 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 210 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 210 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 210 match ip source-ip 10.144.0.64/26
nv set acl STORAGE-COMPUTE-BLUE rule 210 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 220 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 220 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 220 match ip source-ip 10.144.0.128/25
nv set acl STORAGE-COMPUTE-BLUE rule 220 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 230 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 230 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 230 match ip source-ip 10.144.1.0/24
nv set acl STORAGE-COMPUTE-BLUE rule 230 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 240 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 240 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 240 match ip source-ip 10.144.2.0/23
nv set acl STORAGE-COMPUTE-BLUE rule 240 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 250 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 250 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 250 match ip source-ip 10.144.4.0/22
nv set acl STORAGE-COMPUTE-BLUE rule 250 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 260 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 260 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 260 match ip source-ip 10.144.8.0/21
nv set acl STORAGE-COMPUTE-BLUE rule 260 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 270 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 270 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 270 match ip source-ip 10.144.16.0/20
nv set acl STORAGE-COMPUTE-BLUE rule 270 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 280 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 280 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 280 match ip source-ip 10.144.32.0/19
nv set acl STORAGE-COMPUTE-BLUE rule 280 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 290 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 290 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 290 match ip source-ip 10.144.64.0/18
nv set acl STORAGE-COMPUTE-BLUE rule 290 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 300 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 300 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 300 match ip source-ip 10.144.128.0/17
nv set acl STORAGE-COMPUTE-BLUE rule 300 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 310 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 310 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 310 match ip source-ip 10.145.0.0/16
nv set acl STORAGE-COMPUTE-BLUE rule 310 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 320 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 320 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 320 match ip source-ip 10.146.0.0/15
nv set acl STORAGE-COMPUTE-BLUE rule 320 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 330 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 330 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 330 match ip source-ip 10.148.0.0/14
nv set acl STORAGE-COMPUTE-BLUE rule 330 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 340 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 340 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 340 match ip source-ip 10.152.0.0/13
nv set acl STORAGE-COMPUTE-BLUE rule 340 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 350 action permit
nv set acl STORAGE-COMPUTE-BLUE rule 350 match ip dest-ip 10.128.0.0/29
nv set acl STORAGE-COMPUTE-BLUE rule 350 match ip protocol icmp
nv set acl STORAGE-COMPUTE-BLUE rule 350 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-BLUE rule 350 remark 'icmp to storage/compute@blue and 3 more'
nv set acl STORAGE-COMPUTE-BLUE rule 360 action permit
nv set acl STORAGE-COMPUTE-BLUE rule 360 match ip dest-ip 10.128.0.64/28
nv set acl STORAGE-COMPUTE-BLUE rule 360 match ip protocol icmp
nv set acl STORAGE-COMPUTE-BLUE rule 360 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-BLUE rule 360 remark 'icmp to storage/compute@blue and 3 more'
nv set acl STORAGE-COMPUTE-BLUE rule 370 action permit
nv set acl STORAGE-COMPUTE-BLUE rule 370 match ip dest-ip 10.144.0.0/29
nv set acl STORAGE-COMPUTE-BLUE rule 370 match ip protocol icmp
nv set acl STORAGE-COMPUTE-BLUE rule 370 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-BLUE rule 370 remark 'icmp to storage/compute@blue and 3 more'
nv set acl STORAGE-COMPUTE-BLUE rule 380 action permit
nv set acl STORAGE-COMPUTE-BLUE rule 380 match ip dest-ip 10.144.0.64/28
nv set acl STORAGE-COMPUTE-BLUE rule 380 match ip protocol icmp
nv set acl STORAGE-COMPUTE-BLUE rule 380 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-BLUE rule 380 remark 'icmp to storage/compute@blue and 3 more'
nv set acl STORAGE-COMPUTE-BLUE rule 390 action permit
nv set acl STORAGE-COMPUTE-BLUE rule 390 match ip dest-ip 10.128.0.64/28
nv set acl STORAGE-COMPUTE-BLUE rule 390 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-BLUE rule 390 remark 'any to storage/storage and 1 more'
nv set acl STORAGE-COMPUTE-BLUE rule 400 action permit
nv set acl STORAGE-COMPUTE-BLUE rule 400 match ip dest-ip 10.144.0.64/28
nv set acl STORAGE-COMPUTE-BLUE rule 400 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-BLUE rule 400 remark 'any to storage/storage and 1 more'
nv set acl STORAGE-COMPUTE-BLUE rule 65535 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 65535 match ip dest-ip ANY
nv set acl STORAGE-COMPUTE-BLUE rule 65535 match ip source-ip ANY
nv set acl STORAGE-COMPUTE-BLUE type ipv4
nv set acl STORAGE-COMPUTE-BLUE-V6 rule 10 action permit
nv set acl STORAGE-COMPUTE-BLUE-V6 rule 10 match ip icmpv6-type neighbor-solicitation
nv set acl STORAGE-COMPUTE-BLUE-V6 rule 10 match ip protocol icmpv6
nv set acl STORAGE-COMPUTE-BLUE-V6 rule 20 action permit
nv set acl STORAGE-COMPUTE-BLUE-V6 rule 20 match ip icmpv6-type neighbor-advertisement
nv set acl STORAGE-COMPUTE-BLUE-V6 rule 20 match ip protocol icmpv6
nv set acl STORAGE-COMPUTE-BLUE-V6 rule 30 action permit
nv set acl STORAGE-COMPUTE-BLUE-V6 rule 30 match ip icmpv6-type router-solicitation
nv set acl STORAGE-COMPUTE-BLUE-V6 rule 30 match ip protocol icmpv6
nv set acl STORAGE-COMPUTE-BLUE-V6 rule 65535 action deny
nv set acl STORAGE-COMPUTE-BLUE-V6 rule 65535 match ip dest-ip ANY
nv set acl STORAGE-COMPUTE-BLUE-V6 rule 65535 match ip source-ip ANY
nv set acl STORAGE-COMPUTE-BLUE-V6 type ipv6
nv set acl STORAGE-COMPUTE-RED rule 10 action deny
nv set acl STORAGE-COMPUTE-RED rule 10 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 10 match ip source-ip 10.128.0.0/29
nv set acl STORAGE-COMPUTE-RED rule 10 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 20 action deny
nv set acl STORAGE-COMPUTE-RED rule 20 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 20 match ip source-ip 10.128.0.16/28
nv set acl STORAGE-COMPUTE-RED rule 20 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 30 action deny
nv set acl STORAGE-COMPUTE-RED rule 30 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 30 match ip source-ip 10.128.0.40/29
nv set acl STORAGE-COMPUTE-RED rule 30 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 40 action deny
nv set acl STORAGE-COMPUTE-RED rule 40 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 40 match ip source-ip 10.128.0.48/28
nv set acl STORAGE-COMPUTE-RED rule 40 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 50 action deny
nv set acl STORAGE-COMPUTE-RED rule 50 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 50 match ip source-ip 10.128.0.64/26
nv set acl STORAGE-COMPUTE-RED rule 50 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 60 action deny
nv set acl STORAGE-COMPUTE-RED rule 60 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 60 match ip source-ip 10.128.0.128/25
nv set acl STORAGE-COMPUTE-RED rule 60 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 70 action deny
nv set acl STORAGE-COMPUTE-RED rule 70 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 70 match ip source-ip 10.128.1.0/24
nv set acl STORAGE-COMPUTE-RED rule 70 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 80 action deny
nv set acl STORAGE-COMPUTE-RED rule 80 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 80 match ip source-ip 10.128.2.0/23
nv set acl STORAGE-COMPUTE-RED rule 80 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 90 action deny
nv set acl STORAGE-COMPUTE-RED rule 90 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 90 match ip source-ip 10.128.4.0/22
nv set acl STORAGE-COMPUTE-RED rule 90 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 100 action deny
nv set acl STORAGE-COMPUTE-RED rule 100 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 100 match ip source-ip 10.128.8.0/21
nv set acl STORAGE-COMPUTE-RED rule 100 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 110 action deny
nv set acl STORAGE-COMPUTE-RED rule 110 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 110 match ip source-ip 10.128.16.0/20
nv set acl STORAGE-COMPUTE-RED rule 110 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 120 action deny
nv set acl STORAGE-COMPUTE-RED rule 120 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 120 match ip source-ip 10.128.32.0/19
nv set acl STORAGE-COMPUTE-RED rule 120 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 130 action deny
nv set acl STORAGE-COMPUTE-RED rule 130 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 130 match ip source-ip 10.128.64.0/18
nv set acl STORAGE-COMPUTE-RED rule 130 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 140 action deny
nv set acl STORAGE-COMPUTE-RED rule 140 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 140 match ip source-ip 10.128.128.0/17
nv set acl STORAGE-COMPUTE-RED rule 140 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 150 action deny
nv set acl STORAGE-COMPUTE-RED rule 150 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 150 match ip source-ip 10.129.0.0/16
nv set acl STORAGE-COMPUTE-RED rule 150 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 160 action deny
nv set acl STORAGE-COMPUTE-RED rule 160 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 160 match ip source-ip 10.130.0.0/15
nv set acl STORAGE-COMPUTE-RED rule 160 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 170 action deny
nv set acl STORAGE-COMPUTE-RED rule 170 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 170 match ip source-ip 10.132.0.0/14
nv set acl STORAGE-COMPUTE-RED rule 170 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 180 action deny
nv set acl STORAGE-COMPUTE-RED rule 180 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 180 match ip source-ip 10.136.0.0/13
nv set acl STORAGE-COMPUTE-RED rule 180 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 190 action deny
nv set acl STORAGE-COMPUTE-RED rule 190 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 190 match ip source-ip 10.144.0.0/29
nv set acl STORAGE-COMPUTE-RED rule 190 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 200 action deny
nv set acl STORAGE-COMPUTE-RED rule 200 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 200 match ip source-ip 10.144.0.16/28
nv set acl STORAGE-COMPUTE-RED rule 200 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 210 action deny
nv set acl STORAGE-COMPUTE-RED rule 210 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 210 match ip source-ip 10.144.0.40/29
nv set acl STORAGE-COMPUTE-RED rule 210 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 220 action deny
nv set acl STORAGE-COMPUTE-RED rule 220 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 220 match ip source-ip 10.144.0.48/28
nv set acl STORAGE-COMPUTE-RED rule 220 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 230 action deny
nv set acl STORAGE-COMPUTE-RED rule 230 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 230 match ip source-ip 10.144.0.64/26
nv set acl STORAGE-COMPUTE-RED rule 230 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 240 action deny
nv set acl STORAGE-COMPUTE-RED rule 240 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 240 match ip source-ip 10.144.0.128/25
nv set acl STORAGE-COMPUTE-RED rule 240 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 250 action deny
nv set acl STORAGE-COMPUTE-RED rule 250 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 250 match ip source-ip 10.144.1.0/24
nv set acl STORAGE-COMPUTE-RED rule 250 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 260 action deny
nv set acl STORAGE-COMPUTE-RED rule 260 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 260 match ip source-ip 10.144.2.0/23
nv set acl STORAGE-COMPUTE-RED rule 260 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 270 action deny
nv set acl STORAGE-COMPUTE-RED rule 270 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 270 match ip source-ip 10.144.4.0/22
nv set acl STORAGE-COMPUTE-RED rule 270 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 280 action deny
nv set acl STORAGE-COMPUTE-RED rule 280 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 280 match ip source-ip 10.144.8.0/21
nv set acl STORAGE-COMPUTE-RED rule 280 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 290 action deny
nv set acl STORAGE-COMPUTE-RED rule 290 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 290 match ip source-ip 10.144.16.0/20
nv set acl STORAGE-COMPUTE-RED rule 290 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 300 action deny
nv set acl STORAGE-COMPUTE-RED rule 300 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 300 match ip source-ip 10.144.32.0/19
nv set acl STORAGE-COMPUTE-RED rule 300 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 310 action deny
nv set acl STORAGE-COMPUTE-RED rule 310 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 310 match ip source-ip 10.144.64.0/18
nv set acl STORAGE-COMPUTE-RED rule 310 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 320 action deny
nv set acl STORAGE-COMPUTE-RED rule 320 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 320 match ip source-ip 10.144.128.0/17
nv set acl STORAGE-COMPUTE-RED rule 320 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 330 action deny
nv set acl STORAGE-COMPUTE-RED rule 330 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 330 match ip source-ip 10.145.0.0/16
nv set acl STORAGE-COMPUTE-RED rule 330 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 340 action deny
nv set acl STORAGE-COMPUTE-RED rule 340 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 340 match ip source-ip 10.146.0.0/15
nv set acl STORAGE-COMPUTE-RED rule 340 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 350 action deny
nv set acl STORAGE-COMPUTE-RED rule 350 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 350 match ip source-ip 10.148.0.0/14
nv set acl STORAGE-COMPUTE-RED rule 350 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 360 action deny
nv set acl STORAGE-COMPUTE-RED rule 360 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 360 match ip source-ip 10.152.0.0/13
nv set acl STORAGE-COMPUTE-RED rule 360 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 370 action permit
nv set acl STORAGE-COMPUTE-RED rule 370 match ip dest-ip 10.128.0.8/29
nv set acl STORAGE-COMPUTE-RED rule 370 match ip protocol icmp
nv set acl STORAGE-COMPUTE-RED rule 370 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-RED rule 370 remark 'icmp to storage/compute@red and 3 more'
nv set acl STORAGE-COMPUTE-RED rule 380 action permit
nv set acl STORAGE-COMPUTE-RED rule 380 match ip dest-ip 10.128.0.32/29
nv set acl STORAGE-COMPUTE-RED rule 380 match ip protocol icmp
nv set acl STORAGE-COMPUTE-RED rule 380 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-RED rule 380 remark 'icmp to storage/compute@red and 3 more'
nv set acl STORAGE-COMPUTE-RED rule 390 action permit
nv set acl STORAGE-COMPUTE-RED rule 390 match ip dest-ip 10.128.0.64/28
nv set acl STORAGE-COMPUTE-RED rule 390 match ip protocol icmp
nv set acl STORAGE-COMPUTE-RED rule 390 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-RED rule 390 remark 'icmp to storage/compute@red and 3 more'
nv set acl STORAGE-COMPUTE-RED rule 400 action permit
nv set acl STORAGE-COMPUTE-RED rule 400 match ip dest-ip 10.144.0.8/29
nv set acl STORAGE-COMPUTE-RED rule 400 match ip protocol icmp
nv set acl STORAGE-COMPUTE-RED rule 400 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-RED rule 400 remark 'icmp to storage/compute@red and 3 more'
nv set acl STORAGE-COMPUTE-RED rule 410 action permit
nv set acl STORAGE-COMPUTE-RED rule 410 match ip dest-ip 10.144.0.32/29
nv set acl STORAGE-COMPUTE-RED rule 410 match ip protocol icmp
nv set acl STORAGE-COMPUTE-RED rule 410 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-RED rule 410 remark 'icmp to storage/compute@red and 3 more'
nv set acl STORAGE-COMPUTE-RED rule 420 action permit
nv set acl STORAGE-COMPUTE-RED rule 420 match ip dest-ip 10.144.0.64/28
nv set acl STORAGE-COMPUTE-RED rule 420 match ip protocol icmp
nv set acl STORAGE-COMPUTE-RED rule 420 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-RED rule 420 remark 'icmp to storage/compute@red and 3 more'
nv set acl STORAGE-COMPUTE-RED rule 430 action permit
nv set acl STORAGE-COMPUTE-RED rule 430 match ip dest-ip 10.128.0.64/28
nv set acl STORAGE-COMPUTE-RED rule 430 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-RED rule 430 remark 'any to storage/storage and 1 more'
nv set acl STORAGE-COMPUTE-RED rule 440 action permit
nv set acl STORAGE-COMPUTE-RED rule 440 match ip dest-ip 10.144.0.64/28
nv set acl STORAGE-COMPUTE-RED rule 440 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-RED rule 440 remark 'any to storage/storage and 1 more'
nv set acl STORAGE-COMPUTE-RED rule 65535 action deny
nv set acl STORAGE-COMPUTE-RED rule 65535 match ip dest-ip ANY
nv set acl STORAGE-COMPUTE-RED rule 65535 match ip source-ip ANY
nv set acl STORAGE-COMPUTE-RED type ipv4
nv set acl STORAGE-COMPUTE-RED-V6 rule 10 action permit
nv set acl STORAGE-COMPUTE-RED-V6 rule 10 match ip icmpv6-type neighbor-solicitation
nv set acl STORAGE-COMPUTE-RED-V6 rule 10 match ip protocol icmpv6
nv set acl STORAGE-COMPUTE-RED-V6 rule 20 action permit
nv set acl STORAGE-COMPUTE-RED-V6 rule 20 match ip icmpv6-type neighbor-advertisement
nv set acl STORAGE-COMPUTE-RED-V6 rule 20 match ip protocol icmpv6
nv set acl STORAGE-COMPUTE-RED-V6 rule 30 action permit
nv set acl STORAGE-COMPUTE-RED-V6 rule 30 match ip icmpv6-type router-solicitation
nv set acl STORAGE-COMPUTE-RED-V6 rule 30 match ip protocol icmpv6
nv set acl STORAGE-COMPUTE-RED-V6 rule 65535 action deny
nv set acl STORAGE-COMPUTE-RED-V6 rule 65535 match ip dest-ip ANY
nv set acl STORAGE-COMPUTE-RED-V6 rule 65535 match ip source-ip ANY
nv set acl STORAGE-COMPUTE-RED-V6 type ipv6
nv set acl STORAGE-COMPUTE-V6 rule 10 action permit
nv set acl STORAGE-COMPUTE-V6 rule 10 match ip icmpv6-type neighbor-solicitation
nv set acl STORAGE-COMPUTE-V6 rule 10 match ip protocol icmpv6
nv set acl STORAGE-COMPUTE-V6 rule 20 action permit
nv set acl STORAGE-COMPUTE-V6 rule 20 match ip icmpv6-type neighbor-advertisement
nv set acl STORAGE-COMPUTE-V6 rule 20 match ip protocol icmpv6
nv set acl STORAGE-COMPUTE-V6 rule 30 action permit
nv set acl STORAGE-COMPUTE-V6 rule 30 match ip icmpv6-type router-solicitation
nv set acl STORAGE-COMPUTE-V6 rule 30 match ip protocol icmpv6
nv set acl STORAGE-COMPUTE-V6 rule 65535 action deny
nv set acl STORAGE-COMPUTE-V6 rule 65535 match ip dest-ip ANY
nv set acl STORAGE-COMPUTE-V6 rule 65535 match ip source-ip ANY
nv set acl STORAGE-COMPUTE-V6 type ipv6
nv set acl STORAGE-STORAGE rule 10 action deny
nv set acl STORAGE-STORAGE rule 10 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 10 match ip source-ip 10.128.0.0/26
nv set acl STORAGE-STORAGE rule 10 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 20 action deny
nv set acl STORAGE-STORAGE rule 20 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 20 match ip source-ip 10.128.0.80/28
nv set acl STORAGE-STORAGE rule 20 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 30 action deny
nv set acl STORAGE-STORAGE rule 30 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 30 match ip source-ip 10.128.0.96/27
nv set acl STORAGE-STORAGE rule 30 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 40 action deny
nv set acl STORAGE-STORAGE rule 40 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 40 match ip source-ip 10.128.0.128/25
nv set acl STORAGE-STORAGE rule 40 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 50 action deny
nv set acl STORAGE-STORAGE rule 50 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 50 match ip source-ip 10.128.1.0/24
nv set acl STORAGE-STORAGE rule 50 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 60 action deny
nv set acl STORAGE-STORAGE rule 60 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 60 match ip source-ip 10.128.2.0/23
nv set acl STORAGE-STORAGE rule 60 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 70 action deny
nv set acl STORAGE-STORAGE rule 70 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 70 match ip source-ip 10.128.4.0/22
nv set acl STORAGE-STORAGE rule 70 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 80 action deny
nv set acl STORAGE-STORAGE rule 80 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 80 match ip source-ip 10.128.8.0/21
nv set acl STORAGE-STORAGE rule 80 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 90 action deny
nv set acl STORAGE-STORAGE rule 90 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 90 match ip source-ip 10.128.16.0/20
nv set acl STORAGE-STORAGE rule 90 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 100 action deny
nv set acl STORAGE-STORAGE rule 100 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 100 match ip source-ip 10.128.32.0/19
nv set acl STORAGE-STORAGE rule 100 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 110 action deny
nv set acl STORAGE-STORAGE rule 110 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 110 match ip source-ip 10.128.64.0/18
nv set acl STORAGE-STORAGE rule 110 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 120 action deny
nv set acl STORAGE-STORAGE rule 120 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 120 match ip source-ip 10.128.128.0/17
nv set acl STORAGE-STORAGE rule 120 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 130 action deny
nv set acl STORAGE-STORAGE rule 130 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 130 match ip source-ip 10.129.0.0/16
nv set acl STORAGE-STORAGE rule 130 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 140 action deny
nv set acl STORAGE-STORAGE rule 140 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 140 match ip source-ip 10.130.0.0/15
nv set acl STORAGE-STORAGE rule 140 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 150 action deny
nv set acl STORAGE-STORAGE rule 150 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 150 match ip source-ip 10.132.0.0/14
nv set acl STORAGE-STORAGE rule 150 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 160 action deny
nv set acl STORAGE-STORAGE rule 160 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 160 match ip source-ip 10.136.0.0/13
nv set acl STORAGE-STORAGE rule 160 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 170 action deny
nv set acl STORAGE-STORAGE rule 170 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 170 match ip source-ip 10.144.0.0/26
nv set acl STORAGE-STORAGE rule 170 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 180 action deny
nv set acl STORAGE-STORAGE rule 180 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 180 match ip source-ip 10.144.0.80/28
nv set acl STORAGE-STORAGE rule 180 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 190 action deny
nv set acl STORAGE-STORAGE rule 190 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 190 match ip source-ip 10.144.0.96/27
nv set acl STORAGE-STORAGE rule 190 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 200 action deny
nv set acl STORAGE-STORAGE rule 200 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 200 match ip source-ip 10.144.0.128/25
nv set acl STORAGE-STORAGE rule 200 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 210 action deny
nv set acl STORAGE-STORAGE rule 210 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 210 match ip source-ip 10.144.1.0/24
nv set acl STORAGE-STORAGE rule 210 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 220 action deny
nv set acl STORAGE-STORAGE rule 220 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 220 match ip source-ip 10.144.2.0/23
nv set acl STORAGE-STORAGE rule 220 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 230 action deny
nv set acl STORAGE-STORAGE rule 230 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 230 match ip source-ip 10.144.4.0/22
nv set acl STORAGE-STORAGE rule 230 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 240 action deny
nv set acl STORAGE-STORAGE rule 240 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 240 match ip source-ip 10.144.8.0/21
nv set acl STORAGE-STORAGE rule 240 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 250 action deny
nv set acl STORAGE-STORAGE rule 250 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 250 match ip source-ip 10.144.16.0/20
nv set acl STORAGE-STORAGE rule 250 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 260 action deny
nv set acl STORAGE-STORAGE rule 260 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 260 match ip source-ip 10.144.32.0/19
nv set acl STORAGE-STORAGE rule 260 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 270 action deny
nv set acl STORAGE-STORAGE rule 270 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 270 match ip source-ip 10.144.64.0/18
nv set acl STORAGE-STORAGE rule 270 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 280 action deny
nv set acl STORAGE-STORAGE rule 280 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 280 match ip source-ip 10.144.128.0/17
nv set acl STORAGE-STORAGE rule 280 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 290 action deny
nv set acl STORAGE-STORAGE rule 290 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 290 match ip source-ip 10.145.0.0/16
nv set acl STORAGE-STORAGE rule 290 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 300 action deny
nv set acl STORAGE-STORAGE rule 300 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 300 match ip source-ip 10.146.0.0/15
nv set acl STORAGE-STORAGE rule 300 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 310 action deny
nv set acl STORAGE-STORAGE rule 310 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 310 match ip source-ip 10.148.0.0/14
nv set acl STORAGE-STORAGE rule 310 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 320 action deny
nv set acl STORAGE-STORAGE rule 320 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 320 match ip source-ip 10.152.0.0/13
nv set acl STORAGE-STORAGE rule 320 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 330 action permit
nv set acl STORAGE-STORAGE rule 330 match ip dest-ip 10.128.0.0/26
nv set acl STORAGE-STORAGE rule 330 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-STORAGE rule 330 remark 'any to storage/compute and 7 more'
nv set acl STORAGE-STORAGE rule 340 action permit
nv set acl STORAGE-STORAGE rule 340 match ip dest-ip 10.128.0.64/28
nv set acl STORAGE-STORAGE rule 340 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-STORAGE rule 340 remark 'any to storage/compute and 7 more'
nv set acl STORAGE-STORAGE rule 350 action permit
nv set acl STORAGE-STORAGE rule 350 match ip dest-ip 10.144.0.0/26
nv set acl STORAGE-STORAGE rule 350 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-STORAGE rule 350 remark 'any to storage/compute and 7 more'
nv set acl STORAGE-STORAGE rule 360 action permit
nv set acl STORAGE-STORAGE rule 360 match ip dest-ip 10.144.0.64/28
nv set acl STORAGE-STORAGE rule 360 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-STORAGE rule 360 remark 'any to storage/compute and 7 more'
nv set acl STORAGE-STORAGE rule 370 action permit
nv set acl STORAGE-STORAGE rule 370 match ip dest-ip 10.128.0.0/26
nv set acl STORAGE-STORAGE rule 370 match ip protocol icmp
nv set acl STORAGE-STORAGE rule 370 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-STORAGE rule 370 remark 'icmp to storage/compute and 7 more'
nv set acl STORAGE-STORAGE rule 380 action permit
nv set acl STORAGE-STORAGE rule 380 match ip dest-ip 10.128.0.64/28
nv set acl STORAGE-STORAGE rule 380 match ip protocol icmp
nv set acl STORAGE-STORAGE rule 380 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-STORAGE rule 380 remark 'icmp to storage/compute and 7 more'
nv set acl STORAGE-STORAGE rule 390 action permit
nv set acl STORAGE-STORAGE rule 390 match ip dest-ip 10.144.0.0/26
nv set acl STORAGE-STORAGE rule 390 match ip protocol icmp
nv set acl STORAGE-STORAGE rule 390 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-STORAGE rule 390 remark 'icmp to storage/compute and 7 more'
nv set acl STORAGE-STORAGE rule 400 action permit
nv set acl STORAGE-STORAGE rule 400 match ip dest-ip 10.144.0.64/28
nv set acl STORAGE-STORAGE rule 400 match ip protocol icmp
nv set acl STORAGE-STORAGE rule 400 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-STORAGE rule 400 remark 'icmp to storage/compute and 7 more'
nv set acl STORAGE-STORAGE rule 65535 action deny
nv set acl STORAGE-STORAGE rule 65535 match ip dest-ip ANY
nv set acl STORAGE-STORAGE rule 65535 match ip source-ip ANY
nv set acl STORAGE-STORAGE type ipv4
nv set acl STORAGE-STORAGE-V6 rule 10 action permit
nv set acl STORAGE-STORAGE-V6 rule 10 match ip icmpv6-type neighbor-solicitation
nv set acl STORAGE-STORAGE-V6 rule 10 match ip protocol icmpv6
nv set acl STORAGE-STORAGE-V6 rule 20 action permit
nv set acl STORAGE-STORAGE-V6 rule 20 match ip icmpv6-type neighbor-advertisement
nv set acl STORAGE-STORAGE-V6 rule 20 match ip protocol icmpv6
nv set acl STORAGE-STORAGE-V6 rule 30 action permit
nv set acl STORAGE-STORAGE-V6 rule 30 match ip icmpv6-type router-solicitation
nv set acl STORAGE-STORAGE-V6 rule 30 match ip protocol icmpv6
nv set acl STORAGE-STORAGE-V6 rule 65535 action deny
nv set acl STORAGE-STORAGE-V6 rule 65535 match ip dest-ip ANY
nv set acl STORAGE-STORAGE-V6 rule 65535 match ip source-ip ANY
nv set acl STORAGE-STORAGE-V6 type ipv6
nv set interface eth0 ipv4 address 10.192.1.25/24
nv set interface eth0 ipv4 dhcp-client state disabled
nv set interface eth0 ipv4 gateway 10.192.1.254
nv set interface eth0 type eth
nv set interface eth0 vrf mgmt
nv set interface lo ipv4 address 10.226.0.1/32
nv set interface lo type loopback
nv set interface swp1 link breakout 2x
nv set interface swp1 type swp
nv set interface swp1s0 acl STORAGE-COMPUTE-BLUE inbound
nv set interface swp1s0 acl STORAGE-COMPUTE-BLUE-V6 inbound
nv set interface swp1s0 description 'gpu01 storage0'
nv set interface swp1s0 ipv4 address 10.128.0.1/31
nv set interface swp1s0 link fec rs
nv set interface swp1s0 link mtu 9216
nv set interface swp1s0 link speed 400G
nv set interface swp1s0 link state up
nv set interface swp1s0 qos pfc-watchdog state enable
nv set interface swp1s0 type swp
nv set interface swp1s1 acl STORAGE-COMPUTE-BLUE inbound
nv set interface swp1s1 acl STORAGE-COMPUTE-BLUE-V6 inbound
nv set interface swp1s1 description 'gpu02 storage0'
nv set interface swp1s1 ipv4 address 10.128.0.3/31
nv set interface swp1s1 link fec rs
nv set interface swp1s1 link mtu 9216
nv set interface swp1s1 link speed 400G
nv set interface swp1s1 link state up
nv set interface swp1s1 qos pfc-watchdog state enable
nv set interface swp1s1 type swp
nv set interface swp2 link breakout 2x
nv set interface swp2 type swp
nv set interface swp2s0 acl STORAGE-COMPUTE-BLUE inbound
nv set interface swp2s0 acl STORAGE-COMPUTE-BLUE-V6 inbound
nv set interface swp2s0 description 'gpu03 storage0'
nv set interface swp2s0 ipv4 address 10.128.0.5/31
nv set interface swp2s0 link fec rs
nv set interface swp2s0 link mtu 9216
nv set interface swp2s0 link speed 400G
nv set interface swp2s0 link state up
nv set interface swp2s0 qos pfc-watchdog state enable
nv set interface swp2s0 type swp
nv set interface swp2s1 acl STORAGE-COMPUTE-BLUE inbound
nv set interface swp2s1 acl STORAGE-COMPUTE-BLUE-V6 inbound
nv set interface swp2s1 description 'gpu04 storage0'
nv set interface swp2s1 ipv4 address 10.128.0.7/31
nv set interface swp2s1 link fec rs
nv set interface swp2s1 link mtu 9216
nv set interface swp2s1 link speed 400G
nv set interface swp2s1 link state up
nv set interface swp2s1 qos pfc-watchdog state enable
nv set interface swp2s1 type swp
nv set interface swp3 link breakout 2x
nv set interface swp3 type swp
nv set interface swp3s0 acl STORAGE-COMPUTE-RED inbound
nv set interface swp3s0 acl STORAGE-COMPUTE-RED-V6 inbound
nv set interface swp3s0 description 'gpu05 storage0'
nv set interface swp3s0 ipv4 address 10.128.0.9/31
nv set interface swp3s0 link fec rs
nv set interface swp3s0 link mtu 9216
nv set interface swp3s0 link speed 400G
nv set interface swp3s0 link state up
nv set interface swp3s0 qos pfc-watchdog state enable
nv set interface swp3s0 type swp
nv set interface swp3s1 acl STORAGE-COMPUTE-RED inbound
nv set interface swp3s1 acl STORAGE-COMPUTE-RED-V6 inbound
nv set interface swp3s1 description 'gpu06 storage0'
nv set interface swp3s1 ipv4 address 10.128.0.11/31
nv set interface swp3s1 link fec rs
nv set interface swp3s1 link mtu 9216
nv set interface swp3s1 link speed 400G
nv set interface swp3s1 link state up
nv set interface swp3s1 qos pfc-watchdog state enable
nv set interface swp3s1 type swp
nv set interface swp4 link breakout 2x
nv set interface swp4 type swp
nv set interface swp4s0 acl STORAGE-COMPUTE-RED inbound
nv set interface swp4s0 acl STORAGE-COMPUTE-RED-V6 inbound
nv set interface swp4s0 description 'gpu07 storage0'
nv set interface swp4s0 ipv4 address 10.128.0.13/31
nv set interface swp4s0 link fec rs
nv set interface swp4s0 link mtu 9216
nv set interface swp4s0 link speed 400G
nv set interface swp4s0 link state up
nv set interface swp4s0 qos pfc-watchdog state enable
nv set interface swp4s0 type swp
nv set interface swp4s1 acl STORAGE-COMPUTE-RED inbound
nv set interface swp4s1 acl STORAGE-COMPUTE-RED-V6 inbound
nv set interface swp4s1 description 'gpu08 storage0'
nv set interface swp4s1 ipv4 address 10.128.0.15/31
nv set interface swp4s1 link fec rs
nv set interface swp4s1 link mtu 9216
nv set interface swp4s1 link speed 400G
nv set interface swp4s1 link state up
nv set interface swp4s1 qos pfc-watchdog state enable
nv set interface swp4s1 type swp
nv set interface swp5 link breakout 2x
nv set interface swp5 type swp
nv set interface swp5s0 acl STORAGE-COMPUTE inbound
nv set interface swp5s0 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp5s0 description 'gpu09 storage0'
nv set interface swp5s0 ipv4 address 10.128.0.17/31
nv set interface swp5s0 link fec rs
nv set interface swp5s0 link mtu 9216
nv set interface swp5s0 link speed 400G
nv set interface swp5s0 link state up
nv set interface swp5s0 qos pfc-watchdog state enable
nv set interface swp5s0 type swp
nv set interface swp5s1 acl STORAGE-COMPUTE inbound
nv set interface swp5s1 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp5s1 description 'gpu10 storage0'
nv set interface swp5s1 ipv4 address 10.128.0.19/31
nv set interface swp5s1 link fec rs
nv set interface swp5s1 link mtu 9216
nv set interface swp5s1 link speed 400G
nv set interface swp5s1 link state up
nv set interface swp5s1 qos pfc-watchdog state enable
nv set interface swp5s1 type swp
nv set interface swp6 link breakout 2x
nv set interface swp6 type swp
nv set interface swp6s0 acl STORAGE-COMPUTE inbound
nv set interface swp6s0 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp6s0 description 'gpu11 storage0'
nv set interface swp6s0 ipv4 address 10.128.0.21/31
nv set interface swp6s0 link fec rs
nv set interface swp6s0 link mtu 9216
nv set interface swp6s0 link speed 400G
nv set interface swp6s0 link state up
nv set interface swp6s0 qos pfc-watchdog state enable
nv set interface swp6s0 type swp
nv set interface swp6s1 acl STORAGE-COMPUTE inbound
nv set interface swp6s1 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp6s1 description 'gpu12 storage0'
nv set interface swp6s1 ipv4 address 10.128.0.23/31
nv set interface swp6s1 link fec rs
nv set interface swp6s1 link mtu 9216
nv set interface swp6s1 link speed 400G
nv set interface swp6s1 link state up
nv set interface swp6s1 qos pfc-watchdog state enable
nv set interface swp6s1 type swp
nv set interface swp7 link breakout 2x
nv set interface swp7 type swp
nv set interface swp7s0 acl STORAGE-COMPUTE inbound
nv set interface swp7s0 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp7s0 description 'gpu13 storage0'
nv set interface swp7s0 ipv4 address 10.128.0.25/31
nv set interface swp7s0 link fec rs
nv set interface swp7s0 link mtu 9216
nv set interface swp7s0 link speed 400G
nv set interface swp7s0 link state up
nv set interface swp7s0 qos pfc-watchdog state enable
nv set interface swp7s0 type swp
nv set interface swp7s1 acl STORAGE-COMPUTE inbound
nv set interface swp7s1 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp7s1 description 'gpu14 storage0'
nv set interface swp7s1 ipv4 address 10.128.0.27/31
nv set interface swp7s1 link fec rs
nv set interface swp7s1 link mtu 9216
nv set interface swp7s1 link speed 400G
nv set interface swp7s1 link state up
nv set interface swp7s1 qos pfc-watchdog state enable
nv set interface swp7s1 type swp
nv set interface swp8 link breakout 2x
nv set interface swp8 type swp
nv set interface swp8s0 acl STORAGE-COMPUTE inbound
nv set interface swp8s0 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp8s0 description 'gpu15 storage0'
nv set interface swp8s0 ipv4 address 10.128.0.29/31
nv set interface swp8s0 link fec rs
nv set interface swp8s0 link mtu 9216
nv set interface swp8s0 link speed 400G
nv set interface swp8s0 link state up
nv set interface swp8s0 qos pfc-watchdog state enable
nv set interface swp8s0 type swp
nv set interface swp8s1 acl STORAGE-COMPUTE inbound
nv set interface swp8s1 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp8s1 description 'gpu16 storage0'
nv set interface swp8s1 ipv4 address 10.128.0.31/31
nv set interface swp8s1 link fec rs
nv set interface swp8s1 link mtu 9216
nv set interface swp8s1 link speed 400G
nv set interface swp8s1 link state up
nv set interface swp8s1 qos pfc-watchdog state enable
nv set interface swp8s1 type swp
nv set interface swp9 link breakout 2x
nv set interface swp9 type swp
nv set interface swp9s0 acl STORAGE-COMPUTE-RED inbound
nv set interface swp9s0 acl STORAGE-COMPUTE-RED-V6 inbound
nv set interface swp9s0 description 'gpu17 storage0'
nv set interface swp9s0 ipv4 address 10.128.0.33/31
nv set interface swp9s0 link fec rs
nv set interface swp9s0 link mtu 9216
nv set interface swp9s0 link speed 400G
nv set interface swp9s0 link state up
nv set interface swp9s0 qos pfc-watchdog state enable
nv set interface swp9s0 type swp
nv set interface swp9s1 acl STORAGE-COMPUTE-RED inbound
nv set interface swp9s1 acl STORAGE-COMPUTE-RED-V6 inbound
nv set interface swp9s1 description 'gpu18 storage0'
nv set interface swp9s1 ipv4 address 10.128.0.35/31
nv set interface swp9s1 link fec rs
nv set interface swp9s1 link mtu 9216
nv set interface swp9s1 link speed 400G
nv set interface swp9s1 link state up
nv set interface swp9s1 qos pfc-watchdog state enable
nv set interface swp9s1 type swp
nv set interface swp10 link breakout 2x
nv set interface swp10 type swp
nv set interface swp10s0 acl STORAGE-COMPUTE-RED inbound
nv set interface swp10s0 acl STORAGE-COMPUTE-RED-V6 inbound
nv set interface swp10s0 description 'gpu19 storage0'
nv set interface swp10s0 ipv4 address 10.128.0.37/31
nv set interface swp10s0 link fec rs
nv set interface swp10s0 link mtu 9216
nv set interface swp10s0 link speed 400G
nv set interface swp10s0 link state up
nv set interface swp10s0 qos pfc-watchdog state enable
nv set interface swp10s0 type swp
nv set interface swp10s1 acl STORAGE-COMPUTE-RED inbound
nv set interface swp10s1 acl STORAGE-COMPUTE-RED-V6 inbound
nv set interface swp10s1 description 'gpu20 storage0'
nv set interface swp10s1 ipv4 address 10.128.0.39/31
nv set interface swp10s1 link fec rs
nv set interface swp10s1 link mtu 9216
nv set interface swp10s1 link speed 400G
nv set interface swp10s1 link state up
nv set interface swp10s1 qos pfc-watchdog state enable
nv set interface swp10s1 type swp
nv set interface swp11 link breakout 2x
nv set interface swp11 type swp
nv set interface swp11s0 acl STORAGE-COMPUTE inbound
nv set interface swp11s0 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp11s0 description 'gpu21 storage0'
nv set interface swp11s0 ipv4 address 10.128.0.41/31
nv set interface swp11s0 link fec rs
nv set interface swp11s0 link mtu 9216
nv set interface swp11s0 link speed 400G
nv set interface swp11s0 link state up
nv set interface swp11s0 qos pfc-watchdog state enable
nv set interface swp11s0 type swp
nv set interface swp11s1 acl STORAGE-COMPUTE inbound
nv set interface swp11s1 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp11s1 description 'gpu22 storage0'
nv set interface swp11s1 ipv4 address 10.128.0.43/31
nv set interface swp11s1 link fec rs
nv set interface swp11s1 link mtu 9216
nv set interface swp11s1 link speed 400G
nv set interface swp11s1 link state up
nv set interface swp11s1 qos pfc-watchdog state enable
nv set interface swp11s1 type swp
nv set interface swp12 link breakout 2x
nv set interface swp12 type swp
nv set interface swp12s0 acl STORAGE-COMPUTE inbound
nv set interface swp12s0 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp12s0 description 'gpu23 storage0'
nv set interface swp12s0 ipv4 address 10.128.0.45/31
nv set interface swp12s0 link fec rs
nv set interface swp12s0 link mtu 9216
nv set interface swp12s0 link speed 400G
nv set interface swp12s0 link state up
nv set interface swp12s0 qos pfc-watchdog state enable
nv set interface swp12s0 type swp
nv set interface swp12s1 acl STORAGE-COMPUTE inbound
nv set interface swp12s1 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp12s1 description 'gpu24 storage0'
nv set interface swp12s1 ipv4 address 10.128.0.47/31
nv set interface swp12s1 link fec rs
nv set interface swp12s1 link mtu 9216
nv set interface swp12s1 link speed 400G
nv set interface swp12s1 link state up
nv set interface swp12s1 qos pfc-watchdog state enable
nv set interface swp12s1 type swp
nv set interface swp13 link breakout 2x
nv set interface swp13 type swp
nv set interface swp13s0 acl STORAGE-COMPUTE inbound
nv set interface swp13s0 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp13s0 description 'gpu25 storage0'
nv set interface swp13s0 ipv4 address 10.128.0.49/31
nv set interface swp13s0 link fec rs
nv set interface swp13s0 link mtu 9216
nv set interface swp13s0 link speed 400G
nv set interface swp13s0 link state up
nv set interface swp13s0 qos pfc-watchdog state enable
nv set interface swp13s0 type swp
nv set interface swp13s1 acl STORAGE-COMPUTE inbound
nv set interface swp13s1 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp13s1 description 'gpu26 storage0'
nv set interface swp13s1 ipv4 address 10.128.0.51/31
nv set interface swp13s1 link fec rs
nv set interface swp13s1 link mtu 9216
nv set interface swp13s1 link speed 400G
nv set interface swp13s1 link state up
nv set interface swp13s1 qos pfc-watchdog state enable
nv set interface swp13s1 type swp
nv set interface swp14 link breakout 2x
nv set interface swp14 type swp
nv set interface swp14s0 acl STORAGE-COMPUTE inbound
nv set interface swp14s0 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp14s0 description 'gpu27 storage0'
nv set interface swp14s0 ipv4 address 10.128.0.53/31
nv set interface swp14s0 link fec rs
nv set interface swp14s0 link mtu 9216
nv set interface swp14s0 link speed 400G
nv set interface swp14s0 link state up
nv set interface swp14s0 qos pfc-watchdog state enable
nv set interface swp14s0 type swp
nv set interface swp14s1 acl STORAGE-COMPUTE inbound
nv set interface swp14s1 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp14s1 description 'gpu28 storage0'
nv set interface swp14s1 ipv4 address 10.128.0.55/31
nv set interface swp14s1 link fec rs
nv set interface swp14s1 link mtu 9216
nv set interface swp14s1 link speed 400G
nv set interface swp14s1 link state up
nv set interface swp14s1 qos pfc-watchdog state enable
nv set interface swp14s1 type swp
nv set interface swp15 link breakout 2x
nv set interface swp15 type swp
nv set interface swp15s0 acl STORAGE-COMPUTE inbound
nv set interface swp15s0 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp15s0 description 'gpu29 storage0'
nv set interface swp15s0 ipv4 address 10.128.0.57/31
nv set interface swp15s0 link fec rs
nv set interface swp15s0 link mtu 9216
nv set interface swp15s0 link speed 400G
nv set interface swp15s0 link state up
nv set interface swp15s0 qos pfc-watchdog state enable
nv set interface swp15s0 type swp
nv set interface swp15s1 acl STORAGE-COMPUTE inbound
nv set interface swp15s1 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp15s1 description 'gpu30 storage0'
nv set interface swp15s1 ipv4 address 10.128.0.59/31
nv set interface swp15s1 link fec rs
nv set interface swp15s1 link mtu 9216
nv set interface swp15s1 link speed 400G
nv set interface swp15s1 link state up
nv set interface swp15s1 qos pfc-watchdog state enable
nv set interface swp15s1 type swp
nv set interface swp16 link breakout 2x
nv set interface swp16 type swp
nv set interface swp16s0 acl STORAGE-COMPUTE inbound
nv set interface swp16s0 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp16s0 description 'gpu31 storage0'
nv set interface swp16s0 ipv4 address 10.128.0.61/31
nv set interface swp16s0 link fec rs
nv set interface swp16s0 link mtu 9216
nv set interface swp16s0 link speed 400G
nv set interface swp16s0 link state up
nv set interface swp16s0 qos pfc-watchdog state enable
nv set interface swp16s0 type swp
nv set interface swp16s1 acl STORAGE-COMPUTE inbound
nv set interface swp16s1 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp16s1 description 'gpu32 storage0'
nv set interface swp16s1 ipv4 address 10.128.0.63/31
nv set interface swp16s1 link fec rs
nv set interface swp16s1 link mtu 9216
nv set interface swp16s1 link speed 400G
nv set interface swp16s1 link state up
nv set interface swp16s1 qos pfc-watchdog state enable
nv set interface swp16s1 type swp
nv set interface swp17 link breakout 2x
nv set interface swp17 type swp
nv set interface swp17s0 acl STORAGE-STORAGE inbound
nv set interface swp17s0 acl STORAGE-STORAGE-V6 inbound
nv set interface swp17s0 description 'storage1 storage0'
nv set interface swp17s0 ipv4 address 10.128.0.65/31
nv set interface swp17s0 link fec rs
nv set interface swp17s0 link mtu 9216
nv set interface swp17s0 link speed 400G
nv set interface swp17s0 link state up
nv set interface swp17s0 qos pfc-watchdog state enable
nv set interface swp17s0 type swp
nv set interface swp17s1 acl STORAGE-STORAGE inbound
nv set interface swp17s1 acl STORAGE-STORAGE-V6 inbound
nv set interface swp17s1 description 'storage2 storage0'
nv set interface swp17s1 ipv4 address 10.128.0.67/31
nv set interface swp17s1 link fec rs
nv set interface swp17s1 link mtu 9216
nv set interface swp17s1 link speed 400G
nv set interface swp17s1 link state up
nv set interface swp17s1 qos pfc-watchdog state enable
nv set interface swp17s1 type swp
nv set interface swp18 link breakout 2x
nv set interface swp18 type swp
nv set interface swp18s0 acl STORAGE-STORAGE inbound
nv set interface swp18s0 acl STORAGE-STORAGE-V6 inbound
nv set interface swp18s0 description 'storage3 storage0'
nv set interface swp18s0 ipv4 address 10.128.0.69/31
nv set interface swp18s0 link fec rs
nv set interface swp18s0 link mtu 9216
nv set interface swp18s0 link speed 400G
nv set interface swp18s0 link state up
nv set interface swp18s0 qos pfc-watchdog state enable
nv set interface swp18s0 type swp
nv set interface swp18s1 acl STORAGE-STORAGE inbound
nv set interface swp18s1 acl STORAGE-STORAGE-V6 inbound
nv set interface swp18s1 description 'storage4 storage0'
nv set interface swp18s1 ipv4 address 10.128.0.71/31
nv set interface swp18s1 link fec rs
nv set interface swp18s1 link mtu 9216
nv set interface swp18s1 link speed 400G
nv set interface swp18s1 link state up
nv set interface swp18s1 qos pfc-watchdog state enable
nv set interface swp18s1 type swp
nv set interface swp19 link breakout 2x
nv set interface swp19 type swp
nv set interface swp19s0 acl STORAGE-STORAGE inbound
nv set interface swp19s0 acl STORAGE-STORAGE-V6 inbound
nv set interface swp19s0 description 'storage5 storage0'
nv set interface swp19s0 ipv4 address 10.128.0.73/31
nv set interface swp19s0 link fec rs
nv set interface swp19s0 link mtu 9216
nv set interface swp19s0 link speed 400G
nv set interface swp19s0 link state up
nv set interface swp19s0 qos pfc-watchdog state enable
nv set interface swp19s0 type swp
nv set interface swp19s1 acl STORAGE-STORAGE inbound
nv set interface swp19s1 acl STORAGE-STORAGE-V6 inbound
nv set interface swp19s1 description 'storage6 storage0'
nv set interface swp19s1 ipv4 address 10.128.0.75/31
nv set interface swp19s1 link fec rs
nv set interface swp19s1 link mtu 9216
nv set interface swp19s1 link speed 400G
nv set interface swp19s1 link state up
nv set interface swp19s1 qos pfc-watchdog state enable
nv set interface swp19s1 type swp
nv set interface swp20 link breakout 2x
nv set interface swp20 type swp
nv set interface swp20s0 acl STORAGE-STORAGE inbound
nv set interface swp20s0 acl STORAGE-STORAGE-V6 inbound
nv set interface swp20s0 description 'storage7 storage0'
nv set interface swp20s0 ipv4 address 10.128.0.77/31
nv set interface swp20s0 link fec rs
nv set interface swp20s0 link mtu 9216
nv set interface swp20s0 link speed 400G
nv set interface swp20s0 link state up
nv set interface swp20s0 qos pfc-watchdog state enable
nv set interface swp20s0 type swp
nv set interface swp20s1 acl STORAGE-STORAGE inbound
nv set interface swp20s1 acl STORAGE-STORAGE-V6 inbound
nv set interface swp20s1 description 'storage8 storage0'
nv set interface swp20s1 ipv4 address 10.128.0.79/31
nv set interface swp20s1 link fec rs
nv set interface swp20s1 link mtu 9216
nv set interface swp20s1 link speed 400G
nv set interface swp20s1 link state up
nv set interface swp20s1 qos pfc-watchdog state enable
nv set interface swp20s1 type swp
nv set interface swp21 link state down
nv set interface swp21 type swp
nv set interface swp22 link state down
nv set interface swp22 type swp
nv set interface swp23 link state down
nv set interface swp23 type swp
nv set interface swp24 link state down
nv set interface swp24 type swp
nv set interface swp25 link state down
nv set interface swp25 type swp
nv set interface swp26 link state down
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
nv set interface swp48 link state down
nv set interface swp48 type swp
nv set interface swp49 link state down
nv set interface swp49 type swp
nv set interface swp50 link state down
nv set interface swp50 type swp
nv set interface swp51 link state down
nv set interface swp51 type swp
nv set interface swp52 link state down
nv set interface swp52 type swp
nv set interface swp53 link state down
nv set interface swp53 type swp
nv set interface swp54 link state down
nv set interface swp54 type swp
nv set interface swp55 link state down
nv set interface swp55 type swp
nv set interface swp56 link state down
nv set interface swp56 type swp
nv set interface swp57 link state down
nv set interface swp57 type swp
nv set interface swp58 link state down
nv set interface swp58 type swp
nv set interface swp59 link state down
nv set interface swp59 type swp
nv set interface swp60 link state down
nv set interface swp60 type swp
nv set interface swp61 link state down
nv set interface swp61 type swp
nv set interface swp62 link state down
nv set interface swp62 type swp
nv set interface swp63 link breakout 2x
nv set interface swp63 type swp
nv set interface swp63s0 description 'storage-leaf2 swp63s0'
nv set interface swp63s0 link fec rs
nv set interface swp63s0 link mtu 9216
nv set interface swp63s0 link speed 400G
nv set interface swp63s0 link state up
nv set interface swp63s0 qos pfc-watchdog state enable
nv set interface swp63s0 router adaptive-routing state enabled
nv set interface swp63s0 type swp
nv set interface swp63s1 description 'storage-leaf2 swp63s1'
nv set interface swp63s1 link fec rs
nv set interface swp63s1 link mtu 9216
nv set interface swp63s1 link speed 400G
nv set interface swp63s1 link state up
nv set interface swp63s1 qos pfc-watchdog state enable
nv set interface swp63s1 router adaptive-routing state enabled
nv set interface swp63s1 type swp
nv set interface swp64 link breakout 2x
nv set interface swp64 type swp
nv set interface swp64s0 description 'storage-leaf2 swp64s0'
nv set interface swp64s0 link fec rs
nv set interface swp64s0 link mtu 9216
nv set interface swp64s0 link speed 400G
nv set interface swp64s0 link state up
nv set interface swp64s0 qos pfc-watchdog state enable
nv set interface swp64s0 router adaptive-routing state enabled
nv set interface swp64s0 type swp
nv set interface swp64s1 description 'storage-leaf2 swp64s1'
nv set interface swp64s1 link fec rs
nv set interface swp64s1 link mtu 9216
nv set interface swp64s1 link speed 400G
nv set interface swp64s1 link state up
nv set interface swp64s1 qos pfc-watchdog state enable
nv set interface swp64s1 router adaptive-routing state enabled
nv set interface swp64s1 type swp
nv set qos congestion-control default-global traffic-class 3 ecn enable
nv set qos congestion-control default-global traffic-class 3 max-threshold 1500000
nv set qos congestion-control default-global traffic-class 3 min-threshold 150000
nv set qos congestion-control default-global traffic-class 3 probability 100
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
nv set qos roce cable-length 15
nv set qos roce mode lossless
nv set qos roce state enabled
nv set router adaptive-routing state enabled
nv set router bfd profile FABRIC
nv set router bfd state enabled
nv set router bgp autonomous-system 4210000001
nv set router bgp router-id 10.226.0.1
nv set router bgp state enabled
nv set router policy prefix-list FABRIC rule 5 action permit
nv set router policy prefix-list FABRIC rule 5 match 10.226.0.0/15 max-prefix-len 32
nv set router policy prefix-list FABRIC rule 5 match 10.226.0.0/15 min-prefix-len 32
nv set router policy prefix-list FABRIC rule 10 action permit
nv set router policy prefix-list FABRIC rule 10 match 10.128.0.0/11 max-prefix-len 24
nv set router policy prefix-list FABRIC rule 10 match 10.128.0.0/11 min-prefix-len 24
nv set router policy prefix-list FABRIC type ipv4
nv set router policy prefix-list OWN rule 5 action permit
nv set router policy prefix-list OWN rule 5 match 10.226.0.1/32
nv set router policy prefix-list OWN rule 10 action permit
nv set router policy prefix-list OWN rule 10 match 10.128.0.0/24
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
nv set system gnmi-server listening-address 10.192.1.25
nv set system gnmi-server mtls ca-certificate gnmi-clients
nv set system gnmi-server port 9339
nv set system gnmi-server state enabled
nv set system hostname storage-leaf1
nv set system ntp server ntp1.example.net iburst enabled
nv set system ntp server ntp2.example.net iburst enabled
nv set system ntp state enabled
nv set system ntp vrf mgmt
nv set system snmp-server listening-address 10.192.1.25 vrf mgmt
nv set system snmp-server state enabled
nv set system snmp-server username clustergen auth-sha '{{clustergen_snmp_auth_passphrase}}' encrypt-aes '{{clustergen_snmp_priv_passphrase}}'
nv set system syslog server 192.0.2.54 vrf mgmt
nv set system timezone Etc/UTC
nv set vrf default router bgp address-family ipv4-unicast multipaths ebgp 128
nv set vrf default router bgp address-family ipv4-unicast network 10.128.0.0/24
nv set vrf default router bgp address-family ipv4-unicast network 10.226.0.1/32
nv set vrf default router bgp address-family ipv4-unicast state enabled
nv set vrf default router bgp autonomous-system 4210000001
nv set vrf default router bgp neighbor swp63s0 peer-group PEERS
nv set vrf default router bgp neighbor swp63s0 type unnumbered
nv set vrf default router bgp neighbor swp63s1 peer-group PEERS
nv set vrf default router bgp neighbor swp63s1 type unnumbered
nv set vrf default router bgp neighbor swp64s0 peer-group PEERS
nv set vrf default router bgp neighbor swp64s0 type unnumbered
nv set vrf default router bgp neighbor swp64s1 peer-group PEERS
nv set vrf default router bgp neighbor swp64s1 type unnumbered
nv set vrf default router bgp path-selection multipath aspath-ignore enabled
nv set vrf default router bgp peer-group PEERS address-family ipv4-unicast policy inbound route-map ACCEPT
nv set vrf default router bgp peer-group PEERS address-family ipv4-unicast policy outbound route-map ANNOUNCE
nv set vrf default router bgp peer-group PEERS address-family ipv4-unicast prefix-limits inbound maximum 14
nv set vrf default router bgp peer-group PEERS address-family ipv4-unicast state enabled
nv set vrf default router bgp peer-group PEERS bfd profile FABRIC
nv set vrf default router bgp peer-group PEERS remote-as external
nv set vrf default router bgp router-id 10.226.0.1
nv set vrf default router bgp state enabled
nv set vrf default router static 10.128.0.0/24 address-family ipv4-unicast
nv set vrf default router static 10.128.0.0/24 via blackhole type blackhole
