; error: 3:18: expected a number of lanes, found `x`

declare void @f(<x x i8>)
