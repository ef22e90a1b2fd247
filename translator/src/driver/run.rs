//! Translation of one program: function bodies in, object file out.
//!
//! The bodies come from a reader, still encoded, or from memory, as ICE. Each is decoded and
//! translated by whichever worker takes it ([`parallel`]); the object file takes the code in
//! function order. So the bytes are the same for every number of threads, and the error that is
//! reported is the first in the order of functions.

use std::sync::Arc;
use std::time::Duration;

use super::backend::Backend;
use super::error::Error;
use super::functions::FunctionReport;
use super::parallel::{self, Failure, Work};
use super::place::Placing;
use super::report::{Clock, Report};
use super::spill::Spill;
use crate::ice::verify::{Level, Verifier};
use crate::ice::{FuncId, Function, Module};
use crate::mc::FuncCode;
use crate::object::ObjectFile;
use crate::opt::Inlinable;
use crate::pipeline::{Body, Notes};

/// Where function bodies come from: decodes them on the workers.
pub trait Bodies: Sync {
    /// A body that has not been decoded.
    type Body: Send;
    /// What decoding reuses from one body to the next.
    type Scratch;

    /// Makes a worker's scratch.
    fn scratch(&self) -> Self::Scratch;

    /// How large a body is, in bytes of bitcode or about as many.
    fn weight(&self, body: &Self::Body) -> u64;

    /// Whether a body is one block, if that can be told without decoding it; `false` if there is something wrong with it.
    fn is_one_block(&self, body: &Self::Body, scratch: &mut Self::Scratch) -> bool;

    /// The body as ICE: either the one in the input itself, or `into`, filled.
    fn decode<'f>(
        &self,
        module: &Module,
        body: &'f Self::Body,
        scratch: &mut Self::Scratch,
        into: &'f mut Function,
    ) -> Result<Body<'f>, Error>;
}

/// Whether this build verifies anything: text has to be verified, and bitcode, which is well-typed as
/// it is read, if that is asked for.
pub const VERIFIES: bool = cfg!(any(feature = "text", feature = "dumps"));

/// Bodies that are known before they come in function order.
pub struct Ahead<B, I> {
    /// Those that threads begin with, and their numbers in that order.
    pub early: Vec<(u64, B)>,
    /// All of them, for a back end that [`inlines`](Backend::inlines); for another one nobody asks. What is wrong with one is found
    /// when it comes in its order.
    pub all: I,
}

impl<B, I> Ahead<B, I> {
    /// None to begin with.
    pub fn of(all: I) -> Self {
        Ahead { early: Vec::new(), all }
    }
}

/// How to run.
#[derive(Copy, Clone, Debug)]
pub struct Run {
    /// Worker threads; 0 for none.
    pub threads: usize,
    /// What to check of the module and its bodies before translating them, if anything.
    pub verify: Option<Level>,
    /// Whether to look at the clock.
    pub clock: Clock,
    /// Whether to go on after a body that cannot be read, to find all that is wrong.
    pub recovers: bool,
}

impl Run {
    /// Translates a module whose bodies `next` yields in function order. Some are known `ahead`.
    pub fn translate<D: Bodies, B: Backend>(
        &self,
        backend: &B,
        module: &Module,
        decoder: &D,
        ahead: Ahead<D::Body, impl Iterator<Item = D::Body>>,
        next: impl FnMut() -> Result<Option<D::Body>, Error>,
        report: &mut Report,
    ) -> Result<ObjectFile, Error> {
        let clock = self.clock;
        if let Some(level) = self.verify.filter(|_| VERIFIES) {
            let checked = clock.time(&mut report.times.verify, || Verifier::default().module(module, level));
            checked.map_err(|errors| Error::Verify(String::new(), errors))?;
        }
        if let Some(strings) = report.strings.as_mut().filter(|_| cfg!(feature = "dumps")) {
            strings.extend(module.funcs.keys().map(|func| module.func_symbol(func).into_owned()));
            strings.extend(module.globals.keys().map(|global| module.global_symbol(global).into_owned()));
        }
        let mut object_time = Duration::ZERO;
        let mut object = clock.time(&mut object_time, || Placing::new(module, backend))?;
        object.file.keep_code_in(Box::new(Spill::default()));
        let with_callees = backend.with_callees(module);
        let mut work = TranslateBody {
            module,
            with_callees: &with_callees,
            decoder,
            backend,
            verify: self.verify,
            clock,
            recovers: self.recovers,
            inlinable: Arc::default(),
        };
        if backend.inlines() {
            work.inlinable = Arc::new(clock.time(&mut report.times.decode, || work.collect(ahead.all)));
        }
        let mut errors = Vec::new();
        let result = parallel::in_order(self.threads, &work, ahead.early, next, |product| {
            errors.extend(product.error.take());
            if product.is_left_out {
                return Ok(());
            }
            report.stats.functions += 1;
            report.stats.instructions += u64::from(product.instructions);
            report.stats.code_bytes += product.code.bytes.len() as u64;
            report.stats.relocations += product.code.relocs.len() as u64;
            report.each.iter_mut().filter(|_| cfg!(feature = "dumps")).for_each(|each| each.push(product.report(module)));
            clock.time(&mut object_time, || object.add(product.func, &mut product.code))?;
            if report.is_timed(|| module.func_symbol(product.func).into_owned(), product.func.as_u32()) {
                report.times.decode += product.decode;
                report.times.verify += product.verify;
                report.times.translate += product.translate;
                report.notes.add(&product.notes);
            }
            Ok(())
        });
        result.map_err(|failure| match failure {
            Failure::Error(error) => error,
            Failure::Panic(message) => Error::Internal(message),
        })?;
        if !errors.is_empty() {
            return Err(Error::Several(errors));
        }
        let file = clock.time(&mut object_time, || object.finish())?;
        report.stats.globals = module.globals.len() as u64;
        report.stats.object_bytes = file.size();
        report.times.object += object_time;
        Ok(file)
    }
}

/// Bytes of code for which memory is kept: most functions have less, and as much is in flight as
/// there are functions.
const REUSED: usize = 16 << 10;

/// What becomes of one function.
struct Product {
    func: FuncId,
    code: FuncCode,
    instructions: u32,
    /// It is for the linker to find elsewhere.
    is_left_out: bool,
    /// Why it could not be read, if the others are read all the same; then it is left out.
    error: Option<Error>,
    decode: Duration,
    verify: Duration,
    translate: Duration,
    notes: Notes,
}

impl Default for Product {
    fn default() -> Self {
        let (decode, verify, translate) = Default::default();
        Self {
            func: FuncId::from_u32(0),
            code: FuncCode::default(),
            instructions: 0,
            is_left_out: false,
            error: None,
            decode,
            verify,
            translate,
            notes: Notes::default(),
        }
    }
}

impl Product {
    fn report(&self, module: &Module) -> FunctionReport {
        FunctionReport {
            name: module.func_symbol(self.func).into_owned(),
            sizes: self.notes.sizes,
            code_bytes: self.code.bytes.len() as u64,
            relocations: self.code.relocs.len() as u64,
            constants: self.code.pool.len() as u64,
            time: self.decode + self.verify + self.translate,
        }
    }
}

/// A worker's memory.
struct WorkerScratch<D, B> {
    decode: D,
    func: Function,
    verifier: Verifier,
    backend: B,
}

/// The work on one body.
struct TranslateBody<'r, D, B> {
    /// Of which bodies are read: bitcode numbers its functions and what comes behind them.
    module: &'r Module,
    /// Of which they are translated.
    with_callees: &'r Module,
    decoder: &'r D,
    backend: &'r B,
    verify: Option<Level>,
    clock: Clock,
    recovers: bool,
    inlinable: Arc<Inlinable>,
}

impl<D: Bodies, B> TranslateBody<'_, D, B> {
    /// Collects the bodies that may stand in place of calls, also of functions that are left out: whether these are decides nothing
    /// about the code of others.
    fn collect(&self, bodies: impl Iterator<Item = D::Body>) -> Inlinable {
        let (mut decode, mut into) = (self.decoder.scratch(), Function::default());
        let (mut verifier, mut inlinable) = (Verifier::default(), Inlinable::default());
        for body in bodies {
            if !self.decoder.is_one_block(&body, &mut decode) {
                continue;
            }
            let Ok(body) = self.decoder.decode(self.module, &body, &mut decode, &mut into) else { continue };
            let func = body.func();
            if self.verify.filter(|_| VERIFIES).is_none_or(|level| verifier.function(self.module, func, level).is_ok()) {
                inlinable.add(self.module, func);
            }
        }
        inlinable
    }

    /// Decodes a body and verifies it, if that is asked for and it is not left out.
    fn read<'f>(
        &self,
        body: &'f D::Body,
        (decode, func, verifier): (&mut D::Scratch, &'f mut Function, &mut Verifier),
        out: &mut Product,
    ) -> Result<Body<'f>, Error> {
        let clock = self.clock;
        let body = clock.time(&mut out.decode, || self.decoder.decode(self.module, body, decode, func))?;
        let func = body.func();
        out.is_left_out = !self.module.funcs[func.id].defined;
        if let Some(level) = self.verify.filter(|_| VERIFIES && !out.is_left_out) {
            let checked = clock.time(&mut out.verify, || verifier.function(self.module, func, level));
            checked.map_err(|errors| Error::Verify(self.module.func_symbol(func.id).into_owned(), errors))?;
        }
        Ok(body)
    }
}

impl<D: Bodies, B: Backend> Work for TranslateBody<'_, D, B> {
    type Item = D::Body;
    type Output = Product;
    type Error = Error;
    type Scratch = WorkerScratch<D::Scratch, B::Scratch>;

    fn scratch(&self) -> Self::Scratch {
        WorkerScratch {
            decode: self.decoder.scratch(),
            func: Function::default(),
            verifier: Verifier::default(),
            backend: self.backend.scratch(self.with_callees, &self.inlinable),
        }
    }

    fn weight(&self, body: &D::Body) -> u64 {
        self.decoder.weight(body)
    }

    fn is_reusable(&self, product: &Product) -> bool {
        product.code.bytes.capacity() <= REUSED
    }

    fn run(&self, body: D::Body, scratch: &mut Self::Scratch, out: &mut Product) -> Result<(), Error> {
        let WorkerScratch { decode, func, verifier, backend } = scratch;
        let clock = self.clock;
        (out.decode, out.verify, out.translate) = Default::default();
        let body = match self.read(&body, (decode, func, verifier), out) {
            // What is left out has no code.
            Err(error) if self.recovers && cfg!(feature = "dumps") => {
                out.is_left_out = true;
                out.error = Some(error);
                return Ok(());
            }
            body => body?,
        };
        let func = body.func();
        if out.is_left_out {
            return Ok(());
        }
        out.func = func.id;
        out.instructions = func.inst_count() as u32;
        out.code.clear();
        clock.time(&mut out.translate, || {
            self.backend.translate(self.with_callees, body, backend, &mut out.code, &mut out.notes)
        })?;
        Ok(())
    }
}

/// Bodies that are in memory as ICE: there is nothing to decode.
pub struct InMemory<'f> {
    bodies: &'f [Function],
}

impl<'f> InMemory<'f> {
    /// These bodies, in function order.
    pub fn new(bodies: &'f [Function]) -> Self {
        Self { bodies }
    }

    /// The bodies that are known ahead: all.
    pub fn ahead(&self) -> Ahead<&'f Function, impl Iterator<Item = &'f Function> + use<'f>> {
        Ahead::of(self.bodies.iter())
    }

    /// Yields the bodies, for [`Run::translate`].
    pub fn source(&self) -> impl FnMut() -> Result<Option<&'f Function>, Error> + use<'f> {
        let mut bodies = self.bodies.iter();
        move || Ok(bodies.next())
    }
}

impl<'b> Bodies for InMemory<'b> {
    type Body = &'b Function;
    type Scratch = ();

    fn scratch(&self) {}

    fn weight(&self, body: &&Function) -> u64 {
        5 * body.inst_count() as u64
    }

    fn is_one_block(&self, body: &&Function, (): &mut ()) -> bool {
        body.block_order().len() == 1
    }

    fn decode<'f>(&self, _: &Module, body: &'f &'b Function, (): &mut (), _: &'f mut Function) -> Result<Body<'f>, Error> {
        Ok(Body::Shared(body))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::TranslateError;
    use crate::ice::{FunctionBuilder, Linkage, Type};
    use crate::mc::{Helper, PoolConst, PoolId, Reloc, SymbolRef};
    use crate::object::FileTarget;
    use crate::options::{Isa, OptLevel, Options};

    /// Code that depends on the function, and that is wrong if a scratch or an output is shared or
    /// left dirty.
    #[derive(Default)]
    struct Fake {
        fails_at: Option<u32>,
        is_wrong_at: Option<u32>,
        panics_at: Option<u32>,
    }

    impl Backend for Fake {
        type Scratch = Vec<u8>;

        fn scratch(&self, _: &Module, _: &Arc<Inlinable>) -> Vec<u8> {
            Vec::new()
        }

        fn translate(
            &self,
            module: &Module,
            body: Body<'_>,
            scratch: &mut Vec<u8>,
            out: &mut FuncCode,
            _: &mut Notes,
        ) -> Result<(), TranslateError> {
            let func = body.func();
            let index = func.id.as_u32();
            assert_ne!(Some(index), self.panics_at, "no rule for this instruction");
            if Some(index) == self.fails_at {
                let function = module.func_symbol(func.id).into_owned();
                return Err(TranslateError::limit(function, "too large"));
            }
            if Some(index) == self.is_wrong_at {
                return Err(TranslateError::internal(module.func_symbol(func.id), "after pass frame: t3 is lost"));
            }
            scratch.clear();
            scratch.resize(4 + (index % 7) as usize, index as u8);
            out.bytes.extend_from_slice(scratch);
            out.pool.push(PoolConst { bits: (index % 5).into(), size: 4 });
            out.relocs.push(Reloc { offset: 0, kind: 1, target: SymbolRef::Pool(PoolId::from_u32(0)), addend: 0 });
            Ok(())
        }

        fn native_helper(&self, _: Helper, _: &mut Vec<u8>, _: &mut FuncCode) -> bool {
            false
        }

        fn file_target(&self) -> FileTarget {
            crate::pipeline::file_target(&Options::new(Isa::X8632, OptLevel::Om1))
        }
    }

    fn module_of(count: usize) -> (Module, Vec<Function>) {
        let mut module = Module::new();
        let ids: Vec<_> = (0..count).map(|_| module.define_func("", Linkage::Internal, Type::Void, &[])).collect();
        let body = |id| {
            let mut builder = FunctionBuilder::new(&mut module, id);
            builder.ret(None);
            builder.finish()
        };
        let bodies = ids.into_iter().map(body).collect();
        (module, bodies)
    }

    fn run(threads: usize, count: usize, backend: &Fake) -> (Result<Vec<u8>, Error>, Report) {
        let (module, bodies) = module_of(count);
        let bodies = InMemory::new(&bodies);
        let mut report = Report::default();
        let run = Run { threads, verify: Some(Level::Structure), clock: Clock { enabled: false }, recovers: false };
        let file = run.translate(backend, &module, &bodies, bodies.ahead(), bodies.source(), &mut report);
        (file.map(|file| file.into_bytes().unwrap()), report)
    }

    #[test]
    fn the_object_and_the_counts_do_not_depend_on_threads() {
        let (expected, expected_report) = run(0, 500, &Fake::default());
        let expected = expected.unwrap();
        assert_eq!(expected_report.stats.functions, 500);
        assert_eq!(expected_report.stats.instructions, 500);
        assert_eq!(expected_report.stats.relocations, 500);
        assert_eq!(expected_report.stats.object_bytes, expected.len() as u64);
        for threads in [1, 2, 4, 9] {
            let (bytes, report) = run(threads, 500, &Fake::default());
            assert!(bytes.unwrap() == expected, "{threads} threads");
            assert_eq!(report.stats, expected_report.stats);
        }
    }

    #[test]
    fn the_first_error_is_reported_for_every_number_of_threads() {
        for threads in [0, 1, 4] {
            let error = run(threads, 300, &Fake { fails_at: Some(99), panics_at: Some(100), ..Fake::default() }).0.unwrap_err();
            assert_eq!((error.exit_status(), error.to_string()), (1, "function Function99: too large".into()));
            let error = run(threads, 300, &Fake { fails_at: Some(99), panics_at: Some(98), ..Fake::default() }).0.unwrap_err();
            assert_eq!(error.exit_status(), 70);
            assert!(error.to_string().starts_with("internal error: assertion"), "{error}");
            assert!(error.to_string().contains("please report"), "{error}");
        }
    }

    #[test]
    fn what_a_check_finds_in_our_own_work_is_a_bug_and_no_limit() {
        let error = run(2, 10, &Fake { is_wrong_at: Some(7), ..Fake::default() }).0.unwrap_err();
        let expected =
            "internal error: function Function7: after pass frame: t3 is lost (a bug of the translator: please report it)";
        assert_eq!((error.exit_status(), error.to_string()), (70, expected.into()));
    }

    #[test]
    fn what_the_verifier_finds_is_reported_before_the_back_end_sees_it() {
        let (module, mut bodies) = module_of(3);
        bodies[1] = Function::new(bodies[1].id, &[Type::I64]);
        let bodies = InMemory::new(&bodies);
        let run = Run { threads: 0, verify: Some(Level::Structure), clock: Clock { enabled: true }, recovers: false };
        let backend = Fake { panics_at: Some(1), ..Fake::default() };
        let error =
            run.translate(&backend, &module, &bodies, bodies.ahead(), bodies.source(), &mut Report::default()).unwrap_err();
        assert!(matches!(&error, Error::Verify(name, _) if name == "Function1"), "{error}");
    }

    #[test]
    fn a_missing_body_is_an_error() {
        let (module, bodies) = module_of(3);
        let bodies = InMemory::new(&bodies[..2]);
        let run = Run { threads: 0, verify: None, clock: Clock { enabled: false }, recovers: false };
        let error = run
            .translate(&Fake::default(), &module, &bodies, bodies.ahead(), bodies.source(), &mut Report::default())
            .unwrap_err();
        assert_eq!(error.to_string(), "function Function2: is defined, but there is no code for it");
    }
}
