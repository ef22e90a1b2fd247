//! Numbers that are put together of pieces in memory, and numbers that are stored piece by piece: the lowest piece first in memory or
//! last, in any order of instructions, and each also with one thing that forbids to make one access of them.

use translator::ice::{BinOp, CastOp, FunctionBuilder, Global, Type, Value};

use super::Made;
use super::make::{Maker, Random};
use crate::case::Case;
use crate::value;

/// Bytes of memory that each twist reads or writes.
const ROOM: i32 = 32;

/// Part of a number: how many bytes, from which bit on, and where they lie.
#[derive(Copy, Clone)]
struct Piece {
    bytes: u32,
    shift: u32,
    offset: i32,
}

/// What is different from pieces that lie side by side.
#[derive(Copy, Clone, PartialEq, Debug)]
enum Twist {
    Nothing,
    /// The last piece lies a byte further.
    Offset,
    /// The last piece belongs a byte further up.
    Shift,
    /// The sign of the highest piece, or of the lowest one, counts.
    HighSign,
    LowSign,
    /// There is no second piece.
    Missing,
    /// A piece is used otherwise, too.
    Twice,
    /// Something is written, or read, between.
    Between,
    /// A piece is somewhere else.
    Elsewhere,
}

const TWISTS: [Twist; 9] = [
    Twist::Nothing,
    Twist::Offset,
    Twist::Shift,
    Twist::HighSign,
    Twist::LowSign,
    Twist::Missing,
    Twist::Twice,
    Twist::Between,
    Twist::Elsewhere,
];

/// The suite's modules.
pub fn made() -> Vec<Made> {
    let one = |what: &str, ty: Type, make: fn(Type, String) -> Result<Case, String>| {
        let name = format!("{what} of {ty}");
        Made::new(name.clone(), move || make(ty, format!("memory/{name}")))
    };
    let both = |ty| [one("pieces loaded", ty, loads), one("pieces stored", ty, stores)];
    [Type::I32, Type::I64].into_iter().flat_map(both).collect()
}

/// The pieces of numbers that have at most so many bits: all of one size, in both directions, and some of several sizes.
fn numbers(bits: u32) -> Vec<Vec<Piece>> {
    let mut all = Vec::new();
    for whole in [2, 4, 8].into_iter().filter(|whole| 8 * whole <= bits) {
        for bytes in [1, 2, 4].into_iter().filter(|&bytes| bytes < whole) {
            let piece = |at: u32, place: u32| Piece { bytes, shift: 8 * bytes * at, offset: (bytes * place) as i32 };
            let count = whole / bytes;
            all.push((0..count).map(|at| piece(at, at)).collect());
            all.push((0..count).map(|at| piece(at, count - 1 - at)).collect());
        }
    }
    let mixed = |sizes: &[u32]| {
        let mut end = 0;
        let piece = |&bytes: &u32| {
            end += bytes;
            Piece { bytes, shift: 8 * (end - bytes), offset: (end - bytes) as i32 }
        };
        sizes.iter().map(piece).collect::<Vec<_>>()
    };
    all.extend([mixed(&[2, 1, 1]), mixed(&[1, 2, 1])]);
    if bits == 64 {
        all.extend([mixed(&[4, 2, 1, 1]), mixed(&[1, 1, 2, 4]), mixed(&[2, 4, 2])]);
    }
    all
}

/// The same with what a twist does to pieces.
fn twisted(mut pieces: Vec<Piece>, twist: Twist) -> Vec<Piece> {
    let last = pieces.last_mut().expect("there are several");
    match twist {
        Twist::Offset => last.offset += 1,
        Twist::Shift => last.shift = (last.shift + 8) % 32,
        Twist::Missing => drop(pieces.remove(1)),
        _ => {}
    }
    pieces
}

/// Any order of what a slice has.
fn shuffle<T>(items: &mut [T], random: &mut Random) {
    (1..items.len()).for_each(|index| items.swap(index, random.below(index + 1)));
}

fn integer(bytes: u32) -> Type {
    match bytes {
        1 => Type::I8,
        2 => Type::I16,
        4 => Type::I32,
        _ => unreachable!("no such piece"),
    }
}

fn add(b: &mut FunctionBuilder<'_>, base: Value, offset: i32) -> Value {
    let offset_value = b.i32(offset);
    if offset == 0 { base } else { b.binary(BinOp::Add, base, offset_value) }
}

fn number(b: &mut FunctionBuilder<'_>, ty: Type, number: u32) -> Value {
    if ty == Type::I64 { b.i64(number.into()) } else { b.i32(number as i32) }
}

/// A module with a function for each number, which has all twists of it, one after the other.
fn module(
    ty: Type,
    name: String,
    params: [Type; 2],
    calls: [[u64; 2]; 2],
    one: impl Fn(&mut Twisted<'_, '_>),
) -> Result<Case, String> {
    let (mut maker, mut random) = (Maker::default(), Random(u64::from(ty.bits())));
    let all = ROOM as u32 * TWISTS.len() as u32;
    let globals = ["memory", "other"].map(|name| maker.buffer(name, all, true));
    for (index, pieces) in numbers(ty.bits()).into_iter().enumerate() {
        let func = maker.func(&format!("number{index}"), Type::I64, &params, |b| {
            let mut sum = b.i64(0);
            for (at, twist) in TWISTS.into_iter().enumerate() {
                let (pieces, start) = (twisted(pieces.clone(), twist), at as i32 * ROOM);
                let mut twisted = Twisted { b: &mut *b, ty, globals, pieces, twist, start, sum, random: &mut random };
                one(&mut twisted);
                sum = twisted.sum;
            }
            b.ret(Some(sum));
        });
        for call in calls {
            let value = |(ty, bits): (Type, u64)| value::Value::new(ty, u128::from(bits) & (u128::MAX >> (128 - ty.bits())));
            maker.call(func, params.into_iter().zip(call).map(value).collect());
        }
    }
    maker.finish(name)
}

/// A number with a twist, in a function.
struct Twisted<'b, 'm> {
    b: &'b mut FunctionBuilder<'m>,
    /// The number's type.
    ty: Type,
    globals: [Global; 2],
    pieces: Vec<Piece>,
    twist: Twist,
    /// Where this twist's memory begins in the globals.
    start: i32,
    /// What all results so far come to.
    sum: Value,
    random: &'b mut Random,
}

impl Twisted<'_, '_> {
    fn highest(&self) -> usize {
        self.pieces.len() - 1
    }

    /// The pieces, in any order.
    fn order(&mut self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.pieces.len()).collect();
        shuffle(&mut order, self.random);
        order
    }

    /// Makes a result of a type part of the sum.
    fn mix(&mut self, ty: Type, result: Value) {
        let wide = if ty == Type::I64 { result } else { self.b.cast(CastOp::ZExt, result, Type::I64) };
        let factor = self.b.i64(0x1_0000_01b3);
        let product = self.b.binary(BinOp::Mul, self.sum, factor);
        self.sum = self.b.binary(BinOp::Xor, product, wide);
    }
}

fn loads(ty: Type, name: String) -> Result<Case, String> {
    module(ty, name, [Type::I32, Type::I32], [[8, 0x5a], [11, 0x91]], load)
}

/// Loads pieces and puts them together, in some order.
fn load(twisted: &mut Twisted<'_, '_>) {
    let (highest, order) = (twisted.highest(), twisted.order());
    let Twisted { ref mut b, ty, globals, ref pieces, twist, start, ref mut random, .. } = *twisted;
    let bases = globals.map(|global| {
        let offset = b.arg(0);
        b.binary(BinOp::Add, Value::global(global), offset)
    });
    let mut parts = Vec::new();
    for (nth, &index) in order.iter().enumerate() {
        let Piece { bytes, shift, offset } = pieces[index];
        if twist == Twist::Between && nth == 1 {
            let (word, addr) = (b.arg(1), add(b, Value::global(globals[0]), start + 10));
            let byte = b.cast(CastOp::Trunc, word, Type::I8);
            b.store(byte, addr);
        }
        let base = bases[usize::from(twist == Twist::Elsewhere && index == highest)];
        let addr = add(b, base, start + offset);
        let mut part = b.load(integer(bytes), addr);
        let has_sign = twist == Twist::HighSign && index == highest || twist == Twist::LowSign && index == 0;
        if integer(bytes) != ty {
            part = b.cast(if has_sign { CastOp::SExt } else { CastOp::ZExt }, part, ty);
        }
        if shift != 0 {
            let by = number(b, ty, shift);
            part = b.binary(BinOp::Shl, part, by);
        }
        parts.push(part);
    }
    let used = parts[0];
    shuffle(&mut parts, random);
    while parts.len() > 1 {
        // One after the other, or two that stand anywhere.
        let at = if random.below(2) == 0 { 0 } else { random.below(parts.len() - 1) };
        let (lhs, rhs) = (parts.remove(at), parts.remove(at));
        let op = if random.below(4) == 0 { BinOp::Add } else { BinOp::Or };
        let whole = if random.below(2) == 0 { b.binary(op, lhs, rhs) } else { b.binary(op, rhs, lhs) };
        parts.insert(at, whole);
    }
    let whole = if twist == Twist::Twice { b.binary(BinOp::Xor, parts[0], used) } else { parts[0] };
    twisted.mix(ty, whole);
}

fn stores(ty: Type, name: String) -> Result<Case, String> {
    let calls = [[0x0123_4567_89ab_cdef, 0x77aa_5533], [0xf0e1_d2c3_b4a5_9687, 0x1122_3344]];
    module(ty, name, [ty, Type::I32], calls, store)
}

/// Stores the pieces of the first argument, in some order, in a global or an object of the frame.
fn store(twisted: &mut Twisted<'_, '_>) {
    let (highest, mut order) = (twisted.highest(), twisted.order());
    if twisted.random.below(2) == 0 {
        order.sort_unstable();
    }
    let is_local = twisted.random.below(2) == 0;
    let Twisted { ref mut b, ty, globals, ref pieces, twist, start, ref mut random, .. } = *twisted;
    let size = b.i32(ROOM);
    let (object, start) = if is_local { (b.alloca(size, 8), 0) } else { (Value::global(globals[0]), start) };
    let zero = b.i64(0);
    let words = || (start..start + ROOM).step_by(8);
    for offset in words() {
        let addr = add(b, object, offset);
        b.store(zero, addr);
    }
    let first = start + [0, 4, 5, 8, 22, 23][random.below(6)];
    let mut read = zero;
    for (nth, &index) in order.iter().enumerate() {
        let Piece { bytes, shift, offset } = pieces[index];
        if twist == Twist::Between && nth == 1 {
            let addr = add(b, object, first);
            read = b.load(Type::I64, addr);
        }
        let base = if twist == Twist::Elsewhere && index == highest { Value::global(globals[1]) } else { object };
        let addr = add(b, base, first + offset);
        let of = if twist == Twist::Twice && index == 0 { Type::I32 } else { ty };
        let mut part = if twist == Twist::Twice && index == 0 { b.arg(1) } else { b.arg(0) };
        if shift != 0 {
            let by = number(b, of, shift);
            part = b.binary(if twist == Twist::HighSign { BinOp::AShr } else { BinOp::LShr }, part, by);
        }
        // Numbers that are known are pieces of none.
        if twist == Twist::LowSign {
            part = number(b, of, if index % 2 == 0 { 0 } else { 0xff01_80ff });
        }
        if integer(bytes) != of {
            part = b.cast(CastOp::Trunc, part, integer(bytes));
        }
        b.store(part, addr);
    }
    let mut words: Vec<Value> = words()
        .map(|offset| (object, offset))
        .chain([(Value::global(globals[1]), first + offset_of(pieces))])
        .map(|(base, offset)| {
            let addr = add(b, base, offset);
            b.load(Type::I64, addr)
        })
        .collect();
    words.push(read);
    words.into_iter().for_each(|word| twisted.mix(Type::I64, word));
}

/// Where the highest piece lies.
fn offset_of(pieces: &[Piece]) -> i32 {
    pieces.last().expect("there are several").offset
}
