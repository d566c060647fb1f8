//! Numbered parameters of LinuxCNC and Mach3 that nothing in the program states.

mod support;

use gouge_nc::{Dialect, Options, ParameterFile, ToolEntry, ToolTable};
use support::seen::{Seen, at, see, table};

fn run(text: &str, dialect: Dialect) -> Seen {
    see(&format!("G21 G90\n{text}\nM2\n"), Options { dialect, ..at([0.0, 0.0, 50.0]) })
}

fn refused(seen: &Seen) -> Vec<&'static str> {
    seen.refusals.iter().map(|refusal| refusal.code).collect()
}

/// They were read as 0, and a plunge by them was proved clean.
#[test]
fn what_only_the_machine_knows_is_not_read_as_0() {
    let numbers = [
        5021, 5061, 5070, 5161, 5163, 5169, 5181, 5189, 5210, 5211, 5219, 5224, 5230, 5241, 5263,
        5390, 5399, 5400, 5403, 5410, 5413, 5600,
    ];
    for number in numbers {
        for dialect in [Dialect::LinuxCnc, Dialect::Mach3] {
            let seen = run(&format!("G0 Z[20+#{number}]"), dialect);
            assert_eq!(refused(&seen), ["P107"], "#{number} {dialect}");
            assert!(seen.refusals[0].message.contains("known at the machine only"));
        }
    }
    // To Mach3 these are work offsets; LinuxCNC knows where the tool is.
    assert_eq!(refused(&run("G0 Z[20+#5420]", Dialect::Mach3)), ["P107"]);
    assert_eq!(run("G0 Z[20+#5420]", Dialect::LinuxCnc).motions[0].to.axis(2), Some(20.0));
    let rates = ["_feed", "_rpm", "_selected_tool"];
    for name in ["_current_tool", "_current_pocket", "_selected_pocket"].into_iter().chain(rates) {
        assert_eq!(refused(&run(&format!("G0 Z#<{name}>"), Dialect::LinuxCnc)), ["P107"], "{name}");
    }
    let seen = run("G92.3\nG0 Z5", Dialect::LinuxCnc);
    assert_eq!(refused(&seen), ["P107"]);
    assert_eq!(seen.motions[0].to.axis(2), None);
}

/// Nothing said that a parameter of the user's was taken for empty.
#[test]
fn user_parameters_that_are_never_set_are_an_assumption() {
    for dialect in [Dialect::LinuxCnc, Dialect::Mach3] {
        let seen = run("G0 Z[20+#100]\nG0 Z[10+#100]", dialect);
        assert_eq!(
            seen.assumed().last(),
            Some(&("variable", "#100 is 0 when the program starts", 2))
        );
        assert_eq!(seen.assumptions.iter().filter(|a| a.name == "variable").count(), 1);
        let set = run("#100=1\n#1=2\nG0 Z[20+#100+#1]", dialect);
        assert!(set.assumptions.iter().all(|a| a.name != "variable"));
    }
    // A call empties those that it gives no value, and brings back those of its caller.
    let called = "o1 sub\nG0 Z[20+#1+#2]\no1 endsub\no1 call [3]\nG0 Z[10+#2]";
    let seen = run(called, Dialect::LinuxCnc);
    let lines: Vec<_> = seen.assumed().into_iter().filter(|a| a.0 == "variable").collect();
    assert_eq!(lines, [("variable", "#2 is 0 when the program starts", 6)]);
    let seen = run("G0 X1\nG0 A[#5423+1]", Dialect::LinuxCnc);
    assert!(seen.assumed().contains(&("axis-start", "A is at 0 when the program begins", 3)));
}

/// What the program has set is known, axis by axis.
#[test]
fn parameters_that_the_program_has_set_are_known() {
    let refusals = |text: &str| refused(&run(text, Dialect::LinuxCnc));
    assert!(refusals("G28.1\nG0 Z[20+#5163]").is_empty());
    assert!(refusals("#5163=3\nG0 Z[20+#5163]").is_empty());
    assert!(refusals("G10 L2 P3 Z4\nG0 Z[20+#5263]").is_empty());
    assert_eq!(refusals("G10 L2 P3 Z4\nG0 Z[20+#5261]"), ["P107"]);
    assert!(refusals("G92 Z4\nG0 Z[20+#5213+#5210]").is_empty());
    assert_eq!(refusals("G92 Z4\nG0 Z[20+#5211]"), ["P107"]);
    assert!(refusals("G92.1\nG0 Z[20+#5211]").is_empty());
    assert!(refusals("T1 M6\nG0 Z[20+#5400+#<_current_tool>]").is_empty());
    assert!(refusals("T1 F9 S5\nG0 Z[20+#<_feed>+#<_rpm>+#<_selected_tool>]").is_empty());
    assert!(refusals("G94\nG0 Z[20+#<_feed>]").is_empty());
    assert!(refusals("T1 M6\nG10 L1 P1 Z50 R3\nG0 Z[20+#5403+#5410]").is_empty());
    assert_eq!(refusals("T1 M6\nG10 L1 P1 Z50\nT2 M6\nG0 Z[20+#5403]"), ["P107"]);
    // A tool that was not changed in for a fault of the block is not known.
    assert_eq!(refusals("T1 M6\nT2 M6 M61 Q2\nG0 Z[20+#5400]").last(), Some(&"P107"));
    let parameters = ParameterFile::parse("var", "5163 -3\n").ok();
    let seen = see("G21\nG0 Z[20+#5163+#5263+#100]\nM2\n", Options { parameters, ..at([0.0; 3]) });
    assert_eq!(seen.motions[0].to.axis(2), Some(17.0));
    assert!(seen.assumptions.iter().all(|a| a.name != "variable"));
}

/// The diameter that is declared was not the one that the program read.
#[test]
fn the_diameter_of_a_declared_tool_is_read_with_an_assumption() {
    let mut tools = ToolTable::default();
    tools.insert(1, ToolEntry { diameter: 6.0, ..ToolEntry::default() });
    let text = "G21 G90\nT1 M6\nG0 X[70-#5410/2]\nG0 Z[20+#5403]\nM2\n";
    let seen = see(text, Options { tools: Some(tools), ..at([0.0, 0.0, 50.0]) });
    assert_eq!(seen.motions[0].to.axis(0), Some(67.0));
    assert_eq!(refused(&seen), ["P107"]);
    let value = "the control's table holds the declared diameter of T1, 6 mm";
    assert!(seen.assumed().contains(&("compensation", value, 3)), "{:?}", seen.assumed());
    let seen = see(text, Options { tools: table("T1 P1 Z9 D6\n"), ..at([0.0, 0.0, 50.0]) });
    assert!(seen.refusals.is_empty());
    assert!(seen.assumptions.iter().all(|a| a.name != "compensation"));
}
