//! LLVM's own bitcode, and IR as LLVM prints it, as a program: for the tools that take more than
//! frozen programs. Bitcode becomes text by an installed `llvm-dis` or clang, which reads that of its
//! own version and of older ones.

use std::borrow::Cow;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use super::clang::find;
use super::error::Error;
use crate::ice::{Function, Module};
use crate::llvm::{self, Exports, Linker};

/// What LLVM bitcode begins with, plain or in a wrapper.
const MAGIC: [&[u8]; 2] = [b"BC\xc0\xde", b"\xde\xc0\x17\x0b"];

/// The versions of LLVM whose text is read, the newest first.
const VERSIONS: [u32; 6] = [19, 18, 17, 16, 15, 14];

/// Whether bytes are LLVM bitcode.
pub fn is_bitcode(bytes: &[u8]) -> bool {
    MAGIC.iter().any(|magic| bytes.starts_with(magic))
}

/// Whether bytes are the text of a module that a compiler made: the text form of a finalised program
/// says neither where it comes from nor how data lies.
pub fn is_text(bytes: &[u8]) -> bool {
    let begins = |line: &[u8]| line.starts_with(b"target datalayout") || line.starts_with(b"source_filename");
    bytes.split(|&byte| byte == b'\n').take_while(|line| !line.starts_with(b"define")).any(begins)
}

/// Lowers a module: what `_start` reaches or, of a part of a program, all that others see. `name` is
/// what messages call it.
pub fn read(bytes: &[u8], name: &str) -> Result<(Module, Vec<Function>), Error> {
    let text = if is_bitcode(bytes) { Cow::Owned(disassemble(bytes)?) } else { Cow::Borrowed(bytes) };
    let text =
        std::str::from_utf8(&text).map_err(|error| Error::Format(format!("{}:0: IR that is not UTF-8", error.valid_up_to())))?;
    let mut linker = Linker::default();
    let module = llvm::parse(text, name, linker.types()).map_err(Error::Llvm)?;
    linker.add(module).map_err(Error::Llvm)?;
    let exports = if linker.defines("_start") { Exports::Start } else { Exports::All };
    if exports == Exports::Start {
        linker.want("_start");
    }
    llvm::lower(&linker.finish(), exports).map_err(Error::Llvm)
}

/// How clang is told to print bitcode as it is.
const CLANG: [&str; 10] = [
    "--target=le32-unknown-nacl",
    "-Wno-override-module",
    "-Xclang",
    "-disable-llvm-passes",
    "-S",
    "-emit-llvm",
    "-x",
    "ir",
    "-o",
    "-",
];

/// The program that prints bitcode as text, of the newest LLVM, with its arguments.
fn disassembler() -> Result<Command, Error> {
    let clang = |path| {
        let mut command = Command::new(path);
        command.args(CLANG);
        command
    };
    let dis = |path| {
        let mut command = Command::new(path);
        command.args(["-o", "-"]);
        command
    };
    if std::env::var_os("PNACL_CLANG").is_some_and(|path| !path.is_empty()) {
        return find::clang().map(|found| clang(found.path));
    }
    let of_version = |version: &u32| {
        let own = find::in_path(format!("llvm-dis-{version}").as_ref()).map(dis);
        own.or_else(|| find::in_path(format!("clang-{version}").as_ref()).map(clang))
    };
    let found = VERSIONS.iter().find_map(of_version).or_else(|| find::in_path("llvm-dis".as_ref()).map(dis));
    found.ok_or_else(|| {
        Error::NotBuilt(
            "this is LLVM bitcode, and neither llvm-dis nor clang is there to read it: `apt-get install llvm-14`".into(),
        )
    })
}

/// Bitcode as text.
fn disassemble(bitcode: &[u8]) -> Result<Vec<u8>, Error> {
    let mut command = disassembler()?;
    let name = Path::new(command.get_program()).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let failed = |error| Error::NotBuilt(format!("{name} cannot be run: {error}"));
    command.arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let stdin = child.stdin.take();
    let output = std::thread::scope(|scope| {
        if let Some(mut stdin) = stdin {
            // A process that ends early says why itself.
            scope.spawn(move || stdin.write_all(bitcode));
        }
        child.wait_with_output()
    });
    let output = output.map_err(failed)?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let messages = String::from_utf8_lossy(&output.stderr);
    let first = messages.lines().find(|line| !line.trim().is_empty()).unwrap_or("it fails");
    Err(Error::Format(format!("{name} refuses this bitcode: {first}")))
}
