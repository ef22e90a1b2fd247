//! The x87's 80-bit format, to and from float and double: how a 32-bit x86 function returns them.
//!
//! Ten bytes, little-endian: a 64-bit mantissa with an explicit leading one, then a 15-bit exponent
//! (bias 16383) and the sign. Widening is exact. Narrowing rounds to nearest, ties to even, once,
//! as storing the register does; it matters only to code that computes in x87 registers, and NaNs
//! keep sign and leading payload. Source: [IEEE-754] 4.3.1; [INTEL-SDM] volume 1, 4.2.2.

const BIAS: i32 = 16383;

/// Widens a float's bits.
pub(super) fn from_f32(bits: u32) -> [u8; 10] {
    widen(u64::from(bits), 23, 8)
}

/// Widens a double's bits.
pub(super) fn from_f64(bits: u64) -> [u8; 10] {
    widen(bits, 52, 11)
}

/// Narrows to a float's bits.
pub(super) fn to_f32(bytes: [u8; 10]) -> u32 {
    narrow(bytes, 23, 8) as u32
}

/// Narrows to a double's bits.
pub(super) fn to_f64(bytes: [u8; 10]) -> u64 {
    narrow(bytes, 52, 11)
}

fn widen(bits: u64, mantissa_bits: u32, exponent_bits: u32) -> [u8; 10] {
    let max = (1 << exponent_bits) - 1;
    let bias = max / 2;
    let fraction = bits & ((1 << mantissa_bits) - 1);
    let exponent = (bits >> mantissa_bits & max as u64) as i32;
    let sign = (bits >> (mantissa_bits + exponent_bits)) as u16;
    let shifted = fraction << (63 - mantissa_bits);
    let (exponent, mantissa) = match exponent {
        0 if fraction == 0 => (0, 0),
        // A denormal: normalise, for the wider exponent can express it.
        0 => {
            let shift = shifted.leading_zeros();
            (1 - bias + BIAS - shift as i32, shifted << shift)
        }
        _ if exponent == max => (0x7fff, 1 << 63 | shifted),
        _ => (exponent - bias + BIAS, 1 << 63 | shifted),
    };
    let mut bytes = [0; 10];
    bytes[..8].copy_from_slice(&mantissa.to_le_bytes());
    bytes[8..].copy_from_slice(&(exponent as u16 | sign << 15).to_le_bytes());
    bytes
}

fn narrow(bytes: [u8; 10], mantissa_bits: u32, exponent_bits: u32) -> u64 {
    let mantissa = u64::from_le_bytes(std::array::from_fn(|i| bytes[i]));
    let top = u16::from_le_bytes([bytes[8], bytes[9]]);
    let sign = u64::from(top >> 15) << (mantissa_bits + exponent_bits);
    let max = (1u64 << exponent_bits) - 1;
    let bias = max as i32 / 2;
    let drop = 63 - mantissa_bits;
    let infinity = max << mantissa_bits;
    if top & 0x7fff == 0x7fff {
        let fraction = mantissa << 1 >> 1;
        // A NaN whose payload lies in the dropped bits must not turn into an infinity.
        let quiet = if fraction == 0 { 0 } else { fraction >> drop | 1 << (mantissa_bits - 1) };
        return sign | infinity | quiet;
    }
    let exponent = i32::from(top & 0x7fff) - BIAS + bias;
    // Below the normal range the leading one is shifted in like any other bit.
    let (exponent, shift) =
        if exponent < 1 { (0, drop as i64 + 1 - i64::from(exponent)) } else { (exponent as u64, i64::from(drop)) };
    let rounded = round_shift(mantissa, shift);
    if exponent == 0 {
        // A carry out of the denormals lands on the smallest normal number by itself.
        return sign | rounded;
    }
    // The explicit one adds 1 to the exponent; a carry out of the mantissa adds another.
    let bits = ((exponent - 1) << mantissa_bits) + rounded;
    sign | bits.min(infinity)
}

/// Shifts right, rounding to nearest, ties to even.
fn round_shift(value: u64, shift: i64) -> u64 {
    if shift > 64 {
        return 0;
    }
    let wide = u128::from(value);
    let (quotient, rest, half) = (wide >> shift, wide & ((1 << shift) - 1), 1u128 << (shift - 1));
    (quotient + u128::from(rest > half || (rest == half && quotient & 1 == 1))) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_and_floats_survive() {
        let doubles = [
            0.0,
            -0.0,
            1.0,
            -1.5,
            f64::MAX,
            f64::MIN_POSITIVE,
            f64::INFINITY,
            f64::NEG_INFINITY,
            5e-324,
            1e-310,
            std::f64::consts::PI,
        ];
        for value in doubles {
            assert_eq!(to_f64(from_f64(value.to_bits())), value.to_bits(), "{value}");
        }
        let floats = [0.0f32, -0.0, 1.0, -1.5, f32::MAX, f32::MIN_POSITIVE, f32::INFINITY, 1e-45, -1e-40, std::f32::consts::PI];
        for value in floats {
            assert_eq!(to_f32(from_f32(value.to_bits())), value.to_bits(), "{value}");
        }
        assert!(f64::from_bits(to_f64(from_f64(0xfff0_0000_0000_0001))).is_nan());
        assert!(f32::from_bits(to_f32(from_f64(0x7ff0_0000_0000_0001))).is_nan());
    }

    #[test]
    fn one_is_as_the_manual_says() {
        assert_eq!(from_f64(1.0f64.to_bits()), [0, 0, 0, 0, 0, 0, 0, 0x80, 0xff, 0x3f]);
    }

    #[test]
    fn narrowing_rounds_as_a_conversion_does() {
        // Doubles near, between and beyond floats: Rust's conversion rounds to nearest, ties to
        // even.
        let mut state = 1u64;
        for _ in 0..20_000 {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let exponent = (1023 - 160 + (state >> 33) % 300) << 52;
            let value = f64::from_bits((state & 1) << 63 | exponent | (state.rotate_left(20) >> 12 & !(state >> 7)));
            assert_eq!(to_f32(from_f64(value.to_bits())), (value as f32).to_bits(), "{value:e}");
        }
        let tie = 1.0 + f64::from(f32::EPSILON) / 2.0;
        assert_eq!(to_f32(from_f64(tie.to_bits())), 1.0f32.to_bits());
        assert_eq!(to_f32(from_f64(f64::MAX.to_bits())), f32::INFINITY.to_bits());
    }
}
