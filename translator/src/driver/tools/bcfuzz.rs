//! `pnacl-bcfuzz`: bitcode in, files with some of its records changed out.

use std::path::PathBuf;

use super::Job;
use crate::bitcode::mutate::{Distribution, Mutator};
use crate::bitcode::text_records;
use crate::driver::cmdline::usage;
use crate::driver::error::Error;
use crate::driver::output::Output;
use crate::driver::source::Source;

/// What `-help` prints.
pub const HELP: &str = "\
Makes files of frozen PNaCl bitcode some of whose records are changed at random, for tests of what reads bitcode.

Usage: pnacl-bcfuzz [OPTIONS] INPUT -output PREFIX

INPUT is frozen bitcode (.pexe); `-` reads standard input. Files PREFIX-1, PREFIX-2 and so on are written: records are
inserted, removed, replaced and swapped within their blocks, and every file has whole records, without abbreviations. The
same seed gives the same files.

  -output PREFIX    what the files are called
  -count N          how many files (default: 1)
  -random-seed S    what decides, a number or a text (default: the name of INPUT)
  -edit-percentage N, -percentage-base N
                    how many of how many records are edited (default: 1 of 100); one is in any case
  -record-distribution, -edit-distribution
                    print which records were edited, and how
  -convert-to-text  write INPUT itself to the file PREFIX as records, one a line, as the SDK's tools do: `code,values...;`
  -bitcode-as-text  INPUT is bitcode spelled out, one record a line. With -output - the bitcode goes to standard output, as
                    it is
  -help, -version   print this, or the version

Exit status: 0 if the files were written; 1 if the input was refused; 2 if the command line makes no sense; 70 for an
internal error, which is a bug: please report it.

Example: pnacl-bcfuzz program.pexe -output fuzzed -count 100 -random-seed 7
";

/// Writes the files; what is to be printed.
pub(super) fn run(source: &Source<'_>, job: &Job) -> Result<Vec<u8>, Error> {
    let Some(bytes) = source.bitcode() else {
        return Err(Error::Format("this is the text form; pnacl-freeze makes bitcode of it, which can be changed".into()));
    };
    let prefix = job.value("output").ok_or_else(|| usage("no output: name what files begin with by -output (see -help)"))?;
    if job.has("convert-to-text") {
        return deliver(prefix, text_records::disassemble_plain(bytes)?.into_bytes());
    }
    if prefix == "-" {
        if job.records {
            return Ok(bytes.to_vec());
        }
        return Err(usage("-output -: several files do not go to standard output; name what they begin with"));
    }
    let (count, percentage) = (job.number("count")?.unwrap_or(1u64), job.number("edit-percentage")?.unwrap_or(1u64));
    let base = job.number("percentage-base")?.unwrap_or(100u64);
    if base == 0 || percentage > base {
        return Err(usage(format_args!("-edit-percentage={percentage}: more than -percentage-base, which is {base}")));
    }
    let name = job.input.name();
    let seed = seed(job.value("random-seed").unwrap_or(&name));
    let (mutator, mut done) = (Mutator::new(bytes).map_err(|error| source.locate(error.into()))?, Distribution::default());
    for number in 1..=count {
        let mutated = mutator.mutate(seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15)), percentage, base, &mut done);
        Output::File(PathBuf::from(format!("{prefix}-{number}"))).write(&mutated)?;
    }
    Ok(report(job, &done).into_bytes())
}

fn deliver(name: &str, product: Vec<u8>) -> Result<Vec<u8>, Error> {
    if name == "-" {
        return Ok(product);
    }
    Output::File(name.into()).write(&product)?;
    Ok(Vec::new())
}

/// A seed as a number: one that is a number is itself.
fn seed(text: &str) -> u64 {
    // FNV-1a.
    let hash =
        || text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    text.parse().unwrap_or_else(|_| hash())
}

fn report(job: &Job, done: &Distribution) -> String {
    let mut text = String::new();
    if job.has("record-distribution") {
        text += "records edited, by block and code:\n";
        for ((block, code), count) in &done.records {
            text += &format!("{block:4} {code:4} {count:8}\n");
        }
    }
    if job.has("edit-distribution") {
        text += "edits:\n";
        for (edit, count) in &done.edits {
            text += &format!("  {:8} {count:8}\n", edit.name());
        }
    }
    text
}
