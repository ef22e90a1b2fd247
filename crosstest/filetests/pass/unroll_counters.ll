; For which counters rounds become one.
; recipes: O3
; run: @byte8(i32 3, i32 100) -> i32 3839986
; run: @byte8(i32 3, i32 127) -> i32 103679601
; check arm32 @byte8: mul
; check arm32 @byte8: mul
; check arm32 @byte8: mul
; check arm32 @byte8: mul
; check arm32 @byte8: mul
; check-not arm32 @byte8: mul
; run: @byte16(i32 3, i32 100) -> i32 5268
; run: @byte16(i32 3, i32 127) -> i32 15801
; check arm32 @byte16: mul
; check arm32 @byte16: mul
; check arm32 @byte16: mul
; check-not arm32 @byte16: mul
; run: @byte32(i32 3, i32 100) -> i32 197
; run: @byte32(i32 3, i32 127) -> i32 197
; check arm32 @byte32: mul
; check-not arm32 @byte32: mul
; run: @three(i32 3, i32 100) -> i32 -1334607881
; check arm32 @three: mul
; check-not arm32 @three: mul
; run: @other_way(i32 3, i32 100) -> i32 6
; check arm32 @other_way: mul
; check-not arm32 @other_way: mul
; run: @wide(i32 3, i64 30) -> i32 -599743805
; check arm32 @wide: mul
; check-not arm32 @wide: mul
; run: @not_equal(i32 3, i32 30) -> i32 34559868
; check arm32 @not_equal: mul
; check-not arm32 @not_equal: mul
; run: @calls(i32 30)
; check arm32 @calls: bl other
; check-not arm32 @calls: bl other
@cell = internal global [4 x i8] zeroinitializer, align 4
define i32 @byte8(i32 %a, i32 %k) {
entry:
  %n = trunc i32 %k to i8
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %j, %loop ]
  %s = phi i32 [ 1, %entry ], [ %t, %loop ]
  %m = mul i32 %s, %a
  %t = xor i32 %m, 5
  %j = add i8 %i, 8
  %more = icmp ult i8 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
define i32 @byte16(i32 %a, i32 %k) {
entry:
  %n = trunc i32 %k to i8
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %j, %loop ]
  %s = phi i32 [ 1, %entry ], [ %t, %loop ]
  %m = mul i32 %s, %a
  %t = xor i32 %m, 5
  %j = add i8 %i, 16
  %more = icmp ult i8 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
define i32 @byte32(i32 %a, i32 %k) {
entry:
  %n = trunc i32 %k to i8
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %j, %loop ]
  %s = phi i32 [ 1, %entry ], [ %t, %loop ]
  %m = mul i32 %s, %a
  %t = xor i32 %m, 5
  %j = add i8 %i, 32
  %more = icmp ult i8 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
define i32 @three(i32 %a, i32 %k) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %s = phi i32 [ 1, %entry ], [ %t, %loop ]
  %m = mul i32 %s, %a
  %t = xor i32 %m, 5
  %j = add i32 %i, 3
  %more = icmp ult i32 %j, %k
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
define i32 @other_way(i32 %a, i32 %k) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %s = phi i32 [ 1, %entry ], [ %t, %loop ]
  %m = mul i32 %s, %a
  %t = xor i32 %m, 5
  %j = add i32 %i, -1
  %more = icmp ult i32 %j, %k
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
define i32 @wide(i32 %a, i64 %k) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi i32 [ 1, %entry ], [ %t, %loop ]
  %m = mul i32 %s, %a
  %t = xor i32 %m, 5
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %k
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
define i32 @not_equal(i32 %a, i32 %k) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %s = phi i32 [ 1, %entry ], [ %t, %loop ]
  %m = mul i32 %s, %a
  %t = xor i32 %m, 5
  %j = add i32 %i, 2
  %more = icmp ne i32 %j, %k
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
; Calls are not repeated.
define internal void @other(i32 %x) {
entry:
  %p = bitcast [4 x i8]* @cell to i32*
  br label %loop
loop:
  %v = load i32* %p, align 1
  %w = add i32 %v, %x
  store i32 %w, i32* %p, align 1
  %c = icmp eq i32 %v, 1
  br i1 %c, label %loop, label %end
end:
  ret void
}
define void @calls(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  call void @other(i32 %i)
  %j = add i32 %i, 1
  %more = icmp ne i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
