; error: f: b0: `v2 = call i32 @llvm.nacl.atomic.load.i32(i32 v0, i32 0)`: argument 1: 0 is not a memory order

declare i32 @llvm.nacl.atomic.load.i32(i32*, i32)
define i32 @f(i32 %a) {
  %r = call i32 @llvm.nacl.atomic.load.i32(i32 %a, i32 0)
  ret i32 %r
}
