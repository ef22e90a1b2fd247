//! Threads: how long a big module takes with several, measured in turns, and what more processors
//! than there are here would give, simulated.

use std::path::Path;
use std::time::Instant;

use crosstest::report::progress::Progress;
use translator::bitcode::{ModuleReader, ReadScratch, decode_body};
use translator::driver::frontend::WORTH_BEING_EARLY;
use translator::driver::parallel::Window;
use translator::ice::Function;
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

/// A function's body: how long it takes to translate, in seconds, and how large it is, in bytes.
#[derive(Copy, Clone)]
struct Job {
    time: f64,
    bytes: u64,
}

/// What the translator's own schedule would give: its window, and the largest bodies first. The time to
/// find a body is one thread's, that to decode and translate it any thread's; what the calling thread
/// does with the code, and what threads cost each other, is not in it.
fn simulated(path: &Path, options: &Options, setting: &Setting) -> Result<Vec<Figure>, String> {
    let about = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let bytes = std::fs::read(path).map_err(|error| about(&error))?;
    let mut ratios = vec![Vec::new(); SIMULATED.len()];
    for _ in 0..setting.runs {
        let (mut jobs, mut bodies) = (Vec::new(), Vec::new());
        let start = Instant::now();
        let mut reader = ModuleReader::from_bytes(&bytes).map_err(|error| about(&error))?;
        while let Some(body) = reader.next_body().map_err(|error| about(&error))? {
            bodies.push(body);
        }
        let finding = start.elapsed().as_secs_f64() / bodies.len() as f64;
        let (mut translator, mut decoding) = (Scratch::new(options).map_err(|error| about(&error))?, ReadScratch::default());
        let (mut func, mut out) = (Function::default(), FuncCode::default());
        for body in &bodies {
            let start = Instant::now();
            decode_body(reader.shared(), reader.module(), body, &mut decoding, &mut func).map_err(|error| about(&error))?;
            translator.translate_function(reader.module(), &func, options, &mut out).map_err(|error| about(&error))?;
            jobs.push(Job { time: start.elapsed().as_secs_f64(), bytes: body.bytes.len() as u64 });
        }
        let alone = jobs.iter().map(|job| finding + job.time).sum::<f64>();
        for (&threads, ratios) in SIMULATED.iter().zip(&mut ratios) {
            ratios.push(schedule(&jobs, finding, threads) / alone);
        }
    }
    let of = setting.translators[0].name.as_str();
    let what = |threads| format!("{} {} with {threads} threads, simulated", options.isa, options.opt.name());
    let figures = SIMULATED.iter().zip(ratios);
    Ok(figures.map(|(&threads, ratios)| Figure::spread("scaling", what(threads), of, Unit::Ratio, ratios)).collect())
}

/// When the code of all jobs has arrived in order, if each is found in the time `finding`.
fn schedule(jobs: &[Job], finding: f64, threads: usize) -> f64 {
    let mut free = vec![0.0f64; threads];
    // Who takes a job that is there at a time is the first who is free; when it is done.
    let mut take = |job: &Job, now: f64| {
        let first = free.iter_mut().min_by(|a, b| a.total_cmp(b)).expect("there is a thread");
        *first = first.max(now) + job.time;
        *first
    };
    let mut early: Vec<usize> = (0..jobs.len()).filter(|&index| jobs[index].bytes >= WORTH_BEING_EARLY as u64).collect();
    early.sort_by_key(|&index| (std::cmp::Reverse(jobs[index].bytes), index));
    early.truncate(threads);
    let mut done = vec![None; jobs.len()];
    early.iter().for_each(|&index| done[index] = Some(take(&jobs[index], 0.0)));
    let (mut window, mut now, mut next, mut head) = (Window::new(threads), 0.0f64, 0, 0);
    while head < jobs.len() {
        while next < jobs.len() && window.has_room() {
            now += finding;
            window.push(jobs[next].bytes);
            done[next].get_or_insert_with(|| take(&jobs[next], now));
            next += 1;
        }
        now = now.max(done[head].expect("it is in flight"));
        window.pop();
        head += 1;
    }
    now
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schedule_fills_the_threads() {
        let jobs = |times: &[f64], bytes| times.iter().map(|&time| Job { time, bytes }).collect::<Vec<_>>();
        assert_eq!(schedule(&jobs(&[4.0, 1.0, 1.0, 1.0, 1.0], 1), 0.0, 2), 4.0);
        assert_eq!(schedule(&jobs(&[4.0, 1.0, 1.0, 1.0, 1.0], 1), 0.0, 1), 8.0);
        assert_eq!(schedule(&jobs(&[2.0, 2.0, 2.0], 1), 0.0, 2), 4.0);
        // Each is found before it is taken.
        assert_eq!(schedule(&jobs(&[2.0, 2.0, 2.0], 1), 1.0, 4), 5.0);
    }

    /// The last one is as much work as all others: it is begun with. What is not so large waits for its
    /// turn, and the window keeps those behind it from being taken.
    #[test]
    fn the_largest_is_early_and_the_window_is_bounded() {
        let mut jobs = vec![Job { time: 1.0, bytes: 1000 }; 16];
        jobs.push(Job { time: 16.0, bytes: 16_000 });
        assert_eq!(schedule(&jobs, 0.0, 2), 24.0);
        jobs[16].bytes = WORTH_BEING_EARLY as u64;
        assert_eq!(schedule(&jobs, 0.0, 2), 16.0);
        // So much that only two items for each thread are in flight: two early ones, then the first, and the
        // last only when that has arrived.
        let mut jobs = vec![Job { time: 1.0, bytes: 1 << 20 }; 5];
        jobs[0] = Job { time: 9.0, bytes: 1 };
        assert_eq!(schedule(&jobs, 0.0, 2), 11.0);
    }
}
