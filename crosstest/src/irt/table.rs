//! Which functions exist, what they take, and which interfaces list them in which order. Data, and
//! how to look things up in it.
//!
//! A function's [`HostFunc`] is the index of its row in [`FUNCTIONS`]; row 0 is the query function.
//! An interface is a structure of function pointers: the order in [`INTERFACES`] is its layout, 4
//! bytes each. Where a later version only adds functions, it repeats those of the earlier one, as
//! the headers do. Source: [NACL-SOURCE] `src/untrusted/irt/{irt,irt_dev}.h`, with the older
//! `nacl_irt_memory_v0_1` and `v0_2` of 2012.

use translator::ice::Type;

use super::{Answer, Call, Served, browser, fdio, files, memory, misc, sync, thread};
use crate::guest::HostFunc;
use Param::{Address, Code, Ignored, In, InOut, Int, Offset, Out, Text};

/// What a parameter is. All are i32 but `Offset`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Param {
    /// A number.
    Int,
    /// A number that the function does not look at, so that it may have any value.
    Ignored,
    /// A signed 64-bit number.
    Offset,
    /// Points at what the function reads.
    In,
    /// Points at what the function writes.
    Out,
    /// Points at what the function reads and writes.
    InOut,
    /// Points at a string, which the function reads.
    Text,
    /// An address that the function does not follow.
    Address,
    /// The address of a function of the program.
    Code,
}

impl Param {
    /// The type of the argument.
    pub const fn ty(self) -> Type {
        match self {
            Offset => Type::I64,
            _ => Type::I32,
        }
    }

    /// Whether the argument is an address.
    pub const fn is_address(self) -> bool {
        !matches!(self, Int | Ignored | Offset)
    }
}

/// A function.
pub struct IrtFunction {
    /// `interface.function`.
    pub name: &'static str,
    /// Its parameters.
    pub params: &'static [Param],
    /// Its result: `I32` (zero or an error number, but for the query function and `tls.tls_get`),
    /// or `Void` if it cannot return.
    pub result: Type,
    /// What it does.
    pub serve: fn(&mut Call) -> Served,
}

/// An interface.
pub struct Interface {
    /// The name by which programs ask for it.
    pub name: &'static str,
    /// Its functions by the names of their rows, in the order of its structure.
    pub functions: &'static [&'static str],
}

const fn row(name: &'static str, params: &'static [Param], serve: fn(&mut Call) -> Served) -> IrtFunction {
    IrtFunction { name, params, result: Type::I32, serve }
}

const fn never_returns(name: &'static str, params: &'static [Param], serve: fn(&mut Call) -> Served) -> IrtFunction {
    IrtFunction { name, params, result: Type::Void, serve }
}

/// The row of the query function.
pub const QUERY: HostFunc = HostFunc(0);

/// Every function.
#[rustfmt::skip]
pub const FUNCTIONS: &[IrtFunction] = &[
    row("irt.query", &[Text, Out, Int], query),

    never_returns("basic.exit", &[Int], misc::exit),
    row("basic.gettod", &[Out], misc::gettod),
    row("basic.clock", &[Out], misc::clock),
    row("basic.nanosleep", &[In, Ignored], misc::nanosleep),
    row("basic.sched_yield", &[], misc::sched_yield),
    row("basic.sysconf", &[Int, Out], misc::sysconf),

    row("fdio.close", &[Int], fdio::close),
    row("fdio.dup", &[Int, Out], fdio::dup),
    row("fdio.dup2", &[Int, Int], fdio::dup2),
    row("fdio.read", &[Int, Out, Int, Out], fdio::read),
    row("fdio.write", &[Int, In, Int, Out], fdio::write),
    row("fdio.seek", &[Int, Offset, Int, Out], fdio::seek),
    row("fdio.fstat", &[Int, Out], fdio::fstat),
    row("fdio.getdents", &[Int, Out, Int, Out], fdio::getdents),
    row("fdio.fchdir", &[Int], files::fchdir),
    row("fdio.fchmod", &[Int, Int], fdio::fchmod),
    row("fdio.fsync", &[Int], fdio::fsync),
    row("fdio.fdatasync", &[Int], fdio::fsync),
    row("fdio.ftruncate", &[Int, Offset], fdio::ftruncate),
    row("fdio.isatty", &[Int, Out], fdio::isatty),

    row("filename.open", &[Text, Int, Ignored, Out], files::open),
    row("filename.stat", &[Text, Out], files::stat),
    row("filename.mkdir", &[Text, Ignored], files::mkdir),
    row("filename.rmdir", &[Text], files::rmdir),
    row("filename.chdir", &[Text], files::chdir),
    row("filename.getcwd", &[Out, Int], files::getcwd),
    row("filename.unlink", &[Text], files::unlink),
    row("filename.truncate", &[Text, Offset], files::truncate),
    row("filename.lstat", &[Text, Out], files::lstat),
    row("filename.link", &[Text, Text], files::not_provided),
    row("filename.rename", &[Text, Text], files::rename),
    row("filename.symlink", &[Text, Text], files::not_provided),
    row("filename.chmod", &[Text, Int], files::chmod),
    row("filename.access", &[Text, Int], files::access),
    row("filename.readlink", &[Text, Out, Int, Out], files::readlink),
    row("filename.utimes", &[Text, In], files::utimes),

    row("memory.sysbrk", &[InOut], memory::sysbrk),
    row("memory.mmap", &[InOut, Int, Int, Int, Int, Offset], memory::mmap),
    row("memory.munmap", &[Address, Int], memory::munmap),
    row("memory.mprotect", &[Address, Int, Int], memory::mprotect),

    row("tls.tls_init", &[Address], thread::tls_init),
    row("tls.tls_get", &[], thread::tls_get),
    row("thread.thread_create", &[Code, Address, Address], thread::create),
    never_returns("thread.thread_exit", &[Out], thread::exit),
    row("thread.thread_nice", &[Int], thread::nice),
    row("futex.futex_wait_abs", &[In, Int, In], thread::futex_wait),
    row("futex.futex_wake", &[Address, Int, Out], thread::futex_wake),

    row("mutex.mutex_create", &[Out], sync::mutex_create),
    row("mutex.mutex_destroy", &[Int], sync::mutex_destroy),
    row("mutex.mutex_lock", &[Int], sync::mutex_lock),
    row("mutex.mutex_unlock", &[Int], sync::mutex_unlock),
    row("mutex.mutex_trylock", &[Int], sync::mutex_trylock),
    row("cond.cond_create", &[Out], sync::cond_create),
    row("cond.cond_destroy", &[Int], sync::cond_destroy),
    row("cond.cond_signal", &[Int], sync::cond_signal),
    row("cond.cond_broadcast", &[Int], sync::cond_broadcast),
    row("cond.cond_wait", &[Int, Int], sync::cond_wait),
    row("cond.cond_timed_wait_abs", &[Int, Int, In], sync::cond_timed_wait),
    row("sem.sem_create", &[Out, Int], sync::sem_create),
    row("sem.sem_destroy", &[Int], sync::sem_destroy),
    row("sem.sem_post", &[Int], sync::sem_post),
    row("sem.sem_wait", &[Int], sync::sem_wait),

    row("random.get_random_bytes", &[Out, Int, Out], misc::get_random_bytes),
    row("clock.clock_getres", &[Int, Out], misc::clock_getres),
    row("clock.clock_gettime", &[Int, Out], misc::clock_gettime),
    row("getpid.getpid", &[Out], misc::getpid),

    // These are not the program's to ask for: its browser calls them.
    row("browser.announce", &[Code, Code, Code, Code], browser::announce),
    row("browser.get_interface", &[Text], browser::get_interface),
    row("browser.did", &[Int, Int], browser::did),
    row("browser.next", &[Out], browser::next),
    row("browser.view", &[], browser::view),
    row("browser.time", &[Out], browser::time),
];

const FDIO: &[&str] =
    &["fdio.close", "fdio.dup", "fdio.dup2", "fdio.read", "fdio.write", "fdio.seek", "fdio.fstat", "fdio.getdents"];

/// Every interface. Those that carry machine code, exceptions or the browser's objects are absent:
/// asking for one gives 0.
#[rustfmt::skip]
pub const INTERFACES: &[Interface] = &[
    Interface { name: "nacl-irt-basic-0.1", functions: &[
        "basic.exit", "basic.gettod", "basic.clock", "basic.nanosleep", "basic.sched_yield", "basic.sysconf"] },
    Interface { name: "nacl-irt-fdio-0.1", functions: FDIO },
    Interface { name: "nacl-irt-dev-fdio-0.1", functions: FDIO },
    Interface { name: "nacl-irt-dev-fdio-0.2", functions: &[
        "fdio.close", "fdio.dup", "fdio.dup2", "fdio.read", "fdio.write", "fdio.seek", "fdio.fstat", "fdio.getdents",
        "fdio.fchdir", "fdio.fchmod", "fdio.fsync", "fdio.fdatasync", "fdio.ftruncate"] },
    Interface { name: "nacl-irt-dev-fdio-0.3", functions: &[
        "fdio.close", "fdio.dup", "fdio.dup2", "fdio.read", "fdio.write", "fdio.seek", "fdio.fstat", "fdio.getdents",
        "fdio.fchdir", "fdio.fchmod", "fdio.fsync", "fdio.fdatasync", "fdio.ftruncate", "fdio.isatty"] },
    Interface { name: "nacl-irt-filename-0.1", functions: &["filename.open", "filename.stat"] },
    Interface { name: "nacl-irt-dev-filename-0.2", functions: &[
        "filename.open", "filename.stat", "filename.mkdir", "filename.rmdir", "filename.chdir", "filename.getcwd",
        "filename.unlink"] },
    Interface { name: "nacl-irt-dev-filename-0.3", functions: &[
        "filename.open", "filename.stat", "filename.mkdir", "filename.rmdir", "filename.chdir", "filename.getcwd",
        "filename.unlink", "filename.truncate", "filename.lstat", "filename.link", "filename.rename", "filename.symlink",
        "filename.chmod", "filename.access", "filename.readlink", "filename.utimes"] },
    Interface { name: "nacl-irt-memory-0.1", functions: &["memory.sysbrk", "memory.mmap", "memory.munmap"] },
    Interface { name: "nacl-irt-memory-0.2", functions: &[
        "memory.sysbrk", "memory.mmap", "memory.munmap", "memory.mprotect"] },
    Interface { name: "nacl-irt-memory-0.3", functions: &["memory.mmap", "memory.munmap", "memory.mprotect"] },
    Interface { name: "nacl-irt-tls-0.1", functions: &["tls.tls_init", "tls.tls_get"] },
    Interface { name: "nacl-irt-thread-0.1", functions: &[
        "thread.thread_create", "thread.thread_exit", "thread.thread_nice"] },
    Interface { name: "nacl-irt-futex-0.1", functions: &["futex.futex_wait_abs", "futex.futex_wake"] },
    Interface { name: "nacl-irt-mutex-0.1", functions: &[
        "mutex.mutex_create", "mutex.mutex_destroy", "mutex.mutex_lock", "mutex.mutex_unlock", "mutex.mutex_trylock"] },
    Interface { name: "nacl-irt-cond-0.1", functions: &[
        "cond.cond_create", "cond.cond_destroy", "cond.cond_signal", "cond.cond_broadcast", "cond.cond_wait",
        "cond.cond_timed_wait_abs"] },
    Interface { name: "nacl-irt-sem-0.1", functions: &["sem.sem_create", "sem.sem_destroy", "sem.sem_post", "sem.sem_wait"] },
    Interface { name: "nacl-irt-random-0.1", functions: &["random.get_random_bytes"] },
    Interface { name: "nacl-irt-clock_get-0.1", functions: &["clock.clock_getres", "clock.clock_gettime"] },
    Interface { name: "nacl-irt-dev-getpid-0.1", functions: &["getpid.getpid"] },
];

/// The function with this name.
pub fn function(name: &str) -> Option<HostFunc> {
    let index = FUNCTIONS.iter().position(|row| row.name == name)?;
    Some(HostFunc(index as u32))
}

/// The row of a function.
pub fn function_of(function: HostFunc) -> Option<&'static IrtFunction> {
    FUNCTIONS.get(function.0 as usize)
}

/// The structure of an interface, as it is written to the program's memory.
pub fn layout(name: &[u8]) -> Option<Vec<u8>> {
    let interface = INTERFACES.iter().find(|interface| interface.name.as_bytes() == name)?;
    let address = |name: &&str| function(name).expect("an interface names existing rows").address();
    Some(interface.functions.iter().map(address).flat_map(u32::to_le_bytes).collect())
}

/// `size_t query(const char *name, void *table, size_t tablesize)`: the size written, or 0.
fn query(call: &mut Call) -> Served {
    let name = call.text(0).unwrap_or_default();
    let (table, size) = (call.arg(1), call.arg(2));
    let hook = call.world.browser.as_ref().filter(|_| name.starts_with(browser::HOOK)).and_then(|browser| browser.hook());
    let Some(layout) = hook.or_else(|| layout(&name)) else { return Ok(Answer::Return(0)) };
    if layout.len() > size as usize || call.memory.write(table, &layout).is_err() {
        return Ok(Answer::Return(0));
    }
    Ok(Answer::Return(layout.len() as u32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guest::HOST_LIMIT;

    #[test]
    fn names_are_unique_and_interfaces_name_existing_rows() {
        for (index, row) in FUNCTIONS.iter().enumerate() {
            assert_eq!(function(row.name), Some(HostFunc(index as u32)), "{}", row.name);
        }
        assert!(FUNCTIONS.len() < HOST_LIMIT as usize);
        for (index, interface) in INTERFACES.iter().enumerate() {
            assert!(layout(interface.name.as_bytes()).is_some());
            assert_eq!(INTERFACES.iter().position(|other| other.name == interface.name), Some(index));
        }
        let used = |row: &IrtFunction| INTERFACES.iter().any(|interface| interface.functions.contains(&row.name));
        let asked_for = |row: &&IrtFunction| !row.name.starts_with("browser.");
        assert!(FUNCTIONS.iter().skip(1).filter(asked_for).all(used), "a function that no interface lists cannot be called");
    }

    #[test]
    fn interfaces_have_the_sizes_of_their_structures() {
        let sizes = [
            ("nacl-irt-basic-0.1", 24),
            ("nacl-irt-fdio-0.1", 32),
            ("nacl-irt-dev-fdio-0.1", 32),
            ("nacl-irt-dev-fdio-0.2", 52),
            ("nacl-irt-dev-fdio-0.3", 56),
            ("nacl-irt-filename-0.1", 8),
            ("nacl-irt-dev-filename-0.2", 28),
            ("nacl-irt-dev-filename-0.3", 64),
            ("nacl-irt-memory-0.1", 12),
            ("nacl-irt-memory-0.2", 16),
            ("nacl-irt-memory-0.3", 12),
            ("nacl-irt-tls-0.1", 8),
            ("nacl-irt-thread-0.1", 12),
            ("nacl-irt-futex-0.1", 8),
            ("nacl-irt-mutex-0.1", 20),
            ("nacl-irt-cond-0.1", 24),
            ("nacl-irt-sem-0.1", 16),
            ("nacl-irt-random-0.1", 4),
            ("nacl-irt-clock_get-0.1", 8),
            ("nacl-irt-dev-getpid-0.1", 4),
        ];
        assert_eq!(sizes.len(), INTERFACES.len());
        for (name, size) in sizes {
            assert_eq!(layout(name.as_bytes()).map(|bytes| bytes.len()), Some(size), "{name}");
        }
        for absent in ["nacl-irt-blockhook-0.1", "nacl-irt-dyncode-0.1", "nacl-irt-fdio-0.2", "nacl-irt-fdio", ""] {
            assert_eq!(layout(absent.as_bytes()), None, "{absent}");
        }
    }

    #[test]
    fn later_versions_begin_with_the_earlier_ones() {
        let bytes = |name: &str| layout(name.as_bytes()).expect(name);
        for (earlier, later) in [
            ("nacl-irt-fdio-0.1", "nacl-irt-dev-fdio-0.2"),
            ("nacl-irt-dev-fdio-0.2", "nacl-irt-dev-fdio-0.3"),
            ("nacl-irt-filename-0.1", "nacl-irt-dev-filename-0.2"),
            ("nacl-irt-dev-filename-0.2", "nacl-irt-dev-filename-0.3"),
            ("nacl-irt-memory-0.1", "nacl-irt-memory-0.2"),
        ] {
            assert!(bytes(later).starts_with(&bytes(earlier)), "{later}");
        }
        assert_eq!(bytes("nacl-irt-memory-0.3"), bytes("nacl-irt-memory-0.2")[4..]);
    }
}
