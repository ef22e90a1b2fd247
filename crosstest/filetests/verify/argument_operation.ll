; error: f: b0: `v4 = call i32 @llvm.nacl.atomic.rmw.i32(i32 7, i32 v0, i32 1, i32 6)`: argument 0: 7 is not an atomic operation

declare i32 @llvm.nacl.atomic.rmw.i32(i32, i32*, i32, i32)
define i32 @f(i32 %a) {
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 7, i32 %a, i32 1, i32 6)
  ret i32 %r
}
