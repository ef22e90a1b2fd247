; error: 3:18: a number of lanes must be a number up to 16

declare void @f(<32 x i8>)
