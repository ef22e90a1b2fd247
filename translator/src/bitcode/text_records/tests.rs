//! Tests of the record text: there and back, the reader's verdict on what it spells, and every
//! error with its line.

use super::{assemble, disassemble};
use crate::bitcode::read_module;

/// `void _start(i32)` that returns, in the form of the SDK's tools.
const PLAIN: &str = "65535,8,2;\n1,1;\n65535,17,2;\n1,3;\n7,32;\n2;\n21,0,1,0;\n65534;\n8,2,0,0,0;\n65535,19,2;\n5,0;\n65534;\n\
                     65535,14,2;\n1,0,95,115,116,97,114,116;\n65534;\n65535,12,2;\n1,1;\n10;\n65534;\n65534;\n";

/// The same with abbreviations of the abbreviations block (for names and `ret`) and of a block (for
/// the function type).
const ABBREVIATED: &str = "1,65535,8,2;\n3,1,1;\n1,65535,0,2;\n3,1,14;\n2,65533,4,1,1,0,2,8,0,3,0,4;\n3,1,12;\n2,65533,1,1,10;\n\
                           2,65533,1,0,1,7;\n0,65534;\n1,65535,17,3;\n2,65533,4,1,21,0,1,1,0,3,0,1,2;\n3,1,3;\n3,7,32;\n3,2;\n\
                           4,21,0,1,0;\n0,65534;\n3,8,2,0,0,0;\n1,65535,19,4;\n3,5,0;\n0,65534;\n1,65535,14,3;\n\
                           4,1,0,95,115,116,97,114,116;\n0,65534;\n1,65535,12,4;\n3,1,1;\n4,10;\n0,65534;\n0,65534;\n";

#[track_caller]
fn error(text: &str) -> String {
    assemble(text).expect_err("a text with an error").to_string()
}

#[test]
fn both_forms_are_the_same_program() {
    let plain = read_module(&assemble(PLAIN).unwrap().bytes).unwrap();
    let abbreviated = read_module(&assemble(ABBREVIATED).unwrap().bytes).unwrap();
    assert_eq!(plain.0, abbreviated.0);
    assert_eq!(plain.0.func_symbol(plain.1[0].id), "_start");
    assert_eq!(plain.1[0].inst_count(), abbreviated.1[0].inst_count());
}

#[test]
fn text_and_bits_and_text() {
    assert_eq!(disassemble(&assemble(ABBREVIATED).unwrap().bytes).unwrap(), ABBREVIATED);
    let spelled = disassemble(&assemble(PLAIN).unwrap().bytes).unwrap();
    assert_eq!(assemble(&spelled), assemble(PLAIN));
    assert!(spelled.starts_with("1,65535,8,2;\n3,1,1;\n1,65535,17,2;\n"));
}

#[test]
fn every_encoding_holds_what_it_should() {
    let block = |definition: &str, record: &str| format!("1,65535,8,3;\n2,65533,{definition};\n4,{record};\n0,65534;\n");
    for (definition, good, bad) in [
        ("1,1,7", "7", "8"),
        ("1,0,1,3", "7", "8"),
        ("1,0,1,0", "0", "1"),
        ("1,0,2,0", "0", "1"),
        ("1,0,2,2", "18446744073709551615", "1,1"),
        ("1,0,1,32", "4294967295", "4294967296"),
        ("1,0,4", "95", "96"),
        ("2,0,1,1,0,1,1", "1,1", "1"),
        ("2,0,3,0,1,2", "3,3,3,3", "3,3,4"),
        ("3,1,5,0,3,0,4", "5,97,46,57,90", "5,97,47"),
        ("3,1,5,0,3,0,2,6", "5", "6"),
    ] {
        let text = block(definition, good);
        assert_eq!(disassemble(&assemble(&text).unwrap().bytes).as_deref(), Ok(&*text), "{definition}");
        let message = error(&block(definition, bad));
        assert!(message.starts_with("line 3: abbreviation 4 does not hold this record: "), "{message}");
    }
    // What only this writer can express; the reader refuses the definition.
    assert!(read_module(&assemble(&block("1,0,2,1", "0")).unwrap().bytes).is_err());
    for definition in ["1,0,1,33", "1,0,2,33", "1,0,1,18446744073709551615"] {
        assert!(error(&block(definition, "0")).contains("; expected at most 32"));
    }
}

#[test]
fn what_bits_cannot_express_is_refused_with_its_line() {
    for (text, expected) in [
        ("", "line 1: a text without records; expected 65535,8,2; or 1,65535,8,2;"),
        ("\n \n", "line 1: a text without records; expected 65535,8,2; or 1,65535,8,2;"),
        ("3,1,1;", "line 1: a record outside of any block; expected 65535,8,2; or 1,65535,8,2; first"),
        ("65535,8,2;\n1,1;\n", "line 1: block 8 is entered here and never ends; expected 65534"),
        ("65535,8,2;\n65534;\n65534;", "line 3: no block to end here"),
        ("65535,8,2;\n65534,1;", "line 2: 65534 has no values"),
        ("65535,8;", "line 1: 65535 with 1 values; expected a block number and the bits of an abbreviation index"),
        ("65535,8,33;", "line 1: abbreviation indices of 33 bits; expected 2 to 16"),
        ("65535,8,1;\n1,1;", "line 2: abbreviation 3 does not fit into this block's indices of 1 bits"),
        ("65532,80,69;", "line 1: the file header is not written down; leave 65532 out"),
        ("65535,8,2;\n65533,1,1,1;", "line 2: abbreviations cannot be defined in the form without an abbreviation column"),
        ("3,65535,8,2;", "line 1: code 65535 has abbreviation 1, not 3"),
        ("1,65535,8,2;\n2,1,1;", "line 2: abbreviation 2 defines an abbreviation (code 65533); it is not for code 1"),
        ("1,65535,8,2;\n0,1;", "line 2: abbreviation 0 ends a block (code 65534); it is not for code 1"),
        ("1,65535,8,2;\n4,1;", "line 2: abbreviation 4 does not fit into this block's indices of 2 bits"),
        ("1,65535,8,3;\n4,1;", "line 2: abbreviation 4 is not defined; this block has 0, numbered from 4"),
        ("1,65535,8,2;\n2,65533;", "line 2: a definition without values; expected the number of encodings"),
        ("1,65535,8,2;\n2,65533,2,1,1;", "line 2: 1 encodings follow where 2 are announced"),
        ("1,65535,8,2;\n2,65533,1,0,1;", "line 2: the definition ends within an encoding"),
        ("1,65535,8,2;\n2,65533,1,0,8;", "line 2: encoding 8; expected fixed (1), vbr (2), array (3) or char6 (4)"),
        ("1,65535,8,2;\n2,65533,1,2,8;", "line 2: an encoding starts with 1 (a literal) or 0"),
        ("2,65533,1,1,1;", "line 1: a definition outside of any block"),
        (
            "1,65535,8,3;\n2,65533,1,0,3;\n4,1;",
            "line 3: abbreviation 4 does not hold this record: its array is not the second to last encoding",
        ),
    ] {
        assert_eq!(error(text), expected, "{text}");
    }
}

#[test]
fn the_reader_s_errors_have_lines() {
    let cases: [(&str, &str, u32, &str); 6] = [
        ("10;\n65534;\n65534;\n", "10,0;\n65534;\n65534;\n", 18, ""),
        ("7,32;", "7,33;", 5, ""),
        ("8,2,0,0,0;", "8,9,0,0,0;", 9, ""),
        ("65535,12,2;", "65535,99,2;", 16, "unknown block 99"),
        ("5,0;\n", "5,0;\n0,0,0;\n", 12, ""),
        ("1,1;\n65535,17,2;", "65535,17,2;", 15, "no version record"),
    ];
    for (from, to, line, part) in cases {
        let assembled = assemble(&PLAIN.replacen(from, to, 1)).unwrap();
        let error = read_module(&assembled.bytes).expect_err(to);
        let bit = error.data().byte * 8 + u64::from(error.data().bit);
        assert_eq!(assembled.line_of(bit), line, "{to}: {error}");
        assert!(error.to_string().contains(part), "{error}");
    }
}

#[test]
fn damaged_files_are_spelled_out_or_refused() {
    let bytes = assemble(ABBREVIATED).unwrap().bytes;
    for len in 0..bytes.len() {
        let _ = disassemble(&bytes[..len]);
    }
    for bit in 0..bytes.len() * 8 {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        if let Ok(text) = disassemble(&damaged) {
            assert!(text.len() < 100 * bytes.len());
            assemble(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        }
    }
}
