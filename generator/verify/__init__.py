"""Reading trees back: the programs that judge their files, both ends of every cable, and who reaches whom."""
