//! Archives of `ar`, read and written: members, long names in GNU's form, and the index of symbols.
//! Source: [SYSV-GABI] chapter 7, "Archive File".

use std::collections::HashMap;
use std::ops::Range;

/// What every archive begins with.
pub const MAGIC: &[u8] = b"!<arch>\n";

/// A member of an archive.
#[derive(PartialEq, Eq, Debug)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Where its bytes are.
    pub bytes: Range<usize>,
    /// The symbols that the index has for it; nothing is known if the archive has no index.
    pub defines: Option<Vec<String>>,
}

/// A member that is to be written.
pub struct NewMember<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its bytes.
    pub bytes: &'a [u8],
    /// The symbols that the index says it defines.
    pub defines: Vec<String>,
}

const HEADER: usize = 60;
/// A name that is longer lies in the table of names; one byte is for the slash that ends it.
const SHORT_NAME: usize = 15;

/// The members, but for the tables of symbols and names.
pub fn members(archive: &[u8]) -> Result<Vec<Member>, String> {
    let mut members = Vec::new();
    let mut long_names: &[u8] = &[];
    let mut index: Option<HashMap<usize, Vec<String>>> = None;
    let mut at = MAGIC.len();
    while at + HEADER <= archive.len() {
        let header = &archive[at..at + HEADER];
        let field = |range: Range<usize>| String::from_utf8_lossy(&header[range]).trim_end().to_string();
        let damaged = || format!("the archive is damaged at byte {at}");
        if &header[58..] != b"`\n" {
            return Err(damaged());
        }
        let size: usize = field(48..58).parse().map_err(|_| damaged())?;
        let start = at + HEADER;
        let range = start..start.saturating_add(size);
        let bytes = archive.get(range.clone()).ok_or_else(|| format!("the archive ends within the member at byte {at}"))?;
        let name = field(0..16);
        match name.as_str() {
            "/" => index = Some(symbols(bytes, 4).ok_or_else(damaged)?),
            "/SYM64/" => index = Some(symbols(bytes, 8).ok_or_else(damaged)?),
            "//" => long_names = bytes,
            _ => {
                let defines = index.as_mut().map(|index| index.remove(&at).unwrap_or_default());
                members.push(Member { name: full_name(&name, long_names), bytes: range, defines });
            }
        }
        at = start + size.next_multiple_of(2);
    }
    Ok(members)
}

/// The index: a count, for each symbol where its member is, and the names; numbers have `width`
/// bytes, the highest first.
fn symbols(bytes: &[u8], width: usize) -> Option<HashMap<usize, Vec<String>>> {
    let number = |at: usize| {
        let digits = bytes.get(at..at + width)?;
        Some(digits.iter().fold(0usize, |number, &digit| number << 8 | usize::from(digit)))
    };
    let count = number(0)?;
    let names = bytes.get(width.checked_mul(count.checked_add(1)?)?..)?;
    let mut index: HashMap<usize, Vec<String>> = HashMap::new();
    let mut names = names.split(|&byte| byte == 0);
    for symbol in 0..count {
        let name = String::from_utf8_lossy(names.next()?).into_owned();
        index.entry(number((symbol + 1) * width)?).or_default().push(name);
    }
    Some(index)
}

fn full_name(name: &str, long_names: &[u8]) -> String {
    let offset = name.strip_prefix('/').and_then(|offset| offset.parse::<usize>().ok());
    match offset.and_then(|offset| long_names.get(offset..)) {
        Some(rest) => {
            let end = rest.iter().position(|&byte| matches!(byte, b'\n' | b'/')).unwrap_or(rest.len());
            String::from_utf8_lossy(&rest[..end]).into_owned()
        }
        None => name.trim_end_matches('/').to_string(),
    }
}

/// An archive of these members, with an index. It says nothing of who made it and when, so that the
/// same members give the same archive.
pub fn write<'a>(members: impl IntoIterator<Item = NewMember<'a>>) -> Vec<u8> {
    let members: Vec<_> = members.into_iter().collect();
    let mut long_names = String::new();
    let names: Vec<String> = members
        .iter()
        .map(|member| {
            if member.name.len() <= SHORT_NAME {
                return format!("{}/", member.name);
            }
            let offset = long_names.len();
            long_names.push_str(&format!("{}/\n", member.name));
            format!("/{offset}")
        })
        .collect();
    let symbols: Vec<&String> = members.iter().flat_map(|member| &member.defines).collect();
    let index_size = 4 * (symbols.len() + 1) + symbols.iter().map(|symbol| symbol.len() + 1).sum::<usize>();
    let whole = |size: usize| HEADER + size.next_multiple_of(2);
    let mut place = MAGIC.len() + whole(index_size) + whole(long_names.len());
    let mut index = (symbols.len() as u32).to_be_bytes().to_vec();
    for member in &members {
        member.defines.iter().for_each(|_| index.extend((place as u32).to_be_bytes()));
        place += whole(member.bytes.len());
    }
    for symbol in symbols {
        index.extend(symbol.bytes().chain([0]));
    }
    let mut archive = MAGIC.to_vec();
    append(&mut archive, "/", &index);
    append(&mut archive, "//", long_names.as_bytes());
    for (member, name) in members.iter().zip(names) {
        append(&mut archive, &name, member.bytes);
    }
    archive
}

fn append(archive: &mut Vec<u8>, name: &str, bytes: &[u8]) {
    archive.extend(format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 644, bytes.len()).bytes());
    archive.extend(bytes);
    if bytes.len() % 2 == 1 {
        archive.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_short_and_long() {
        let mut archive = MAGIC.to_vec();
        append(&mut archive, "//", b"a_name_of_more_than_16_characters.o/\n");
        append(&mut archive, "a.o/", b"abc");
        append(&mut archive, "/0", b"d");
        let found: Vec<_> = members(&archive).unwrap().into_iter().map(|m| (m.name, archive[m.bytes].to_vec())).collect();
        assert_eq!(found, [("a.o".into(), b"abc".to_vec()), ("a_name_of_more_than_16_characters.o".into(), b"d".to_vec())]);
        archive.truncate(archive.len() - 2);
        assert!(members(&archive).is_err());
    }

    #[test]
    fn what_is_written_is_read() {
        let new =
            |name, bytes, defines: &[&str]| NewMember { name, bytes, defines: defines.iter().map(|s| (*s).into()).collect() };
        let archive = write([
            new("a.o", b"abc", &["f", "g"]),
            new("nothing.o", b"", &[]),
            new("a_name_of_more_than_16_characters.o", b"d", &["h"]),
        ]);
        let found = members(&archive).unwrap();
        let names: Vec<_> = found.iter().map(|m| (m.name.as_str(), m.defines.clone().unwrap())).collect();
        let strings = |list: &[&str]| list.iter().map(|s| (*s).to_string()).collect::<Vec<_>>();
        assert_eq!(
            names,
            [("a.o", strings(&["f", "g"])), ("nothing.o", Vec::new()), ("a_name_of_more_than_16_characters.o", strings(&["h"]))]
        );
        assert_eq!(&archive[found[0].bytes.clone()], b"abc");
        assert_eq!(&archive[found[2].bytes.clone()], b"d");
    }

    #[test]
    fn a_damaged_index_is_an_error() {
        let mut archive = MAGIC.to_vec();
        append(&mut archive, "/", &[0, 0, 0, 9, 0, 0]);
        assert_eq!(members(&archive), Err("the archive is damaged at byte 8".into()));
    }
}
