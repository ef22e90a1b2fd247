//! Stacks of the threads that an executor makes: ranges of one size, each above a page that nothing
//! is mapped on.
//!
//! A stack belongs to a thread as long as its [`Lease`] lives, then to the next thread that wants
//! one. A reused stack must be cleared by the code that takes it, so that what a thread finds there
//! does not depend on its predecessors.

use std::cell::RefCell;
use std::rc::Rc;

use crate::exec::{STACKS_BASE, STACKS_END};
use crate::guest::PAGE_SIZE;

/// Tops of the stacks that are not in use.
type Free = Rc<RefCell<Vec<u32>>>;

/// The stacks of an executor.
pub(super) struct Stacks {
    size: u32,
    free: Free,
    /// Where the next stack that was never used ends.
    next: u32,
}

/// A thread's hold on its stack.
pub(super) struct Lease {
    /// One past the highest address.
    pub top: u32,
    free: Free,
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.free.borrow_mut().push(self.top);
    }
}

impl Stacks {
    /// No stacks yet; each will have at least `size` bytes.
    pub fn new(size: u32) -> Self {
        let size = size.clamp(1, STACKS_END - STACKS_BASE - PAGE_SIZE).next_multiple_of(PAGE_SIZE);
        Self { size, free: Free::default(), next: STACKS_END }
    }

    /// Size of each stack, in bytes.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Whether the next stack is the first one: at most one was ever made, and no thread holds it.
    pub fn is_as_new(&self) -> bool {
        let free = self.free.borrow();
        match free.as_slice() {
            [] => self.next == STACKS_END,
            [top] => *top == STACKS_END && self.next == STACKS_END - self.size - PAGE_SIZE,
            _ => false,
        }
    }

    /// Takes a stack; tells whether it was used before, and is mapped. `None` if there is no room
    /// for another.
    pub fn take(&mut self) -> Option<(Lease, bool)> {
        let reused = self.free.borrow_mut().pop();
        let top = match reused {
            Some(top) => top,
            None => {
                let top = self.next;
                let next = top.checked_sub(self.size + PAGE_SIZE).filter(|&next| next >= STACKS_BASE)?;
                self.next = next;
                top
            }
        };
        Some((Lease { top, free: Rc::clone(&self.free) }, reused.is_some()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks_are_reused_and_leave_a_gap() {
        let mut stacks = Stacks::new(1);
        assert_eq!(stacks.size(), PAGE_SIZE);
        let (first, reused) = stacks.take().unwrap();
        let (second, _) = stacks.take().unwrap();
        assert_eq!((first.top, second.top, reused), (STACKS_END, STACKS_END - 2 * PAGE_SIZE, false));
        drop(first);
        let (third, reused) = stacks.take().unwrap();
        assert_eq!((third.top, reused), (STACKS_END, true));
    }

    #[test]
    fn room_ends() {
        let mut stacks = Stacks::new(u32::MAX);
        let first = stacks.take();
        assert!(first.is_some() && stacks.take().is_none());
    }
}
