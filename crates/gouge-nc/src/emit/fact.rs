//! Every kind of fact that is taken for granted.

macro_rules! facts {
    ($($kind:ident $name:literal $what:literal)*) => {
        /// A kind of fact that is taken for granted.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Fact { $($kind),* }

        impl Fact {
            /// Its name in reports.
            pub const fn name(self) -> &'static str {
                match self { $(Fact::$kind => $name),* }
            }
        }

        /// The name of every assumption that a run can list, and what is assumed.
        #[must_use]
        pub fn assumptions() -> &'static [(&'static str, &'static str)] {
            &[$(($name, $what)),*]
        }
    };
}

facts! {
    ArcCentres "arc-centres" "arc centres on Mach3 without G90.1 or G91.1"
    AxisStart "axis-start" "where A, B, C, U, V and W stand when the program begins"
    BlockDelete "block-delete" "how the block delete switch stands"
    Compensation "compensation" "the radius or wear that G41, G42 and #5410 find at the control"
    CycleAxis "cycle-axis" "along which axis cycles drill in G18 and G19, on Fanuc and Haas"
    Decimals "decimals" "what a number without a decimal point counts, on Fanuc and Haas"
    Distance "distance" "absolute coordinates without a G90, on Fanuc and Mach3"
    Finer "finer" "coordinates finer than the least increment, on Fanuc and Haas"
    FirstTurned "first-turned" "the first move after G68 that does not name both axes, on Fanuc and Haas"
    Initial "initial" "the level that G98 returns to after G28, G30 or G53 between two holes, on Haas"
    Length "length" "heights of tools under an offset that nothing states, or before it is in force"
    LengthChange "length-change" "length offsets that change in a block without Z, or with Z in G91, on Fanuc"
    LevelAlone "level-alone" "a block under a cycle that names R or the bottom alone drills, on Haas"
    MCode "m-code" "machine-specific M words move nothing"
    MachineZero "machine-zero" "where machine zero lies, when the program reads a place that counts from it"
    Memory "memory" "D and H are registers apart, on Fanuc"
    NoLength "no-length" "heights count from the tip, though the tool table has a length"
    Offset "offset" "work offsets that nothing places, or that G10 counts from machine zero"
    Program "program" "which program of a file is the main one, where the first is a subprogram"
    Reference "reference" "reference points (G30, stored G28) equal home"
    Register "register" "lengths as G10 or G43.1 states them are the tools' own"
    RegisterChange "register-change" "a length that G10 changes counts from the next G43 or H on"
    Repeat "repeat" "every run after M99 in a main program is as the second"
    RotaryAxes "rotary-axes" "the control has the rotary axes that the program names, on Grbl"
    Rotation "rotation" "R of G68 in G91"
    Scale "scale" "factors of G51 without a decimal point"
    ScaledAxes "scaled-axes" "axes that G51 scales without a centre, on Fanuc"
    Spiral "spiral" "arcs whose radii differ are spirals, on Grbl"
    Spline "spline" "splines as chords, on LinuxCNC"
    Table "table" "the unit of a tool table under an inch program (--table-units)"
    ToolChange "tool-change" "the tool is changed where it stands, on Fanuc and Haas"
    Units "units" "the unit, where neither G20 nor G21 comes before the first motion"
    Variable "variable" "common variables, or #1 to #5000, that are never set are empty"
    Wear "wear" "wear of length offsets and diameters that is not stated is zero"
}
