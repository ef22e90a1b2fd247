; error: 3:22: named types are not in the PNaCl subset

@g = internal global %t zeroinitializer
