//! What a command line has said so far, and whether it makes sense as a whole.
//!
//! In: one option or operand after another, through the table of options. Out: an [`Invocation`],
//! or an [`Error`] about what only shows when everything is known.

use super::args::{Invocation, Program};
use super::cmdline::usage;
use super::controls;
use super::error::Error;
use super::input::Input;
use super::naming::Naming;
use super::output::Output;
use crate::options::{Controls, Features, FileType, Functions, Instruments, Isa, OptLevel, Options, OwnSections, Remarks};
use crate::pipeline;

/// What has been said so far.
pub struct Settings {
    pub(super) isa: Isa,
    pub(super) opt: OptLevel,
    pub(super) features: Features,
    pub(super) file_type: FileType,
    pub(super) instruments: Instruments,
    pub(super) own_sections: OwnSections,
    pub(super) verify_each: bool,
    pub(super) controls: Controls,
    pub(super) input: Option<Input>,
    pub(super) records: bool,
    pub(super) emit_runtime: bool,
    pub(super) output: Option<Output>,
    pub(super) log: Option<Output>,
    pub(super) threads: Option<usize>,
    pub(super) timing: bool,
    pub(super) stats: bool,
    pub(super) szstats: bool,
    pub(super) timing_funcs: bool,
    pub(super) timing_focus: Option<Functions>,
    pub(super) not_built: Option<String>,
    pub(super) naming: Naming,
    pub(super) exit_success: bool,
    pub(super) recovers: bool,
    pub(super) dump_strings: bool,
    pub(super) print_plan: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            isa: Isa::X8632,
            opt: OptLevel::Om1,
            features: Features::default(),
            file_type: FileType::default(),
            instruments: Instruments::default(),
            own_sections: OwnSections::default(),
            verify_each: false,
            controls: Controls::default(),
            input: None,
            records: false,
            emit_runtime: false,
            output: None,
            log: None,
            threads: None,
            timing: false,
            stats: false,
            szstats: false,
            timing_funcs: false,
            timing_focus: None,
            not_built: None,
            naming: Naming::default(),
            exit_success: false,
            recovers: false,
            dump_strings: false,
            print_plan: false,
        }
    }
}

impl Settings {
    /// Takes in an operand.
    pub(super) fn operand(&mut self, input: Input) -> Result<(), Error> {
        match self.input.replace(input) {
            None => Ok(()),
            Some(first) => {
                Err(usage(format_args!("two inputs, {} and another; one program is translated at a time", first.name())))
            }
        }
    }

    /// Remembers that an option names what this build cannot do.
    pub(super) fn refuse(&mut self, option: &str) {
        self.not_built = Some(format!("-{option} is not built; there are -Om1, -O0, -O2 and -O3"));
    }

    /// Remembers that something is asked for that this translator does not do.
    pub(super) fn refuse_with(&mut self, why: &str) {
        self.not_built = Some(why.into());
    }

    /// Takes an option that is always on.
    pub(super) fn always(&mut self, on: bool, why_not: &str) {
        if !on {
            self.refuse_with(why_not);
        }
    }

    /// Takes an option that is never on.
    pub(super) fn never(&mut self, on: bool, why_not: &str) {
        self.always(!on, why_not);
    }

    /// What this build leaves out of what was asked for, beside what the options of the translation
    /// say.
    fn left_out(&self) -> Option<String> {
        let wanted = [
            (self.records, cfg!(feature = "text"), "-bitcode-as-text", "text"),
            (self.timing, cfg!(feature = "dumps"), "-timing", "dumps"),
            (self.timing_funcs, cfg!(feature = "dumps"), "-timing-funcs", "dumps"),
            (self.stats, cfg!(feature = "dumps"), "-stats", "dumps"),
            (self.dump_strings, cfg!(feature = "dumps"), "-dump-strings", "dumps"),
            (self.szstats, cfg!(feature = "dumps"), "-szstats", "dumps"),
        ];
        let missing = wanted.into_iter().find(|&(is_wanted, is_built, ..)| is_wanted && !is_built);
        missing.map(|(_, _, option, feature)| pipeline::not_built(option, feature))
    }

    /// What was asked for, if it makes sense as a whole.
    pub(super) fn finish(mut self) -> Result<Invocation, Error> {
        if let Some(message) = self.not_built.take().or_else(|| self.left_out()) {
            return Err(Error::NotBuilt(message));
        }
        if self.log.is_some() && self.log == self.output {
            return Err(usage(format_args!("-log and -o name the same file")));
        }
        let input_is_named = self.input.is_some() || self.emit_runtime;
        let program = match (self.input.take(), self.emit_runtime) {
            (Some(input), false) => Program::Input(input),
            (None, true) => Program::Runtime,
            (None, false) => Program::Input(Input::Stdin),
            (Some(input), true) => {
                return Err(usage(format_args!("-emit-runtime takes no input, but there is {}", input.name())));
            }
        };
        // Only text has comments.
        if self.file_type == FileType::Object {
            self.controls.remarks = Remarks::default();
        }
        let options = Options {
            features: self.features,
            file_type: self.file_type,
            instruments: self.instruments,
            own_sections: self.own_sections,
            verify_each: self.verify_each,
            controls: std::mem::take(&mut self.controls),
            ..Options::new(self.isa, self.opt)
        };
        pipeline::check_built(&options).map_err(Error::NotBuilt)?;
        controls::check(&options.controls, options.opt)?;
        pipeline::check_options(&options).map_err(usage)?;
        if cfg!(feature = "o3") {
            pipeline::check_plan(&options).map_err(usage)?;
        }
        let threads = if options.controls.is_sequential() { Some(0) } else { self.threads };
        Ok(Invocation {
            options,
            program,
            records: self.records,
            output: self.output,
            log: self.log,
            threads,
            timing: self.timing,
            stats: self.stats,
            szstats: self.szstats,
            timing_funcs: self.timing_funcs,
            timing_focus: self.timing_focus,
            naming: self.naming,
            exit_success: self.exit_success,
            recovers: self.recovers,
            dump_strings: self.dump_strings,
            input_is_named,
        })
    }
}
