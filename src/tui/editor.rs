//! The program in an editor, at a line.

use std::path::Path;
use std::process::Command;

/// The editor of the environment.
pub fn named() -> String {
    let mut said = ["VISUAL", "EDITOR"].iter().filter_map(|name| std::env::var(name).ok());
    said.find(|said| !said.trim().is_empty()).unwrap_or_else(|| "vi".to_owned())
}

/// Opens it at a line, as all common ones take it, and waits.
///
/// # Errors
/// Which editor it was, and how it ended.
pub fn open(editor: &str, path: &Path, line: usize) -> Result<(), String> {
    // It may have arguments of its own, quoted as shells quote: a shell takes them apart.
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("{editor} \"$@\"")).arg(editor);
    match shell.arg(format!("+{line}")).arg(path).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(match status.code() {
            Some(126 | 127) => format!("the editor `{editor}` cannot be run (VISUAL, EDITOR)"),
            Some(code) => format!("the editor `{editor}` ended with {code}"),
            None => format!("the editor `{editor}` was ended: {status}"),
        }),
        Err(why) => Err(format!("the editor `{editor}` cannot be run: {why}")),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// `vim -u NONE` was looked for as one file of that name.
    #[test]
    fn editors_may_have_arguments_and_are_named_when_they_fail() {
        let path = Path::new("a file.ngc");
        assert_eq!(open("sh -c 'test \"$1\" = \"a file.ngc\" -a \"$0\" = +7'", path, 7), Ok(()));
        let ended = open("sh -c 'exit 3'", path, 1).unwrap_err();
        assert!(ended.contains("`sh -c 'exit 3'` ended with 3"), "{ended}");
        let none = open("no-such-editor --wait", path, 1).unwrap_err();
        assert!(none.contains("`no-such-editor --wait` cannot be run"), "{none}");
    }
}
