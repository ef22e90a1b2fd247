//! Bisection of two objects of any two compilers: mixed, linked by the user's command, judged by
//! the user's script.
//!
//! In: two objects, a link command, a test command. Out: the minimal sets of functions (and of
//! variables whose content differs) that make the test fail when they come from the bad object. The
//! link command finds the mixed object's path in the variable OBJECT and puts the program where
//! PROGRAM says; the test finds PROGRAM, and exits with 0 (good), 125 (cannot tell) or another
//! status up to 127 (bad).

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::mix::{Element, Mixer, References};
use crate::search::{Answer, Found, Set};
use crate::space::Lab;
use crosstest::relocatable::Object;
use crosstest::script::{self, Ended};

/// What is run for a test.
#[derive(Clone, Debug)]
pub struct Commands {
    /// Links `$OBJECT` to `$PROGRAM`.
    pub link: String,
    /// Judges `$PROGRAM`.
    pub test: String,
    /// How long either may take.
    pub limit: Duration,
}

/// What was found.
pub struct Located {
    /// The pieces in which the objects differ.
    pub elements: Vec<Element>,
    /// The minimal sets.
    pub found: Found,
    /// What the user should know.
    pub warnings: Vec<String>,
    /// How the test ended for the good and for the bad object, in words.
    pub ends: [String; 2],
}

/// How testing a mix ended.
enum Tested {
    /// The link command ended like this.
    NotLinked(Ended),
    /// The test ended like this.
    Ran(Ended),
}

impl Commands {
    fn run(&self, object: &[u8]) -> Result<Tested, String> {
        let fail = |error: std::io::Error| format!("a temporary file: {error}");
        let dir = tempfile::tempdir().map_err(fail)?;
        let (path, program) = (dir.path().join("mix.o"), dir.path().join("program"));
        fs::write(&path, object).map_err(fail)?;
        let env: [(&str, &OsStr); 2] = [("OBJECT", path.as_os_str()), ("PROGRAM", program.as_os_str())];
        let linked = script::run(&self.link, &[], &env, self.limit)?;
        if !linked.succeeded() {
            return Ok(Tested::NotLinked(linked));
        }
        Ok(Tested::Ran(script::run(&self.test, &[], &env, self.limit)?))
    }
}

fn read(path: &Path) -> Result<Object, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Object::read(&bytes).map_err(|why| format!("{}: {why}", path.display()))
}

/// Checks what one side does: whether it links, and its answer.
fn sanity(which: &str, commands: &Commands, object: &[u8]) -> Result<Ended, String> {
    match commands.run(object)? {
        Tested::NotLinked(ended) => Err(format!(
            "the link command {} with the {which} object: {}\n  it has to link $OBJECT to $PROGRAM; what it said:\n{}",
            ended.describe(),
            commands.link,
            ended.tail()
        )),
        Tested::Ran(ended) if ended.status.is_none() => Err(format!(
            "the test takes longer than {} s with the {which} object: {}\n  if that is how it fails, let the test end itself (timeout 5 ...); if it \
             only needs more time, raise --timeout",
            commands.limit.as_secs(),
            commands.test
        )),
        Tested::Ran(ended) => match Answer::from(ended.is_good()) {
            Answer::Unresolved => Err(format!(
                "the test cannot tell with the {which} object (it {}): {}\n{}",
                ended.describe(),
                commands.test,
                ended.tail()
            )),
            _ => Ok(ended),
        },
    }
}

/// Bisects.
pub fn locate(good: &Path, bad: &Path, commands: &Commands, lab: &mut Lab<'_>) -> Result<Located, String> {
    let objects = [read(good)?, read(bad)?];
    let mixer = Mixer::new(&objects[0], &objects[1], References::MayBeResolved)?;
    let elements = mixer.elements().to_vec();
    if elements.is_empty() {
        return Err("the two objects do not differ in any function or variable: nothing to bisect".into());
    }
    let everything: Set = (0..elements.len() as u32).collect();
    let ended = sanity("good", commands, &mixer.mix(&Set::new())?)?;
    if Answer::from(ended.is_good()) == Answer::Fails {
        return Err(format!(
            "both fail: the test calls the good object bad, too (it {}); check the test\n{}",
            ended.describe(),
            ended.tail()
        ));
    }
    let first = ended.describe();
    let ended = sanity("bad", commands, &mixer.mix(&everything)?)?;
    if Answer::from(ended.is_good()) == Answer::Passes {
        return Err("neither fails: the test calls the bad object good, too; check the test, and that nothing else differs between the two \
                    programs"
            .into());
    }
    let ends = [first, ended.describe()];
    lab.journal.note("functions", &Set::new(), Answer::Passes)?;
    lab.journal.note("functions", &everything, Answer::Fails)?;
    let rule = |set: &Set| match mixer.mix(set).and_then(|object| commands.run(&object)) {
        Ok(Tested::Ran(ended)) => Answer::from(ended.is_good()),
        Ok(Tested::NotLinked(_)) | Err(_) => Answer::Unresolved,
    };
    let found = lab.search("functions", elements.len(), rule)?;
    Ok(Located { elements, found, warnings: mixer.warnings().to_vec(), ends })
}
