; error: 3:21: `nonsense` is no attribute

declare void @f(i32 nonsense)
