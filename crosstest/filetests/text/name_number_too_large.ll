; error: 3:1: this number is too large

@4294967296 = internal global i32 0
