; What an instrumented program does besides: it asks the platform for what it needs, by the interfaces that the program itself would ask for
; (translator/docs/meaning.md, "Start of a program"), and writes to standard error, through a buffer.

@__sz_query = internal global [4 x i8] zeroinitializer, align 4
@__sz_buffer = internal global [1024 x i8] zeroinitializer, align 4
@__sz_used = internal global [4 x i8] zeroinitializer, align 4
@__sz_fdio = internal constant [18 x i8] c"nacl-irt-fdio-0.1\00", align 1
@__sz_basic = internal constant [19 x i8] c"nacl-irt-basic-0.1\00", align 1

declare void @llvm.trap()

; A function of an interface: its number in the table. 0 if there is none.
define internal i32 @__sz_function(i32 %name, i32 %number) {
entry:
  %table = alloca i8, i32 64, align 8
  %t = ptrtoint i8* %table to i32
  %at = bitcast [4 x i8]* @__sz_query to i32*
  %query = load i32, i32* %at, align 1
  %known = icmp ne i32 %query, 0
  br i1 %known, label %ask, label %none
ask:
  %q = inttoptr i32 %query to i32 (i32, i32, i32)*
  %size = call i32 %q(i32 %name, i32 %t, i32 64)
  %offset = shl i32 %number, 2
  %there = icmp ugt i32 %size, %offset
  br i1 %there, label %found, label %none
found:
  %a = add i32 %t, %offset
  %p = inttoptr i32 %a to i32*
  %f = load i32, i32* %p, align 1
  ret i32 %f
none:
  ret i32 0
}

; Writes what is in the buffer to standard error. What cannot be written is lost.
define internal void @__sz_flush() {
entry:
  %done = alloca i8, i32 4, align 4
  %d = ptrtoint i8* %done to i32
  %used.p = bitcast [4 x i8]* @__sz_used to i32*
  %used = load i32, i32* %used.p, align 1
  store i32 0, i32* %used.p, align 1
  %name = ptrtoint [18 x i8]* @__sz_fdio to i32
  %write = call i32 @__sz_function(i32 %name, i32 4)
  %buffer = ptrtoint [1024 x i8]* @__sz_buffer to i32
  %w = inttoptr i32 %write to i32 (i32, i32, i32, i32)*
  %can = icmp ne i32 %write, 0
  br i1 %can, label %next, label %end
next:
  %at = phi i32 [ 0, %entry ], [ %at.next, %written ]
  %left = sub i32 %used, %at
  %more = icmp ne i32 %left, 0
  br i1 %more, label %one, label %end
one:
  %from = add i32 %buffer, %at
  %error = call i32 %w(i32 2, i32 %from, i32 %left, i32 %d)
  %fine = icmp eq i32 %error, 0
  br i1 %fine, label %written, label %end
written:
  %d.p = inttoptr i32 %d to i32*
  %count = load i32, i32* %d.p, align 1
  %at.next = add i32 %at, %count
  br label %next
end:
  ret void
}

define internal void @__sz_put(i32 %char) {
entry:
  %used.p = bitcast [4 x i8]* @__sz_used to i32*
  %used = load i32, i32* %used.p, align 1
  %buffer = ptrtoint [1024 x i8]* @__sz_buffer to i32
  %to = add i32 %buffer, %used
  %p = inttoptr i32 %to to i8*
  %byte = trunc i32 %char to i8
  store i8 %byte, i8* %p, align 1
  %more = add i32 %used, 1
  store i32 %more, i32* %used.p, align 1
  %full = icmp ugt i32 %more, 1023
  br i1 %full, label %flush, label %end
flush:
  call void @__sz_flush()
  br label %end
end:
  ret void
}

; Text up to its zero byte.
define internal void @__sz_puts(i32 %text) {
entry:
  br label %next
next:
  %at = phi i32 [ %text, %entry ], [ %at.next, %one ]
  %p = inttoptr i32 %at to i8*
  %byte = load i8, i8* %p, align 1
  %end = icmp eq i8 %byte, 0
  br i1 %end, label %return, label %one
one:
  %char = zext i8 %byte to i32
  call void @__sz_put(i32 %char)
  %at.next = add i32 %at, 1
  br label %next
return:
  ret void
}

; A number in base 10 or 16, without a prefix.
define internal void @__sz_put_number(i64 %number, i64 %base) {
entry:
  %digits = alloca i8, i32 24, align 8
  %d = ptrtoint i8* %digits to i32
  %end = add i32 %d, 24
  br label %next
next:
  %n = phi i64 [ %number, %entry ], [ %n.next, %next ]
  %at = phi i32 [ %end, %entry ], [ %at.next, %next ]
  %n.next = udiv i64 %n, %base
  %times = mul i64 %n.next, %base
  %digit = sub i64 %n, %times
  %at.next = sub i32 %at, 1
  %p = inttoptr i32 %at.next to i8*
  %decimal = icmp ult i64 %digit, 10
  %zero = select i1 %decimal, i64 48, i64 87
  %char = add i64 %digit, %zero
  %byte = trunc i64 %char to i8
  store i8 %byte, i8* %p, align 1
  %more = icmp ne i64 %n.next, 0
  br i1 %more, label %next, label %print
print:
  %from = phi i32 [ %at.next, %next ], [ %from.next, %print ]
  %q = inttoptr i32 %from to i8*
  %out = load i8, i8* %q, align 1
  %wide = zext i8 %out to i32
  call void @__sz_put(i32 %wide)
  %from.next = add i32 %from, 1
  %again = icmp ne i32 %from.next, %end
  br i1 %again, label %print, label %return
return:
  ret void
}

; Ends the program; traps where the platform has no way.
define internal void @__sz_exit(i32 %status) {
entry:
  %name = ptrtoint [19 x i8]* @__sz_basic to i32
  %exit = call i32 @__sz_function(i32 %name, i32 0)
  %can = icmp ne i32 %exit, 0
  br i1 %can, label %end, label %trap
end:
  %e = inttoptr i32 %exit to void (i32)*
  call void %e(i32 %status)
  br label %trap
trap:
  call void @llvm.trap()
  unreachable
}

; Where the auxiliary vector has the address of the query function (key 32); 0 if it has none.
define internal i32 @__sz_auxiliary(i32 %info) {
entry:
  %envc.a = add i32 %info, 4
  %envc.p = inttoptr i32 %envc.a to i32*
  %envc = load i32, i32* %envc.p, align 1
  %argc.a = add i32 %info, 8
  %argc.p = inttoptr i32 %argc.a to i32*
  %argc = load i32, i32* %argc.p, align 1
  %strings = add i32 %envc, %argc
  %words = add i32 %strings, 5
  %bytes = shl i32 %words, 2
  %start = add i32 %info, %bytes
  br label %next
next:
  %at = phi i32 [ %start, %entry ], [ %at.next, %other ]
  %p = inttoptr i32 %at to i32*
  %key = load i32, i32* %p, align 1
  %value = add i32 %at, 4
  switch i32 %key, label %other [
    i32 0, label %none
    i32 32, label %found
  ]
other:
  %at.next = add i32 %at, 8
  br label %next
none:
  ret i32 0
found:
  ret i32 %value
}

; Remembers the query function; where its address is.
define internal i32 @__sz_begin(i32 %info) {
entry:
  %at = call i32 @__sz_auxiliary(i32 %info)
  %there = icmp ne i32 %at, 0
  br i1 %there, label %found, label %end
found:
  %p = inttoptr i32 %at to i32*
  %query = load i32, i32* %p, align 1
  %q = bitcast [4 x i8]* @__sz_query to i32*
  store i32 %query, i32* %q, align 1
  br label %end
end:
  ret i32 %at
}
