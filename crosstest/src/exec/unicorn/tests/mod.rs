//! Runs of small programs: hand-assembled ones ([`raw`]), so that something always runs, and
//! compiled ones ([`gcc`]); random sequences of mappings ([`memory`]); atomics that are disturbed
//! ([`store_conditional`], [`wide_atomics`], [`interference`], [`retries`]).

mod gcc;
mod interference;
mod memory;
mod raw;
mod retries;
mod store_conditional;
mod wide_atomics;

use std::sync::Arc;

use super::*;
use crate::load::{Access, Chunk, Segment, Symbol};

const TEXT: u32 = 0x2_0000;
const DATA: u32 = 0x1100_0000;

/// An image of code at [`TEXT`] and a zeroed page at [`DATA`].
fn image(code: &[u8]) -> Arc<Image> {
    let text = Segment { addr: TEXT, len: PAGE_SIZE, access: Access::READ_EXECUTE };
    let data = Segment { addr: DATA, len: PAGE_SIZE, access: Access::READ_WRITE };
    let symbol = Symbol { name: "entry".into(), addr: TEXT, size: code.len() as u32, object: 0, global: true };
    Arc::new(Image::new(vec![text, data], vec![Chunk { addr: TEXT, bytes: code.to_vec() }], vec![symbol]))
}

/// An engine with small stacks.
fn executor<I: Isa>(image: Arc<Image>) -> Executor<I> {
    Executor::new(image, Config { stack_size: PAGE_SIZE, ..Config::default() }).unwrap()
}

/// Runs a function to its first stop, with plenty of fuel.
fn run<I: Isa>(engine: &mut Executor<I>, entry: u32, args: &[Value], result: Type) -> (Thread, Stop) {
    let mut thread = engine.spawn(entry, args, result).unwrap();
    let stop = engine.run(&mut thread, &mut 10_000_000);
    (thread, stop)
}

/// What a function returns.
fn call<I: Isa>(engine: &mut Executor<I>, entry: u32, args: &[Value], result: Type) -> Option<Value> {
    let (thread, stop) = run(engine, entry, args, result);
    assert_eq!(stop, Stop::Returned);
    engine.result(&thread)
}

/// The message of the trap that a function ends in.
fn trap<I: Isa>(engine: &mut Executor<I>, entry: u32, args: &[Value]) -> String {
    match run(engine, entry, args, Type::Void).1 {
        Stop::Trapped(message) => message,
        other => panic!("{other:?} where a trap was expected"),
    }
}

fn i32(value: i32) -> Value {
    Value::new(Type::I32, u128::from(value as u32))
}

fn i64(value: i64) -> Value {
    Value::new(Type::I64, u128::from(value as u64))
}

fn f32(value: f32) -> Value {
    Value::new(Type::F32, u128::from(value.to_bits()))
}

fn f64(value: f64) -> Value {
    Value::new(Type::F64, u128::from(value.to_bits()))
}
