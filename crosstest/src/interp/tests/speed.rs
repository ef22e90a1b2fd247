//! A bound on the time of a run that no reasonable build misses: the figure itself is printed
//! (`--nocapture`).

use super::*;
use std::time::Instant;
use translator::ice::{BinOp, IntCond};

#[test]
fn millions_of_instructions_take_seconds_at_most() {
    let mut unit = Unit::default();
    let id = unit.define("hash", Type::I32, &[Type::I32], |b| {
        let (entry, head, done) = (b.current(), b.block(), b.block());
        let (zero, one, prime, size, mask) = (b.i32(0), b.i32(1), b.i32(0x0100_0193), b.i32(256), b.i32(0xfc));
        let table = b.alloca(size, 4);
        b.br(head);
        b.switch_to(head);
        let i = b.phi(Type::I32, &[]);
        let hash = b.phi(Type::I32, &[]);
        let mixed = b.binary(BinOp::Xor, hash, i);
        let next = b.binary(BinOp::Mul, mixed, prime);
        let offset = b.binary(BinOp::And, next, mask);
        let addr = b.binary(BinOp::Add, table, offset);
        b.store(next, addr);
        let back = b.load(Type::I32, addr);
        let more = b.binary(BinOp::Add, i, one);
        b.set_phi(i, &[(entry, zero), (head, more)]);
        b.set_phi(hash, &[(entry, one), (head, back)]);
        let again = b.icmp(IntCond::Ult, more, b.arg(0));
        b.cond_br(again, head, done);
        b.switch_to(done);
        b.ret(Some(back));
    });
    let mut interp = unit.interp();
    let rounds = 300_000;
    let mut thread = interp.spawn(interp.func_address(id), &[Value::new(Type::I32, rounds)], Type::I32).unwrap();
    let (start, mut fuel) = (Instant::now(), 100_000_000);
    assert_eq!(interp.run(&mut thread, &mut fuel), Stop::Returned);
    let (seconds, spent) = (start.elapsed().as_secs_f64(), 100_000_000 - fuel);
    println!("{spent} instructions, {:.1} million a second", spent as f64 / seconds / 1e6);
    let expected = (0..rounds as u32).fold(1u32, |hash, i| (hash ^ i).wrapping_mul(0x0100_0193));
    assert_eq!(interp.result(&thread), Some(Value::new(Type::I32, u128::from(expected))));
    assert!(seconds < 20.0, "{seconds} s");
}
