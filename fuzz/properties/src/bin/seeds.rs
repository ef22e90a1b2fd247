//! The command that makes seed corpora: see `fuzz::seeds::command`.

fn main() -> std::process::ExitCode {
    fuzz::seeds::command::main()
}
