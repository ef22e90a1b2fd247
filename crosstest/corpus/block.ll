; Copies, moves in both directions and fills, of every small constant size and of variable sizes.
; run: @copy0()
; run: @back0()
; run: @copy1()
; run: @back1()
; run: @copy2()
; run: @back2()
; run: @copy3()
; run: @back3()
; run: @copy4()
; run: @back4()
; run: @copy5()
; run: @back5()
; run: @copy6()
; run: @back6()
; run: @copy7()
; run: @back7()
; run: @copy8()
; run: @back8()
; run: @copy9()
; run: @back9()
; run: @copy10()
; run: @back10()
; run: @copy11()
; run: @back11()
; run: @copy12()
; run: @back12()
; run: @copy13()
; run: @back13()
; run: @copy14()
; run: @back14()
; run: @copy15()
; run: @back15()
; run: @copy16()
; run: @back16()
; run: @copy17()
; run: @back17()
; run: @copy23()
; run: @back23()
; run: @copy24()
; run: @back24()
; run: @copy31()
; run: @back31()
; run: @copy32()
; run: @back32()
; run: @copy33()
; run: @back33()
; run: @copy47()
; run: @back47()
; run: @copy48()
; run: @back48()
; run: @copy63()
; run: @back63()
; run: @copy64()
; run: @back64()
; run: @copy65()
; run: @back65()
; run: @copy80()
; run: @back80()
; run: @zero_at_null()
; edges: @variable

@from = internal global [96 x i8] zeroinitializer, align 8
@to = internal global [96 x i8] zeroinitializer, align 8
declare void @llvm.memcpy.p0i8.p0i8.i32(i8*, i8*, i32, i32, i1)
declare void @llvm.memmove.p0i8.p0i8.i32(i8*, i8*, i32, i32, i1)
declare void @llvm.memset.p0i8.i32(i8*, i8, i32, i32, i1)

define internal void @fill(i32 %base) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %addr = add i32 %base, %i
  %p = inttoptr i32 %addr to i8*
  %m = mul i32 %i, 37
  %n = add i32 %m, 11
  %v = trunc i32 %n to i8
  store i8 %v, i8* %p, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 96
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @copy0() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 0, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 0, i32 1, i1 false)
  ret void
}
define void @back0() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 0, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 0, i32 1, i1 false)
  ret void
}
define void @copy1() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 1, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 1, i32 1, i1 false)
  ret void
}
define void @back1() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 1, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 1, i32 1, i1 false)
  ret void
}
define void @copy2() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 2, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 2, i32 1, i1 false)
  ret void
}
define void @back2() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 2, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 2, i32 1, i1 false)
  ret void
}
define void @copy3() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 3, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 3, i32 1, i1 false)
  ret void
}
define void @back3() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 3, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 3, i32 1, i1 false)
  ret void
}
define void @copy4() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 4, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 4, i32 1, i1 false)
  ret void
}
define void @back4() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 4, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 4, i32 1, i1 false)
  ret void
}
define void @copy5() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 5, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 5, i32 1, i1 false)
  ret void
}
define void @back5() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 5, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 5, i32 1, i1 false)
  ret void
}
define void @copy6() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 6, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 6, i32 1, i1 false)
  ret void
}
define void @back6() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 6, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 6, i32 1, i1 false)
  ret void
}
define void @copy7() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 7, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 7, i32 1, i1 false)
  ret void
}
define void @back7() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 7, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 7, i32 1, i1 false)
  ret void
}
define void @copy8() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 8, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 8, i32 1, i1 false)
  ret void
}
define void @back8() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 8, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 8, i32 1, i1 false)
  ret void
}
define void @copy9() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 9, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 9, i32 1, i1 false)
  ret void
}
define void @back9() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 9, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 9, i32 1, i1 false)
  ret void
}
define void @copy10() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 10, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 10, i32 1, i1 false)
  ret void
}
define void @back10() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 10, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 10, i32 1, i1 false)
  ret void
}
define void @copy11() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 11, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 11, i32 1, i1 false)
  ret void
}
define void @back11() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 11, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 11, i32 1, i1 false)
  ret void
}
define void @copy12() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 12, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 12, i32 1, i1 false)
  ret void
}
define void @back12() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 12, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 12, i32 1, i1 false)
  ret void
}
define void @copy13() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 13, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 13, i32 1, i1 false)
  ret void
}
define void @back13() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 13, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 13, i32 1, i1 false)
  ret void
}
define void @copy14() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 14, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 14, i32 1, i1 false)
  ret void
}
define void @back14() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 14, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 14, i32 1, i1 false)
  ret void
}
define void @copy15() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 15, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 15, i32 1, i1 false)
  ret void
}
define void @back15() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 15, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 15, i32 1, i1 false)
  ret void
}
define void @copy16() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 16, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 16, i32 1, i1 false)
  ret void
}
define void @back16() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 16, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 16, i32 1, i1 false)
  ret void
}
define void @copy17() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 17, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 17, i32 1, i1 false)
  ret void
}
define void @back17() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 17, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 17, i32 1, i1 false)
  ret void
}
define void @copy23() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 23, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 23, i32 1, i1 false)
  ret void
}
define void @back23() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 23, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 23, i32 1, i1 false)
  ret void
}
define void @copy24() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 24, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 24, i32 1, i1 false)
  ret void
}
define void @back24() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 24, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 24, i32 1, i1 false)
  ret void
}
define void @copy31() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 31, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 31, i32 1, i1 false)
  ret void
}
define void @back31() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 31, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 31, i32 1, i1 false)
  ret void
}
define void @copy32() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 32, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 32, i32 1, i1 false)
  ret void
}
define void @back32() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 32, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 32, i32 1, i1 false)
  ret void
}
define void @copy33() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 33, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 33, i32 1, i1 false)
  ret void
}
define void @back33() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 33, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 33, i32 1, i1 false)
  ret void
}
define void @copy47() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 47, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 47, i32 1, i1 false)
  ret void
}
define void @back47() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 47, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 47, i32 1, i1 false)
  ret void
}
define void @copy48() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 48, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 48, i32 1, i1 false)
  ret void
}
define void @back48() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 48, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 48, i32 1, i1 false)
  ret void
}
define void @copy63() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 63, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 63, i32 1, i1 false)
  ret void
}
define void @back63() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 63, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 63, i32 1, i1 false)
  ret void
}
define void @copy64() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 64, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 64, i32 1, i1 false)
  ret void
}
define void @back64() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 64, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 64, i32 1, i1 false)
  ret void
}
define void @copy65() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 65, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 65, i32 1, i1 false)
  ret void
}
define void @back65() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 65, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 65, i32 1, i1 false)
  ret void
}
define void @copy80() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %t = ptrtoint [96 x i8]* @to to i32
  %fa = add i32 %f, 3
  %ta = add i32 %t, 5
  %fp = inttoptr i32 %fa to i8*
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fp, i32 80, i32 1, i1 false)
  %fd = add i32 %f, 1
  %fe = inttoptr i32 %fd to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fe, i32 80, i32 1, i1 false)
  ret void
}
define void @back80() {
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fa = add i32 %f, 5
  %fp = inttoptr i32 %fa to i8*
  %fq = inttoptr i32 %f to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 80, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %ta = add i32 %t, 2
  %tp = inttoptr i32 %ta to i8*
  call void @llvm.memset.p0i8.i32(i8* %tp, i8 -91, i32 80, i32 1, i1 false)
  ret void
}
define void @variable(i32 %n, i32 %d, i32 %value) {
  %size = and i32 %n, 63
  %gap = and i32 %d, 15
  %f = ptrtoint [96 x i8]* @from to i32
  call void @fill(i32 %f)
  %fp = inttoptr i32 %f to i8*
  %fa = add i32 %f, %gap
  %fq = inttoptr i32 %fa to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fq, i8* %fp, i32 %size, i32 1, i1 false)
  %t = ptrtoint [96 x i8]* @to to i32
  %tp = inttoptr i32 %t to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %tp, i8* %fq, i32 %size, i32 1, i1 false)
  %ta = add i32 %t, %gap
  %tq = inttoptr i32 %ta to i8*
  %v = trunc i32 %value to i8
  call void @llvm.memset.p0i8.i32(i8* %tq, i8 %v, i32 %gap, i32 1, i1 true)
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %fp, i8* %fq, i32 %size, i32 1, i1 true)
  ret void
}
define void @zero_at_null() {
  %p = inttoptr i32 0 to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %p, i8* %p, i32 0, i32 1, i1 false)
  call void @llvm.memset.p0i8.i32(i8* %p, i8 0, i32 0, i32 1, i1 false)
  ret void
}
