//! The stable codes of everything that can be wrong or suspicious in a program.

/// One code and what there is to say about it.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// `P` and three digits.
    pub code: &'static str,
    /// A few words.
    pub title: &'static str,
    /// What it means and what helps.
    pub text: &'static str,
}

macro_rules! codes {
    ($($name:ident $code:literal $title:literal $text:literal;)*) => {
        $(#[doc = $title] pub const $name: &str = $code;)*
        /// All of them, in order.
        #[must_use]
        pub fn codes() -> &'static [Code] {
            &[$(Code { code: $code, title: $title, text: $text }),*]
        }
    };
}

codes! {
    CHARACTER "P101" "unreadable character"
        "The control cannot read this character outside a comment. Damaged transfers, byte order marks and text of another control look like this.";
    NUMBER "P102" "malformed number"
        "A word's value is missing or is not a number: sign, digits and one decimal point.";
    EXPRESSION "P103" "malformed expression"
        "The expression has an unknown operation or function, an unbalanced bracket, or a value outside the function's range.";
    COMMENT "P104" "malformed comment"
        "A comment is not closed on its line, or holds a second opening parenthesis.";
    PARAMETER "P105" "no such parameter"
        "The parameter does not exist, is not set, or may not be set by a program.";
    LONG_LINE "P106" "line too long"
        "The control does not read lines of this length.";
    UNKNOWN_VALUE "P107" "value not known"
        "The value is only known at the machine (a probe result, an input, the position before the first move), so what the block does cannot be read from the program. Or the result depends on the last digits of a macro value, whose precision differs between controls: two values equal but for rounding are compared, or one is truncated.";
    NO_SUCH_WORD "P201" "unknown word"
        "The control does not have this word, or it is not read for this control. The message names the controls for which it is.";
    CONFLICT "P202" "words exclude each other"
        "One block contains two words of one modal group, or two words that both want the axis words.";
    REPEATED "P203" "word repeated"
        "A block contains the same letter twice.";
    UNUSED "P204" "word without use"
        "Nothing in the block uses this word. Often the word that should use it is missing or misspelt.";
    MISSING "P205" "word missing"
        "A word that the block needs is missing.";
    NO_MOTION "P206" "axis words without a motion"
        "The block gives coordinates, and no G word in force says how to move there.";
    NOT_FOLLOWED "P207" "not followed"
        "The control has this word, but Gouge does not interpret it. What the block does is missing from the check.";
    RANGE "P208" "value out of range"
        "The value is not one that the word allows.";
    ARC "P301" "impossible arc"
        "Start, end and centre or radius of the arc do not fit each other.";
    UNKNOWN_START "P302" "start not known"
        "The block needs the position before it, which is not known: the program has not set it yet, or a refused block changed it. --start declares where the tool stands before the first block.";
    FEED "P303" "no feed rate"
        "The control does not move at feed without a feed rate: F is missing or zero.";
    SPINDLE "P304" "spindle not turning"
        "The motion needs a turning spindle, and the program has not started it.";
    CYCLE "P305" "impossible cycle"
        "The levels or steps of the canned cycle do not fit each other.";
    COMPENSATION "P401" "cutter compensation"
        "The control does not allow this while cutter compensation is on, or the compensated tool does not fit the contour.";
    COMPENSATION_UNDECLARED "P402" "cutter compensation not declared"
        "The path depends on a radius that is set at the machine. Declare how the program uses compensation: control (the program holds the contour; LinuxCNC alone), wear (it holds the tool's path) or none.";
    FLOW "P501" "program flow"
        "Subprogram, loop or condition words do not match.";
    SUBPROGRAM "P502" "subprogram not found"
        "The called subprogram is not in the program, beside it, or in the search path.";
    LIMIT "P503" "limit reached"
        "The program loops, nests or repeats beyond the limits, so it would not end; or M99 restarts it endlessly, and its second run ends in a different state from the one it began in.";
    ABORTED "P504" "program aborts"
        "The program stops itself with a message.";
    READING "P505" "file not readable"
        "The program or a subprogram file could not be read to its end.";
    TOOL "P601" "tool not in the table"
        "The tool or offset number is not in the tool table, or cutter compensation needs a diameter that neither a table nor a declaration states.";
    LANGUAGE "P701" "another control's language"
        "The program is written for a control whose language Gouge does not read.";
    UNEQUAL_RADII "P901" "arc radii differ"
        "The arc ends at another radius than it starts, within what the control accepts: the path is a spiral.";
    HALF_CIRCLE_RADIUS "P902" "radius word near a half circle"
        "An arc given by R that spans nearly 180 degrees: a rounding in the last digit moves its centre far. I, J, K are safer.";
    WRONG_OFFSET "P903" "offset of another tool"
        "The tool length offset in force is not that of the tool in the spindle (H0 means no offset on Fanuc, Haas and Mach3), or the program has changed it (G10, G43.1). The first length that a program states of a tool is taken to be right, and listed as an assumption; what it states later moves the tip by the difference. Where a tool table states both lengths, the tip runs where they put it and is checked there; otherwise the motions are unknown. --assume length accepts the offset as right.";
    BEFORE_OFFSET "P904" "motion before the length offset"
        "The tool cuts or is sent to a height before its length offset is in force, in a program that uses length offsets. Where a tool table states its length, the tip runs where that puts it; otherwise these motions are unknown. --assume length accepts the programmed heights.";
    RAPID_DOWN "P905" "rapid down and sideways"
        "A rapid lowers Z while it moves in X or Y.";
    NO_END "P906" "no program end"
        "The program ends without M2, M30 or a closing %: it may be cut off.";
    OFFSET_ASSUMED "P907" "work offset not declared"
        "The program uses several work offsets, and where this one lies is not declared: it is taken to lie at the program's zero, X0 Y0 Z0, and listed as an assumption. --offset G55=X,Y,Z or the job file declares it.";
    USER_PROGRAM "P908" "user program"
        "The word runs something at the machine that the program text does not show: that it moves nothing and changes no coordinates is listed as an assumption.";
    UNKNOWN_ZERO "P909" "zero set at an unknown place"
        "G92 or G10 sets the zero where the tool stands, and that place was not declared: all positions after it are unknown. --start declares it, or --home after a motion to a machine position.";
    UNITS_MISMATCH "P910" "units do not fit the tool comments"
        "The tool diameters in the comments and the program's unit do not fit each other: inch and millimetre may be mixed up.";
    SCALE "P911" "coordinates 25.4 times the part"
        "The cutting motions are some 25.4 times as large as the part, or as small: program or part may be in inches. G20, G21 and --mesh-units say which.";
    DECIMALS "P912" "number without a decimal point"
        "Fanuc and Haas controls read numbers without a decimal point in least increments (X1 is 0.001 mm), or as whole units when they are set so. The program does not say which: increments are taken, and that is listed as an assumption. --decimals increments or --decimals units declares it.";
    AFTER_THE_END "P913" "motions after the end"
        "Motions follow M2, M30 or a closing % and nothing calls them: the control never runs them, and they are not checked. A program of its own that ends in M2 or M30 may be the one that the operator selects, so it is refused: check it in a file of its own. If the end comes too early, the rest is lost.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_ordered() {
        assert!(codes().windows(2).all(|pair| pair[0].code < pair[1].code));
    }
}
