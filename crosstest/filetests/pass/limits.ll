; Limits of passes at O3: a loop of more instructions than are repeated, and a block that returns, to which more ways lead than it is copied
; into (code_sizes.txt and executed.txt tell).
; run: @long(i32 1, i32 5) -> i32 6039
; run: @long(i32 2, i32 5) -> i32 8662
; run: @long(i32 9, i32 -3) -> i32 54123
; run: @many(i32 0, i32 7) -> i32 21
; run: @many(i32 5, i32 7) -> i32 61
; run: @many(i32 11, i32 7) -> i32 109
; run: @many(i32 12, i32 7) -> i32 7
; run: @many(i32 40, i32 -1) -> i32 -1
define i32 @long(i32 %n, i32 %a) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %s = phi i32 [ %a, %entry ], [ %x104, %loop ]
  %x0 = add i32 %s, 12
  %x1 = xor i32 %x0, 49
  %x2 = add i32 %x1, 86
  %x3 = xor i32 %x2, 123
  %x4 = add i32 %x3, %i
  %x5 = add i32 %x4, 160
  %x6 = xor i32 %x5, 197
  %x7 = add i32 %x6, 234
  %x8 = xor i32 %x7, 18
  %x9 = add i32 %x8, 55
  %x10 = xor i32 %x9, 92
  %x11 = add i32 %x10, 129
  %x12 = add i32 %x11, %i
  %x13 = xor i32 %x12, 166
  %x14 = add i32 %x13, 203
  %x15 = xor i32 %x14, 240
  %x16 = add i32 %x15, 24
  %x17 = xor i32 %x16, 61
  %x18 = add i32 %x17, 98
  %x19 = xor i32 %x18, 135
  %x20 = add i32 %x19, %i
  %x21 = add i32 %x20, 172
  %x22 = xor i32 %x21, 209
  %x23 = add i32 %x22, 246
  %x24 = xor i32 %x23, 30
  %x25 = add i32 %x24, 67
  %x26 = xor i32 %x25, 104
  %x27 = add i32 %x26, 141
  %x28 = add i32 %x27, %i
  %x29 = xor i32 %x28, 178
  %x30 = add i32 %x29, 215
  %x31 = xor i32 %x30, 252
  %x32 = add i32 %x31, 36
  %x33 = xor i32 %x32, 73
  %x34 = add i32 %x33, 110
  %x35 = xor i32 %x34, 147
  %x36 = add i32 %x35, %i
  %x37 = add i32 %x36, 184
  %x38 = xor i32 %x37, 221
  %x39 = add i32 %x38, 5
  %x40 = xor i32 %x39, 42
  %x41 = add i32 %x40, 79
  %x42 = xor i32 %x41, 116
  %x43 = add i32 %x42, 153
  %x44 = add i32 %x43, %i
  %x45 = xor i32 %x44, 190
  %x46 = add i32 %x45, 227
  %x47 = xor i32 %x46, 11
  %x48 = add i32 %x47, 48
  %x49 = xor i32 %x48, 85
  %x50 = add i32 %x49, 122
  %x51 = xor i32 %x50, 159
  %x52 = add i32 %x51, %i
  %x53 = add i32 %x52, 196
  %x54 = xor i32 %x53, 233
  %x55 = add i32 %x54, 17
  %x56 = xor i32 %x55, 54
  %x57 = add i32 %x56, 91
  %x58 = xor i32 %x57, 128
  %x59 = add i32 %x58, 165
  %x60 = add i32 %x59, %i
  %x61 = xor i32 %x60, 202
  %x62 = add i32 %x61, 239
  %x63 = xor i32 %x62, 23
  %x64 = add i32 %x63, 60
  %x65 = xor i32 %x64, 97
  %x66 = add i32 %x65, 134
  %x67 = xor i32 %x66, 171
  %x68 = add i32 %x67, %i
  %x69 = add i32 %x68, 208
  %x70 = xor i32 %x69, 245
  %x71 = add i32 %x70, 29
  %x72 = xor i32 %x71, 66
  %x73 = add i32 %x72, 103
  %x74 = xor i32 %x73, 140
  %x75 = add i32 %x74, 177
  %x76 = add i32 %x75, %i
  %x77 = xor i32 %x76, 214
  %x78 = add i32 %x77, 251
  %x79 = xor i32 %x78, 35
  %x80 = add i32 %x79, 72
  %x81 = xor i32 %x80, 109
  %x82 = add i32 %x81, 146
  %x83 = xor i32 %x82, 183
  %x84 = add i32 %x83, %i
  %x85 = add i32 %x84, 220
  %x86 = xor i32 %x85, 4
  %x87 = add i32 %x86, 41
  %x88 = xor i32 %x87, 78
  %x89 = add i32 %x88, 115
  %x90 = xor i32 %x89, 152
  %x91 = add i32 %x90, 189
  %x92 = add i32 %x91, %i
  %x93 = xor i32 %x92, 226
  %x94 = add i32 %x93, 10
  %x95 = xor i32 %x94, 47
  %x96 = add i32 %x95, 84
  %x97 = xor i32 %x96, 121
  %x98 = add i32 %x97, 158
  %x99 = xor i32 %x98, 195
  %x100 = add i32 %x99, %i
  %x101 = add i32 %x100, 232
  %x102 = xor i32 %x101, 16
  %x103 = add i32 %x102, 53
  %x104 = xor i32 %x103, 90
  %next = add i32 %i, -1
  %more = icmp ugt i32 %next, 0
  br i1 %more, label %loop, label %end
end:
  ret i32 %x104
}
define i32 @many(i32 %x, i32 %a) {
entry:
  switch i32 %x, label %end [
    i32 0, label %b0
    i32 1, label %b1
    i32 2, label %b2
    i32 3, label %b3
    i32 4, label %b4
    i32 5, label %b5
    i32 6, label %b6
    i32 7, label %b7
    i32 8, label %b8
    i32 9, label %b9
    i32 10, label %b10
    i32 11, label %b11
  ]
b0:
  %m0 = mul i32 %a, 3
  %v0 = add i32 %m0, 0
  br label %end
b1:
  %m1 = mul i32 %a, 4
  %v1 = add i32 %m1, 1
  br label %end
b2:
  %m2 = mul i32 %a, 5
  %v2 = add i32 %m2, 2
  br label %end
b3:
  %m3 = mul i32 %a, 6
  %v3 = add i32 %m3, 3
  br label %end
b4:
  %m4 = mul i32 %a, 7
  %v4 = add i32 %m4, 4
  br label %end
b5:
  %m5 = mul i32 %a, 8
  %v5 = add i32 %m5, 5
  br label %end
b6:
  %m6 = mul i32 %a, 9
  %v6 = add i32 %m6, 6
  br label %end
b7:
  %m7 = mul i32 %a, 10
  %v7 = add i32 %m7, 7
  br label %end
b8:
  %m8 = mul i32 %a, 11
  %v8 = add i32 %m8, 8
  br label %end
b9:
  %m9 = mul i32 %a, 12
  %v9 = add i32 %m9, 9
  br label %end
b10:
  %m10 = mul i32 %a, 13
  %v10 = add i32 %m10, 10
  br label %end
b11:
  %m11 = mul i32 %a, 14
  %v11 = add i32 %m11, 11
  br label %end
end:
  %r = phi i32 [ %a, %entry ], [ %v0, %b0 ], [ %v1, %b1 ], [ %v2, %b2 ], [ %v3, %b3 ], [ %v4, %b4 ], [ %v5, %b5 ], [ %v6, %b6 ], [ %v7, %b7 ], [ %v8, %b8 ], [ %v9, %b9 ], [ %v10, %b10 ], [ %v11, %b11 ]
  ret i32 %r
}
