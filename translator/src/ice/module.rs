//! A module without its function bodies: signatures, function declarations, global variables.
//!
//! Bodies are [`Function`](super::Function)s and are handled one at a time; what needs all of them
//! at once (the interpreter, the writer) keeps its own `Vec`. Source: [PNACL-MANUAL] "Types Block",
//! "Function Address", "Globals Block".

use super::intrinsics::Intrinsic;
use super::types::Type;
use super::{FuncId, Global, Sig};
use crate::util::entity::EntityVec;

/// A function type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    /// Result type, `Void` if there is none.
    pub result: Type,
    /// Parameter types, in order.
    pub params: Vec<Type>,
}

/// Whether a symbol is visible outside its object file.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Linkage {
    /// Visible to the linker.
    External,
    /// Local to the object.
    Internal,
}

/// A function's declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FuncDecl {
    /// The symbol table's name; empty when the module gives none.
    pub name: String,
    /// Its type.
    pub sig: Sig,
    /// Visibility.
    pub linkage: Linkage,
    /// Whether a body follows. A declaration without one is an intrinsic or an external function.
    pub defined: bool,
    /// Which intrinsic the name stands for, if any. The reader and the builder set it from the
    /// name.
    pub intrinsic: Option<Intrinsic>,
}

/// One piece of a global variable's initial value; pieces follow each other without padding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GlobalInit {
    /// Literal bytes.
    Data(Vec<u8>),
    /// This many zero bytes.
    Zero(u32),
    /// The 32-bit address of a function plus an addend, little-endian: 4 bytes.
    FuncAddr(FuncId, i32),
    /// The 32-bit address of a global plus an addend, little-endian: 4 bytes.
    GlobalAddr(Global, i32),
}

impl GlobalInit {
    /// Size in bytes.
    pub fn size(&self) -> u64 {
        match self {
            GlobalInit::Data(bytes) => bytes.len() as u64,
            GlobalInit::Zero(count) => u64::from(*count),
            GlobalInit::FuncAddr(..) | GlobalInit::GlobalAddr(..) => 4,
        }
    }
}

/// A global variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GlobalVar {
    /// The symbol table's name; empty when the module gives none.
    pub name: String,
    /// Visibility. The ABI has internal globals only; other producers of ICE may export them.
    pub linkage: Linkage,
    /// Whether the program may write to it.
    pub constant: bool,
    /// Alignment in bytes, a power of two; 1 when the module states none.
    pub align: u32,
    /// Initial value: the concatenation of these. A global without pieces is external (declared
    /// elsewhere).
    pub init: Vec<GlobalInit>,
}

impl GlobalVar {
    /// Size in bytes.
    pub fn size(&self) -> u64 {
        self.init.iter().map(GlobalInit::size).sum()
    }

    /// Whether every byte is zero, so that it needs no space in the object file.
    pub fn is_zero(&self) -> bool {
        self.init.iter().all(|piece| matches!(piece, GlobalInit::Zero(_)))
    }
}

/// Everything of a module but its function bodies.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Module {
    /// Function types.
    pub sigs: EntityVec<Sig, Signature>,
    /// Functions, in the order of the bitcode's value numbering.
    pub funcs: EntityVec<FuncId, FuncDecl>,
    /// Global variables, in the order of the bitcode's value numbering.
    pub globals: EntityVec<Global, GlobalVar>,
}

impl Module {
    /// An empty module.
    pub fn new() -> Self {
        Self::default()
    }

    /// The signature `params -> result`, made if it does not exist yet.
    pub fn intern_sig(&mut self, result: Type, params: &[Type]) -> Sig {
        let found = self.sigs.iter().find(|(_, sig)| sig.result == result && sig.params == params).map(|(id, _)| id);
        found.unwrap_or_else(|| self.sigs.push(Signature { result, params: params.to_vec() }))
    }

    /// Adds a defined function.
    pub fn define_func(&mut self, name: &str, linkage: Linkage, result: Type, params: &[Type]) -> FuncId {
        let sig = self.intern_sig(result, params);
        self.funcs.push(FuncDecl { name: name.into(), sig, linkage, defined: true, intrinsic: None })
    }

    /// The declaration of an external function or an intrinsic (told by its name), made if it does
    /// not exist yet.
    pub fn declare_func(&mut self, name: &str, result: Type, params: &[Type]) -> FuncId {
        if let Some((id, _)) = self.funcs.iter().find(|(_, decl)| decl.name == name && !decl.defined) {
            return id;
        }
        let sig = self.intern_sig(result, params);
        let intrinsic = Intrinsic::from_name(name);
        self.funcs.push(FuncDecl { name: name.into(), sig, linkage: Linkage::External, defined: false, intrinsic })
    }

    /// The declaration of an intrinsic, made if it does not exist yet.
    pub fn declare_intrinsic(&mut self, intrinsic: Intrinsic) -> FuncId {
        let (result, params) = intrinsic.signature();
        self.declare_func(&intrinsic.name(), result, &params)
    }

    /// The signature of a function.
    pub fn func_sig(&self, func: FuncId) -> &Signature {
        &self.sigs[self.funcs[func].sig]
    }

    /// The function with this name.
    pub fn func_by_name(&self, name: &str) -> Option<FuncId> {
        self.funcs.iter().find(|(_, decl)| decl.name == name).map(|(id, _)| id)
    }

    /// The global with this name.
    pub fn global_by_name(&self, name: &str) -> Option<Global> {
        self.globals.iter().find(|(_, global)| global.name == name).map(|(id, _)| id)
    }

    /// The symbol under which objects know a function: its name, or `Function<index>` when it has
    /// none.
    pub fn func_symbol(&self, func: FuncId) -> std::borrow::Cow<'_, str> {
        symbol(&self.funcs[func].name, "Function", func.as_u32())
    }

    /// The symbol under which objects know a global: its name, or `Global<index>` when it has none.
    pub fn global_symbol(&self, global: Global) -> std::borrow::Cow<'_, str> {
        symbol(&self.globals[global].name, "Global", global.as_u32())
    }
}

fn symbol<'a>(name: &'a str, prefix: &str, index: u32) -> std::borrow::Cow<'a, str> {
    if name.is_empty() { format!("{prefix}{index}").into() } else { name.into() }
}
