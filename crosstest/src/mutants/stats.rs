//! Samples and shares.

/// A share of a whole, as it was counted.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Share {
    /// How many have it.
    pub part: usize,
    /// Of how many.
    pub of: usize,
}

impl Share {
    /// The share in percent; of none, 0.
    pub fn percent(self) -> f64 {
        100.0 * self.part as f64 / self.of.max(1) as f64
    }

    /// The interval, in percent, that has the share of the whole population with 95 % confidence:
    /// Wilson's score interval (E. B. Wilson, "Probable inference, the law of succession, and
    /// statistical inference", 1927). Of nothing, everything is possible.
    pub fn interval(self) -> (f64, f64) {
        if self.of == 0 {
            return (0.0, 100.0);
        }
        const Z: f64 = 1.959_963_984_540_054;
        let (n, p) = (self.of as f64, self.part as f64 / self.of as f64);
        let middle = p + Z * Z / (2.0 * n);
        let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 100.0 / (1.0 + Z * Z / n);
        (((middle - half) * scale).max(0.0), ((middle + half) * scale).min(100.0))
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (low, high) = self.interval();
        write!(f, "{} of {}: {:.1} % ({low:.1} to {high:.1})", self.part, self.of, self.percent())
    }
}

/// A random sample without replacement: `count` of these numbers, or all. A larger sample of the
/// same seed has the smaller one in it.
pub fn sample(mut of: Vec<u32>, count: usize, seed: u64) -> Vec<u32> {
    let key = |&number: &u32| {
        // SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
        // 2014).
        let mut mixed =
            (seed.wrapping_mul(0xd134_2543_de82_ef95)).wrapping_add(u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31, number)
    };
    of.sort_by_key(key);
    of.truncate(count);
    of
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_wilsons() {
        // Values of Wilson's interval as R's `prop.test(correct = FALSE)` gives them.
        let close = |share: Share, low: f64, high: f64| {
            let (a, b) = share.interval();
            assert!((a - low).abs() < 0.05 && (b - high).abs() < 0.05, "{a} {b}");
        };
        close(Share { part: 95, of: 100 }, 88.8, 97.8);
        close(Share { part: 0, of: 10 }, 0.0, 27.8);
        close(Share { part: 10, of: 10 }, 72.2, 100.0);
        assert_eq!(Share::default().interval(), (0.0, 100.0));
        assert_eq!(Share { part: 1, of: 4 }.to_string(), "1 of 4: 25.0 % (4.6 to 69.9)");
    }

    #[test]
    fn samples_are_the_same_every_time_and_grow() {
        let all: Vec<u32> = (1..=1000).collect();
        let small = sample(all.clone(), 50, 7);
        assert_eq!(small, sample(all.clone(), 50, 7));
        assert_eq!(sample(all.clone(), 200, 7)[..50], small[..]);
        assert_ne!(sample(all.clone(), 50, 8), small);
        let mut unique = sample(all.clone(), 2000, 1);
        unique.sort_unstable();
        assert_eq!(unique, all);
        // No part of the numbers is preferred: of 500 about half are below 501.
        let low = sample(all, 500, 3).iter().filter(|&&number| number <= 500).count();
        assert!((200..300).contains(&low), "{low}");
    }
}
