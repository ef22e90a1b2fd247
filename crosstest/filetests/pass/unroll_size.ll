; Up to 40 instructions four rounds become one, up to 80 two.
; recipes: O3
; run: @short(i32 1, i32 3) -> i32 3
; run: @short(i32 9, i32 3) -> i32 96387
; check arm32 @short: mul
; check arm32 @short: mul
; check arm32 @short: mul
; check arm32 @short: mul
; check arm32 @short: mul
; check-not arm32 @short: mul
; run: @longer(i32 1, i32 3) -> i32 3
; run: @longer(i32 9, i32 3) -> i32 130571
; check arm32 @longer: mul
; check arm32 @longer: mul
; check arm32 @longer: mul
; check-not arm32 @longer: mul
; run: @long(i32 1, i32 3) -> i32 0
; run: @long(i32 9, i32 3) -> i32 338192
; check arm32 @long: mul
; check arm32 @long: mul
; check arm32 @long: mul
; check-not arm32 @long: mul
; run: @longest(i32 1, i32 3) -> i32 0
; run: @longest(i32 9, i32 3) -> i32 381688
; check arm32 @longest: mul
; check-not arm32 @longest: mul
define i32 @short(i32 %n, i32 %a) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %s = phi i32 [ 1, %entry ], [ %x36, %loop ]
  %x0 = mul i32 %s, %a
  %x1 = xor i32 %x0, %i
  %x2 = add i32 %x1, %i
  %x3 = xor i32 %x2, %a
  %x4 = add i32 %x3, %i
  %x5 = xor i32 %x4, %i
  %x6 = add i32 %x5, %a
  %x7 = xor i32 %x6, %i
  %x8 = add i32 %x7, %i
  %x9 = xor i32 %x8, %a
  %x10 = add i32 %x9, %i
  %x11 = xor i32 %x10, %i
  %x12 = add i32 %x11, %a
  %x13 = xor i32 %x12, %i
  %x14 = add i32 %x13, %i
  %x15 = xor i32 %x14, %a
  %x16 = add i32 %x15, %i
  %x17 = xor i32 %x16, %i
  %x18 = add i32 %x17, %a
  %x19 = xor i32 %x18, %i
  %x20 = add i32 %x19, %i
  %x21 = xor i32 %x20, %a
  %x22 = add i32 %x21, %i
  %x23 = xor i32 %x22, %i
  %x24 = add i32 %x23, %a
  %x25 = xor i32 %x24, %i
  %x26 = add i32 %x25, %i
  %x27 = xor i32 %x26, %a
  %x28 = add i32 %x27, %i
  %x29 = xor i32 %x28, %i
  %x30 = add i32 %x29, %a
  %x31 = xor i32 %x30, %i
  %x32 = add i32 %x31, %i
  %x33 = xor i32 %x32, %a
  %x34 = add i32 %x33, %i
  %x35 = xor i32 %x34, %i
  %x36 = add i32 %x35, %a
  %j = add i32 %i, 1
  %more = icmp ne i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %x36
}
define i32 @longer(i32 %n, i32 %a) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %s = phi i32 [ 1, %entry ], [ %x37, %loop ]
  %x0 = mul i32 %s, %a
  %x1 = xor i32 %x0, %i
  %x2 = add i32 %x1, %i
  %x3 = xor i32 %x2, %a
  %x4 = add i32 %x3, %i
  %x5 = xor i32 %x4, %i
  %x6 = add i32 %x5, %a
  %x7 = xor i32 %x6, %i
  %x8 = add i32 %x7, %i
  %x9 = xor i32 %x8, %a
  %x10 = add i32 %x9, %i
  %x11 = xor i32 %x10, %i
  %x12 = add i32 %x11, %a
  %x13 = xor i32 %x12, %i
  %x14 = add i32 %x13, %i
  %x15 = xor i32 %x14, %a
  %x16 = add i32 %x15, %i
  %x17 = xor i32 %x16, %i
  %x18 = add i32 %x17, %a
  %x19 = xor i32 %x18, %i
  %x20 = add i32 %x19, %i
  %x21 = xor i32 %x20, %a
  %x22 = add i32 %x21, %i
  %x23 = xor i32 %x22, %i
  %x24 = add i32 %x23, %a
  %x25 = xor i32 %x24, %i
  %x26 = add i32 %x25, %i
  %x27 = xor i32 %x26, %a
  %x28 = add i32 %x27, %i
  %x29 = xor i32 %x28, %i
  %x30 = add i32 %x29, %a
  %x31 = xor i32 %x30, %i
  %x32 = add i32 %x31, %i
  %x33 = xor i32 %x32, %a
  %x34 = add i32 %x33, %i
  %x35 = xor i32 %x34, %i
  %x36 = add i32 %x35, %a
  %x37 = xor i32 %x36, %i
  %j = add i32 %i, 1
  %more = icmp ne i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %x37
}
define i32 @long(i32 %n, i32 %a) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %s = phi i32 [ 1, %entry ], [ %x76, %loop ]
  %x0 = mul i32 %s, %a
  %x1 = xor i32 %x0, %i
  %x2 = add i32 %x1, %i
  %x3 = xor i32 %x2, %a
  %x4 = add i32 %x3, %i
  %x5 = xor i32 %x4, %i
  %x6 = add i32 %x5, %a
  %x7 = xor i32 %x6, %i
  %x8 = add i32 %x7, %i
  %x9 = xor i32 %x8, %a
  %x10 = add i32 %x9, %i
  %x11 = xor i32 %x10, %i
  %x12 = add i32 %x11, %a
  %x13 = xor i32 %x12, %i
  %x14 = add i32 %x13, %i
  %x15 = xor i32 %x14, %a
  %x16 = add i32 %x15, %i
  %x17 = xor i32 %x16, %i
  %x18 = add i32 %x17, %a
  %x19 = xor i32 %x18, %i
  %x20 = add i32 %x19, %i
  %x21 = xor i32 %x20, %a
  %x22 = add i32 %x21, %i
  %x23 = xor i32 %x22, %i
  %x24 = add i32 %x23, %a
  %x25 = xor i32 %x24, %i
  %x26 = add i32 %x25, %i
  %x27 = xor i32 %x26, %a
  %x28 = add i32 %x27, %i
  %x29 = xor i32 %x28, %i
  %x30 = add i32 %x29, %a
  %x31 = xor i32 %x30, %i
  %x32 = add i32 %x31, %i
  %x33 = xor i32 %x32, %a
  %x34 = add i32 %x33, %i
  %x35 = xor i32 %x34, %i
  %x36 = add i32 %x35, %a
  %x37 = xor i32 %x36, %i
  %x38 = add i32 %x37, %i
  %x39 = xor i32 %x38, %a
  %x40 = add i32 %x39, %i
  %x41 = xor i32 %x40, %i
  %x42 = add i32 %x41, %a
  %x43 = xor i32 %x42, %i
  %x44 = add i32 %x43, %i
  %x45 = xor i32 %x44, %a
  %x46 = add i32 %x45, %i
  %x47 = xor i32 %x46, %i
  %x48 = add i32 %x47, %a
  %x49 = xor i32 %x48, %i
  %x50 = add i32 %x49, %i
  %x51 = xor i32 %x50, %a
  %x52 = add i32 %x51, %i
  %x53 = xor i32 %x52, %i
  %x54 = add i32 %x53, %a
  %x55 = xor i32 %x54, %i
  %x56 = add i32 %x55, %i
  %x57 = xor i32 %x56, %a
  %x58 = add i32 %x57, %i
  %x59 = xor i32 %x58, %i
  %x60 = add i32 %x59, %a
  %x61 = xor i32 %x60, %i
  %x62 = add i32 %x61, %i
  %x63 = xor i32 %x62, %a
  %x64 = add i32 %x63, %i
  %x65 = xor i32 %x64, %i
  %x66 = add i32 %x65, %a
  %x67 = xor i32 %x66, %i
  %x68 = add i32 %x67, %i
  %x69 = xor i32 %x68, %a
  %x70 = add i32 %x69, %i
  %x71 = xor i32 %x70, %i
  %x72 = add i32 %x71, %a
  %x73 = xor i32 %x72, %i
  %x74 = add i32 %x73, %i
  %x75 = xor i32 %x74, %a
  %x76 = add i32 %x75, %i
  %j = add i32 %i, 1
  %more = icmp ne i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %x76
}
define i32 @longest(i32 %n, i32 %a) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %s = phi i32 [ 1, %entry ], [ %x77, %loop ]
  %x0 = mul i32 %s, %a
  %x1 = xor i32 %x0, %i
  %x2 = add i32 %x1, %i
  %x3 = xor i32 %x2, %a
  %x4 = add i32 %x3, %i
  %x5 = xor i32 %x4, %i
  %x6 = add i32 %x5, %a
  %x7 = xor i32 %x6, %i
  %x8 = add i32 %x7, %i
  %x9 = xor i32 %x8, %a
  %x10 = add i32 %x9, %i
  %x11 = xor i32 %x10, %i
  %x12 = add i32 %x11, %a
  %x13 = xor i32 %x12, %i
  %x14 = add i32 %x13, %i
  %x15 = xor i32 %x14, %a
  %x16 = add i32 %x15, %i
  %x17 = xor i32 %x16, %i
  %x18 = add i32 %x17, %a
  %x19 = xor i32 %x18, %i
  %x20 = add i32 %x19, %i
  %x21 = xor i32 %x20, %a
  %x22 = add i32 %x21, %i
  %x23 = xor i32 %x22, %i
  %x24 = add i32 %x23, %a
  %x25 = xor i32 %x24, %i
  %x26 = add i32 %x25, %i
  %x27 = xor i32 %x26, %a
  %x28 = add i32 %x27, %i
  %x29 = xor i32 %x28, %i
  %x30 = add i32 %x29, %a
  %x31 = xor i32 %x30, %i
  %x32 = add i32 %x31, %i
  %x33 = xor i32 %x32, %a
  %x34 = add i32 %x33, %i
  %x35 = xor i32 %x34, %i
  %x36 = add i32 %x35, %a
  %x37 = xor i32 %x36, %i
  %x38 = add i32 %x37, %i
  %x39 = xor i32 %x38, %a
  %x40 = add i32 %x39, %i
  %x41 = xor i32 %x40, %i
  %x42 = add i32 %x41, %a
  %x43 = xor i32 %x42, %i
  %x44 = add i32 %x43, %i
  %x45 = xor i32 %x44, %a
  %x46 = add i32 %x45, %i
  %x47 = xor i32 %x46, %i
  %x48 = add i32 %x47, %a
  %x49 = xor i32 %x48, %i
  %x50 = add i32 %x49, %i
  %x51 = xor i32 %x50, %a
  %x52 = add i32 %x51, %i
  %x53 = xor i32 %x52, %i
  %x54 = add i32 %x53, %a
  %x55 = xor i32 %x54, %i
  %x56 = add i32 %x55, %i
  %x57 = xor i32 %x56, %a
  %x58 = add i32 %x57, %i
  %x59 = xor i32 %x58, %i
  %x60 = add i32 %x59, %a
  %x61 = xor i32 %x60, %i
  %x62 = add i32 %x61, %i
  %x63 = xor i32 %x62, %a
  %x64 = add i32 %x63, %i
  %x65 = xor i32 %x64, %i
  %x66 = add i32 %x65, %a
  %x67 = xor i32 %x66, %i
  %x68 = add i32 %x67, %i
  %x69 = xor i32 %x68, %a
  %x70 = add i32 %x69, %i
  %x71 = xor i32 %x70, %i
  %x72 = add i32 %x71, %a
  %x73 = xor i32 %x72, %i
  %x74 = add i32 %x73, %i
  %x75 = xor i32 %x74, %a
  %x76 = add i32 %x75, %i
  %x77 = xor i32 %x76, %i
  %j = add i32 %i, 1
  %more = icmp ne i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %x77
}
