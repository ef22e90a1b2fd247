//! The programs: where their sources are, how they are built, what they are tried with. All of it is data; what is done with it is
//! the driver's.

/// A program and how it is built and tried.
pub struct Program {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its sources.
    pub archive: Archive,
    /// A shell script that builds it, in its sources, with `CC`, `AR` and `RANLIB` set. `HOST` is empty
    /// or what configure is to be told.
    pub build: &'static str,
    /// A host program in place of the product of a build for the host.
    pub host_program: Option<&'static str>,
    /// What else it needs of the machine.
    pub needs: &'static [&'static str],
    /// Whether it computes for so long that an emulator takes minutes: then it runs on this machine's processor only, in every recipe.
    pub is_long: bool,
    /// What it is tried with.
    pub cases: &'static [Case],
}

/// Where the sources come from.
pub enum Archive {
    /// Debian's source package of this name.
    Debian(&'static str),
    /// PyPI's source archive of this name and version, and the directory in it.
    PyPi(&'static str, &'static str, &'static str),
}

impl Archive {
    /// Whether a file of this name is the archive.
    pub fn is(&self, file: &str) -> bool {
        match self {
            Self::Debian(package) => {
                // Beside some lies a signature.
                file.starts_with(&format!("{package}_")) && file.contains(".orig.tar.") && !file.ends_with(".asc")
            }
            Self::PyPi(package, version, _) => file == format!("{package}-{version}.tar.gz"),
        }
    }

    /// The command that puts it into the current directory.
    pub fn fetch(&self) -> (&'static str, Vec<String>) {
        match self {
            Self::Debian(package) => ("apt-get", ["source", "--download-only", "-qq", package].map(String::from).into()),
            // pip prepares what it downloads and needs not succeed in that: the archive is there by then.
            Self::PyPi(package, version, _) => {
                let what = format!("{package}=={version}");
                ("pip", ["download", "-q", "--no-deps", "--no-binary", package, &what].map(String::from).into())
            }
        }
    }

    /// The directory of the sources in what is unpacked.
    pub fn dir(&self) -> &'static str {
        match self {
            Self::Debian(_) => "",
            Self::PyPi(_, _, dir) => dir,
        }
    }
}

/// Something that a program does.
pub struct Case {
    /// The program, in the sources.
    pub program: &'static str,
    /// Its arguments.
    pub args: &'static [&'static str],
    /// A file for standard input: in the sources, or else in `crosstest/programs/real`.
    pub input: Option<&'static str>,
    /// How many lines at the beginning are the machine's: zlib's sizes of types.
    pub skipped: usize,
    /// What it must print.
    pub expected: Expected,
}

/// What says what a case prints.
pub enum Expected {
    /// The program built for the host.
    Host,
    /// A file in the sources.
    File(&'static str),
    /// The project's own tests, if they exit with 0 and say this: how many there are and how long they take
    /// differs between hosts.
    Saying(&'static str),
    /// The project's own tests, if they exit with 0.
    Success,
}

const fn case(program: &'static str, args: &'static [&'static str], input: Option<&'static str>) -> Case {
    Case { program, args, input, skipped: 0, expected: Expected::Host }
}

const fn against(program: &'static str, args: &'static [&'static str], input: &'static str, expected: &'static str) -> Case {
    Case { program, args, input: Some(input), skipped: 0, expected: Expected::File(expected) }
}

/// A case of the project's own tests, which say this.
const fn saying(program: &'static str, args: &'static [&'static str], text: &'static str) -> Case {
    Case { program, args, input: None, skipped: 0, expected: Expected::Saying(text) }
}

/// A test that exits with 0 if all is well.
const fn succeeds(program: &'static str) -> Case {
    Case { program, args: &[], input: None, skipped: 0, expected: Expected::Success }
}

/// A case without input that prints what is in a file of the sources.
const fn prints(program: &'static str, args: &'static [&'static str], file: &'static str) -> Case {
    Case { program, args, input: None, skipped: 0, expected: Expected::File(file) }
}

/// All of them.
#[rustfmt::skip]
pub const PROGRAMS: &[Program] = &[
    Program {
        name: "lua", archive: Archive::Debian("lua5.4"), needs: &[], host_program: None, is_long: false,
        build: "make -C src generic CC=\"$CC -std=gnu99\" AR=\"$AR rcu\" RANLIB=\"$RANLIB\"",
        cases: &[
            case("src/lua", &["closures.lua"], None),
            case("src/lua", &["strings.lua"], None),
            case("src/lua", &["programs.lua"], None),
            case("src/lua", &["files.lua"], None),
            case("src/lua", &["-"], Some("programs.lua")),
            case("src/luac", &["-s", "-o", "-", "closures.lua"], None),
        ],
    },
    // The suite of Lua's authors, as far as it is for every system (`_U`). newlib takes the name of any locale and goes on with
    // C's decimal point, where the suite wants a comma if there is a `pt_BR`: there is none.
    Program {
        name: "lua-suite", archive: Archive::PyPi("lupa", "2.8", "third-party/lua54"), needs: &[], host_program: None, is_long: false,
        build: "$CC -std=gnu99 -O2 -DLUA_COMPAT_5_3 -o testes/lua onelua.c -lm && cp -r testes/. .",
        cases: &[saying("testes/lua", &["-e", LUA_SUITE, "all.lua"], "\nfinal OK !!!\n")],
    },
    Program {
        name: "zlib", archive: Archive::Debian("zlib"), needs: &[], host_program: None, is_long: false,
        build: "./configure --static && make libz.a example minigzip && gzip -c README > README.gz",
        cases: &[
            Case { skipped: 1, ..case("example", &[], None) },
            case("minigzip", &["-9"], Some("deflate.c")),
            case("minigzip", &["-1"], Some("README")),
            case("minigzip", &["-d"], Some("README.gz")),
        ],
    },
    Program {
        name: "bzip2", archive: Archive::Debian("bzip2"), needs: &[], host_program: None, is_long: false,
        build: "make CC=\"$CC\" AR=\"$AR\" RANLIB=\"$RANLIB\" libbz2.a bzip2",
        cases: &[
            against("bzip2", &["-1"], "sample1.ref", "sample1.bz2"),
            against("bzip2", &["-2"], "sample2.ref", "sample2.bz2"),
            against("bzip2", &["-3"], "sample3.ref", "sample3.bz2"),
            against("bzip2", &["-d"], "sample1.bz2", "sample1.ref"),
            against("bzip2", &["-d"], "sample2.bz2", "sample2.ref"),
            against("bzip2", &["-ds"], "sample3.bz2", "sample3.ref"),
            // It writes a file, and asks for its permissions and times.
            Case { args: &["-kf", "words0"], ..succeeds("bzip2") },
        ],
    },
    Program {
        name: "sqlite3", archive: Archive::Debian("sqlite3"), needs: &["tclsh", "sqlite3"], host_program: Some("sqlite3"), is_long: false,
        build: "./configure $HOST --disable-shared --disable-tcl --disable-readline --disable-load-extension BUILD_CC=cc && make sqlite3",
        cases: &[
            case("sqlite3", &[], Some("basics.sql")),
            case("sqlite3", &[], Some("changes.sql")),
        ],
    },
    // C++: the project's own tests, without what PNaCl does not have. They say how many there are.
    Program {
        name: "pugixml", archive: Archive::Debian("pugixml"), needs: &[], host_program: None, is_long: false,
        build: "make BUILD=build config=release defines=PUGIXML_NO_EXCEPTIONS,PUGIXML_NO_STL",
        cases: &[saying("build/test", &[], "Success: ")],
    },
    // Cryptography and large numbers: every one of their tests is a chain of carries, shifts and products that has one right end.
    Program {
        name: "mbedtls", archive: Archive::Debian("mbedtls"), needs: &["python3"], host_program: None, is_long: false,
        // What it needs of a system, and the time of day, by which a certificate of the tests is valid or not.
        build: "for what in NET_C TIMING_C PSA_ITS_FILE_C PSA_CRYPTO_STORAGE_C HAVE_ASM AESNI_C PADLOCK_C FS_IO HAVE_TIME_DATE; do
                python3 scripts/config.py unset MBEDTLS_$what; done && python3 scripts/config.py set MBEDTLS_NO_PLATFORM_ENTROPY &&
                make -C library static && E=3rdparty/everest/include && $CC -O2 -Iinclude -I$E -I$E/everest -I$E/everest/kremlib \
                programs/test/selftest.c -Llibrary -lmbedtls -lmbedx509 -lmbedcrypto -o selftest",
        cases: &[case("selftest", &[], None)],
    },
    Program {
        name: "libtommath", archive: Archive::Debian("libtommath"), needs: &[], host_program: None, is_long: true,
        build: "mkdir -p tmp && make CC=\"$CC\" AR=\"$AR\" RANLIB=\"$RANLIB\" CFLAGS='-O2 -I./' libtommath.a test",
        cases: &[saying("test", &[], "Tests OK/NOP/FAIL: 41/0/0")],
    },
    Program {
        name: "libsodium", archive: Archive::Debian("libsodium"), needs: &["autoreconf", "libtoolize"], host_program: None, is_long: false,
        build: "autoreconf -fi && ./configure $HOST CFLAGS=-O2 --disable-shared --disable-asm --disable-pie --disable-ssp \
                --without-pthreads && make && make -C test/default check TESTS= && cp test/default/*.exp .",
        cases: &[
            succeeds("test/default/hash"), succeeds("test/default/generichash"), succeeds("test/default/onetimeauth7"),
            succeeds("test/default/scalarmult"), succeeds("test/default/secretstream"), succeeds("test/default/chacha20"),
            succeeds("test/default/aead_xchacha20poly1305"), succeeds("test/default/codecs"), succeeds("test/default/siphashx24"),
        ],
    },
    // Debian's package has no manual, which its build files ask for. Its tables are made by the first `make` alone, which would make all.
    Program {
        name: "gmp", archive: Archive::Debian("gmp"), needs: &[], host_program: None, is_long: true,
        build: "mkdir -p doc && touch doc/Makefile.in && ./configure ${HOST:+--host=none-pc-linux-gnu} CFLAGS=-O2 --disable-assembly \
                --disable-shared --disable-cxx && make fac_table.h fib_table.h mp_bases.h trialdivtab.h mpn/jacobitab.h mpn/perfsqr.h && \
                make -j2 -C mpn && make -j2 -C mpz && make -j2 -C mpq && make -j2 -C mpf && make -C printf && make -C scanf && \
                make -C rand && make libgmp.la && make -C tests libtests.la && \
                make -C tests/mpn t-div t-toom8h t-toom6-sqr t-mulmid t-hgcd t-broot t-sqrlo logic && \
                make -C tests/mpz t-mul t-powm t-gcd t-jac t-root t-bit convert t-set_d && make -C tests/mpq t-inv t-get_d && \
                make -C tests/mpf t-div t-conv t-sqrt",
        cases: &[
            succeeds("tests/mpn/t-div"), succeeds("tests/mpn/t-toom8h"), succeeds("tests/mpn/t-toom6-sqr"), succeeds("tests/mpn/t-mulmid"),
            succeeds("tests/mpn/t-hgcd"), succeeds("tests/mpn/t-broot"), succeeds("tests/mpn/t-sqrlo"), succeeds("tests/mpn/logic"),
            succeeds("tests/mpz/t-mul"), succeeds("tests/mpz/t-powm"), succeeds("tests/mpz/t-gcd"), succeeds("tests/mpz/t-jac"),
            succeeds("tests/mpz/t-root"), succeeds("tests/mpz/t-bit"), succeeds("tests/mpz/convert"), succeeds("tests/mpz/t-set_d"),
            succeeds("tests/mpq/t-inv"), succeeds("tests/mpq/t-get_d"), succeeds("tests/mpf/t-div"), succeeds("tests/mpf/t-conv"),
            succeeds("tests/mpf/t-sqrt"),
        ],
    },
    // Readers of XML, in C and in C++, and of JSON: their own tests. Of jansson's one is left out, which needs `pipe`.
    Program {
        name: "expat", archive: Archive::Debian("expat"), needs: &["autoreconf", "libtoolize"], host_program: None, is_long: true,
        build: "cd expat && autoreconf -fi && ./configure $HOST CFLAGS=-O2 --disable-shared --without-xmlwf --without-docbook \
                --without-examples && make -C lib && make -C tests check TESTS=",
        cases: &[
            saying("expat/tests/runtests", &[], "100%: Checks: 345, Failed: 0\n"),
            saying("expat/tests/runtestspp", &[], "100%: Checks: 345, Failed: 0\n"),
        ],
    },
    Program {
        name: "jansson", archive: Archive::Debian("jansson"), needs: &["autoreconf", "libtoolize"], host_program: None, is_long: false,
        build: "autoreconf -fi && ./configure $HOST CFLAGS=-O2 --disable-shared && make && make -C test check TESTS=",
        cases: &[
            succeeds("test/suites/api/test_array"), succeeds("test/suites/api/test_chaos"), succeeds("test/suites/api/test_copy"),
            succeeds("test/suites/api/test_dump_callback"), succeeds("test/suites/api/test_equal"), succeeds("test/suites/api/test_load"),
            succeeds("test/suites/api/test_loadb"), succeeds("test/suites/api/test_number"), succeeds("test/suites/api/test_object"),
            succeeds("test/suites/api/test_pack"), succeeds("test/suites/api/test_sprintf"), succeeds("test/suites/api/test_unpack"),
        ],
    },
    Program {
        name: "cjson", archive: Archive::Debian("cjson"), needs: &[], host_program: None, is_long: false,
        build: "cp -r tests/inputs . && cd tests && for what in parse_* print_* misc_tests.c minify_tests.c compare_tests.c cjson_add.c \
                readme_examples.c; do $CC -O2 -I.. $what unity/src/unity.c -lm -o ${what%.c} || exit 1; done",
        cases: &[
            succeeds("tests/parse_examples"), succeeds("tests/parse_number"), succeeds("tests/parse_hex4"), succeeds("tests/parse_string"),
            succeeds("tests/parse_array"), succeeds("tests/parse_object"), succeeds("tests/parse_value"), succeeds("tests/print_string"),
            succeeds("tests/print_number"), succeeds("tests/print_array"), succeeds("tests/print_object"), succeeds("tests/print_value"),
            succeeds("tests/misc_tests"), succeeds("tests/minify_tests"), succeeds("tests/parse_with_opts"), succeeds("tests/compare_tests"),
            succeeds("tests/cjson_add"), succeeds("tests/readme_examples"),
        ],
    },
    // Regular expressions of 8, 16 and 32 bits; the files are the project's own. Of its program one option is left out (`-S`).
    Program {
        name: "pcre2", archive: Archive::Debian("pcre2"), needs: &[], host_program: None, is_long: false,
        build: "./configure $HOST CFLAGS=-O2 CPPFLAGS=-D__HAIKU__ --disable-shared --enable-pcre2-16 --enable-pcre2-32 --disable-jit && make",
        cases: &[
            prints("pcre2test", &["-q", "-8", "testdata/testinput1"], "testdata/testoutput1"),
            prints("pcre2test", &["-q", "-16", "testdata/testinput4"], "testdata/testoutput4"),
            prints("pcre2test", &["-q", "-32", "testdata/testinput5"], "testdata/testoutput5"),
            prints("pcre2test", &["-q", "-8", "testdata/testinput6"], "testdata/testoutput6"),
            prints("pcre2test", &["-q", "-16", "testdata/testinput7"], "testdata/testoutput7"),
            prints("pcre2test", &["-q", "-32", "testdata/testinput12"], "testdata/testoutput12-32"),
        ],
    },
    // Compressors, with threads in the first: their own fuzzers, a fixed seed each.
    Program {
        name: "zstd", archive: Archive::Debian("libzstd"), needs: &[], host_program: None, is_long: true,
        build: "cd tests && $CC -O2 -DZSTD_MULTITHREAD -DZSTD_DISABLE_ASM -pthread -I../lib -I../lib/common -I../lib/compress \
                -I../lib/dictBuilder -I../programs fuzzer.c ../programs/datagen.c ../programs/timefn.c ../lib/common/*.c \
                ../lib/compress/*.c ../lib/decompress/*.c ../lib/dictBuilder/*.c -o fuzzer",
        cases: &[Case { args: &["-s5", "-i20"], ..succeeds("tests/fuzzer") }],
    },
    Program {
        name: "lz4", archive: Archive::Debian("lz4"), needs: &[], host_program: None, is_long: true,
        build: "cd tests && for what in fuzzer frametest; do $CC -O2 -I../lib -I../programs -DUTIME_NOW=0 -include utime.h \
                -DXXH_NAMESPACE=LZ4_ $what.c ../lib/*.c -o $what; done",
        cases: &[
            Case { args: &["-s5", "-i200"], ..succeeds("tests/fuzzer") },
            Case { args: &["-s5", "-i100"], ..succeeds("tests/frametest") },
        ],
    },
    // Numerics: special functions, distributions, transforms, roots, each against values that its authors collected. What takes longer in an
    // emulator is left out, and `filter`, which puts doubles at addresses that are no multiples of 8, which MIPS does not do.
    Program {
        name: "gsl", archive: Archive::Debian("gsl"), needs: &[], host_program: None, is_long: false,
        build: "./configure $HOST CFLAGS=-O2 --disable-shared && (make -k || true) && for dir in bst cdf cheb complex deriv dht histogram \
                interpolation min permutation poly qrng roots sum sys; do make -C $dir check TESTS= || exit 1; done",
        cases: &[
            succeeds("bst/test"), succeeds("cdf/test"), succeeds("cheb/test"), succeeds("complex/test"), succeeds("deriv/test"),
            succeeds("dht/test"), succeeds("histogram/test"), succeeds("interpolation/test"), succeeds("min/test"),
            succeeds("permutation/test"), succeeds("poly/test"), succeeds("qrng/test"), succeeds("roots/test"), succeeds("sum/test"),
            succeeds("sys/test"),
        ],
    },
    // Fourier transforms, checked by its authors' means.
    Program {
        name: "fftw3", archive: Archive::Debian("fftw3"), needs: &[], host_program: None, is_long: true,
        build: "./configure $HOST CFLAGS=-O2 --disable-shared --disable-fortran --disable-threads && make",
        cases: &[
            Case { args: &["-oestimate", "--verify", "ok13x7", "--verify", "ofrd120", "--verify", "obc64"], ..succeeds("tests/bench") },
            Case { args: &["-oestimate", "--verify", "icf105", "--verify", "ofr17x3", "--verify", "ok5e10x4o11"], ..succeeds("tests/bench") },
        ],
    },
    // Speech and music.
    Program {
        name: "opus", archive: Archive::Debian("opus"), needs: &[], host_program: None, is_long: false,
        build: "./configure $HOST CFLAGS=-O2 --disable-shared --disable-intrinsics --disable-asm --disable-rtcd --disable-doc && make && \
                make check TESTS=",
        cases: &[
            succeeds("celt/tests/test_unit_types"), succeeds("celt/tests/test_unit_mathops"), succeeds("celt/tests/test_unit_dft"),
            succeeds("celt/tests/test_unit_mdct"), succeeds("celt/tests/test_unit_laplace"),
            succeeds("tests/test_opus_padding"),
        ],
    },
    Program {
        name: "flac", archive: Archive::Debian("flac"), needs: &[], host_program: None, is_long: true,
        build: "./configure $HOST CFLAGS=-O2 --disable-shared --disable-asm-optimizations --disable-ogg --disable-cpplibs --disable-rpath \
                --disable-xmms-plugin --disable-stack-smash-protection && make -C src/libFLAC && make -C src/share && make -C src/flac && \
                head -c 400000 configure > input.raw",
        cases: &[Case {
            args: &[
                "--silent", "--force", "--force-raw-format", "--endian=big", "--sign=signed", "--sample-rate=44100", "--bps=16",
                "--channels=2", "-8", "-V", "-o", "output.flac", "input.raw",
            ],
            ..succeeds("src/flac/flac")
        }],
    },
];

/// What Lua's suite is told.
const LUA_SUITE: &str = "_U = true
    local set = os.setlocale
    os.setlocale = function(name, what) if not name or name == 'C' or name == '' then return set(name, what) end end";
