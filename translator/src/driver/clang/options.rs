//! Tables of a compiler's options: which have a value, which mean nothing here, which cannot be.

/// Options of clang whose value is the next argument.
pub const WITH_VALUE: &[&str] = &[
    "-I",
    "-D",
    "-U",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-isysroot",
    "-iprefix",
    "-iwithprefix",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-Xclang",
    "-mllvm",
    "-Xpreprocessor",
    "-Xassembler",
    "-Xanalyzer",
    "-std",
    "-Wp",
    "-working-directory",
    "--param",
];

/// Options of ours whose value is the next argument or the rest of this one.
pub const VALUED: &[&str] = &["-o", "-l", "-L", "-x"];

/// Options for a linker of objects whose value is the next argument. What is kept and where it lies is
/// nothing that they decide here.
pub const IGNORED_WITH_VALUE: &[&str] = &["-T", "-e", "-u", "-z", "-Xlinker"];

/// Options that make sense to a linker of objects, or for a machine, and mean nothing here; as they
/// are, or with `,` or `=` and more.
pub const IGNORED: &[&str] = &[
    "-static",
    "-shared-libgcc",
    "-static-libgcc",
    "-static-libstdc++",
    "-static-pie",
    "-rdynamic",
    "-pie",
    "-no-pie",
    "-fuse-ld",
    "-Wl",
    "-s",
    "-pthread",
    "-nostdlib++",
    "-fPIC",
    "-fpic",
    "-fPIE",
    "-fpie",
    "-pipe",
    "-m32",
    "-mtune",
];

/// Options that cannot be, and why.
pub const REFUSED: &[(&str, &str)] = &[
    ("-shared", "a program is one piece, and there are no shared libraries"),
    ("-dynamiclib", "a program is one piece, and there are no shared libraries"),
    ("-target", "the target is PNaCl, and has no processor"),
    ("--target", "the target is PNaCl, and has no processor"),
    ("-march", "the target is PNaCl, and has no processor"),
    ("-mcpu", "the target is PNaCl, and has no processor"),
    ("-arch", "the target is PNaCl, and has no processor"),
    ("-m64", "the target is PNaCl, whose addresses have 32 bits"),
];

/// How symbols begin that the compiler itself asks for, because of an option or of a word of the language, and that no library here has; and
/// what to do.
const NOBODYS_SYMBOLS: &[(&str, &str)] = &[
    ("__ubsan_", "there is no runtime of -fsanitize (with -fsanitize-trap=all it needs none)"),
    ("__cyg_profile_", "with -finstrument-functions the program has to have it"),
    ("mcount", "there is no runtime of -pg"),
    ("llvm_gcov_", "there is no runtime of --coverage"),
    ("__llvm_profile_", "there is no runtime of -fprofile-generate (`pnacl-sz -enable-block-profile` counts blocks)"),
    ("__kmpc_", "there is no runtime of -fopenmp (without it the program has one thread)"),
    ("__cxa_allocate_exception", EXCEPTIONS),
    ("__cxa_begin_catch", EXCEPTIONS),
    ("__cxa_throw", EXCEPTIONS),
    ("__cxa_rethrow", EXCEPTIONS),
    ("__gxx_personality_", EXCEPTIONS),
    ("setjmp", ONLY_CALLED),
    ("_setjmp", ONLY_CALLED),
    ("longjmp", ONLY_CALLED),
    ("_longjmp", ONLY_CALLED),
    ("__dynamic_cast", LIBCXX),
    ("_ZTVN10__cxxabiv1", LIBCXX),
    ("_ZTINSt3__1", LIBCXX),
    ("_ZTVNSt3__1", LIBCXX),
    ("_ZTTNSt3__1", LIBCXX),
    ("_ZSt", LIBCXX),
    ("_ZNSt", LIBCXX),
    ("_ZNKSt", LIBCXX),
    ("_ZTISt", LIBCXX),
    ("_ZTVSt", LIBCXX),
];
const LIBCXX: &str = "it is of libc++'s compiled part (`pnacl-clang --build-libc --libcxx=PATH`, with LLVM's sources at PATH)";
const ONLY_CALLED: &str = "it is an intrinsic of PNaCl, which can be called, and has no address";
const EXCEPTIONS: &str = "this ABI has no exceptions (-fno-exceptions shows where the source has them)";

/// What to say of a symbol that nobody defines.
pub fn about_symbol(name: &str) -> Option<&'static str> {
    NOBODYS_SYMBOLS.iter().find(|(start, _)| name.starts_with(start)).map(|(_, why)| *why)
}

/// Whether an option is one of these names, alone or followed by a value.
pub fn is_one_of(option: &str, name: &str) -> bool {
    option.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with([',', '=']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_defines_is_known_by_its_name() {
        let of_libcxx = [
            "_ZNSt3__14coutE",
            "__dynamic_cast",
            "_ZTVN10__cxxabiv117__class_type_infoE",
            "_ZTVNSt3__18ios_baseE",
            "_ZSt9terminatev",
        ];
        for name in of_libcxx {
            assert_eq!(about_symbol(name), Some(LIBCXX), "{name}");
        }
        assert_eq!(about_symbol("__cxa_throw"), Some(EXCEPTIONS));
        assert_eq!((about_symbol("print"), about_symbol("_ZN5StateC1Ev")), (None, None));
    }
}
