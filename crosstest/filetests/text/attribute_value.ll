; error: 3:25: expected the value of this attribute, found `5`

declare void @f() "key"=5
