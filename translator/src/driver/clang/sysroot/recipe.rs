//! What the C library is made of: the directories of newlib, what of them is left out, what is
//! compiled several times, and the options that tell newlib what the glue has.
//!
//! Source: [NEWLIB-SOURCE] `newlib/libc/*/Makefile.am` (which sources are compiled more than once) and
//! `newlib/configure.host` (what its macros mean).

/// A library of the sysroot.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Library {
    /// `libc.a`.
    C,
    /// `libm.a`.
    Math,
    /// `libc++.a`.
    CPlusPlus,
    /// `libc++abi.a`: what the types of objects are at run time. It is there if libc++'s sources were.
    CPlusPlusTypes,
}

impl Library {
    /// All of them, in the order in which they are searched.
    pub const ALL: [Library; 4] = [Library::C, Library::Math, Library::CPlusPlus, Library::CPlusPlusTypes];

    /// The name of its archive.
    pub fn file(self) -> &'static str {
        match self {
            Library::C => "libc.a",
            Library::Math => "libm.a",
            Library::CPlusPlus => "libc++.a",
            Library::CPlusPlusTypes => "libc++abi.a",
        }
    }
}

/// Which sources of a directory are compiled.
pub enum Choice {
    /// Those that are not named, without their extension.
    Except(&'static [&'static str]),
    /// Those that are named.
    Only(&'static [&'static str]),
}

/// A directory of newlib.
pub struct Directory {
    /// Below the sources.
    pub path: &'static str,
    /// Where its members go.
    pub library: Library,
    /// Which of its sources.
    pub choice: Choice,
}

const fn all(path: &'static str) -> Directory {
    except(path, &[])
}

const fn except(path: &'static str, names: &'static [&'static str]) -> Directory {
    Directory { path, library: Library::C, choice: Choice::Except(names) }
}

const fn only(path: &'static str, names: &'static [&'static str]) -> Directory {
    Directory { path, library: Library::C, choice: Choice::Only(names) }
}

const fn math(path: &'static str, names: &'static [&'static str]) -> Directory {
    Directory { path, library: Library::Math, choice: Choice::Except(names) }
}

/// Every directory. What is left out is what the glue has, what is a second implementation, and what
/// needs devices and processes.
pub const DIRECTORIES: &[Directory] = &[
    all("libc/argz"),
    all("libc/ctype"),
    all("libc/errno"),
    all("libc/locale"),
    except("libc/misc", &["init", "fini", "lock"]),
    except("libc/reent", &["fstat64r", "getreent", "lseek64r", "open64r", "stat64r"]),
    all("libc/search"),
    all("libc/signal"),
    all("libc/ssp"),
    except(
        "libc/stdio",
        &[
            "nano-vfprintf",
            "nano-vfprintf_float",
            "nano-vfprintf_i",
            "nano-vfscanf",
            "nano-vfscanf_float",
            "nano-vfscanf_i",
            "remove",
            "rename",
        ],
    ),
    except("libc/stdlib", &["mallocr", "nano-mallocr"]),
    except("libc/string", &["memcpy", "memmove", "memset"]),
    except("libc/time", &["clock", "tzvars"]),
    only("libc/unix", &["basename", "dirname", "getpwent", "pread", "pwrite", "sigset"]),
    only("libc/posix", &["collate", "collcmp", "creat", "fnmatch", "glob", "regcomp", "regerror", "regexec", "regfree"]),
    math(
        "libm/common",
        &[
            "s_finite",
            "s_fma",
            "s_fpclassify",
            "s_isinf",
            "s_isinfd",
            "s_isnan",
            "s_isnand",
            "s_modf",
            "sf_finite",
            "sf_fma",
            "sf_fpclassify",
            "sf_isinf",
            "sf_isinff",
            "sf_isnan",
            "sf_isnanf",
            "sf_modf",
            "sf_scalbn",
        ],
    ),
    math("libm/complex", &[]),
    math("libm/math", &["e_fmod", "e_sqrt", "ef_fmod", "ef_sqrt", "s_fabs", "sf_fabs"]),
];

/// A source that is compiled once more, as a member of another name.
pub struct Variant {
    /// Below the sources.
    pub source: &'static str,
    /// The member.
    pub name: &'static str,
    /// The macros that choose what of the source is compiled.
    pub defines: &'static [&'static str],
}

const fn variant(source: &'static str, name: &'static str, defines: &'static [&'static str]) -> Variant {
    Variant { source, name, defines }
}

/// All of them: formatted input and output for streams and strings, with and without floating point;
/// the allocator's entries.
#[rustfmt::skip]
pub const VARIANTS: &[Variant] = &[
    variant("libc/stdio/vfprintf.c", "vfiprintf", &["INTEGER_ONLY"]),
    variant("libc/stdio/vfprintf.c", "svfprintf", &["STRING_ONLY"]),
    variant("libc/stdio/vfprintf.c", "svfiprintf", &["INTEGER_ONLY", "STRING_ONLY"]),
    variant("libc/stdio/vfwprintf.c", "vfiwprintf", &["INTEGER_ONLY"]),
    variant("libc/stdio/vfwprintf.c", "svfwprintf", &["STRING_ONLY"]),
    variant("libc/stdio/vfwprintf.c", "svfiwprintf", &["INTEGER_ONLY", "STRING_ONLY"]),
    variant("libc/stdio/vfscanf.c", "vfiscanf", &["INTEGER_ONLY"]),
    variant("libc/stdio/vfscanf.c", "svfscanf", &["STRING_ONLY"]),
    variant("libc/stdio/vfscanf.c", "svfiscanf", &["INTEGER_ONLY", "STRING_ONLY"]),
    variant("libc/stdio/vfwscanf.c", "vfiwscanf", &["INTEGER_ONLY"]),
    variant("libc/stdio/vfwscanf.c", "svfwscanf", &["STRING_ONLY"]),
    variant("libc/stdio/vfwscanf.c", "svfiwscanf", &["INTEGER_ONLY", "STRING_ONLY"]),
    variant("libc/stdlib/mallocr.c", "mallocr", &["DEFINE_MALLOC"]),
    variant("libc/stdlib/mallocr.c", "freer", &["DEFINE_FREE"]),
    variant("libc/stdlib/mallocr.c", "reallocr", &["DEFINE_REALLOC"]),
    variant("libc/stdlib/mallocr.c", "cfreer", &["DEFINE_CFREE"]),
    variant("libc/stdlib/mallocr.c", "malignr", &["DEFINE_MEMALIGN"]),
    variant("libc/stdlib/mallocr.c", "vallocr", &["DEFINE_VALLOC"]),
    variant("libc/stdlib/mallocr.c", "pvallocr", &["DEFINE_PVALLOC"]),
    variant("libc/stdlib/mallocr.c", "mallinfor", &["DEFINE_MALLINFO"]),
    variant("libc/stdlib/mallocr.c", "mallstatsr", &["DEFINE_MALLOC_STATS"]),
    variant("libc/stdlib/mallocr.c", "msizer", &["DEFINE_MALLOC_USABLE_SIZE"]),
    variant("libc/stdlib/mallocr.c", "malloptr", &["DEFINE_MALLOPT"]),
];

/// Sources that are compiled with the private header `va_list.h`.
pub const WITH_VA_LIST: &[&str] = &["vfprintf.c", "vfscanf.c", "vfwprintf.c", "vfwscanf.c"];

/// Options of every source of newlib. What defines `memset` must not call it, so nothing is taken to
/// be the library.
pub const OPTIONS: &[&str] = &[
    "-O2",
    "-std=gnu11",
    "-w",
    "-ffreestanding",
    "-fno-builtin",
    "-D_GNU_SOURCE",
    "-D_COMPILING_NEWLIB",
    "-DINTERNAL_NEWLIB",
    "-DMALLOC_ALIGNMENT=16",
    // What is free at the end of the heap stays until it is this much: memory that is given back is cleared when it is asked for again. With
    // the 128 KiB that are newlib's own choice, a program that allocates and frees 400 KB again and again does little else.
    "-DDEFAULT_TRIM_THRESHOLD=(16L<<20)",
    "-DNO_EXEC",
    // Byte by byte: string functions that read whole words read behind the end, which is not defined.
    "-DPREFER_SIZE_OVER_SPEED",
    // What the glue has, under the names without an underscore.
    "-DMISSING_SYSCALL_NAMES",
    "-DCLOCK_PROVIDED",
    "-DGETREENT_PROVIDED",
    "-DHAVE_BLKSIZE",
    "-DHAVE_FCNTL",
    "-DHAVE_MKDIR",
    "-DHAVE_NANOSLEEP",
    "-DHAVE_OPENDIR",
    "-DHAVE_RENAME",
];

/// Options of the glue.
pub const GLUE_OPTIONS: &[&str] =
    &["-O2", "-std=gnu11", "-Wall", "-Wextra", "-ffreestanding", "-fno-math-errno", "-D_GNU_SOURCE"];

/// Options of the glue that is C++, beside those by which libc++'s headers are found.
pub const CPLUSPLUS_OPTIONS: &[&str] = &["-O2", "-std=c++17", "-w", "-fno-exceptions", "-fno-rtti"];

/// Options of libc++ itself.
pub const COMPILED_CPLUSPLUS_OPTIONS: &[&str] = &[
    "-O2",
    "-std=c++20",
    "-w",
    "-fno-exceptions",
    "-D_LIBCPP_BUILDING_LIBRARY",
    "-D_LIBCXXABI_BUILDING_LIBRARY",
    "-D_LIBCXXABI_NO_EXCEPTIONS",
    // Operators `new` and `delete` and the types of exceptions are elsewhere.
    "-DLIBCXX_BUILDING_LIBCXXABI",
];

/// Sources of libc++ that are left out: what is experimental, and not part of libc++ itself.
pub const LIBCXX_LEFT_OUT: &[&str] = &["format"];

/// Sources of libc++abi that are compiled: nothing is thrown, and what allocates memory and guards static variables is the glue's.
pub const LIBCXXABI: &[&str] = &[
    "abort_message",
    "cxa_aux_runtime",
    "cxa_default_handlers",
    "cxa_handlers",
    "cxa_noexception",
    "cxa_vector",
    "private_typeinfo",
    "stdlib_exception",
    "stdlib_stdexcept",
    "stdlib_typeinfo",
];
