; error: g: its initial value is the address of the intrinsic f0

declare void @llvm.trap()
@g = internal global i32 ptrtoint (void ()* @llvm.trap to i32), align 4
