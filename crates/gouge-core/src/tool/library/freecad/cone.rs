//! What `CuttingEdgeHeight` means on FreeCAD's two cones, by the sketches that it draws them from. On a
//! V-bit it is the crown, a cylinder of the full `Diameter` above the cone. On a chamfer bit it is
//! the cone's own height, and no constraint of the sketch uses `Diameter`.

use super::super::figures::same;

/// A chamfer bit's cone, from the diameter `tip` at `full` degrees, is as wide as `Diameter` says
/// where it ends.
pub fn reaches(tip: f64, full: f64, high: f64, diameter: f64) -> Result<(), String> {
    let wide = tip + 2.0 * high * (0.5 * full.to_radians()).tan();
    if same(wide, diameter) {
        return Ok(());
    }
    Err(format!(
        "its `Diameter` is {diameter} mm, and its cone (`TipDiameter` {tip} mm, \
         `CuttingEdgeAngle` {full}°, `CuttingEdgeHeight` {high} mm) is {wide:.4} mm wide where \
         FreeCAD ends it: correct them, or declare the tool with --tool"
    ))
}
