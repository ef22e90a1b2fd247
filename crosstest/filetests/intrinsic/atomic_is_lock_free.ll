; 1, 2 and 4 bytes are lock-free on every target; whether 8 are is the target's affair. What is no size never is.
; run: @one() -> i32 1
; run: @two() -> i32 1
; run: @four() -> i32 1
; run: @three() -> i32 0

@cell = internal global [8 x i8] zeroinitializer, align 8
declare i1 @llvm.nacl.atomic.is.lock.free(i32, i8*)

define i32 @one() {
  %p = bitcast [8 x i8]* @cell to i8*
  %c = call i1 @llvm.nacl.atomic.is.lock.free(i32 1, i8* %p)
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @two() {
  %p = bitcast [8 x i8]* @cell to i8*
  %c = call i1 @llvm.nacl.atomic.is.lock.free(i32 2, i8* %p)
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @four() {
  %p = bitcast [8 x i8]* @cell to i8*
  %c = call i1 @llvm.nacl.atomic.is.lock.free(i32 4, i8* %p)
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @three() {
  %p = bitcast [8 x i8]* @cell to i8*
  %c = call i1 @llvm.nacl.atomic.is.lock.free(i32 3, i8* %p)
  %r = zext i1 %c to i32
  ret i32 %r
}
