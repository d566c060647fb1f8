//! What a list states about a tool besides its figures, kind and unit. Where the list states no
//! kind, none of these entries may name one.

use super::elsewhere::{About, about};
use super::heading::{role, says_something, tells_of_a_shape};
use super::list::number;
use super::unit::millimetres;
use super::{kind, quoted};

/// It, as far as it counts.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// What may name a kind, and under which name.
    called: Vec<(String, String)>,
    /// Names of texts that are not read.
    unread: Vec<String>,
}

impl Beside {
    /// Takes what stands under a name that is no figure's, of a tool of this kind.
    pub fn take(&mut self, name: &str, text: &str, kind: &str) -> Result<(), String> {
        let about = match role(name) {
            _ if !says_something(text) => return Ok(()),
            Some("number") if number(text).is_err() => About::Name,
            Some("perhaps kind") if !kind.eq_ignore_ascii_case(text) => About::Unknown,
            Some(_) => return Ok(()),
            None => about(name),
        };
        match about {
            About::Holder => {}
            About::Else | About::Comment if !kind::names_a_shape(text) => {}
            About::Else | About::Comment | About::Name => {
                self.called.push((name.to_owned(), text.to_owned()))
            }
            About::Unknown => {
                let figure = text.contains(|c: char| c.is_ascii_digit());
                if figure || tells_of_a_shape(name) || millimetres(text).is_ok() {
                    return Err(unread(name, text));
                }
                self.called.push((name.to_owned(), text.to_owned()));
                self.unread.push(format!("`{}`", name.trim()));
            }
        }
        Ok(())
    }

    /// Nothing here names another shape than an end mill's.
    pub fn plain(&self) -> Result<(), String> {
        let other = self.called.iter().find(|(_, text)| !kind::is_plain(text));
        other.map_or(Ok(()), |(name, text)| {
            let (name, text) = (name.trim(), quoted(text));
            Err(format!(
                "it states no kind, and its {name} is `{text}`, which may name one: add a column \
                 `kind` (`gouge help tools`)"
            ))
        })
    }

    /// No name calls it another shape than its kind, as `words` have it.
    pub fn alike(&self, words: &str) -> Result<(), String> {
        let is_name = |name: &str| about(name) == About::Name || role(name) == Some("number");
        let mut names = self.called.iter().filter(|(name, _)| is_name(name));
        names.try_for_each(|(name, text)| kind::agree(name.trim(), text, ("kind", words)))
    }

    /// That texts are not read, as a sentence after the tool's number.
    pub fn unread(&self) -> Option<String> {
        let names = self.unread.join(", ");
        let what = format!("is taken without what it says under {names}, which is not understood");
        (!self.unread.is_empty()).then_some(what)
    }
}

/// Why a tool with `text` under `name` is not used.
fn unread(name: &str, text: &str) -> String {
    let (name, text) = (quoted(name.trim()), quoted(text));
    format!(
        "its `{name}` is `{text}`, and that heading is not known; `gouge help tools` names those \
         that are: rename it, drop it if it says nothing of the shape, or declare the tool with \
         --tool, where a profile holds any shape"
    )
}
