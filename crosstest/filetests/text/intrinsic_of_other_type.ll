; error: 3:13: this intrinsic's type is i32 (i32, i1), pointers counted as i32

declare i32 @llvm.ctlz.i32(i32)
