//! Tests of the encoder: hand-written goldens, and every form of the table decoded by an independent decoder.

use super::*;

mod golden;
