//! Opens a program, whatever form it has, and has it translated.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::iter;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::backend::Backend;
use super::error::Error;
use super::input::{Format, Input};
use super::naming::Naming;
use super::report::{Clock, Report, nanoseconds};
use super::run::{Ahead, Bodies, InMemory, Run};
use super::source::Source;
use crate::bitcode::{FunctionBody, ModuleReader, ReadScratch, SharedTables, announced_blocks, decode_body};
use crate::error::TranslateError;
use crate::ice::verify::{Level, Verifier};
use crate::ice::{Function, Module};
use crate::instrument;
use crate::object::ObjectFile;
use crate::options::{Instruments, Options};
use crate::pipeline::Body;

/// How to translate a program of any form.
#[derive(Copy, Clone, Debug)]
pub struct Session<'b, B> {
    /// The back end.
    pub backend: &'b B,
    /// Worker threads; 0 for none.
    pub threads: usize,
    /// Whether to verify what has been read. Text always is: its parser leaves to the verifier what
    /// the bitcode reader checks itself.
    pub verify: bool,
    /// Whether the input is bitcode spelled out as text, a record a line.
    pub records: bool,
    /// Whether to look at the clock.
    pub clock: Clock,
    /// Whether to go on after a body that cannot be read, to find all that is wrong.
    pub recovers: bool,
    /// What symbols are called, if not as usual.
    pub naming: Option<&'b Naming>,
    /// How the program is to watch itself.
    pub instruments: Instruments,
}

impl<'b, B: Backend> Session<'b, B> {
    /// One thread and no clock.
    pub fn sequential(backend: &'b B, options: &Options) -> Self {
        Self {
            backend,
            threads: 0,
            verify: options.verify_each,
            records: false,
            clock: Clock { enabled: false },
            recovers: false,
            naming: None,
            instruments: options.instruments,
        }
    }

    /// Translates an input. Bitcode on standard input is translated while it arrives.
    pub fn translate_input(&self, input: &Input, report: &mut Report) -> Result<ObjectFile, Error> {
        match input {
            // Not mapped: what has been read of it need not be in memory any more.
            Input::File(path) if !self.records && self.instruments.is_none() && is_large_bitcode(path) => {
                let open = || Ok::<Box<dyn Read + Send>, Error>(Box::new(File::open(path)?));
                let read = |is_wanted: bool| {
                    let file = is_wanted.then(open).and_then(Result::ok);
                    bodies_of(file.and_then(|file| ModuleReader::from_stream(file).ok()))
                };
                let ahead = Ahead { early: self.largest(read(self.has_threads())), all: read(self.backend.inlines()) };
                self.translate_stream(open()?, ahead, report)
            }
            Input::File(_) => {
                let bytes = self.clock.time(&mut report.times.read, || input.open())?;
                self.translate_bytes(&bytes, &input.name(), report)
            }
            Input::Stdin => {
                let mut start = Vec::new();
                io::stdin().lock().take(4).read_to_end(&mut start)?;
                match Format::detect(&start) {
                    // What has to be known beforehand has to be there as a whole.
                    Ok(Format::Bitcode) if !self.records && self.instruments.is_none() && !self.backend.inlines() => {
                        let stream = Box::new(Cursor::new(start).chain(io::stdin()));
                        self.translate_stream(stream, Ahead::of(iter::empty()), report)
                    }
                    _ => {
                        io::stdin().lock().read_to_end(&mut start)?;
                        self.translate_bytes(&start, &input.name(), report)
                    }
                }
            }
        }
    }

    /// Translates a program in memory; `name` is what messages about text call it.
    pub fn translate_bytes(&self, bytes: &[u8], name: &str, report: &mut Report) -> Result<ObjectFile, Error> {
        report.stats.input_bytes = bytes.len() as u64;
        let source = self.clock.time(&mut report.times.read, || Source::new(bytes, name, self.records))?;
        match source.bitcode().filter(|_| self.instruments.is_none()) {
            Some(bitcode) => {
                let reader = self.clock.time(&mut report.times.read, || ModuleReader::from_bytes(bitcode));
                let result = reader.map_err(Error::from).and_then(|reader| {
                    let again = |is_wanted: bool| bodies_of(is_wanted.then(|| reader.again()).flatten());
                    let ahead = Ahead { early: self.largest(again(self.has_threads())), all: again(self.backend.inlines()) };
                    self.translate_bitcode(reader, ahead, report)
                });
                result.map_err(|error| source.locate(error))
            }
            None => {
                let (mut module, bodies) = self.clock.time(&mut report.times.read, || source.read())?;
                if self.instruments.is_none() {
                    self.naming.map_or(Ok(()), |naming| naming.apply(&mut module))?;
                    return Session { verify: true, ..*self }.translate_module(&module, &bodies, report);
                }
                self.translate_instrumented(module, bodies, report)
            }
        }
    }

    /// Translates bitcode while it arrives. Some bodies of it are known `ahead`.
    fn translate_stream<'a>(
        &self,
        stream: Box<dyn Read + Send>,
        ahead: Ahead<FunctionBody<'a>, impl Iterator<Item = FunctionBody<'a>>>,
        report: &mut Report,
    ) -> Result<ObjectFile, Error> {
        let (bytes, arrival) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let stream = Box::new(Counted { stream, bytes: bytes.clone(), arrival: self.clock.enabled.then(|| arrival.clone()) });
        let reader = self.clock.time(&mut report.times.read, || ModuleReader::from_stream(stream))?;
        let result = self.translate_bitcode(reader, ahead, report);
        report.stats.input_bytes = bytes.load(Ordering::Relaxed);
        report.times.last_byte = self.clock.enabled.then(|| arrival.load(Ordering::Relaxed));
        result
    }

    /// Has a program watch itself, and translates it. It is verified before and after.
    fn translate_instrumented(
        &self,
        mut module: Module,
        mut bodies: Vec<Function>,
        report: &mut Report,
    ) -> Result<ObjectFile, Error> {
        let mut verifier = Verifier::default();
        verifier.module(&module, Level::Structure).map_err(|errors| Error::Verify(String::new(), errors))?;
        for body in &bodies {
            let checked = verifier.function(&module, body, Level::Structure);
            checked.map_err(|errors| Error::Verify(module.func_symbol(body.id).into_owned(), errors))?;
        }
        instrument::apply(&mut module, &mut bodies, self.instruments).map_err(|message| TranslateError::limit("", message))?;
        self.naming.map_or(Ok(()), |naming| naming.apply(&mut module))?;
        let session = Session { verify: true, instruments: Instruments::default(), ..*self };
        session.translate_module(&module, &bodies, report)
    }

    /// Translates a module in memory, given the bodies of its defined functions in function order.
    pub fn translate_module(&self, module: &Module, bodies: &[Function], report: &mut Report) -> Result<ObjectFile, Error> {
        if !self.instruments.is_none() {
            return self.translate_instrumented(module.clone(), bodies.to_vec(), report);
        }
        let bodies = InMemory::new(bodies);
        self.run(Level::Structure).translate(self.backend, module, &bodies, bodies.ahead(), bodies.source(), report)
    }

    /// Whether there are several threads to begin with the largest bodies.
    fn has_threads(&self) -> bool {
        self.threads > 1
    }

    /// The largest of some bodies, one for each thread, for these to begin with.
    fn largest<'a>(&self, bodies: impl Iterator<Item = FunctionBody<'a>>) -> Vec<EarlyBody<'a>> {
        let mut largest: Vec<EarlyBody<'a>> = Vec::new();
        for (number, body) in (0..).zip(bodies) {
            if body.bytes.len() >= WORTH_BEING_EARLY {
                largest.push((number, body));
                // Largest first; of equals the first first.
                largest.sort_by_key(|(number, body)| (std::cmp::Reverse(body.bytes.len()), *number));
                largest.truncate(self.threads);
            }
        }
        largest
    }

    fn translate_bitcode<'a>(
        &self,
        mut reader: ModuleReader<'a>,
        ahead: Ahead<FunctionBody<'a>, impl Iterator<Item = FunctionBody<'a>>>,
        report: &mut Report,
    ) -> Result<ObjectFile, Error> {
        let mut module = reader.module().clone();
        self.naming.map_or(Ok(()), |naming| naming.apply(Arc::make_mut(&mut module)))?;
        let decoder = BitcodeBodies::new(reader.shared().clone());
        let next = || Ok(reader.next_body()?);
        self.run(Level::PnaclAbi).translate(self.backend, &module, &decoder, ahead, next, report)
    }

    fn run(&self, level: Level) -> Run {
        Run { threads: self.threads, verify: self.verify.then_some(level), clock: self.clock, recovers: self.recovers }
    }
}

/// A body, and its number in the order of the bodies.
type EarlyBody<'a> = (u64, FunctionBody<'a>);

/// The bodies of a module, if there is one, up to where something is wrong with it, which is found when it is translated.
fn bodies_of(reader: Option<ModuleReader<'_>>) -> impl Iterator<Item = FunctionBody<'_>> {
    reader.into_iter().flat_map(|mut reader| iter::from_fn(move || reader.next_body().ok().flatten()))
}

/// Bytes of a body from which on it is handed out before its turn: what the last thread would have to
/// do alone at the end. Some milliseconds of work.
pub const WORTH_BEING_EARLY: usize = 16 << 10;

/// Files of bitcode larger than this are read as streams.
const LARGE: u64 = 4 << 20;

fn is_large_bitcode(path: &Path) -> bool {
    let Ok(mut file) = File::open(path) else { return false };
    let mut start = [0; 4];
    let is_large = file.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.len() > LARGE);
    is_large && file.read_exact(&mut start).is_ok() && Format::detect(&start) == Ok(Format::Bitcode)
}

/// Decodes the bodies that a [`ModuleReader`] finds.
struct BitcodeBodies<'a> {
    shared: Arc<SharedTables>,
    input: std::marker::PhantomData<fn(&'a [u8])>,
}

impl BitcodeBodies<'_> {
    fn new(shared: Arc<SharedTables>) -> Self {
        Self { shared, input: std::marker::PhantomData }
    }
}

impl<'a> Bodies for BitcodeBodies<'a> {
    type Body = FunctionBody<'a>;
    type Scratch = ReadScratch;

    fn scratch(&self) -> ReadScratch {
        ReadScratch::default()
    }

    fn weight(&self, body: &FunctionBody<'a>) -> u64 {
        body.bytes.len() as u64
    }

    fn is_one_block(&self, body: &FunctionBody<'a>, scratch: &mut ReadScratch) -> bool {
        announced_blocks(&self.shared, body, scratch) == Some(1)
    }

    fn decode<'f>(
        &self,
        module: &Module,
        body: &'f FunctionBody<'a>,
        scratch: &mut ReadScratch,
        into: &'f mut Function,
    ) -> Result<Body<'f>, Error> {
        decode_body(&self.shared, module, body, scratch, into)?;
        Ok(Body::Own(into))
    }
}

/// A stream that counts what is read from it.
struct Counted {
    stream: Box<dyn Read + Send>,
    bytes: Arc<AtomicU64>,
    /// When the last byte came, if somebody wants to know.
    arrival: Option<Arc<AtomicU64>>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        self.bytes.fetch_add(count as u64, Ordering::Relaxed);
        if let Some(arrival) = self.arrival.as_ref().filter(|_| count > 0) {
            arrival.store(nanoseconds(), Ordering::Relaxed);
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::{self, Pipeline};
    use crate::options::{Isa, OptLevel};
    use crate::text;

    /// A frozen program of one function: `void _start(i32)` that returns.
    #[rustfmt::skip]
    const START: &[u8] = &[
        0x50, 0x45, 0x58, 0x45, 0x01, 0x00, 0x08, 0x00, 0x11, 0x00, 0x04, 0x00, 0x02, 0x00, 0x00, 0x00, 0x21, 0x08, 0x00, 0x00,
        0x2d, 0x00, 0x00, 0x00, 0x07, 0x41, 0x10, 0x80, 0x00, 0x00, 0x00, 0x00, 0x18, 0x00, 0x00, 0x00, 0x07, 0x81, 0x23, 0x91,
        0x41, 0xc8, 0x04, 0x49, 0x06, 0x10, 0x32, 0x39, 0x92, 0x01, 0x84, 0x0c, 0x25, 0x05, 0x08, 0x19, 0x1e, 0x04, 0x8b, 0x62,
        0x80, 0x08, 0x45, 0x02, 0x42, 0x8a, 0x04, 0x01, 0x14, 0x0d, 0x08, 0x1d, 0x04, 0x8c, 0x24, 0x05, 0x19, 0x22, 0x44, 0x24,
        0x05, 0xc8, 0x90, 0x11, 0x22, 0x39, 0x40, 0x46, 0x84, 0x10, 0x43, 0x05, 0x45, 0x05, 0x32, 0x86, 0x0f, 0x8e, 0x2b, 0x64,
        0x44, 0x48, 0x62, 0x90, 0x21, 0x43, 0xe4, 0x20, 0x98, 0x1c, 0x01, 0xc8, 0x48, 0x50, 0x0c, 0x20, 0xa4, 0x28, 0x40, 0xc8,
        0x71, 0xc0, 0x04, 0x29, 0x12, 0x90, 0x71, 0x24, 0x20, 0x43, 0x06, 0x00, 0x45, 0x0c, 0x00, 0x00, 0x04, 0x00, 0x00, 0x00,
        0x22, 0x2b, 0x24, 0x98, 0x88, 0x05, 0xc1, 0x30, 0x01, 0xd8, 0x11, 0x80, 0x01, 0x09, 0x04, 0x00, 0x23, 0x84, 0x00, 0x00,
        0x40, 0x13, 0x04, 0x00, 0x01, 0x00, 0x00, 0x00, 0x53, 0x04, 0x00, 0x00, 0x39, 0x0c, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00,
        0x06, 0x30, 0x7e, 0x69, 0x02, 0xa2, 0x09, 0x00, 0x31, 0x10, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x13, 0x04, 0xc1, 0x01,
        0x00, 0x00, 0x00, 0x00,
    ];

    fn options() -> Options {
        Options::new(Isa::X8632, OptLevel::Om1)
    }

    #[test]
    fn a_stream_and_memory_give_the_same_object_and_counts() {
        let options = options();
        let backend = Pipeline::new(&options).unwrap();
        for threads in [0, 2] {
            let session = Session { threads, ..Session::sequential(&backend, &options) };
            let (mut from_memory, mut from_stream) = (Report::default(), Report::default());
            let expected = session.translate_bytes(START, "start.pexe", &mut from_memory).unwrap();
            let found =
                session.translate_stream(Box::new(Cursor::new(START)), Ahead::of(iter::empty()), &mut from_stream).unwrap();
            assert_eq!(found.into_bytes().unwrap(), expected.into_bytes().unwrap());
            assert_eq!(from_stream.stats, from_memory.stats);
            assert_eq!(from_memory.stats.input_bytes, START.len() as u64);
            assert_eq!(from_memory.stats.functions, 1);
        }
    }

    #[test]
    fn every_truncation_and_every_flipped_bit_gives_an_answer() {
        let options = Options { verify_each: true, ..options() };
        for len in 0..START.len() {
            if let Err(error) = driver::translate(&START[..len], &options) {
                assert_eq!(error.exit_status(), 1, "{len} bytes: {error}");
            }
        }
        for bit in 0..START.len() * 8 {
            let mut bytes = START.to_vec();
            bytes[bit / 8] ^= 1 << (bit % 8);
            if let Err(error) = driver::translate(&bytes, &options) {
                assert_eq!(error.exit_status(), 1, "bit {bit}: {error}");
            }
        }
    }

    #[test]
    fn text_and_its_module_give_the_same_object() {
        let source = "define internal i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n";
        let (module, bodies) = text::parse_module(source, "f.ll").unwrap();
        let expected = driver::translate_module(&module, &bodies, &options()).unwrap();
        assert_eq!(driver::translate(source.as_bytes(), &options()).unwrap(), expected);
    }

    #[test]
    fn a_stream_that_fails_is_an_io_error() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("cable cut"))
            }
        }
        let options = options();
        let backend = Pipeline::new(&options).unwrap();
        let stream = Box::new(Cursor::new(&START[..60]).chain(Broken));
        let error = Session::sequential(&backend, &options)
            .translate_stream(stream, Ahead::of(iter::empty()), &mut Report::default())
            .unwrap_err();
        assert!(matches!(&error, Error::Io(error) if error.to_string() == "cable cut"), "{error}");
    }
}
