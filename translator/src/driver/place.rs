//! Where functions go in a file: in the order in which they come, or in a random one.
//!
//! In: the code of functions, in function order. Out: the file. With a random order the code of as
//! many functions as the window holds waits in memory.

use super::backend::Backend;
use crate::diversify::window::Window;
use crate::error::TranslateError;
use crate::ice::{FuncId, Module};
use crate::mc::FuncCode;
use crate::object::{Arrangement, FileBuilder, ObjectFile};

/// A file to which functions are added.
pub struct Placing<'m> {
    /// The file.
    pub file: FileBuilder<'m>,
    window: Option<Window<(FuncId, FuncCode)>>,
}

impl<'m> Placing<'m> {
    /// A module's file, as a back end wants it.
    pub fn new(module: &'m Module, backend: &impl Backend) -> Result<Self, TranslateError> {
        let variety = backend.variety();
        let arrangement =
            Arrangement { own: backend.own_sections(), globals: variety.globals(), pooled_constants: variety.pooled_constants() };
        let file = FileBuilder::new(module, backend.file_target(), &arrangement)?;
        Ok(Self { file, window: variety.functions().map(|(rng, size)| Window::new(rng, size)) })
    }

    /// Adds the next function; its code may be taken.
    pub fn add(&mut self, func: FuncId, code: &mut FuncCode) -> Result<(), TranslateError> {
        let Some(window) = &mut self.window else { return self.file.add_function(func, code) };
        match window.push((func, std::mem::take(code))) {
            Some((func, code)) => self.file.add_function(func, &code),
            None => Ok(()),
        }
    }

    /// Puts the file together.
    pub fn finish(mut self) -> Result<ObjectFile, TranslateError> {
        while let Some((func, code)) = self.window.as_mut().and_then(Window::draw) {
            self.file.add_function(func, &code)?;
        }
        self.file.finish()
    }
}
