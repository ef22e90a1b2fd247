//! The command that replays inputs without libFuzzer: see `fuzz::replay`.

fn main() -> std::process::ExitCode {
    fuzz::replay::main()
}
