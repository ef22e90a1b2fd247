; The part of the stub browser that is the program's own code: what calls the program. It is linked with a program for the browser
; (--ppapi), begins in the place of `_start`, and gets from the host what is to be called next. A word between two @ stands for the
; address of a host function (crosstest/src/irt/browser/mod.rs).

@browser_instance = internal constant [17 x i8] c"PPP_Instance;1.1\00", align 1
@browser_instance_1_0 = internal constant [17 x i8] c"PPP_Instance;1.0\00", align 1
@browser_messaging = internal constant [18 x i8] c"PPP_Messaging;1.0\00", align 1
@browser_event = internal global [16 x i8] zeroinitializer, align 4
@browser_time = internal global [8 x i8] zeroinitializer, align 8

declare void @_start(i32)

define void @__browser_begin(i32 %info) {
entry:
  %announce = inttoptr i32 @browser.announce@ to i32 (i32, i32, i32, i32)*
  %start = ptrtoint i32 (i32)* @browser_start to i32
  %register = ptrtoint void (i32)* @browser_register to i32
  %time = ptrtoint double ()* @browser_now to i32
  %scale = ptrtoint float (i32)* @browser_scale to i32
  %ok = call i32 %announce(i32 %start, i32 %register, i32 %time, i32 %scale)
  call void @_start(i32 %info)
  ret void
}

; What creates threads for the browser is not needed: this one has no audio.
define internal void @browser_register(i32 %functions) {
entry:
  ret void
}

define internal double @browser_now() {
entry:
  %host = inttoptr i32 @browser.time@ to i32 (i32)*
  %at = ptrtoint [8 x i8]* @browser_time to i32
  %ok = call i32 %host(i32 %at)
  %at.p = bitcast [8 x i8]* @browser_time to double*
  %now = load double* %at.p, align 8
  ret double %now
}

define internal float @browser_scale(i32 %view) {
entry:
  ret float 1.0
}

; `ppapi_start`: makes the module, an instance of it, and tells it what happens until nothing does any more. What happens:
; {1, function, user data, result}, {2, instance, value}, {0}.
define internal i32 @browser_start(i32 %functions) {
entry:
  %told = inttoptr i32 @browser.did@ to i32 (i32, i32)*
  %next = inttoptr i32 @browser.next@ to i32 (i32)*
  %view = inttoptr i32 @browser.view@ to i32 ()*
  %initialize.p = inttoptr i32 %functions to i32*
  %initialize.i = load i32* %initialize.p, align 1
  %initialize = inttoptr i32 %initialize.i to i32 (i32, i32)*
  %initialized = call i32 %initialize(i32 1, i32 @browser.get_interface@)
  %t0 = call i32 %told(i32 0, i32 %initialized)
  %is.ok = icmp eq i32 %initialized, 0
  br i1 %is.ok, label %module, label %refused
refused:
  ret i32 %initialized
module:
  %get.at = add i32 %functions, 8
  %get.p = inttoptr i32 %get.at to i32*
  %get.i = load i32* %get.p, align 1
  %get = inttoptr i32 %get.i to i32 (i32)*
  %instance.name = ptrtoint [17 x i8]* @browser_instance to i32
  %instance.1 = call i32 %get(i32 %instance.name)
  %has.1 = icmp ne i32 %instance.1, 0
  br i1 %has.1, label %made, label %older
older:
  %instance.name.0 = ptrtoint [17 x i8]* @browser_instance_1_0 to i32
  %instance.0 = call i32 %get(i32 %instance.name.0)
  br label %made
made:
  %instance = phi i32 [ %instance.1, %module ], [ %instance.0, %older ]
  %messaging.name = ptrtoint [18 x i8]* @browser_messaging to i32
  %messaging = call i32 %get(i32 %messaging.name)
  %has.instance = icmp ne i32 %instance, 0
  br i1 %has.instance, label %create, label %loop
create:
  %create.p = inttoptr i32 %instance to i32*
  %create.i = load i32* %create.p, align 1
  %create.f = inttoptr i32 %create.i to i32 (i32, i32, i32, i32)*
  %none = ptrtoint [16 x i8]* @browser_event to i32
  %created = call i32 %create.f(i32 1, i32 0, i32 %none, i32 %none)
  %t1 = call i32 %told(i32 1, i32 %created)
  %is.created = icmp ne i32 %created, 0
  br i1 %is.created, label %show, label %end
show:
  %change.at = add i32 %instance, 8
  %change.p = inttoptr i32 %change.at to i32*
  %change.i = load i32* %change.p, align 1
  %change = inttoptr i32 %change.i to void (i32, i32)*
  %seen = call i32 %view()
  call void %change(i32 1, i32 %seen)
  br label %loop
loop:
  %event = ptrtoint [16 x i8]* @browser_event to i32
  %got = call i32 %next(i32 %event)
  %a.at = add i32 %event, 4
  %a.p = inttoptr i32 %a.at to i32*
  %a = load i32* %a.p, align 1
  %b.at = add i32 %event, 8
  %b.p = inttoptr i32 %b.at to i32*
  %b = load i32* %b.p, align 1
  %c.at = add i32 %event, 12
  %c.p = inttoptr i32 %c.at to i32*
  %c = load i32* %c.p, align 1
  switch i32 %got, label %end [
    i32 1, label %callback
    i32 2, label %message
  ]
callback:
  %function = inttoptr i32 %a to void (i32, i32)*
  call void %function(i32 %b, i32 %c)
  br label %loop
message:
  %has.messaging = icmp ne i32 %messaging, 0
  br i1 %has.messaging, label %deliver, label %lost
deliver:
  %handle.p = inttoptr i32 %messaging to i32*
  %handle.i = load i32* %handle.p, align 1
  %handle = inttoptr i32 %handle.i to void (i32, i32)*
  call void %handle(i32 %a, i32 %b)
  br label %loop
lost:
  %t2 = call i32 %told(i32 2, i32 0)
  br label %loop
end:
  %shutdown.at = add i32 %functions, 4
  %shutdown.p = inttoptr i32 %shutdown.at to i32*
  %shutdown.i = load i32* %shutdown.p, align 1
  %has.shutdown = icmp ne i32 %shutdown.i, 0
  br i1 %has.shutdown, label %close, label %over
close:
  %shutdown = inttoptr i32 %shutdown.i to void ()*
  call void %shutdown()
  br label %over
over:
  ret i32 0
}
