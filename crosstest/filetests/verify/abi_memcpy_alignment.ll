; verify: abi
; error: f: b0: `call void @llvm.memcpy.p0i8.p0i8.i32(i32 v0, i32 v0, i32 0, i32 4, i1 false)`: the alignment must be 1

declare void @llvm.memcpy.p0i8.p0i8.i32(i8*, i8*, i32, i32, i1)
define internal void @f(i32 %a) {
  call void @llvm.memcpy.p0i8.p0i8.i32(i32 %a, i32 %a, i32 0, i32 4, i1 false)
  ret void
}
