; Prints a profile when the program ends: by the platform's exit function, which it gets from the query function, or by returning from
; its start. @__Sz_block_profile_info is an array of addresses, which 0 ends, of {count, name}.

@__sz_exit_function = internal global [4 x i8] zeroinitializer, align 4

declare void @__sz_program(i32)

define void @__Sz_profile_summary() {
entry:
  %table = ptrtoint [8 x i8]* @__Sz_block_profile_info to i32
  br label %next
next:
  %at = phi i32 [ %table, %entry ], [ %at.next, %one ]
  %p = inttoptr i32 %at to i32*
  %info = load i32, i32* %p, align 1
  %end = icmp eq i32 %info, 0
  br i1 %end, label %return, label %one
one:
  %count.p = inttoptr i32 %info to i64*
  %count = load i64, i64* %count.p, align 1
  call void @__sz_put_number(i64 %count, i64 10)
  call void @__sz_put(i32 9)
  %name.a = add i32 %info, 8
  %name.p = inttoptr i32 %name.a to i32*
  %name = load i32, i32* %name.p, align 1
  call void @__sz_puts(i32 %name)
  call void @__sz_put(i32 10)
  %at.next = add i32 %at, 4
  br label %next
return:
  call void @__sz_flush()
  ret void
}

define internal void @__sz_exit_hook(i32 %status) {
entry:
  call void @__Sz_profile_summary()
  %at = bitcast [4 x i8]* @__sz_exit_function to i32*
  %exit = load i32, i32* %at, align 1
  %e = inttoptr i32 %exit to void (i32)*
  call void %e(i32 %status)
  ret void
}

; The query function as the program sees it: exit is ours.
define internal i32 @__sz_query_hook(i32 %name, i32 %table, i32 %size) {
entry:
  %at = bitcast [4 x i8]* @__sz_query to i32*
  %query = load i32, i32* %at, align 1
  %q = inttoptr i32 %query to i32 (i32, i32, i32)*
  %given = call i32 %q(i32 %name, i32 %table, i32 %size)
  %some = icmp ugt i32 %given, 3
  br i1 %some, label %compare, label %return
compare:
  %wanted = ptrtoint [19 x i8]* @__sz_basic to i32
  br label %next
next:
  %offset = phi i32 [ 0, %compare ], [ %offset.next, %same ]
  %a = add i32 %name, %offset
  %b = add i32 %wanted, %offset
  %a.p = inttoptr i32 %a to i8*
  %b.p = inttoptr i32 %b to i8*
  %x = load i8, i8* %a.p, align 1
  %y = load i8, i8* %b.p, align 1
  %equal = icmp eq i8 %x, %y
  br i1 %equal, label %same, label %return
same:
  %offset.next = add i32 %offset, 1
  %end = icmp eq i8 %x, 0
  br i1 %end, label %hook, label %next
hook:
  %exit.p = inttoptr i32 %table to i32*
  %exit = load i32, i32* %exit.p, align 1
  %kept = bitcast [4 x i8]* @__sz_exit_function to i32*
  store i32 %exit, i32* %kept, align 1
  %mine = ptrtoint void (i32)* @__sz_exit_hook to i32
  store i32 %mine, i32* %exit.p, align 1
  br label %return
return:
  ret i32 %given
}

define void @_start(i32 %info) {
entry:
  %at = call i32 @__sz_begin(i32 %info)
  %there = icmp ne i32 %at, 0
  br i1 %there, label %hook, label %run
hook:
  %p = inttoptr i32 %at to i32*
  %mine = ptrtoint i32 (i32, i32, i32)* @__sz_query_hook to i32
  store i32 %mine, i32* %p, align 1
  br label %run
run:
  call void @__sz_program(i32 %info)
  call void @__Sz_profile_summary()
  ret void
}
