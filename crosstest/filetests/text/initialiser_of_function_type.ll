; error: 3:32: this type has no size, or one beyond 4 GiB

@g = internal global i32 (i32) zeroinitializer
