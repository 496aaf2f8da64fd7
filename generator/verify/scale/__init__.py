"""IBM Storage Scale in a rendered tree: node file, NSD stanzas and command lines, read strictly and compared with each other and with the hosts."""
