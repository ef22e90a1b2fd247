//! A file as nested blocks of records, without its abbreviations. In: record text, as `disassemble`
//! writes it. The way back is [`encode`](super::encode).

/// Codes of record text that stand for what is no record.
pub const ENTER: u64 = 65535;
pub const END: u64 = 65534;
pub const DEFINE: u64 = 65533;

/// What a block holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A record's code and values.
    Record(u64, Vec<u64>),
    /// A nested block.
    Block(Block),
}

/// A block: its number and what it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The number of its kind.
    pub id: u64,
    /// Records and blocks, in order.
    pub items: Vec<Item>,
}

impl Block {
    /// The module block of a record text. Definitions of abbreviations, and the abbreviations
    /// block, are left out.
    pub fn parse(text: &str) -> Block {
        let mut open = vec![Block { id: u64::MAX, items: Vec::new() }];
        for line in text.lines() {
            let numbers: Vec<u64> = line.trim_end_matches(';').split(',').map(|number| number.parse().unwrap()).collect();
            match numbers[1] {
                ENTER => open.push(Block { id: numbers[2], items: Vec::new() }),
                END => {
                    let block = open.pop().unwrap();
                    let outer = open.last_mut().unwrap();
                    if block.id != 0 {
                        outer.items.push(Item::Block(block));
                    }
                }
                DEFINE => {}
                code => open.last_mut().unwrap().items.push(Item::Record(code, numbers[2..].to_vec())),
            }
        }
        match open.pop().unwrap().items.pop() {
            Some(Item::Block(module)) => module,
            other => panic!("no module block: {other:?}"),
        }
    }

    /// Calls `visit` with every record in it and the number of the block that it is in.
    pub fn for_each_record(&self, visit: &mut impl FnMut(u64, u64, &[u64])) {
        for item in &self.items {
            match item {
                Item::Record(code, values) => visit(self.id, *code, values),
                Item::Block(block) => block.for_each_record(visit),
            }
        }
    }
}
