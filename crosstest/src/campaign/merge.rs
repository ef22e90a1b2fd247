//! One result of several campaigns: shards of one, campaigns with other seeds, results that were
//! merged before.
//!
//! In: directories. Out: a directory with `parts` (the state file of each campaign, under a name
//! that tells its seed and shard), `findings` (a bundle for each bucket), `buckets` and
//! `coverage.txt`, and their sums. A campaign that several directories have is taken once, as it is
//! where it got furthest: merging again, or merging a part twice, changes nothing. All must be for
//! the same targets.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::findings::{BUCKET, filed, new_directory, put};
use super::state::{Identity, State, write_buckets};
use crate::files::replace;
use crate::generate::coverage::CoverageRows;

/// The sum of several campaigns.
pub struct Merged {
    /// Tally, coverage and buckets.
    pub state: State,
    /// How many campaigns it is of.
    pub parts: usize,
    /// The targets' names.
    pub targets: Vec<String>,
    /// What modules may be made of.
    pub rows: CoverageRows,
}

/// A campaign's state, and the text that it was read from.
struct Part {
    state: State,
    text: String,
    targets: String,
}

/// Merges the campaigns in `dirs` into the directory `out`, which may hold an earlier result: then
/// that is merged, too.
///
/// # Errors
/// If a directory holds no campaign, if one was made by another version, or if they are for
/// different targets.
pub fn merge(dirs: &[PathBuf], out: &Path) -> Result<Merged, String> {
    let rows = CoverageRows::all();
    let mut parts: BTreeMap<String, Part> = BTreeMap::new();
    let earlier = out.join("parts").is_dir().then(|| out.to_path_buf());
    let sources: Vec<PathBuf> = earlier.into_iter().chain(dirs.iter().cloned()).collect();
    for dir in &sources {
        for (name, part) in read(dir, &rows)? {
            let known = parts.get(&name).is_some_and(|known| known.state.tally.cases >= part.state.tally.cases);
            if !known {
                parts.insert(name, part);
            }
        }
    }
    let targets = parts.values().next().map(|part| part.targets.clone()).ok_or("nothing to merge")?;
    if let Some((name, other)) = parts.iter().find(|(_, part)| part.targets != targets) {
        return Err(format!("campaign {name} is for {}, others are for {targets}: they cannot be merged", other.targets));
    }
    let names: Vec<String> = targets.split(',').map(String::from).collect();
    let mut total = State::new(&rows, names.len());
    parts.values().for_each(|part| total.add(&part.state));
    make(&out.join("parts"))?;
    for (name, part) in &parts {
        replace(&out.join("parts").join(name), &part.text)?;
    }
    for dir in sources.iter().filter(|dir| *dir != out) {
        take_findings(dir, out)?;
    }
    write_buckets(out, &total.buckets)?;
    replace(&out.join("coverage.txt"), total.coverage.text(&rows, &names))?;
    Ok(Merged { state: total, parts: parts.len(), targets: names, rows })
}

/// The campaigns of a directory, by name: one, or those of a result.
fn read(dir: &Path, rows: &CoverageRows) -> Result<Vec<(String, Part)>, String> {
    let one = dir.join("state");
    let files = if one.is_file() {
        vec![one]
    } else {
        let parts = dir.join("parts");
        let entries = parts.read_dir().map_err(|_| format!("{}: neither a campaign nor a result of merging", dir.display()))?;
        // A file that was being replaced is not one of them.
        let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
        files.filter(|path| path.extension().is_none_or(|extension| extension != "new")).collect()
    };
    let mut parts = Vec::new();
    for file in files {
        let about = |why: String| format!("{}: {why}", file.display());
        let text = fs::read_to_string(&file).map_err(|error| about(error.to_string()))?;
        let identity = Identity::read(&text).map_err(about)?;
        let targets = identity.targets;
        let mut state = State::new(rows, targets.split(',').count());
        state.parse(&text).map_err(about)?;
        let (index, count) = identity.shard;
        parts.push((format!("{}-{index}of{count}", identity.seed), Part { state, text, targets }));
    }
    Ok(parts)
}

/// Copies the bundles that are not there yet.
fn take_findings(from: &Path, to: &Path) -> Result<(), String> {
    let known: Vec<String> = filed(to)?.into_iter().map(|(name, _)| name).collect();
    for (_, bundle) in filed(from)?.into_iter().filter(|(name, _)| !known.contains(name)) {
        let new = new_directory(to)?;
        copy(&bundle, &new)?;
        put(&new, to)?;
    }
    // Crashes are named for their seed and case.
    let entries = from.join("findings").read_dir().into_iter().flatten().filter_map(Result::ok);
    for path in entries.map(|entry| entry.path()).filter(|path| !path.join(BUCKET).exists() && path.join("report.txt").exists()) {
        let place = to.join("findings").join(path.file_name().unwrap_or_default());
        if !place.exists() {
            let new = new_directory(to)?;
            copy(&path, &new)?;
            fs::rename(&new, &place).map_err(|error| format!("{}: {error}", place.display()))?;
        }
    }
    Ok(())
}

fn make(dir: &Path) -> Result<(), String> {
    fs::create_dir_all(dir).map_err(|error| format!("{}: {error}", dir.display()))
}

/// Copies what a directory holds.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    make(to)?;
    let about = |error: std::io::Error| format!("{}: {error}", from.display());
    for entry in from.read_dir().map_err(about)? {
        let path = entry.map_err(about)?.path();
        let place = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &place)?;
        } else {
            fs::copy(&path, &place).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::findings::Bucket;
    use super::*;

    /// A campaign's directory with one chunk done and these buckets, each with its bundle.
    fn campaign(dir: &Path, seed: u64, cases: u64, buckets: &[(&str, u64)]) -> PathBuf {
        let rows = CoverageRows::all();
        let mut state = State::new(&rows, 1);
        (state.done, state.tally.cases) = (1, cases);
        let place = dir.join(format!("{seed}-{cases}"));
        for (name, count) in buckets {
            state.buckets.push(Bucket { name: (*name).into(), count: *count });
            let new = new_directory(&place).unwrap();
            fs::write(new.join(BUCKET), format!("{name}\n")).unwrap();
            fs::write(new.join("test.ll"), format!("; of seed {seed}\n")).unwrap();
            put(&new, &place).unwrap();
        }
        make(&place).unwrap();
        let identity = Identity { seed, shard: (1, 1), targets: "x8632/O2".into() };
        fs::write(place.join("state"), state.text(&identity)).unwrap();
        place
    }

    #[test]
    fn nothing_is_lost_and_nothing_is_there_twice() {
        let dir = tempfile::tempdir().unwrap();
        let one = campaign(dir.path(), 1, 32, &[("result", 3), ("memory", 1)]);
        let further = campaign(dir.path(), 1, 64, &[("result", 5), ("memory", 1)]);
        let other = campaign(dir.path(), 2, 32, &[("memory", 2), ("traps", 1)]);
        let crash = other.join("findings/crash-2-7");
        make(&crash).unwrap();
        fs::write(crash.join("report.txt"), "x").unwrap();
        let out = dir.path().join("out");
        for dirs in [&[one.clone(), further.clone(), other.clone()][..], &[other.clone(), one][..], &[further][..]] {
            let merged = merge(dirs, &out).unwrap();
            assert_eq!((merged.parts, merged.state.tally.cases), (2, 96));
            let counts: Vec<_> = merged.state.buckets.iter().map(|bucket| (bucket.name.as_str(), bucket.count)).collect();
            assert_eq!(counts, [("result", 5), ("memory", 3), ("traps", 1)]);
            let names: Vec<String> = filed(&out).unwrap().into_iter().map(|(name, _)| name).collect();
            assert_eq!(names, ["result", "memory", "traps"]);
            assert!(out.join("findings/crash-2-7/report.txt").exists());
        }
        assert_eq!(fs::read_to_string(out.join("buckets")).unwrap(), "5 result\n3 memory\n1 traps\n");
    }

    #[test]
    fn what_does_not_belong_together_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let error = merge(&[dir.path().into()], &dir.path().join("out")).err().unwrap();
        assert!(error.contains("neither a campaign nor a result of merging"), "{error}");
        let one = campaign(dir.path(), 1, 32, &[]);
        let two = campaign(dir.path(), 2, 32, &[]);
        let text = fs::read_to_string(two.join("state")).unwrap().replace("x8632/O2", "arm32/O2");
        fs::write(two.join("state"), text).unwrap();
        let error = merge(&[one, two], &dir.path().join("out")).err().unwrap();
        assert!(error.contains("they cannot be merged"), "{error}");
        assert!(!dir.path().join("out").exists());
    }
}
