; The scheduler leaves the step of a loop where it can set the flags in place of a comparison with zero.
; recipes: O3
; run: @below(i32 -4, float 2.0) -> i32 3
; run: @below(i32 -2, float 0.5) -> i32 0
; check arm32 @below: adds
; check-not arm32 @below: cmp
@values = internal constant [16 x i8] c"\00\00\80\3f\00\00\00\40\00\00\00\3f\00\00\40\40", align 4
define i32 @below(i32 %n, float %x) {
entry:
  %base = ptrtoint [16 x i8]* @values to i32
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %p = phi i32 [ %base, %entry ], [ %q, %loop ]
  %c = phi i32 [ 0, %entry ], [ %e, %loop ]
  %a = inttoptr i32 %p to float*
  %f = load float* %a, align 4
  %l = fcmp ole float %f, %x
  %z = zext i1 %l to i32
  %d = add i32 %c, %z
  %p4 = add i32 %p, 4
  %b = inttoptr i32 %p4 to float*
  %g = load float* %b, align 4
  %m = fcmp ole float %g, %x
  %y = zext i1 %m to i32
  %e = add i32 %d, %y
  %next = add i32 %i, 2
  %q = add i32 %p, 8
  %more = icmp ne i32 %next, 0
  br i1 %more, label %loop, label %end
end:
  ret i32 %e
}
