; error: 3:1: this name is not UTF-8

@"\FF" = internal global i32 0
