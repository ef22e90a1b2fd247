//! The module as the interpreter sees it: bodies by function, addresses of symbols, and what an
//! address stands for.
//!
//! In: a module, its bodies, the plan of its globals, and the outside world's functions. Out:
//! addresses of functions and back, and the initial bytes of globals. Looking something up is
//! constant time.

use translator::ice::{FuncId, Function, Global, GlobalInit, Module};

use crate::guest::HostFunc;
use crate::layout::{self, FUNC_STRIDE, Layout, Span};

/// What lies at a code address.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// A function of the module that has a body, by the body's index.
    Defined(FuncId),
    /// A function of the outside world.
    Host(HostFunc),
    /// A function that is declared and that nothing provides.
    Missing(FuncId),
}

/// A module with everything that running it needs to know and that running does not change.
pub struct Program<'m> {
    /// Declarations.
    pub module: &'m Module,
    /// Where globals lie.
    pub layout: Layout,
    bodies: Vec<Option<&'m Function>>,
    imports: Vec<Option<HostFunc>>,
    /// The addresses of functions.
    addresses: Span,
}

impl<'m> Program<'m> {
    /// Collects it, with functions where [`functions`] puts them. `resolve` names the outside
    /// world's function for an external symbol.
    pub fn new(
        module: &'m Module,
        functions: &'m [Function],
        layout: Layout,
        displacement: u32,
        mut resolve: impl FnMut(&str) -> Option<HostFunc>,
    ) -> Result<Self, String> {
        let addresses = layout::functions(module, displacement)?;
        let mut bodies = vec![None; module.funcs.len()];
        for function in functions {
            let place = bodies.get_mut(function.id.as_u32() as usize);
            *place.ok_or_else(|| format!("a body for {}, which is not declared", function.id))? = Some(function);
        }
        let imports = module.funcs.iter().map(|(id, decl)| {
            let provided = !decl.defined && decl.intrinsic.is_none() && bodies[id.as_u32() as usize].is_none();
            if provided { resolve(&decl.name) } else { None }
        });
        let imports = imports.collect();
        Ok(Self { module, layout, bodies, imports, addresses })
    }

    /// The body of a function.
    pub fn body(&self, func: FuncId) -> Option<&'m Function> {
        self.bodies.get(func.as_u32() as usize).copied().flatten()
    }

    /// What a function is.
    pub fn target(&self, func: FuncId) -> Target {
        match self.imports.get(func.as_u32() as usize) {
            Some(Some(host)) => Target::Host(*host),
            _ if self.body(func).is_some() => Target::Defined(func),
            _ => Target::Missing(func),
        }
    }

    /// The address of a function.
    pub fn func_address(&self, func: FuncId) -> u32 {
        match self.target(func) {
            Target::Host(host) => host.address(),
            _ => self.addresses.start.wrapping_add(func.as_u32().wrapping_mul(FUNC_STRIDE)),
        }
    }

    /// What a call of an address reaches.
    pub fn target_at(&self, addr: u32) -> Option<Target> {
        if let Some(host) = HostFunc::at(addr) {
            return Some(Target::Host(host));
        }
        self.is_func_address(addr).then(|| self.target(FuncId::from_u32((addr - self.addresses.start) / FUNC_STRIDE)))
    }

    /// Whether an address lies where this interpreter's functions do.
    pub fn is_among_functions(&self, addr: u32) -> bool {
        self.addresses.contains(addr)
    }

    /// Whether an address is one that this interpreter gave to a function, and other engines do
    /// not.
    pub fn is_func_address(&self, addr: u32) -> bool {
        self.addresses.contains(addr) && (addr - self.addresses.start).is_multiple_of(FUNC_STRIDE)
    }

    /// The initial bytes of a global.
    pub fn initial_bytes(&self, global: Global) -> Vec<u8> {
        let mut bytes = Vec::new();
        for piece in &self.module.globals[global].init {
            match *piece {
                GlobalInit::Data(ref data) => bytes.extend_from_slice(data),
                GlobalInit::Zero(count) => bytes.resize(bytes.len() + count as usize, 0),
                GlobalInit::FuncAddr(func, addend) => {
                    bytes.extend(self.func_address(func).wrapping_add_signed(addend).to_le_bytes());
                }
                GlobalInit::GlobalAddr(other, addend) => {
                    bytes.extend(self.layout.address(other).wrapping_add_signed(addend).to_le_bytes());
                }
            }
        }
        bytes
    }
}
