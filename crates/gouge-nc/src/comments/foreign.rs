//! Programs for controls that are not supported, recognised so that they are refused by name.

/// The control whose language a line is in, when it is one that is not read here.
pub(crate) fn language(line: &[u8]) -> Option<&'static str> {
    let text = String::from_utf8_lossy(line).to_ascii_uppercase();
    if is_heidenhain(&text) {
        Some("Heidenhain")
    } else if is_siemens(&text) {
        Some("Siemens Sinumerik")
    } else {
        None
    }
}

/// Whether a line is of the file that a CAM system hands to its postprocessor (ISO 4343).
pub(crate) fn is_cutter_location(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_ascii_uppercase();
    let words = text.trim_start();
    let major = [
        "PARTNO", "UNIT/", "UNITS/", "MACHIN/", "MULTAX", "CUTTER/", "LOAD/", "LOADTL/", "TLAXIS/",
        "GOTO/", "GODLTA/", "FEDRAT/", "SPINDL/",
    ];
    major.iter().any(|word| words.starts_with(word))
}

/// Heidenhain's plain text: a bare block number, which may be left out, then words.
fn is_heidenhain(text: &str) -> bool {
    let text = text.trim_start();
    let words = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = words.len() < text.len();
    let words = words.trim_start();
    ["BEGIN PGM", "END PGM", "BLK FORM", "TOOL CALL", "TOOL DEF", "CYCL DEF", "CYCL CALL"]
        .iter()
        .any(|start| words.starts_with(start))
        || (numbered
            && ["L ", "C ", "CC ", "CR "].iter().any(|start| words.starts_with(start))
            && [" X", " Y", " Z", " FMAX"].iter().any(|part| words.contains(part)))
}

/// Siemens: header, commands in words, calls with parentheses, assigned addresses.
fn is_siemens(text: &str) -> bool {
    let text = text.trim_start();
    let words = match text.strip_prefix('N') {
        Some(rest) => rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start(),
        None => text,
    };
    if words.starts_with("%_N_") || words.contains("_MPF") && words.starts_with(";$PATH") {
        return true;
    }
    let commands = [
        "TRANS",
        "ATRANS",
        "ROT ",
        "AROT",
        "MIRROR",
        "SUPA",
        "MSG(",
        "MSG (",
        "WORKPIECE(",
        "DEF REAL",
        "DEF INT",
        "PROC ",
        "MCALL",
        "CYCLE",
        "POCKET",
        "HOLES",
        "TRAORI",
        "STOPRE",
        "FFWON",
        "SOFT",
        "COMPCAD",
        "COMPOF",
        "TRAFOOF",
        "GOTOF",
        "GOTOB",
        "T=",
        "T =",
        "REPEAT ",
    ];
    // What stands in quotes is a text.
    let code: String = words.split('"').step_by(2).collect();
    commands.iter().any(|command| words.starts_with(command))
        || ["CR=", "AC(", "IC(", "TURN="].iter().any(|part| code.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of APT was called Sinumerik, after 16 refusals.
    #[test]
    fn tells_cutter_location_data_from_programs() {
        for line in ["PARTNO/1", "CUTTER/4.,0,2.,1.2,31.,0,83.", "  goto/1,2,3", "UNITS/MM"] {
            assert!(is_cutter_location(line.as_bytes()), "{line}");
        }
        for line in ["G1 X1", "GOTO 10", "GOTO#1", "(PARTNO 7)", "M5", "UNIT"] {
            assert!(!is_cutter_location(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn tells_languages_apart() {
        assert_eq!(language(b"0 BEGIN PGM PLATE MM"), Some("Heidenhain"));
        assert_eq!(language(b"12 L X+10 Y-5 FMAX"), Some("Heidenhain"));
        assert_eq!(language(b"N10 TRANS X10 Y20"), Some("Siemens Sinumerik"));
        assert_eq!(language(b"G2 X10 Y0 CR=5"), Some("Siemens Sinumerik"));
        assert_eq!(language(b"BEGIN PGM PLATE MM"), Some("Heidenhain"));
        assert_eq!(language(b"TOOL CALL 1 Z S1500"), Some("Heidenhain"));
        assert_eq!(language(b"M4000 P11 R15 S\"Face Mill CR=0\""), None);
        assert_eq!(language(b"N10 G1 X10"), None);
        assert_eq!(language(b"G2 X1 R5"), None);
    }
}
