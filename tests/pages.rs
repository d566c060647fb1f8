//! The pages that describe the source, held against it.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All Rust files of the repository.
fn sources() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        ["src", "crates", "lab", "tests", "benches"].map(|f| root().join(f)).into();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                files.push(path);
            }
        }
    }
    files
}

/// What a page has between backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Pages named files that had been split or renamed long before.
#[test]
fn every_source_file_that_a_page_names_exists() {
    let sources = sources();
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|e| e.unwrap().path());
    let pages = docs.filter(|p| p.extension().is_some_and(|e| e == "md"));
    let pages = pages.chain(["README.md", "CONTRIBUTING.md"].map(|p| root().join(p)));
    let (mut named, mut missing) = (0, Vec::new());
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        for name in quoted(&text).filter(|name| name.ends_with(".rs")) {
            named += 1;
            // Pages that speak of one crate leave `src` out.
            let short = |source: &PathBuf| {
                let source = source.to_string_lossy().replace("/src/", "/");
                Path::new(&source.replace("gouge-", "")).ends_with(name)
            };
            if !sources.iter().any(|source| source.ends_with(name) || short(source)) {
                missing.push(format!("{}: {name}", page.display()));
            }
        }
    }
    assert!(missing.is_empty() && named > 50, "{named} {missing:#?}");
}

/// A constant that was renamed left its old name on the page that proves what it is for.
#[test]
fn every_constant_that_the_proofs_name_exists() {
    let sources: Vec<String> = sources().iter().map(|s| fs::read_to_string(s).unwrap()).collect();
    let is_constant = |name: &&str| {
        name.len() > 3
            && name.contains('_')
            && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
    };
    let text = fs::read_to_string(root().join("docs/depth.md")).unwrap();
    let named: Vec<&str> = quoted(&text).filter(is_constant).collect();
    let exists = |name: &str| {
        let declared = format!("const {name}:");
        sources.iter().any(|source| source.contains(&declared))
    };
    let missing: Vec<&&str> = named.iter().filter(|name| !exists(name)).collect();
    assert!(missing.is_empty() && named.len() > 6, "{} {missing:?}", named.len());
}

/// Two functions that were renamed were still cited by the claims that they are to prove.
#[test]
fn every_function_that_the_proofs_cite_is_one_of_its_type() {
    let sources: Vec<String> = sources().iter().map(|s| fs::read_to_string(s).unwrap()).collect();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let has = |source: &str, start: &str, word: &str| {
        let sought = format!("{start}{word}");
        let goes_on = |at: usize| source[at + sought.len()..].starts_with(is_word);
        source.match_indices(&sought).any(|(at, _)| !goes_on(at))
    };
    let text = fs::read_to_string(root().join("docs/depth.md")).unwrap();
    let cited: Vec<(&str, &str)> = quoted(&text)
        .filter_map(|name| name.split_once("::"))
        .filter(|(kind, name)| {
            kind.starts_with(char::is_uppercase) && !name.is_empty() && name.chars().all(is_word)
        })
        .collect();
    let exists = |(kind, name): &(&str, &str)| {
        sources.iter().any(|source| {
            // Of an impl block, or of the trait itself.
            let starts = ["impl ", "> ", " for ", "::", "trait ", "struct "];
            let of_kind = starts.iter().any(|start| has(source, start, kind));
            of_kind && (has(source, "fn ", name) || source.contains(&format!("    {name}: ")))
        })
    };
    let missing: Vec<_> = cited.iter().filter(|cited| !exists(cited)).collect();
    assert!(missing.is_empty() && cited.len() > 50, "{} {missing:?}", cited.len());
}
