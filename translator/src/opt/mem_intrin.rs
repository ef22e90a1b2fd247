//! Copies and fills of a few bytes, as many as a constant says: loads and stores in place of a call.
//!
//! In: a function. Out: the same with calls of `llvm.memcpy`, `llvm.memmove` and `llvm.memset` that take
//! at most [`MAX_PIECES`] accesses replaced by these. A copy goes piece by piece, each loaded and stored;
//! a move loads all pieces before it stores the first. The last piece may overlap the one before it
//! where that saves an access: it writes the same bytes again. The byte of a fill, if it is no constant, is multiplied to the widest piece
//! once.
//!
//! What pieces there are to choose from is the target's ([`CopyPieces`]). One walk over the
//! instructions; linear.

use super::{Fuel, IrPass};
use crate::analysis::ControlFlow;
use crate::ice::{BinOp, CastOp, Function, Inst, InstData, Intrinsic, Module, Type, Value, ValueDef};
use crate::options::Pass;

/// The most pieces of a copy or a fill.
pub const MAX_PIECES: usize = 8;

/// The most pieces of a move, which are in registers all at once.
const MAX_AT_ONCE: usize = 4;

/// The most bytes of a copy by a target that has to make up unaligned words of parts.
const MAX_UNALIGNED: u32 = 32;

/// In which pieces a target copies well.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct CopyPieces {
    /// Whether it has registers of 16 bytes, for any address.
    pub vectors: bool,
    /// Whether it has general registers of 8 bytes.
    pub wide_words: bool,
    /// The alignment from which on doubles are copied in one piece.
    pub doubles_from: Option<u32>,
    /// Whether words may lie anywhere at no cost.
    pub unaligned: bool,
}

impl Default for CopyPieces {
    /// Words where they are aligned: right for every target.
    fn default() -> Self {
        CopyPieces { vectors: false, wide_words: false, doubles_from: None, unaligned: false }
    }
}

/// A piece: its offset, and the type that is loaded and stored.
type Piece = (u32, Type);

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct MemIntrin {
    /// What the target does well.
    pub pieces: CopyPieces,
    calls: Vec<Inst>,
    plan: Vec<Piece>,
    loaded: Vec<Value>,
}

/// A call to replace.
#[derive(Copy, Clone)]
struct Block {
    intrinsic: Intrinsic,
    to: Value,
    /// Where a copy comes from, or the byte of a fill.
    from: Value,
    bytes: u32,
    align: u32,
}

impl IrPass for MemIntrin {
    const PASS: Pass = Pass::MemIntrin;

    fn change(&mut self, _: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        let mut calls = std::mem::take(&mut self.calls);
        calls.clear();
        for &block in func.block_order() {
            calls.extend(func.block_insts(block).filter(|&inst| matches!(func.inst(inst), InstData::Call { .. })));
        }
        let mut changed = false;
        for &inst in &calls {
            if let Some(block) = block_of(module, func, inst)
                && self.plan(block)
                && fuel.spend(Self::PASS, module, func, inst)
            {
                self.replace(func, inst, block);
                changed = true;
            }
        }
        self.calls = calls;
        changed
    }
}

/// What a call copies or fills, if it does and how much is known.
#[inline]
fn block_of(module: &Module, func: &Function, inst: Inst) -> Option<Block> {
    let InstData::Call { func: callee, args } = *func.inst(inst) else { return None };
    let intrinsic = module.funcs[callee].intrinsic?;
    if !matches!(intrinsic, Intrinsic::Memcpy | Intrinsic::Memmove | Intrinsic::Memset) {
        return None;
    }
    let &[to, from, bytes, align, ..] = func.values(args) else { return None };
    let bytes = u32::try_from(func.int_const(bytes)?).ok()?;
    let align = func.int_const(align).map_or(1, |align| align.clamp(1, 16) as u32);
    (bytes <= 16 * MAX_PIECES as u32).then_some(Block { intrinsic, to, from, bytes, align })
}

impl MemIntrin {
    /// Finds the pieces; `false` if they are too many.
    fn plan(&mut self, block: Block) -> bool {
        let Block { intrinsic, bytes, align, .. } = block;
        let is_fill = intrinsic == Intrinsic::Memset;
        if !self.pieces.unaligned && align < 4 && bytes > MAX_UNALIGNED {
            return false;
        }
        self.plan.clear();
        let mut done = 0;
        while done < bytes {
            let left = bytes - done;
            // What is as wide as that, or a little too wide, if it may lie over the piece before.
            let widths = [16, 8, 4, 2, 1].into_iter();
            let mut types = widths.filter_map(|width| Some((width, self.pieces.of_width(width, align, is_fill)?)));
            let covers = |&(width, _): &(u32, Type)| self.pieces.unaligned && width > left && width <= bytes && left > width / 2;
            let fits = |&(width, _): &(u32, Type)| width <= left;
            let (width, ty) = types.find(|piece| covers(piece) || fits(piece)).expect("a byte fits");
            let offset = if width > left { bytes - width } else { done };
            if self.plan.len() == MAX_PIECES {
                return false;
            }
            self.plan.push((if fault!(MemIntrinTail, width > left) { done } else { offset }, ty));
            done += width;
        }
        intrinsic != Intrinsic::Memmove || self.plan.len() <= MAX_AT_ONCE
    }

    fn replace(&mut self, func: &mut Function, call: Inst, block: Block) {
        let Block { intrinsic, to, from, align, .. } = block;
        let at = |offset: u32| if offset == 0 { align } else { align.min(1 << offset.trailing_zeros()) };
        self.loaded.clear();
        let mut widest = None;
        for &(offset, ty) in &self.plan {
            let value = if intrinsic == Intrinsic::Memset {
                fill(func, call, from, ty, &mut widest)
            } else {
                let addr = offset_by(func, call, from, offset);
                let load = InstData::Load { addr, align: at(offset) };
                func.insert_before(call, load, ty).1.expect("a load has a result")
            };
            self.loaded.push(value);
            if intrinsic != Intrinsic::Memmove || fault!(MemIntrinMove) {
                store(func, call, (to, offset), value, at(offset));
            }
        }
        if intrinsic == Intrinsic::Memmove {
            for (&(offset, _), &value) in self.plan.iter().zip(&self.loaded) {
                store(func, call, (to, offset), value, at(offset));
            }
        }
        func.remove_inst(call);
    }
}

impl CopyPieces {
    /// The type of a piece with so many bytes; none if it would be copied in parts.
    fn of_width(self, width: u32, align: u32, is_fill: bool) -> Option<Type> {
        match width {
            16 => (self.vectors && !is_fill).then_some(Type::V16I8),
            8 if !is_fill && self.doubles_from.is_some_and(|from| align >= from) => Some(Type::F64),
            8 => self.wide_words.then_some(Type::I64),
            4 => Some(Type::I32),
            2 => Some(Type::I16),
            _ => Some(Type::I8),
        }
    }
}

/// The byte of a fill as often as a type has bytes. `widest` is that of the first piece, which is the widest one, if it was made.
fn fill(func: &mut Function, call: Inst, byte: Value, ty: Type, widest: &mut Option<Value>) -> Value {
    let repeated = |byte: u64| (byte * 0x0101_0101_0101_0101) & (u64::MAX >> (64 - ty.bits()));
    if let Some(byte) = func.int_const(byte) {
        return func.push_value(ty, ValueDef::Int(repeated(byte & 0xff)));
    }
    let insert = |func: &mut Function, data| func.insert_before(call, data, ty).1.expect("it has a result");
    match *widest {
        _ if ty == Type::I8 => byte,
        Some(value) if func.ty(value) == ty => value,
        Some(value) => insert(func, InstData::Cast { op: CastOp::Trunc, src: value }),
        None => {
            let lhs = insert(func, InstData::Cast { op: CastOp::ZExt, src: byte });
            let rhs = func.push_value(ty, ValueDef::Int(repeated(1 + u64::from(fault!(MemIntrinFill, ty == Type::I32)))));
            let value = insert(func, InstData::Binary { op: BinOp::Mul, lhs, rhs });
            *widest.insert(value)
        }
    }
}

fn store(func: &mut Function, call: Inst, (to, offset): (Value, u32), value: Value, align: u32) {
    let addr = offset_by(func, call, to, offset);
    func.insert_before(call, InstData::Store { addr, value, align }, Type::Void);
}

/// An address and a number of bytes, added to what the address adds.
fn offset_by(func: &mut Function, call: Inst, addr: Value, offset: u32) -> Value {
    if offset == 0 {
        return addr;
    }
    let (base, known) = match func.def(addr) {
        Some(ValueDef::Inst(inst)) => match *func.inst(inst) {
            InstData::Binary { op: BinOp::Add, lhs, rhs } if func.int_const(rhs).is_some() => (lhs, func.int_const(rhs)),
            _ => (addr, None),
        },
        _ => (addr, None),
    };
    let sum = (known.unwrap_or(0) as u32).wrapping_add(offset);
    let rhs = func.push_value(Type::I32, ValueDef::Int(u64::from(sum)));
    let (_, sum) = func.insert_before(call, InstData::Binary { op: BinOp::Add, lhs: base, rhs }, Type::I32);
    sum.expect("an addition has a result")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::{FunctionBuilder, Linkage, print};
    use crate::opt::testing;

    const EVERYTHING: CopyPieces = CopyPieces { vectors: true, wide_words: true, doubles_from: None, unaligned: true };

    fn expanded(pieces: CopyPieces, intrinsic: Intrinsic, bytes: i32, align: i32) -> String {
        let (module, func) = expand(pieces, intrinsic, bytes, align);
        print::function(&func, Some(&module)).to_string()
    }

    fn expand(pieces: CopyPieces, intrinsic: Intrinsic, bytes: i32, align: i32) -> (Module, Function) {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::Void, &[Type::I32, Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (to, from) = (b.arg(0), b.arg(1));
        let from = match intrinsic {
            Intrinsic::Memset if bytes % 2 == 0 => b.cast(CastOp::Trunc, from, Type::I8),
            Intrinsic::Memset => b.int(Type::I8, 0xa5),
            _ => from,
        };
        let (bytes, align, volatile) = (b.i32(bytes), b.i32(align), b.int(Type::I1, 0));
        b.intrinsic(intrinsic, &[to, from, bytes, align, volatile]);
        b.ret(None);
        let mut func = b.finish();
        let mut pass = MemIntrin { pieces, ..MemIntrin::default() };
        let changed = pass.run(&module, &mut func, &mut Fuel::unlimited());
        testing::verify(&module, &func);
        let text = print::function(&func, Some(&module)).to_string();
        assert_eq!(changed, !text.contains("call"), "{text}");
        (module, func)
    }

    /// No emulator faults on every address that a processor faults on.
    #[test]
    fn accesses_are_as_aligned_as_they_say() {
        let doubles = CopyPieces { doubles_from: Some(4), ..EVERYTHING };
        for (pieces, intrinsic) in [EVERYTHING, doubles, CopyPieces::default()]
            .into_iter()
            .flat_map(|pieces| [Intrinsic::Memcpy, Intrinsic::Memmove, Intrinsic::Memset].map(|intrinsic| (pieces, intrinsic)))
        {
            for (bytes, align) in (1..=128).flat_map(|bytes| [1, 2, 4, 8, 16].map(|align| (bytes, align))) {
                let (_, func) = expand(pieces, intrinsic, bytes, align as i32);
                let insts = func.block_order().iter().flat_map(|&block| func.block_insts(block));
                for inst in insts {
                    let (InstData::Load { addr, align: said } | InstData::Store { addr, align: said, .. }) = *func.inst(inst)
                    else {
                        continue;
                    };
                    let offset = match func.def(addr) {
                        Some(ValueDef::Inst(sum)) => match *func.inst(sum) {
                            InstData::Binary { rhs, .. } => func.int_const(rhs).expect("a constant is added"),
                            _ => unreachable!("addresses are sums"),
                        },
                        _ => 0,
                    };
                    assert!(
                        said <= align && offset % u64::from(said) == 0,
                        "{intrinsic:?} of {bytes}, {align}: {said} at {offset}"
                    );
                }
            }
        }
    }

    /// The types that are stored, in order.
    fn stored(text: &str) -> Vec<&str> {
        let stores = text.lines().filter_map(|line| line.trim().strip_prefix("store "));
        stores.map(|rest| rest.split_whitespace().next().unwrap_or_default()).collect()
    }

    #[test]
    fn copies_take_the_fewest_pieces() {
        let types = |bytes, align| {
            let text = expanded(EVERYTHING, Intrinsic::Memcpy, bytes, align);
            stored(&text).join(" ")
        };
        let words = |bytes, align| {
            let text = expanded(CopyPieces::default(), Intrinsic::Memcpy, bytes, align);
            stored(&text).join(" ")
        };
        let [v, l, w, h, b] = ["<16 x i8>", "i64", "i32", "i16", "i8"].map(|ty| ty.split_whitespace().next().unwrap_or(ty));
        for (bytes, expected) in [
            (0, vec![]),
            (1, vec![b]),
            (3, vec![h, b]),
            (7, vec![w, w]),
            (8, vec![l]),
            (15, vec![l, l]),
            (24, vec![v, l]),
            (31, vec![v, v]),
            (128, vec![v; 8]),
        ] {
            assert_eq!(types(bytes, 1), expected.join(" "), "{bytes}");
        }
        assert_eq!(types(129, 1), "");
        assert_eq!(words(7, 4), [w, h, b].join(" "));
        assert_eq!(words(32, 4), [w; 8].join(" "));
        assert_eq!((words(36, 1), words(32, 1)), (String::new(), [w; 8].join(" ")));
    }

    #[test]
    fn moves_load_before_they_store() {
        let text = expanded(EVERYTHING, Intrinsic::Memmove, 40, 1);
        let (last_load, first_store) = (text.rfind(" load "), text.find("store "));
        assert!(last_load.is_some() && last_load < first_store, "{text}");
        assert!(expanded(EVERYTHING, Intrinsic::Memmove, 80, 1).contains("call"));
        let doubles = CopyPieces { doubles_from: Some(4), wide_words: false, vectors: false, unaligned: true };
        let kinds = |align| stored(&expanded(doubles, Intrinsic::Memcpy, 8, align)).len();
        assert_eq!((kinds(1), kinds(4)), (2, 1));
    }

    #[test]
    fn fills_repeat_their_byte() {
        let text = expanded(EVERYTHING, Intrinsic::Memset, 11, 1);
        assert_eq!(stored(&text).len(), 2, "{text}");
        let pattern = (0xa5u64 * 0x0101_0101_0101_0101) as i64;
        assert!(text.contains(&pattern.to_string()), "{text}");
    }
}
