//! Archives on the command line and those of the C library: members are linked if they define what
//! is missing.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::archive;
use super::commands::Compiler;
use super::object::{add_text, ir_of, is_bitcode};
use super::symbols::defined_names;
use crate::driver::error::Error;
use crate::llvm::Linker;

/// Libraries that are part of the C library, or of which a program needs nothing here.
const PART_OF_LIBC: [&str; 13] =
    ["c", "m", "pthread", "rt", "dl", "util", "gcc", "crypt", "nacl", "stdc++", "c++", "c++abi", "stdc++fs"];

/// A member that may be asked for.
struct Member {
    name: String,
    content: Content,
    defines: Vec<String>,
    linked: bool,
}

/// What a member holds.
enum Content {
    /// IR as text.
    Text(String),
    /// A part of an archive.
    Part(Rc<Vec<u8>>, std::ops::Range<usize>),
}

/// The members of all archives, in order.
#[derive(Default)]
pub struct Libraries {
    members: Vec<Member>,
}

impl Libraries {
    /// Adds the members of an archive. One without an index is looked through.
    pub fn add(&mut self, compiler: &Compiler<'_>, path: &Path, bytes: Vec<u8>) -> Result<(), Error> {
        let bytes = Rc::new(bytes);
        for member in archive::members(&bytes).map_err(Error::Format)? {
            let name = format!("{}({})", path.display(), member.name);
            if let Some(defines) = member.defines {
                let content = Content::Part(Rc::clone(&bytes), member.bytes);
                self.members.push(Member { name, content, defines, linked: false });
            } else if let Some(text) = ir_of(compiler, &bytes[member.bytes])? {
                let defines = defined_names(&text);
                self.members.push(Member { name, content: Content::Text(text), defines, linked: false });
            }
        }
        Ok(())
    }

    /// Links members until nothing that is missing is defined by one that is left.
    pub fn answer(&mut self, compiler: &Compiler<'_>, linker: &mut Linker) -> Result<(), Error> {
        loop {
            let missing: HashSet<String> = linker.missing().into_iter().collect();
            self.read(compiler, &missing);
            let mut progress = false;
            for member in self.members.iter_mut().filter(|member| !member.linked) {
                if member.defines.iter().any(|name| missing.contains(name) && !linker.defines(name)) {
                    member.linked = true;
                    progress = true;
                    member.link(compiler, linker)?;
                }
            }
            if !progress {
                return Ok(());
            }
        }
    }

    /// Reads the bitcode of members that define what is missing, of all at once: a process for each would take most of the time.
    fn read(&mut self, compiler: &Compiler<'_>, missing: &HashSet<String>) {
        let is_asked = |member: &Member| member.defines.iter().any(|name| missing.contains(name));
        let mut asked: Vec<_> = self.members.iter_mut().filter(|member| is_asked(member) && member.bitcode().is_some()).collect();
        let pieces: Vec<&[u8]> = asked.iter().filter_map(|member| member.bitcode()).collect();
        let texts = compiler.disassemble_all(&pieces).unwrap_or_default();
        for (member, text) in asked.iter_mut().zip(texts) {
            member.content = Content::Text(text);
        }
    }
}

impl Member {
    /// What it is as bitcode, if it has not been read.
    fn bitcode(&self) -> Option<&[u8]> {
        match &self.content {
            Content::Part(bytes, range) => Some(&bytes[range.clone()]).filter(|bytes| is_bitcode(bytes)),
            Content::Text(_) => None,
        }
    }

    fn link(&mut self, compiler: &Compiler<'_>, linker: &mut Linker) -> Result<(), Error> {
        match &self.content {
            Content::Text(text) => add_text(linker, text, &self.name),
            Content::Part(bytes, range) => match ir_of(compiler, &bytes[range.clone()])? {
                Some(text) => add_text(linker, &text, &self.name),
                None => Ok(()),
            },
        }
    }
}

/// Where a library is; nothing if it is a part of the C library, which is linked anyway.
pub fn find(name: &str, dirs: &[PathBuf], compiler: &Compiler<'_>, no_library: bool) -> Result<Option<PathBuf>, Error> {
    let file = name.strip_prefix(':').map_or_else(|| format!("lib{name}.a"), str::to_string);
    if let Some(path) = dirs.iter().map(|dir| dir.join(&file)).find(|path| path.is_file()) {
        return Ok(Some(path));
    }
    let sysroot = compiler.sysroot();
    let own = sysroot.map(|sysroot| sysroot.libraries().join(&file)).filter(|path| path.is_file());
    if own.is_some() && no_library {
        return Ok(own);
    }
    if own.is_some() || (sysroot.is_some() && PART_OF_LIBC.contains(&name)) {
        return Ok(None);
    }
    let hint = if PART_OF_LIBC.contains(&name) { compiler.not_built() } else { String::new() };
    Err(Error::NotBuilt(format!("the library {file} is in none of the directories that -L names{hint}")))
}
