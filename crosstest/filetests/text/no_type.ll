; error: 3:17: expected a type, found `5`

declare void @f(5)
