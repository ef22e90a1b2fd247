//! External functions of a test module: they have no implementation, but every engine answers them
//! alike.
//!
//! A call of one is traced, and returns a value made from the function's name, the number of calls
//! before, and the arguments. What is not comparable about an argument does not enter: an opaque
//! address counts as any other, a NaN as any other; if bits are Unspecified (which only the
//! interpreter knows), so is the result. Floating-point results are moderate numbers, never NaN.

use translator::ice::Type;

use crate::guest::{HOST_LIMIT, HostFunc};
use crate::value::Value;

/// The host functions below this one are the interfaces'.
const FIRST: u32 = 1024;

/// An external function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Import {
    /// The symbol.
    pub name: String,
    /// Parameter types.
    pub params: Vec<Type>,
    /// Result type.
    pub result: Type,
}

/// The guest address of an import, to which a loader binds its symbol. `None` if there are too
/// many.
pub fn import_address(index: usize) -> Option<u32> {
    let function = u32::try_from(index).ok()?.checked_add(FIRST)?;
    (function < HOST_LIMIT).then(|| HostFunc(function).address())
}

/// The index of an import.
pub(super) fn index_of(function: HostFunc) -> Option<usize> {
    function.0.checked_sub(FIRST).map(|index| index as usize)
}

impl Import {
    /// What call number `call` returns, given the arguments as they are traced.
    pub(super) fn result(&self, call: u64, args: &[Value]) -> Option<Value> {
        if self.result == Type::Void {
            return None;
        }
        // An opaque address is Unspecified in every bit, and so in every engine: it says nothing
        // about the result.
        let is_opaque = |arg: &Value| *arg == Value::unspecified(Type::I32);
        if args.iter().any(|arg| arg.unspecified != 0 && !is_opaque(arg)) {
            return Some(Value::unspecified(self.result));
        }
        let mut hash = Hash::default();
        self.name.bytes().for_each(|byte| hash.add(byte.into()));
        hash.add(call);
        for arg in args {
            let bits = without_nan_payload(*arg);
            hash.add(bits as u64);
            hash.add((bits >> 64) as u64);
        }
        Some(Value::new(self.result, hash.bits(self.result)))
    }
}

/// The bits of a value, every NaN in it replaced by one and the same.
fn without_nan_payload(value: Value) -> u128 {
    let element = value.ty.element();
    let (width, is_nan): (u32, fn(u128) -> bool) = match element {
        Type::F32 => (32, |bits| f32::from_bits(bits as u32).is_nan()),
        Type::F64 => (64, |bits| f64::from_bits(bits as u64).is_nan()),
        _ => return value.bits,
    };
    let lane_mask = u128::MAX >> (128 - width);
    let lane = |index: u32| {
        let bits = value.bits >> (index * width) & lane_mask;
        (if is_nan(bits) { lane_mask } else { bits }) << (index * width)
    };
    (0..value.ty.lanes()).map(lane).fold(0, |all, lane| all | lane)
}

/// A mixer of 64-bit words.
#[derive(Default)]
struct Hash(u64);

impl Hash {
    fn add(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xff51_afd7_ed55_8ccd);
        self.0 = (mixed ^ (mixed >> 32)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        self.0 ^= self.0 >> 29;
    }

    fn next(&mut self) -> u64 {
        self.add(1);
        self.0
    }

    /// Bits for a value of this type.
    fn bits(&mut self, ty: Type) -> u128 {
        let moderate = |word: u64| word as i16;
        match ty {
            Type::F32 => (f32::from(moderate(self.next())) / 16.0).to_bits().into(),
            Type::F64 => (f64::from(moderate(self.next())) / 16.0).to_bits().into(),
            Type::V4F32 => (0..4).fold(0, |all, _| all << 32 | self.bits(Type::F32)),
            _ => u128::from(self.next()) << 64 | u128::from(self.next()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn import(result: Type) -> Import {
        Import { name: "extern".into(), params: vec![Type::F32, Type::I32], result }
    }

    fn arg(ty: Type, bits: u128) -> Value {
        Value::new(ty, bits)
    }

    #[test]
    fn results_depend_on_name_call_and_arguments_only() {
        let one = import(Type::I64);
        let args = [arg(Type::F32, 0), arg(Type::I32, 5)];
        let result = one.result(3, &args);
        assert_eq!(result, one.result(3, &args));
        assert_ne!(result, one.result(4, &args));
        assert_ne!(result, one.result(3, &[arg(Type::F32, 0x8000_0000), args[1]]), "-0.0 is not 0.0");
        assert_ne!(result, Import { name: "other".into(), ..one.clone() }.result(3, &args));
        assert_eq!(import(Type::Void).result(3, &args), None);
    }

    #[test]
    fn nan_payloads_and_opaque_addresses_do_not_enter() {
        let one = import(Type::V4I32);
        let opaque = Value::unspecified(Type::I32);
        let result = one.result(0, &[arg(Type::F32, 0x7fc0_0000), opaque]);
        assert_eq!(result, one.result(0, &[arg(Type::F32, 0xff80_0001), opaque]));
        assert_ne!(result, one.result(0, &[arg(Type::F32, 0x7f80_0000), opaque]), "infinity is not NaN");
        let half = Value { unspecified: 0xff, ..arg(Type::I32, 0) };
        assert_eq!(one.result(0, &[arg(Type::F32, 0), half]), Some(Value::unspecified(Type::V4I32)));
    }

    #[test]
    fn floating_point_results_are_numbers() {
        for call in 0..1000 {
            let bits = import(Type::V4F32).result(call, &[]).expect("a result").bits;
            assert!((0..4).all(|lane| f32::from_bits((bits >> (lane * 32)) as u32).abs() <= 2048.0));
            let bits = import(Type::F64).result(call, &[]).expect("a result").bits;
            assert!(f64::from_bits(bits as u64).abs() <= 2048.0);
        }
    }

    #[test]
    fn addresses_of_imports_are_host_functions_and_end() {
        assert_eq!(import_address(0).and_then(HostFunc::at).and_then(index_of), Some(0));
        assert_eq!(import_address(3071).and_then(HostFunc::at).and_then(index_of), Some(3071));
        assert_eq!(import_address(3072), None);
        assert_eq!(import_address(usize::MAX), None);
        assert_eq!(index_of(HostFunc(0)), None);
    }
}
