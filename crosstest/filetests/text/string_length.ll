; error: 3:31: a string of 3 bytes for an array of 2

@g = internal global [2 x i8] c"abc"
