; error: 3:29: expected `align`, `section` or metadata, found `5`

@g = internal global i32 0, 5
