; error: 3:35: an alignment must be a number up to 536870912

@g = internal global i32 0, align 4294967296
