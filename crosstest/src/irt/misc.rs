//! `basic`, `random`, `clock` and `getpid`: what has no state but time and random numbers.
//!
//! Time is virtual: it starts at a fixed date, goes on by a microsecond per call, and jumps to the
//! next deadline when all threads wait. Random numbers are SplitMix64 from a fixed seed. Both are
//! functions of the calls so far. For a program that is run for its own sake they are the system's ([`Chance::of_the_system`]).

use super::abi::{self, Errno, SECOND};
use super::fdio::piece;
use super::sync::Reason;
use super::{Answer, Call, OK, Served};
use crate::guest::PAGE_SIZE;

/// 1 January 2016, in nanoseconds of Unix time.
const EPOCH: u64 = 1_451_606_400 * SECOND;
/// What a call takes, in nanoseconds.
const CALL_TIME: u64 = 1000;

/// Time and random numbers.
pub struct Chance {
    now: u64,
    state: u64,
    /// Whether both are the system's.
    is_real: bool,
    start: u64,
}

impl Chance {
    /// At the start, with this seed.
    pub fn new(seed: u64) -> Chance {
        Chance { now: EPOCH, state: seed, is_real: false, start: EPOCH }
    }

    /// The system's time, and random numbers from its.
    pub fn of_the_system() -> Chance {
        let now = system_time();
        Chance { now, state: 0, is_real: true, start: now }
    }

    /// Unix time in nanoseconds.
    pub fn now(&self) -> u64 {
        if self.is_real { system_time() } else { self.now }
    }

    /// Lets the time of a call pass.
    pub fn tick(&mut self) {
        self.now = self.now.saturating_add(CALL_TIME);
    }

    /// Lets time pass until then.
    pub fn advance_to(&mut self, then: u64) {
        self.now = self.now.max(then);
    }

    /// Nanoseconds since the start.
    fn elapsed(&self) -> u64 {
        self.now().saturating_sub(self.start)
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Fills the bytes with random ones.
    pub fn fill(&mut self, bytes: &mut [u8]) {
        if self.is_real {
            for bytes in bytes.chunks_mut(256) {
                // SAFETY: the buffer is valid for writing that many bytes. So few come in one piece, whatever interrupts.
                let _ = unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), bytes.len(), 0) };
            }
            return;
        }
        for chunk in bytes.chunks_mut(8) {
            let word = self.next().to_le_bytes();
            chunk.copy_from_slice(&word[..chunk.len()]);
        }
    }
}

/// The system's Unix time in nanoseconds.
fn system_time() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_nanos() as u64)
}

/// `void exit(int status)`
pub fn exit(call: &mut Call) -> Served {
    Ok(Answer::Exit(call.arg(0) as i32))
}

/// `int gettod(struct timeval *tv)`
pub fn gettod(call: &mut Call) -> Served {
    let now = call.world.chance.now();
    call.put_time(0, now / SECOND, (now % SECOND / 1000) as u32)?;
    OK
}

/// `int clock(clock_t *ticks)`: microseconds.
pub fn clock(call: &mut Call) -> Served {
    let ticks = call.world.chance.elapsed() / 1000;
    call.put(0, ticks as u32)?;
    OK
}

/// `int nanosleep(const struct timespec *req, struct timespec *rem)`: nothing interrupts, so
/// nothing ever remains.
pub fn nanosleep(call: &mut Call) -> Served {
    let time = abi::parse_timespec(&call.bytes(0)?, false)?;
    let deadline = call.world.chance.now().saturating_add(time);
    call.world.waits.wait(call.thread, Reason::Sleep, Some(deadline));
    Ok(Answer::Wait)
}

/// `int sched_yield(void)`
pub fn sched_yield(_: &mut Call) -> Served {
    Ok(Answer::Yield)
}

/// `int sysconf(int name, int *value)`
pub fn sysconf(call: &mut Call) -> Served {
    let value = match call.arg(0) {
        abi::sysconf::NPROCESSORS_ONLN => call.world.processors,
        abi::sysconf::PAGESIZE => PAGE_SIZE,
        _ => return Err(Errno::EINVAL),
    };
    call.put(1, value)?;
    OK
}

/// `int get_random_bytes(void *buf, size_t count, size_t *nread)`
pub fn get_random_bytes(call: &mut Call) -> Served {
    let (addr, count) = (call.arg(0), call.arg(1));
    call.put(2, 0)?;
    let mut done = 0;
    while done < count {
        let at = addr.wrapping_add(done);
        let mut bytes = vec![0; piece(at, count - done) as usize];
        call.world.chance.fill(&mut bytes);
        call.memory.write(at, &bytes)?;
        call.work += bytes.len() as u64;
        done += bytes.len() as u32;
    }
    call.put(2, done)?;
    OK
}

/// `int clock_getres(clockid_t clock_id, struct timespec *res)`; the pointer may be null.
pub fn clock_getres(call: &mut Call) -> Served {
    if call.arg(0) >= abi::CLOCK_COUNT {
        return Err(Errno::EINVAL);
    }
    if call.arg(1) != 0 {
        call.put_time(1, 0, CALL_TIME as u32)?;
    }
    OK
}

/// `int clock_gettime(clockid_t clock_id, struct timespec *tp)`
pub fn clock_gettime(call: &mut Call) -> Served {
    let time = match call.arg(0) {
        0 => call.world.chance.now(),
        id if id < abi::CLOCK_COUNT => call.world.chance.elapsed(),
        _ => return Err(Errno::EINVAL),
    };
    call.put_time(1, time / SECOND, (time % SECOND) as u32)?;
    OK
}

/// `int getpid(int *pid)`
pub fn getpid(call: &mut Call) -> Served {
    call.put(0, 1)?;
    OK
}
