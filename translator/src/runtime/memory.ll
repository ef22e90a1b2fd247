; memcpy, memmove, memset. Sizes below 8 are done with two overlapping words or a byte at a time; above, eight bytes at a time in
; blocks of 32, and the odd end with one word that overlaps the others.
;
; memcpy and memset first handle the odd start, by one word, so that all further stores are aligned to 8. memmove cannot: the word
; might overwrite what is still to be read. It reads each block, and the word of the odd end, before it overwrites any of it.

define i32 @memcpy(i32 %dst, i32 %src, i32 %n) {
entry:
  %tiny = icmp ult i32 %n, 8
  br i1 %tiny, label %tiny.start, label %head

tiny.start:
  %has.word = icmp ugt i32 %n, 3
  br i1 %has.word, label %tiny.words, label %tiny.check

tiny.words:
  %word.offset = sub i32 %n, 4
  %tiny.src.last = add i32 %src, %word.offset
  %tiny.dst.last = add i32 %dst, %word.offset
  %tiny.src.p = inttoptr i32 %src to i32*
  %tiny.src.last.p = inttoptr i32 %tiny.src.last to i32*
  %tiny.dst.p = inttoptr i32 %dst to i32*
  %tiny.dst.last.p = inttoptr i32 %tiny.dst.last to i32*
  %tiny.first = load i32, i32* %tiny.src.p, align 1
  %tiny.last = load i32, i32* %tiny.src.last.p, align 1
  store i32 %tiny.first, i32* %tiny.dst.p, align 1
  store i32 %tiny.last, i32* %tiny.dst.last.p, align 1
  ret i32 %dst

tiny.check:
  %i = phi i32 [ 0, %tiny.start ], [ %i.next, %tiny.byte ]
  %tiny.done = icmp eq i32 %i, %n
  br i1 %tiny.done, label %return, label %tiny.byte

tiny.byte:
  %byte.src = add i32 %src, %i
  %byte.dst = add i32 %dst, %i
  %byte.src.p = inttoptr i32 %byte.src to i8*
  %byte.dst.p = inttoptr i32 %byte.dst to i8*
  %byte = load i8, i8* %byte.src.p, align 1
  store i8 %byte, i8* %byte.dst.p, align 1
  %i.next = add i32 %i, 1
  br label %tiny.check

return:
  ret i32 %dst

head:
  %last.offset = sub i32 %n, 8
  %src.last = add i32 %src, %last.offset
  %dst.last = add i32 %dst, %last.offset
  %head.src.p = inttoptr i32 %src to i64*
  %head.dst.p = inttoptr i32 %dst to i64*
  %src.last.p = inttoptr i32 %src.last to i64*
  %dst.last.p = inttoptr i32 %dst.last to i64*
  %head.word = load i64, i64* %head.src.p, align 1
  %tail.word = load i64, i64* %src.last.p, align 1
  store i64 %head.word, i64* %head.dst.p, align 1
  store i64 %tail.word, i64* %dst.last.p, align 1
  %misalignment = and i32 %dst, 7
  %skip = sub i32 8, %misalignment
  %middle = icmp ugt i32 %n, %skip
  br i1 %middle, label %blocks.start, label %return

blocks.start:
  %body.src = add i32 %src, %skip
  %body.dst = add i32 %dst, %skip
  %body.n = sub i32 %n, %skip
  br label %blocks.check

blocks.check:
  %s = phi i32 [ %body.src, %blocks.start ], [ %s.next, %block ]
  %d = phi i32 [ %body.dst, %blocks.start ], [ %d.next, %block ]
  %left = phi i32 [ %body.n, %blocks.start ], [ %left.next, %block ]
  %has.block = icmp ugt i32 %left, 31
  br i1 %has.block, label %block, label %words.check

block:
  %s.8 = add i32 %s, 8
  %s.16 = add i32 %s, 16
  %s.24 = add i32 %s, 24
  %d.8 = add i32 %d, 8
  %d.16 = add i32 %d, 16
  %d.24 = add i32 %d, 24
  %s.p = inttoptr i32 %s to i64*
  %s.8.p = inttoptr i32 %s.8 to i64*
  %s.16.p = inttoptr i32 %s.16 to i64*
  %s.24.p = inttoptr i32 %s.24 to i64*
  %d.p = inttoptr i32 %d to i64*
  %d.8.p = inttoptr i32 %d.8 to i64*
  %d.16.p = inttoptr i32 %d.16 to i64*
  %d.24.p = inttoptr i32 %d.24 to i64*
  %w.0 = load i64, i64* %s.p, align 1
  store i64 %w.0, i64* %d.p, align 1
  %w.8 = load i64, i64* %s.8.p, align 1
  store i64 %w.8, i64* %d.8.p, align 1
  %w.16 = load i64, i64* %s.16.p, align 1
  store i64 %w.16, i64* %d.16.p, align 1
  %w.24 = load i64, i64* %s.24.p, align 1
  store i64 %w.24, i64* %d.24.p, align 1
  %s.next = add i32 %s, 32
  %d.next = add i32 %d, 32
  %left.next = sub i32 %left, 32
  br label %blocks.check

; The word of the odd end is already copied: what is left are whole words before it.
words.check:
  %ws = phi i32 [ %s, %blocks.check ], [ %ws.next, %word ]
  %wd = phi i32 [ %d, %blocks.check ], [ %wd.next, %word ]
  %wleft = phi i32 [ %left, %blocks.check ], [ %wleft.next, %word ]
  %has.whole = icmp ugt i32 %wleft, 8
  br i1 %has.whole, label %word, label %return

word:
  %ws.p = inttoptr i32 %ws to i64*
  %wd.p = inttoptr i32 %wd to i64*
  %w = load i64, i64* %ws.p, align 1
  store i64 %w, i64* %wd.p, align 1
  %ws.next = add i32 %ws, 8
  %wd.next = add i32 %wd, 8
  %wleft.next = sub i32 %wleft, 8
  br label %words.check
}

define i32 @memmove(i32 %dst, i32 %src, i32 %n) {
entry:
  %tiny = icmp ult i32 %n, 8
  br i1 %tiny, label %tiny.start, label %large

tiny.start:
  %has.word = icmp ugt i32 %n, 3
  br i1 %has.word, label %tiny.words, label %tiny.rest

tiny.words:
  %word.offset = sub i32 %n, 4
  %tiny.src.last = add i32 %src, %word.offset
  %tiny.dst.last = add i32 %dst, %word.offset
  %tiny.src.p = inttoptr i32 %src to i32*
  %tiny.src.last.p = inttoptr i32 %tiny.src.last to i32*
  %tiny.dst.p = inttoptr i32 %dst to i32*
  %tiny.dst.last.p = inttoptr i32 %tiny.dst.last to i32*
  %tiny.first = load i32, i32* %tiny.src.p, align 1
  %tiny.last = load i32, i32* %tiny.src.last.p, align 1
  store i32 %tiny.first, i32* %tiny.dst.p, align 1
  store i32 %tiny.last, i32* %tiny.dst.last.p, align 1
  ret i32 %dst

; Up to three bytes: the first, the middle and the last, which are all of them.
tiny.rest:
  %empty = icmp eq i32 %n, 0
  br i1 %empty, label %return, label %tiny.bytes

tiny.bytes:
  %half = lshr i32 %n, 1
  %last = sub i32 %n, 1
  %src.half = add i32 %src, %half
  %src.last = add i32 %src, %last
  %dst.half = add i32 %dst, %half
  %dst.last = add i32 %dst, %last
  %src.0.p = inttoptr i32 %src to i8*
  %src.half.p = inttoptr i32 %src.half to i8*
  %src.last.p = inttoptr i32 %src.last to i8*
  %dst.0.p = inttoptr i32 %dst to i8*
  %dst.half.p = inttoptr i32 %dst.half to i8*
  %dst.last.p = inttoptr i32 %dst.last to i8*
  %byte.0 = load i8, i8* %src.0.p, align 1
  %byte.half = load i8, i8* %src.half.p, align 1
  %byte.last = load i8, i8* %src.last.p, align 1
  store i8 %byte.0, i8* %dst.0.p, align 1
  store i8 %byte.half, i8* %dst.half.p, align 1
  store i8 %byte.last, i8* %dst.last.p, align 1
  ret i32 %dst

return:
  ret i32 %dst

; Ascending order is right unless dst lies in [src, src+n).
large:
  %distance = sub i32 %dst, %src
  %ascending = icmp uge i32 %distance, %n
  %end.offset = sub i32 %n, 8
  br i1 %ascending, label %up.start, label %down.start

up.start:
  %up.src.end = add i32 %src, %end.offset
  %up.dst.end = add i32 %dst, %end.offset
  %up.src.end.p = inttoptr i32 %up.src.end to i64*
  %up.dst.end.p = inttoptr i32 %up.dst.end to i64*
  %up.tail = load i64, i64* %up.src.end.p, align 1
  br label %up.check

up.check:
  %us = phi i32 [ %src, %up.start ], [ %us.next, %up.block ]
  %ud = phi i32 [ %dst, %up.start ], [ %ud.next, %up.block ]
  %uleft = phi i32 [ %n, %up.start ], [ %uleft.next, %up.block ]
  %up.has.block = icmp ugt i32 %uleft, 31
  br i1 %up.has.block, label %up.block, label %up.words.check

up.block:
  %us.8 = add i32 %us, 8
  %us.16 = add i32 %us, 16
  %us.24 = add i32 %us, 24
  %ud.8 = add i32 %ud, 8
  %ud.16 = add i32 %ud, 16
  %ud.24 = add i32 %ud, 24
  %us.p = inttoptr i32 %us to i64*
  %us.8.p = inttoptr i32 %us.8 to i64*
  %us.16.p = inttoptr i32 %us.16 to i64*
  %us.24.p = inttoptr i32 %us.24 to i64*
  %ud.p = inttoptr i32 %ud to i64*
  %ud.8.p = inttoptr i32 %ud.8 to i64*
  %ud.16.p = inttoptr i32 %ud.16 to i64*
  %ud.24.p = inttoptr i32 %ud.24 to i64*
  %u.0 = load i64, i64* %us.p, align 1
  %u.8 = load i64, i64* %us.8.p, align 1
  %u.16 = load i64, i64* %us.16.p, align 1
  %u.24 = load i64, i64* %us.24.p, align 1
  store i64 %u.0, i64* %ud.p, align 1
  store i64 %u.8, i64* %ud.8.p, align 1
  store i64 %u.16, i64* %ud.16.p, align 1
  store i64 %u.24, i64* %ud.24.p, align 1
  %us.next = add i32 %us, 32
  %ud.next = add i32 %ud, 32
  %uleft.next = sub i32 %uleft, 32
  br label %up.check

up.words.check:
  %uws = phi i32 [ %us, %up.check ], [ %uws.next, %up.word ]
  %uwd = phi i32 [ %ud, %up.check ], [ %uwd.next, %up.word ]
  %uwleft = phi i32 [ %uleft, %up.check ], [ %uwleft.next, %up.word ]
  %up.has.word = icmp ugt i32 %uwleft, 8
  br i1 %up.has.word, label %up.word, label %up.end

up.word:
  %uws.p = inttoptr i32 %uws to i64*
  %uwd.p = inttoptr i32 %uwd to i64*
  %uw = load i64, i64* %uws.p, align 1
  store i64 %uw, i64* %uwd.p, align 1
  %uws.next = add i32 %uws, 8
  %uwd.next = add i32 %uwd, 8
  %uwleft.next = sub i32 %uwleft, 8
  br label %up.words.check

up.end:
  store i64 %up.tail, i64* %up.dst.end.p, align 1
  ret i32 %dst

; Descending: the pointers are those of the last eight bytes that are not yet moved.
down.start:
  %down.src.p = inttoptr i32 %src to i64*
  %down.dst.p = inttoptr i32 %dst to i64*
  %down.head = load i64, i64* %down.src.p, align 1
  %down.src.end = add i32 %src, %end.offset
  %down.dst.end = add i32 %dst, %end.offset
  br label %down.check

down.check:
  %ds = phi i32 [ %down.src.end, %down.start ], [ %ds.next, %down.block ]
  %dd = phi i32 [ %down.dst.end, %down.start ], [ %dd.next, %down.block ]
  %dleft = phi i32 [ %n, %down.start ], [ %dleft.next, %down.block ]
  %down.has.block = icmp ugt i32 %dleft, 31
  br i1 %down.has.block, label %down.block, label %down.words.check

down.block:
  %ds.8 = sub i32 %ds, 8
  %ds.16 = sub i32 %ds, 16
  %ds.24 = sub i32 %ds, 24
  %dd.8 = sub i32 %dd, 8
  %dd.16 = sub i32 %dd, 16
  %dd.24 = sub i32 %dd, 24
  %ds.p = inttoptr i32 %ds to i64*
  %ds.8.p = inttoptr i32 %ds.8 to i64*
  %ds.16.p = inttoptr i32 %ds.16 to i64*
  %ds.24.p = inttoptr i32 %ds.24 to i64*
  %dd.p = inttoptr i32 %dd to i64*
  %dd.8.p = inttoptr i32 %dd.8 to i64*
  %dd.16.p = inttoptr i32 %dd.16 to i64*
  %dd.24.p = inttoptr i32 %dd.24 to i64*
  %d.0 = load i64, i64* %ds.p, align 1
  %d.8 = load i64, i64* %ds.8.p, align 1
  %d.16 = load i64, i64* %ds.16.p, align 1
  %d.24 = load i64, i64* %ds.24.p, align 1
  store i64 %d.0, i64* %dd.p, align 1
  store i64 %d.8, i64* %dd.8.p, align 1
  store i64 %d.16, i64* %dd.16.p, align 1
  store i64 %d.24, i64* %dd.24.p, align 1
  %ds.next = sub i32 %ds, 32
  %dd.next = sub i32 %dd, 32
  %dleft.next = sub i32 %dleft, 32
  br label %down.check

down.words.check:
  %dws = phi i32 [ %ds, %down.check ], [ %dws.next, %down.word ]
  %dwd = phi i32 [ %dd, %down.check ], [ %dwd.next, %down.word ]
  %dwleft = phi i32 [ %dleft, %down.check ], [ %dwleft.next, %down.word ]
  %down.has.word = icmp ugt i32 %dwleft, 8
  br i1 %down.has.word, label %down.word, label %down.end

down.word:
  %dws.p = inttoptr i32 %dws to i64*
  %dwd.p = inttoptr i32 %dwd to i64*
  %dw = load i64, i64* %dws.p, align 1
  store i64 %dw, i64* %dwd.p, align 1
  %dws.next = sub i32 %dws, 8
  %dwd.next = sub i32 %dwd, 8
  %dwleft.next = sub i32 %dwleft, 8
  br label %down.words.check

down.end:
  store i64 %down.head, i64* %down.dst.p, align 1
  ret i32 %dst
}

define i32 @memset(i32 %dst, i32 %value, i32 %n) {
entry:
  %byte.32 = and i32 %value, 255
  %fill.32 = mul i32 %byte.32, 16843009
  %fill.lo = zext i32 %fill.32 to i64
  %fill.hi = shl i64 %fill.lo, 32
  %fill = or i64 %fill.lo, %fill.hi
  %tiny = icmp ult i32 %n, 8
  br i1 %tiny, label %tiny.start, label %head

tiny.start:
  %has.word = icmp ugt i32 %n, 3
  br i1 %has.word, label %tiny.words, label %tiny.check

tiny.words:
  %word.offset = sub i32 %n, 4
  %tiny.last = add i32 %dst, %word.offset
  %tiny.p = inttoptr i32 %dst to i32*
  %tiny.last.p = inttoptr i32 %tiny.last to i32*
  store i32 %fill.32, i32* %tiny.p, align 1
  store i32 %fill.32, i32* %tiny.last.p, align 1
  ret i32 %dst

tiny.check:
  %i = phi i32 [ 0, %tiny.start ], [ %i.next, %tiny.byte ]
  %tiny.done = icmp eq i32 %i, %n
  br i1 %tiny.done, label %return, label %tiny.byte

tiny.byte:
  %byte = trunc i32 %value to i8
  %byte.dst = add i32 %dst, %i
  %byte.dst.p = inttoptr i32 %byte.dst to i8*
  store i8 %byte, i8* %byte.dst.p, align 1
  %i.next = add i32 %i, 1
  br label %tiny.check

return:
  ret i32 %dst

head:
  %last.offset = sub i32 %n, 8
  %last = add i32 %dst, %last.offset
  %head.p = inttoptr i32 %dst to i64*
  %last.p = inttoptr i32 %last to i64*
  store i64 %fill, i64* %head.p, align 1
  store i64 %fill, i64* %last.p, align 1
  %misalignment = and i32 %dst, 7
  %skip = sub i32 8, %misalignment
  %middle = icmp ugt i32 %n, %skip
  br i1 %middle, label %blocks.start, label %return

blocks.start:
  %body = add i32 %dst, %skip
  %body.n = sub i32 %n, %skip
  br label %blocks.check

blocks.check:
  %d = phi i32 [ %body, %blocks.start ], [ %d.next, %block ]
  %left = phi i32 [ %body.n, %blocks.start ], [ %left.next, %block ]
  %has.block = icmp ugt i32 %left, 31
  br i1 %has.block, label %block, label %words.check

block:
  %d.8 = add i32 %d, 8
  %d.16 = add i32 %d, 16
  %d.24 = add i32 %d, 24
  %d.p = inttoptr i32 %d to i64*
  %d.8.p = inttoptr i32 %d.8 to i64*
  %d.16.p = inttoptr i32 %d.16 to i64*
  %d.24.p = inttoptr i32 %d.24 to i64*
  store i64 %fill, i64* %d.p, align 1
  store i64 %fill, i64* %d.8.p, align 1
  store i64 %fill, i64* %d.16.p, align 1
  store i64 %fill, i64* %d.24.p, align 1
  %d.next = add i32 %d, 32
  %left.next = sub i32 %left, 32
  br label %blocks.check

; The word of the odd end is already filled: what is left are whole words before it.
words.check:
  %wd = phi i32 [ %d, %blocks.check ], [ %wd.next, %word ]
  %wleft = phi i32 [ %left, %blocks.check ], [ %wleft.next, %word ]
  %has.whole = icmp ugt i32 %wleft, 8
  br i1 %has.whole, label %word, label %return

word:
  %wd.p = inttoptr i32 %wd to i64*
  store i64 %fill, i64* %wd.p, align 1
  %wd.next = add i32 %wd, 8
  %wleft.next = sub i32 %wleft, 8
  br label %words.check
}
