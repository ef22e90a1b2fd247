; error: 3:17: `x86_fp80` is not in the PNaCl subset

declare void @f(x86_fp80)
