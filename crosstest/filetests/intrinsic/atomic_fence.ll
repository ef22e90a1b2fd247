; Fences are instructions of the machine: a sequentially consistent one is never left out.
; run: @fence(i32 5) -> i32 5
; run: @fence_all(i32 5) -> i32 5
; check x8632 x8664 @fence: mfence
; check arm32 @fence: dmb
; check x8632 x8664 @fence_all: mfence
; check arm32 @fence_all: dmb

@cell = internal global [4 x i8] zeroinitializer, align 4
declare void @llvm.nacl.atomic.fence(i32)
declare void @llvm.nacl.atomic.fence.all()

define i32 @fence(i32 %a) {
  %p = bitcast [4 x i8]* @cell to i32*
  store i32 %a, i32* %p, align 1
  call void @llvm.nacl.atomic.fence(i32 6)
  %r = load i32* %p, align 1
  ret i32 %r
}
define i32 @fence_all(i32 %a) {
  %p = bitcast [4 x i8]* @cell to i32*
  store i32 %a, i32* %p, align 1
  call void @llvm.nacl.atomic.fence.all()
  %r = load i32* %p, align 1
  ret i32 %r
}
