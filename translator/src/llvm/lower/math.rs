//! LLVM's floating-point intrinsics: instructions where PNaCl has them, calls of the C library's
//! functions where it has not.

use super::super::ast::{Call, Cast, Const, Operand, Value as Source};
use super::super::types::TypeKind;
use super::Result;
use super::function::{Lowering, Parts};
use super::intrinsic::base_name;
use super::shape::Shape;
use crate::ice::{BinOp, FloatCond, IntCond, Intrinsic, Type, Value};

/// Intrinsics that are calls: the function for double and the one for float.
const LIBRARY: [(&str, &str, &str); 28] = [
    ("pow", "pow", "powf"),
    ("powi", "__powidf2", "__powisf2"),
    ("sin", "sin", "sinf"),
    ("cos", "cos", "cosf"),
    ("tan", "tan", "tanf"),
    ("exp", "exp", "expf"),
    ("exp2", "exp2", "exp2f"),
    ("exp10", "exp10", "exp10f"),
    ("log", "log", "logf"),
    ("log10", "log10", "log10f"),
    ("log2", "log2", "log2f"),
    ("fma", "fma", "fmaf"),
    ("floor", "floor", "floorf"),
    ("ceil", "ceil", "ceilf"),
    ("trunc", "trunc", "truncf"),
    ("rint", "rint", "rintf"),
    ("nearbyint", "nearbyint", "nearbyintf"),
    ("round", "round", "roundf"),
    ("roundeven", "roundeven", "roundevenf"),
    ("ldexp", "ldexp", "ldexpf"),
    ("lround", "lround", "lroundf"),
    ("llround", "llround", "llroundf"),
    ("lrint", "lrint", "lrintf"),
    ("llrint", "llrint", "llrintf"),
    ("asin", "asin", "asinf"),
    ("acos", "acos", "acosf"),
    ("atan", "atan", "atanf"),
    ("atan2", "atan2", "atan2f"),
];

/// The library function that the intrinsic with this name calls, if it calls one.
pub(super) fn library_function(name: &str) -> Option<&'static str> {
    if !name.starts_with("llvm.") {
        return None;
    }
    let base = base_name(name);
    let &(_, double, float) = LIBRARY.iter().find(|(known, ..)| *known == base)?;
    Some(if name.contains("f32") { float } else { double })
}

impl Lowering<'_, '_> {
    pub(super) fn float_intrinsic(&mut self, base: &str, call: &Call) -> Result<Option<Parts>> {
        if let Some(&(_, double, float)) = LIBRARY.iter().find(|(known, ..)| *known == base) {
            return self.library_intrinsic(double, float, call).map(Some);
        }
        let Some((first, _)) = call.args.first() else { return Ok(None) };
        match base {
            "fptosi.sat" | "fptoui.sat" => {
                let op = if base == "fptosi.sat" { Cast::FpToSi } else { Cast::FpToUi };
                let (value, to) = (self.operand(first)?, self.program.types.scalar(call.result));
                let bits = self.program.types.int_bits(to).ok_or("a conversion to something that is no integer")?;
                if self.program.types.vector(first.ty).is_some() {
                    return self
                        .by_lane(first.ty, call.result, &[&value], |l, _, lanes| l.saturating_conversion(op, lanes[0][0], bits))
                        .map(Some);
                }
                return self.saturating_conversion(op, value[0], bits).map(Some);
            }
            "is.fpclass" => return self.class_test(call).map(Some),
            "fabs" | "sqrt" | "copysign" | "fmuladd" | "minnum" | "maxnum" | "minimum" | "maximum" | "canonicalize"
            | "minimumnum" | "maximumnum" => {}
            _ => return Ok(None),
        }
        let mut operands = Vec::new();
        for (arg, _) in &call.args {
            operands.push(self.operand(arg)?);
        }
        let ty = call.result;
        if base == "fabs" && self.shape(ty)? == Shape::Vector(Type::V4F32) {
            return Ok(Some(vec![self.intrinsic(Intrinsic::Fabs(Type::V4F32), &operands[0])]));
        }
        if self.program.types.vector(ty).is_some() {
            let slices: Vec<&[Value]> = operands.iter().map(Vec::as_slice).collect();
            return self
                .by_lane(ty, ty, &slices, |l, _, lanes| {
                    let args: Vec<Value> = lanes.iter().map(|lane| lane[0]).collect();
                    Ok(vec![l.float_lane(base, &args)])
                })
                .map(Some);
        }
        let args: Vec<Value> = operands.iter().map(|operand| operand[0]).collect();
        Ok(Some(vec![self.float_lane(base, &args)]))
    }

    fn float_lane(&mut self, base: &str, args: &[Value]) -> Value {
        let ty = self.ty(args[0]);
        match base {
            "fabs" => self.intrinsic(Intrinsic::Fabs(ty), &args[..1]),
            "sqrt" => self.intrinsic(Intrinsic::Sqrt(ty), &args[..1]),
            "copysign" => self.copy_sign(args[0], args[1]),
            "fmuladd" => {
                let product = self.bin(BinOp::FMul, args[0], args[1]);
                self.bin(BinOp::FAdd, product, args[2])
            }
            "minnum" | "minimumnum" => self.least_or_greatest(true, args[0], args[1]),
            "maxnum" | "maximumnum" => self.least_or_greatest(false, args[0], args[1]),
            "minimum" | "maximum" => self.ordered(base == "minimum", args[0], args[1]),
            _ => args[0],
        }
    }

    fn as_bits(&mut self, value: Value) -> (Type, Value) {
        let int = if self.ty(value) == Type::F32 { Type::I32 } else { Type::I64 };
        (int, self.b.cast(crate::ice::CastOp::Bitcast, value, int))
    }

    fn copy_sign(&mut self, magnitude: Value, sign: Value) -> Value {
        let ty = self.ty(magnitude);
        let (int, sign) = self.as_bits(sign);
        let top = self.int(int, 1 << (int.bits() - 1));
        let sign = self.and(sign, top);
        let absolute = self.intrinsic(Intrinsic::Fabs(ty), &[magnitude]);
        let (_, absolute) = self.as_bits(absolute);
        let bits = self.or(absolute, sign);
        self.b.cast(crate::ice::CastOp::Bitcast, bits, ty)
    }

    /// C's `fmin` and `fmax`: of a number and a NaN the number.
    pub(super) fn least_or_greatest(&mut self, least: bool, a: Value, b: Value) -> Value {
        let wins = self.fcompare(if least { FloatCond::Olt } else { FloatCond::Ogt }, a, b);
        let better = self.choose(wins, a, b);
        let no_number = self.fcompare(FloatCond::Uno, b, b);
        self.choose(no_number, a, better)
    }

    /// `minimum` and `maximum` of [IEEE-754] 9.6: a NaN wins, and zeros differ by their signs.
    fn ordered(&mut self, least: bool, a: Value, b: Value) -> Value {
        let ty = self.ty(a);
        let wins = self.fcompare(if least { FloatCond::Olt } else { FloatCond::Ogt }, a, b);
        let better = self.choose(wins, a, b);
        let equal = self.fcompare(FloatCond::Oeq, a, b);
        let (int, x) = self.as_bits(a);
        let (_, y) = self.as_bits(b);
        let zeros = self.bin(if least { BinOp::Or } else { BinOp::And }, x, y);
        let _ = int;
        let zeros = self.b.cast(crate::ice::CastOp::Bitcast, zeros, ty);
        let better = self.choose(equal, zeros, better);
        let sum = self.bin(BinOp::FAdd, a, b);
        let no_number = self.fcompare(FloatCond::Uno, a, b);
        self.choose(no_number, sum, better)
    }

    /// `is.fpclass`: whether a number is of one of the kinds that a mask names.
    fn class_test(&mut self, call: &Call) -> Result<Parts> {
        let ([(value, _), (mask, _)], Shape::Float(ty)) = (&call.args[..], self.shape(call.args[0].0.ty)?) else {
            return Err("a class test of a vector".into());
        };
        let Source::Const(Const::Int(mask)) = mask.value else {
            return Err("a class test with a mask that is not constant".into());
        };
        let value = self.single(value)?;
        let (int, bits) = self.as_bits(value);
        let mantissa = if ty == Type::F32 { 23 } else { 52 };
        let infinity = (super::emit::mask(int) >> 1) & !((1 << mantissa) - 1);
        let quiet = 1u64 << (mantissa - 1);
        let magnitude_mask = self.int(int, super::emit::mask(int) >> 1);
        let magnitude = self.and(bits, magnitude_mask);
        let zero = self.int(int, 0);
        let negative = self.compare(IntCond::Slt, bits, zero);
        let positive = self.not(negative);
        let mut holds = self.int(Type::I1, 0);
        // Ranges of the magnitude, the lowest and the highest, for each bit of the mask; and the sign.
        let least = 1u64 << mantissa;
        let all = super::emit::mask(int) >> 1;
        let ranges: [(u32, u64, u64, Option<Value>); 10] = [
            (0, infinity + 1, infinity + quiet - 1, None),
            (1, infinity + quiet, all, None),
            (2, infinity, infinity, Some(negative)),
            (3, least, infinity - 1, Some(negative)),
            (4, 1, least - 1, Some(negative)),
            (5, 0, 0, Some(negative)),
            (6, 0, 0, Some(positive)),
            (7, 1, least - 1, Some(positive)),
            (8, least, infinity - 1, Some(positive)),
            (9, infinity, infinity, Some(positive)),
        ];
        for (bit, low, high, sign) in ranges {
            if mask >> bit & 1 == 0 {
                continue;
            }
            let (low, high) = (self.int(int, low), self.int(int, high));
            let above = self.compare(IntCond::Uge, magnitude, low);
            let below = self.compare(IntCond::Ule, magnitude, high);
            let mut inside = self.and(above, below);
            if let Some(sign) = sign {
                inside = self.and(inside, sign);
            }
            holds = self.or(holds, inside);
        }
        Ok(vec![holds])
    }

    fn library_intrinsic(&mut self, double: &str, float: &str, call: &Call) -> Result<Parts> {
        let first = call.args.first().map(|(arg, _)| arg).ok_or("an intrinsic without arguments")?;
        let name = match self.kind(self.program.types.scalar(first.ty)) {
            TypeKind::Float => float,
            _ => double,
        };
        let place =
            self.program.find(name).ok_or_else(|| format!("the function {name} is not defined: link a library that has it"))?;
        let (id, convention) = self.globals.function(self.b.module(), place)?;
        let mut columns = Vec::new();
        let count = self.program.types.vector(first.ty).map_or(1, |(count, _)| count as usize);
        for (arg, _) in &call.args {
            columns.push(self.argument_lanes(arg, count)?);
        }
        let mut results = Vec::new();
        for lane in 0..count {
            let args: Vec<Value> = columns.iter().map(|column| column[lane]).collect();
            let fits = args.len() == convention.params.len()
                && args.iter().zip(&convention.params).all(|(&arg, &param)| self.ty(arg) == param);
            if !fits {
                return Err(format!("the function {name} is defined with another type than the C library's"));
            }
            let result = self.b.call(id, &args).ok_or_else(|| format!("the function {name} has no result"))?;
            results.push(vec![result]);
        }
        if count == 1 && self.program.types.vector(first.ty).is_none() {
            Ok(results.concat())
        } else {
            self.joined(call.result, &results)
        }
    }

    fn argument_lanes(&mut self, arg: &Operand, count: usize) -> Result<Vec<Value>> {
        let parts = self.operand(arg)?;
        match self.program.types.vector(arg.ty) {
            Some(_) => Ok(self.lanes(arg.ty, &parts)?.into_iter().map(|lane| lane[0]).collect()),
            None => Ok(vec![parts[0]; count]),
        }
    }
}
