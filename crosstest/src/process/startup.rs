//! The structure that `_start` gets: arguments, environment, and the address of the interface query
//! function.
//!
//! Words: {fini, envc, argc, argv…, 0, envp…, 0, auxiliary vector}; the strings follow. `fini` is
//! null, and the auxiliary vector is {AT_SYSINFO, query function}, {AT_NULL, 0}. It lies in the
//! highest pages of the heap, so at the same address in every engine. Source:
//! `translator/docs/meaning.md`, "Start of a program".

use crate::guest::{Memory, Rights};
use crate::irt::Heap;
use crate::irt::table::QUERY;

/// The auxiliary vector's key for the query function.
const AT_SYSINFO: u32 = 32;
/// Most bytes that arguments and environment may take.
const LIMIT: usize = 1 << 20;

/// Writes the structure; its address.
///
/// # Errors
/// If it is too long, or an argument cannot be passed.
pub fn write_info(heap: &mut Heap, memory: &mut dyn Memory, argv: &[Vec<u8>], env: &[Vec<u8>]) -> Result<u32, String> {
    let words = 3 + argv.len() + 1 + env.len() + 1 + 4;
    let text: usize = argv.iter().chain(env).map(|string| string.len() + 1).sum();
    let size = words * 4 + text;
    if size > LIMIT {
        return Err("the arguments and the environment are too long".into());
    }
    if argv.iter().chain(env).any(|string| string.contains(&0)) {
        return Err("an argument contains a zero byte".into());
    }
    let addr = heap
        .allocate(memory, 0, size as u32, Rights::ReadWrite)
        .map_err(|_| "no room for the arguments in the heap".to_string())?;
    let bytes = encode(addr, argv, env, words);
    memory.write(addr, &bytes).map_err(|fault| fault.to_string())?;
    Ok(addr)
}

fn encode(addr: u32, argv: &[Vec<u8>], env: &[Vec<u8>], words: usize) -> Vec<u8> {
    let mut table = vec![0, env.len() as u32, argv.len() as u32];
    let mut strings = Vec::new();
    for list in [argv, env] {
        for string in list {
            table.push(addr + (words * 4 + strings.len()) as u32);
            strings.extend_from_slice(string);
            strings.push(0);
        }
        table.push(0);
    }
    table.extend([AT_SYSINFO, QUERY.address(), 0, 0]);
    debug_assert_eq!(table.len(), words, "the strings begin where the table ends");
    let mut bytes: Vec<u8> = table.into_iter().flat_map(u32::to_le_bytes).collect();
    bytes.append(&mut strings);
    bytes
}
