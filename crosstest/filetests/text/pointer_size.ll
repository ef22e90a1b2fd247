; error: 3:21: a pointer size other than 32 bits is not in the PNaCl subset

target datalayout = "e-p:64:64"
