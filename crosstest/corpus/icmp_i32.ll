; Every comparison of i32 as a value, as a branch, as a select, and with constants.
; run: @value_ult(i32 1, i32 -1) -> i32 1
; run: @value_slt(i32 1, i32 -1) -> i32 0
; edges: @value_eq @branch_eq @select_eq @eq_c0 @eq_c1 @eq_c2 @eq_c3 @eq_c4 @value_ne @branch_ne @select_ne @ne_c0 @ne_c1 @ne_c2 @ne_c3 @ne_c4 @value_ugt @branch_ugt @select_ugt @ugt_c0 @ugt_c1 @ugt_c2 @ugt_c3 @ugt_c4 @value_uge @branch_uge @select_uge @uge_c0 @uge_c1 @uge_c2 @uge_c3 @uge_c4 @value_ult @branch_ult @select_ult @ult_c0 @ult_c1 @ult_c2 @ult_c3 @ult_c4 @value_ule @branch_ule @select_ule @ule_c0 @ule_c1 @ule_c2 @ule_c3 @ule_c4 @value_sgt @branch_sgt @select_sgt @sgt_c0 @sgt_c1 @sgt_c2 @sgt_c3 @sgt_c4 @value_sge @branch_sge @select_sge @sge_c0 @sge_c1 @sge_c2 @sge_c3 @sge_c4 @value_slt @branch_slt @select_slt @slt_c0 @slt_c1 @slt_c2 @slt_c3 @slt_c4 @value_sle @branch_sle @select_sle @sle_c0 @sle_c1 @sle_c2 @sle_c3 @sle_c4

define i32 @value_eq(i32 %a, i32 %b) {
  %c = icmp eq i32 %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_eq(i32 %a, i32 %b) {
  %c = icmp eq i32 %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define i32 @select_eq(i32 %a, i32 %b) {
  %c = icmp eq i32 %a, %b
  %r = select i1 %c, i32 %a, i32 %b
  ret i32 %r
}
define i32 @eq_c0(i32 %a) {
  %c = icmp eq i32 %a, 0
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @eq_c1(i32 %a) {
  %c = icmp eq i32 %a, 1
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @eq_c2(i32 %a) {
  %c = icmp eq i32 %a, -1
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @eq_c3(i32 %a) {
  %c = icmp eq i32 %a, 2147483647
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @eq_c4(i32 %a) {
  %c = icmp eq i32 %a, -2147483648
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @value_ne(i32 %a, i32 %b) {
  %c = icmp ne i32 %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_ne(i32 %a, i32 %b) {
  %c = icmp ne i32 %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define i32 @select_ne(i32 %a, i32 %b) {
  %c = icmp ne i32 %a, %b
  %r = select i1 %c, i32 %a, i32 %b
  ret i32 %r
}
define i32 @ne_c0(i32 %a) {
  %c = icmp ne i32 %a, 0
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @ne_c1(i32 %a) {
  %c = icmp ne i32 %a, 1
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @ne_c2(i32 %a) {
  %c = icmp ne i32 %a, -1
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @ne_c3(i32 %a) {
  %c = icmp ne i32 %a, 2147483647
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @ne_c4(i32 %a) {
  %c = icmp ne i32 %a, -2147483648
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @value_ugt(i32 %a, i32 %b) {
  %c = icmp ugt i32 %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_ugt(i32 %a, i32 %b) {
  %c = icmp ugt i32 %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define i32 @select_ugt(i32 %a, i32 %b) {
  %c = icmp ugt i32 %a, %b
  %r = select i1 %c, i32 %a, i32 %b
  ret i32 %r
}
define i32 @ugt_c0(i32 %a) {
  %c = icmp ugt i32 %a, 0
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @ugt_c1(i32 %a) {
  %c = icmp ugt i32 %a, 1
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @ugt_c2(i32 %a) {
  %c = icmp ugt i32 %a, -1
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @ugt_c3(i32 %a) {
  %c = icmp ugt i32 %a, 2147483647
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @ugt_c4(i32 %a) {
  %c = icmp ugt i32 %a, -2147483648
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @value_uge(i32 %a, i32 %b) {
  %c = icmp uge i32 %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_uge(i32 %a, i32 %b) {
  %c = icmp uge i32 %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define i32 @select_uge(i32 %a, i32 %b) {
  %c = icmp uge i32 %a, %b
  %r = select i1 %c, i32 %a, i32 %b
  ret i32 %r
}
define i32 @uge_c0(i32 %a) {
  %c = icmp uge i32 %a, 0
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @uge_c1(i32 %a) {
  %c = icmp uge i32 %a, 1
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @uge_c2(i32 %a) {
  %c = icmp uge i32 %a, -1
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @uge_c3(i32 %a) {
  %c = icmp uge i32 %a, 2147483647
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @uge_c4(i32 %a) {
  %c = icmp uge i32 %a, -2147483648
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @value_ult(i32 %a, i32 %b) {
  %c = icmp ult i32 %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_ult(i32 %a, i32 %b) {
  %c = icmp ult i32 %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define i32 @select_ult(i32 %a, i32 %b) {
  %c = icmp ult i32 %a, %b
  %r = select i1 %c, i32 %a, i32 %b
  ret i32 %r
}
define i32 @ult_c0(i32 %a) {
  %c = icmp ult i32 %a, 0
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @ult_c1(i32 %a) {
  %c = icmp ult i32 %a, 1
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @ult_c2(i32 %a) {
  %c = icmp ult i32 %a, -1
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @ult_c3(i32 %a) {
  %c = icmp ult i32 %a, 2147483647
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @ult_c4(i32 %a) {
  %c = icmp ult i32 %a, -2147483648
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @value_ule(i32 %a, i32 %b) {
  %c = icmp ule i32 %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_ule(i32 %a, i32 %b) {
  %c = icmp ule i32 %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define i32 @select_ule(i32 %a, i32 %b) {
  %c = icmp ule i32 %a, %b
  %r = select i1 %c, i32 %a, i32 %b
  ret i32 %r
}
define i32 @ule_c0(i32 %a) {
  %c = icmp ule i32 %a, 0
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @ule_c1(i32 %a) {
  %c = icmp ule i32 %a, 1
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @ule_c2(i32 %a) {
  %c = icmp ule i32 %a, -1
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @ule_c3(i32 %a) {
  %c = icmp ule i32 %a, 2147483647
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @ule_c4(i32 %a) {
  %c = icmp ule i32 %a, -2147483648
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @value_sgt(i32 %a, i32 %b) {
  %c = icmp sgt i32 %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_sgt(i32 %a, i32 %b) {
  %c = icmp sgt i32 %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define i32 @select_sgt(i32 %a, i32 %b) {
  %c = icmp sgt i32 %a, %b
  %r = select i1 %c, i32 %a, i32 %b
  ret i32 %r
}
define i32 @sgt_c0(i32 %a) {
  %c = icmp sgt i32 %a, 0
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @sgt_c1(i32 %a) {
  %c = icmp sgt i32 %a, 1
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @sgt_c2(i32 %a) {
  %c = icmp sgt i32 %a, -1
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @sgt_c3(i32 %a) {
  %c = icmp sgt i32 %a, 2147483647
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @sgt_c4(i32 %a) {
  %c = icmp sgt i32 %a, -2147483648
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @value_sge(i32 %a, i32 %b) {
  %c = icmp sge i32 %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_sge(i32 %a, i32 %b) {
  %c = icmp sge i32 %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define i32 @select_sge(i32 %a, i32 %b) {
  %c = icmp sge i32 %a, %b
  %r = select i1 %c, i32 %a, i32 %b
  ret i32 %r
}
define i32 @sge_c0(i32 %a) {
  %c = icmp sge i32 %a, 0
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @sge_c1(i32 %a) {
  %c = icmp sge i32 %a, 1
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @sge_c2(i32 %a) {
  %c = icmp sge i32 %a, -1
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @sge_c3(i32 %a) {
  %c = icmp sge i32 %a, 2147483647
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @sge_c4(i32 %a) {
  %c = icmp sge i32 %a, -2147483648
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @value_slt(i32 %a, i32 %b) {
  %c = icmp slt i32 %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_slt(i32 %a, i32 %b) {
  %c = icmp slt i32 %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define i32 @select_slt(i32 %a, i32 %b) {
  %c = icmp slt i32 %a, %b
  %r = select i1 %c, i32 %a, i32 %b
  ret i32 %r
}
define i32 @slt_c0(i32 %a) {
  %c = icmp slt i32 %a, 0
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @slt_c1(i32 %a) {
  %c = icmp slt i32 %a, 1
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @slt_c2(i32 %a) {
  %c = icmp slt i32 %a, -1
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @slt_c3(i32 %a) {
  %c = icmp slt i32 %a, 2147483647
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @slt_c4(i32 %a) {
  %c = icmp slt i32 %a, -2147483648
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @value_sle(i32 %a, i32 %b) {
  %c = icmp sle i32 %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_sle(i32 %a, i32 %b) {
  %c = icmp sle i32 %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define i32 @select_sle(i32 %a, i32 %b) {
  %c = icmp sle i32 %a, %b
  %r = select i1 %c, i32 %a, i32 %b
  ret i32 %r
}
define i32 @sle_c0(i32 %a) {
  %c = icmp sle i32 %a, 0
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @sle_c1(i32 %a) {
  %c = icmp sle i32 %a, 1
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @sle_c2(i32 %a) {
  %c = icmp sle i32 %a, -1
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @sle_c3(i32 %a) {
  %c = icmp sle i32 %a, 2147483647
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @sle_c4(i32 %a) {
  %c = icmp sle i32 %a, -2147483648
  %r = zext i1 %c to i32
  ret i32 %r
}
