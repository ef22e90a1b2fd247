//! Integers of a width, in texts of modules: how they travel, and how constants of them are
//! written.

/// A width of integers in bits: 8, 16, 32 or 64.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Width(pub u32);

impl Width {
    /// Those of PNaCl, but for the truth values.
    pub const ALL: [Width; 4] = [Width(8), Width(16), Width(32), Width(64)];

    /// The type: `i8`.
    pub fn ty(self) -> String {
        format!("i{}", self.0)
    }

    /// The type in which it is passed: what is narrower than 32 bits is passed as 32.
    pub fn passed(self) -> String {
        format!("i{}", self.0.max(32))
    }

    /// Whether it is passed in a wider type.
    pub const fn is_narrow(self) -> bool {
        self.0 < 32
    }

    /// The bits, as a number that is not negative.
    pub fn unsigned(self, value: i128) -> i128 {
        value & (u64::MAX >> (64 - self.0)) as i128
    }

    /// The bits, as a number with a sign.
    pub fn signed(self, value: i128) -> i128 {
        let shift = 128 - self.0;
        value << shift >> shift
    }

    /// The greatest number with a sign.
    pub const fn max(self) -> i128 {
        (1 << (self.0 - 1)) - 1
    }

    /// The least one.
    pub const fn min(self) -> i128 {
        -(1 << (self.0 - 1))
    }

    /// A line that gives a parameter of it the name `%to`, and that name; of a wide one its own.
    pub fn narrowed<'n>(self, param: &'n str, to: &'n str) -> (String, &'n str) {
        if self.is_narrow() { (format!("  %{to} = trunc i32 %{param} to {}\n", self.ty()), to) } else { (String::new(), param) }
    }
}
