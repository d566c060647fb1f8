//! The codes of part files: what each means and what to do about it.

pub(super) const TRAILING: &str = "M101";
pub(super) const EMPTY_SOLID: &str = "M102";
pub(super) const OPEN: &str = "M103";
pub(super) const NON_MANIFOLD: &str = "M104";
pub(super) const FLIPPED: &str = "M105";
pub(super) const INVERTED: &str = "M106";
pub(super) const DEGENERATE: &str = "M107";
pub(super) const DUPLICATE: &str = "M108";
pub(super) const INWARD: &str = "M109";
pub(super) const SIZE: &str = "M110";
pub(super) const BENT: &str = "M111";

/// Code, title and explanation of everything that can be said about a part file, sorted.
/// M0… keep the file from being used, M1… do not.
pub const CODES: &[(&str, &str, &str)] = &[
    (
        "M001",
        "the part file cannot be opened",
        "No file has that name, a folder was named, or the system refuses to hand out the \
         bytes. Check the name, the folder and the permissions.",
    ),
    (
        "M002",
        "the part file changed while it was read",
        "Another program was writing the file: fewer or more bytes came than it had when it \
         was opened. Wait until the export is done and run the check again.",
    ),
    (
        "M003",
        "the part file is empty",
        "The file holds no byte, or no triangle: there is nothing that could be cut into. The \
         message says which part of it is empty. Most often no body was selected for the \
         export.",
    ),
    (
        "M004",
        "the format of the part file is not known",
        "Neither the content nor the extension fits STL (binary or text), OBJ, PLY or 3MF. \
         STEP, IGES and the CAD systems' own files hold surfaces, not triangles: export one of \
         the four from there, binary STL at a chord tolerance below the tolerance of the check.",
    ),
    (
        "M005",
        "the part file ends too early",
        "What is read stops in the middle of a triangle, a solid or a header. The missing rest \
         could hold material, so nothing is checked. Export or copy the file again.",
    ),
    (
        "M006",
        "the triangle count does not fit the file",
        "A binary STL states its number of triangles in bytes 80 to 83, and each takes 50 \
         bytes. Here the file is shorter, or longer by at least one whole triangle, so either \
         the count or the file is wrong. Up to 49 bytes more are padding and only reported \
         (M101). Export or copy the file again.",
    ),
    (
        "M007",
        "a coordinate is not a finite number",
        "NaN, infinity or a number beyond the format's range stands where a coordinate should. \
         The message says where. Such corners come from failed surface operations: repair the \
         part in its CAD system.",
    ),
    (
        "M008",
        "the text of the part file does not follow its format",
        "At the stated line and column something else stands than the format asks for. Nothing \
         is guessed, since a skipped line could be a facet. Export the part again.",
    ),
    (
        "M009",
        "a face uses a vertex that does not exist",
        "Faces name their corners by number; this number is zero, or beyond the vertices of \
         the file. Export the part again.",
    ),
    (
        "M010",
        "the outline of a face crosses itself",
        "A polygon with more than three corners could not be cut into triangles that cover it \
         once. Let the exporter triangulate.",
    ),
    (
        "M011",
        "the part has too many triangles",
        "Corners are numbered with 32 bits, which ends at 1,431,655,765 triangles. Export with \
         a coarser tolerance, or as several files given with `--part`.",
    ),
    (
        "M012",
        "the part file holds something that cannot be used",
        "The file is valid but says more than triangles: free-form surfaces, triangle strips, \
         files included by name, an extension of 3MF that changes the shape, different units in \
         one package, or volumes that are no material, such as a slicer's negative parts, \
         modifiers and supports. Leaving that out, or counting it in, would be another part. \
         Export the part alone as binary STL.",
    ),
    (
        "M013",
        "the 3MF package is broken",
        "The zip is incomplete, a model or object that is named in it is missing, its XML is \
         not well-formed, or objects contain each other in a loop. Export the part again.",
    ),
    (
        "M014",
        "a coordinate is out of range",
        "Some corner lies more than 100 km from zero: farther than any machine reaches, and so far \
         that rounding would come near the tolerance. Most often the unit is wrong \
         (`--mesh-units`), or the file is damaged.",
    ),
    (
        TRAILING,
        "bytes after the mesh were ignored",
        "The file goes on after its last triangle. Some systems pad their files or append \
         notes; nothing of the surface is missing.",
    ),
    (
        EMPTY_SOLID,
        "a solid of the file is empty",
        "A text STL with several solids names one that has no facets. The others are used. \
         Check that nothing was left out of the export.",
    ),
    (
        OPEN,
        "the mesh is not closed",
        "Some edges belong to a single facet: there are holes, or neighbouring facets do not share \
         their corners to the last bit. Every contact with the surface is still found. Facets \
         without area, facets that repeat others, pieces that are closed by themselves and corners \
         on the edges of their neighbours do no harm, nor do cracks of eight units in the last \
         place of single precision, no wider than 0.0001 mm: they count as closed. Nor does a hole \
         matter to a motion all of which is nearer to the surface than to the hole. Otherwise \
         inside and outside cannot be distinguished: a motion within the bounds of the open pieces \
         that touches no facet is clean only where its chain of motions is known to come from \
         outside or to go there, else unknown (G015). Part-side depth is measured only where the \
         nearest facets, or a clear view along +Z, determine the side; beside a rim it is never \
         more than the distance to what has that view. Close the part in its CAD system, or export \
         it as a solid.",
    ),
    (
        NON_MANIFOLD,
        "edges with more than two facets",
        "Bodies touch along an edge, sheets meet in one, or facets are doubled. If each edge \
         is run through equally often in both directions the mesh still has an inside; if \
         not, what is said about open meshes (M103) holds.",
    ),
    (
        FLIPPED,
        "neighbouring facets disagree about the outside",
        "Two facets run along their common edge in the same direction, so one of them faces \
         inwards. Around closed pieces the inside is still known, from how often a line crosses \
         them; else see M103. Beside such facets depths are measured from the tool's side only. \
         Let the CAD system or a mesh repair tool unify the normals.",
    ),
    (
        INVERTED,
        "the mesh is inside out",
        "The mesh is closed, but its facets face inwards: its volume is negative. \
         What it encloses is taken neither for material nor for air: a gouge is proved by how \
         far the surface lies inside the tool, and a motion that may be deeper than that \
         is unknown (G015). Flip the normals and export again.",
    ),
    (
        DEGENERATE,
        "facets without area",
        "Facets whose corners lie on one line or coincide. They are kept, so that triangle \
         numbers stay those of the file, and are harmless: their edges are still tested.",
    ),
    (
        DUPLICATE,
        "facets that occur more than once",
        "Facets with the same three corners as an earlier one. They are kept, so that triangle \
         numbers stay those of the file. A doubled facet makes its edges non-manifold (M104). \
         Often a body was exported twice.",
    ),
    (
        INWARD,
        "pieces that face inwards",
        "Some pieces of a part with several have negative volume. That is right for cavities \
         inside another piece, and wrong for a body of its own: then it is inside out.",
    ),
    (
        SIZE,
        "the part has an unlikely size",
        "STL, OBJ and PLY do not say what one unit of their coordinates is. Taken as stated, \
         the part is smaller than a millimetre or larger than ten metres. If it was drawn in \
         metres or inches say so with `--mesh-units`.",
    ),
    (
        BENT,
        "faces that are not flat",
        "The corners of a face with more than three lie in no plane, so that its surface depends \
         on how it is triangulated, and the file does not say how. The message says how far the \
         surfaces may lie apart. The check holds for the triangles that Gouge made of it. Let the \
         exporter triangulate where that is more than the tolerance allows.",
    ),
];
