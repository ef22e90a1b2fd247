//! Items in random order, as they come: out of a window the next one is drawn once the window is
//! full. Memory is bounded by the window, not by the number of items.

use crate::util::rng::Rng;

/// Items that wait to be drawn.
#[derive(Debug)]
pub struct Window<T> {
    items: Vec<T>,
    size: usize,
    rng: Rng,
}

impl<T> Window<T> {
    /// A window of so many items, at least one.
    pub fn new(rng: Rng, size: usize) -> Self {
        Self { items: Vec::new(), size: size.max(1), rng }
    }

    /// Takes in an item; gives one if the window is full.
    pub fn push(&mut self, item: T) -> Option<T> {
        self.items.push(item);
        if self.items.len() < self.size { None } else { self.draw() }
    }

    /// Gives one of those that wait.
    pub fn draw(&mut self) -> Option<T> {
        let index = (!self.items.is_empty()).then(|| self.rng.below(self.items.len()))?;
        Some(self.items.swap_remove(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(seed: u64, size: usize, count: usize) -> Vec<usize> {
        let mut window = Window::new(Rng::new(seed), size);
        let mut out: Vec<usize> = (0..count).filter_map(|item| window.push(item)).collect();
        out.extend(std::iter::from_fn(|| window.draw()));
        out
    }

    #[test]
    fn every_item_comes_once_and_not_too_early() {
        for size in [0, 1, 8, 100] {
            let out = order(1, size, 50);
            let mut sorted = out.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..50).collect::<Vec<_>>());
            assert!(out.iter().enumerate().all(|(place, &item)| item < place + size.max(1)), "{out:?}");
            assert_eq!(out == sorted, size <= 1, "{out:?}");
        }
        assert_ne!(order(1, 8, 50), order(2, 8, 50));
    }
}
