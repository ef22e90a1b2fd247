; error: 3:20: address spaces are not in the PNaCl subset

declare void @f(i8 addrspace(1)*)
