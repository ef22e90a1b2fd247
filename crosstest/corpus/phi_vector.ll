; Phis of vectors and of vectors of truth values.
; edges: @phi_v16i8 @phi_v8i16 @phi_v4i32 @phi_v4f32 @phi_mask_16 @phi_mask_8 @phi_mask_4

define <16 x i8> @phi_v16i8(<16 x i8> %a, <16 x i8> %b, i32 %c) {
entry:
  %t = icmp sgt i32 %c, 10
  br i1 %t, label %left, label %join
left:
  br label %join
join:
  %p = phi <16 x i8> [ %a, %entry ], [ %b, %left ]
  %q = phi <16 x i8> [ %b, %entry ], [ zeroinitializer, %left ]
  %u = icmp slt i32 %c, 100
  br i1 %u, label %swap, label %end
swap:
  br label %end
end:
  %r = phi <16 x i8> [ %p, %join ], [ %q, %swap ]
  ret <16 x i8> %r
}
define <8 x i16> @phi_v8i16(<8 x i16> %a, <8 x i16> %b, i32 %c) {
entry:
  %t = icmp sgt i32 %c, 10
  br i1 %t, label %left, label %join
left:
  br label %join
join:
  %p = phi <8 x i16> [ %a, %entry ], [ %b, %left ]
  %q = phi <8 x i16> [ %b, %entry ], [ zeroinitializer, %left ]
  %u = icmp slt i32 %c, 100
  br i1 %u, label %swap, label %end
swap:
  br label %end
end:
  %r = phi <8 x i16> [ %p, %join ], [ %q, %swap ]
  ret <8 x i16> %r
}
define <4 x i32> @phi_v4i32(<4 x i32> %a, <4 x i32> %b, i32 %c) {
entry:
  %t = icmp sgt i32 %c, 10
  br i1 %t, label %left, label %join
left:
  br label %join
join:
  %p = phi <4 x i32> [ %a, %entry ], [ %b, %left ]
  %q = phi <4 x i32> [ %b, %entry ], [ zeroinitializer, %left ]
  %u = icmp slt i32 %c, 100
  br i1 %u, label %swap, label %end
swap:
  br label %end
end:
  %r = phi <4 x i32> [ %p, %join ], [ %q, %swap ]
  ret <4 x i32> %r
}
define <4 x float> @phi_v4f32(<4 x float> %a, <4 x float> %b, i32 %c) {
entry:
  %t = icmp sgt i32 %c, 10
  br i1 %t, label %left, label %join
left:
  br label %join
join:
  %p = phi <4 x float> [ %a, %entry ], [ %b, %left ]
  %q = phi <4 x float> [ %b, %entry ], [ zeroinitializer, %left ]
  %u = icmp slt i32 %c, 100
  br i1 %u, label %swap, label %end
swap:
  br label %end
end:
  %r = phi <4 x float> [ %p, %join ], [ %q, %swap ]
  ret <4 x float> %r
}
define <16 x i8> @phi_mask_16(<16 x i8> %a, <16 x i8> %b, i32 %n) {
entry:
  %count = and i32 %n, 3
  %x = icmp slt <16 x i8> %a, %b
  %y = icmp eq <16 x i8> %a, zeroinitializer
  br label %loop
loop:
  %p = phi <16 x i1> [ %x, %entry ], [ %q, %loop ]
  %q = phi <16 x i1> [ %y, %entry ], [ %z, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %z = xor <16 x i1> %p, %q
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %count
  br i1 %more, label %loop, label %end
end:
  %r = sext <16 x i1> %z to <16 x i8>
  ret <16 x i8> %r
}
define <8 x i16> @phi_mask_8(<8 x i16> %a, <8 x i16> %b, i32 %n) {
entry:
  %count = and i32 %n, 3
  %x = icmp slt <8 x i16> %a, %b
  %y = icmp eq <8 x i16> %a, zeroinitializer
  br label %loop
loop:
  %p = phi <8 x i1> [ %x, %entry ], [ %q, %loop ]
  %q = phi <8 x i1> [ %y, %entry ], [ %z, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %z = xor <8 x i1> %p, %q
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %count
  br i1 %more, label %loop, label %end
end:
  %r = sext <8 x i1> %z to <8 x i16>
  ret <8 x i16> %r
}
define <4 x i32> @phi_mask_4(<4 x i32> %a, <4 x i32> %b, i32 %n) {
entry:
  %count = and i32 %n, 3
  %x = icmp slt <4 x i32> %a, %b
  %y = icmp eq <4 x i32> %a, zeroinitializer
  br label %loop
loop:
  %p = phi <4 x i1> [ %x, %entry ], [ %q, %loop ]
  %q = phi <4 x i1> [ %y, %entry ], [ %z, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %z = xor <4 x i1> %p, %q
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %count
  br i1 %more, label %loop, label %end
end:
  %r = sext <4 x i1> %z to <4 x i32>
  ret <4 x i32> %r
}
