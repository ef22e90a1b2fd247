//! The validator refuses what could leave the sandbox, by the rule that is about it, and accepts what is almost the same and harmless.
//!
//! The inputs are assembled by LLVM's assembler and compiled by clang: by neither the translator nor the validator.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

use ::object::{Object, ObjectSection};
use crosstest::validate::attacks::{attacks, llvm_mc};
use crosstest::validate::{Code, Rule, Summary, Violations, bundle, object, validate};
use translator::options::Isa;
use translator::testing::skipped;

/// The rules that are about files, not about instructions: `object.rs` has their tests.
const OF_FILES: [&str; 8] = ["x86-C1", "x86-C4", "x64-2", "x64-13", "arm-1", "arm-11", "mips-1", "mips-11"];

/// Says that there is no assembler.
fn no_assembler() {
    skipped("llvm-mc-14 is missing: nothing is assembled for the validator");
}

/// Assembles text to an object; `None` if there is no assembler.
fn assemble(isa: Isa, text: &str) -> Option<Vec<u8>> {
    let head = if isa == Isa::Mips32 { ".set noreorder\n.set noat\n.set nomacro\n" } else { "" };
    let text = format!("{head}.text\n.balign {}\n{text}", bundle(isa));
    let mut command = Command::new("llvm-mc-14");
    command.args(llvm_mc(isa)).arg("-filetype=obj").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().ok()?;
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{isa}: {text}\n{}", String::from_utf8_lossy(&output.stderr));
    Some(output.stdout)
}

/// What is said of the text of an object: nothing, or each violation with its rule.
fn judge(object: &[u8], isa: Isa) -> Vec<(Rule, String)> {
    let parts = object::validate(object, Some(isa)).unwrap();
    let violations = parts.into_iter().filter_map(|part| part.result.err());
    violations.flat_map(|violations| violations.first).map(|violation| (violation.rule, violation.to_string())).collect()
}

/// Every attack is refused by its rule and by no other: without that rule it would pass. Its sibling is accepted.
fn refused(isa: Isa, at_least: usize) {
    let attacks = attacks(isa).unwrap();
    assert!(attacks.len() >= at_least, "{} attacks", attacks.len());
    let (mut problems, mut hit) = (Vec::new(), BTreeSet::new());
    for attack in &attacks {
        let (Some(bad), Some(good)) = (assemble(isa, attack.attack), assemble(isa, attack.sibling)) else {
            return no_assembler();
        };
        let found = judge(&bad, isa);
        if found.is_empty() {
            problems.push(format!("{}: accepted", attack.name));
        }
        for (_, other) in found.iter().filter(|(rule, _)| *rule != attack.rule) {
            problems.push(format!("{}: expected {}: {other}", attack.name, attack.rule.id()));
        }
        hit.extend(found.into_iter().map(|(rule, _)| rule));
        problems.extend(judge(&good, isa).into_iter().map(|(_, text)| format!("{}: the sibling: {text}", attack.name)));
    }
    let rules = Rule::ALL.iter().filter(|rule| rule.isa() == isa && !OF_FILES.contains(&rule.id()));
    problems.extend(rules.filter(|rule| !hit.contains(rule)).map(|rule| format!("{}: no attack", rule.id())));
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn attacks_on_x86_32_are_refused() {
    refused(Isa::X8632, 45);
}

#[test]
fn attacks_on_x86_64_are_refused() {
    refused(Isa::X8664, 60);
}

#[test]
fn attacks_on_arm_are_refused() {
    refused(Isa::Arm32, 60);
}

#[test]
fn attacks_on_mips_are_refused() {
    refused(Isa::Mips32, 45);
}

/// A call of a symbol that is in the same section, behind `offset` bytes of `code`, with the call at its bundle's end.
fn call(isa: Isa, code: &str, label: &str) -> String {
    let (padding, call) = match isa {
        Isa::X8632 | Isa::X8664 => (".fill 27, 1, 0x90", "call"),
        Isa::Arm32 => ("nop\nnop\nnop", "bl"),
        Isa::Mips32 => ("nop\nnop", "jal"),
    };
    let slot = if isa == Isa::Mips32 { "nop" } else { "" };
    format!(".globl {label}\n{code}\n.balign {}\n{padding}\n{call} {label}\n{slot}\n", bundle(isa))
}

/// What the parts of an object are, if all are valid.
fn summary(object: &[u8]) -> Result<Summary, Violations> {
    let mut sum = Summary::default();
    for part in object::validate(object, None).unwrap() {
        sum += part.result?;
    }
    Ok(sum)
}

#[test]
fn relocated_branches_are_led_to_their_targets() {
    let guarded = [
        (Isa::X8632, "and $-32, %eax\ntarget: jmp *%eax", Rule::X86_C3B),
        (Isa::X8664, "mov %eax, %eax\ntarget: mov (%r15,%rax), %eax", Rule::X64_5B),
        (Isa::Arm32, "bic r0, r0, #0xC0000000\ntarget: ldr r0, [r0]", Rule::ARM_8B),
        (Isa::Mips32, "and $4, $4, $15\ntarget: lw $4, 0($4)", Rule::MIPS_6B),
    ];
    for (isa, code, rule) in guarded {
        let bad = assemble(isa, &call(isa, code, "target"));
        let good = assemble(isa, &call(isa, &format!("nop\ntarget:\n{}", code.replace("target:", "")), "target"));
        let elsewhere = assemble(isa, &call(isa, code, "other"));
        let (Some(bad), Some(good), Some(elsewhere)) = (bad, good, elsewhere) else { return no_assembler() };
        let rules: Vec<Rule> = summary(&bad).unwrap_err().first.iter().map(|violation| violation.rule).collect();
        assert_eq!(rules, [rule], "{isa}");
        let good = summary(&good).unwrap_or_else(|violations| panic!("{isa}: {violations}"));
        assert_eq!((good.branches, good.branches_elsewhere), (1, 0), "{isa}");
        let elsewhere = summary(&elsewhere).unwrap_or_else(|violations| panic!("{isa}: {violations}"));
        assert_eq!((elsewhere.branches, elsewhere.branches_elsewhere), (1, 1), "{isa}");
    }
}

#[test]
fn writable_code_is_refused() {
    for (isa, rule) in
        [(Isa::X8632, Rule::X86_C1), (Isa::X8664, Rule::X64_13), (Isa::Arm32, Rule::ARM_11), (Isa::Mips32, Rule::MIPS_11)]
    {
        let text = format!("nop\n.section .other,\"awx\"\n.balign {}\nnop\n", bundle(isa));
        let Some(object) = assemble(isa, &text) else { return no_assembler() };
        let violations = summary(&object).unwrap_err();
        assert_eq!((violations.count, violations.first[0].rule), (1, rule), "{isa}");
    }
}

#[test]
fn what_is_no_sandboxed_object_is_said() {
    assert!(object::validate(b"no ELF file", None).is_err());
    let Some(object) = assemble(Isa::X8664, "nop") else { return no_assembler() };
    let why = object::validate(&object, Some(Isa::Arm32)).unwrap_err().to_string();
    assert_eq!(why, "it is for x8664, not arm32");
    let Some(loose) = assemble(Isa::X8664, ".section .loose,\"ax\"\n.balign 16\nnop") else { return no_assembler() };
    let why = object::validate(&loose, None).unwrap_err().to_string();
    assert_eq!(why, "section .loose: its alignment, 16, is no multiple of the bundle, 32");
}

/// Nothing of no instruction, and whole bundles of traps at the places that there are.
#[test]
fn code_is_whole_bundles_within_its_space() {
    let traps: [(Isa, [u8; 4], Rule, u32); 4] = [
        (Isa::X8632, [0xF4; 4], Rule::X86_C4, 0xFFFF_FFE0),
        (Isa::X8664, [0xF4; 4], Rule::X64_2, 0xFFFF_FFE0),
        (Isa::Arm32, 0xE7FE_DEF0u32.to_le_bytes(), Rule::ARM_1, 0x3FFF_FFF0),
        (Isa::Mips32, 0x0000_000Du32.to_le_bytes(), Rule::MIPS_1, 0x0FFF_FFF0),
    ];
    for (isa, trap, rule, last) in traps {
        let size = bundle(isa) as usize;
        let bytes: Vec<u8> = trap.into_iter().cycle().take(2 * size).collect();
        let rules = |len: usize, address: u32| {
            validate(Code { isa, bytes: &bytes[..len], address }).map_err(|violations| violations.first[0].rule)
        };
        for (len, address) in [(0, 0), (size, 0), (2 * size, 0x20000), (size, last)] {
            assert!(rules(len, address).is_ok(), "{isa}: {len} bytes at {address:#x}");
        }
        for (len, address) in [(size - 4, 0), (size + 4, 0), (size, 4), (2 * size, last)] {
            assert_eq!(rules(len, address), Err(rule), "{isa}: {len} bytes at {address:#x}");
        }
    }
}

/// All violations are counted, the first are described, in order.
#[test]
fn violations_are_counted_and_the_first_described() {
    let bytes = [0xCC; 32 * 100];
    let violations = validate(Code { isa: Isa::X8664, bytes: &bytes, address: 0x20000 }).unwrap_err();
    assert_eq!((violations.count, violations.first.len()), (3200, Violations::KEPT));
    assert!(violations.first.is_sorted_by_key(|violation| violation.address));
    assert_eq!(
        violations.first[1].to_string(),
        "00020001: cc: int3: x64-1: the instruction is on the list of those that are allowed"
    );
}

/// Clang's back end for MIPS sandboxes what it emits: a producer that knows the rules from elsewhere.
#[test]
fn what_clang_makes_for_native_client_on_mips_is_valid() {
    const PROGRAM: &str = "
        struct node { int key; double weight; char name[12]; struct node *next; };
        extern int other(int, int); extern int table[]; typedef int (*function)(int, int);
        int walk(struct node *n, int count, function f) {
            int sum = 0;
            for (int i = 0; i < count; i++, n = n->next) { sum += n[i].key * 3; n->weight *= 2.5; n->name[3] = sum; sum += f(sum, other(sum, i)); }
            return sum;
        }
        long long wide(long long a, long long b) { return a / (b | 1) + a * b; }
        float floats(float *a, int n) { float s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
        int cases(int x) {
            switch (x) {
            case 0: return other(1, 2); case 1: return 5; case 2: return other(3, 4); case 3: return table[x]; case 4: return 99;
            case 5: return other(x, x); default: return x;
            }
        }
        int many(int n, ...) {
            __builtin_va_list l; __builtin_va_start(l, n); int s = 0; while (n--) s += __builtin_va_arg(l, int); return s;
        }
        void deep(void) { volatile char b[100000]; b[5] = 1; other(b[7], (int)&b); }
        int shared(int *p, int v) { return __atomic_fetch_add(p, v, 5) + __atomic_exchange_n(p, 3, 5); }";
    let dir = tempfile::tempdir().unwrap();
    let (source, object) = (dir.path().join("program.c"), dir.path().join("program.o"));
    std::fs::write(&source, PROGRAM).unwrap();
    for level in ["-O0", "-O1", "-O2", "-Os"] {
        let mut command = Command::new("clang-14");
        command.args(["-target", "mipsel-nacl", level, "-c", "-o"]).arg(&object).arg(&source);
        match command.status() {
            Ok(status) => assert!(status.success()),
            Err(_) => return skipped("clang-14 is missing: nothing is compiled for Native Client on MIPS"),
        }
        let summary = summary(&std::fs::read(&object).unwrap()).unwrap_or_else(|violations| panic!("{level}: {violations}"));
        assert!(summary.instructions > 200 && summary.guarded > 40, "{level}: {summary}");
    }
}

/// The bytes of an object's text section.
fn text_of(object: &[u8]) -> Vec<u8> {
    let file = ::object::File::parse(object).unwrap();
    file.section_by_name(".text").unwrap().data().unwrap().to_vec()
}

/// What mutation starts from is what the assembler makes of the attacks.
#[test]
fn assembled_attacks_are_kept() {
    let mut lines = String::new();
    for isa in Isa::ALL {
        for attack in attacks(isa).unwrap() {
            for text in [attack.attack, attack.sibling] {
                let Some(object) = assemble(isa, text) else { return no_assembler() };
                let bytes: String = text_of(&object).iter().map(|byte| format!("{byte:02x}")).collect();
                lines += &format!("{isa} {bytes}\n");
            }
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/validate/attacks/assembled.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &lines).unwrap();
    }
    assert!(std::fs::read_to_string(path).unwrap() == lines, "{path} is not what the attacks are: BLESS=1");
}
