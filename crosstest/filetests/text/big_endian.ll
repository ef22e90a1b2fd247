; error: 3:21: big-endian data is not in the PNaCl subset

target datalayout = "E-p:32:32"
