//! Waiting: which threads wait for what, until when, and what wakes them. Also the mutexes,
//! condition variables and semaphores of old newlibs.
//!
//! [`Waits`] is one queue in order of arrival; the thread woken first came first. A woken thread's
//! call returns the result that its entry holds. `crate::process` takes [`Waits::woken`] after each
//! call, and [`Waits::expire`] when it looks for a thread to run. A mutex is handed over: it
//! belongs to the thread woken by the unlock before that thread runs. Cost: linear in the waiting
//! threads.

use std::collections::VecDeque;

use super::abi::{self, Errno};
use super::{Answer, Call, OK, Served};

/// A thread's number: 0 is the first, later ones count up.
pub type ThreadId = u32;

/// Most objects at a time.
const OBJECT_LIMIT: usize = 4096;
/// The first handle. It differs from every descriptor, so that a mix-up gives an error.
const FIRST_HANDLE: u32 = 0x10_0000;

/// What a thread waits for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Time alone.
    Sleep,
    /// A wake-up at this address.
    Futex(u32),
    /// Ownership of this mutex.
    Mutex(usize),
    /// A signal of `cond`, then ownership of `mutex`.
    Cond {
        /// The condition variable.
        cond: usize,
        /// What was released for the time of waiting.
        mutex: usize,
    },
    /// A unit of this semaphore.
    Semaphore(usize),
}

#[derive(Debug)]
struct Waiter {
    thread: ThreadId,
    reason: Reason,
    deadline: Option<u64>,
    /// What the call will return.
    result: u32,
}

#[derive(Copy, Clone, Debug)]
enum Object {
    Mutex(Option<ThreadId>),
    Cond,
    Semaphore(i32),
}

/// Waiting threads, and the objects that they may wait for.
#[derive(Default)]
pub struct Waits {
    queue: VecDeque<Waiter>,
    objects: Vec<Option<Object>>,
    /// Threads that need not wait any more, with the results of their calls.
    woken: Vec<(ThreadId, u32)>,
}

impl Waits {
    /// Makes a thread wait. Without a deadline it waits until woken.
    pub fn wait(&mut self, thread: ThreadId, reason: Reason, deadline: Option<u64>) {
        self.queue.push_back(Waiter { thread, reason, deadline, result: 0 });
    }

    /// Takes the threads that were woken since the last time, in order.
    pub fn woken(&mut self) -> Vec<(ThreadId, u32)> {
        std::mem::take(&mut self.woken)
    }

    /// The earliest deadline.
    pub fn next_deadline(&self) -> Option<u64> {
        self.queue.iter().filter_map(|waiter| waiter.deadline).min()
    }

    /// Wakes all whose deadline has come, earliest first.
    pub fn expire(&mut self, now: u64) {
        while let Some(deadline) = self.next_deadline().filter(|deadline| *deadline <= now) {
            let at = self.queue.iter().position(|waiter| waiter.deadline == Some(deadline));
            let mut waiter = self.queue.remove(at.expect("someone has the earliest deadline")).expect("position is in range");
            if waiter.reason != Reason::Sleep {
                waiter.result = Errno::ETIMEDOUT.0;
            }
            self.finish(waiter);
        }
    }

    /// Wakes at most `limit` threads that wait at a futex; how many.
    pub fn wake_futex(&mut self, addr: u32, limit: u32) -> u32 {
        let mut count = 0;
        while count < limit
            && let Some(waiter) = self.first(|reason| *reason == Reason::Futex(addr))
        {
            self.woken.push((waiter.thread, waiter.result));
            count += 1;
        }
        count
    }

    /// Removes the longest-waiting thread with such a reason.
    fn first(&mut self, wanted: impl Fn(&Reason) -> bool) -> Option<Waiter> {
        let at = self.queue.iter().position(|waiter| wanted(&waiter.reason))?;
        self.queue.remove(at)
    }

    /// Lets a thread go on; one that waited for a condition needs its mutex first.
    fn finish(&mut self, waiter: Waiter) {
        let Reason::Cond { mutex, .. } = waiter.reason else {
            return self.woken.push((waiter.thread, waiter.result));
        };
        match self.objects.get_mut(mutex) {
            Some(Some(Object::Mutex(Some(_)))) => {
                self.queue.push_back(Waiter { reason: Reason::Mutex(mutex), deadline: None, ..waiter });
            }
            Some(Some(Object::Mutex(owner))) => {
                *owner = Some(waiter.thread);
                self.woken.push((waiter.thread, waiter.result));
            }
            _ => self.woken.push((waiter.thread, Errno::EINVAL.0)),
        }
    }

    fn create(&mut self, object: Object) -> Result<u32, Errno> {
        let free = self.objects.iter().position(Option::is_none).unwrap_or(self.objects.len());
        if free >= OBJECT_LIMIT {
            return Err(Errno::EMFILE);
        }
        if free == self.objects.len() {
            self.objects.push(None);
        }
        self.objects[free] = Some(object);
        Ok(FIRST_HANDLE + free as u32)
    }

    /// Removes an object, which no thread may use or wait for.
    fn destroy(&mut self, index: usize) -> Served {
        let uses = |waiter: &Waiter| match waiter.reason {
            Reason::Mutex(object) | Reason::Semaphore(object) => object == index,
            Reason::Cond { cond, mutex } => cond == index || mutex == index,
            Reason::Sleep | Reason::Futex(_) => false,
        };
        if matches!(self.objects[index], Some(Object::Mutex(Some(_)))) || self.queue.iter().any(uses) {
            return Err(Errno::EBUSY);
        }
        self.objects[index] = None;
        OK
    }

    fn index(&self, handle: u32) -> Result<usize, Errno> {
        let index = handle.checked_sub(FIRST_HANDLE).ok_or(Errno::EBADF)? as usize;
        self.objects.get(index).copied().flatten().map(|_| index).ok_or(Errno::EBADF)
    }

    fn mutex(&mut self, handle: u32) -> Result<(usize, &mut Option<ThreadId>), Errno> {
        let index = self.index(handle)?;
        match &mut self.objects[index] {
            Some(Object::Mutex(owner)) => Ok((index, owner)),
            _ => Err(Errno::EINVAL),
        }
    }

    fn cond(&self, handle: u32) -> Result<usize, Errno> {
        let index = self.index(handle)?;
        if matches!(self.objects[index], Some(Object::Cond)) { Ok(index) } else { Err(Errno::EINVAL) }
    }

    fn semaphore(&mut self, handle: u32) -> Result<(usize, &mut i32), Errno> {
        let index = self.index(handle)?;
        match &mut self.objects[index] {
            Some(Object::Semaphore(units)) => Ok((index, units)),
            _ => Err(Errno::EINVAL),
        }
    }

    /// Gives up a mutex: it goes to the longest-waiting thread.
    fn unlock(&mut self, handle: u32, thread: ThreadId) -> Result<usize, Errno> {
        let (index, owner) = self.mutex(handle)?;
        if *owner != Some(thread) {
            return Err(Errno::EPERM);
        }
        *owner = None;
        if let Some(next) = self.first(|reason| *reason == Reason::Mutex(index)) {
            self.objects[index] = Some(Object::Mutex(Some(next.thread)));
            self.woken.push((next.thread, next.result));
        }
        Ok(index)
    }

    fn signal(&mut self, cond: usize) -> bool {
        let waiter = self.first(|reason| matches!(reason, Reason::Cond { cond: waited, .. } if *waited == cond));
        waiter.map(|waiter| self.finish(waiter)).is_some()
    }
}

fn create(call: &mut Call, object: Object) -> Served {
    call.put(0, 0)?;
    let handle = call.world.waits.create(object)?;
    call.put(0, handle)?;
    OK
}

/// `int mutex_create(int *mutex_handle)`
pub fn mutex_create(call: &mut Call) -> Served {
    create(call, Object::Mutex(None))
}

/// `int mutex_destroy(int mutex_handle)`
pub fn mutex_destroy(call: &mut Call) -> Served {
    let (index, _) = call.world.waits.mutex(call.args[0].bits as u32)?;
    call.world.waits.destroy(index)
}

/// Takes the mutex if it is free; whether it did.
fn try_lock(call: &mut Call) -> Result<(usize, bool), Errno> {
    let thread = call.thread;
    let (index, owner) = call.world.waits.mutex(call.args[0].bits as u32)?;
    match owner {
        Some(owner) if *owner == thread => Err(Errno::EDEADLK),
        Some(_) => Ok((index, false)),
        None => {
            *owner = Some(thread);
            Ok((index, true))
        }
    }
}

/// `int mutex_lock(int mutex_handle)`
pub fn mutex_lock(call: &mut Call) -> Served {
    let (index, taken) = try_lock(call)?;
    if taken {
        return OK;
    }
    call.world.waits.wait(call.thread, Reason::Mutex(index), None);
    Ok(Answer::Wait)
}

/// `int mutex_trylock(int mutex_handle)`
pub fn mutex_trylock(call: &mut Call) -> Served {
    match try_lock(call) {
        Ok((_, true)) => OK,
        Ok((_, false)) | Err(Errno::EDEADLK) => Err(Errno::EBUSY),
        Err(error) => Err(error),
    }
}

/// `int mutex_unlock(int mutex_handle)`
pub fn mutex_unlock(call: &mut Call) -> Served {
    call.world.waits.unlock(call.arg(0), call.thread)?;
    OK
}

/// `int cond_create(int *cond_handle)`
pub fn cond_create(call: &mut Call) -> Served {
    create(call, Object::Cond)
}

/// `int cond_destroy(int cond_handle)`
pub fn cond_destroy(call: &mut Call) -> Served {
    let index = call.world.waits.cond(call.arg(0))?;
    call.world.waits.destroy(index)
}

/// `int cond_signal(int cond_handle)`
pub fn cond_signal(call: &mut Call) -> Served {
    let cond = call.world.waits.cond(call.arg(0))?;
    call.world.waits.signal(cond);
    OK
}

/// `int cond_broadcast(int cond_handle)`
pub fn cond_broadcast(call: &mut Call) -> Served {
    let cond = call.world.waits.cond(call.arg(0))?;
    while call.world.waits.signal(cond) {}
    OK
}

fn wait_for_cond(call: &mut Call, deadline: Option<u64>) -> Served {
    let cond = call.world.waits.cond(call.arg(0))?;
    let mutex = call.world.waits.unlock(call.arg(1), call.thread)?;
    call.world.waits.wait(call.thread, Reason::Cond { cond, mutex }, deadline);
    Ok(Answer::Wait)
}

/// `int cond_wait(int cond_handle, int mutex_handle)`
pub fn cond_wait(call: &mut Call) -> Served {
    wait_for_cond(call, None)
}

/// `int cond_timed_wait_abs(int cond_handle, int mutex_handle, const struct timespec *abstime)`
pub fn cond_timed_wait(call: &mut Call) -> Served {
    let deadline = abi::parse_timespec(&call.bytes(2)?, true)?;
    wait_for_cond(call, Some(deadline))
}

/// `int sem_create(int *sem_handle, int32_t value)`
pub fn sem_create(call: &mut Call) -> Served {
    let units = call.arg(1) as i32;
    if units < 0 { Err(Errno::EINVAL) } else { create(call, Object::Semaphore(units)) }
}

/// `int sem_destroy(int sem_handle)`
pub fn sem_destroy(call: &mut Call) -> Served {
    let (index, _) = call.world.waits.semaphore(call.args[0].bits as u32)?;
    call.world.waits.destroy(index)
}

/// `int sem_post(int sem_handle)`: a waiting thread gets the unit at once.
pub fn sem_post(call: &mut Call) -> Served {
    let waits = &mut call.world.waits;
    let (index, _) = waits.semaphore(call.args[0].bits as u32)?;
    if let Some(waiter) = waits.first(|reason| *reason == Reason::Semaphore(index)) {
        waits.woken.push((waiter.thread, waiter.result));
        return OK;
    }
    let (_, units) = waits.semaphore(call.args[0].bits as u32)?;
    *units = units.checked_add(1).ok_or(Errno::EOVERFLOW)?;
    OK
}

/// `int sem_wait(int sem_handle)`
pub fn sem_wait(call: &mut Call) -> Served {
    let (index, units) = call.world.waits.semaphore(call.args[0].bits as u32)?;
    if *units > 0 {
        *units -= 1;
        return OK;
    }
    call.world.waits.wait(call.thread, Reason::Semaphore(index), None);
    Ok(Answer::Wait)
}
