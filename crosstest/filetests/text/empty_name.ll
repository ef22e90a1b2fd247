; error: 3:1: an empty name

@"" = internal global i32 0
