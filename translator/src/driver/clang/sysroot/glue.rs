//! What of the library is our own: C between newlib and the NaCl interfaces, and headers in the
//! place of newlib's. The texts are in the program, so that it needs no file beside it.

use super::recipe::Library;

/// A source and the library that it goes to.
pub struct Source {
    /// Its name.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
    /// Where it goes.
    pub library: Library,
}

/// A header, under the name by which it is included.
pub struct Header {
    /// The name.
    pub name: &'static str,
    /// The text.
    pub text: &'static str,
}

macro_rules! sources {
    ($($library:ident $name:literal,)*) => {
        &[$(Source { name: $name, text: include_str!(concat!("glue/", $name)), library: Library::$library },)*]
    };
}

macro_rules! headers {
    ($dir:literal: $($name:literal,)*) => {
        &[$(Header { name: $name, text: include_str!(concat!($dir, $name)) },)*]
    };
}

/// What is compiled.
pub const SOURCES: &[Source] = sources! {
    C "alloc.c",
    C "at.c",
    C "atomic.c",
    C "builtins.c",
    C "calloc.c",
    C "cxxabi.c",
    C "dirent.c",
    C "err.c",
    C "errno.c",
    C "fdio.c",
    C "filename.c",
    C "glob.c",
    C "jump.c",
    C "lock.c",
    C "memory.c",
    C "owner.c",
    C "poll.c",
    C "process.c",
    C "pthread.c",
    C "pthread_key.c",
    C "pthread_mutex.c",
    C "pthread_rwlock.c",
    C "reent.c",
    C "resource.c",
    C "start.c",
    C "stdio.c",
    C "string.c",
    C "terminal.c",
    C "thread_atexit.c",
    C "time.c",
    C "tls.c",
    C "zone.c",
    Math "classify.c",
    Math "fabs.c",
    Math "fenv.c",
    Math "fma.c",
    Math "modf.c",
    Math "scalbnf.c",
    Math "sqrt.c",
    CPlusPlus "cxx.cc",
};

/// What the sources share.
pub const PRIVATE_HEADERS: &[Header] = headers! { "glue/": "irt.h", "stat.h", "thread.h", "va_list.h", };

/// What programs include before newlib's.
pub const HEADERS: &[Header] = headers! { "include/":
    "arpa/inet.h",
    "byteswap.h",
    "endian.h",
    "err.h",
    "errno.h",
    "glob.h",
    "limits.h",
    "machine/_types.h",
    "machine/ieeefp.h",
    "machine/setjmp.h",
    "machine/time.h",
    "math.h",
    "nacl/nacl_random.h",
    "ndbm.h",
    "netinet/in.h",
    "newlib.h",
    "poll.h",
    "pthread.h",
    "regex.h",
    "semaphore.h",
    "stdio.h",
    "stdlib.h",
    "sys/_pthreadtypes.h",
    "sys/dirent.h",
    "sys/features.h",
    "sys/fenv.h",
    "sys/ioctl.h",
    "sys/lock.h",
    "sys/mman.h",
    "sys/poll.h",
    "sys/random.h",
    "sys/resource.h",
    "sys/select.h",
    "sys/signal.h",
    "sys/stat.h",
    "sys/statvfs.h",
    "sys/sysmacros.h",
    "sys/types.h",
    "sys/uio.h",
    "sys/utime.h",
    "sys/utsname.h",
    "sysexits.h",
    "termios.h",
    "time.h",
    "utime.h",
};
