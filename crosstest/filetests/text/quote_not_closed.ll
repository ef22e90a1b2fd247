; error: 3:34: this quote is never closed

@s = internal constant [1 x i8] c"a
