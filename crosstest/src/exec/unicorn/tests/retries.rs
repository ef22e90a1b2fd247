//! Exclusive stores that the executor makes fail: atomics are done once all the same, in the end.

use translator::driver::{translate, translate_runtime};
use translator::options::{OptLevel, Options};

use super::*;
use crate::load::{Bases, Input, link};

/// The cell's value after the sum, and how many instructions' worth of blocks a run entered.
fn sum<I: Isa>(fail_stores: bool, opt: OptLevel) -> (u128, u64) {
    let text = "@cell = global [4 x i8] c\"\\05\\00\\00\\00\", align 4
        declare i32 @llvm.nacl.atomic.rmw.i32(i32, i32*, i32, i32)
        define i32 @f(i32 %x) {
          %p = bitcast [4 x i8]* @cell to i32*
          %a = call i32 @llvm.nacl.atomic.rmw.i32(i32 1, i32* %p, i32 %x, i32 6)
          %b = call i32 @llvm.nacl.atomic.rmw.i32(i32 1, i32* %p, i32 %x, i32 6)
          %r = add i32 %a, %b
          ret i32 %r
        }";
    let options = Options::new(I::NAME, opt);
    let (object, runtime) = (translate(text.as_bytes(), &options).unwrap(), translate_runtime(&options).unwrap());
    let bases = Bases { text: TEXT, rodata: 0x1000_0000, data: DATA, bss: 0x1200_0000, other: 0x0800_0000 };
    let inputs = [Input { name: "f.o", bytes: &object }, Input { name: "rt.o", bytes: &runtime }];
    let image = Arc::new(link(I::NAME, &inputs, &bases, &crate::exec::builtin).unwrap());
    let config = Config { stack_size: PAGE_SIZE, fail_stores, ..Config::default() };
    let mut engine = Executor::<I>::new(Arc::clone(&image), config).unwrap();
    // A second image takes the hooks of the first away, and gets its own.
    engine.reset(Arc::clone(&image)).unwrap();
    let mut thread = engine.spawn(image.symbol("f").unwrap(), &[i32(3)], Type::I32).unwrap();
    let mut fuel = 1000;
    assert_eq!(engine.run(&mut thread, &mut fuel), Stop::Returned);
    assert_eq!(engine.result(&thread), Some(i32(5 + 8)));
    (engine.cpu.read_le(image.symbol("cell").unwrap(), 4).unwrap(), 1000 - fuel)
}

#[test]
fn a_store_that_fails_is_tried_again() {
    fn check<I: Isa>() {
        for opt in OptLevel::ALL {
            let (plain, retried) = (sum::<I>(false, opt), sum::<I>(true, opt));
            assert_eq!((plain.0, retried.0), (11, 11), "{} {opt}", I::NAME);
            assert!(retried.1 > plain.1, "{} {opt}: {} blocks, {} with retries", I::NAME, plain.1, retried.1);
        }
    }
    check::<Arm32>();
    check::<Mips32>();
}
