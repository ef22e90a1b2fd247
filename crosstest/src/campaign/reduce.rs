//! A first reducer: makes a module that shows a symptom smaller while it shows the symptom.
//!
//! In: a module, its verdict. Out: a smaller module with the same kind of symptom on the same target, and its text. Greedy: fewer bytes;
//! functions without their bodies; branches that go one way; instructions, in pieces of halving size, replaced by constants or by one of
//! their operands; declarations that nothing names. Each trial is verified, interpreted (it has to stay defined) and run on one target.
//! It ends when nothing helps any more or time is up, whichever is first.

use std::time::{Duration, Instant};

use translator::ice::{Block, Function, FunctionBuilder, Inst, InstData, Type, Value, ValueDef};
use translator::text;

use super::examine::{End, Examiner, Symptom, Verdict};
use crate::generate::{ENTRY, Generated};

/// How long one reduction may take.
const PATIENCE: Duration = Duration::from_secs(15);

/// A smaller module.
pub struct Reduced {
    /// The module.
    pub module: Generated,
    /// Its text.
    pub text: String,
    /// What came of it.
    pub verdict: Verdict,
}

struct Reducer<'e, 'r> {
    examiner: &'e mut Examiner<'r>,
    symptom: Symptom,
    deadline: Instant,
    best: Generated,
}

/// Reduces a module that shows a symptom.
pub fn reduce(examiner: &mut Examiner<'_>, generated: &Generated, verdict: &Verdict) -> Reduced {
    let best = Generated { module: generated.module.clone(), bodies: generated.bodies.clone(), entry: generated.entry };
    let module = match verdict.symptoms.first() {
        None => best,
        Some(symptom) => {
            let deadline = Instant::now() + PATIENCE;
            let mut reducer = Reducer { examiner, symptom: symptom.clone(), deadline, best };
            reducer.run();
            reducer.best
        }
    };
    let text = text::print_module(&module.module, &module.bodies);
    let verdict = examiner.examine(&module);
    Reduced { module, text, verdict }
}

impl Reducer<'_, '_> {
    fn run(&mut self) {
        loop {
            let before = self.size();
            self.drop_bodies();
            self.straighten();
            self.drop_instructions();
            self.forward_operands();
            if self.size() >= before || self.out_of_time() {
                break;
            }
        }
        self.drop_declarations();
    }

    fn out_of_time(&self) -> bool {
        Instant::now() >= self.deadline
    }

    /// Instructions and blocks that are left.
    fn size(&self) -> usize {
        let of = |body: &Function| body.block_order().iter().map(|&block| 1 + body.block_insts(block).count()).sum::<usize>();
        self.best.bodies.iter().map(of).sum()
    }

    /// Whether a module shows the symptom.
    fn shows(&mut self, module: &Generated) -> bool {
        let target = [self.symptom.target];
        let verdict = self.examiner.examine_on(&module.module, &module.bodies, module.entry, &target);
        // A trap is as good as a return, but an invalid module says nothing.
        let defined = matches!(verdict.end, End::Returned | End::Trapped);
        defined && verdict.symptoms.iter().any(|symptom| self.is_same(symptom))
    }

    /// Whether a symptom is of the kind that is being reduced. Where a difference shows may change on the way.
    fn is_same(&self, symptom: &Symptom) -> bool {
        let differs = |symptom: &Symptom| symptom.kind == "result" || symptom.kind == "memory";
        symptom.kind == self.symptom.kind || differs(symptom) && differs(&self.symptom)
    }

    /// Tries a change of one body; keeps it if the symptom stays.
    fn attempt(&mut self, index: usize, change: impl FnOnce(&mut Function)) -> bool {
        if self.out_of_time() {
            return false;
        }
        let mut body = self.best.bodies[index].clone();
        change(&mut body);
        clean_up(&mut body);
        let old = std::mem::replace(&mut self.best.bodies[index], body);
        let candidate = Generated { module: self.best.module.clone(), bodies: self.best.bodies.clone(), entry: self.best.entry };
        let shows = self.shows(&candidate);
        if !shows {
            self.best.bodies[index] = old;
        }
        shows
    }

    /// Gives functions bodies that only return.
    fn drop_bodies(&mut self) {
        for index in 1..self.best.bodies.len() {
            if self.best.bodies[index].block_order().len() == 1 && self.best.bodies[index].inst_count() < 2 {
                continue;
            }
            let id = self.best.bodies[index].id;
            let result = self.best.module.func_sig(id).result;
            let mut b = FunctionBuilder::new(&mut self.best.module, id);
            let value = (result != Type::Void).then(|| nothing(b.func(), result));
            b.ret(value);
            let body = b.finish();
            self.attempt(index, |old| *old = body);
        }
    }

    /// Makes branches and switches go one way.
    fn straighten(&mut self) {
        for index in 0..self.best.bodies.len() {
            for block in self.best.bodies[index].block_order().to_vec() {
                let body = &self.best.bodies[index];
                let Some(last) = body.last_inst(block).filter(|_| body.block_order().contains(&block)) else { continue };
                let mut targets: Vec<Block> = body.successors(block).collect();
                targets.sort_unstable();
                targets.dedup();
                if matches!(body.inst(last), InstData::Br { .. }) {
                    continue;
                }
                for target in targets {
                    if self.attempt(index, |body| *body.inst_mut(last) = InstData::Br { target }) {
                        break;
                    }
                }
                self.drop_cases(index, last);
            }
        }
    }

    fn drop_cases(&mut self, index: usize, last: Inst) {
        let InstData::Switch { value, cases, default } = *self.best.bodies[index].inst(last) else { return };
        let mut left = self.best.bodies[index].cases(cases).to_vec();
        let mut at = 0;
        while at < left.len() {
            let mut fewer = left.clone();
            fewer.remove(at);
            let dropped = self.attempt(index, |body| {
                let cases = body.make_cases(&fewer);
                *body.inst_mut(last) = InstData::Switch { value, cases, default };
            });
            if dropped { left = fewer } else { at += 1 }
        }
    }

    /// Takes instructions out, many at a time first. Their results become constants, or undefined.
    fn drop_instructions(&mut self) {
        for index in 0..self.best.bodies.len() {
            let mut size = 64;
            while size > 0 {
                let insts = droppable(&self.best.bodies[index]);
                for piece in insts.rchunks(size) {
                    self.attempt(index, |body| piece.iter().for_each(|&inst| drop_inst(body, inst)));
                }
                size /= 2;
            }
        }
    }

    /// Replaces results by operands of the same type, and operands by constants.
    fn forward_operands(&mut self) {
        for index in 0..self.best.bodies.len() {
            for inst in droppable(&self.best.bodies[index]) {
                let body = &self.best.bodies[index];
                let Some(result) = body.result(inst).filter(|_| body.inst_block(inst).is_some()) else { continue };
                let mut operands = Vec::new();
                body.visit_operands(inst, |value| operands.push(value));
                operands.retain(|&operand| body.ty(operand) == body.ty(result) && operand != result);
                for operand in operands {
                    let forwarded = self.attempt(index, |body| {
                        replace_uses(body, result, operand);
                        body.remove_inst(inst);
                    });
                    if forwarded {
                        break;
                    }
                }
            }
        }
    }

    /// Drops functions and globals that nothing names, by their lines in the text.
    fn drop_declarations(&mut self) {
        // What has been taken out of a body leaves with the text, too.
        let mut best = text::print_module(&self.best.module, &self.best.bodies);
        for item in items(&best) {
            if self.out_of_time() {
                return;
            }
            let without = best.replacen(&item, "", 1);
            if let Some(module) = parse(&without)
                && self.shows(&module)
            {
                best = without;
                self.best = module;
            }
        }
    }
}

fn parse(source: &str) -> Option<Generated> {
    let (module, bodies) = text::parse_module(source, "reduced").ok()?;
    let entry = module.func_by_name(ENTRY)?;
    Some(Generated { module, bodies, entry })
}

/// The declarations and definitions of a module's text, but for the entry function.
fn items(source: &str) -> Vec<String> {
    let mut items = Vec::new();
    let mut open: Option<String> = None;
    for line in source.split_inclusive('\n') {
        match &mut open {
            Some(item) => {
                item.push_str(line);
                if line.starts_with('}') {
                    items.extend(open.take());
                }
            }
            None if line.starts_with("define") => open = Some(line.into()),
            None if line.starts_with('@') || line.starts_with("declare") => items.push(line.into()),
            None => {}
        }
    }
    items.retain(|item| !item.contains(&format!("@{ENTRY}(")) || !item.starts_with("define"));
    items
}

/// Instructions that may be left out: all but terminators.
fn droppable(body: &Function) -> Vec<Inst> {
    let all = body.block_order().iter().flat_map(|&block| body.block_insts(block));
    all.filter(|&inst| !body.inst(inst).is_terminator()).collect()
}

/// A value that says nothing.
fn nothing(body: &mut Function, ty: Type) -> Value {
    body.push_value(ty, nothing_of(ty))
}

fn nothing_of(ty: Type) -> ValueDef {
    match ty {
        Type::F32 => ValueDef::F32(1.0f32.to_bits()),
        Type::F64 => ValueDef::F64(1.0f64.to_bits()),
        _ if ty.is_vector() => ValueDef::Undef,
        _ => ValueDef::Int(1),
    }
}

fn drop_inst(body: &mut Function, inst: Inst) {
    if body.inst_block(inst).is_none() {
        return;
    }
    if let Some(result) = body.result(inst) {
        let ty = body.ty(result);
        body.set_def(result, ty, nothing_of(ty));
    }
    body.remove_inst(inst);
}

/// Makes every use of one value a use of another.
fn replace_uses(body: &mut Function, from: Value, to: Value) {
    let swap = |value: Value| if value == from { to } else { value };
    let insts: Vec<Inst> = body.block_order().iter().flat_map(|&block| body.block_insts(block)).collect();
    for inst in insts {
        let new = match *body.inst(inst) {
            InstData::Alloca { size, align } => InstData::Alloca { size: swap(size), align },
            InstData::Binary { op, lhs, rhs } => InstData::Binary { op, lhs: swap(lhs), rhs: swap(rhs) },
            InstData::Cast { op, src } => InstData::Cast { op, src: swap(src) },
            InstData::Icmp { cond, lhs, rhs } => InstData::Icmp { cond, lhs: swap(lhs), rhs: swap(rhs) },
            InstData::Fcmp { cond, lhs, rhs } => InstData::Fcmp { cond, lhs: swap(lhs), rhs: swap(rhs) },
            InstData::Select { cond, on_true, on_false } => {
                InstData::Select { cond: swap(cond), on_true: swap(on_true), on_false: swap(on_false) }
            }
            InstData::Load { addr, align } => InstData::Load { addr: swap(addr), align },
            InstData::Store { addr, value, align } => InstData::Store { addr: swap(addr), value: swap(value), align },
            InstData::InsertElement { vector, element, index } => {
                InstData::InsertElement { vector: swap(vector), element: swap(element), index: swap(index) }
            }
            InstData::ExtractElement { vector, index } => InstData::ExtractElement { vector: swap(vector), index: swap(index) },
            InstData::Phi { args } => {
                let mut operands = body.phi_args(args).to_vec();
                operands.iter_mut().for_each(|operand| operand.value = swap(operand.value));
                InstData::Phi { args: body.make_phi_args(&operands) }
            }
            InstData::Call { func, args } => {
                let values: Vec<Value> = body.values(args).iter().copied().map(swap).collect();
                InstData::Call { func, args: body.make_values(&values) }
            }
            InstData::CallIndirect { callee, sig, args } => {
                let values: Vec<Value> = body.values(args).iter().copied().map(swap).collect();
                InstData::CallIndirect { callee: swap(callee), sig, args: body.make_values(&values) }
            }
            InstData::CondBr { cond, on_true, on_false } => InstData::CondBr { cond: swap(cond), on_true, on_false },
            InstData::Switch { value, cases, default } => InstData::Switch { value: swap(value), cases, default },
            InstData::Ret { value } => InstData::Ret { value: value.map(swap) },
            other @ (InstData::Br { .. } | InstData::Unreachable) => other,
        };
        *body.inst_mut(inst) = new;
    }
}

/// Leaves out blocks that are not reached, and gives phis one operand for each edge that is left.
fn clean_up(body: &mut Function) {
    let Some(entry) = body.entry() else { return };
    let mut reached = vec![false; body.block_count()];
    let mut stack = vec![entry];
    let mut edges: Vec<(Block, Block)> = Vec::new();
    while let Some(block) = stack.pop() {
        if std::mem::replace(&mut reached[block.as_u32() as usize], true) {
            continue;
        }
        edges.extend(body.successors(block).map(|succ| (block, succ)));
        stack.extend(body.successors(block));
    }
    let order: Vec<Block> = body.block_order().iter().copied().filter(|block| reached[block.as_u32() as usize]).collect();
    body.set_block_order(&order);
    for block in order {
        let phis: Vec<Inst> = body.block_insts(block).take_while(|&inst| body.inst(inst).is_phi()).collect();
        for inst in phis {
            let InstData::Phi { args } = *body.inst(inst) else { continue };
            let old = body.phi_args(args).to_vec();
            let preds = edges.iter().filter(|(_, to)| *to == block).map(|(from, _)| *from);
            let new: Vec<_> = preds.filter_map(|pred| old.iter().find(|arg| arg.block == pred).copied()).collect();
            if new.len() != old.len() {
                let args = body.make_phi_args(&new);
                *body.inst_mut(inst) = InstData::Phi { args };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOP: &str = "define internal i32 @main() {
  br label %a
a:
  %p = phi i32 [ 0, %entry ], [ %q, %b ]
  %c = icmp slt i32 %p, 5
  br i1 %c, label %b, label %d
b:
  %q = add i32 %p, 1
  br label %a
d:
  ret i32 %p
}
";

    #[test]
    fn a_branch_that_goes_one_way_leaves_a_sound_body() {
        let mut module =
            parse(&LOOP.replace("define internal i32 @main() {\n", "define internal i32 @main() {\nentry:\n")).unwrap();
        let body = &mut module.bodies[0];
        let branch = body.last_inst(Block::from_u32(1)).unwrap();
        *body.inst_mut(branch) = InstData::Br { target: Block::from_u32(3) };
        clean_up(body);
        assert_eq!(body.block_order().len(), 3);
        translator::ice::verify::function(&module.module, &module.bodies[0]).unwrap();
    }

    #[test]
    fn items_are_whole_definitions() {
        let source =
            "@a = internal global [1 x i8] zeroinitializer\ndefine void @f() {\n  ret void\n}\ndefine i32 @main() {\n}\n";
        let items = items(source);
        assert_eq!(items, ["@a = internal global [1 x i8] zeroinitializer\n", "define void @f() {\n  ret void\n}\n"]);
    }
}
