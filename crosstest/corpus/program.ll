; A whole program: finds the interface query function in the auxiliary vector, writes each argument on a line, reads the clock twice,
; and exits with the number of arguments.
; args: one two three
; stdout: program.ll\none\ntwo\nthree\n
; exit: 4

@fdio = internal constant [18 x i8] c"nacl-irt-fdio-0.1\00", align 1
@basic = internal constant [19 x i8] c"nacl-irt-basic-0.1\00", align 1
@unknown = internal constant [19 x i8] c"nacl-irt-none-99.9\00", align 1
@newline = internal constant [1 x i8] c"\0A", align 1
@fdio_table = internal global [32 x i8] zeroinitializer, align 4
@basic_table = internal global [24 x i8] zeroinitializer, align 4
@written = internal global [4 x i8] zeroinitializer, align 4
@times = internal global [32 x i8] zeroinitializer, align 8

define internal i32 @word(i32 %base, i32 %index) {
  %o = shl i32 %index, 2
  %a = add i32 %base, %o
  %p = inttoptr i32 %a to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}

define internal i32 @query_function(i32 %info) {
entry:
  %envc = call i32 @word(i32 %info, i32 1)
  %argc = call i32 @word(i32 %info, i32 2)
  %both = add i32 %envc, %argc
  %first = add i32 %both, 5
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %more ]
  %key = call i32 @word(i32 %info, i32 %i)
  %at = add i32 %i, 1
  %value = call i32 @word(i32 %info, i32 %at)
  %found = icmp eq i32 %key, 32
  br i1 %found, label %end, label %more
more:
  %next = add i32 %i, 2
  br label %loop
end:
  ret i32 %value
}

define internal i32 @length(i32 %text) {
entry:
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %next, %more ]
  %a = add i32 %text, %n
  %p = inttoptr i32 %a to i8*
  %c = load i8* %p, align 1
  %end = icmp eq i8 %c, 0
  br i1 %end, label %done, label %more
more:
  %next = add i32 %n, 1
  br label %loop
done:
  ret i32 %n
}

define internal void @write(i32 %text, i32 %size) {
  %table = ptrtoint [32 x i8]* @fdio_table to i32
  %f = call i32 @word(i32 %table, i32 4)
  %write = inttoptr i32 %f to i32 (i32, i32, i32, i32)*
  %count = ptrtoint [4 x i8]* @written to i32
  %error = call i32 %write(i32 1, i32 %text, i32 %size, i32 %count)
  ret void
}

define void @_start(i32 %info) {
entry:
  %q = call i32 @query_function(i32 %info)
  %query = inttoptr i32 %q to i32 (i32, i32, i32)*
  %none = ptrtoint [19 x i8]* @unknown to i32
  %ft = ptrtoint [32 x i8]* @fdio_table to i32
  %zero = call i32 %query(i32 %none, i32 %ft, i32 32)
  %fn = ptrtoint [18 x i8]* @fdio to i32
  %size = call i32 %query(i32 %fn, i32 %ft, i32 32)
  %bn = ptrtoint [19 x i8]* @basic to i32
  %bt = ptrtoint [24 x i8]* @basic_table to i32
  %size2 = call i32 %query(i32 %bn, i32 %bt, i32 24)
  %argc = call i32 @word(i32 %info, i32 2)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %c = icmp ult i32 %i, %argc
  br i1 %c, label %body, label %end
body:
  %at = add i32 %i, 3
  %text = call i32 @word(i32 %info, i32 %at)
  %n = call i32 @length(i32 %text)
  call void @write(i32 %text, i32 %n)
  %nl = ptrtoint [1 x i8]* @newline to i32
  call void @write(i32 %nl, i32 1)
  %next = add i32 %i, 1
  br label %loop
end:
  %g = call i32 @word(i32 %bt, i32 1)
  %gettod = inttoptr i32 %g to i32 (i32)*
  %t = ptrtoint [32 x i8]* @times to i32
  %e1 = call i32 %gettod(i32 %t)
  %t2 = add i32 %t, 16
  %e2 = call i32 %gettod(i32 %t2)
  %x = call i32 @word(i32 %bt, i32 0)
  %exit = inttoptr i32 %x to void (i32)*
  %status = add i32 %argc, %zero
  call void %exit(i32 %status)
  unreachable
}
