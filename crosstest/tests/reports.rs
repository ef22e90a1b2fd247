//! Reports of passing, failing, interrupted and sharded runs: JSON by its schema, JUnit by an XML
//! parser, the page in a browser; bundles and their replay; what cannot be read or written.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use translator::testing::skipped;

struct Dir(tempfile::TempDir);

impl Dir {
    fn new() -> Self {
        Dir(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, text: &str) -> String {
        fs::write(self.path(name), text).unwrap();
        self.text(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crosstest"));
        command.env_remove("CROSSTEST_CORPUS").env_remove("CROSSTEST_SHARED");
        command.current_dir(self.0.path()).args(args).stdin(Stdio::null());
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const GOOD: &str = "; edges: @f\ndefine i32 @f(i32 %a) {\n  %r = mul i32 %a, 3\n  ret i32 %r\n}\n";

/// The file says another result than every engine finds.
const WRONG: &str = "; run: @f(i32 2) -> i32 7\ndefine i32 @f(i32 %a) {\n  %r = mul i32 %a, 3\n  ret i32 %r\n}\n";

/// Never ends.
const ENDLESS: &str = "; run: @f()\ndefine i32 @f() {\nentry:\n  br label %again\nagain:\n  br label %again\n}\n";

fn schema() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("report.schema.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Checks a value against the part of JSON Schema that our schema uses; every other keyword is an
/// error.
fn validate(root: &Value, schema: &Value, value: &Value, at: &str) {
    for (keyword, says) in schema.as_object().unwrap() {
        match keyword.as_str() {
            "$schema" | "title" | "description" | "$defs" | "format" | "default" => {}
            "$ref" => {
                let name = says.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                validate(root, &root["$defs"][name], value, at);
            }
            "type" => {
                let is_of = |kind: &Value| match kind.as_str().unwrap() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "boolean" => value.is_boolean(),
                    "integer" => value.is_i64() || value.is_u64(),
                    "number" => value.is_number(),
                    "null" => value.is_null(),
                    other => panic!("type {other}"),
                };
                let kinds = says.as_array().map_or(std::slice::from_ref(says), Vec::as_slice);
                assert!(kinds.iter().any(is_of), "{at}: {value} is no {says}");
            }
            "anyOf" | "oneOf" => {
                let fits = |schema: &&Value| std::panic::catch_unwind(|| validate(root, schema, value, at)).is_ok();
                let fitting = says.as_array().unwrap().iter().filter(fits).count();
                assert!(fitting == 1, "{at}: {value} is {fitting} of {says}");
            }
            "maxItems" => assert!(value.as_array().unwrap().len() as u64 <= says.as_u64().unwrap(), "{at}"),
            "minItems" => assert!(value.as_array().unwrap().len() as u64 >= says.as_u64().unwrap(), "{at}"),
            "const" => assert_eq!(value, says, "{at}"),
            "enum" => assert!(says.as_array().unwrap().contains(value), "{at}: {value}"),
            "minimum" => assert!(value.as_f64().unwrap() >= says.as_f64().unwrap(), "{at}: {value}"),
            "required" => {
                for name in says.as_array().unwrap() {
                    assert!(value.get(name.as_str().unwrap()).is_some(), "{at}: no {name}");
                }
            }
            "additionalProperties" => {
                assert_eq!(says, &Value::Bool(false));
                for name in value.as_object().unwrap().keys() {
                    assert!(schema["properties"].get(name).is_some(), "{at}: {name} is unknown");
                }
            }
            "properties" => {
                for (name, schema) in says.as_object().unwrap() {
                    if let Some(value) = value.get(name) {
                        validate(root, schema, value, &format!("{at}.{name}"));
                    }
                }
            }
            "items" => {
                for (index, value) in value.as_array().unwrap().iter().enumerate() {
                    validate(root, says, value, &format!("{at}[{index}]"));
                }
            }
            "prefixItems" => {
                for (index, schema) in says.as_array().unwrap().iter().enumerate() {
                    validate(root, schema, &value[index], &format!("{at}[{index}]"));
                }
            }
            other => panic!("the test does not know the keyword {other}"),
        }
    }
}

fn report(path: &Path) -> Value {
    let value: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let schema = schema();
    validate(&schema, &schema, &value, "report");
    value
}

/// `BLESS=1 cargo test -p crosstest --test all reports::` writes it.
#[test]
fn the_schema_is_the_one_that_the_types_make() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("report.schema.json");
    let made = crosstest::report::model::schema();
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &made).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), made, "BLESS=1 writes the schema anew");
}

#[test]
fn every_form_says_where_the_report_comes_from() {
    let dir = Dir::new();
    let good = dir.file("good.ll", GOOD);
    let args = ["run", &good, "--target", "x8632", "--json", "r.json", "--junit", "r.xml", "--html", "r.html"];
    let output = dir.run(&args);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let json = report(&dir.path("r.json"));
    let origin = &json["origin"];
    let git = |args: &[&str]| {
        let output = Command::new("git").arg("-C").arg(env!("CARGO_MANIFEST_DIR")).args(args).output().ok()?;
        output.status.success().then(|| String::from_utf8(output.stdout).unwrap().trim().to_string())
    };
    assert_eq!(origin["commit"].as_str().map(String::from), git(&["rev-parse", "HEAD"]));
    let command = origin["command"].as_str().unwrap();
    assert!(command.starts_with("crosstest run ") && command.contains(" --junit r.xml"), "{command}");
    assert_eq!(origin["tools"][1]["name"], "unicorn");
    let started = origin["started"].as_str().unwrap();
    let text = out(&output);
    for part in [started, command, "unicorn 2.", "seed"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let page = fs::read_to_string(dir.path("r.html")).unwrap();
    assert!(page.contains(started) && page.contains("\"seed\":"));
    let xml = fs::read_to_string(dir.path("r.xml")).unwrap();
    let document = roxmltree::Document::parse(&xml).unwrap();
    let has = |name: &str, value: &str| {
        let mut properties = document.descendants().filter(|node| node.has_tag_name("property"));
        properties.any(|node| node.attribute("name") == Some(name) && node.attribute("value").is_some_and(|v| v.contains(value)))
    };
    assert!(has("command", command) && has("started", started) && has("seed", ""), "{xml}");
    let cases: Vec<_> = document.descendants().filter(|node| node.has_tag_name("testcase")).collect();
    let day = &started[..10];
    for case in &cases {
        let time: f64 = case.attribute("time").unwrap().parse().unwrap();
        assert!(time > 0.0 && case.attribute("timestamp").unwrap()[..8] == day[..8], "{xml}");
    }
    assert_eq!(cases.len(), 3);
}

#[test]
fn the_names_of_tests_do_not_depend_on_where_the_checkout_is() {
    let dir = Dir::new();
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let absolute = corpus.join("select.ll").display().to_string();
    let output = dir.run(&["run", &absolute, "--target", "x8632", "--json", "r.json"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!(report(&dir.path("r.json"))["tests"][0]["name"], "crosstest/corpus/select.ll");
    // So are those of suites, whose tests can be chosen by these names.
    let args = ["--suite", "bits", "--only", "crosstest/corpus/bits.ll", "--target", "x8632", "--opt", "O2", "--json", "s.json"];
    let output = dir.run(&args);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!(report(&dir.path("s.json"))["tests"][0]["name"], "crosstest/corpus/bits.ll");
    // The command that replays a failure names the file as it was given.
    let wrong = dir.file("wrong.ll", WRONG);
    let output = dir.run(&["run", &wrong, "--target", "x8632"]);
    assert!(out(&output).contains(&format!("replay      crosstest run {wrong} ")), "{}", out(&output));
}

#[test]
fn reports_of_a_failing_run_are_json_by_the_schema_and_junit_that_a_parser_reads() {
    let dir = Dir::new();
    let (good, wrong) = (dir.file("good.ll", GOOD), dir.file("wrong & <odd>.ll", WRONG));
    let output = dir.run(&["run", &good, &wrong, "--json", "r.json", "--junit", "r.xml", "--target", "x8632,arm32"]);
    assert_eq!(output.status.code(), Some(1), "{}{}", out(&output), err(&output));
    let json = report(&dir.path("r.json"));
    assert_eq!(json["complete"], true);
    assert_eq!(json["executions"].as_array().unwrap().len(), 4);
    let cells = |test: usize| json["tests"][test]["cells"].as_array().unwrap().clone();
    assert!(cells(0).iter().all(|cell| cell["status"] == "passed" && cell["executions"].as_u64() > Some(10)));
    assert_eq!(cells(1)[0]["status"], "failed");
    let agreement = &json["tests"][1]["diagnosis"]["agreement"];
    assert_eq!(agreement.as_array().unwrap().len(), 1, "all engines agree, so the file is wrong: {agreement}");

    let text = fs::read_to_string(dir.path("r.xml")).unwrap();
    let document = roxmltree::Document::parse(&text).unwrap();
    let suites: Vec<_> = document.descendants().filter(|node| node.has_tag_name("testsuite")).collect();
    assert_eq!(suites.len(), 5);
    for suite in &suites {
        let cases: Vec<_> = suite.children().filter(|node| node.has_tag_name("testcase")).collect();
        let failures = cases.iter().filter(|case| case.children().any(|node| node.has_tag_name("failure"))).count();
        assert_eq!(suite.attribute("tests"), Some(&*cases.len().to_string()));
        assert_eq!(suite.attribute("failures"), Some(&*failures.to_string()));
    }
    let failure = document.descendants().find(|node| node.has_tag_name("failure")).unwrap();
    assert!(failure.attribute("message").unwrap().contains("wrong & <odd>.ll"));
    assert!(failure.text().unwrap().contains("interpreter  i32 6"), "{text}");
}

#[test]
fn shards_are_the_whole_and_merge_to_its_report() {
    let dir = Dir::new();
    let corpus = dir.path("corpus");
    fs::create_dir(&corpus).unwrap();
    for number in 0..5 {
        fs::write(corpus.join(format!("t{number}.ll")), GOOD).unwrap();
    }
    let run = |args: &[&str]| {
        let common = ["--target", "x8632", "--opt", "O2"];
        dir.command(&[args, &common[..]].concat()).env("CROSSTEST_CORPUS", &corpus).output().unwrap()
    };
    assert_eq!(run(&["--json", "all.json"]).status.code(), Some(0));
    for shard in ["1", "2"] {
        let output = run(&["--shard", &format!("{shard}/2"), "--json", &format!("{shard}.json")]);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    }
    let merged = dir.run(&["merge", "2.json", "1.json", "--json", "merged.json"]);
    assert_eq!(merged.status.code(), Some(0), "{}{}", out(&merged), err(&merged));
    let names = |file: &str| -> Vec<String> {
        let report = report(&dir.path(file));
        report["tests"].as_array().unwrap().iter().map(|test| test["name"].to_string()).collect()
    };
    assert_eq!(names("merged.json"), names("all.json"));
    assert!(out(&merged).contains("5 tests passed") || out(&merged).contains("tests passed"), "{}", out(&merged));
    let half = dir.run(&["merge", "2.json"]);
    assert_eq!(half.status.code(), Some(1));
    assert!(out(&half).contains("the report is partial"), "{}", out(&half));
    for (files, expected) in [
        (["1.json", "1.json"], "the same shard 1 of 2"),
        (["1.json", "all.json"], "not shards of the same run"),
        (["1.json", "none.json"], "none.json: No such file"),
    ] {
        let output = dir.run(&["merge", files[0], files[1]]);
        assert_eq!(output.status.code(), Some(2));
        assert!(err(&output).contains(expected), "{}", err(&output));
    }
}

#[test]
fn a_disagreement_leaves_a_bundle_that_is_replayed_bit_for_bit() {
    let dir = Dir::new();
    let output = dir.run(&["run", &dir.file("wrong.ll", WRONG), "--target", "x8632,mips32"]);
    assert_eq!(output.status.code(), Some(1));
    let text = out(&output);
    let bundle = text.lines().find_map(|line| line.trim().strip_prefix("bundle")).expect("the report names the bundle");
    let bundle = bundle.trim().strip_prefix("crosstest replay ").unwrap().to_string();
    fs::remove_file(dir.path("wrong.ll")).unwrap();
    let replay = dir.run(&["replay", &bundle]);
    assert!(out(&replay).contains("every outcome is as recorded, bit for bit"), "{}{}", out(&replay), err(&replay));
    assert!(out(&replay).contains("agree       interp, x8632/Om1, x8632/O2, mips32/Om1, mips32/O2"), "{}", out(&replay));
    assert_eq!(replay.status.code(), Some(0), "the engines agree, only the file was wrong");

    let path = dir.path(&bundle).join("bundle.json");
    let good = fs::read_to_string(&path).unwrap();
    // What was recorded is compared, all of it.
    fs::write(&path, good.replacen("\"bits\": \"0x6\"", "\"bits\": \"0x8\"", 1)).unwrap();
    assert!(out(&dir.run(&["replay", &bundle])).contains("not as recorded: interp\n"));
    for (text, expected) in [
        (good.replace("\"version\": 1", "\"version\": 2"), "a bundle of version 2"),
        (good.replace("crosstest bundle", "shopping list"), "not a bundle, but a `shopping list`"),
        (good[..good.len() / 2].to_string(), "not a bundle"),
        (good.replace("\"fuel\"", "\"fool\""), "malformed bundle"),
        (good.replace("wrong.ll\",\n  \"run\"", "../wrong.ll\",\n  \"run\""), "is no file beside it"),
    ] {
        fs::write(&path, text).unwrap();
        let output = dir.run(&["replay", &bundle]);
        assert_eq!(output.status.code(), Some(2), "{}", out(&output));
        assert!(err(&output).contains(expected), "{expected}: {}", err(&output));
    }
    let output = dir.run(&["replay", "nowhere"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("nowhere/bundle.json: No such file"), "{}", err(&output));
}

#[test]
fn what_is_not_there_or_not_writable_is_said_and_is_no_success() {
    let dir = Dir::new();
    let good = dir.file("good.ll", GOOD);
    for (args, status, expected) in [
        (vec!["--suite", "nonsense"], 2, "there is no suite nonsense; there are unseen, arithmetic"),
        (vec!["--suite", "casts", "--only", "zzz"], 2, "no test's name contains `zzz`"),
        (vec!["run", "none.ll"], 2, "none.ll: No such file"),
        (vec!["run", &good, "--execution", "x8632/O9"], 2, "`x8632/O9`: there is no recipe O9"),
        (vec!["run", &good, "--shard", "3/2"], 2, "expected I/N"),
        (vec!["run", &good, "--json", "/dev/full"], 3, "/dev/full: No space left on device"),
        (vec!["run", &good, "--html", "no/such/directory.html"], 3, "no/such/directory.html: No such file"),
    ] {
        let output = dir.run(&args);
        assert_eq!(output.status.code(), Some(status), "{args:?}: {}", err(&output));
        assert!(err(&output).contains(expected), "{args:?}: {}", err(&output));
    }
    // That a report cannot be written is known before anything is run.
    let missing = ["run", &good, "--json", "a.json", "--junit", "no/such/directory.xml"];
    let output = dir.run(&missing);
    assert!(out(&output).is_empty() && !dir.path("a.json").exists() && !dir.path("a.json.new").exists(), "{}", out(&output));
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = dir.command(&["run", &good]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", err(&output));
    assert!(err(&output).contains("standard output: No space left"), "{}", err(&output));
    // A bundle that cannot be written.
    dir.file("crosstest-bundles", "a file where the directory should be");
    let output = dir.run(&["run", &dir.file("wrong.ll", WRONG), "--target", "x8632"]);
    assert_eq!(output.status.code(), Some(3), "{}", err(&output));
    assert!(err(&output).contains("a bundle was not written"), "{}", err(&output));
}

#[test]
fn a_report_named_dash_goes_to_standard_output_and_the_text_to_standard_error() {
    let dir = Dir::new();
    let good = dir.file("good.ll", GOOD);
    let output = dir.run(&["run", &good, "--target", "x8632", "--json", "-"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let report: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(report["format"], "crosstest report");
    assert!(err(&output).contains("1 test passed\n") && !dir.path("-").exists(), "{}", err(&output));
    let output = dir.run(&["run", &good, "--target", "x8632", "--json", "-", "--junit", "-"]);
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
    assert!(err(&output).contains("only one report can go to standard output"), "{}", err(&output));
}

#[test]
fn a_run_that_is_interrupted_keeps_what_was_done() {
    let dir = Dir::new();
    let (good, endless) = (dir.file("good.ll", GOOD), dir.file("endless.ll", ENDLESS));
    let args = ["run", &good, &endless, "--jobs", "1", "--target", "x8632", "--json", "r.json", "--fuel", "1000000000000000"];
    let mut command = dir.command(&args);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(3));
    let started = Instant::now();
    // SAFETY: the process is a child that was not waited for, so that the number is its own.
    unsafe { libc::kill(child.id() as libc::pid_t, libc::SIGINT) };
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}{}", out(&output), err(&output));
    assert!(started.elapsed() < Duration::from_secs(30));
    assert!(out(&output).contains("the report is partial: 1 of 2 tests were not run"), "{}", out(&output));
    let report = report(&dir.path("r.json"));
    assert_eq!(report["complete"], false);
    assert_eq!(report["tests"].as_array().unwrap().len(), 1);
}

#[test]
fn a_loop_without_end_is_a_result() {
    let dir = Dir::new();
    let output = dir.run(&["run", &dir.file("endless.ll", ENDLESS), &dir.file("good.ll", GOOD), "--fuel", "100000"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).contains("FUEL ") && out(&output).contains("1 of 2 tests failed"), "{}", out(&output));
}

/// A module with loads, stores, a call and arguments of several types, for engines that are child
/// processes.
const MIXED: &str = "\
; edges: @f
; run: @d(i32 7, i32 0) -> traps
@g = internal global [32 x i8] zeroinitializer, align 16
define internal double @h(double %x, i64 %n) {
  %m = sitofp i64 %n to double
  %r = fadd double %x, %m
  ret double %r
}
define double @f(i32 %a, i64 %b, double %c, float %d) {
  %p = bitcast [32 x i8]* @g to i32*
  store i32 %a, i32* %p, align 1
  %e = fpext float %d to double
  %s = fmul double %c, %e
  %r = call double @h(double %s, i64 %b)
  ret double %r
}
define i32 @d(i32 %a, i32 %b) {
  %r = udiv i32 %a, %b
  ret i32 %r
}
";

#[test]
fn engines_that_are_child_processes_agree_or_say_what_they_lack() {
    let dir = Dir::new();
    let names = "x8632/O2@native,x8664/Om1@native,x8664/O2@native,arm32/O2@qemu,mips32/Om1@qemu,x8664/O2@llvm";
    let output = dir.run(&["run", &dir.file("mixed.ll", MIXED), "--execution", names, "--json", "r.json"]);
    assert_eq!(output.status.code(), Some(0), "{}{}", out(&output), err(&output));
    let report = report(&dir.path("r.json"));
    for (name, cell) in names.split(',').zip(&report["tests"][0]["cells"].as_array().unwrap()[1..]) {
        match cell["status"].as_str().unwrap() {
            "passed" => assert!(cell["comparisons"].as_u64() > Some(100), "{name}: {cell}"),
            "not-run" => {
                skipped(format_args!("{name}: {}", cell["reason"]));
                assert!(out(&output).contains(&format!("on {name}: {}", cell["reason"].as_str().unwrap())), "{}", out(&output));
            }
            other => panic!("{name}: {other}"),
        }
    }
}

/// A page as a browser shows it: the document after its scripts ran. `None` if there is no browser.
fn shown(page: &Path, screenshot: &Path) -> Option<String> {
    let run = |args: &[String]| {
        let mut command = Command::new("chromium");
        command.args(["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1400,1600", "--virtual-time-budget=5000"]);
        command.args(args).stdin(Stdio::null()).output()
    };
    let url = format!("file://{}", page.display());
    let Ok(output) = run(&["--dump-dom".into(), url.clone()]) else {
        skipped("the page in a browser: chromium is not installed (Debian: chromium)");
        return None;
    };
    assert!(output.status.success(), "{}", err(&output));
    let _ = run(&[format!("--screenshot={}", screenshot.display()), url]);
    Some(out(&output))
}

#[test]
fn the_page_works_in_a_browser_after_a_passing_and_a_failing_run() {
    let dir = Dir::new();
    let (good, wrong) = (dir.file("good.ll", GOOD), dir.file("wrong.ll", WRONG));
    // Where the pictures are kept for people, if somebody wants them.
    let pictures = std::env::var_os("SCREENSHOTS").map_or_else(|| dir.0.path().to_path_buf(), PathBuf::from);
    for (name, files, verdict, failures) in
        [("passed", vec![&good], "1 test passed", 0), ("failed", vec![&good, &wrong], "1 of 2 tests failed", 1)]
    {
        let page = dir.path(&format!("{name}.html"));
        let mut args = vec!["run", "--html", page.to_str().unwrap()];
        args.extend(files.into_iter().map(String::as_str));
        dir.run(&args);
        let text = fs::read_to_string(&page).unwrap();
        assert!(!text.contains("src=") && !text.contains("<link"), "the page loads something");
        let Some(document) = shown(&page, &pictures.join(format!("{name}.png"))) else { return };
        assert!(document.contains("data-ready=\"true\""), "a script failed: {document}");
        assert!(document.contains(verdict), "{document}");
        assert_eq!(document.matches("class=\"failure\"").count(), failures);
        assert_eq!(document.matches("agree: interp, x8632/Om1, x8632/O2").count(), failures);
        // A red page opens on what failed, a green one on everything; all columns are in sight.
        let rows = if failures == 0 { "1 of 1 tests" } else { "1 of 2 tests" };
        assert!(document.contains(rows), "not {rows}: {document}");
        let width = document.split_once("data-width=\"").and_then(|(_, rest)| rest.split('"').next()?.parse::<u32>().ok());
        assert!(width.is_some_and(|width| width <= 1400), "{width:?} pixels wide");
        assert!(document.contains("<svg"));
    }
}
