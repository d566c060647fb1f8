//! The kinds that slicers note for a 3MF's volumes beside its model: some volumes are no material,
//! but take material away, or only change settings or supports where they are.
//!
//! Bambu Studio and OrcaSlicer name the kind of each part of an object (`subtype`), PrusaSlicer
//! that of each volume (`volume_type`, earlier `modifier`).

use std::io::{BufReader, Cursor, Read};

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;

use super::model::attribute;
use crate::mesh::error::{Fault, Found, Place};
use crate::mesh::text::shown;

const FILES: [&str; 2] = ["Metadata/model_settings.config", "Metadata/Slic3r_PE_model.config"];

/// Bytes that such a file has at most.
const MOST: u64 = 1 << 26;

/// Refuses a package that has such volumes.
pub(super) fn expect_material(zip: &mut ZipArchive<Cursor<&[u8]>>) -> Result<(), Found> {
    for name in FILES {
        let Ok(entry) = zip.by_name(name) else { continue };
        let mut reader = Reader::from_reader(BufReader::new(entry.take(MOST)));
        let mut buffer = Vec::new();
        loop {
            buffer.clear();
            let byte = reader.buffer_position();
            let at = |fault: Fault| fault.at(Place::Member { name: name.to_owned(), byte });
            let event = reader.read_event_into(&mut buffer);
            match event.map_err(|e| at(Fault::Package(e.to_string())))? {
                Event::Start(tag) | Event::Empty(tag) => {
                    if let Some(kind) = no_material(&tag).map_err(at)? {
                        let kind = shown(kind.as_bytes());
                        let what = format!("a slicer's settings make one of its volumes `{kind}`");
                        return Err(at(Fault::NoMaterial(what)));
                    }
                }
                Event::Eof if byte >= MOST => {
                    return Err(at(Fault::Package("it is larger than any settings".into())));
                }
                Event::Eof => break,
                _ => {}
            }
        }
    }
    Ok(())
}

/// What an element makes of a volume, where that is no material.
fn no_material(tag: &BytesStart<'_>) -> Result<Option<String>, Fault> {
    match tag.local_name().as_ref() {
        "part" => Ok(attribute(tag, "subtype")?.filter(|kind| kind != "normal_part")),
        "metadata" => {
            let value = attribute(tag, "value")?;
            Ok(match attribute(tag, "key")?.as_deref() {
                Some("volume_type") => value.filter(|kind| kind != "ModelPart"),
                Some("modifier") => value.filter(|on| on == "1").map(|_| "modifier".to_owned()),
                _ => None,
            })
        }
        _ => Ok(None),
    }
}
