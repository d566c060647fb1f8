//! Figures in the form that sentences use.

/// "1 region", "2 regions".
pub(crate) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// What an operation is called.
pub(crate) fn called(name: Option<&str>) -> String {
    name.map_or_else(|| "one without a name".to_owned(), |name| format!("`{name}`"))
}

/// "[0.25, 0.26]", or that there is none.
pub(crate) fn bounds(pair: Option<[f64; 2]>) -> String {
    pair.map_or_else(|| "none".to_owned(), |[lo, hi]| format!("[{lo}, {hi}]"))
}
