//! Why a motion is neither clean nor gouging.

/// Code, title and explanation of every reason.
pub const REASONS: &[(&str, &str, &str)] = &[
    (
        UNDECIDED,
        "the bounds do not decide",
        "The proved bounds of this motion's depth lie on both sides of the tolerance. Mostly they \
         are narrow, since the depth is nearly the tolerance: check again with a slightly larger \
         or smaller --tolerance. They can be wide where a cutter given as a mesh has pockets or \
         several bodies and grows (--deviation, clearance) or carries a shank: unite its bodies, \
         or declare it as a profile.",
    ),
    (
        START_UNKNOWN,
        "the motion starts at an unknown position",
        "Until the program has set all three axes, the control stands wherever it was left. A \
         motion from there could go anywhere, so it is not guessed. Say where the control point \
         is before the first block with --start X,Y,Z (program coordinates, mm).",
    ),
    (
        MACHINE_POSITION,
        "the motion goes to or from a machine position",
        "G28, G30 and G53 name positions of the machine, and the program does not say where \
         those lie in the work. Say where machine zero is with --home X,Y,Z (program \
         coordinates, mm) to have these motions checked.",
    ),
    (
        ROTARY,
        "an axis other than X, Y and Z moves, the tool axis or plane is tilted, or what X, Y and Z \
         mean is not known",
        "Gouge checks three-axis work: the tool axis stays +Z. A motion of a rotary axis (A, B, C) \
         or a secondary one (U, V, W), and everything after it until the axis is back where it \
         stood at the start, is not checked. Nor is what follows a tilted plane, a tool centre \
         point control or an interpolation about an axis, until the word that ends it; nor what follows a \
         refused block that may have changed the offset, the unit or any other word in force.",
    ),
    (
        TOOL_UNDECLARED,
        "the tool is not declared",
        "The program changes to a tool whose shape is not known. Declare it with \
         --tool N=SPEC, a tool library (--tools FILE) or in the job file.",
    ),
    (
        NO_TOOL,
        "no tool is in the spindle",
        "The program moves before any tool change, or after T0. If a tool is in the spindle \
         from the start, declare it as tool 0: --tool 0=SPEC.",
    ),
    (
        STOPPED,
        "the check was stopped before this motion",
        "The check ended early, by --budget or by hand. What was proved until then stands. Of \
         the motions left, those that may be deepest are listed first, judged by the top of the \
         hierarchy. Check again with more time, or without --budget.",
    ),
    (
        SIDE_UNKNOWN,
        "the mesh does not determine whether the tool is inside the material",
        "The motion cuts no deeper than the tolerance into any facet. But the mesh of the part or \
         fixture is not closed (M103), its facets disagree about the outside (M105) or more than \
         two meet at an edge (M104), so a tool that begins within its bounds could be buried in \
         the material, away from every facet. A chain of motions that anywhere leaves the box \
         around the open surface is proved to be outside all along, as long as nothing cuts \
         through the middle of the tool. Where the top of a solid lacks facets, what goes down \
         there is not known to be outside either. Close the mesh in its CAD system or with a mesh \
         repair tool; begin above the part; or, where the program begins lower, declare with \
         --start where the tool comes from.",
    ),
    (
        NO_MOTION,
        "the program makes no motion",
        "There is nothing that could have been proved clean: the program is empty, holds only \
         comments and settings, or everything in it is skipped. Most often the wrong file was \
         named or the post-processor stopped early.",
    ),
];

/// Bounds on both sides of the tolerance.
pub const UNDECIDED: &str = "G010";
/// No start position.
pub const START_UNKNOWN: &str = "G011";
/// Machine coordinates without `--home`.
pub const MACHINE_POSITION: &str = "G012";
/// Not reached.
pub const STOPPED: &str = "G014";
/// More than three axes.
pub const ROTARY: &str = "G013";
/// No shape for the tool.
pub const TOOL_UNDECLARED: &str = "T001";
/// No tool number.
pub const NO_TOOL: &str = "T002";
/// Neither inside nor outside.
pub const SIDE_UNKNOWN: &str = "G015";
/// Nothing to check.
pub const NO_MOTION: &str = "G016";
