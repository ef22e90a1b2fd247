; error: 3:32: not the 2 elements that the type has

@g = internal global [2 x i32] [i32 1, i32 2, i32 3]
