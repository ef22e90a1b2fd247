; More than 64 KiB of zeros between bytes of one variable.
; run: @f() -> i32 67305985
@a = internal global <{ [70000 x i8], [4 x i8] }> <{ [70000 x i8] zeroinitializer, [4 x i8] c"\01\02\03\04" }>, align 4
@b = internal global [4 x i8] c"\05\06\07\08", align 4
define i32 @f() {
  %x = ptrtoint <{ [70000 x i8], [4 x i8] }>* @a to i32
  %y = add i32 %x, 70000
  %p = inttoptr i32 %y to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
