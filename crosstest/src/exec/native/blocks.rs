//! Which block of the program an instruction of its code was made of.
//!
//! In: a function's symbol and an offset. Out: the block as `pnacl-dis` prints it. Objects say nothing of that, and running programs pay nothing
//! for it: when somebody asks, the function is translated once more, with the translator's remarks on blocks, which do not change the code.
//! It has to have the length that it had; a function of another make, the runtime's for one, has no blocks here.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use translator::mc::FuncCode;
use translator::opt::Inlinable;
use translator::options::Options;
use translator::pipeline::{BLOCK, Scratch, inlines};

use crate::load::Symbol;
use crate::subject::Subject;

/// A program and how it was translated.
pub struct Blocks {
    subject: Subject,
    options: Options,
}

impl Blocks {
    /// Of a program that was translated with these options.
    pub fn new(subject: Subject, mut options: Options) -> Blocks {
        options.controls.remarks.blocks = true;
        Blocks { subject, options }
    }

    /// The name of the block at an offset of a function; of several that were joined, or of one that a pass made, in the
    /// translator's words.
    pub fn at(&self, function: &Symbol, offset: u32) -> Option<String> {
        // What cannot be translated now was not translated before, unless memory is short.
        let code = catch_unwind(AssertUnwindSafe(|| self.code(&function.name))).ok()??;
        if code.bytes.len() != function.size as usize || offset >= function.size {
            return None;
        }
        let blocks = code.comments.iter().filter_map(|comment| Some((comment.offset, comment.text.strip_prefix(BLOCK)?)));
        // What comes before all of them begins the function, and so does the first one.
        let last = blocks.clone().take_while(|(begin, _)| *begin <= offset).last();
        last.or_else(|| blocks.clone().next()).map(|(_, name)| name.to_string())
    }

    fn code(&self, name: &str) -> Option<FuncCode> {
        let Self { subject: Subject { module, bodies, .. }, options } = self;
        let body = bodies.iter().find(|body| module.func_symbol(body.id) == name)?;
        let mut code = FuncCode::default();
        let mut scratch = Scratch::new(options).ok()?;
        let inlinable = if inlines(options) { Inlinable::of(module, bodies) } else { Inlinable::default() };
        scratch.begin_module(module, options, &Arc::new(inlinable));
        scratch.translate_function(module, body, options, &mut code).ok()?;
        Some(code)
    }
}
