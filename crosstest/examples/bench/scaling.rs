//! Threads: how long a big module takes with several, measured in turns, and what more processors
//! than there are here would give, simulated.

use std::path::Path;
use std::time::Instant;

use crosstest::report::progress::Progress;
use translator::bitcode;
use translator::mc::FuncCode;
use translator::options::Options;
use translator::pipeline::Scratch;

use crate::figures::{Figure, Unit};
use crate::sections::{Setting, generated};
use crate::translators::Task;

/// Functions of the module: 10,000, and a last one that takes as long as 600 of them.
const FUNCTIONS: (u32, u32) = (10_000, 100_000);
/// Numbers of threads that are simulated.
const SIMULATED: [usize; 4] = [2, 4, 16, 64];

/// Times with 0, 1, 2, and as many threads as there are processors; ratios to none; and simulations.
pub fn scaling(setting: &Setting) -> Result<Vec<Figure>, String> {
    let program = generated(setting, FUNCTIONS.0, FUNCTIONS.1)?;
    let isa = setting.isas[0];
    let mut threads = vec![0, 1, 2, std::thread::available_parallelism().map_or(1, usize::from)];
    threads.sort_unstable();
    threads.dedup();
    let mut figures = Vec::new();
    for &recipe in &setting.recipes {
        for (number, translator) in setting.translators.iter().enumerate().filter(|(_, it)| it.pnacl_sz().is_some()) {
            let progress = Progress::new(setting.runs * threads.len());
            // In turns: what else the machine does falls on all.
            let mut times = vec![Vec::new(); threads.len()];
            for _ in 0..setting.runs {
                for (&threads, times) in threads.iter().zip(&mut times) {
                    let task = Task { program: &program, isa, recipe, threads };
                    let start = Instant::now();
                    translator.translate(task, &setting.out(&task, number), setting.scratch.path())?;
                    times.push(start.elapsed().as_secs_f64());
                    progress.step();
                }
            }
            progress.finish();
            let name = |threads: usize| format!("{} {isa} {} -threads={threads}", program.name, recipe.name());
            for (&threads, times) in threads.iter().zip(&times) {
                figures.push(Figure::spread("scaling", name(threads), &translator.name, Unit::Seconds, times.clone()));
            }
            for (&threads, several) in threads.iter().zip(&times).skip(1) {
                let ratios = several.iter().zip(&times[0]).map(|(several, one)| several / one).collect();
                let what = format!("{} over 0", name(threads));
                figures.push(Figure::spread("scaling", what, &translator.name, Unit::Ratio, ratios));
            }
        }
        figures.extend(simulated(&program.path, &Options::new(isa, recipe), setting)?);
    }
    Ok(figures)
}

/// What a schedule of the functions' own times would give: each function is taken by the first thread
/// that is free, the largest first, after everything has been read by one thread. Reading is part of
/// that, although it is the threads' work as well: the ratios are rather too high.
fn simulated(path: &Path, options: &Options, setting: &Setting) -> Result<Vec<Figure>, String> {
    let about = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let bytes = std::fs::read(path).map_err(|error| about(&error))?;
    let mut ratios = vec![Vec::new(); SIMULATED.len()];
    for _ in 0..setting.runs {
        let start = Instant::now();
        let (module, bodies) = bitcode::read_module(&bytes).map_err(|error| about(&error))?;
        let reading = start.elapsed().as_secs_f64();
        let mut translator = Scratch::new(options).map_err(|error| about(&error))?;
        let mut out = FuncCode::default();
        let mut times = Vec::with_capacity(bodies.len());
        for body in &bodies {
            let start = Instant::now();
            translator.translate_function(&module, body, options, &mut out).map_err(|error| about(&error))?;
            times.push(start.elapsed().as_secs_f64());
        }
        times.sort_by(|a, b| b.total_cmp(a));
        let alone = reading + times.iter().sum::<f64>();
        for (&threads, ratios) in SIMULATED.iter().zip(&mut ratios) {
            ratios.push((reading + schedule(&times, threads)) / alone);
        }
    }
    let of = setting.translators[0].name.as_str();
    let what = |threads| format!("{} {} with {threads} threads, simulated", options.isa, options.opt.name());
    let figures = SIMULATED.iter().zip(ratios);
    Ok(figures.map(|(&threads, ratios)| Figure::spread("scaling", what(threads), of, Unit::Ratio, ratios)).collect())
}

/// When the last of these jobs is done, by list scheduling.
fn schedule(times: &[f64], threads: usize) -> f64 {
    let mut free = vec![0.0f64; threads];
    for time in times {
        let first = free.iter_mut().min_by(|a, b| a.total_cmp(b)).expect("there is a thread");
        *first += time;
    }
    free.into_iter().fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schedule_fills_the_threads() {
        assert_eq!(schedule(&[4.0, 1.0, 1.0, 1.0, 1.0], 2), 4.0);
        assert_eq!(schedule(&[4.0, 1.0, 1.0, 1.0, 1.0], 1), 8.0);
        assert_eq!(schedule(&[2.0, 2.0, 2.0], 2), 4.0);
    }
}
