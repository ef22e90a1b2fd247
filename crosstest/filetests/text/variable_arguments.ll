; error: 3:26: functions with variable arguments are not in the PNaCl subset

declare i32 @printf(i8*, ...)
