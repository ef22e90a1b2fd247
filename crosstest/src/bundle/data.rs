//! Outcomes as JSON: bytes and masks as hexadecimal digits, so that nothing is lost and people can
//! read them.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use crate::outcome::{CallEvent, End, Outcome, Region};
use crate::value::Value;

/// An [`Outcome`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutcomeData {
    end: EndData,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<ValueData>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    stdout: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    stderr: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    calls: Vec<CallData>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    memory: Vec<RegionData>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum EndData {
    Returned,
    Exited(i32),
    Trapped(String),
    OutOfFuel,
    Undefined(String),
    Deadlock,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ValueData {
    #[serde(rename = "type")]
    ty: String,
    bits: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    unspecified: String,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CallData {
    name: String,
    args: Vec<ValueData>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<ValueData>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    sent: String,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RegionData {
    name: String,
    addr: String,
    bytes: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    unspecified: String,
}

impl OutcomeData {
    /// The data of an outcome.
    pub fn of(outcome: &Outcome) -> OutcomeData {
        OutcomeData {
            end: match &outcome.end {
                End::Returned => EndData::Returned,
                End::Exited(status) => EndData::Exited(*status),
                End::Trapped(why) => EndData::Trapped(why.clone()),
                End::OutOfFuel => EndData::OutOfFuel,
                End::Undefined(why) => EndData::Undefined(why.clone()),
                End::Deadlock => EndData::Deadlock,
            },
            result: outcome.result.as_ref().map(ValueData::of),
            stdout: hex(&outcome.stdout),
            stderr: hex(&outcome.stderr),
            calls: outcome.calls.iter().map(CallData::of).collect(),
            memory: outcome.memory.iter().map(RegionData::of).collect(),
        }
    }
}

impl ValueData {
    fn of(value: &Value) -> ValueData {
        let unspecified = if value.unspecified == 0 { String::new() } else { format!("{:#x}", value.unspecified) };
        ValueData { ty: value.ty.to_string(), bits: format!("{:#x}", value.bits), unspecified }
    }
}

impl CallData {
    fn of(call: &CallEvent) -> CallData {
        CallData {
            name: call.name.clone(),
            args: call.args.iter().map(ValueData::of).collect(),
            result: call.result.as_ref().map(ValueData::of),
            sent: hex(&call.sent),
        }
    }
}

impl RegionData {
    fn of(region: &Region) -> RegionData {
        RegionData {
            name: region.name.clone(),
            addr: format!("{:#010x}", region.addr),
            bytes: hex(&region.bytes),
            unspecified: hex(&region.unspecified),
        }
    }
}

/// Two digits a byte; a run of more than seven equal bytes as `xx*count `, so that zeroed memory
/// stays small.
fn hex(bytes: &[u8]) -> String {
    let mut text = String::new();
    for run in bytes.chunk_by(|a, b| a == b) {
        if run.len() > 7 {
            let separator = if text.is_empty() || text.ends_with(' ') { "" } else { " " };
            let _ = write!(text, "{separator}{:02x}*{} ", run[0], run.len());
        } else {
            run.iter().for_each(|byte| text += &format!("{byte:02x}"));
        }
    }
    text.trim_end().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_digits_and_long_runs_are_counted() {
        assert_eq!(hex(&[1, 0xab]), "01ab");
        assert_eq!(hex(&[[7; 8].as_slice(), &[1, 2]].concat()), "07*8 0102");
        assert_eq!(hex(&[[1, 2].as_slice(), &[0; 100]].concat()), "0102 00*100");
        assert_ne!(hex(&[0; 8]), hex(&[0; 9]));
    }
}
