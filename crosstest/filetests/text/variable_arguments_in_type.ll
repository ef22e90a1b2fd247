; error: 3:27: functions with variable arguments are not in the PNaCl subset

declare void @f(i32 (i8*, ...)*)
