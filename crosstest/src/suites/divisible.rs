//! Remainders by constants that are only compared with a constant, as texts: which numbers have that remainder, near zero, near the
//! greatest number and near the least one.

use std::fmt::Write;

use super::Made;
use super::width::Width;
use crate::case::Case;

/// The divisors, odd and even ones.
const DIVISORS: [i128; 7] = [3, 5, 6, 10, 11, 48, 125];
/// Those of 32 bits and more.
const WIDE_DIVISORS: [i128; 3] = [641, 65_537, (1 << 31) - 1];

/// A file for each width.
pub fn made() -> Vec<Made> {
    let one = |width: Width| {
        let name = format!("divisible_{}", width.ty());
        Made::new(name.clone(), move || Case::parse(&text(width), &format!("strength/{name}")))
    };
    Width::ALL.into_iter().map(one).collect()
}

fn divisors(width: Width) -> Vec<i128> {
    let wide: &[i128] = if width.is_narrow() { &[] } else { &WIDE_DIVISORS };
    [&DIVISORS, wide].concat()
}

fn text(width: Width) -> String {
    let ty = width.ty();
    let mut names = Vec::new();
    let mut functions = String::new();
    for op in ["urem", "srem"] {
        for divisor in divisors(width) {
            names.push(format!("{op}_{divisor}"));
            functions += &function(width, op, divisor);
        }
    }
    let mut text = format!(
        "; Whether the remainder of {ty} by a constant is another one: each function asks of its argument and of multiples of the divisor that\n\
         ; lie as far from zero, from the greatest number and from the least one, one bit of the result each.\n"
    );
    for line in names.chunks(6) {
        let line: Vec<String> = line.iter().map(|name| format!("@{name}")).collect();
        let _ = writeln!(text, "; edges: {}", line.join(" "));
    }
    text + "\n" + &functions
}

/// The multiples of a divisor from which the argument leads on.
fn bases(width: Width, op: &str, divisor: i128) -> Vec<i128> {
    let whole = |greatest: i128| greatest / divisor * divisor;
    if op == "urem" { vec![0, whole(width.unsigned(-1))] } else { vec![0, whole(width.max()), whole(width.min())] }
}

fn function(width: Width, op: &str, divisor: i128) -> String {
    let (ty, passed) = (width.ty(), width.passed());
    let (narrow, x) = width.narrowed("a", "x");
    let mut text = format!("define {passed} @{op}_{divisor}({passed} %a) {{\n{narrow}");
    let mut bits = "0".to_string();
    let mut number = 0;
    for base in bases(width, op, divisor) {
        for remainder in [0, 1, divisor - 1, -1] {
            for factor in [1, divisor] {
                let n = number;
                number += 1;
                let base = width.signed(base + if factor == 1 { 0 } else { remainder });
                let (factor, by, remainder) = (width.signed(factor), width.signed(divisor), width.signed(remainder));
                let _ = writeln!(text, "  %m{n} = mul {ty} %{x}, {factor}");
                let _ = writeln!(text, "  %y{n} = add {ty} %m{n}, {base}");
                let _ = writeln!(text, "  %r{n} = {op} {ty} %y{n}, {by}");
                let _ = writeln!(text, "  %c{n} = icmp {} {ty} %r{n}, {remainder}", if n % 3 == 1 { "ne" } else { "eq" });
                let _ = writeln!(text, "  %z{n} = zext i1 %c{n} to {passed}");
                let _ = writeln!(text, "  %s{n} = shl {passed} %z{n}, {n}");
                let _ = writeln!(text, "  %o{n} = or {passed} {bits}, %s{n}");
                bits = format!("%o{n}");
            }
        }
    }
    text + &format!("  ret {passed} {bits}\n}}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_is_one_of_the_results() {
        for width in Width::ALL {
            for op in ["urem", "srem"] {
                let questions = function(width, op, 7).lines().filter(|line| line.contains(" icmp ")).count();
                assert!((16..=32).contains(&questions), "{questions}");
            }
        }
    }
}
