; verify: abi
; error: f: b0: `v2 = call i32 @llvm.nacl.atomic.load.i32(i32 v0, i32 4)`: a load cannot release

declare i32 @llvm.nacl.atomic.load.i32(i32*, i32)
define internal i32 @f(i32 %a) {
  %r = call i32 @llvm.nacl.atomic.load.i32(i32 %a, i32 4)
  ret i32 %r
}
