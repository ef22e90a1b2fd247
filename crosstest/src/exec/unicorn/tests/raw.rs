//! Hand-assembled programs. Code that both modes understand is written once.

use super::*;

#[test]
fn a_function_returns_42() {
    let code = [0xb8, 42, 0, 0, 0, 0xc3]; // mov eax, 42; ret
    assert_eq!(call(&mut executor::<X8632>(image(&code)), TEXT, &[], Type::I32), Some(i32(42)));
    assert_eq!(call(&mut executor::<X8664>(image(&code)), TEXT, &[], Type::I32), Some(i32(42)));
}
