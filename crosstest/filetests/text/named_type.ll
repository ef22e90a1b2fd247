; error: 3:1: named types are not in the PNaCl subset

%t = type { i32 }
