; error: 3:17: this vector type is not in the PNaCl subset

declare void @f(<2 x i64>)
