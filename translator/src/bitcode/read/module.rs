//! The module block: declarations first, then function bodies one by one.
//!
//! The manual's order is version, abbreviations, types, function records, globals, symbols,
//! function bodies. Enforced is what later parts need of earlier ones: function records name types,
//! globals are numbered after functions, symbols name both, and bodies need everything, the version
//! included, which says that their operands are relative. The version record may stand anywhere
//! before the bodies, more than once; so may abbreviations blocks, each of which adds to those
//! before it and applies to blocks that start after it. The SDK's `pnacl-bccompress` writes its own
//! abbreviations of the module block and the abbreviations block first of all. An abbreviations
//! block may also stand before the module block, for which it then counts, too.
//!
//! The module block is read through a window of the input, so no record of it may exceed
//! [`RECORD_LIMIT`] values, which is far above what any of them needs. After the module block
//! nothing may follow but zero bytes up to a multiple of 16.
//!
//! Source: [PNACL-MANUAL] "Module Block", "Function Address"; [PNACL-ABI] "Linkage Types",
//! "Functions"; for what the manual does not say, what Google's two readers accept.

use std::io::Read;
use std::sync::Arc;

use super::source::{Source, prefix};
use super::tables::SharedTables;
use super::{FunctionBody, MAX_SYMBOLS, ReadError, ReadOptions, globals, symtab, types};
use crate::bitcode::abbrev::AbbrevTable;
use crate::bitcode::cursor::Cursor;
use crate::bitcode::header;
use crate::bitcode::records::{BlockHeader, BlockId, BlockName, END_BLOCK, ENTER_BLOCK, ErrorPlace, Item, Records};
use crate::error::DecodeError;
use crate::ice::{FuncDecl, FuncId, Linkage, Module, Type};

/// The most values in a record of the module block.
const RECORD_LIMIT: u64 = 1000;

/// Bytes to look ahead for one item of the module block: 1000 values of 64 bits in the most
/// wasteful encoding (128 bits each).
const LOOKAHEAD: u64 = 32 * 1024;

/// The same for the start or end of a block: an abbreviation index, two numbers, a word, and what
/// aligns them, from a word boundary on.
const LOOKAHEAD_BLOCK: u64 = 64;

const VERSION: u64 = 1;
const FUNCTION: u64 = 8;

/// How far the module block has been read. What must come earlier compares less; the version and
/// abbreviations have no place here.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stage {
    Start,
    Types,
    Functions,
    Globals,
    Symbols,
    Bodies,
}

/// Reads a module: everything but the bodies on construction, then one body after another.
pub struct ModuleReader<'a> {
    source: Source<'a>,
    options: ReadOptions,
    /// Absolute bit offset of the next item of the module block.
    at: u64,
    /// Absolute byte offset of the end of the module block.
    end: u64,
    stage: Stage,
    /// Whether there was a version record.
    versioned: bool,
    /// The abbreviations that were defined for module blocks before this one started.
    abbrevs: AbbrevTable,
    /// State for the module block and for the blocks directly in it.
    records: Records,
    inner: Records,
    module: Arc<Module>,
    shared: Arc<SharedTables>,
    /// Where the function records are, for errors that show only later.
    places: Vec<ErrorPlace>,
    bodies: u32,
    next_func: FuncId,
    /// Whether `records` has read ahead to a function block.
    pending: bool,
    finished: bool,
}

impl<'a> ModuleReader<'a> {
    /// Reads a file in memory up to the first function body.
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        Self::from_bytes_with(bytes, ReadOptions::default())
    }

    /// As [`from_bytes`](Self::from_bytes), with options.
    pub fn from_bytes_with(bytes: &'a [u8], options: ReadOptions) -> Result<Self, DecodeError> {
        Self::new(Source::Bytes(bytes), options).map_err(ReadError::expect_decode)
    }

    /// Reads a stream up to the first function body. Only a window of it is held.
    pub fn from_stream(read: Box<dyn Read + Send>) -> Result<Self, ReadError> {
        Self::from_stream_with(read, ReadOptions::default())
    }

    /// As [`from_stream`](Self::from_stream), with options.
    pub fn from_stream_with(read: Box<dyn Read + Send>, options: ReadOptions) -> Result<Self, ReadError> {
        Self::new(Source::stream(read), options)
    }

    fn new(mut source: Source<'a>, options: ReadOptions) -> Result<Self, ReadError> {
        let length = header::length(source.window(0, header::PREFIX_BYTES)?);
        let start = header::check(source.window(0, length)?)? as u64;
        let (mut module, mut shared) = (Module::new(), SharedTables::default());
        let (at, end, records) = enter_module(&mut source, start, &mut shared)?;
        let mut reader = Self {
            source,
            options,
            at,
            end,
            stage: Stage::Start,
            versioned: false,
            abbrevs: shared.abbrevs(BlockId::Module).clone(),
            records,
            inner: Records::new(),
            module: Arc::default(),
            shared: Arc::default(),
            places: Vec::new(),
            bodies: 0,
            next_func: FuncId::from_u32(0),
            pending: false,
            finished: false,
        };
        reader.declarations(&mut module, &mut shared)?;
        reader.check_declarations(&module)?;
        reader.module = Arc::new(module);
        reader.shared = Arc::new(shared);
        Ok(reader)
    }

    /// Another reader at the same place; `None` of a stream, which is read once.
    pub fn again(&self) -> Option<Self> {
        let Source::Bytes(bytes) = self.source else { return None };
        Some(Self {
            source: Source::Bytes(bytes),
            abbrevs: self.abbrevs.clone(),
            records: self.records.clone(),
            inner: Records::new(),
            module: self.module.clone(),
            shared: self.shared.clone(),
            places: self.places.clone(),
            ..*self
        })
    }

    /// Types, declarations and globals. Complete from construction on.
    pub fn module(&self) -> &Arc<Module> {
        &self.module
    }

    /// What [`decode_body`](super::decode_body) needs besides the module.
    pub fn shared(&self) -> &Arc<SharedTables> {
        &self.shared
    }

    /// Finds the next function body, in the order of the defined functions. `None` after the last
    /// one, once the rest of the file has been checked, and after an error.
    pub fn next_body(&mut self) -> Result<Option<FunctionBody<'a>>, ReadError> {
        if self.finished {
            return Ok(None);
        }
        let result = self.find_body();
        self.finished = !matches!(result, Ok(Some(_)));
        result
    }

    fn find_body(&mut self) -> Result<Option<FunctionBody<'a>>, ReadError> {
        let item = if std::mem::take(&mut self.pending) { Item::Block } else { self.step()? };
        let undecoded = self.undecoded();
        let header = self.records.nested();
        match item {
            Item::Block if header.id == BlockId::Function => match undecoded {
                Some(id) => self.body(header, id).map(Some),
                None => Err(self.records.error("a function block without a function record that it defines").into()),
            },
            Item::Block => Err(self.records.error(format!("{} block after the function blocks", header.id.name())).into()),
            Item::Record | Item::Define => Err(self.records.error("a record after the function blocks").into()),
            Item::End => match undecoded {
                Some(id) => Err(self.records.error(format!("the module ends without a body for function {id}")).into()),
                None => self.check_tail().map(|()| None),
            },
        }
    }

    /// The first defined function whose body has not been found yet.
    fn undecoded(&mut self) -> Option<FuncId> {
        while let Some(decl) = self.module.funcs.get(self.next_func) {
            if decl.defined {
                return Some(self.next_func);
            }
            self.next_func = FuncId::from_u32(self.next_func.as_u32() + 1);
        }
        None
    }

    fn body(&mut self, header: BlockHeader, id: FuncId) -> Result<FunctionBody<'a>, ReadError> {
        self.check_within_module(header)?;
        let bytes = self.source.take(self.at / 8, header.bytes)?;
        if (bytes.len() as u64) < header.bytes {
            return Err(self.records.too_long(header, bytes.len() as u64).into());
        }
        let body = FunctionBody { id, index: self.bodies, bytes, offset: self.at, width: header.width };
        self.at += header.bytes * 8;
        self.bodies += 1;
        self.next_func = FuncId::from_u32(id.as_u32() + 1);
        Ok(body)
    }

    fn check_within_module(&self, header: BlockHeader) -> Result<(), DecodeError> {
        let left = self.end.saturating_sub(self.at / 8);
        if header.bytes > left { Err(self.records.too_long(header, left)) } else { Ok(()) }
    }

    /// The next item of the module block.
    fn step(&mut self) -> Result<Item, ReadError> {
        let base = self.at / 32 * 4;
        let left = self.end.saturating_sub(base);
        let lookahead = if self.is_at_block(base, left)? { LOOKAHEAD_BLOCK } else { LOOKAHEAD };
        let window = prefix(self.source.window(base, lookahead.min(left))?, left);
        let mut cursor = Cursor::new(window, base * 8);
        cursor.skip(self.at - base * 8);
        let item = self.records.next(&mut cursor, &self.abbrevs)?;
        self.at = cursor.position();
        if matches!(item, Item::End) && self.at != self.end * 8 {
            let left = self.end * 8 - self.at;
            return Err(self.records.error(format!("the block ends {left} bits before its announced length")).into());
        }
        Ok(item)
    }

    /// Whether the next item is the start or the end of a block. It is asked for first because a stream
    /// that is slow would be waited for: a function is to be translated before the next ones arrive.
    fn is_at_block(&mut self, base: u64, left: u64) -> Result<bool, ReadError> {
        let window = prefix(self.source.window(base, LOOKAHEAD_BLOCK.min(left))?, left);
        let mut cursor = Cursor::new(window, base * 8);
        cursor.skip(self.at - base * 8);
        Ok(matches!(cursor.fixed(self.records.width()), END_BLOCK | ENTER_BLOCK))
    }

    /// Reads up to the first function block or the module's end.
    fn declarations(&mut self, module: &mut Module, shared: &mut SharedTables) -> Result<(), ReadError> {
        loop {
            match self.step()? {
                Item::Record => self.record(module, shared)?,
                Item::Block if self.records.nested().id == BlockId::Function => {
                    self.advance(Stage::Bodies)?;
                    self.pending = true;
                    return Ok(());
                }
                Item::Block => self.nested(self.records.nested(), module, shared)?,
                Item::End | Item::Define => {
                    self.advance(Stage::Bodies)?;
                    return self.finish_without_bodies(module);
                }
            }
        }
    }

    /// The module ended before any function block: whatever else `next_body` would check has to be
    /// checked now.
    fn finish_without_bodies(&mut self, module: &Module) -> Result<(), ReadError> {
        if let Some((id, _)) = module.funcs.iter().find(|(_, decl)| decl.defined) {
            return Err(self.records.error(format!("the module ends without a body for function {id}")).into());
        }
        self.finished = true;
        self.check_tail()
    }

    fn advance(&mut self, to: Stage) -> Result<(), DecodeError> {
        if to == Stage::Bodies && !self.versioned {
            return Err(self.records.error("no version record (1) so far; one must stand before the function blocks"));
        }
        if to < self.stage || (to == self.stage && to != Stage::Functions) {
            let order = "types, function records, globals, symbols, function blocks";
            return Err(self.records.error(format!("out of order; expected {order}, each kind once")));
        }
        self.stage = to;
        Ok(())
    }

    fn record(&mut self, module: &mut Module, shared: &SharedTables) -> Result<(), DecodeError> {
        match self.records.code() {
            VERSION => {
                let [version] = self.records.exactly("version")?;
                if version != 1 {
                    return Err(self.records.error(format!("bitstream version {version}; expected 1")));
                }
                self.versioned = true;
                Ok(())
            }
            FUNCTION => {
                self.advance(Stage::Functions)?;
                self.places.push(self.records.place());
                module.funcs.push(function_record(&self.records, shared)?);
                if module.funcs.len() as u64 > MAX_SYMBOLS {
                    return Err(self.records.error("too many functions"));
                }
                Ok(())
            }
            _ => Err(self.records.unknown_code("version (1) or function (8)")),
        }
    }

    fn nested(&mut self, header: BlockHeader, module: &mut Module, shared: &mut SharedTables) -> Result<(), ReadError> {
        match header.id {
            BlockId::BlockInfo => {}
            BlockId::Types => self.advance(Stage::Types)?,
            BlockId::Globals => self.advance(Stage::Globals)?,
            BlockId::SymbolTable => self.advance(Stage::Symbols)?,
            BlockId::Module | BlockId::Constants | BlockId::Function => {
                return Err(self.records.error(format!("{} block directly inside the module block", header.id.name())).into());
            }
        }
        self.check_within_module(header)?;
        let bytes = prefix(self.source.window(self.at / 8, header.bytes)?, header.bytes);
        if (bytes.len() as u64) < header.bytes {
            return Err(self.records.too_long(header, bytes.len() as u64).into());
        }
        let cursor = &mut Cursor::new(bytes, self.at);
        let inner = &mut self.inner;
        match header.id {
            BlockId::BlockInfo => types::read_block_info(inner, header, cursor, shared)?,
            BlockId::Types => types::read_types(inner, header, cursor, shared, module)?,
            BlockId::Globals => globals::read_globals(inner, header, cursor, shared, module)?,
            _ => symtab::read_symbols(inner, header, cursor, shared, module)?,
        }
        self.at += header.bytes * 8;
        Ok(())
    }

    /// What can only be said of a function record once the names are known.
    fn check_declarations(&self, module: &Module) -> Result<(), DecodeError> {
        for ((id, decl), place) in module.funcs.iter().zip(&self.places) {
            let result = match decl.intrinsic {
                _ if decl.defined => self.check_definition(module, id, decl),
                Some(_) => check_intrinsic(module, decl),
                None => self.check_external(module, id, decl),
            };
            result.map_err(|message| place.error(message))?;
        }
        Ok(())
    }

    fn check_definition(&self, module: &Module, id: FuncId, decl: &FuncDecl) -> Result<(), String> {
        if decl.name.starts_with("llvm.") {
            return Err(format!("`{}` is defined, but only intrinsics may have such a name", decl.name));
        }
        if decl.linkage == Linkage::External && decl.name != "_start" && !self.options.externals {
            return Err(format!("`{}` is external; only `_start` may be", module.func_symbol(id)));
        }
        check_ordinary_signature(module, decl)
    }

    fn check_external(&self, module: &Module, id: FuncId, decl: &FuncDecl) -> Result<(), String> {
        if decl.name.starts_with("llvm.") {
            return Err(format!("`{}` is not an intrinsic of PNaCl", decl.name));
        }
        if !self.options.externals {
            return Err(format!("`{}` is declared but neither defined nor an intrinsic", module.func_symbol(id)));
        }
        if decl.name.is_empty() {
            return Err("an external function without a name".into());
        }
        check_ordinary_signature(module, decl)
    }

    fn check_tail(&mut self) -> Result<(), ReadError> {
        let tail = prefix(self.source.window(self.end, 16)?, 16);
        let padding = self.end.next_multiple_of(16) - self.end;
        if tail.len() as u64 > padding || tail.iter().any(|&byte| byte != 0) {
            return Err(
                DecodeError::new(self.end * 8, "", None, "data after the module block; expected the end of the file").into()
            );
        }
        Ok(())
    }
}

/// Outside of all blocks there are no abbreviations.
static NONE: AbbrevTable = AbbrevTable::new();

/// Reads up to the contents of the module block: abbreviations blocks, and its header. Gives the
/// bit offset of its contents, the byte offset of its end, and the state to read it.
fn enter_module(source: &mut Source<'_>, start: u64, shared: &mut SharedTables) -> Result<(u64, u64, Records), ReadError> {
    let (mut start, mut records) = (start, Records::new());
    loop {
        let (at, left, header) = top_level_block(source, start, &mut records)?;
        if header.id == BlockId::Module {
            let is_whole = header.bytes <= left || !matches!(source, Source::Bytes(_));
            if !is_whole {
                return Err(records.too_long(header, left).into());
            }
            let name = BlockName::module_level(BlockId::Module);
            records.enter(name, header.width, at, shared.abbrevs(BlockId::Module))?;
            records.set_limit(RECORD_LIMIT);
            return Ok((at, at / 8 + header.bytes, records));
        }
        let bytes = prefix(source.window(at / 8, header.bytes)?, header.bytes);
        if (bytes.len() as u64) < header.bytes {
            return Err(records.too_long(header, bytes.len() as u64).into());
        }
        types::read_block_info(&mut Records::new(), header, &mut Cursor::new(bytes, at), shared)?;
        start = at / 8 + header.bytes;
    }
}

/// The header of the block at a byte offset: an abbreviations block or the module block. Gives the
/// bit offset of its contents, the number of bytes that are known to follow, and the header.
fn top_level_block(source: &mut Source<'_>, start: u64, records: &mut Records) -> Result<(u64, u64, BlockHeader), ReadError> {
    let mut cursor = Cursor::new(source.window(start, LOOKAHEAD_BLOCK)?, start * 8);
    let fail = |message: &str| ReadError::from(DecodeError::new(start * 8, "", None, message));
    match records.next(&mut cursor, &NONE) {
        Ok(Item::Block) => {}
        Ok(_) => return Err(fail("expected the module block")),
        Err(error) => return Err(fail(&format!("expected the module block: {}", error.data().message))),
    }
    let header = records.nested();
    match header.id {
        BlockId::Module | BlockId::BlockInfo => Ok((cursor.position(), cursor.remaining() / 8, header)),
        id => Err(fail(&format!("{} block; expected the module block", id.name()))),
    }
}

fn function_record(records: &Records, shared: &SharedTables) -> Result<FuncDecl, DecodeError> {
    let [number, convention, declared, linkage] = records.exactly("function")?;
    let Some(sig) = shared.signature(number) else {
        return Err(records.error(format!("type {number} is not a function type")));
    };
    if convention != 0 {
        return Err(records.error(format!("calling convention {convention}; expected 0 (C)")));
    }
    let linkage = match (declared, linkage) {
        (0 | 1, 0) => Linkage::External,
        (0, 3) => Linkage::Internal,
        (1, 3) => return Err(records.error("an internal function must be defined")),
        (0 | 1, _) => return Err(records.error(format!("linkage {linkage}; expected 0 (external) or 3 (internal)"))),
        _ => return Err(records.error(format!("prototype flag {declared}; expected 0 (defined) or 1 (declared)"))),
    };
    Ok(FuncDecl { name: String::new(), sig, linkage, defined: declared == 0, intrinsic: None })
}

fn check_ordinary_signature(module: &Module, decl: &FuncDecl) -> Result<(), String> {
    let sig = &module.sigs[decl.sig];
    let allowed = |ty: Type| if ty.is_argument() { Ok(()) } else { Err(ty) };
    let result = if sig.result == Type::Void { Ok(()) } else { allowed(sig.result) };
    let types = result.and_then(|()| sig.params.iter().try_for_each(|&ty| allowed(ty)));
    types.map_err(|ty| format!("a function may not take or return {ty}; expected i32, i64, float, double or a vector"))
}

fn check_intrinsic(module: &Module, decl: &FuncDecl) -> Result<(), String> {
    let Some(intrinsic) = decl.intrinsic else { return Ok(()) };
    let (result, params) = intrinsic.signature();
    let sig = &module.sigs[decl.sig];
    if sig.result == result && sig.params == params {
        return Ok(());
    }
    let list = params.iter().map(|ty| ty.name()).collect::<Vec<_>>().join(", ");
    Err(format!("`{}` is declared with the wrong type; expected {result} ({list})", decl.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitcode::testing::{BitWriter, read, standard_types, symbols, ty};
    use crate::bitcode::{read_module, read_module_with};

    fn with_functions(records: &[&[u64]], names: &[(u64, &str)], bodies: usize) -> impl FnOnce(&mut BitWriter) {
        move |bits| {
            standard_types(bits, &[&[ty::VOID], &[ty::I32, ty::I8], &[ty::I32, ty::I32]]);
            records.iter().for_each(|record| bits.record(8, record));
            bits.block(19, &[(5, &[0])]);
            symbols(bits, names);
            (0..bodies).for_each(|_| bits.block(12, &[(1, &[1]), (15, &[])]));
        }
    }

    #[test]
    fn bodies_belong_to_the_defined_functions_in_order() {
        let sig = ty::SIG;
        let records: [&[u64]; 3] = [&[sig, 0, 1, 0], &[sig, 0, 0, 3], &[sig, 0, 0, 0]];
        let (module, functions) = read(with_functions(&records, &[(0, "llvm.trap"), (2, "_start")], 2)).unwrap();
        assert_eq!(functions.iter().map(|func| func.id.as_u32()).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(module.funcs.values().map(|decl| decl.intrinsic.is_some()).collect::<Vec<_>>(), [true, false, false]);
    }

    #[test]
    fn options_allow_externals() {
        let options = ReadOptions { externals: true };
        let (external, declared) = ([ty::SIG, 0, 0, 0], [ty::SIG + 2, 0, 1, 0]);
        let module = |names| {
            let mut bits = BitWriter::pexe();
            with_functions(&[&external, &declared], names, 1)(&mut bits);
            read_module_with(&bits.finish(), options).map_err(|error| error.to_string())
        };
        assert!(module(&[(0, "main"), (1, "puts")]).is_ok());
        assert!(module(&[(0, "main")]).unwrap_err().contains("an external function without a name"));
        assert!(module(&[(1, "llvm.cos")]).unwrap_err().contains("not an intrinsic"));
    }

    /// The header and what `write` writes, without a module block around it.
    fn bare(write: impl FnOnce(&mut BitWriter)) -> String {
        let mut bytes = BitWriter::pexe().finish()[..16].to_vec();
        let mut bits = BitWriter::new();
        write(&mut bits);
        bytes.extend(bits.finish());
        read_module(&bytes).map(|_| ()).unwrap_err().to_string()
    }

    #[test]
    fn the_module_block_is_required() {
        assert_eq!(
            bare(|_| ()),
            "16:0: expected the module block: the block's bits end within this record; expected the end of the block"
        );
        assert!(bare(|bits| bits.block(17, &[])).contains("types block; expected the module block"));
        assert!(bare(|bits| bits.record(1, &[1])).contains("expected the module block"));
        assert!(bare(|bits| bits.block(8, &[])).contains("no version record"));
        assert!(bare(|bits| bits.block(8, &[(1, &[2])])).contains("bitstream version 2"));
        assert!(bare(|bits| bits.block(8, &[(8, &[0, 0, 0, 0])])).contains("type 0 is not a function type"));
        assert!(bare(|bits| bits.enter_raw(8, 2, 0xffff_ffff)).contains("announces 17179869180 bytes, but only 0 follow"));
    }

    #[test]
    fn the_announced_length_and_the_tail_are_checked() {
        let good = BitWriter::pexe().finish();
        assert!(read_module(&good).is_ok());
        let with_tail = |tail: &[u8]| read_module(&[&good, tail].concat()).map(|_| ()).map_err(|error| error.to_string());
        let room = good.len().next_multiple_of(16) - good.len();
        assert_eq!(with_tail(&vec![0; room]), Ok(()));
        assert!(with_tail(&vec![0; room + 1]).unwrap_err().contains("data after the module block"));
        assert!(with_tail(&[1]).unwrap_err().contains("data after the module block"));
        let mut longer = [good.clone(), vec![0; 4]].concat();
        longer[20] += 1;
        let error = read_module(&longer).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("32 bits before its announced length"), "{error}");
    }

    #[test]
    fn streams_give_the_same_verdict() {
        let mut bits = BitWriter::pexe();
        with_functions(&[&[ty::SIG, 0, 0, 3]], &[], 1)(&mut bits);
        let bytes = bits.finish();
        for len in 0..=bytes.len() {
            let prefix = bytes[..len].to_vec();
            let memory = read_module(&prefix).map(|(module, _)| module).map_err(|error| error.to_string());
            let stream = ModuleReader::from_stream(Box::new(std::io::Cursor::new(prefix))).and_then(|mut reader| {
                while reader.next_body()?.is_some() {}
                Ok(Module::clone(reader.module()))
            });
            assert_eq!(stream.is_ok(), memory.is_ok(), "{len}");
            assert_eq!(stream.ok(), memory.ok(), "{len}");
        }
    }

    #[test]
    fn a_stream_that_fails_is_no_bad_file() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
                Err(std::io::Error::other("unplugged"))
            }
        }
        let error = ModuleReader::from_stream(Box::new(Broken)).map(|_| ()).unwrap_err();
        assert_eq!(error.to_string(), "cannot read the input: unplugged");
        assert!(matches!(error, ReadError::Io(_)));
    }
}
