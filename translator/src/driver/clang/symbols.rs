//! Which symbols a module defines, without reading it: enough to tell whether a library's member is
//! wanted.

/// The symbols that a module as text defines for others, by what its lines begin with.
pub fn defined_names(text: &str) -> Vec<String> {
    text.lines()
        .filter_map(|line| {
            if line.starts_with("define ") {
                let hidden = ["define internal ", "define private ", "define available_externally "];
                return if hidden.iter().any(|word| line.starts_with(word)) { None } else { name(line.split_once('@')?.1) };
            }
            let (symbol, rest) = line.strip_prefix('@')?.split_once(" = ")?;
            let declared = ["external ", "extern_weak ", "internal ", "private ", "available_externally ", "appending "];
            if declared.iter().any(|word| rest.starts_with(word)) { None } else { name(symbol) }
        })
        .collect()
}

/// The name at the beginning of a text, plain or in quotes.
fn name(text: &str) -> Option<String> {
    let name = match text.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => text.split(|c: char| !(c.is_alphanumeric() || "-$._".contains(c))).next(),
    };
    name.map(str::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_module_defines() {
        let text = "@a = global i32 0\n@b = external global i32\n@c = internal global i32 0\n@\"d e\" = common global i32 0\n\
                    define dso_local i32 @f(i32 %0) {\n}\ndefine internal void @g() {\n}\ndeclare void @h()\n";
        assert_eq!(defined_names(text), ["a", "d e", "f"]);
    }
}
