//! What an input is, in a build without the text form: frozen bitcode, or refused. Takes the place
//! of `source.rs`.

use super::error::Error;
use super::input::Format;
use crate::bitcode;
use crate::ice::{Function, Module};
use crate::pipeline::not_built;

/// A program in memory.
#[derive(Debug)]
pub struct Source<'b>(&'b [u8]);

impl<'b> Source<'b> {
    /// Tells the form by content. Only bitcode is one.
    pub fn new(bytes: &'b [u8], _name: &str, _records: bool) -> Result<Self, Error> {
        match Format::detect(bytes).map_err(|message| Error::Format(message.into()))? {
            Format::Bitcode => Ok(Self(bytes)),
            Format::Text => Err(Error::NotBuilt(not_built("text as input", "text"))),
        }
    }

    /// The bitcode.
    pub fn bitcode(&self) -> Option<&[u8]> {
        Some(self.0)
    }

    /// Reads the whole module, which is well-typed but for dominance.
    pub fn read(&self) -> Result<(Module, Vec<Function>), Error> {
        Ok(bitcode::read_module(self.0)?)
    }

    /// An error of reading the bitcode, which says where by itself.
    pub fn locate(&self, error: Error) -> Error {
        error
    }
}
