; error: 3:17: no value has this type

declare void @f(void)
