//! One function being lowered: its values as parts, its blocks, its phis.

use super::super::Error;
use super::super::ast::{BlockId, Inst, Local, Op, Operand, Value as Source};
use super::super::link::{Place, Program};
use super::super::reachable::reverse_postorder;
use super::super::types::Ty;
use super::global::Globals;
use super::shape::Shape;
use super::{Result, body_of, locate};
use crate::ice::{Block, FuncId, Function, FunctionBuilder, InstData, Module, Type, Value};
use rustc_hash::FxHashMap;

/// The values that stand for one LLVM value.
pub(super) type Parts = Vec<Value>;

/// A phi whose operands are not known yet.
struct PendingPhi {
    local: Local,
    parts: Parts,
}

/// A function being lowered.
pub(super) struct Lowering<'p, 'm> {
    pub(super) program: &'p Program,
    pub(super) place: Place,
    pub(super) globals: &'m mut Globals<'p>,
    pub(super) b: FunctionBuilder<'m>,
    pub(super) constants: FxHashMap<(Type, u64), Value>,
    locals: Vec<Option<Parts>>,
    /// The type of each local value, where its instruction spells it out.
    types: Vec<Option<Ty>>,
    blocks: Vec<Option<Block>>,
    /// Of each block: its phis, and what arrives for them over each edge so far.
    phis: Vec<Vec<PendingPhi>>,
    edges: Vec<Vec<(Block, Vec<Parts>)>>,
    /// Where several results go.
    pub(super) result_addr: Option<Value>,
    /// Where the arguments behind `...` lie.
    pub(super) more_args: Option<Value>,
    /// The last block that belongs to each LLVM block, for the layout.
    extents: Vec<Vec<Block>>,
    /// The LLVM block that is being lowered.
    pub(super) current: BlockId,
}

impl<'p, 'm> Lowering<'p, 'm> {
    pub(super) fn new(
        program: &'p Program,
        place: Place,
        globals: &'m mut Globals<'p>,
        module: &'m mut Module,
        id: FuncId,
    ) -> Self {
        Self {
            program,
            place,
            globals,
            b: FunctionBuilder::new(module, id),
            constants: FxHashMap::default(),
            locals: Vec::new(),
            types: Vec::new(),
            blocks: Vec::new(),
            phis: Vec::new(),
            edges: Vec::new(),
            result_addr: None,
            more_args: None,
            extents: Vec::new(),
            current: BlockId::from_u32(0),
        }
    }

    /// The finished body.
    pub(super) fn run(mut self, place: Place) -> std::result::Result<Function, Error> {
        let program = self.program;
        let Some((function, body)) = body_of(program, place) else {
            return Err(locate(program, place, None, "it has no body".into()));
        };
        let fail = |inst: Option<&Inst>, message| locate(program, place, inst.map(|inst| (inst.line, inst.dbg)), message);
        self.locals.resize(body.local_count as usize, None);
        self.types.resize(body.local_count as usize, None);
        self.blocks.resize(body.blocks.len(), None);
        self.extents.resize(body.blocks.len(), Vec::new());
        self.phis.resize_with(body.blocks.len(), Vec::new);
        self.edges.resize_with(body.blocks.len(), Vec::new);
        self.arguments(function).map_err(|message| fail(None, message))?;
        let order = reverse_postorder(body);
        for &block in &order {
            let new = if block.as_u32() == 0 { self.b.current() } else { self.b.block() };
            self.blocks[block.as_u32() as usize] = Some(new);
        }
        for &block in &order {
            let first_new = self.b.func().block_count();
            self.b.switch_to(self.block(block).map_err(|message| fail(None, message))?);
            let own = self.b.current();
            self.current = block;
            for inst in &body.blocks[block.as_u32() as usize].insts {
                self.inst(block, inst).map_err(|message| fail(Some(inst), message))?;
            }
            let last = self.b.func().block_count();
            let made = (first_new..last).map(|index| Block::from_u32(index as u32));
            self.extents[block.as_u32() as usize] = std::iter::once(own).chain(made).collect();
        }
        self.connect_phis(body).map_err(|message| fail(None, message))?;
        let layout: Vec<Block> = self.extents.concat();
        let mut func = self.b.finish();
        func.set_block_order(&layout);
        Ok(func)
    }

    fn inst(&mut self, block: BlockId, inst: &'p Inst) -> Result<()> {
        if let Op::Phi { ty, .. } = &inst.op {
            return self.phi(block, inst, *ty);
        }
        if let Op::Invoke { call, normal } = &inst.op {
            // Nothing is thrown: the call returns, and the normal block may use its result.
            if let (Some(parts), Some(result)) = (self.call(call)?, inst.result) {
                self.define(result, inst.op.result(), parts);
            }
            return self.branch(*normal);
        }
        if let Some(parts) = self.operation(&inst.op)?
            && let Some(result) = inst.result
        {
            self.define(result, inst.op.result(), parts);
        }
        Ok(())
    }

    /// Gives a value its parts, and its type, where that is known.
    pub(super) fn define(&mut self, local: Local, ty: Option<Ty>, parts: Parts) {
        self.locals[local.as_u32() as usize] = Some(parts);
        self.types[local.as_u32() as usize] = ty;
    }

    /// Whether a value may be used as one of a type: the parts are the same, and so is an integer's
    /// width, of which parts have lost what is not a power of two.
    fn is_of(&mut self, local: Local, parts: &[Value], ty: Ty) -> Result<bool> {
        if let Some(own) = self.types[local.as_u32() as usize]
            && own != ty
            && let (Shape::Int(own), Shape::Int(used)) = (self.shape(own)?, self.shape(ty)?)
            && own != used
        {
            return Ok(false);
        }
        Ok(self.part_types(ty)?.into_iter().eq(parts.iter().map(|&part| self.b.func().ty(part))))
    }

    fn phi(&mut self, block: BlockId, inst: &Inst, ty: Ty) -> Result<()> {
        let Some(local) = inst.result else { return Ok(()) };
        let parts: Parts = self.part_types(ty)?.into_iter().map(|ty| self.b.phi(ty, &[])).collect();
        self.define(local, Some(ty), parts.clone());
        self.phis[block.as_u32() as usize].push(PendingPhi { local, parts });
        Ok(())
    }

    /// The block that an LLVM block begins with.
    pub(super) fn block(&self, block: BlockId) -> Result<Block> {
        self.blocks[block.as_u32() as usize].ok_or_else(|| "a branch to a block that nothing reaches".into())
    }

    /// Notes that the current block is about to branch to `target`, and what its phis get.
    pub(super) fn edge(&mut self, target: BlockId) -> Result<Block> {
        let (program, from) = (self.program, self.current);
        let Some((_, body)) = body_of(program, self.place) else { return Err("it has no body".into()) };
        let mut values = Vec::new();
        for inst in &body.blocks[target.as_u32() as usize].insts {
            let Op::Phi { ty, incoming } = &inst.op else { break };
            let (value, _) = incoming.iter().find(|(_, block)| *block == from).ok_or("a phi that misses a predecessor")?;
            values.push(self.parts(*ty, value)?);
        }
        let current = self.b.current();
        self.edges[target.as_u32() as usize].push((current, values));
        self.block(target)
    }

    fn connect_phis(&mut self, body: &super::super::ast::Body) -> Result<()> {
        for block in 0..body.blocks.len() {
            let edges = std::mem::take(&mut self.edges[block]);
            for (number, phi) in std::mem::take(&mut self.phis[block]).into_iter().enumerate() {
                for (part, &value) in phi.parts.iter().enumerate() {
                    let args: Result<Vec<(Block, Value)>> = edges
                        .iter()
                        .map(|(from, values)| {
                            let incoming = values.get(number).and_then(|parts| parts.get(part));
                            incoming.map(|&value| (*from, value)).ok_or_else(|| format!("phi {} is malformed", phi.local))
                        })
                        .collect();
                    self.b.set_phi(value, &args?);
                }
            }
        }
        Ok(())
    }

    /// The parts of a value.
    pub(super) fn parts(&mut self, ty: Ty, value: &Source) -> Result<Parts> {
        match value {
            Source::Local(local) => {
                let parts = self.local_parts(*local)?;
                if !self.is_of(*local, &parts, ty)? {
                    return Err(format!("a value is used as {}, which it is not", self.program.types.name(ty)));
                }
                Ok(parts)
            }
            Source::Const(constant) => self.constant_parts(ty, constant),
            Source::Asm(..) => Err("inline assembly as a value".into()),
            Source::Metadata => Ok(Vec::new()),
        }
    }

    /// The parts of a value that is no constant.
    pub(super) fn local_parts(&self, local: Local) -> Result<Parts> {
        self.locals[local.as_u32() as usize].clone().ok_or_else(|| "a value is used where it is not defined".into())
    }

    pub(super) fn operand(&mut self, operand: &Operand) -> Result<Parts> {
        self.parts(operand.ty, &operand.value)
    }

    /// The only part of an operand.
    pub(super) fn single(&mut self, operand: &Operand) -> Result<Value> {
        match self.operand(operand)?[..] {
            [part] => Ok(part),
            _ => Err(format!("a value of type {} where a single one is needed", self.program.types.name(operand.ty))),
        }
    }

    /// An operand as an i32: an address, a size.
    pub(super) fn word(&mut self, operand: &Operand) -> Result<Value> {
        match self.shape(operand.ty)? {
            Shape::Int(bits) => {
                let parts = self.operand(operand)?;
                Ok(self.int_resize(bits, 32, false, &parts)[0])
            }
            _ => Err(format!("a value of type {} where an address or a size is needed", self.program.types.name(operand.ty))),
        }
    }

    /// Stack memory of a known size that lives as long as the function's frame.
    pub(super) fn slot(&mut self, size: u64, align: u32) -> Value {
        let size = self.i32(size);
        let data = InstData::Alloca { size, align };
        let func = self.b.func();
        let entry = func.entry().unwrap_or(Block::from_u32(0));
        let (_, value) = match func.first_inst(entry) {
            Some(first) => func.insert_before(first, data, Type::I32),
            None => func.append_inst(entry, data, Type::I32),
        };
        value.unwrap_or_else(|| unreachable!("an alloca has a result"))
    }
}
