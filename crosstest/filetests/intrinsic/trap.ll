; The trap ends the program; what was stored before it is there, and what stands behind it is never reached.
; run: @f(i32 0) -> traps
; run: @f(i32 1) -> i32 5
; check x8632 x8664 @f: ud2
; check arm32 @f: udf

@cell = internal global [4 x i8] zeroinitializer, align 4
declare void @llvm.trap()

define i32 @f(i32 %a) {
  %p = bitcast [4 x i8]* @cell to i32*
  store i32 7, i32* %p, align 1
  %c = icmp eq i32 %a, 0
  br i1 %c, label %bad, label %good
bad:
  call void @llvm.trap()
  unreachable
good:
  ret i32 5
}
