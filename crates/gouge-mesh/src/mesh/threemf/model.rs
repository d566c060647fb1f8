//! One model file of a 3MF package: units, objects, build.

use std::collections::BTreeMap;
use std::io::BufRead;

use quick_xml::XmlVersion;
use quick_xml::events::attributes::Attribute;
use quick_xml::events::{BytesStart, Event};
use quick_xml::name::{LocalName, Namespace, QName, ResolveResult};
use quick_xml::reader::NsReader;

use super::transform::Transform;
use crate::mesh::Units;
use crate::mesh::error::{Fault, Found, Place};
use crate::mesh::text::shown;
use crate::mesh::weld::MAX_TRIANGLES;

pub(super) struct Model {
    pub units: Units,
    pub objects: BTreeMap<String, Body>,
    pub items: Vec<Reference>,
}

/// A mesh or a group of placed objects.
#[derive(Default)]
pub(super) struct Body {
    pub vertices: Vec<[f64; 3]>,
    pub triangles: Vec<[u32; 3]>,
    pub components: Vec<Reference>,
    /// Its type, where it holds up what is printed.
    pub support: Option<String>,
}

/// An object by number, in another model file when `path` is given.
pub(super) struct Reference {
    pub path: Option<String>,
    pub id: String,
    pub transform: Transform,
}

/// Extensions that add nothing to the shape, by a part of their namespace; what slicers add to an
/// object is settings, and names for some of its triangles.
const HARMLESS: [&str; 7] = [
    "/production/2015",
    "/material/",
    "/trianglesets/",
    "link_to_Slic3r_schema",
    "schemas.slic3r.org",
    "schemas.bambulab.com",
    "software.ultimaker.com",
];

/// The namespace of 3MF's own elements.
const CORE: &str = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02";

/// What the namespaces of its extensions begin with.
const FAMILY: &str = "http://schemas.microsoft.com/3dmanufacturing/";

pub(super) fn read(name: &str, source: impl BufRead) -> Result<Model, Found> {
    let mut reader = NsReader::from_reader(source);
    let mut model = Model { units: Units::default(), objects: BTreeMap::new(), items: Vec::new() };
    let mut body: Option<(String, Body)> = None;
    let mut buffer = Vec::new();
    // Elements that are open, and whether the first one has been closed.
    let (mut open, mut ended) = (0usize, false);
    loop {
        buffer.clear();
        let byte = reader.buffer_position();
        let place = || Place::Member { name: name.to_string(), byte };
        let broken = |what: String| Fault::Package(what).at(place());
        let event = reader.read_resolved_event_into(&mut buffer);
        let (space, event) = event.map_err(|e| broken(e.to_string()))?;
        if ended && says_more(&event) {
            return Err(broken("something follows the end of its model".into()));
        }
        let own = matches!(space, ResolveResult::Unbound | ResolveResult::Bound(Namespace(CORE)));
        if let (0, ResolveResult::Bound(Namespace(other)), false) = (open, &space, own) {
            let what = format!(
                "its model is in the namespace `{}`, not in 3MF's core/2015/02",
                told(other)
            );
            return Err(Fault::Unsupported(what).at(place()));
        }
        let object = |tag: LocalName<'_>| own && tag.as_ref() == "object";
        if let Event::Start(tag) | Event::Empty(tag) = &event {
            if own {
                let tag = Tag::new(tag).map_err(|f| f.at(place()))?;
                if object(tag.start.local_name()) {
                    let id = tag.text("id").map_err(|f| f.at(place()))?;
                    let kind = tag.optional("type").map_err(|f| f.at(place()))?;
                    let support =
                        kind.filter(|kind| ["support", "solidsupport"].contains(&kind.as_str()));
                    body = Some((id, Body { support, ..Body::default() }));
                } else {
                    let body = body.as_mut().map(|(_, b)| b);
                    take(&tag, &mut model, body).map_err(|f| f.at(place()))?;
                }
            } else if body.is_some() && !is_harmless(&space) {
                let name = shown(tag.name().as_ref().as_bytes());
                let what = format!("`{name}` in an object of a 3MF is not supported");
                return Err(Fault::Unsupported(what).at(place()));
            }
        }
        let done = match &event {
            Event::Start(_) => {
                open += 1;
                false
            }
            Event::End(tag) => {
                open = open.saturating_sub(1);
                ended = open == 0;
                object(tag.local_name())
            }
            Event::Empty(tag) => {
                ended = open == 0;
                object(tag.local_name())
            }
            Event::Eof if ended => return Ok(model),
            Event::Eof => return Err(broken("its model ends too early".into())),
            _ => false,
        };
        if let (true, Some((id, read))) = (done, body.take_if(|_| done)) {
            check(&read).map_err(|f| f.at(place()))?;
            if model.objects.insert(id.clone(), read).is_some() {
                return Err(broken(format!("object {} is there twice", shown(id.as_bytes()))));
            }
        }
    }
}

/// Whether an event is more than a blank or a remark.
fn says_more(event: &Event<'_>) -> bool {
    match event {
        Event::Eof | Event::Comment(_) | Event::PI(_) => false,
        Event::Text(text) => text.bytes().any(|b| !b.is_ascii_whitespace()),
        _ => true,
    }
}

/// Whether elements of a namespace add nothing to the shape.
fn is_harmless(space: &ResolveResult<'_>) -> bool {
    matches!(space, ResolveResult::Bound(Namespace(space)) if adds_nothing(space))
}

fn adds_nothing(namespace: &str) -> bool {
    HARMLESS.iter().any(|part| namespace.contains(part))
}

fn take(tag: &Tag, model: &mut Model, body: Option<&mut Body>) -> Result<(), Fault> {
    match (tag.start.local_name().as_ref(), body) {
        ("model", _) => {
            model.units = units(tag.optional("unit")?.as_deref())?;
            refuse_extensions(tag)?;
        }
        ("item", _) => model.items.push(tag.reference()?),
        ("component", Some(body)) => body.components.push(tag.reference()?),
        ("vertex", Some(body)) => {
            let number = body.vertices.len() as u64 + 1;
            let mut point = [0.0; 3];
            for (axis, coordinate) in ["x", "y", "z"].into_iter().zip(&mut point) {
                *coordinate = finite(&tag.text(axis)?, number)?;
            }
            body.vertices.push(point);
        }
        ("triangle", Some(body)) => {
            if body.triangles.len() as u64 >= MAX_TRIANGLES {
                return Err(Fault::TooMany(MAX_TRIANGLES));
            }
            let mut corners = [0; 3];
            for (name, corner) in ["v1", "v2", "v3"].into_iter().zip(&mut corners) {
                *corner = tag.number(name)?;
            }
            body.triangles.push(corners);
        }
        _ => {}
    }
    Ok(())
}

/// Triangles may stand before the last vertex, so indices are checked at the end.
fn check(body: &Body) -> Result<(), Fault> {
    let count = body.vertices.len();
    let bad = body.triangles.as_flattened().iter().find(|v| **v as usize >= count);
    bad.map_or(Ok(()), |v| Err(Fault::BadIndex { index: v.to_string(), count: count as u64 }))
}

fn units(word: Option<&str>) -> Result<Units, Fault> {
    Ok(match word {
        None | Some("millimeter") => Units::Millimetre,
        Some("micron") => Units::Micron,
        Some("centimeter") => Units::Centimetre,
        Some("inch") => Units::Inch,
        Some("foot") => Units::Foot,
        Some("meter") => Units::Metre,
        Some(other) => {
            let expected = "a unit of length".into();
            return Err(Fault::Syntax { expected, found: shown(other.as_bytes()) });
        }
    })
}

/// A namespace in a message: all of 3MF's begin alike.
fn told(namespace: &str) -> String {
    shown(namespace.strip_prefix(FAMILY).unwrap_or(namespace).as_bytes())
}

fn refuse_extensions(tag: &Tag) -> Result<(), Fault> {
    for prefix in tag.optional("requiredextensions")?.unwrap_or_default().split_whitespace() {
        let namespace = tag.optional(&format!("xmlns:{prefix}"))?.unwrap_or_default();
        if !adds_nothing(&namespace) {
            let name = told(if namespace.is_empty() { prefix } else { &namespace });
            return Err(Fault::Unsupported(format!("the 3MF extension `{name}` is not supported")));
        }
    }
    Ok(())
}

fn finite(text: &str, number: u64) -> Result<f64, Fault> {
    let text = text.trim();
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        Ok(_) => Err(Fault::NotFinite { text: shown(text.as_bytes()), number }),
        Err(_) => {
            let expected = "a number".into();
            Err(Fault::Syntax { expected, found: shown(text.as_bytes()) })
        }
    }
}

/// The value of an attribute without a prefix; entities resolved.
pub(super) fn attribute(tag: &BytesStart<'_>, name: &str) -> Result<Option<String>, Fault> {
    Tag::new(tag)?.optional(name)
}

/// An element and its attributes, none of which it has twice.
struct Tag<'a> {
    start: &'a BytesStart<'a>,
    attributes: Vec<Attribute<'a>>,
}

impl<'a> Tag<'a> {
    fn new(start: &'a BytesStart<'a>) -> Result<Self, Fault> {
        let attributes: Result<Vec<_>, _> = start.attributes().collect();
        let attributes = attributes.map_err(|e| Fault::Package(e.to_string()))?;
        Ok(Self { start, attributes })
    }

    /// The value of an attribute with this name, prefix and all: one of another namespace is
    /// another attribute.
    fn optional(&self, name: &str) -> Result<Option<String>, Fault> {
        self.value(|key| key.as_ref() == name)
    }

    fn value(&self, wanted: impl Fn(QName<'_>) -> bool) -> Result<Option<String>, Fault> {
        let Some(found) = self.attributes.iter().find(|a| wanted(a.key)) else { return Ok(None) };
        let value = found.normalized_value(XmlVersion::Implicit1_0);
        Ok(Some(value.map_err(|e| Fault::Package(e.to_string()))?.into_owned()))
    }

    fn text(&self, name: &str) -> Result<String, Fault> {
        self.optional(name)?.ok_or_else(|| Fault::Syntax {
            expected: format!("attribute `{name}`"),
            found: shown(self.start.as_bytes()),
        })
    }

    fn number(&self, name: &str) -> Result<u32, Fault> {
        let text = self.text(name)?;
        text.trim().parse().map_err(|_| Fault::Syntax {
            expected: "a vertex number".into(),
            found: shown(text.as_bytes()),
        })
    }

    fn reference(&self) -> Result<Reference, Fault> {
        let transform = match self.optional("transform")? {
            None => Transform::IDENTITY,
            Some(text) => {
                let numbers: Result<Vec<f64>, _> =
                    text.split_whitespace().map(str::parse::<f64>).collect();
                let twelve = numbers.ok().and_then(|n| <[f64; 12]>::try_from(n).ok());
                Transform(twelve.filter(|n| n.iter().all(|x| x.is_finite())).ok_or_else(|| {
                    let expected = "twelve numbers in `transform`".into();
                    Fault::Syntax { expected, found: shown(text.as_bytes()) }
                })?)
            }
        };
        // Of the production extension, whatever its prefix.
        let path = self.value(|key| key.local_name().as_ref() == "path")?;
        let path = path.map(|p| p.trim_start_matches('/').to_string());
        Ok(Reference { path, id: self.text("objectid")?, transform })
    }
}
