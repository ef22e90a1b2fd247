; error: 3:41: `@h` is not defined or declared in this module

@g = internal global i32 ptrtoint (i32* @h to i32)
