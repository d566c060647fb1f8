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

If every gouge is accepted (--baseline, `gouge help baseline`), the verdict is still
gouge, but `gouge check` ends with 0, or with 3 if anything is unknown.

Other commands:
  recheck       1 if something in the report does not hold
  diff          1 if a region is new, deeper or larger; 3 if more is unknown than before
  batch, merge  the worst of the programs: 2, then 1, then 3; `gouge help job` says what an
                expected verdict ends with
  motions       3 if a block was refused
  cache verify  1 if a kept report is damaged

Touching is not gouging: a finishing pass touches the part everywhere.

Depth is the larger of two: tool-side (how far the surface lies inside the tool in some
pose) and part-side (how far below the nearest surface material is removed).
`gouge recheck REPORT.json` proves every witness again, with code that shares
nothing with the search; it shares the readers of program and mesh.
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
  chamfer:TIP,HALF,D        tip diameter TIP (0: a point), half angle HALF degrees from
                            the axis, greatest diameter D
  profile:FILE              any silhouette of lines and arcs, see below
  mesh:FILE.stl             a closed mesh: the shape that the spinning cutter sweeps,
                            tip at the origin, axis +Z; it is moved, never turned;
                            where bodies touch or overlap, depth bounds are looser:
                            unite the bodies if you can

  then, each after a semicolon:
  len=L                     the cutter ends L above the tip (without: no top)
  shank=D,L                 a cylinder above the cutter, or cones from below upwards,
                            D1,D2,H/D1,D2,H
  holder=FILE               a profile above the shank, or cones as with shank
  clearance=C               the distance that shank and holder must keep from the part
  unit=inch                 bare numbers, and a mesh or profile file, are in inches; a 3MF
                            file states its own unit: then write `in` behind the numbers

  gouge check part.stl job.nc --tool '1=ball:6;len=20;shank=6,40;holder=27,27,40'

A profile file holds a silhouette in (r, z), from the tip upwards, never back down, one
step a line, mm:

  # a bull nose of 10 mm with a corner of 2 mm
  start 0 0
  line 3 0
  arc 5 2 2        # to (5, 2), bulging outwards with radius 2; -2 is hollow
  line 5 30

`apt D R E F A B H` alone stands for the APT seven-parameter cutter. A holder's profile
begins at z = 0, its lower end.

--tools FILE reads a library: the [tools] table of a job file (TOML), a Fusion 360
tool library (JSON, or .tools), a FreeCAD tool bit or library (.fctb, .fctl), a list
(CSV or JSON). A LinuxCNC tool table (.tbl) gives length offsets and diameters, but no
shapes; it is in the machine's unit, which --table-units names. `gouge tools show FILE`
shows what is understood, `gouge tools import FILE` writes it as TOML. A list names its
columns by ISO 13399 or in words: T, kind, DC (diameter), RE (corner radius), SIG (full
point angle, also `angle`), TA (half angle), tip (its diameter), LCF (flutes), DN and LH (a
neck, no wider than the tool, and how far it goes up from the tip), SFDM (shank), OAL
(length), unit; `DC (in)` has its own unit, and a row of units may stand below the names. A
list that states no unit is taken to be in mm, and the report says so; an empty cell under
`unit` rules its tool out. In JSON it is a list of objects with these names, or an object of
them by tool number.

A library tool is used only if every figure given for its shape is understood. A figure
under any other heading rules the tool out, unless the heading is known to have nothing to
do with shape (feed, speed, flutes, vendor, price, offset ...); so does an unknown word in
its kind, or a bracket that is not a unit. A tool without a kind is an end mill unless its
name or description says otherwise; a chamfer mill must state its tip, 0 for a point. If a
library gives the flute length but nothing above it, the tool ends there, and the report
lists that as an assumption. A tool described in two conflicting ways is not used: two
figures (TA 45 beside SIG 120), a name or description of another kind (a ball that is called
a flat end mill), or two tools of one number. One that a library describes and Gouge does
not understand is not taken from another library or a comment either. --tool settles it.

So it is with figures of Fusion and FreeCAD under names that are not known (collar-diameter,
TaperAngle), with those that the kind of the tool does not have, and with a holder or shaft
in another form than Fusion's. What they write of flutes, hand, threads, coolant, feeds and
speeds says nothing of the shape and is left out. What was typed into Fusion (expressions)
must say what its figures say; formulas over other figures are not looked at. FreeCAD's
CuttingEdgeHeight is what its own drawings make of it: of a V-bit the part of full diameter
above the cone, of a chamfer bit the cone, which must end at the Diameter. A bit that a
FreeCAD library names is looked for in ../Bit, in Bit and beside the library: where there
are several, they must be the same.

A tool that is declared nowhere but described in the program's own comments is taken from
there, and the report says so. It is not used if comments contradict each other, or hold a
figure or a word of a shape that is not understood (12MM SHANK, 30 DEG V). Where a
declaration and a comment differ, the declaration counts and the report warns.
",
    },
    Topic {
        name: "coordinates",
        about: "units, zero, start, placement",
        page: "\
Everything is computed in millimetres. STL files carry no unit: --mesh-units names it.

  --origin X,Y,Z    where the program's zero (the work offset in force) lies in
                    part coordinates
  --flip x|y|SIDE   turns the part over about X or Y, or puts the named side of it (top,
                    bottom, front, back, left, right) up; front faces -Y
  --rotate DEGREES  then turns it about Z, counter-clockwise seen from above; the
                    origin stays the point of the part where program zero lies
  --transform FILE  instead: 16 numbers, 4x4 row-major, part to program coordinates
  --offset G55=X,Y,Z  where the zero of a further work offset lies, seen from G54
  --start X,Y,Z     where the tool stands before the first block, in program
                    coordinates; `,,100` gives only the height
  --home X,Y,Z      where machine zero lies in program coordinates (on most controls
                    minus the values of G54); `,,300` gives only the height. Besides
                    G28, G30 and G53, offsets set by G10 L2 count from it

An axis left empty is not known. Heights alone prove that motions above everything
touch nothing, wherever they are in X and Y. What is not known stays unknown; the
report lists what is missing with the options that supply it, and --assume accepts
what cannot be known (`gouge help assumptions`).

The control point is what the program moves: the tool's tip on its axis while the
right length offset is in force. The axis is +Z.
",
    },
    Topic {
        name: "reports",
        about: "formats, the JSON fields",
        page: "\
  --format text     for people: worst region first, the offending words underlined
  --format json     everything, as one object; `gouge recheck` reads this, and the same
                    inside a page of --format html
  --format jsonl    the same, one object a line, each with a `type`
  --format csv      a table of motions (with --moves) or of regions; in rows below, refusals,
                    undecided motions and warnings (`kind`, `about`)
  --format sarif    SARIF 2.1.0, for code scanning
  --format junit    JUnit XML, for test dashboards
  --format github   annotations in a GitHub workflow
  --format gitlab   Code Quality JSON, for GitLab
  --format html     one page with sections and a 3D view, for people and printers
  --format svg      the sections and the setup as one sheet
  --format ply      the meshes with `depth_mm` and `region` at every corner and facet
  --format vtp      the same for VTK and ParaView

--output FILE is written whole or not at all. The report of one input is the same,
byte for byte, whatever the threads and the engine; only `run` holds times and host
facts, and --no-run leaves it out. The one exception is --budget: how much is proved in
time depends on the machine. It counts from the start of the command; files are still
read whole, and a motion that has been started is finished. Motions not reached are
unknown (G014), never clean; those that may be deepest are listed first. If standard
output is closed at the start (`>&-`), the report is lost; the exit code is still the
verdict's.

Contacts are grouped into regions: same tool, component and body, neighbouring
motions, adjacent facets. A region's fingerprint survives renumbered lines, blanks
and comments, so that a known region can be recognised in the next posting.

--clearance measures minimum distances, proved like depths and listed by operation with
their place: cutters to parts in rapids (except straight up), shanks and holders to parts
always, everything to fixtures. With it come the stick-out that each tool needs, and its
lowest Z beside the `ZMIN=` of the program's header.

Fields of `--format json`: points are in part coordinates and millimetres, unless a
name ends in `_program`: program coordinates in the program's units. Bounds are
[lo, hi]: proved to be at least lo, and at most hi. `[]` stands for any place in a
list. `gouge help json` prints the JSON Schema; `gouge recheck` proves a report again
and names what it cannot.

",
    },
    Topic {
        name: "job",
        about: "gouge.toml: options and tools in a file",
        page: "\
A job file holds what would otherwise be typed. The nearest `gouge.toml` beside the
program or in a folder above it is used; --job names another. What is typed takes
precedence, key by key, but --fixture, --tools, --subprograms and --assume add to what
the job names, and so does --part where no PART is typed. A transform replaces origin,
flip and rotate, and each of these replaces a transform. Paths are relative to the job
file.

  part = \"part.stl\"              # or a list
  program = \"job.nc\"             # or a list, or a pattern: \"op*.nc\"
  fixture = [\"vise.stl\"]
  origin = [0, 0, 25]            # or transform = [16 numbers]
  dialect = \"haas\"
  tolerance = 0.01               # a number in mm, or \"0.0005in\"
  start = [\"\", \"\", 100]         # an axis left empty is not known

  [tools]
  1 = \"ball:6;len=20;shank=6,40\"
  2 = \"flat:10\"

Tolerance, allowance and deviation can differ by tool, operation or part:

  [for.tool.3]                   # T3, wherever it is used
  allowance = 0.3
  [for.operation.\"Engrave logo\"] # as the program's comments name it: `gouge info PROGRAM`
  allowance = -0.2               # may cut into the part, down to here
  [for.part.\"electrode.stl\"]
  tolerance = 0.005

Each value is resolved separately, in this order: command line, operation, tool, part,
job. Allowances do not apply to fixtures. The report names the values that every
operation and region was held to. An operation
that a comment names ends at the next one, at the next tool and with the subprogram that
holds the comment. Where no CAM system wrote the comments, one that may name the next
operation, but does not begin as such names do, is passed over: that is listed as an
assumption.

Two sides of a part are two programs, each with its own place:

  program = [\"op1.nc\", \"op2.nc\"]
  [for.program.\"op2.nc\"]
  flip = \"x\"                     # or a named side, or transform = [16 numbers]
  origin = [0, 40, 0]            # the point of the part where its program zero lies

A program is named by its path as the job lists it (\"a/op1.nc\"), or by its file name
alone where no other program of the job has the same.

The verdict that `gouge batch` should expect of a program has its own table:

  [expect]
  \"known-bad.nc\" = \"gouge\"      # exit code 0 as long as it gouges and everything was checked

An expected gouge does not fail the batch; any unexpected result does.
Unknown always ends with 3, and a program that could not run with 2.

Machines are described in the shop's file, and a job names its own: machine = \"vf2\"

  [machines.vf2]
  dialect = \"haas\"
  home = [300, 200, 400]         # machine zero in program coordinates: minus G54
  travel.x = [-762, 0]           # machine coordinates; beyond is a warning (J013)
  tool_change = [\"\", \"\", 0]      # M6 goes there, Z before X and Y

`gouge check` alone runs the job of the folder, `gouge check op2.nc` takes part and
tools from the job beside it. `gouge-shop.toml` in a folder above the jobs takes the
same keys and holds what they share. An unknown key is an error. Every key, with its
default:

",
    },
    Topic {
        name: "keys",
        about: "keys of `gouge browse`, and how to change them",
        page: "\
`gouge browse` reads gouge/browse.toml below $XDG_CONFIG_HOME (or ~/.config, on Windows
%APPDATA%); what is typed takes precedence. --shot ignores the file.

  graphics = \"sextant\"           # as --graphics; `--graphics test` shows all
  colors = \"true\"                # as --colors
  background = \"dark\"            # as --background

  [keys]                         # by the names below; they replace the keys it has
  quit = [\"Q\"]
  next-region = [\"]\", \"Ctrl-n\"]

A key bound to two actions is an error. Every action, with its keys:

",
    },
    Topic { name: "json", about: "the JSON Schema of the report", page: "" },
    Topic {
        name: "baseline",
        about: "accepted regions: gouge-baseline.toml",
        page: "\
`gouge check --baseline gouge-baseline.toml` does not fail on regions that have
been accepted. `gouge browse` writes the file beside the program; by hand it is:

  [regions.2433e2002131bb7e]     the fingerprint of the region, as every report shows it
  reason = \"relief cut, agreed with design\"       without one it is not accepted
  who = \"A. Miller\"
  until = \"2027-03-31\"                           the last day; without: no expiry
  mesh = \"c0ffee...\"                             SHA-256 of the mesh, as the report has it
  tool = \"ball:6\"                                declaration of the tool, as the report has it
  tool_sha256 = [\"f00d...\"]                      `sha256` of its files there, where it has any
  depth_mm = 0.0312                              accepted up to here: the second of depth_mm
  contacts = 3                                   motions, as the report has them
  rapids = 1                                     rapids among them; without: any number
  length_mm = 12.05                              length of their contact path, as the report has it
  reach_mm = [[10.0, 30.0, -0.05], [12.0, 30.0, 0.0]]    the box around it, likewise
  cells = { cell_mm = 0.125, up = \"z\", runs = [[80, 96, 240, 0]] }    where it is in there,
                                                 likewise; without: anywhere in the box
  tolerance_mm = 0.01                            what it was held to; without: any tolerance
  allowance_mm = 0.5                             likewise; without: 0
  deviation_mm = 0.02                            likewise; without: 0
  note = \"seen on the first article\"

An acceptance is void if the mesh, the tool or one of its files has changed, if the region
has become deeper or larger, or if it has expired: the report says which and why. Larger
means over 1 % more motions, more rapids among them, a path more than 1 % and 0.1 mm
longer, one that leaves the box by more than 0.1 mm, or one that is elsewhere in the box,
going by the cells of a grid of at most 32 across; a path that is raised is not. It is void
as well under a smaller
allowance or deviation than it was accepted under, since both count in the depth, and under
a greater tolerance, since what lies below that counts in no size. An acceptance that does
not state the lines from mesh to reach_mm is void too, but for those with a `without`:
accept the region again (`a` in `gouge browse`), or add what is missing from the region in
the JSON report.

Deeper means that the deepest place is: reports hold one depth for a region. How deep the
other motions in it cut is not compared, by no acceptance and not by `gouge diff`: they may
become as deep as the deepest. A region of which no part may get deeper is better not
accepted; an allowance below 0 for its operation says how deep all of it may go
(`gouge help job`).
The verdict stays what was proved; a check whose regions are all accepted ends with
exit code 0, or 3 if anything is unknown: that is never accepted. An accepted region
is suppressed in SARIF (level note), passes in JUnit, is a notice on GitHub and an info
on GitLab, with the reason. The shares of --partition record the name of the file, and
`gouge merge` reads it, or says that it cannot be found from where it runs; `gouge render`
drops acceptances that have expired.

`gouge diff OLD.json NEW.json` lists regions that are new, gone, deeper, larger, shallower
or smaller, and what changed in the inputs. Exit code 1: a region is new, deeper or
larger; 3: more or other motions are undecided, more blocks are refused, or something new
leaves the verdict unknown; otherwise 0.
",
    },
    Topic {
        name: "assumptions",
        about: "what a verdict may rest on, and --assume",
        page: "\
A program does not contain everything that a verdict rests on: where the tool stands at
first, where machine zero lies, which tool is meant. What is declared (--start, --home),
what is read from comments and what is accepted with --assume is an assumption: the
report lists each with its source, and the verdict line counts them. What is neither
declared nor accepted is unknown, and the report ends with what would supply it.
",
    },
];
