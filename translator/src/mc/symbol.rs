//! What machine code can refer to outside itself.

use super::pool::PoolId;
use super::tables::TableId;
use crate::ice::{FuncId, Global};

/// The target of a relocation.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum SymbolRef {
    /// A function of the module.
    Func(FuncId),
    /// A global variable of the module.
    Global(Global),
    /// A constant of the function's pool.
    Pool(PoolId),
    /// A jump table of the function.
    Table(TableId),
    /// A helper function under its standard name.
    Helper(Helper),
}

macro_rules! helpers {
    ($($variant:ident = $name:literal),+ $(,)?) => {
        /// The helper functions that translated code may call: compiler-rt's and libc's standard
        /// names (`translator/docs/abi.md`, "Helpers"). The runtime module defines them; so do
        /// libgcc, libm and libc.
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Helper {
            $(#[doc = concat!("`", $name, "`")] $variant),+
        }

        impl Helper {
            /// Every helper, in symbol-table order.
            pub const ALL: &'static [Helper] = &[$(Helper::$variant),+];

            /// The symbol.
            pub const fn name(self) -> &'static str {
                match self { $(Helper::$variant => $name),+ }
            }
        }
    };
}

helpers! {
    UDivSi3 = "__udivsi3",
    DivSi3 = "__divsi3",
    UModSi3 = "__umodsi3",
    ModSi3 = "__modsi3",
    UDivDi3 = "__udivdi3",
    DivDi3 = "__divdi3",
    UModDi3 = "__umoddi3",
    ModDi3 = "__moddi3",
    FixSfDi = "__fixsfdi",
    FixDfDi = "__fixdfdi",
    FixUnsSfDi = "__fixunssfdi",
    FixUnsDfDi = "__fixunsdfdi",
    FloatDiSf = "__floatdisf",
    FloatDiDf = "__floatdidf",
    FloatUnDiSf = "__floatundisf",
    FloatUnDiDf = "__floatundidf",
    Fmod = "fmod",
    Fmodf = "fmodf",
    Memcpy = "memcpy",
    Memmove = "memmove",
    Memset = "memset",
    Setjmp = "setjmp",
    Longjmp = "longjmp",
    ReadTp = "__nacl_read_tp",
    AtomicLoad8 = "__atomic_load_8",
    AtomicStore8 = "__atomic_store_8",
    AtomicExchange8 = "__atomic_exchange_8",
    AtomicCompareExchange8 = "__atomic_compare_exchange_8",
    AtomicFetchAdd8 = "__atomic_fetch_add_8",
    AtomicFetchSub8 = "__atomic_fetch_sub_8",
    AtomicFetchAnd8 = "__atomic_fetch_and_8",
    AtomicFetchOr8 = "__atomic_fetch_or_8",
    AtomicFetchXor8 = "__atomic_fetch_xor_8",
}
