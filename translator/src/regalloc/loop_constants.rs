//! Constants that a loop sets again and again are set before it, once: numbers, addresses of symbols and floating-point constants that
//! lowering made for a single use each, such as the factor of a division by a constant.
//!
//! In: lowered code, what it mentions, and the loops that it has ([`CodeLoops`]). Out: the same, in which an instruction that each round of
//! an innermost loop executes, and that only sets a temporary to a constant, copies a variable instead, which is set before the loop. Equal
//! constants of a loop are one variable. What gets no register is made again where it is copied ([`super::constants`]): the code is what it
//! was then.
//!
//! Loops that call something are left alone, as what lives across calls has to be saved by the function; and at most eight
//! constants of a loop are considered, the first ones. Linear, times that.

use crate::lir::{Code, Flow, FlowInst, Label, Mover, Var, VarKind};
use crate::liveness::Mentions;
use crate::util::refill;

/// The most constants that are set before one loop.
const MAX_IN_LOOP: usize = 8;

/// The loops of a function whose code is at hand, as numbers from 0 on.
pub trait CodeLoops {
    /// How many there are.
    fn count(&self) -> usize;

    /// The innermost loop that the code behind a block's label is in, if each round of that loop comes by there.
    fn each_round_of(&self, block: Label) -> Option<usize>;

    /// The innermost loop that it is in.
    fn innermost(&self, block: Label) -> Option<usize>;

    /// The loop around one.
    fn parent(&self, which: usize) -> Option<usize>;

    /// The block that leads into a loop and nowhere else, if there is one.
    fn preheader(&self, which: usize) -> Option<Label>;
}

/// A constant that is set before a loop.
#[derive(Copy, Clone, Debug)]
struct Constant {
    /// The one before it of the same loop.
    earlier: Option<usize>,
    /// An instruction that sets it.
    set: usize,
    /// What holds it in the loop.
    home: Var,
    /// Where it is set: the index of the instruction that it comes before.
    before: usize,
}

/// The pass with its working memory.
#[derive(Clone, Debug)]
pub struct LoopConstants<I> {
    /// By variable: how often it is written.
    writes: Vec<u8>,
    /// By loop: whether something in it is called.
    calls: Vec<bool>,
    /// By block: the jump that ends it.
    ends: Vec<Option<usize>>,
    /// Instructions that set a temporary to a constant, which, and the loops that they are in.
    found: Vec<(usize, Var, usize)>,
    constants: Vec<Constant>,
    /// By loop: the last of its constants.
    last: Vec<Option<usize>>,
    /// By such an instruction, in their order: what is copied instead, from and to.
    copies: Vec<(usize, Var, Var)>,
    old: Vec<I>,
}

impl<I> Default for LoopConstants<I> {
    fn default() -> Self {
        Self {
            writes: Vec::new(),
            calls: Vec::new(),
            ends: Vec::new(),
            found: Vec::new(),
            constants: Vec::new(),
            last: Vec::new(),
            copies: Vec::new(),
            old: Vec::new(),
        }
    }
}

impl<I: FlowInst> LoopConstants<I> {
    /// Sets constants before loops. `may` is asked for each. Whether any is.
    pub fn run<M: Mover<Inst = I>>(
        &mut self,
        mover: &M,
        code: &mut Code<I>,
        mentions: &Mentions,
        loops: &impl CodeLoops,
        mut may: impl FnMut(usize) -> bool,
    ) -> bool {
        if loops.count() == 0 {
            return false;
        }
        self.find(code, mentions, loops);
        self.constants.clear();
        refill(&mut self.last, loops.count(), None);
        self.copies.clear();
        for index in 0..self.found.len() {
            let (set, temp, of_loop) = self.found[index];
            if let Some(home) = self.home(code, loops, (set, temp, of_loop), &mut may) {
                self.copies.push((set, home, temp));
            }
        }
        if self.copies.is_empty() {
            return false;
        }
        self.rewrite(mover, code);
        true
    }

    /// Finds instructions that set constants in loops, and what stands in the way.
    fn find(&mut self, code: &Code<I>, mentions: &Mentions, loops: &impl CodeLoops) {
        refill(&mut self.writes, code.vars.len(), 0);
        for mention in mentions.all().iter().filter(|mention| mention.writes()) {
            let writes = &mut self.writes[mention.var().as_u32() as usize];
            *writes = writes.saturating_add(1);
        }
        refill(&mut self.calls, loops.count(), false);
        refill(&mut self.ends, code.edges.blocks(), None);
        self.found.clear();
        let (mut block, mut innermost, mut each_round) = (None, None, None);
        for (index, inst) in code.insts.iter().enumerate() {
            match inst.flow() {
                Flow::Bind(label) if (label.as_u32() as usize) < self.ends.len() => {
                    block = Some(label.as_u32() as usize);
                    (innermost, each_round) = (loops.innermost(label), loops.each_round_of(label));
                }
                Flow::Jump => {
                    if let Some(block) = block {
                        self.ends[block] = Some(index);
                    }
                }
                _ => {}
            }
            let Some(innermost) = innermost else { continue };
            self.calls[innermost] |= !inst.clobbers(&code.pools).is_empty();
            if let Some(of_loop) = each_round
                && let &[mention] = mentions.by(index)
                && self.is_constant(code, inst, mention.var())
            {
                self.found.push((index, mention.var(), of_loop));
            }
        }
        // Loops that are in others have greater numbers.
        for inner in (0..loops.count()).rev() {
            if let Some(outer) = loops.parent(inner) {
                self.calls[outer] |= self.calls[inner];
            }
        }
    }

    /// Whether an instruction sets a temporary to a constant that it keeps: what changes it would have to copy it first, which gains nothing.
    fn is_constant(&self, code: &Code<I>, inst: &I, var: Var) -> bool {
        let is_kept = self.writes[var.as_u32() as usize] == 1;
        code.var(var).kind == VarKind::Register && is_kept && inst.constant_to(&code.pools, var) == Some(*inst)
    }

    /// The variable that holds a constant in a loop.
    fn home(
        &mut self,
        code: &mut Code<I>,
        loops: &impl CodeLoops,
        (set, temp, of_loop): (usize, Var, usize),
        may: &mut impl FnMut(usize) -> bool,
    ) -> Option<Var> {
        if self.calls[of_loop] {
            return None;
        }
        let temp = *code.var(temp);
        let of_loop_before = |constant: &usize| self.constants[*constant].earlier;
        let mut count = 0;
        for known in std::iter::successors(self.last[of_loop], of_loop_before).map(|constant| self.constants[constant]) {
            let [this, other] = [set, known.set].map(|set| code.insts[set].constant_to(&code.pools, known.home));
            let is_equal = this == other || fault!(LoopConstantsEqual, count == 2);
            if is_equal && code.var(known.home).class == temp.class {
                return Some(known.home);
            }
            count += 1;
        }
        let before = self.ends[loops.preheader(of_loop)?.as_u32() as usize]?;
        if count == MAX_IN_LOOP || !may(set) {
            return None;
        }
        let home = code.make_var(temp.class, temp.bytes, VarKind::Any);
        let earlier = self.last[of_loop].replace(self.constants.len());
        self.constants.push(Constant { earlier, set, home, before });
        Some(home)
    }

    fn rewrite<M: Mover<Inst = I>>(&mut self, mover: &M, code: &mut Code<I>) {
        self.constants.sort_by_key(|constant| constant.before);
        self.old.clear();
        std::mem::swap(&mut self.old, &mut code.insts);
        let (mut constants, mut copies) = (self.constants.iter().peekable(), self.copies.iter().peekable());
        for (index, inst) in self.old.iter().enumerate() {
            while let Some(&Constant { set, home, .. }) = constants.next_if(|constant| constant.before == index) {
                let data = *code.var(home);
                let temp = code.make_var(data.class, data.bytes, VarKind::Register);
                code.insts.extend(self.old[set].constant_to(&code.pools, temp));
                mover.copy(code, home, temp);
            }
            match copies.next_if(|&&(set, ..)| set == index) {
                Some(&(_, home, temp)) => mover.copy(code, temp, home),
                None => code.insts.push(*inst),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lir::Role;
    use crate::regalloc::testing::toy::{CLOBBERED, CORE, Kind, Toy, ToyMover};

    /// Block 1 is a loop that block 0 leads into.
    struct OneLoop;

    impl CodeLoops for OneLoop {
        fn count(&self) -> usize {
            1
        }

        fn each_round_of(&self, block: Label) -> Option<usize> {
            self.innermost(block)
        }

        fn innermost(&self, block: Label) -> Option<usize> {
            (block.as_u32() == 1).then_some(0)
        }

        fn parent(&self, _: usize) -> Option<usize> {
            None
        }

        fn preheader(&self, _: usize) -> Option<Label> {
            Some(Label::from_u32(0))
        }
    }

    /// A loop that sets temporaries to these constants and reads each.
    fn code(constants: &[i32], calls: bool) -> Code<Toy> {
        let mut code = Code::default();
        code.clear(2);
        let [entry, round, end] = [0, 1, 2].map(Label::from_u32);
        code.insts = vec![Toy::bind(entry), Toy::new(Kind::Jump(round), &[]), Toy::bind(round)];
        for &constant in constants {
            let temp = code.make_var(CORE, 4, VarKind::Register);
            code.insts.push(Toy::new(Kind::Set(constant), &[(temp, Role::Def)]));
            code.insts.push(Toy::new(Kind::Plain(1), &[(temp, Role::Use)]));
        }
        if calls {
            code.insts.push(Toy { clobbers: CLOBBERED, ..Toy::new(Kind::Plain(2), &[]) });
        }
        code.insts.push(Toy::new(Kind::Branch { id: 1, to: round, negated: false }, &[]));
        code.insts.extend([Toy::new(Kind::Jump(end), &[]), Toy::bind(end), Toy::new(Kind::Exit, &[])]);
        code
    }

    /// The constants that are set before the loop and in it.
    fn set(code: &Code<Toy>) -> [Vec<i32>; 2] {
        let begin = code.insts.iter().position(|inst| inst.flow() == Flow::Bind(Label::from_u32(1))).expect("a loop");
        let (before, inside) = code.insts.split_at(begin);
        [before, inside]
            .map(|insts| insts.iter().filter_map(|inst| if let Kind::Set(it) = inst.kind { Some(it) } else { None }).collect())
    }

    fn run(code: &mut Code<Toy>, may: impl FnMut(usize) -> bool) -> bool {
        code.edges.clear(2);
        let mentions = Mentions::of(code);
        LoopConstants::default().run(&ToyMover, code, &mentions, &OneLoop, may)
    }

    #[test]
    fn equal_constants_are_set_once_before_their_loop() {
        let mut code = code(&[5, 7, 5], false);
        assert!(run(&mut code, |_| true));
        assert_eq!(set(&code), [vec![5, 7], vec![]]);
        let jump = code.insts.iter().position(|inst| inst.flow() == Flow::Jump).expect("the way in");
        assert!(jump > 4, "constants are set before the jump: {:?}", code.insts);
    }

    #[test]
    fn what_may_not_be_moved_stays() {
        let mut asked = code(&[5, 7], false);
        assert!(run(&mut asked, |index| index != 3));
        assert_eq!(set(&asked), [vec![7], vec![5]]);
        let mut calling = code(&[5], true);
        assert!(!run(&mut calling, |_| true));
        // Of nine different ones eight.
        let mut many = code(&[1, 2, 3, 4, 5, 6, 7, 8, 9], false);
        assert!(run(&mut many, |_| true));
        assert_eq!(set(&many), [vec![1, 2, 3, 4, 5, 6, 7, 8], vec![9]]);
    }

    #[test]
    fn a_temporary_that_is_written_again_keeps_its_constant() {
        let mut code = code(&[5], false);
        let temp = Var::from_u32(0);
        code.insts.insert(4, Toy::new(Kind::Plain(3), &[(temp, Role::UseDef)]));
        assert!(!run(&mut code, |_| true));
    }
}
