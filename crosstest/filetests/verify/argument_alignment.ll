; error: f: b0: `call void @llvm.memcpy.p0i8.p0i8.i32(i32 v0, i32 v0, i32 0, i32 3, i1 false)`: argument 3: 3 is not an alignment

declare void @llvm.memcpy.p0i8.p0i8.i32(i8*, i8*, i32, i32, i1)
define void @f(i32 %a) {
  call void @llvm.memcpy.p0i8.p0i8.i32(i32 %a, i32 %a, i32 0, i32 3, i1 false)
  ret void
}
