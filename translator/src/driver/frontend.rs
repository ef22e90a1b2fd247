//! Opens a program, whatever form it has, and has it translated.

use std::io::{self, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::backend::Backend;
use super::error::Error;
use super::input::{Format, Input};
use super::report::{Clock, Report};
use super::run::{Bodies, InMemory, Run};
use crate::bitcode::{FunctionBody, ModuleReader, ReadScratch, SharedTables, decode_body};
use crate::ice::verify::Level;
use crate::ice::{Function, Module};
use crate::options::Options;
use crate::text;

/// How to translate a program of any form.
#[derive(Copy, Clone, Debug)]
pub struct Session<'b, B> {
    /// The back end.
    pub backend: &'b B,
    /// Worker threads; 0 for none.
    pub threads: usize,
    /// Whether to verify what has been read. Text always is: its parser leaves to the verifier what the bitcode reader checks itself.
    pub verify: bool,
    /// Whether to look at the clock.
    pub clock: Clock,
}

impl<'b, B: Backend> Session<'b, B> {
    /// One thread and no clock.
    pub fn sequential(backend: &'b B, options: &Options) -> Self {
        Self { backend, threads: 0, verify: options.verify_each, clock: Clock { enabled: false } }
    }

    /// Translates an input. Bitcode on standard input is translated while it arrives.
    pub fn translate_input(&self, input: &Input, report: &mut Report) -> Result<Vec<u8>, Error> {
        match input {
            Input::File(_) => {
                let bytes = self.clock.time(&mut report.times.read, || input.open())?;
                self.translate_bytes(&bytes, &input.name(), report)
            }
            Input::Stdin => {
                let mut start = Vec::new();
                io::stdin().lock().take(4).read_to_end(&mut start)?;
                match Format::detect(&start) {
                    Ok(Format::Bitcode) => self.translate_stream(Box::new(Cursor::new(start).chain(io::stdin())), report),
                    _ => {
                        io::stdin().lock().read_to_end(&mut start)?;
                        self.translate_bytes(&start, &input.name(), report)
                    }
                }
            }
        }
    }

    /// Translates a program in memory; `name` is what messages about text call it.
    pub fn translate_bytes(&self, bytes: &[u8], name: &str, report: &mut Report) -> Result<Vec<u8>, Error> {
        report.stats.input_bytes = bytes.len() as u64;
        match Format::detect(bytes).map_err(|message| Error::Format(message.into()))? {
            Format::Bitcode => {
                let reader = self.clock.time(&mut report.times.read, || ModuleReader::from_bytes(bytes))?;
                self.translate_bitcode(reader, report)
            }
            Format::Text => {
                let source = std::str::from_utf8(bytes)
                    .map_err(|error| Error::Format(format!("{}:0: text that is not UTF-8", error.valid_up_to())))?;
                let (module, bodies) =
                    self.clock.time(&mut report.times.read, || text::parse_module(source, name)).map_err(Error::Text)?;
                Session { verify: true, ..*self }.translate_module(&module, &bodies, report)
            }
        }
    }

    /// Translates bitcode while it arrives.
    pub fn translate_stream(&self, stream: Box<dyn Read + Send>, report: &mut Report) -> Result<Vec<u8>, Error> {
        let bytes = Arc::new(AtomicU64::new(0));
        let stream = Box::new(Counted { stream, bytes: bytes.clone() });
        let reader = self.clock.time(&mut report.times.read, || ModuleReader::from_stream(stream))?;
        let result = self.translate_bitcode(reader, report);
        report.stats.input_bytes = bytes.load(Ordering::Relaxed);
        result
    }

    /// Translates a module in memory, given the bodies of its defined functions in function order.
    pub fn translate_module(&self, module: &Module, bodies: &[Function], report: &mut Report) -> Result<Vec<u8>, Error> {
        let bodies = InMemory::new(bodies);
        self.run(Level::Structure).translate(self.backend, module, &bodies, bodies.source(), report)
    }

    fn translate_bitcode(&self, mut reader: ModuleReader<'_>, report: &mut Report) -> Result<Vec<u8>, Error> {
        let module = reader.module().clone();
        let decoder = BitcodeBodies::new(reader.shared().clone());
        let next = || Ok(reader.next_body()?);
        self.run(Level::PnaclAbi).translate(self.backend, &module, &decoder, next, report)
    }

    fn run(&self, level: Level) -> Run {
        Run { threads: self.threads, verify: self.verify.then_some(level), clock: self.clock }
    }
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

    fn decode<'f>(
        &self,
        module: &Module,
        body: &'f FunctionBody<'a>,
        scratch: &mut ReadScratch,
        into: &'f mut Function,
    ) -> Result<&'f Function, Error> {
        decode_body(&self.shared, module, body, scratch, into)?;
        Ok(into)
    }
}

/// A stream that counts what is read from it.
struct Counted {
    stream: Box<dyn Read + Send>,
    bytes: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        self.bytes.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}
