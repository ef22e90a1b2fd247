//! Blocks to record text: where abbreviations are defined, in which order the module's parts stand.

use super::abbreviate::{Abbrev, Abbrevs, padding};
use super::tree::{Block, DEFINE, END, ENTER, Item};

/// Where abbreviations and the version stand.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// The module block's own, the abbreviations block, the version: what `pnacl-bccompress`
    /// writes.
    VersionLast,
    /// Every block defines its own; there is no abbreviations block. The version stands right
    /// before the first function block.
    Local,
    /// An abbreviations block before the module block, another after the types, for blocks that do
    /// not exist, too; two versions.
    Outside,
}

/// The number of the abbreviations block, and of one that PNaCl does not have.
const BLOCK_INFO: u64 = 0;
const UNKNOWN: u64 = 26;
const TYPES: u64 = 17;
const FUNCTION: u64 = 12;
const MODULE: u64 = 8;
const VERSION: (u64, &[u64]) = (1, &[1]);

/// Spells out a module.
pub fn encode(module: &Block, abbrevs: &Abbrevs, order: Order) -> String {
    let mut text = Text { out: String::new(), abbrevs, local: order == Order::Local };
    let (early, late): (Vec<u64>, Vec<u64>) = abbrevs.keys().partition(|&&block| block == MODULE || block == TYPES);
    if order == Order::Outside {
        text.block_info(&early);
    }
    let own = text.of(MODULE);
    text.enter(MODULE, own.len());
    if order != Order::Outside {
        text.define_all(own);
    }
    if order == Order::VersionLast {
        let all: Vec<u64> = abbrevs.keys().copied().filter(|&block| block != MODULE).collect();
        text.block_info(&all);
    }
    let mut versioned = false;
    for item in &module.items {
        match item {
            Item::Record(1, _) => {
                if order != Order::Local {
                    text.record(MODULE, VERSION.0, VERSION.1);
                }
            }
            Item::Record(code, values) => text.record(MODULE, *code, values),
            Item::Block(block) => {
                if block.id == FUNCTION && !versioned && order != Order::VersionLast {
                    text.record(MODULE, VERSION.0, VERSION.1);
                    versioned = true;
                }
                text.block(block);
                if block.id == TYPES && order == Order::Outside {
                    text.block_info(&late);
                }
            }
        }
    }
    text.line(0, END, &[]);
    text.out
}

struct Text<'a> {
    out: String,
    abbrevs: &'a Abbrevs,
    /// Whether each block defines its own.
    local: bool,
}

impl<'a> Text<'a> {
    fn of(&self, block: u64) -> &'a [Abbrev] {
        self.abbrevs.get(&block).map_or(&[], Vec::as_slice)
    }

    fn line(&mut self, abbrev: u64, code: u64, values: &[u64]) {
        let numbers = [abbrev, code].into_iter().chain(values.iter().copied());
        let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
        self.out.push_str(&numbers.join(","));
        self.out.push_str(";\n");
    }

    fn enter(&mut self, id: u64, abbrevs: usize) {
        let width = (abbrevs + 4).next_power_of_two().ilog2();
        self.line(1, ENTER, &[id, u64::from(width)]);
    }

    fn define_all(&mut self, abbrevs: &[Abbrev]) {
        for abbrev in abbrevs {
            let mut values = vec![abbrev.iter().map(|encoding| encoding.count()).sum()];
            abbrev.iter().for_each(|encoding| encoding.spell(&mut values));
            self.line(2, DEFINE, &values);
        }
    }

    /// An abbreviations block for these kinds of blocks, and for one of an unknown kind.
    fn block_info(&mut self, blocks: &[u64]) {
        self.enter(BLOCK_INFO, 0);
        for &block in blocks.iter().chain(&[UNKNOWN]) {
            self.line(3, 1, &[block]);
            let abbrevs = self.of(if block == UNKNOWN { TYPES } else { block });
            self.define_all(abbrevs);
        }
        self.line(0, END, &[]);
    }

    fn block(&mut self, block: &Block) {
        let abbrevs = self.of(block.id);
        self.enter(block.id, abbrevs.len());
        if self.local {
            self.define_all(abbrevs);
        }
        for item in &block.items {
            match item {
                Item::Record(code, values) => self.record(block.id, *code, values),
                Item::Block(inner) => self.block(inner),
            }
        }
        self.line(0, END, &[]);
    }

    /// A record, by the first abbreviation that can hold it.
    fn record(&mut self, block: u64, code: u64, values: &[u64]) {
        let abbrevs = self.of(block).iter().enumerate();
        let found = abbrevs.into_iter().find_map(|(index, abbrev)| Some((index, padding(abbrev, block, code, values)?)));
        match found {
            Some((index, zeros)) => self.line(index as u64 + 4, code, &[values, &vec![0; zeros]].concat()),
            None => self.line(3, code, values),
        }
    }
}
