//! What LLVM declares its arithmetic intrinsics as. Text may call them as anything else; what lowers
//! them takes it that they are called as this.

use super::super::ast::Call;
use super::Result;
use super::function::Lowering;

/// Names, how many arguments of the result's type come first, and how many others follow.
const SIGNATURES: [(&[&str], usize, usize); 4] = [
    (&["ctpop", "bswap", "bitreverse", "fabs", "sqrt", "canonicalize"], 1, 0),
    (&["abs", "ctlz", "cttz"], 1, 1),
    (
        &[
            "smax",
            "smin",
            "umax",
            "umin",
            "sadd.sat",
            "uadd.sat",
            "ssub.sat",
            "usub.sat",
            "sshl.sat",
            "ushl.sat",
            "copysign",
            "minnum",
            "maxnum",
            "minimum",
            "maximum",
            "minimumnum",
            "maximumnum",
        ],
        2,
        0,
    ),
    (&["fshl", "fshr", "fmuladd"], 3, 0),
];

/// Those with two arguments of one type and another result.
const PAIRS: [&str; 8] = [
    "sadd.with.overflow",
    "uadd.with.overflow",
    "ssub.with.overflow",
    "usub.with.overflow",
    "smul.with.overflow",
    "umul.with.overflow",
    "scmp",
    "ucmp",
];

impl Lowering<'_, '_> {
    /// Refuses a call of an intrinsic that is not called as it is declared.
    pub(super) fn check_signature(&self, base: &str, call: &Call) -> Result<()> {
        let types: Vec<_> = call.args.iter().map(|(arg, _)| arg.ty).collect();
        let is_pair = base.ends_with(".with.overflow") || PAIRS.contains(&base);
        let fits = match SIGNATURES.iter().find(|(names, ..)| names.contains(&base)) {
            Some(&(_, same, others)) => types.len() == same + others && types.iter().take(same).all(|&ty| ty == call.result),
            None if is_pair => PAIRS.contains(&base) && types.len() == 2 && types[0] == types[1],
            None => true,
        };
        if fits { Ok(()) } else { Err(format!("llvm.{base} is called with other arguments than it has")) }
    }
}
