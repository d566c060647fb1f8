//! The documentation of the word table is the word table. `GOUGE_WRITE=1` writes it anew.

#[test]
fn the_documentation_is_written_from_the_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/words.md");
    let guide = gouge_nc::word_guide();
    if std::env::var_os("GOUGE_WRITE").is_some() {
        std::fs::write(path, &guide).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(written == guide, "docs/words.md is not the table: GOUGE_WRITE=1 writes it anew");
}
