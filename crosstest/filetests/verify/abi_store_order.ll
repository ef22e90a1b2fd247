; verify: abi
; error: f: b0: `call void @llvm.nacl.atomic.store.i32(i32 1, i32 v0, i32 3)`: a store cannot acquire

declare void @llvm.nacl.atomic.store.i32(i32, i32*, i32)
define internal void @f(i32 %a) {
  call void @llvm.nacl.atomic.store.i32(i32 1, i32 %a, i32 3)
  ret void
}
