; Where a sandboxed program begins, and how it finds its thread's pointer. The loader calls `__pnacl_start` with the address of
; {fini, envc, argc, argv..., 0, envp..., 0, auxiliary vector}, which the program's `_start` takes as it is. The vector's entry 32
; (AT_SYSINFO) is the function that programs ask for interfaces. Sources: translator/docs/abi.md, "Sandboxed programs".

@nexe_tls = internal global [8 x i8] zeroinitializer, align 4
@nexe_tls_name = internal constant [17 x i8] c"nacl-irt-tls-0.1\00", align 1

declare void @_start(i32)
declare void @llvm.trap()

define void @__pnacl_start(i32 %info) {
entry:
  %envc.at = add i32 %info, 4
  %envc.p = inttoptr i32 %envc.at to i32*
  %envc = load i32* %envc.p, align 1
  %argc.at = add i32 %info, 8
  %argc.p = inttoptr i32 %argc.at to i32*
  %argc = load i32* %argc.p, align 1
  %texts = add i32 %envc, %argc
  ; The three words before the lists, and the zero at the end of each.
  %words = add i32 %texts, 5
  %bytes = shl i32 %words, 2
  %vector = add i32 %info, %bytes
  br label %look
look:
  %at = phi i32 [ %vector, %entry ], [ %next, %further ]
  %type.p = inttoptr i32 %at to i32*
  %type = load i32* %type.p, align 1
  switch i32 %type, label %further [
    i32 0, label %none
    i32 32, label %found
  ]
further:
  %next = add i32 %at, 8
  br label %look
found:
  %value.at = add i32 %at, 4
  %value.p = inttoptr i32 %value.at to i32*
  %value = load i32* %value.p, align 1
  %query = inttoptr i32 %value to i32 (i32, i32, i32)*
  %name = ptrtoint [17 x i8]* @nexe_tls_name to i32
  %table = ptrtoint [8 x i8]* @nexe_tls to i32
  %got = call i32 %query(i32 %name, i32 %table, i32 8)
  %has = icmp eq i32 %got, 8
  br i1 %has, label %begin, label %none
begin:
  call void @_start(i32 %info)
  ret void
none:
  call void @llvm.trap()
  unreachable
}

define i32 @__nacl_read_tp() {
entry:
  %tls = ptrtoint [8 x i8]* @nexe_tls to i32
  %get.at = add i32 %tls, 4
  %get.p = inttoptr i32 %get.at to i32*
  %get.value = load i32* %get.p, align 1
  %get = inttoptr i32 %get.value to i32 ()*
  %pointer = call i32 %get()
  ret i32 %pointer
}
