; error: f: b0: `ret i32 @llvm.trap`: an intrinsic has no address: @f0

declare void @llvm.trap()
define i32 @f() {
  %a = ptrtoint void ()* @llvm.trap to i32
  ret i32 %a
}
