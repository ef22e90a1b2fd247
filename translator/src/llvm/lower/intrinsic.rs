//! LLVM's intrinsics that are not floating-point arithmetic: integers, memory, variable arguments,
//! and those that only ask or tell the compiler something.
//!
//! Source: [LLVM-REF-14] "Intrinsic Functions".

use super::super::ast::{Call, Cast, Operand};
use super::super::types::Ty;
use super::Result;
use super::function::{Lowering, Parts};
use super::int::container;
use super::shape::Shape;
use crate::ice::{BinOp, IntCond, Intrinsic, Type, Value};

/// The name without the types of the overload, `llvm.umax.v4i32` to `umax`.
pub(super) fn base_name(name: &str) -> &str {
    let name = name.strip_prefix("llvm.").unwrap_or(name);
    let mut end = name.len();
    while let Some(dot) = name[..end].rfind('.') {
        let last = &name[dot + 1..end];
        let is_type = last.starts_with(['i', 'f', 'p', 'v', 'a', 's']) && last.chars().any(|c| c.is_ascii_digit())
            || last.starts_with("sl_");
        if !is_type {
            break;
        }
        end = dot;
    }
    &name[..end]
}

impl Lowering<'_, '_> {
    pub(super) fn intrinsic_call(&mut self, name: &str, call: &Call) -> Result<Option<Parts>> {
        if let Some(intrinsic) = Intrinsic::from_name(name).filter(|_| name.starts_with("llvm.nacl.")) {
            let mut args = Vec::new();
            for (arg, _) in &call.args {
                args.push(self.single(arg)?);
            }
            return Ok(self.effect(intrinsic, &args).map(|value| vec![value]));
        }
        let base = base_name(name);
        self.check_signature(base, call)?;
        if let Some(parts) = self.memory_intrinsic(base, call)? {
            return Ok((!parts.is_empty()).then_some(parts));
        }
        if let Some(parts) = self.integer_intrinsic(base, call)? {
            return Ok(Some(parts));
        }
        if let Some(parts) = self.float_intrinsic(base, call)? {
            return Ok(Some(parts));
        }
        if let Some(kind) = base.strip_prefix("vector.reduce.") {
            return self.reduction(kind, call).map(Some);
        }
        Err(format!("the intrinsic {name} cannot be PNaCl"))
    }

    fn arg<'c>(&self, call: &'c Call, index: usize) -> Result<&'c Operand> {
        call.args.get(index).map(|(arg, _)| arg).ok_or_else(|| "an intrinsic with too few arguments".into())
    }

    fn word_arg(&mut self, call: &Call, index: usize) -> Result<Value> {
        let arg = self.arg(call, index)?;
        self.word(arg)
    }

    /// Memory, the stack, control, hints. No parts if there is no result; `None` for other intrinsics.
    fn memory_intrinsic(&mut self, base: &str, call: &Call) -> Result<Option<Parts>> {
        let nothing = Some(Vec::new());
        Ok(match base {
            "memcpy" | "memcpy.inline" | "memmove" | "memset" | "memset.inline" => {
                let (to, size) = (self.word_arg(call, 0)?, self.word_arg(call, 2)?);
                let from = if base.starts_with("memset") { self.single(self.arg(call, 1)?)? } else { self.word_arg(call, 1)? };
                self.block_operation(base, to, from, size);
                nothing
            }
            "trap" | "ubsantrap" | "debugtrap" => {
                self.effect(Intrinsic::Trap, &[]);
                nothing
            }
            "va_start" => {
                let list = self.word_arg(call, 0)?;
                self.start_arguments(list)?;
                nothing
            }
            "va_copy" => {
                let (to, from) = (self.word_arg(call, 0)?, self.word_arg(call, 1)?);
                self.copy_arguments(to, from);
                nothing
            }
            "va_end" | "eh.begincatch" | "eh.endcatch" | "stackprotector" | "clear_cache" | "set.rounding" | "lifetime.start"
            | "lifetime.end" | "assume" | "prefetch" => nothing,
            "stacksave" => Some(vec![self.intrinsic(Intrinsic::StackSave, &[])]),
            "stackrestore" => {
                let state = self.word_arg(call, 0)?;
                self.effect(Intrinsic::StackRestore, &[state]);
                nothing
            }
            "expect"
            | "expect.with.probability"
            | "ssa.copy"
            | "launder.invariant.group"
            | "strip.invariant.group"
            | "annotation"
            | "ptr.annotation"
            | "threadlocal.address"
            | "arithmetic.fence"
            | "preserve.array.access.index"
            | "preserve.struct.access.index" => Some(self.operand(self.arg(call, 0)?)?),
            "ptrmask" => {
                let (address, mask) = (self.word_arg(call, 0)?, self.word_arg(call, 1)?);
                Some(vec![self.and(address, mask)])
            }
            "objectsize" => {
                let least = self.single(self.arg(call, 1)?)?;
                let bits = self.program.types.int_bits(call.result).ok_or("objectsize of a type that is no integer")?;
                let least = self.known(least) == Some(1);
                Some(if least { self.int_small(bits, 0) } else { self.int_ones(bits) })
            }
            // What PNaCl does not tell, and what is known to be so.
            "is.constant"
            | "frameaddress"
            | "returnaddress"
            | "addressofreturnaddress"
            | "sponentry"
            | "eh.typeid.for"
            | "readcyclecounter"
            | "get.dynamic.area.offset"
            | "invariant.start"
            | "type.test" => Some(self.zeros(call.result)?),
            "get.rounding" | "flt.rounds" | "allow.runtime.check" | "allow.ubsan.check" => {
                Some(self.int_small(self.result_bits(call)?, 1))
            }
            _ => None,
        })
    }

    fn result_bits(&self, call: &Call) -> Result<u32> {
        self.program.types.int_bits(call.result).ok_or_else(|| "an intrinsic with a result that is no integer".into())
    }

    /// `memcpy` and its kind.
    pub(super) fn block_operation(&mut self, base: &str, to: Value, from: Value, size: Value) {
        let (align, no) = (self.i32(1), self.int(Type::I1, 0));
        let intrinsic = match base {
            "memmove" => Intrinsic::Memmove,
            "memset" | "memset.inline" => Intrinsic::Memset,
            _ => Intrinsic::Memcpy,
        };
        self.effect(intrinsic, &[to, from, size, align, no]);
    }

    /// Integer arithmetic, lane by lane.
    fn integer_intrinsic(&mut self, base: &str, call: &Call) -> Result<Option<Parts>> {
        if let Some(kind) = base.strip_suffix(".with.overflow") {
            return self.overflow_intrinsic(kind, call).map(Some);
        }
        if base == "scmp" || base == "ucmp" {
            return self.three_way(base == "scmp", call).map(Some);
        }
        if !INTEGER.contains(&base) {
            return Ok(None);
        }
        let ty = call.result;
        let mut operands = Vec::new();
        for (arg, _) in &call.args {
            let parts = self.operand(arg)?;
            // Flags count for every lane.
            let lanes = match self.program.types.vector(arg.ty) {
                Some(_) => self.lanes(arg.ty, &parts)?,
                None => vec![parts; self.program.types.vector(ty).map_or(1, |(count, _)| count as usize)],
            };
            operands.push(lanes);
        }
        let element = self.program.types.scalar(ty);
        let Shape::Int(bits) = self.shape(element)? else { return Err(format!("llvm.{base} of something that is no integer")) };
        let mut results = Vec::new();
        for lane in 0..operands.first().map_or(0, Vec::len) {
            let lanes: Vec<Parts> = operands.iter().map(|operand| operand[lane].clone()).collect();
            results.push(self.integer_lane(base, bits, &lanes)?);
        }
        Ok(Some(if self.program.types.vector(ty).is_some() { self.joined(ty, &results)? } else { results.concat() }))
    }

    fn integer_lane(&mut self, base: &str, bits: u32, args: &[Parts]) -> Result<Parts> {
        let least = |cond, l: &mut Self| {
            let wins = l.int_compare(cond, bits, &args[0], &args[1]);
            Ok(l.choose_parts(wins, &args[0], &args[1]))
        };
        match base {
            "smax" => least(IntCond::Sgt, self),
            "smin" => least(IntCond::Slt, self),
            "umax" => least(IntCond::Ugt, self),
            "umin" => least(IntCond::Ult, self),
            "abs" => {
                let zero = self.int_small(bits, 0);
                let negative = self.int_compare(IntCond::Slt, bits, &args[0], &zero);
                let other = self.int_binary(BinOp::Sub, bits, &zero, &args[0])?;
                Ok(self.choose_parts(negative, &other, &args[0]))
            }
            "ctpop" => Ok(self.population(bits, &args[0])),
            "ctlz" => Ok(self.leading_zeros(bits, &args[0])),
            "cttz" => self.trailing_zeros(bits, &args[0]),
            "bswap" => self.swap_bytes(bits, &args[0]),
            "bitreverse" => self.reverse_bits(bits, &args[0]),
            "fshl" | "fshr" => self.funnel(base == "fshl", bits, args),
            _ => self.saturating(base, bits, &args[0], &args[1]),
        }
    }

    /// An integer of at most 64 bits, zero-extended to 32 or 64.
    fn at_least_32(&mut self, bits: u32, value: &[Value]) -> (Type, Value) {
        let ty = if bits <= 32 { Type::I32 } else { Type::I64 };
        (ty, self.resize(value[0], ty))
    }

    fn population(&mut self, bits: u32, value: &[Value]) -> Parts {
        if bits > 64 {
            let mut total = self.int(Type::I64, 0);
            for &word in value {
                let count = self.intrinsic(Intrinsic::Ctpop(Type::I64), &[word]);
                total = self.add(total, count);
            }
            return self.int_resize(64, bits, false, &[total]);
        }
        let (ty, wide) = self.at_least_32(bits, value);
        let count = self.intrinsic(Intrinsic::Ctpop(ty), &[wide]);
        vec![self.resize(count, container(bits))]
    }

    fn leading_zeros(&mut self, bits: u32, value: &[Value]) -> Parts {
        let no = self.int(Type::I1, 0);
        if bits > 64 {
            let zero = self.int(Type::I64, 0);
            let mut total = self.int(Type::I64, 0);
            for &word in value {
                // From the lowest: a higher word that is not zero decides alone.
                let own = self.intrinsic(Intrinsic::Ctlz(Type::I64), &[word, no]);
                let below = self.add(total, own);
                let empty = self.compare(IntCond::Eq, word, zero);
                total = self.choose(empty, below, own);
            }
            let unused = self.int(Type::I64, (64 * value.len() as u64) - u64::from(bits));
            let count = self.sub(total, unused);
            return self.int_resize(64, bits, false, &[count]);
        }
        let (ty, wide) = self.at_least_32(bits, value);
        let count = self.intrinsic(Intrinsic::Ctlz(ty), &[wide, no]);
        let unused = self.int(ty, u64::from(ty.bits() - bits));
        let count = self.sub(count, unused);
        vec![self.resize(count, container(bits))]
    }

    fn trailing_zeros(&mut self, bits: u32, value: &[Value]) -> Result<Parts> {
        let no = self.int(Type::I1, 0);
        if bits > 64 {
            // The number of bits below the lowest one that is set.
            let ones = self.int_ones(bits);
            let less = self.int_binary(BinOp::Add, bits, value, &ones)?;
            let inverse = self.int_binary(BinOp::Xor, bits, value, &ones)?;
            let below = self.int_binary(BinOp::And, bits, &less, &inverse)?;
            return Ok(self.population(bits, &below));
        }
        let (ty, mut wide) = self.at_least_32(bits, value);
        if bits < ty.bits() {
            let end = self.int(ty, 1 << bits);
            wide = self.or(wide, end);
        }
        let count = self.intrinsic(Intrinsic::Cttz(ty), &[wide, no]);
        Ok(vec![self.resize(count, container(bits))])
    }

    fn swap_bytes(&mut self, bits: u32, value: &[Value]) -> Result<Parts> {
        if bits == 8 {
            return Ok(value.to_vec());
        }
        let mut words = Vec::new();
        for &word in value.iter().rev() {
            let ty = self.ty(word);
            words.push(self.intrinsic(Intrinsic::Bswap(ty), &[word]));
        }
        self.drop_low(bits, &words)
    }

    /// The top `bits` of words that are filled from the top.
    fn drop_low(&mut self, bits: u32, words: &[Value]) -> Result<Parts> {
        let width: u32 = words.iter().map(|&word| self.ty(word).bits()).sum();
        if width == bits {
            return Ok(words.to_vec());
        }
        self.int_shift(BinOp::LShr, width, words, width - bits)
    }

    fn reverse_bits(&mut self, bits: u32, value: &[Value]) -> Result<Parts> {
        if bits == 1 {
            return Ok(value.to_vec());
        }
        let mut words = Vec::new();
        for &word in value.iter().rev() {
            let ty = self.ty(word);
            let mut reversed = word;
            for (step, pattern) in [(1, 0x5555_5555_5555_5555), (2, 0x3333_3333_3333_3333), (4, 0x0f0f_0f0f_0f0f_0f0f)] {
                let mask = self.int(ty, pattern);
                let high = self.shift(BinOp::LShr, reversed, step);
                let (high, low) = (self.and(high, mask), self.and(reversed, mask));
                let low = self.shift(BinOp::Shl, low, step);
                reversed = self.or(high, low);
            }
            words.push(if ty == Type::I8 { reversed } else { self.intrinsic(Intrinsic::Bswap(ty), &[reversed]) });
        }
        self.drop_low(bits, &words)
    }

    /// The high or low half of two integers shifted as one, by an amount modulo the width. The other
    /// half is shifted by one first: a shift by the width means nothing.
    fn funnel(&mut self, left: bool, bits: u32, args: &[Parts]) -> Result<Parts> {
        let width = self.int_small(bits, u64::from(bits));
        let by = if bits.is_power_of_two() {
            let low = self.int_small(bits, u64::from(bits - 1));
            self.int_binary(BinOp::And, bits, &args[2], &low)?
        } else {
            self.int_binary(BinOp::URem, bits, &args[2], &width)?
        };
        if bits == 1 {
            return Ok(args[usize::from(!left)].clone());
        }
        let most = self.int_small(bits, u64::from(bits - 1));
        let rest = self.int_binary(BinOp::Sub, bits, &most, &by)?;
        let (high, low) = if left {
            let low = self.int_shift(BinOp::LShr, bits, &args[1], 1)?;
            (self.int_binary(BinOp::Shl, bits, &args[0], &by)?, self.int_binary(BinOp::LShr, bits, &low, &rest)?)
        } else {
            let high = self.int_shift(BinOp::Shl, bits, &args[0], 1)?;
            (self.int_binary(BinOp::Shl, bits, &high, &rest)?, self.int_binary(BinOp::LShr, bits, &args[1], &by)?)
        };
        self.int_binary(BinOp::Or, bits, &high, &low)
    }

    /// The result of an operation and whether it overflows.
    fn checked(&mut self, kind: &str, bits: u32, a: &[Value], b: &[Value]) -> Result<(Parts, Value)> {
        let signed = kind.starts_with('s');
        let op = match &kind[1..] {
            "add" => BinOp::Add,
            "sub" => BinOp::Sub,
            _ => return self.checked_product(signed, bits, a, b),
        };
        let result = self.int_binary(op, bits, a, b)?;
        let over = match (signed, op) {
            (false, BinOp::Add) => self.int_compare(IntCond::Ult, bits, &result, a),
            (false, _) => self.int_compare(IntCond::Ult, bits, a, b),
            (true, _) => {
                let changed = self.int_binary(BinOp::Xor, bits, a, &result)?;
                let other = if op == BinOp::Add { &result } else { a };
                let differs = self.int_binary(BinOp::Xor, bits, b, other)?;
                let both = self.int_binary(BinOp::And, bits, &changed, &differs)?;
                let zero = self.int_small(bits, 0);
                self.int_compare(IntCond::Slt, bits, &both, &zero)
            }
        };
        Ok((result, over))
    }

    fn checked_product(&mut self, signed: bool, bits: u32, a: &[Value], b: &[Value]) -> Result<(Parts, Value)> {
        let double = 2 * bits;
        let (x, y) = (self.int_resize(bits, double, signed, a), self.int_resize(bits, double, signed, b));
        let exact = self.int_binary(BinOp::Mul, double, &x, &y)?;
        let result = self.int_resize(double, bits, false, &exact);
        let back = self.int_resize(bits, double, signed, &result);
        Ok((result, self.int_compare(IntCond::Ne, double, &exact, &back)))
    }

    fn overflow_intrinsic(&mut self, kind: &str, call: &Call) -> Result<Parts> {
        let (a, b) = (self.arg(call, 0)?, self.arg(call, 1)?);
        let (x, y) = (self.operand(a)?, self.operand(b)?);
        if let Some((_, element)) = self.program.types.vector(a.ty) {
            let Shape::Int(bits) = self.shape(element)? else { return Err("overflow of something that is no integer".into()) };
            let (mut values, mut flags) = (Vec::new(), Vec::new());
            for (x, y) in self.lanes(a.ty, &x)?.iter().zip(self.lanes(a.ty, &y)?) {
                let (value, over) = self.checked(kind, bits, x, &y)?;
                values.push(value);
                flags.push(vec![over]);
            }
            let mut parts = self.joined(a.ty, &values)?;
            parts.extend(self.truths(&flags)?);
            return Ok(parts);
        }
        let Shape::Int(bits) = self.shape(a.ty)? else { return Err("overflow of something that is no integer".into()) };
        let (mut parts, over) = self.checked(kind, bits, &x, &y)?;
        parts.push(over);
        Ok(parts)
    }

    /// `sadd.sat` and its kind.
    fn saturating(&mut self, base: &str, bits: u32, a: &[Value], b: &[Value]) -> Result<Parts> {
        let kind = base.strip_suffix(".sat").unwrap_or(base);
        let signed = kind.starts_with('s');
        let (result, over) = if kind.ends_with("shl") {
            let result = self.int_binary(BinOp::Shl, bits, a, b)?;
            let back = self.int_binary(if signed { BinOp::AShr } else { BinOp::LShr }, bits, &result, b)?;
            let over = self.int_compare(IntCond::Ne, bits, &back, a);
            (result, over)
        } else {
            self.checked(kind, bits, a, b)?
        };
        let limit = if signed {
            let zero = self.int_small(bits, 0);
            let negative = self.int_compare(IntCond::Slt, bits, a, &zero);
            let least = self.int_least(bits);
            let ones = self.int_ones(bits);
            let greatest = self.int_binary(BinOp::Xor, bits, &least, &ones)?;
            self.choose_parts(negative, &least, &greatest)
        } else if kind == "usub" {
            self.int_small(bits, 0)
        } else {
            self.int_ones(bits)
        };
        Ok(self.choose_parts(over, &limit, &result))
    }

    fn three_way(&mut self, signed: bool, call: &Call) -> Result<Parts> {
        let (a, b) = (self.arg(call, 0)?, self.arg(call, 1)?);
        let (x, y) = (self.operand(a)?, self.operand(b)?);
        let (Shape::Int(bits), Shape::Int(to)) = (self.shape(a.ty)?, self.shape(call.result)?) else {
            return Err("a three-way comparison of vectors".into());
        };
        let (more, less) = if signed { (IntCond::Sgt, IntCond::Slt) } else { (IntCond::Ugt, IntCond::Ult) };
        let (more, less) = (self.int_compare(more, bits, &x, &y), self.int_compare(less, bits, &x, &y));
        let (more, less) = (self.int_resize(1, to, false, &[more]), self.int_resize(1, to, false, &[less]));
        self.int_binary(BinOp::Sub, to, &more, &less)
    }

    /// `vector.reduce.…`: all lanes to one value, in order.
    fn reduction(&mut self, kind: &str, call: &Call) -> Result<Parts> {
        let vector = self.arg(call, call.args.len().saturating_sub(1))?;
        let element = self.program.types.scalar(vector.ty);
        let parts = self.operand(vector)?;
        let mut lanes = self.lanes(vector.ty, &parts)?.into_iter();
        let mut all = match call.args.len() {
            1 => lanes.next().ok_or("a vector without lanes")?,
            _ => self.operand(self.arg(call, 0)?)?,
        };
        for lane in lanes {
            all = self.reduce_step(kind, element, &all, &lane)?;
        }
        Ok(all)
    }

    fn reduce_step(&mut self, kind: &str, element: Ty, all: &[Value], lane: &[Value]) -> Result<Parts> {
        let op = match kind {
            "add" => BinOp::Add,
            "mul" => BinOp::Mul,
            "and" => BinOp::And,
            "or" => BinOp::Or,
            "xor" => BinOp::Xor,
            "fadd" => BinOp::FAdd,
            "fmul" => BinOp::FMul,
            "fmin" | "fmax" => return Ok(vec![self.least_or_greatest(kind == "fmin", all[0], lane[0])]),
            _ => {
                let Shape::Int(bits) = self.shape(element)? else { return Err(format!("vector.reduce.{kind}")) };
                return self.integer_lane(kind, bits, &[all.to_vec(), lane.to_vec()]);
            }
        };
        self.binary(op, element, all, lane)
    }

    /// A conversion by its name in intrinsics, for saturating ones: what does not fit becomes the
    /// nearest number, and what is no number zero.
    pub(super) fn saturating_conversion(&mut self, op: Cast, value: Value, bits: u32) -> Result<Parts> {
        if bits > 64 {
            return Err(format!("a saturating conversion to {bits} bits"));
        }
        let ty = self.ty(value);
        let signed = op == Cast::FpToSi;
        let (low, high) =
            if signed { (-(2f64.powi(bits as i32 - 1)), 2f64.powi(bits as i32 - 1)) } else { (0.0, 2f64.powi(bits as i32)) };
        let constant = |l: &mut Self, number: f64| match ty {
            Type::F32 => l.float(ty, u64::from((number as f32).to_bits())),
            _ => l.float(ty, number.to_bits()),
        };
        let (low, high) = (constant(self, low), constant(self, high));
        let converted = self.float_to_int(bits, signed, value)?;
        let (least, greatest) = if signed {
            let least = self.int_least(bits);
            let ones = self.int_ones(bits);
            let greatest = self.int_binary(BinOp::Xor, bits, &least, &ones)?;
            (least, greatest)
        } else {
            (self.int_small(bits, 0), self.int_ones(bits))
        };
        let too_low = self.fcompare(crate::ice::FloatCond::Olt, value, low);
        let too_high = self.fcompare(crate::ice::FloatCond::Oge, value, high);
        let no_number = self.fcompare(crate::ice::FloatCond::Uno, value, value);
        let zero = self.int_small(bits, 0);
        let result = self.choose_parts(too_high, &greatest, &converted);
        let result = self.choose_parts(too_low, &least, &result);
        Ok(self.choose_parts(no_number, &zero, &result))
    }
}

/// Those that compute on integers, lane by lane.
const INTEGER: [&str; 18] = [
    "smax",
    "smin",
    "umax",
    "umin",
    "abs",
    "ctpop",
    "ctlz",
    "cttz",
    "bswap",
    "bitreverse",
    "fshl",
    "fshr",
    "sadd.sat",
    "uadd.sat",
    "ssub.sat",
    "usub.sat",
    "sshl.sat",
    "ushl.sat",
];
