; Accesses of all kinds to objects of the frame, near the stack pointer and farther than any access reaches, at offsets and across calls
; that are given the objects' addresses.
; run: @objects(i32 10) -> i32 90
; run: @objects(i32 -1) -> i32 2
; Reads and writes what is there.
define internal void @touch(i32 %a) {
entry:
  %p = inttoptr i32 %a to i32*
  %v = load i32* %p, align 1
  store i32 %v, i32* %p, align 1
  ret void
}
define i32 @objects(i32 %n) {
entry:
  %first = alloca i8, i32 8, align 4
  %large = alloca i8, i32 40000, align 8
  %last = alloca i8, i32 32, align 8
  %first.a = ptrtoint i8* %first to i32
  %large.a = ptrtoint i8* %large to i32
  %last.a = ptrtoint i8* %last to i32
  %first.p = bitcast i8* %first to i32*
  store i32 %n, i32* %first.p, align 1
  %first.4 = add i32 %first.a, 4
  %first.4p = inttoptr i32 %first.4 to i32*
  %n1 = add i32 %n, 1
  store i32 %n1, i32* %first.4p, align 1
  %n2 = add i32 %n, 2
  %n2.16 = trunc i32 %n2 to i16
  %last.p16 = bitcast i8* %last to i16*
  store i16 %n2.16, i16* %last.p16, align 1
  %last.2 = add i32 %last.a, 2
  %last.2p = inttoptr i32 %last.2 to i8*
  %n3 = add i32 %n, 3
  %n3.8 = trunc i32 %n3 to i8
  store i8 %n3.8, i8* %last.2p, align 1
  %d = sitofp i32 %n to double
  %last.8 = add i32 %last.a, 8
  %last.8p = inttoptr i32 %last.8 to double*
  store double %d, double* %last.8p, align 8
  %f = sitofp i32 %n to float
  %large.pf = bitcast i8* %large to float*
  store float %f, float* %large.pf, align 4
  %n4 = add i32 %n, 4
  %n4.64 = sext i32 %n4 to i64
  %large.end = add i32 %large.a, 39992
  %large.endp = inttoptr i32 %large.end to i64*
  store i64 %n4.64, i64* %large.endp, align 1
  %vector = insertelement <4 x i32> zeroinitializer, i32 %n, i32 2
  %last.16 = add i32 %last.a, 16
  %last.16p = inttoptr i32 %last.16 to <4 x i32>*
  store <4 x i32> %vector, <4 x i32>* %last.16p, align 4
  br label %calls
calls:
  call void @touch(i32 %first.a)
  call void @touch(i32 %large.a)
  call void @touch(i32 %last.a)
  %v0 = load i32* %first.p, align 1
  %v1 = load i32* %first.4p, align 1
  %v2 = load i16* %last.p16, align 1
  %v3 = load i8* %last.2p, align 1
  %v4 = load double* %last.8p, align 8
  %v5 = load float* %large.pf, align 4
  %v6 = load i64* %large.endp, align 1
  %v7 = load <4 x i32>* %last.16p, align 4
  %w2 = sext i16 %v2 to i32
  %w3 = sext i8 %v3 to i32
  %w4 = fptosi double %v4 to i32
  %w5 = fptosi float %v5 to i32
  %w6 = trunc i64 %v6 to i32
  %w7 = extractelement <4 x i32> %v7, i32 2
  %s1 = add i32 %v0, %v1
  %s2 = add i32 %s1, %w2
  %s3 = add i32 %s2, %w3
  %s4 = add i32 %s3, %w4
  %s5 = add i32 %s4, %w5
  %s6 = add i32 %s5, %w6
  %s7 = add i32 %s6, %w7
  ret i32 %s7
}
