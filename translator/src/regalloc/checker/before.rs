//! The code as it was before allocation: what the checker holds the allocated code against.
//!
//! Rewriting replaces the instructions and may change jump tables in the pools, so the instructions
//! and the targets of jumps are copied.

use crate::lir::{Code, EdgeMove, EdgeMoves, Flow, FlowInst, Label, MachInst, Role, Var};

/// See the module.
#[derive(Clone, Debug)]
pub struct Before<I: MachInst> {
    insts: Vec<I>,
    targets: Vec<Label>,
    /// For each instruction where its targets end.
    target_ends: Vec<u32>,
    /// For each instruction the block of the IR that it belongs to.
    blocks: Vec<Label>,
    /// For each label the instruction that binds it.
    bound_at: Vec<Option<u32>>,
    edges: EdgeMoves<I::Const>,
    vars: u32,
    /// For each variable the only instruction that writes it.
    only_writer: Vec<Option<u32>>,
}

impl<I: FlowInst> Before<I> {
    /// Copies what will be needed.
    pub fn new(code: &Code<I>) -> Self {
        let mut this = Self {
            insts: code.insts.clone(),
            targets: Vec::new(),
            target_ends: Vec::with_capacity(code.insts.len()),
            blocks: Vec::with_capacity(code.insts.len()),
            bound_at: vec![None; code.label_count()],
            edges: code.edges.clone(),
            vars: code.vars.len() as u32,
            only_writer: vec![None; code.vars.len()],
        };
        let mut writes = vec![0_u32; code.vars.len()];
        let mut block = Label::from_u32(0);
        for (index, inst) in code.insts.iter().enumerate() {
            inst.visit(&code.pools, |var, role| {
                if role != Role::Use {
                    writes[var.as_u32() as usize] += 1;
                    this.only_writer[var.as_u32() as usize] = Some(index as u32).filter(|_| role == Role::Def);
                }
            });
            match inst.flow() {
                Flow::Bind(label) => {
                    code.edges.phis(label).iter().for_each(|phi| writes[phi.as_u32() as usize] += 2);
                    this.bound_at[label.as_u32() as usize] = Some(index as u32);
                    if code.edges.is_block(label) {
                        block = label;
                    }
                }
                Flow::Branch | Flow::Jump => inst.targets(&code.pools, |label| this.targets.push(label)),
                Flow::Next | Flow::Exit => {}
            }
            this.target_ends.push(this.targets.len() as u32);
            this.blocks.push(block);
        }
        for (writer, count) in this.only_writer.iter_mut().zip(writes) {
            *writer = writer.filter(|_| count == 1);
        }
        this
    }

    /// An instruction; `None` after the last.
    pub(super) fn inst(&self, index: u32) -> Option<&I> {
        self.insts.get(index as usize)
    }

    /// How many instructions there were.
    pub(super) fn len(&self) -> usize {
        self.insts.len()
    }

    /// How many variables there were.
    pub(super) fn vars(&self) -> u32 {
        self.vars
    }

    /// The block of the IR that an instruction belongs to.
    pub(super) fn block(&self, index: u32) -> Label {
        self.blocks[index as usize]
    }

    /// The instruction that writes a variable, and writes nothing before that it reads, if there is
    /// one only.
    pub(super) fn only_writer(&self, var: Var) -> Option<&I> {
        self.inst(self.only_writer[var.as_u32() as usize]?)
    }

    /// Where an instruction jumps to, as labels.
    pub(super) fn targets(&self, index: u32) -> &[Label] {
        let start = index.checked_sub(1).map_or(0, |before| self.target_ends[before as usize]);
        &self.targets[start as usize..self.target_ends[index as usize] as usize]
    }

    /// The instruction that binds a label.
    pub(super) fn bound_at(&self, label: Label) -> Option<u32> {
        self.bound_at.get(label.as_u32() as usize).copied().flatten()
    }

    /// The phis of a block.
    pub(super) fn phis(&self, block: Label) -> &[Var] {
        self.edges.phis(block)
    }

    /// What an edge carries.
    pub(super) fn moves(&self, from: Label, to: Label) -> impl Iterator<Item = EdgeMove<I::Const>> + '_ {
        self.edges.on_edge(from, to)
    }
}
