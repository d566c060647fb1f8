//! The `gouge` command: parse, run, exit 0 clean / 1 gouge / 2 could not run / 3 unknown.

fn main() -> std::process::ExitCode {
    gouge::cli::main()
}
