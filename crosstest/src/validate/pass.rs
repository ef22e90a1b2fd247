//! What a pass over code collects, whatever the architecture: where instructions begin, which of them no branch may lead to, where direct
//! branches lead, and what breaks a rule.

use std::ops::Range;

use super::isa::{Common, facts};
use super::report::{Summary, Violation, Violations};
use super::rules::Rule;
use super::{Code, bundle, text};

/// What begins at a byte.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Mark {
    /// No instruction.
    Nothing,
    /// An instruction, which may be a branch's target.
    Start,
    /// An instruction that relies on the one before it.
    Guarded,
    /// No instruction, whatever it looks like.
    Data,
}

/// A direct branch.
struct Branch {
    place: Range<usize>,
    /// An address; beyond the space for code, if it wrapped around.
    target: u64,
}

/// What is wrong, as places in the code.
struct Found {
    place: Range<usize>,
    rule: Rule,
}

/// A pass over code.
pub struct Pass<'a> {
    /// The code.
    pub code: Code<'a>,
    outside: &'a [u32],
    /// For each byte what begins there.
    map: Vec<Mark>,
    branches: Vec<Branch>,
    found: Vec<Found>,
    /// How many places break a rule; the first are in `found`.
    count: u64,
    summary: Summary,
}

impl<'a> Pass<'a> {
    /// Begins one.
    pub fn new(code: Code<'a>, outside: &'a [u32]) -> Self {
        let mut pass = Self {
            code,
            outside,
            map: vec![Mark::Nothing; code.bytes.len()],
            branches: Vec::new(),
            found: Vec::new(),
            count: 0,
            summary: Summary::default(),
        };
        let size = u64::from(bundle(code.isa));
        let (start, len) = (u64::from(code.address), code.bytes.len() as u64);
        if start % size != 0 || len % size != 0 || start + len > facts(code.isa).end_of_space {
            let last = code.bytes.len().saturating_sub(1) / size as usize * size as usize;
            pass.violation(last..code.bytes.len(), pass.rules().whole_bundles);
        }
        pass
    }

    /// The offsets of the bundles. The last one ends where the code does.
    pub fn bundles(&mut self) -> impl Iterator<Item = Range<usize>> + use<> {
        let (len, size) = (self.code.bytes.len(), bundle(self.code.isa) as usize);
        self.summary.bundles = len.div_ceil(size) as u64;
        (0..len).step_by(size).map(move |start| start..(start + size).min(len))
    }

    /// Notes that there is an instruction.
    pub fn instruction(&mut self, place: &Range<usize>) {
        self.map[place.start] = Mark::Start;
        self.summary.instructions += 1;
    }

    /// Notes that the instruction relies on the one before it: no branch may lead to it.
    pub fn guarded(&mut self, place: &Range<usize>) {
        if self.map[place.start] != Mark::Guarded {
            self.map[place.start] = Mark::Guarded;
            self.summary.guarded += 1;
        }
    }

    /// Notes a bundle of data.
    pub fn data_bundle(&mut self, place: &Range<usize>) {
        self.map[place.clone()].fill(Mark::Data);
        self.summary.data_bundles += 1;
    }

    /// Notes a direct branch, unless its target is in another object.
    pub fn branch(&mut self, place: &Range<usize>, target: u64) {
        self.summary.branches += 1;
        let field = self.outside.partition_point(|&field| (field as usize) < place.start);
        if self.outside.get(field).is_some_and(|&field| place.contains(&(field as usize))) {
            self.summary.branches_elsewhere += 1;
        } else {
            self.branches.push(Branch { place: place.clone(), target });
        }
    }

    /// Notes what breaks a rule.
    pub fn violation(&mut self, place: Range<usize>, rule: Rule) {
        self.count += 1;
        // Places come by ascending offsets, but for the two of a sequence.
        if self.found.len() < Violations::KEPT {
            self.found.push(Found { place, rule });
        }
    }

    /// Looks where branches lead, and says what there is to say: what the code consists of, and what begins at each byte.
    pub fn finish(mut self) -> Result<(Summary, Vec<Mark>), Violations> {
        let mut wrong = Vec::new();
        for Branch { place, target } in std::mem::take(&mut self.branches) {
            let offset = target.checked_sub(u64::from(self.code.address)).and_then(|offset| usize::try_from(offset).ok());
            let rule = match offset.and_then(|offset| self.map.get(offset)) {
                Some(Mark::Start) => continue,
                Some(Mark::Guarded) => self.rules().into_sequence,
                Some(_) | None => self.rules().target,
            };
            self.count += 1;
            if wrong.len() < Violations::KEPT {
                wrong.push(Found { place, rule });
            }
        }
        if self.count == 0 {
            return Ok((self.summary, self.map));
        }
        self.found.append(&mut wrong);
        self.found.sort_by_key(|found| (found.place.start, found.rule));
        self.found.truncate(Violations::KEPT);
        let first = self.found.iter().map(|found| self.describe(found)).collect();
        Err(Violations { count: self.count, first })
    }

    fn describe(&self, found: &Found) -> Violation {
        let bytes = self.code.bytes[found.place.clone()].to_vec();
        let address = self.code.address.wrapping_add(found.place.start as u32);
        Violation { address, instruction: text::instruction(self.code.isa, &bytes, address), bytes, rule: found.rule }
    }

    fn rules(&self) -> &'static Common {
        &facts(self.code.isa).rules
    }
}
