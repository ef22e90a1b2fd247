//! Archives of `ar`: the members' names and bytes, with long names in GNU's form. Source: [SYSV-GABI]
//! chapter 7, "Archive File".

/// What every archive begins with.
pub const MAGIC: &[u8] = b"!<arch>\n";

/// A member of an archive.
pub struct Member<'a> {
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub bytes: &'a [u8],
}

const HEADER: usize = 60;

/// The members, but for the tables of symbols and names.
pub fn members(archive: &[u8]) -> Result<Vec<Member<'_>>, String> {
    let mut members = Vec::new();
    let mut long_names: &[u8] = &[];
    let mut at = MAGIC.len();
    while at + HEADER <= archive.len() {
        let header = &archive[at..at + HEADER];
        let field = |range: std::ops::Range<usize>| String::from_utf8_lossy(&header[range]).trim_end().to_string();
        if &header[58..] != b"`\n" {
            return Err(format!("the archive is damaged at byte {at}"));
        }
        let size: usize = field(48..58).parse().map_err(|_| format!("the archive is damaged at byte {at}"))?;
        let start = at + HEADER;
        let bytes = archive.get(start..start + size).ok_or_else(|| format!("the archive ends within the member at byte {at}"))?;
        at = start + size.next_multiple_of(2);
        let name = field(0..16);
        match name.as_str() {
            "/" | "/SYM64/" => {}
            "//" => long_names = bytes,
            _ => members.push(Member { name: full_name(&name, long_names), bytes }),
        }
    }
    Ok(members)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_short_and_long() {
        let mut archive = MAGIC.to_vec();
        let mut add = |name: &str, bytes: &[u8]| {
            archive.extend_from_slice(format!("{name:<48}{:<10}`\n", bytes.len()).as_bytes());
            archive.extend_from_slice(bytes);
            if bytes.len() % 2 == 1 {
                archive.push(b'\n');
            }
        };
        add("//", b"a_name_of_more_than_16_characters.o/\n");
        add("a.o/", b"abc");
        add("/0", b"d");
        let found: Vec<_> = members(&archive).unwrap().into_iter().map(|m| (m.name, m.bytes.to_vec())).collect();
        assert_eq!(found, [("a.o".into(), b"abc".to_vec()), ("a_name_of_more_than_16_characters.o".into(), b"d".to_vec())]);
        archive.truncate(archive.len() - 2);
        assert!(members(&archive).is_err());
    }
}
