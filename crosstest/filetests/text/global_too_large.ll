; error: 3:41: this type has no size, or one beyond 4 GiB

@g = internal global [4294967295 x i32] zeroinitializer
