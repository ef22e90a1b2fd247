; error: 3:40: this element's type differs from the declared one

@g = internal global [2 x i32] [i32 1, i64 2]
