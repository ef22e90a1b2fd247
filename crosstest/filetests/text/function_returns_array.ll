; error: 3:9: no function can return this type

declare [2 x i32] @f()
