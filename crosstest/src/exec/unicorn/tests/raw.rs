//! Hand-assembled programs. Code that both modes understand is written once.

use super::*;

/// The code that loads the 32-bit word at an address into eax: a byte more in 64-bit mode.
fn load_eax(wide: bool, addr: u32) -> Vec<u8> {
    let opcode: &[u8] = if wide { &[0x8b, 0x04, 0x25] } else { &[0x8b, 0x05] };
    [opcode, &addr.to_le_bytes()].concat()
}

/// `mov eax, target; call rax` (`call eax`).
fn call_to(target: u32) -> Vec<u8> {
    [&[0xb8][..], &target.to_le_bytes(), &[0xff, 0xd0]].concat()
}

/// The message of the trap that code ends in, in both modes.
fn traps(code: &[u8]) -> [String; 2] {
    [trap(&mut executor::<X8632>(image(code)), TEXT, &[]), trap(&mut executor::<X8664>(image(code)), TEXT, &[])]
}

#[test]
fn a_function_returns_42() {
    let code = [0xb8, 42, 0, 0, 0, 0xc3]; // mov eax, 42; ret
    assert_eq!(call(&mut executor::<X8632>(image(&code)), TEXT, &[], Type::I32), Some(i32(42)));
    assert_eq!(call(&mut executor::<X8664>(image(&code)), TEXT, &[], Type::I32), Some(i32(42)));
}

#[test]
fn traps_tell_what_and_where() {
    for message in traps(&[0x90, 0x0f, 0x0b]) {
        assert!(message.starts_with("invalid or trapping instruction at 0x00020001 (entry+0x1), code 0f 0b cc"), "{message}");
    }
    for message in traps(&[0x31, 0xc9, 0x31, 0xc0, 0xf7, 0xf9]) {
        assert!(message.starts_with("divide error (0) at 0x00020004 (entry+0x4)"), "{message}");
    }
    for message in traps(&[0xcc]) {
        assert!(message.starts_with("breakpoint (3)"), "{message}");
    }
    for message in traps(&[0xf4]) {
        assert!(message.starts_with("halted"), "{message}");
    }
}

/// Code that runs off its end, or jumps behind it, does not run through zeros to the end of the
/// page: Unicorn 2.1.5 crashes on a line of more than some 350 MIPS instructions.
#[test]
fn code_that_runs_astray_traps() {
    fn astray<I: Isa>(code: &[u8]) {
        for entry in [TEXT, TEXT + 0x100, TEXT + PAGE_SIZE - 0x800, READ_TP + 0x40] {
            let config = Config { metered: true, stack_size: PAGE_SIZE, ..Config::default() };
            let mut engine = Executor::<I>::new(image(code), config).unwrap();
            let mut thread = engine.spawn(entry, &[], Type::Void).unwrap();
            let stop = engine.run(&mut thread, &mut 1000);
            assert!(matches!(stop, Stop::Trapped(_)), "{} at {entry:#x}: {stop:?}", I::ISA);
        }
    }
    astray::<X8632>(&[0x90; 8]);
    astray::<X8664>(&[0x90; 8]);
    astray::<Arm32>(&0xe320_f000_u32.to_le_bytes().repeat(8));
    astray::<Mips32>(&[0; 32]);
    // A nop moved to a trampoline, with the rest of that page behind it.
    astray::<Mips32>(&[0; 2048]);
}

/// Unicorn 2.1.5 goes on to the end of the basic block after an instruction whose write it refuses,
/// if that is a call of a helper function of its own: `swl`, `lock cmpxchg8b`.
#[test]
fn nothing_is_written_behind_a_refused_write() {
    fn refused<I: Isa>(code: &[u8]) -> String {
        let mut engine = executor::<I>(image(code));
        let message = trap(&mut engine, TEXT, &[]);
        assert_eq!((engine.read_u32(DATA), engine.read_u32(DATA + 4)), (Ok(7), Ok(0)));
        message
    }
    let code: [u32; 7] = [
        0x3c09_0000 | DATA >> 16, // lui t1, DATA
        0x340a_0007,              // ori t2, zero, 7
        0xad2a_0000,              // sw t2, 0(t1)
        0xa80a_0003,              // swl t2, 3(zero)
        0xad2a_0004,              // sw t2, 4(t1)
        0x03e0_0008,              // jr ra
        0,                        // nop
    ];
    let message = refused::<Mips32>(code.map(u32::to_le_bytes).as_flattened());
    assert!(message.starts_with("write of unmapped address 0x0000000"), "{message}");
    assert!(message.contains("at 0x0002000c (entry+0xc), code 03 00 0a a8"), "{message}");
    let store = |addr: u32| [&[0xc7, 0x05][..], &addr.to_le_bytes(), &7_u32.to_le_bytes()].concat(); // mov dword ptr [addr], 7
    let exchange = |addr: u32| [&[0xf0, 0x0f, 0xc7, 0x0d][..], &addr.to_le_bytes()].concat(); // lock cmpxchg8b qword ptr [addr]
    for (addr, what) in [(TEXT, "write of protected address 0x00020000"), (0, "read of unmapped address 0x00000000")] {
        let message = refused::<X8632>(&[&store(DATA)[..], &exchange(addr), &store(DATA + 4), &[0xc3]].concat());
        assert!(message.starts_with(what) && message.contains("at 0x0002000a (entry+0xa), code f0 0f c7"), "{message}");
    }
}

#[test]
fn a_jump_to_an_odd_address_harms_no_later_program() {
    let code: [u32; 5] = [
        0x27bd_fff8, // addiu sp, sp, -8
        0xafbf_0004, // sw ra, 4(sp)
        0x2419_01e2, // addiu t9, zero, 482
        0x0320_f809, // jalr t9
        0,           // nop
    ];
    let odd = image(code.map(u32::to_le_bytes).as_flattened());
    let config = Config { metered: true, stack_size: PAGE_SIZE, ..Config::default() };
    let mut engine = Executor::<Mips32>::new(Arc::clone(&odd), config).unwrap();
    for round in 0..4 {
        let message = trap(&mut engine, TEXT, &[]);
        assert!(message.starts_with("misaligned load"), "{message}");
        if round < 2 { engine.rewind().unwrap() } else { engine.reset(Arc::clone(&odd)).unwrap() }
    }
}

#[test]
fn memory_faults_tell_the_address() {
    let store = [&[0x90, 0xb8][..], &0x0badu32.to_le_bytes(), &[0x89, 0x00]].concat(); // nop; mov eax, 0xbad; mov [eax], eax
    for message in traps(&store) {
        assert!(message.starts_with("write of unmapped address 0x00000bad at 0x00020006 (entry+0x6), code 89 00"), "{message}");
    }
    let own = [&[0xb8][..], &TEXT.to_le_bytes(), &[0x89, 0x00]].concat();
    for message in traps(&own) {
        assert!(message.starts_with("write of protected address 0x00020000 at 0x00020005"), "{message}");
    }
    let slot = [&[0xb8][..], &TP_SLOT.to_le_bytes(), &[0x89, 0x00]].concat();
    for message in traps(&slot) {
        assert!(message.starts_with("write of protected"), "{message}");
    }
    for message in traps(&call_to(DATA)) {
        assert!(message.starts_with("execution of protected address 0x11000000"), "{message}");
    }
    for message in traps(&call_to(0x5000_0000)) {
        assert!(message.starts_with("execution of unmapped address 0x50000000"), "{message}");
    }
    // The last bytes of the mapped code run into the next page.
    let mut code = vec![0x90; PAGE_SIZE as usize];
    code[0..5].copy_from_slice(&[0xe9, 0xf9, 0xff, 0x00, 0x00]); // jmp to the last two bytes of the page
    code[PAGE_SIZE as usize - 2..].copy_from_slice(&[0xb8, 0x01]);
    for message in traps(&code) {
        assert!(message.starts_with("execution of unmapped address 0x00030000"), "{message}");
    }
}

#[test]
fn the_stack_ends_in_a_guard_page() {
    // push rax; jmp back
    for message in traps(&[0x50, 0xeb, 0xfd]) {
        let guard = STACK_END - PAGE_SIZE;
        assert!(message.starts_with("write of unmapped address"), "{message}");
        let addr = message.split("0x").nth(1).and_then(|text| u32::from_str_radix(&text[..8], 16).ok()).unwrap();
        assert!(addr < guard && addr >= guard - 8, "{message}");
    }
}

const STACK_END: u32 = STACKS_END;

#[test]
fn an_endless_loop_uses_up_its_fuel() {
    fn check<I: Isa>() {
        let mut engine = executor::<I>(image(&[0xeb, 0xfe]));
        let mut thread = engine.spawn(TEXT, &[], Type::Void).unwrap();
        let mut fuel = 1000;
        assert_eq!(engine.run(&mut thread, &mut fuel), Stop::OutOfFuel);
        assert_eq!(fuel, 0);
        assert_eq!(engine.run(&mut thread, &mut fuel), Stop::OutOfFuel, "a thread without fuel stays where it is");
    }
    check::<X8632>();
    check::<X8664>();
}

#[test]
fn running_out_of_fuel_loses_nothing() {
    // xor eax, eax; mov ecx, 1000; L: inc-by-add eax, ecx; dec ecx (sub ecx, 1); jnz L; ret
    let code = [0x31, 0xc0, 0xb9, 0xe8, 3, 0, 0, 0x01, 0xc8, 0x83, 0xe9, 0x01, 0x75, 0xf9, 0xc3];
    fn check<I: Isa>(code: &[u8]) -> Vec<u64> {
        let mut used = Vec::new();
        for portion in [1, 7, 100_000] {
            let mut engine = executor::<I>(image(code));
            let mut thread = engine.spawn(TEXT, &[], Type::I32).unwrap();
            let mut total = 0;
            loop {
                let mut fuel = portion;
                let stop = engine.run(&mut thread, &mut fuel);
                total += portion - fuel;
                match stop {
                    Stop::OutOfFuel => assert_eq!(fuel, 0),
                    stop => break assert_eq!(stop, Stop::Returned),
                }
            }
            assert_eq!(engine.result(&thread), Some(i32(500_500)));
            used.push(total);
        }
        used
    }
    for used in [check::<X8632>(&code), check::<X8664>(&code)] {
        assert_eq!(used, [1001, 1001, 1001], "a block is entered once however often the thread is stopped before it");
    }
}

#[test]
fn unmetered_runs_use_no_fuel() {
    let config = Config { metered: false, stack_size: PAGE_SIZE, ..Config::default() };
    let mut engine = Executor::<X8664>::new(image(&[0xc3]), config).unwrap();
    let mut thread = engine.spawn(TEXT, &[], Type::Void).unwrap();
    let mut fuel = 0;
    assert_eq!((engine.run(&mut thread, &mut fuel), fuel), (Stop::Returned, 0));
}

#[test]
fn host_calls_take_arguments_and_give_results() {
    // 32-bit: push 7; mov eax, host; call eax; add esp, 4; lea eax, [eax+edx]; ret, on an aligned
    // stack.
    let code = [
        &[0x83, 0xec, 0x08, 0x6a, 0x07][..], // sub esp, 8; push 7
        &call_to(HostFunc(5).address()),
        &[0x83, 0xc4, 0x0c, 0x01, 0xd0, 0xc3],
    ]
    .concat();
    let mut engine = executor::<X8632>(image(&code));
    let (mut thread, stop) = run(&mut engine, TEXT, &[], Type::I32);
    assert_eq!(stop, Stop::HostCall(HostFunc(5)));
    assert_eq!(engine.call_args(&thread, &[Type::I32]), Ok(vec![i32(7)]));
    assert_eq!(engine.result(&thread), None);
    engine.finish_call(&mut thread, Some(i64(3 << 32 | 40)));
    assert_eq!(engine.run(&mut thread, &mut 100), Stop::Returned);
    assert_eq!(engine.result(&thread), Some(i32(43)));
    assert_eq!(engine.run(&mut thread, &mut 100), Stop::Returned, "an ended thread stays as it ended");

    // 64-bit: sub rsp, 8; mov edi, 7; call host; add rsp, 8; ret
    let code =
        [&[0x48, 0x83, 0xec, 0x08, 0xbf, 7, 0, 0, 0][..], &call_to(HostFunc(4095).address()), &[0x48, 0x83, 0xc4, 0x08, 0xc3]]
            .concat();
    let mut engine = executor::<X8664>(image(&code));
    let (mut thread, stop) = run(&mut engine, TEXT, &[], Type::I64);
    assert_eq!(stop, Stop::HostCall(HostFunc(4095)));
    assert_eq!(engine.call_args(&thread, &[Type::I32]), Ok(vec![i32(7)]));
    engine.finish_call(&mut thread, Some(i64(-5)));
    assert_eq!(engine.run(&mut thread, &mut 100), Stop::Returned);
    assert_eq!(engine.result(&thread), Some(i64(-5)));
}

#[test]
fn a_misaligned_stack_at_a_host_call_traps() {
    let code = [&[0x50][..], &call_to(HostFunc(1).address()), &[0x58, 0xc3]].concat(); // push; call; pop; ret
    let message = trap(&mut executor::<X8632>(image(&code)), TEXT, &[]);
    assert!(message.starts_with("misaligned stack pointer") && message.ends_with("host function 1"), "{message}");
    assert_eq!(run(&mut executor::<X8664>(image(&code)), TEXT, &[], Type::Void).1, Stop::HostCall(HostFunc(1)));
    let lenient = Config { check_stack: false, ..Config::default() };
    let mut engine = Executor::<X8632>::new(image(&code), lenient).unwrap();
    assert_eq!(run(&mut engine, TEXT, &[], Type::Void).1, Stop::HostCall(HostFunc(1)));
}

#[test]
fn a_read_below_the_stack_pointer_traps() {
    fn check<I: Isa>(below: &[u8], at: &[u8]) {
        let message = trap(&mut executor::<I>(image(below)), TEXT, &[]);
        assert!(message.contains("below the stack pointer"), "{message}");
        assert_eq!(run(&mut executor::<I>(image(at)), TEXT, &[], Type::Void).1, Stop::Returned);
        let lenient = Config { check_reads: false, ..Config::default() };
        let mut engine = Executor::<I>::new(image(below), lenient).unwrap();
        assert_eq!(run(&mut engine, TEXT, &[], Type::Void).1, Stop::Returned);
    }
    // mov eax, [sp - 8] and mov eax, [sp]; ret
    let x86: [&[u8]; 2] = [&[0x8b, 0x44, 0x24, 0xf8, 0xc3], &[0x8b, 0x04, 0x24, 0xc3]];
    check::<X8632>(x86[0], x86[1]);
    check::<X8664>(x86[0], x86[1]);
    let words = |words: [u32; 4]| words.map(u32::to_le_bytes).concat();
    // push {r1, r2}; ldr r0, [sp, #-4] or pop {r0, r3}; add or no-op; bx lr
    check::<Arm32>(
        &words([0xe51d_0004, 0xe1a0_0000, 0xe1a0_0000, 0xe12f_ff1e]),
        &words([0xe92d_0006, 0xe8bd_0009, 0xe1a0_0000, 0xe12f_ff1e]),
    );
    // addiu sp, sp, -8; lw v0, -4(sp) or lw v0, 0(sp); jr ra with addiu sp, sp, 8 in its delay slot
    let mips = |load: u32| words([0x27bd_fff8, load, 0x03e0_0008, 0x27bd_0008]);
    check::<Mips32>(&mips(0x8fa2_fffc), &mips(0x8fa2_0000));
}

#[test]
fn addresses_between_host_functions_trap() {
    for message in traps(&call_to(HostFunc(0).address() + 1)) {
        assert!(message.starts_with("execution of unmapped address 0x0d100001"), "{message}");
    }
}

#[test]
fn each_thread_has_its_own_thread_pointer() {
    fn check<I: Isa>() {
        let aligned: &[u8] = if I::NAME == options::Isa::X8664 { &[0x50] } else { &[0x83, 0xec, 0x0c] };
        let restore: &[u8] = if I::NAME == options::Isa::X8664 { &[0x59] } else { &[0x83, 0xc4, 0x0c] };
        // Yield to the host, then read the thread pointer.
        let code = [
            aligned,
            &call_to(HostFunc(0).address()),
            &call_to(crate::exec::builtin("__nacl_read_tp").unwrap()),
            restore,
            &[0xc3],
        ];
        let mut engine = executor::<I>(image(&code.concat()));
        let mut threads = Vec::new();
        for number in 0..3 {
            let mut thread = engine.spawn(TEXT, &[], Type::I32).unwrap();
            engine.set_thread_pointer(&mut thread, 100 + number);
            assert_eq!(engine.run(&mut thread, &mut 100), Stop::HostCall(HostFunc(0)));
            threads.push(thread);
        }
        for (number, thread) in threads.iter_mut().enumerate().rev() {
            assert_eq!(engine.thread_pointer(thread), 100 + number as u32);
            engine.finish_call(thread, None);
        }
        for (number, thread) in threads.iter_mut().enumerate() {
            assert_eq!(engine.run(thread, &mut 100), Stop::Returned);
            assert_eq!(engine.result(thread), Some(i32(100 + number as i32)));
        }
    }
    check::<X8632>();
    check::<X8664>();
}

#[test]
fn guest_memory_obeys_its_rights() {
    use crate::guest::Rights as R;
    let heap = 0x2000_0000;
    let mut engine = executor::<X8632>(image(&[load_eax(false, heap + PAGE_SIZE), vec![0xc3]].concat()));
    assert!(engine.map(heap + 1, PAGE_SIZE, R::Read).is_err());
    assert!(engine.map(STACKS_BASE - PAGE_SIZE, 2 * PAGE_SIZE, R::Read).is_err());
    assert!(engine.map(0x8000_0000, PAGE_SIZE, R::Read).is_err());
    engine.map(heap, 4 * PAGE_SIZE, R::ReadWrite).unwrap();
    engine.write_u32(heap + 2 * PAGE_SIZE - 2, 0x1234_5678).unwrap();
    assert_eq!(engine.write(heap + 4 * PAGE_SIZE - 2, &[1; 4]), Err(Fault { addr: heap + 4 * PAGE_SIZE, write: true }));
    engine.protect(heap + PAGE_SIZE, PAGE_SIZE, R::Read);
    assert_eq!(engine.read_u32(heap + 2 * PAGE_SIZE - 2), Ok(0x1234_5678), "protecting keeps the content");
    assert_eq!(engine.write(heap + PAGE_SIZE, &[1]), Err(Fault { addr: heap + PAGE_SIZE, write: true }));
    engine.unmap(heap + 2 * PAGE_SIZE, PAGE_SIZE);
    assert_eq!(engine.read_u32(heap + 2 * PAGE_SIZE - 2), Err(Fault { addr: heap + 2 * PAGE_SIZE, write: false }));
    assert_eq!(call(&mut engine, TEXT, &[], Type::I32), Some(i32(0)));
    engine.protect(heap, 8 * PAGE_SIZE, R::None);
    assert!(trap(&mut engine, TEXT, &[]).starts_with("read of unmapped address 0x20010000"));
    assert!(engine.read_u32(heap + 2 * PAGE_SIZE - 2).is_err());
    engine.protect(heap, 2 * PAGE_SIZE, R::Read);
    assert_eq!(call(&mut engine, TEXT, &[], Type::I32), Some(i32(0)));
    assert_eq!(engine.read(heap + 2 * PAGE_SIZE - 2, &mut [0; 2]), Ok(()));
    engine.protect(heap, 8 * PAGE_SIZE, R::ReadWrite);
    assert_eq!(
        engine.read_u32(heap + 2 * PAGE_SIZE - 4).map(|word| word >> 16),
        Ok(0x5678),
        "content outlives a time without access"
    );
    engine.unmap(0, u32::MAX);
    assert!(trap(&mut engine, TEXT, &[]).starts_with("execution of unmapped"));
    assert!(engine.write_u32(TP_SLOT, 1).is_err());
}

#[test]
fn memory_runs_out_cleanly() {
    let config = Config { memory_limit: 0x0c00_0000, stack_size: PAGE_SIZE, ..Config::default() };
    let mut engine = Executor::<X8664>::new(image(&[0xc3]), config).unwrap();
    assert!(engine.map(0x2000_0000, 0x1000_0000, crate::guest::Rights::ReadWrite).unwrap_err().contains("out of memory"));
    engine.map(0x2000_0000, 0x0800_0000, crate::guest::Rights::ReadWrite).unwrap();
}

#[test]
fn a_thread_can_run_on_a_stack_of_the_guest() {
    let heap = 0x2000_0000;
    let store = |wide: bool| {
        let opcode: &[u8] = if wide { &[0x89, 0x24, 0x25] } else { &[0x89, 0x25] };
        [opcode, &DATA.to_le_bytes(), &[0xc3]].concat() // mov [DATA], esp; ret
    };
    fn check<I: Isa>(code: &[u8], heap: u32, slot: u32) {
        let mut engine = executor::<I>(image(code));
        engine.map(heap, PAGE_SIZE, GuestRights::ReadWrite).unwrap();
        let mut thread = engine.spawn_on_stack(TEXT, heap + 0x1008).unwrap();
        assert_eq!(engine.run(&mut thread, &mut 10), Stop::Returned);
        assert_eq!(engine.read_u32(DATA), Ok(heap + 0x1000 - slot), "the stack is aligned before the call");
        assert!(engine.spawn_on_stack(TEXT, heap).is_err());
        assert!(engine.spawn_on_stack(TEXT, 4).is_err());
    }
    check::<X8632>(&store(false), heap, 4);
    check::<X8664>(&store(true), heap, 8);
}

#[test]
fn a_reused_stack_is_clean() {
    // mov eax, [sp - 64]; mov dword [sp - 64], 7; ret
    let narrow = [0x8b, 0x44, 0x24, 0xc0, 0xc7, 0x44, 0x24, 0xc0, 7, 0, 0, 0, 0xc3];
    // What lies below the stack pointer is what this is about.
    let config = Config { stack_size: PAGE_SIZE, check_reads: false, ..Config::default() };
    let mut engine = Executor::<X8632>::new(image(&narrow), config).unwrap();
    for _ in 0..3 {
        assert_eq!(call(&mut engine, TEXT, &[], Type::I32), Some(i32(0)));
    }
}

#[test]
fn stacks_run_out_cleanly() {
    let config = Config { stack_size: 0x0400_0000, ..Config::default() };
    let mut engine = Executor::<X8632>::new(image(&[0xc3]), config).unwrap();
    let threads: Vec<_> = (0..8).map_while(|_| engine.spawn(TEXT, &[], Type::Void).ok()).collect();
    assert_eq!(threads.len(), 3);
    drop(threads);
    assert!(engine.spawn(TEXT, &[], Type::Void).is_ok());
    let vectors = vec![Value::new(Type::V4I32, 1); 0x1_0000];
    assert!(executor::<X8632>(image(&[0xc3])).spawn(TEXT, &vectors, Type::Void).is_err(), "arguments beyond the stack");
}

#[test]
fn a_reset_engine_runs_the_new_image() {
    let mut engine = executor::<X8664>(image(&[0xb8, 1, 0, 0, 0, 0xc3]));
    engine.map(0x2000_0000, PAGE_SIZE, GuestRights::ReadWrite).unwrap();
    for number in 1..5u8 {
        assert_eq!(call(&mut engine, TEXT, &[], Type::I32), Some(i32(i32::from(number))));
        engine.write_u32(DATA, 5).unwrap();
        engine.reset(image(&[0xb8, number + 1, 0, 0, 0, 0xc3])).unwrap();
        assert_eq!(engine.read_u32(DATA), Ok(0));
        assert!(engine.read_u32(0x2000_0000).is_err());
    }
}

#[test]
fn a_rewound_engine_has_the_images_memory_again() {
    // mov ecx, DATA+0x10; mov eax, [rcx]; add dword [rcx], 5; add dword [rcx+0x20], 5; ret: the
    // first word lies in a chunk
    let code = [&[0xb9][..], &(DATA + 16).to_le_bytes(), &[0x8b, 1, 0x83, 1, 5, 0x83, 0x41, 0x20, 5, 0xc3]].concat();
    let mut built = Image::clone(&image(&code));
    built.chunks.push(Chunk { addr: DATA + 14, bytes: vec![0, 0, 7, 0, 0, 0] });
    let mut engine = executor::<X8664>(Arc::new(built));
    for map in [false, true, false] {
        assert_eq!(call(&mut engine, TEXT, &[], Type::I32), Some(i32(7)));
        assert_eq!(call(&mut engine, TEXT, &[], Type::I32), Some(i32(12)));
        if map {
            engine.map(0x2000_0000, PAGE_SIZE, GuestRights::ReadWrite).unwrap();
            engine.protect(DATA, PAGE_SIZE, GuestRights::Read);
        }
        engine.rewind().unwrap();
        assert_eq!((engine.read_u32(DATA + 16), engine.read_u32(DATA + 48)), (Ok(7), Ok(0)));
        assert!(engine.read_u32(0x2000_0000).is_err());
    }
}

#[test]
#[should_panic(expected = "an earlier image")]
fn a_thread_from_before_a_rewind_is_refused() {
    let mut engine = executor::<X8664>(image(&[0xc3]));
    let mut thread = engine.spawn(TEXT, &[], Type::Void).unwrap();
    engine.rewind().unwrap();
    engine.run(&mut thread, &mut 1);
}

#[test]
fn control_registers_are_as_the_abi_says() {
    // mov edx, DATA; fnstcw [rdx]; stmxcsr [rdx+4]; fnstenv [rdx+16]; ret
    let code = [&[0xba][..], &DATA.to_le_bytes(), &[0xd9, 0x3a, 0x0f, 0xae, 0x5a, 0x04, 0xd9, 0x72, 0x10, 0xc3]].concat();
    fn check<I: Isa>(code: &[u8]) {
        let mut engine = executor::<I>(image(code));
        call(&mut engine, TEXT, &[], Type::Void);
        let words = [0, 4, 24].map(|offset| engine.read_u32(DATA + offset).unwrap() & 0xffff);
        assert_eq!(words, [0x37f, 0x1f80, 0xffff], "x87 control, SSE control, x87 tags");
    }
    check::<X8632>(&code);
    check::<X8664>(&code);
    // With the result of a host call on the x87 stack: sub esp, 12; call host; the code above; add
    // esp, 12.
    let code = [&[0x83, 0xec, 0x0c][..], &call_to(HostFunc(0).address()), &code[..14], &[0x83, 0xc4, 0x0c, 0xc3]].concat();
    let mut engine = executor::<X8632>(image(&code));
    let (mut thread, _) = run(&mut engine, TEXT, &[], Type::F64);
    engine.finish_call(&mut thread, Some(f64(1.5)));
    assert_eq!(engine.run(&mut thread, &mut 100), Stop::Returned);
    let (status, tags) = (engine.read_u32(DATA + 20).unwrap(), engine.read_u32(DATA + 24).unwrap());
    assert_eq!((status >> 11 & 7, tags & 0xffff), (7, 0x3fff), "one register in use");
}

#[test]
fn a_float_result_of_a_host_call_lies_on_the_x87_stack() {
    // sub esp, 12; call host; fadd st, st(0); add esp, 12; ret
    let code = [&[0x83, 0xec, 0x0c][..], &call_to(HostFunc(0).address()), &[0xd8, 0xc0, 0x83, 0xc4, 0x0c, 0xc3]].concat();
    for (ty, result, doubled) in [(Type::F64, f64(1.1), f64(2.2)), (Type::F32, f32(1.1), f32(2.2))] {
        let mut engine = executor::<X8632>(image(&code));
        let (mut thread, _) = run(&mut engine, TEXT, &[], ty);
        engine.finish_call(&mut thread, Some(result));
        assert_eq!(engine.run(&mut thread, &mut 100), Stop::Returned);
        assert_eq!(engine.result(&thread), Some(doubled));
    }
}

#[test]
fn vectors_travel_in_registers_and_on_the_stack() {
    // 32-bit: the fifth vector lies above the fourth, which lies above an int at the lowest slot,
    // 16-aligned. movdqu xmm0, [esp+4+32]; ret
    let code = [0xf3, 0x0f, 0x6f, 0x44, 0x24, 0x24, 0xc3];
    let mut engine = executor::<X8632>(image(&code));
    let vector = |number: u128| Value::new(Type::V16I8, number << 100 | number);
    let args = [i32(1), vector(1), vector(2), vector(3), vector(4), vector(5), i32(2)];
    assert_eq!(call(&mut engine, TEXT, &args, Type::V16I8), Some(vector(5)));
    // movdqa xmm0, xmm2; ret
    let mut engine = executor::<X8632>(image(&[0x66, 0x0f, 0x6f, 0xc2, 0xc3]));
    assert_eq!(call(&mut engine, TEXT, &args, Type::V16I8), Some(vector(3)));
    // A truth vector: pmovmskb eax, xmm1; ret
    let mut engine = executor::<X8664>(image(&[0x66, 0x0f, 0xd7, 0xc1, 0xc3]));
    let args = [f64(0.0), Value::new(Type::V4I1, 0b0101)];
    assert_eq!(call(&mut engine, TEXT, &args, Type::I32), Some(i32(0x0f0f)));
    // pcmpeqd xmm0, xmm0; ret
    let mut engine = executor::<X8664>(image(&[0x66, 0x0f, 0x76, 0xc0, 0xc3]));
    assert_eq!(call(&mut engine, TEXT, &[], Type::V8I1), Some(Value::new(Type::V8I1, 0xff)));
}

#[test]
fn denormals_are_kept() {
    // cvtss2sd xmm0, xmm0; mulsd xmm0, xmm1; cvtsd2ss xmm0, xmm0; mulss xmm0, xmm2; ret: a denormal
    // float times one
    let code = [0xf3, 0x0f, 0x5a, 0xc0, 0xf2, 0x0f, 0x59, 0xc1, 0xf2, 0x0f, 0x5a, 0xc0, 0xf3, 0x0f, 0x59, 0xc2, 0xc3];
    let mut engine = executor::<X8664>(image(&code));
    assert_eq!(call(&mut engine, TEXT, &[f32(1e-40), f64(0.5), f32(1.0)], Type::F32), Some(f32(5e-41)));
}

#[test]
#[should_panic(expected = "another engine")]
fn a_thread_of_another_engine_is_refused() {
    let mut thread = executor::<X8664>(image(&[0xc3])).spawn(TEXT, &[], Type::Void).unwrap();
    executor::<X8664>(image(&[0xc3])).run(&mut thread, &mut 1);
}

/// Unicorn 2.1.5 sets one lane in 64 bits if it finds out behind a conditional instruction what the
/// register holds, which is written again before the block ends.
#[test]
fn every_lane_is_set_from_a_register_that_holds_a_constant() {
    for (vdup, lanes) in
        [(0xeee0_0b10_u32, u64::MAX / 0xff), (0xeea0_0b30, u64::MAX / 0xffff), (0xeea0_0b10, u64::MAX / 0xffff_ffff)]
    {
        let code: [u32; 7] = [
            0xe3a0_0000, // mov r0, #0
            0xe3a0_1001, // mov r1, #1
            0xe311_0001, // tst r1, #1
            0x13a0_0003, // movne r0, #3
            vdup,        // vdup.N q0, r0
            0xe3a0_0001, // mov r0, #1
            0xe12f_ff1e, // bx lr
        ];
        let mut engine = executor::<Arm32>(image(code.map(u32::to_le_bytes).as_flattened()));
        let expected = u128::from(3 * lanes) << 64 | u128::from(3 * lanes);
        assert_eq!(call(&mut engine, TEXT, &[], Type::V4I32), Some(Value::new(Type::V4I32, expected)), "{vdup:#x}");
    }
}
