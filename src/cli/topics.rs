//! Pages of `gouge help TOPIC`.

/// Name, one line, page.
pub struct Topic {
    /// As typed.
    pub name: &'static str,
    /// One line for the list.
    pub about: &'static str,
    /// The page.
    pub page: &'static str,
}

/// Every topic.
pub const TOPICS: &[Topic] = &[
    Topic {
        name: "verdicts",
        about: "what clean, gouge and unknown mean; exit codes",
        page: "\
Gouge answers one question: does any motion of any tool of this program take away
material of the part, or touch a fixture; where, how deep, on which line?

  clean    every motion was understood, and the depth of each is proved not to
           exceed the tolerance                                          exit 0
  gouge    at least one motion is proved deeper; each comes with a witness
                                                                         exit 1
  unknown  nothing is proved to gouge, but something was not checked: a block
           that was not understood, a tool that is not declared, a start that
           is not known                                                  exit 3
  The command itself could not run (usage, unreadable files)             exit 2

Touching is not gouging: a finishing pass touches the part everywhere.

Depth is the larger of two: tool-side (how far the surface lies inside the swept
tool) and part-side (how much material is gone along the surface's normal).
`gouge recheck REPORT.json` proves every witness again, with code that shares
nothing with the search.
",
    },
    Topic {
        name: "tools",
        about: "how tools are declared",
        page: "\
  --tool N=SPEC, repeatable; lengths in mm, or with a unit (0.5in)

  ball:D                    ball end mill of diameter D
  flat:D                    square end mill
  bull:D,R                  bull nose, corner radius R
  taper:TIP,HALF,D          ball tip of radius TIP, half angle HALF degrees from
                            the axis, greatest diameter D
  drill:D,POINT             full point angle POINT in degrees
  profile:FILE              any silhouette of lines and arcs
  mesh:FILE.stl             the closed convex shape that the spinning cutter sweeps

  then, each after a semicolon:
  len=L                     the cutter ends L above the tip (without: no top)
  shank=D,L                 a cylinder above the cutter
  holder=FILE               a profile above the shank
  clearance=C               what shank and holder keep from the part
  unit=inch                 bare numbers are inches

  gouge check part.stl job.nc --tool '1=ball:6;len=20;shank=6,40'

--tools FILE reads a library: the [tools] table of a job file (TOML), a Fusion 360
tool library (JSON), a FreeCAD tool bit (.fctb), a LinuxCNC tool table (offsets).

A tool that is declared nowhere but described in the program's own comments is
taken from there, and the report says so. Where both exist and differ, the
declaration counts and the report warns.
",
    },
    Topic {
        name: "coordinates",
        about: "units, zero, start, placement",
        page: "\
Inside, all is millimetres. STL files carry no unit: --mesh-units says which.

  --origin X,Y,Z    where the program's zero (the work offset in force) lies in
                    part coordinates
  --transform FILE  instead, when the part also turns: 16 numbers, 4x4 row-major,
                    from part coordinates to program coordinates
  --start X,Y,Z     where the tool stands before the first block, in program
                    coordinates; without it, motions are unknown until the program
                    has set all three axes
  --home X,Y,Z      where machine zero lies in program coordinates; without it, the
                    ends of G28, G30 and G53 motions are unknown

The control point is what the program moves: the tool's tip on its axis while the
right length offset is in force. The axis is +Z.
",
    },
    Topic {
        name: "reports",
        about: "formats, the JSON fields",
        page: "\
  --format text     for people: worst region first, the guilty words underlined
  --format json     all of it, one object; `gouge recheck` reads this
  --format jsonl    the same, one object a line, each with a `type`
  --format sarif    SARIF 2.1.0, for code scanning
  --format junit    JUnit XML, for test dashboards
  --format github   annotations in a GitHub workflow

--output FILE is written whole or not at all. The report of one input is the same,
byte for byte, whatever the threads and the engine; only `run` holds times and host
facts, and --no-run leaves it out. The one exception is --budget: what is proved when
the time is over depends on the machine. It counts from the start of the command; files
are still read whole, and a motion once begun is finished. Motions not reached are
unknown (G014), those first in which a facet can still lie deepest; never clean.

Contacts are grouped into regions: same tool, component and body, neighbouring
motions, adjacent facets. A region's fingerprint survives renumbered lines, blanks
and comments, so that a known region can be recognised in the next posting.
",
    },
    Topic {
        name: "job",
        about: "gouge.toml: options and tools in a file",
        page: "\
A job file holds what would otherwise be typed. `gouge.toml` is found by itself
beside the program or in a folder above it; --job names another. What is typed
counts more. Paths are relative to the job file.

  part = \"part.stl\"              # or a list
  program = \"job.nc\"
  fixture = [\"vise.stl\"]
  origin = [0, 0, 25]            # or transform = [16 numbers]
  dialect = \"haas\"
  tolerance = 0.01               # a number in mm, or \"0.0005in\"

  [tools]
  1 = \"ball:6;len=20;shank=6,40\"
  2 = \"flat:10\"

Further keys: start, home, mesh_units, allowance, deviation, mesh_chord,
block_delete, tools_from (a tool library).
",
    },
];
