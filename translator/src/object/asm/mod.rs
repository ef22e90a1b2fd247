//! Builds assembly text that GNU as turns into what [`ObjectBuilder`](super::ObjectBuilder) writes:
//! the same sections with the same bytes, the same symbols and, but for those that the assembler
//! resolves itself, the same relocations.
//!
//! In: the [`Module`], then the code of each defined function, in function order. Out: the text,
//! which depends on nothing else. Knows no ISA: its directives and its disassembler arrive as an
//! [`AsmTarget`]. Labels within functions are `.L<function>_<number>`, constants and jump tables
//! `.LC<number>`, as in the object file; the assembler drops both from the symbol table.
//!
//! Complexity: linear in code and data, but for what the disassembler needs.

mod data;
mod names;

use std::fmt::Write;

use super::data::DataLayout;
use super::pool::MergedPool;
use super::symbols::no_code;
use super::{Arrangement, own};
use crate::error::TranslateError;
use crate::ice::{FuncId, GlobalInit, Linkage, Module};
use crate::mc::listing::{Form, Lister, Unreadable};
use crate::mc::{FuncCode, Name, SymbolRef};
use crate::options::OwnSections;
use crate::util::entity::EntityVec;
use crate::util::rng::Rng;
use data::section_name;
use names::Names;

/// What assembly text for a target needs.
#[derive(Clone, Debug)]
pub struct AsmTarget {
    /// The first lines: architecture, syntax, build attributes.
    pub header: String,
    /// What is put before the definitions of aliases.
    pub before_aliases: &'static str,
    /// The directive that aligns a function.
    pub align_code: &'static str,
    /// Whether a name means something else in an operand than the symbol.
    pub reserved: fn(&str) -> bool,
    /// The disassembler.
    pub list: Lister,
    /// How the code stands there.
    pub form: Form,
}

/// Assembly text under construction.
pub struct AsmBuilder<'m> {
    module: &'m Module,
    target: AsmTarget,
    layout: DataLayout,
    own: OwnSections,
    names: Names<'m>,
    pool: MergedPool,
    /// Where the order of the pool comes from, if not from the code.
    pool_order: Option<Rng>,
    has_code: EntityVec<FuncId, bool>,
    /// The directive for functions that are defined and exported.
    export: &'static str,
    out: String,
    /// The sections of jump tables.
    tables: String,
}

/// Writing to a string cannot fail.
macro_rules! put {
    ($out:expr, $($text:tt)*) => { _ = writeln!($out, $($text)*) };
}

impl<'m> AsmBuilder<'m> {
    /// Starts the text of a module. Fails where [`ObjectBuilder::new`](super::ObjectBuilder::new)
    /// does, and on names that text cannot have.
    pub fn new(module: &'m Module, target: AsmTarget, arrangement: &Arrangement) -> Result<Self, TranslateError> {
        let layout = DataLayout::new(module, arrangement.globals.clone(), arrangement.own.has_data())?;
        let mut names = Names::new(module, target.reserved)?;
        for global in module.globals.values() {
            for piece in &global.init {
                match *piece {
                    GlobalInit::FuncAddr(func, _) => names.refer(SymbolRef::Func(func))?,
                    GlobalInit::GlobalAddr(global, _) => names.refer(SymbolRef::Global(global))?,
                    GlobalInit::Data(_) | GlobalInit::Zero(_) => {}
                }
            }
        }
        let mut has_code = EntityVec::new();
        has_code.resize(module.funcs.len(), false);
        let mut out = target.header.clone();
        out.push_str("\t.text\n");
        Ok(Self {
            module,
            target,
            layout,
            own: arrangement.own,
            names,
            pool: MergedPool::default(),
            pool_order: arrangement.pooled_constants.clone(),
            has_code,
            export: ".globl",
            out,
            tables: String::new(),
        })
    }

    /// Makes the functions that the text defines and exports weak.
    pub fn make_functions_weak(&mut self) {
        self.export = ".weak";
    }

    /// Appends the code of a defined function. Functions lie in the order of these calls. Fails on
    /// code that does not read as instructions, which is a mistake of the translator.
    pub fn add_function(&mut self, func: FuncId, code: &FuncCode) -> Result<(), TranslateError> {
        assert!(self.module.funcs[func].defined, "code for the undefined function {func}");
        assert!(!self.has_code[func], "two codes for {func}");
        self.has_code[func] = true;
        let constants: Vec<u32> = code.pool.iter().map(|&constant| self.pool.intern(constant)).collect();
        let tables: Vec<u32> = code.tables.iter().map(|table| self.pool.add_table(table.iter().copied())).collect();
        for reloc in &code.relocs {
            self.names.refer(reloc.target)?;
        }
        let (names, out) = (&self.names, &mut self.out);
        let spelling = names.of(SymbolRef::Func(func)).expect("a function has a name");
        let (name, used) = (&spelling.defined, &spelling.used);
        if self.own.has_functions() {
            put!(out, "\n\t.section\t{}, \"ax\", %progbits", section_name(&own::code(self.own, name)));
        } else {
            out.push('\n');
        }
        put!(out, "\t{}", self.target.align_code);
        if self.module.funcs[func].linkage == Linkage::External {
            put!(out, "\t{}\t{name}", self.export);
        }
        put!(out, "\t.type\t{name}, %function\n{name}:");
        let write_name = |name: Name, f: &mut std::fmt::Formatter<'_>| match name {
            Name::Symbol(SymbolRef::Pool(id)) => write!(f, ".LC{}", constants[id.as_u32() as usize]),
            Name::Symbol(SymbolRef::Table(id)) => write!(f, ".LC{}", tables[id.as_u32() as usize]),
            Name::Symbol(target) => f.write_str(&names.of(target).expect("only constants have no name").used),
            Name::Label(label) => write!(f, ".L{}_{}", func.as_u32(), label.as_u32()),
        };
        let labels = (self.target.list)(code, &write_name, self.target.form, out).map_err(|Unreadable(offset)| {
            let message = format!("its code at byte {offset} does not read as an instruction");
            TranslateError::internal(self.module.func_symbol(func), message)
        })?;
        put!(out, "\t.size\t{name}, . - {used}");
        if code.tables.iter().next().is_some() && (self.own.has_functions() || self.tables.is_empty()) {
            let section = section_name(&own::tables(self.own, name));
            put!(self.tables, "\n\t.section\t{section}, \"a\", %progbits\n\t.balign\t4");
        }
        for (table, number) in code.tables.iter().zip(tables) {
            put!(self.tables, ".LC{number}:");
            for offset in table {
                let label = labels.binary_search(offset).expect("each entry of a table is a label");
                put!(self.tables, "\t.4byte\t.L{}_{label}", func.as_u32());
            }
        }
        Ok(())
    }

    /// Puts the text together. Fails if a defined function has no code.
    pub fn finish(mut self) -> Result<Vec<u8>, TranslateError> {
        if let Some((func, _)) = self.module.funcs.iter().find(|&(id, decl)| decl.defined && !self.has_code[id]) {
            return Err(no_code(self.module, func));
        }
        self.pool_order.take().into_iter().for_each(|mut rng| self.pool.reorder(&mut rng));
        data::write_globals(self.module, &self.layout, &self.names, &mut self.out);
        data::write_constants(&self.pool, &mut self.out);
        self.out.push_str(&self.tables);
        self.out.push_str("\n\t.section\t.note.GNU-stack, \"\", %progbits\n");
        if !self.names.aliases().is_empty() {
            self.out.push_str(self.target.before_aliases);
        }
        for (alias, name) in self.names.aliases() {
            put!(self.out, "\t.set\t{alias}, {name}");
        }
        Ok(self.out.into_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::{GlobalVar, Type};
    use crate::mc::{JumpTables, Label, PoolConst, PoolId, Reloc};

    /// One line for each relocation; code that begins with 0xff cannot be read.
    fn target() -> AsmTarget {
        let list: Lister = |code, name, _, out| {
            if code.bytes.first() == Some(&0xff) {
                return Err(Unreadable(0));
            }
            for reloc in &code.relocs {
                put!(out, "\tuse {}", std::fmt::from_fn(|f| name(Name::Symbol(reloc.target), f)));
            }
            put!(out, "\tgo {}", std::fmt::from_fn(|f| name(Name::Label(Label::from_u32(3)), f)));
            Ok(vec![0, 4, 8])
        };
        AsmTarget {
            header: "head\n".into(),
            before_aliases: "plain\n",
            align_code: "even",
            reserved: |name| name == "ax",
            list,
            form: Form::Instructions,
        }
    }

    fn module() -> (Module, FuncId) {
        let mut module = Module::new();
        let func = module.define_func("ax", Linkage::External, Type::Void, &[]);
        let init = vec![GlobalInit::Data(vec![1, 2]), GlobalInit::FuncAddr(func, -4)];
        module.globals.push(GlobalVar { name: String::new(), linkage: Linkage::Internal, constant: true, align: 4, init });
        (module, func)
    }

    #[test]
    fn a_whole_file() {
        let (module, func) = module();
        let refer = |target| Reloc { offset: 0, kind: 1, target, addend: 0 };
        let mut tables = JumpTables::default();
        let relocs =
            [SymbolRef::Func(func), SymbolRef::Pool(PoolId::from_u32(0)), SymbolRef::Table(tables.add([8, 0, 8]))].map(refer);
        let pool = vec![PoolConst { bits: 0x1_0000_0002, size: 8 }];
        let code = FuncCode { bytes: vec![0], relocs: relocs.to_vec(), pool, tables, ..FuncCode::default() };
        let mut builder = AsmBuilder::new(&module, target(), &Arrangement::default()).unwrap();
        builder.add_function(func, &code).unwrap();
        let expected = "head\n\t.text\n\n\teven\n\t.globl\tax\n\t.type\tax, %function\nax:\n\tuse .Lalias0\n\tuse .LC0\n\tuse .LC1\n\tgo .L0_3\n\
            \t.size\tax, . - .Lalias0\n\n\t.section\t.rodata, \"a\", %progbits\n\t.balign\t4\n\t.type\tGlobal0, %object\n\
            \t.size\tGlobal0, 6\nGlobal0:\n\t.byte\t1, 2\n\t.4byte\t.Lalias0-4\n\n\
            \t.section\t.rodata.cst8, \"aM\", %progbits, 8\n\t.balign\t8\n.LC0:\n\t.4byte\t0x00000002, 0x00000001\n\n\
            \t.section\t.rodata.tables, \"a\", %progbits\n\t.balign\t4\n\
            .LC1:\n\t.4byte\t.L0_2\n\t.4byte\t.L0_0\n\t.4byte\t.L0_2\n\n\
            \t.section\t.note.GNU-stack, \"\", %progbits\nplain\n\t.set\t.Lalias0, ax\n";
        assert_eq!(String::from_utf8(builder.finish().unwrap()).unwrap(), expected);
    }

    #[test]
    fn missing_and_unreadable_code_are_errors() {
        let (module, func) = module();
        let error = AsmBuilder::new(&module, target(), &Arrangement::default()).unwrap().finish().unwrap_err();
        assert!(error.to_string().contains("there is no code"), "{error}");
        let code = FuncCode { bytes: vec![0xff], ..FuncCode::default() };
        let error = AsmBuilder::new(&module, target(), &Arrangement::default()).unwrap().add_function(func, &code).unwrap_err();
        assert!(error.internal && error.to_string().starts_with("function ax: its code at byte 0"), "{error}");
    }
}
