//! Command lines for people to copy.

/// A word as a shell reads it; one that needs no quotes gets none.
pub fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.into();
    }
    // No command line can hold a NUL.
    shlex::try_quote(word).map_or_else(|_| quote(&word.replace('\0', "")), |quoted| quoted.into_owned())
}

/// Words as a shell reads them.
pub fn join<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    words.into_iter().map(quote).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shells_read_quoted_words_as_they_were() {
        for word in ["a/b-c.ll", "a b", "it's", "", "a \"b\" $c `d` \\ !", "@f(i32 1)", "ends\n", "~", "-x=1"] {
            let printed = std::process::Command::new("sh").args(["-c", &format!("printf %s {}.", quote(word))]).output().unwrap();
            assert_eq!(String::from_utf8(printed.stdout).unwrap(), format!("{word}."), "{}", quote(word));
        }
        assert_eq!((quote("a/b-c.ll"), quote("-x=1")), ("a/b-c.ll".to_string(), "-x=1".to_string()));
        assert_eq!(join(["a", "b c", "nul\0"]), "a 'b c' nul");
    }
}
