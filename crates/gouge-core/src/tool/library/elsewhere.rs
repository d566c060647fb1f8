//! Headings known to say nothing about shape, in English and German: how a tool cuts, what it is
//! made of, where it is kept, what it costs, who uses it.
//!
//! Any other heading may concern the shape, and a figure under it keeps the tool out.

use super::heading::{bare, tells_of_a_shape, words};

/// Words that settle what a heading is about, whatever else it says: the material of a shank, the
/// speed on a ramp, the offset of a diameter.
const SETTLING: &str = "\
    assembly coating comp compensation feed feedrate gage gauge grade helix material \
    offset offsets rake ramp relief rpm speed speeds spindle tolerance wear";

/// Words that do so where no other tells of a shape.
const ABOUT: [&str; 7] = [
    // Cutting.
    "\
     ae ap vc vf fz fn sfm smm ipm ipr ipt chipload chip plunge stepdown stepover doc woc \
     coolant cooling air mist power torque force pressure dwell retract direction rotation \
     clockwise hand handed rapid rpmx drehrichtung",
    // Edges.
    "\
     flute flutes nof zefp teeth tooth edges z fha gamf zähne schneiden zaehne pitch tpi \
     threading",
    // Make.
    "\
     vendor manufacturer supplier brand maker make series product catalog catalogue part \
     article item sku ean gtin barcode serial rfid substrate hardness hrc weight mass wt \
     balance standard bsg tcdc",
    // Store.
    "\
     price cost currency stock quantity qty order ordered reorder location shelf drawer \
     cabinet bin rack warehouse",
    // Machine and control.
    "\
     pocket magazine magazin station turret carousel pot position machine live break manual \
     change control preset h x y",
    // Use.
    "\
     time life count usage used uses cycles date created modified updated sharpened regrind \
     status state active enabled locked priority job operation operations project",
    // Keeping the list.
    "\
     id guid uuid uid key hash index row line sort version revision rev user owner author \
     url link href file image picture photo icon colour color page tags tag multiplier \
     media number no nr",
];

/// What German words for the same have in them, which are written as one.
const ROOTS: &str = "\
    anzahl artikel beschicht bestand bestell bild datum drehzahl farbe geschwindigkeit \
    gewicht hersteller korrektur kühl lager lieferant material nummer platz preis \
    schneidstoff standzeit verschleiß vorschub werkstoff zahl zustellung";

/// Words for what a tool is called.
const NAMES: &str =
    "name names description desc descriptor title label bezeichnung beschreibung benennung";

/// Words for what people write beside it.
const COMMENTS: &str =
    "comment comments note notes remark remarks info bemerkung kommentar hinweis";

/// What holds a tool.
const HOLDING: &str = "holder chuck arbor arbour collet halter spannzange spannfutter aufnahme";

/// What a name that is no figure's, unit's, kind's or number's is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Nothing that shapes a tool.
    Else,
    /// The tool as people call it.
    Name,
    /// What people write beside it.
    Comment,
    /// What holds the tool.
    Holder,
    /// Perhaps its shape.
    Unknown,
}

/// What a name is about.
pub fn about(name: &str) -> About {
    let all = words(bare(name));
    let has = |known: &str| all.iter().any(|word| known.split(' ').any(|other| other == word));
    if all.concat().contains("holder") || has(HOLDING) {
        return About::Holder;
    }
    if has(SETTLING) {
        return About::Else;
    }
    if tells_of_a_shape(name) {
        return About::Unknown;
    }
    if has(NAMES) {
        return About::Name;
    }
    if has(COMMENTS) {
        return About::Comment;
    }
    let rooted = all.iter().any(|word| ROOTS.split(' ').any(|root| word.contains(root)));
    match rooted || ABOUT.iter().any(|known| has(known)) {
        true => About::Else,
        false => About::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever was on no list of bad words was passed over: a body of 12 mm under `BD1`, `d2`.
    #[test]
    fn only_what_is_known_to_be_no_shape_says_nothing() {
        for name in [
            "vendor",
            "Vendor (tool_vendor)",
            "price",
            "Feed (mm/min)",
            "feed per tooth",
            "Cutting feedrate (tool_feedCutting)",
            "RPM",
            "Spindle speed (rpm)",
            "coating",
            "flutes",
            "number of flutes",
            "Number of flutes (tool_numberOfFlutes)",
            "NOF",
            "flute type",
            "shank material",
            "helix angle",
            "max ramp angle",
            "diameter offset",
            "length comp",
            "Gauge length",
            "Product ID",
            "part no.",
            "Stock qty",
            "pocket",
            "Last used",
            "Created",
            "tool life (min)",
            "Vorschub",
            "Spindeldrehzahl",
            "Zähnezahl",
            "Artikelnummer",
            "Kühlmittel",
            "media",
            "multiplier",
        ] {
            assert_eq!(about(name), About::Else, "{name}");
        }
        for name in ["Description", "tool name", "Bezeichnung"] {
            assert_eq!(about(name), About::Name, "{name}");
        }
        for name in ["notes", "Comment", "Bemerkung"] {
            assert_eq!(about(name), About::Comment, "{name}");
        }
        for name in ["holder", "Holder description", "collet", "toolholder", "Halter"] {
            assert_eq!(about(name), About::Holder, "{name}");
        }
        for name in [
            "BD1",
            "LB1",
            "BHTA",
            "LPR",
            "d2",
            "L",
            "SD",
            "Schaft",
            "Schaftdurchmesser",
            "Dmax",
            "flute diameter",
            "part diameter",
            "neck count of radius",
            "Hals",
            "profile",
            "what",
        ] {
            assert_eq!(about(name), About::Unknown, "{name}");
        }
    }
}
