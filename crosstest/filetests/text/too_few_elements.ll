; error: 3:32: 1 elements where the type has 2

@g = internal global [2 x i32] [i32 1,]
