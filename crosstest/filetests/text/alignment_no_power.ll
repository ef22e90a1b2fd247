; error: 3:35: an alignment must be a power of two

@g = internal global i32 0, align 3
