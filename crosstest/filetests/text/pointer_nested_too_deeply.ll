; error: 3:84: a pointer nested too deeply

declare void @f(i32**********************************************************************)
