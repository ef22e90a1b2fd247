; error: 3:27: no function can return this type

declare void @f([2 x i32] ()*)
