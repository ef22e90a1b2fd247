//! Programs that count how often their blocks run, in any engine.
//!
//! In: a program. Out: what it did, and how often each block ran. The blocks are the program's own, counted by
//! code that stands in them before any pass runs (`translator::instrument`), so that every engine and recipe
//! has to give the same counts. Where `pnacl-sz -enable-block-profile` has a program print its counts, here
//! they are read from its memory: what it writes is its own.

use translator::ice::{FuncId, Function, Global, Module};
use translator::instrument::profile::{self, Profile};

use crate::exec::emulate;
use crate::exec::link::{self, Runtimes};
use crate::guest::Memory;
use crate::job::{Entry, Job, Target};
use crate::outcome::{Outcome, Region};
use crate::process;
use crate::subject::Subject;

/// Bytes of a count with what belongs to it.
const ENTRY: usize = 16;

/// A program that counts.
pub struct Profiled {
    /// The program.
    pub subject: Subject,
    start: FuncId,
    counts: Global,
    names: Vec<String>,
}

impl Profiled {
    /// Has a program count; `start` is its `_start`.
    ///
    /// # Errors
    /// If its memory cannot be planned.
    pub fn new(mut module: Module, mut bodies: Vec<Function>, start: FuncId) -> Result<Profiled, String> {
        let own = bodies.len();
        let Profile { counts, names } = profile::instrument(&mut module, &mut bodies, own, false);
        Ok(Profiled { subject: Subject::new(module, bodies)?, start, counts, names })
    }

    /// Runs it translated for a target, in the emulator, or in the reference interpreter.
    ///
    /// # Errors
    /// If it cannot be translated or started.
    pub fn run(&self, target: Option<Target>, options: process::Options) -> Result<(Outcome, Vec<u64>), String> {
        let entry = Entry::Program(self.start);
        let Some(target) = target else {
            let mut place = self.region(vec![0; ENTRY * self.names.len()]);
            // Not from the outcome: that leaves out what might be an address of the interpreter's own, as a count might.
            let look = |memory: &dyn Memory| _ = memory.read(place.addr, &mut place.bytes);
            let outcome = self.subject.interpret_and_look(&entry, options, 0, look)?;
            let counts = self.counts(&[place]);
            return Ok((outcome, counts));
        };
        let image = link::translated(&self.subject, target, &Runtimes::new(&[target])?)?;
        let place = self.region(vec![0; ENTRY * self.names.len()]);
        let mut outcome = Err("it was not run".into());
        let job = Job { entry, options, memory: &[place] };
        emulate::plainly(&self.subject, target.isa, &image, [job].into_iter(), |result| {
            outcome = result;
            false
        });
        outcome.map(|outcome| {
            let counts = self.counts(&outcome.memory);
            (outcome, counts)
        })
    }

    fn region(&self, bytes: Vec<u8>) -> Region {
        let addr = self.subject.layout().globals[self.counts.as_u32() as usize];
        Region { name: self.subject.module.global_symbol(self.counts).into_owned(), addr, bytes, unspecified: Vec::new() }
    }

    /// The counts that memory holds, in the order of the blocks.
    fn counts(&self, memory: &[Region]) -> Vec<u64> {
        let addr = self.region(Vec::new()).addr;
        let bytes = memory.iter().find(|region| region.addr == addr).map_or(&[][..], |region| &region.bytes);
        let entries = bytes.chunks_exact(ENTRY).take(self.names.len());
        entries.filter_map(|entry| Some(u64::from_le_bytes(*entry.first_chunk()?))).collect()
    }

    /// What users read: blocks that ran, those that ran most first.
    pub fn listing(&self, counts: &[u64]) -> String {
        let mut ran: Vec<(u64, &String)> = counts.iter().copied().zip(&self.names).filter(|(count, _)| *count > 0).collect();
        ran.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        let total: u64 = counts.iter().sum();
        let percent = |count: u64| 100.0 * count as f64 / total.max(1) as f64;
        let lines = ran.iter().map(|(count, name)| format!("{count:>16} {:>6.2} %  {name}\n", percent(*count)));
        lines.collect::<String>()
            + &format!("{total:>16} {:>6.2} %  {} of {} blocks ran\n", percent(total), ran.len(), self.names.len())
    }
}
