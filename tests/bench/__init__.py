"""The benchmark: a whole render at growing sizes, beside the time that copying the same tree takes."""
