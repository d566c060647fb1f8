//! 3MF: the build of a package, its components placed and its units honoured.
//!
//! Read here rather than by threemf, which drops the file a component lies in (`p:path`), so that
//! parts of packages with several model files would be mixed up.

mod model;
mod settings;
mod transform;

use std::collections::BTreeMap;
use std::io::{BufReader, Cursor, Read};

use quick_xml::Reader;
use quick_xml::events::Event;
use zip::ZipArchive;

use super::error::{Fault, Found};
use super::parsed::Parsed;
use super::weld::Welder;
use model::{Body, Model, Reference};
use transform::Transform;

/// Objects within objects beyond this are taken for a loop.
const DEEPEST: usize = 64;
/// Components placed in all; a small file can name far more by nesting them.
const MOST_PLACED: usize = 1_000_000;

/// Models of more bytes than this may be at most so many times as large as their packed form:
/// rows of like vertices pack to a fiftieth, nothing but blanks to a thousandth.
const SUSPICIOUS_BYTES: u64 = 1 << 26;
const MOST_UNPACKED: u64 = 200;
/// Bytes of the list that names the model.
const MOST_RELATIONS: u64 = 1 << 20;

pub(super) fn read(bytes: &[u8]) -> Result<Parsed, Found> {
    let mut package = Package::open(bytes)?;
    settings::expect_material(&mut package.zip)?;
    let root = package.root()?;
    package.load(&root)?;
    let units = package.models[&root].units;
    let mut assembly = Assembly { package, units, placed: 0, welder: Welder::default() };
    let items = std::mem::take(&mut assembly.package.model(&root)?.items);
    if items.is_empty() {
        return Err(Fault::Empty("the build of this 3MF lists no items".into()).into());
    }
    for item in items {
        assembly.place(&root, &item, &Transform::IDENTITY, 0)?;
    }
    if assembly.welder.len() == 0 {
        let what = "the objects in the build of this 3MF hold no triangles";
        return Err(Fault::Empty(what.into()).into());
    }
    Ok(Parsed { mesh: assembly.welder.finish(units), units, warnings: Vec::new(), bent: 0.0 })
}

/// The zip and the models read from it so far, by name.
struct Package<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    models: BTreeMap<String, Model>,
}

impl<'a> Package<'a> {
    fn open(bytes: &'a [u8]) -> Result<Self, Found> {
        let zip = ZipArchive::new(Cursor::new(bytes))
            .map_err(|e| Fault::Package(format!("not a complete zip ({e})")))?;
        if entries(bytes).is_some_and(|count| count != zip.len()) {
            let what = "two of its files have the same name";
            return Err(Fault::Package(what.into()).into());
        }
        Ok(Self { zip, models: BTreeMap::new() })
    }

    /// The model that the package's relationships name, or the customary one.
    fn root(&mut self) -> Result<String, Found> {
        const KIND: &str = "/3dmodel";
        const CUSTOMARY: &str = "3D/3dmodel.model";
        let Ok(entry) = self.zip.by_name("_rels/.rels") else {
            return Ok(CUSTOMARY.into());
        };
        let mut reader = Reader::from_reader(BufReader::new(entry.take(MOST_RELATIONS)));
        let mut buffer = Vec::new();
        let broken = |what: String| Fault::Package(format!("_rels/.rels: {what}"));
        let mut root = None;
        loop {
            buffer.clear();
            let event = reader.read_event_into(&mut buffer);
            match event.map_err(|e| broken(e.to_string()))? {
                Event::Start(tag) | Event::Empty(tag) => {
                    let kind = model::attribute(&tag, "Type")?.unwrap_or_default();
                    if let (true, Some(target)) =
                        (kind.ends_with(KIND), model::attribute(&tag, "Target")?)
                    {
                        let target = target.trim_start_matches('/').to_string();
                        if root.get_or_insert(target.clone()) != &target {
                            return Err(broken("it names two models".into()).into());
                        }
                    }
                }
                Event::Eof => return Ok(root.unwrap_or_else(|| CUSTOMARY.into())),
                _ => {}
            }
        }
    }

    fn load(&mut self, name: &str) -> Result<(), Found> {
        if self.models.contains_key(name) {
            return Ok(());
        }
        let entry = self.zip.by_name(name);
        let entry = entry.map_err(|e| Fault::Package(format!("no model `{name}` ({e})")))?;
        let (packed, whole) = (entry.compressed_size(), entry.size());
        if whole > SUSPICIOUS_BYTES && whole / MOST_UNPACKED > packed {
            let what = format!("`{name}` unpacks from {packed} to {whole} bytes, as no model does");
            return Err(Fault::Package(what).into());
        }
        // Read beyond its end, so that its checksum is compared, and no further: the size stated
        // may be a lie.
        let mut source = BufReader::new(entry.take(whole + 1));
        let model = model::read(name, &mut source)?;
        if source.get_ref().limit() == 0 {
            let what = format!("`{name}` is larger than it says");
            return Err(Fault::Package(what).into());
        }
        self.models.insert(name.to_string(), model);
        Ok(())
    }

    fn model(&mut self, name: &str) -> Result<&mut Model, Found> {
        self.load(name)?;
        let lost = || Found::from(Fault::Package(format!("no model `{name}`")));
        self.models.get_mut(name).ok_or_else(lost)
    }
}

/// How many files a zip says it holds, where its last record tells (APPNOTE.TXT, 4.3.16): of two
/// with the same name the crate keeps one.
fn entries(bytes: &[u8]) -> Option<usize> {
    let end = bytes.windows(4).rposition(|w| w == b"PK\x05\x06")?;
    let count = bytes.get(end + 10..end + 12)?;
    let count = u16::from_le_bytes([count[0], count[1]]);
    (count != u16::MAX).then_some(count.into())
}

struct Assembly<'a> {
    package: Package<'a>,
    units: super::Units,
    placed: usize,
    welder: Welder,
}

impl Assembly<'_> {
    /// Puts the object that `reference`, standing in model `file`, names into the part.
    fn place(
        &mut self,
        file: &str,
        reference: &Reference,
        outer: &Transform,
        depth: usize,
    ) -> Result<(), Found> {
        self.placed += 1;
        if depth > DEEPEST || self.placed > MOST_PLACED {
            let what = "objects contain each other in a loop or too often";
            return Err(Fault::Package(what.into()).into());
        }
        let file = reference.path.as_deref().unwrap_or(file).to_string();
        let units = self.units;
        let model = self.package.model(&file)?;
        if model.units != units {
            let what = format!("its model files disagree about units (`{file}`)");
            return Err(Fault::Unsupported(what).into());
        }
        let placement = outer.after(&reference.transform);
        let lost = || {
            let what = format!("object {} in `{file}` is missing or contains itself", reference.id);
            Fault::Package(what)
        };
        // Taken out and put back, because its components lead to other objects.
        let body = model.objects.remove(&reference.id).ok_or_else(lost)?;
        let done = self.add(&file, &body, &placement, depth);
        self.package.model(&file)?.objects.insert(reference.id.clone(), body);
        done
    }

    fn add(
        &mut self,
        file: &str,
        body: &Body,
        placement: &Transform,
        depth: usize,
    ) -> Result<(), Found> {
        if placement.flattens() {
            let what = format!("a transform in `{file}` flattens what it places");
            return Err(Fault::Package(what).into());
        }
        if let Some(kind) = &body.support {
            let what = format!("its build places an object of the type `{kind}` (in `{file}`)");
            return Err(Fault::NoMaterial(what).into());
        }
        if body.triangles.is_empty() && body.components.is_empty() {
            let what = format!("objects in the build of this 3MF hold no triangles (in `{file}`)");
            return Err(Fault::Empty(what).into());
        }
        for triangle in &body.triangles {
            let mut corners = triangle.map(|v| placement.apply(body.vertices[v as usize]));
            if placement.mirrors() {
                corners.swap(1, 2);
            }
            if let Some(bad) = corners.as_flattened().iter().find(|c| !c.is_finite()) {
                let number = self.welder.len() as u64 + 1;
                return Err(Fault::NotFinite { text: bad.to_string(), number }.into());
            }
            self.welder.push(corners)?;
        }
        body.components.iter().try_for_each(|c| self.place(file, c, placement, depth + 1))
    }
}
