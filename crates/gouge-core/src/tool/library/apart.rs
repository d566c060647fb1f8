//! What stands in a tool of Fusion or FreeCAD beside its figures, under names that are not read. None
//! of it may tell of a shape as well.

use serde_json::Value;

use super::elsewhere::{About, about};
use super::fits;
use super::heading::tells_of_a_shape;
use super::value::says;

/// Nothing in a tool tells of a shape but what is `read`, which is looked at elsewhere or is known to
/// tell of none.
pub fn known(tool: &Value, read: &[&str], remarks: &mut Vec<String>) -> Result<(), String> {
    let all = tool.as_object().into_iter().flatten();
    for (name, value) in all.filter(|(name, _)| !read.contains(&name.as_str())) {
        let figure =
            |text: &str| text.contains(|c: char| c.is_ascii_digit()) && tells_of_a_shape(name);
        let holds = value.is_number()
            || value.is_object()
            || value.is_array()
            || value.as_str().is_some_and(figure);
        let unread = match about(name) {
            About::Unknown => holds,
            About::Holder if value.is_string() && says(value) => {
                let what = "is taken without a holder: what it says of one is not understood";
                remarks.push(format!("{what} ({name})"));
                false
            }
            About::Holder => holds && says(value),
            About::Else | About::Name | About::Comment => draws(value),
        };
        if unread {
            return Err(fits::not_understood(name, &value.to_string()));
        }
    }
    Ok(())
}

/// Whether a value has segments or figures of a shape in it.
fn draws(value: &Value) -> bool {
    match value {
        Value::Array(list) => list.iter().any(draws),
        Value::Object(all) => all.iter().any(|(name, value)| {
            let figure = value.is_number() && tells_of_a_shape(name);
            figure || name == "segments" && says(value) || draws(value)
        }),
        _ => false,
    }
}
