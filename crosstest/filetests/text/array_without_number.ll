; error: 3:23: expected a number of elements, found `x`

@g = internal global [x x i8] zeroinitializer
