//! String tables: zero-terminated names, referred to by offset. Source: [SYSV-GABI] "String Table".

/// A string table under construction. Names are not shared: the symbols of a module rarely repeat.
#[derive(Clone, Debug)]
pub struct StringTable {
    bytes: Vec<u8>,
}

impl StringTable {
    /// A table with the empty name at offset 0.
    pub fn with_capacity(capacity: usize) -> Self {
        let mut bytes = Vec::with_capacity(capacity);
        bytes.push(0);
        Self { bytes }
    }

    /// Appends a name and returns its offset. The offset is meaningless once [`bytes`](Self::bytes)
    /// exceeds 4 GiB.
    pub fn add(&mut self, name: &str) -> u32 {
        let offset = self.bytes.len() as u32;
        self.bytes.extend_from_slice(name.as_bytes());
        self.bytes.push(0);
        offset
    }

    /// Appends the name `<prefix><number>` and returns its offset.
    pub fn add_numbered(&mut self, prefix: &str, mut number: u32) -> u32 {
        // Written here rather than by `format!`: most symbols of a module have such a name.
        let mut digits = [0; 10];
        let mut start = digits.len();
        loop {
            start -= 1;
            digits[start] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                break;
            }
        }
        let offset = self.bytes.len() as u32;
        self.bytes.extend_from_slice(prefix.as_bytes());
        self.bytes.extend_from_slice(&digits[start..]);
        self.bytes.push(0);
        offset
    }

    /// The table.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The table, taken out.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_terminated_and_found_at_their_offsets() {
        let mut table = StringTable::with_capacity(0);
        assert_eq!(table.add("main"), 1);
        assert_eq!(table.add_numbered("f", 0), 6);
        assert_eq!(table.add_numbered("", u32::MAX), 9);
        assert_eq!(table.add_numbered("g", 1090), 20);
        assert_eq!(table.bytes(), b"\0main\0f0\x004294967295\0g1090\0");
    }
}
