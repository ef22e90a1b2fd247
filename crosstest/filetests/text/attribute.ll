; error: 3:22: `byval` is not in the PNaCl subset

declare void @f(i32* byval)
