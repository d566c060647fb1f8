//! What is drawn of a sample whose shank hits the block, as a sheet and as a page.

use gouge::check::{Check, Running, Watch};
use gouge::job::Settings;
use gouge::render::{Format, Look, render};
use gouge::report::{Listed, Report};

fn report() -> Report {
    let mut settings = Settings::default();
    settings.say("part", ["molds/block.stl"]);
    settings.say("program", ["toolpaths/block-shank.ngc"]);
    settings.say("tools.1", ["flat:6;len=13;shank=10,30"]);
    settings.say("start", [0, 0, 60]);
    let check = Check::new(&settings).unwrap();
    let listed = Listed::Every;
    let running = Running { pictures: true, surfaces: true, listed, ..Running::default() };
    check.run(&running, &Watch::default()).unwrap()
}

fn drawn(format: Format) -> String {
    let mut out = Vec::new();
    render(&report(), format, Look::default(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Without what stands between the tags of `name`: data and programs, which other tests look at.
fn without(page: &str, name: &str) -> String {
    let (open, close) = (format!("<{name}"), format!("</{name}>"));
    let mut out = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once(&open) {
        let (tag, inner) = after.split_once('>').unwrap();
        let (_, after) = inner.split_once(&close).unwrap();
        out += &format!("{before}{open}{tag}>…{close}");
        rest = after;
    }
    out + rest
}

#[test]
fn a_sheet_of_a_sample() {
    insta::assert_snapshot!("svg", without(&drawn(Format::Svg), "style"));
}

#[test]
fn a_page_of_a_sample() {
    let page =
        ["style", "script", "template"].iter().fold(drawn(Format::Html), |p, n| without(&p, n));
    insta::assert_snapshot!("html", page);
}

#[test]
fn what_is_deeper_has_the_first_arrow_as_long_as_it_is_deep() {
    let report = report();
    let pictures = report.pictures.unwrap();
    for (region, section) in report.regions.iter().zip(&pictures.sections) {
        let arrow = section.arrows[0];
        let [a, b] = arrow.ends;
        let long = (a[0] - b[0]).hypot(a[1] - b[1]);
        assert!((long - region.depth_mm[0]).abs() < 1e-3, "{long} {region:?}");
        assert_eq!(arrow.side, region.witness.side);
    }
}

#[test]
fn every_gouge_shows_on_the_surface_and_none_deeper() {
    let report = report();
    let [surface] = &report.surfaces.unwrap()[..] else { panic!("one part") };
    for region in &report.regions {
        let facet = surface.facet_depths.iter().find(|f| f.index == region.witness.triangle);
        assert!(facet.is_some_and(|f| f.depth_mm >= region.depth_mm[0]), "{region:?}");
    }
    let worst = report.regions.iter().map(|r| r.depth_mm[1]).fold(0.0, f64::max);
    let places = surface.vertex_depths.iter().chain(&surface.facet_depths);
    for place in places {
        assert!(place.depth_mm > 0.0 && place.depth_mm <= worst, "{place:?}");
        assert!(report.regions.iter().any(|r| r.id == place.region), "{place:?}");
    }
    assert!(!surface.vertex_depths.is_empty());
}

/// With `--moves` a page of 249,000 motions was 62 MB, and showed none of them.
#[test]
fn a_page_holds_no_list_of_motions() {
    assert!(report().motions.is_some());
    let page = drawn(Format::Html);
    let (_, data) = page.split_once("<template id=\"gouge-report\">").unwrap();
    let (data, _) = data.split_once("</template>").unwrap();
    let data = data.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">");
    let held: Report =
        serde_json::from_str(&data.replace("&#39;", "'").replace("&amp;", "&")).unwrap();
    assert_eq!(held.motions, None);
    assert_eq!(held.regions, report().regions);
}
