; verify: abi
; error: f: b0: `v5 = call i32 @llvm.nacl.atomic.cmpxchg.i32(i32 v0, i32 1, i32 2, i32 6, i32 4)`: a failed exchange cannot release

declare i32 @llvm.nacl.atomic.cmpxchg.i32(i32*, i32, i32, i32, i32)
define internal i32 @f(i32 %a) {
  %r = call i32 @llvm.nacl.atomic.cmpxchg.i32(i32 %a, i32 1, i32 2, i32 6, i32 4)
  ret i32 %r
}
