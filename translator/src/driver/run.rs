//! Translation of one program: function bodies in, object file out.
//!
//! The bodies come from a reader, still encoded, or from memory, as ICE. Each is decoded and translated by whichever worker takes it
//! ([`parallel`](super::parallel)); the object file takes the code in function order. So the bytes are the same for every number of
//! threads, and the error that is reported is the first in the order of functions.

use std::time::Duration;

use super::backend::Backend;
use super::error::Error;
use super::parallel::{self, Failure, Work};
use super::report::{Clock, Report};
use crate::ice::{FuncId, Function, Module};
use crate::mc::FuncCode;
use crate::object::ObjectBuilder;
use crate::options::Options;

/// Where function bodies come from: decodes them on the workers.
pub trait Bodies: Sync {
    /// A body that has not been decoded.
    type Body: Send;
    /// What decoding reuses from one body to the next.
    type Scratch;

    /// Makes a worker's scratch.
    fn scratch(&self) -> Self::Scratch;

    /// The body as ICE: either the one in the input itself, or `into`, filled.
    fn decode<'f>(
        &self,
        module: &Module,
        body: &'f Self::Body,
        scratch: &mut Self::Scratch,
        into: &'f mut Function,
    ) -> Result<&'f Function, Error>;
}

/// How to run.
#[derive(Copy, Clone, Debug)]
pub struct Run<'o> {
    /// The translation's options.
    pub options: &'o Options,
    /// Worker threads; 0 for none.
    pub threads: usize,
    /// Whether to verify every body before translating it, whatever the options say: for inputs whose reader does not check.
    pub verify: bool,
    /// Whether to look at the clock.
    pub clock: Clock,
}

impl Run<'_> {
    /// Translates a module whose bodies `next` yields in function order.
    pub fn translate<D: Bodies, B: Backend>(
        &self,
        backend: &B,
        module: &Module,
        decoder: &D,
        next: impl FnMut() -> Result<Option<D::Body>, Error>,
        report: &mut Report,
    ) -> Result<Vec<u8>, Error> {
        let clock = self.clock;
        let object_time = &mut Duration::ZERO;
        let mut object = clock.time(object_time, || ObjectBuilder::new(module, backend.elf_target()))?;
        let verify = self.verify || self.options.verify_each;
        if verify {
            clock.time(&mut report.times.verify, || verify_module(module))?;
        }
        let work = TranslateBody { module, decoder, backend, verify, clock };
        let result = parallel::in_order(self.threads, &work, next, |product| {
            report.stats.functions += 1;
            report.stats.instructions += u64::from(product.instructions);
            report.stats.code_bytes += product.code.bytes.len() as u64;
            report.stats.relocations += product.code.relocs.len() as u64;
            clock.time(object_time, || object.add_function(product.func, &product.code))?;
            report.times.decode += product.decode;
            report.times.verify += product.verify;
            report.times.translate += product.translate;
            Ok(())
        });
        result.map_err(|failure| match failure {
            Failure::Error(error) => error,
            Failure::Panic(message) => Error::Internal(message),
        })?;
        let bytes = clock.time(object_time, || object.finish())?;
        report.stats.globals = module.globals.len() as u64;
        report.stats.object_bytes = bytes.len() as u64;
        report.times.object += *object_time;
        Ok(bytes)
    }
}

/// What becomes of one function.
struct Product {
    func: FuncId,
    code: FuncCode,
    instructions: u32,
    decode: Duration,
    verify: Duration,
    translate: Duration,
}

impl Default for Product {
    fn default() -> Self {
        let (decode, verify, translate) = Default::default();
        Self { func: FuncId::from_u32(0), code: FuncCode::default(), instructions: 0, decode, verify, translate }
    }
}

/// A worker's memory.
struct WorkerScratch<D, B> {
    decode: D,
    func: Function,
    backend: B,
}

/// The work on one body.
struct TranslateBody<'r, D, B> {
    module: &'r Module,
    decoder: &'r D,
    backend: &'r B,
    verify: bool,
    clock: Clock,
}

impl<D: Bodies, B: Backend> Work for TranslateBody<'_, D, B> {
    type Item = D::Body;
    type Output = Product;
    type Error = Error;
    type Scratch = WorkerScratch<D::Scratch, B::Scratch>;

    fn scratch(&self) -> Self::Scratch {
        WorkerScratch { decode: self.decoder.scratch(), func: Function::default(), backend: self.backend.scratch() }
    }

    fn run(&self, body: D::Body, scratch: &mut Self::Scratch, out: &mut Product) -> Result<(), Error> {
        let WorkerScratch { decode, func, backend } = scratch;
        let clock = self.clock;
        (out.decode, out.verify, out.translate) = Default::default();
        let func = clock.time(&mut out.decode, || self.decoder.decode(self.module, &body, decode, func))?;
        if self.verify {
            clock.time(&mut out.verify, || verify_function(self.module, func))?;
        }
        out.func = func.id;
        out.instructions = func.inst_count() as u32;
        out.code.clear();
        clock.time(&mut out.translate, || self.backend.translate(self.module, func, backend, &mut out.code))?;
        Ok(())
    }
}

/// Bodies that are ICE already.
pub struct InMemory;

/// Yields bodies from memory, for [`Run::translate`].
pub fn in_memory<'f>(bodies: &'f [Function]) -> impl FnMut() -> Result<Option<&'f Function>, Error> {
    let mut bodies = bodies.iter();
    move || Ok(bodies.next())
}
