; error: 3:13: expected the function's name, found `f`

declare i32 f()
