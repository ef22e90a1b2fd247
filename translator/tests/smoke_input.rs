//! Text of any kind, and records of any kind, gives an answer: an object or an error, never a
//! panic, in bounded time. Valid programs are damaged in ways that know the grammar (a token for
//! another of its kind, a line twice) and in ways that do not (a byte, a cut), by a fixed seed.
//! Whatever still is a program must survive printing and parsing, and what also verifies is
//! translated.
//!
//! Ten seconds in all, shared by the two tests;
//! `SMOKE_SECONDS=600 cargo test -p translator --test all smoke_input::` goes on for longer.

use std::fmt::Write;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use translator::bitcode::text_records::{assemble, disassemble};
use translator::bitcode::{ReadOptions, WriteOptions, read_module_with, write_module_with};
use translator::driver::{self, Error};
use translator::ice::verify;
use translator::ice::{Function, Module};
use translator::options::{Isa, OptLevel, Options};
use translator::testing;
use translator::text::{parse_module, print_module};

/// No input of this size may take longer, even on a busy machine in the dev profile.
const PATIENCE: Duration = Duration::from_secs(5);

/// The longest input that is damaged, in bytes: short ones are more rewarding.
const LONGEST: usize = 8000;

/// xorshift64*: small, seeded, the same everywhere.
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    fn of<'a, T: ?Sized>(&mut self, all: &[&'a T]) -> &'a T {
        all[self.below(all.len())]
    }
}

/// Half of the time that there is: each of the two tests takes it.
fn time() -> Duration {
    let seconds = std::env::var("SMOKE_SECONDS").ok().and_then(|text| text.parse::<f64>().ok()).filter(|&s| s > 0.0 && s < 1e6);
    Duration::from_secs_f64(seconds.unwrap_or(10.0) / 2.0)
}

fn corpus() -> Vec<String> {
    testing::corpus().iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// Programs of a few functions each: what LLVM's 3.x and our own spelling make of the corpus.
fn texts() -> Vec<String> {
    let mut texts = Vec::new();
    for text in corpus() {
        if text.len() <= LONGEST {
            texts.push(text.clone());
        }
        let (module, bodies) = parse_module(&text, "corpus").unwrap();
        for some in bodies.chunks(3).take(4) {
            let printed = print_module(&module, some);
            if printed.len() <= LONGEST {
                texts.push(printed);
            }
        }
    }
    texts.push(print_module(&translator::runtime::module(true).0, &[]));
    texts
}

/// The records of every corpus module and of the small programs: with and without abbreviations.
fn records() -> Vec<String> {
    let mut files_as_bits: Vec<Vec<u8>> = Vec::new();
    for text in corpus() {
        let (module, bodies) = parse_module(&text, "corpus").unwrap();
        // Some of the corpus does not keep to the ABI: an i8 parameter, an alignment.
        files_as_bits.extend(write_module_with(&module, &bodies, WriteOptions { externals: true }));
    }
    files_as_bits.extend(testing::programs().into_iter().map(|path| fs::read(path).unwrap()));
    let spelled = files_as_bits.iter().map(|bytes| disassemble(bytes).unwrap()).filter(|text| text.len() <= 4 * LONGEST);
    let mut all: Vec<String> = spelled.collect();
    assert!(all.len() > 3, "the corpus has programs that can be frozen");
    for index in 0..all.len() {
        all.push(plain(&all[index]));
    }
    all
}

/// The form of the SDK's tools: no abbreviations.
fn plain(records: &str) -> String {
    let kept = records.lines().filter(|line| !line.starts_with("2,"));
    kept.filter_map(|line| line.split_once(',')).fold(String::new(), |mut text, (_, rest)| {
        let _ = writeln!(text, "{rest}");
        text
    })
}

/// What kind of token something is, as far as damage goes: a token is mostly exchanged for one of
/// its kind.
fn kind(token: &str) -> u8 {
    let word = |token: &str| token.bytes().all(|byte| byte.is_ascii_lowercase());
    match token.as_bytes() {
        [b'%', ..] => 0,
        [b'@', ..] => 1,
        [b'0'..=b'9' | b'-', ..] => 2,
        [b'i', b'1' | b'8' | b'3' | b'6', ..] => 3,
        [b'"', ..] | [b'c', b'"', ..] => 4,
        _ if matches!(token, "float" | "double" | "ptr" | "void") => 3,
        _ if word(token) => 5,
        _ => 6,
    }
}

/// Splits a text into tokens, blanks included, so that they concatenate to the text.
fn tokens(text: &str) -> Vec<&str> {
    let mut rest = text;
    std::iter::from_fn(|| {
        let first = rest.chars().next()?;
        let part = |c: char| c.is_alphanumeric() || "%@._$-".contains(c);
        let length = match first {
            '"' => rest[1..].find('"').map_or(rest.len(), |at| at + 2),
            _ if part(first) => rest.find(|c| !part(c)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (token, tail) = rest.split_at(length);
        rest = tail;
        Some(token)
    })
    .collect()
}

/// Things that have broken parsers.
const HOSTILE: [&str; 24] = [
    "18446744073709551616",
    "-9223372036854775809",
    "4294967296",
    "0",
    "0xFFFFFFFFFFFFFFFFF",
    "1e99999999",
    "u0x",
    "\"",
    "c\"\\",
    "%",
    "@",
    "%\"\\00\"",
    "\u{0}",
    "\u{1f600}",
    "!{!{!{",
    "[4294967295 x [4294967295 x i8]]",
    "<{ [4294967295 x i8], i8 }>",
    "add (i32 add (i32 add (i32 ",
    "******",
    "zeroinitializer",
    "poison",
    "label",
    ";",
    "%4294967295",
];

/// Damages a text in up to four places.
fn damage(rng: &mut Rng, text: &str, donor: &str) -> String {
    let (mut parts, donors) = (tokens(text), tokens(donor));
    let numbers: Vec<String> = (0..300).map(|number: u64| number.to_string()).collect();
    for _ in 0..=rng.below(2) * rng.below(4) {
        let at = rng.below(parts.len());
        if parts.is_empty() {
            break;
        }
        match rng.below(12) {
            0..=2 if parts[at].parse::<u64>().is_ok() => {
                let number = parts[at].parse::<u64>().unwrap_or(0);
                let near = number.wrapping_add(rng.next() % 5).wrapping_sub(2);
                parts[at] = numbers.iter().find(|text| text.parse() == Ok(near)).map_or("7", |text| text);
            }
            0..=3 => {
                let alike: Vec<&str> = donors.iter().copied().filter(|token| kind(token) == kind(parts[at])).collect();
                parts[at] = if alike.is_empty() { "" } else { rng.of(&alike) };
            }
            4 => parts[at] = rng.of(&donors),
            5 => {
                let other = rng.below(parts.len());
                parts.swap(at, other);
            }
            6 => drop(parts.remove(at)),
            7 => parts.insert(at, rng.of(&HOSTILE)),
            8 => parts[at] = rng.of(&HOSTILE),
            9 => {
                // Lines: once more, elsewhere.
                let line =
                    |from: usize| parts[from..].iter().position(|token| *token == "\n").map_or(parts.len(), |end| from + end + 1);
                let start = line(at);
                let copy = parts[start..line(start.min(parts.len()))].to_vec();
                let to = line(rng.below(parts.len()));
                parts.splice(to..to, copy);
            }
            10 => parts.truncate(at),
            _ => drop(parts.drain(at..(at + rng.below(20)).min(parts.len()))),
        }
    }
    let mut damaged = parts.concat();
    if rng.below(8) == 0 && !damaged.is_empty() {
        let at = (0..=rng.below(damaged.len())).rev().find(|&at| damaged.is_char_boundary(at)).unwrap_or(0);
        damaged.truncate(at);
    }
    damaged
}

/// Damages records: mostly one number of one of them, or a whole one; now and then as any text.
fn damage_records(rng: &mut Rng, text: &str, donor: &str) -> String {
    if rng.below(4) == 0 {
        return damage(rng, text, donor);
    }
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    let (at, other) = (rng.below(lines.len()), rng.below(lines.len()));
    match rng.below(8) {
        0 => lines.swap(at, other),
        1 => lines.insert(at, lines[other].clone()),
        2 => drop(lines.remove(at)),
        _ => {
            let mut numbers: Vec<u64> = lines[at].trim_end_matches(';').split(',').filter_map(|text| text.parse().ok()).collect();
            // The last places of a record are where operands stand; the first say what it is.
            let place = numbers.len() - 1 - rng.below(numbers.len()).min(rng.below(numbers.len()));
            let near = numbers[place].wrapping_add(rng.next() % 5).wrapping_sub(2);
            numbers[place] = match rng.below(16) {
                0 => u64::MAX,
                1..=3 => rng.next() % 70,
                _ => near,
            };
            lines[at] = numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",") + ";";
        }
    }
    lines.join("\n") + "\n"
}

/// That a module which verifies is translated, or refused for a stated limit.
fn translate(rng: &mut Rng, module: &Module, bodies: &[Function]) -> bool {
    let sound = verify::module(module).is_ok() && bodies.iter().all(|body| verify::function(module, body).is_ok());
    // Megabytes of zeros cost the time of writing them.
    if !sound || module.globals.values().map(|global| global.size()).sum::<u64>() > 1 << 20 {
        return false;
    }
    let isa = Isa::ALL[rng.below(Isa::ALL.len())];
    match driver::translate_module(module, bodies, &Options::new(isa, OptLevel::Om1)) {
        Ok(_) => true,
        Err(Error::Translate(_)) => false,
        Err(error) => panic!("{isa}: {error}"),
    }
}

fn try_text(rng: &mut Rng, text: &str) -> bool {
    let Ok((module, bodies)) = parse_module(text, "damaged.ll").map_err(|error| assert!(!error.to_string().is_empty())) else {
        return false;
    };
    let printed = print_module(&module, &bodies);
    let (again, bodies_again) = parse_module(&printed, "printed.ll").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(print_module(&again, &bodies_again), printed);
    translate(rng, &module, &bodies)
}

fn try_records(rng: &mut Rng, text: &str) -> bool {
    let Ok(assembled) = assemble(text) else { return false };
    if let Ok(spelled) = disassemble(&assembled.bytes) {
        assert!(assemble(&spelled).is_ok(), "what was spelled out cannot be read");
    }
    match read_module_with(&assembled.bytes, ReadOptions { externals: true }) {
        Ok((module, bodies)) => translate(rng, &module, &bodies),
        Err(error) => {
            assert!(assembled.line_of(error.data().byte * 8 + u64::from(error.data().bit)) >= 1);
            false
        }
    }
}

/// Damages inputs and tries them until the time is over; gives how many were tried, and how many of
/// them still were programs.
fn smoke(
    seed: u64,
    inputs: &[String],
    damage: impl Fn(&mut Rng, &str, &str) -> String,
    attempt: impl Fn(&mut Rng, &str) -> bool,
) -> (u64, u64) {
    let (end, mut rng) = (Instant::now() + time(), Rng(seed));
    let (mut tried, mut sound) = (0, 0);
    while Instant::now() < end {
        let (text, donor) = (&inputs[rng.below(inputs.len())], &inputs[rng.below(inputs.len())]);
        let damaged = damage(&mut rng, text, donor);
        let start = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| attempt(&mut rng, &damaged)));
        let taken = start.elapsed();
        match result {
            Ok(is_sound) if taken < PATIENCE => sound += u64::from(is_sound),
            _ => panic!(
                "input {tried} of seed {seed:#x} took {taken:?} and {}:\n{damaged}",
                if result.is_ok() { "ended" } else { "panicked" }
            ),
        }
        tried += 1;
    }
    (tried, sound)
}

#[test]
fn damaged_text_gives_an_answer() {
    let (tried, sound) = smoke(0x7e87, &texts(), damage, try_text);
    println!("{tried} texts, {sound} of them programs");
    assert!(tried > 20 && sound > 0, "{tried} texts, {sound} of them programs");
}

#[test]
fn damaged_records_give_an_answer() {
    let (tried, sound) = smoke(0x4ec0, &records(), damage_records, try_records);
    println!("{tried} sequences of records, {sound} of them programs");
    assert!(tried > 20 && sound > 0, "{tried} sequences of records, {sound} of them programs");
}
