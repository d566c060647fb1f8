//! Small multiples as an SVG picture: a panel each, one scale for all.

use std::fmt::Write as _;

/// Panels that share their vertical scale, which begins at 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// What is drawn upwards.
    pub title: String,
    /// One after the other, in rows.
    pub panels: Vec<Panel>,
}

/// One line of points at equal distances.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// What changes to the right.
    pub title: String,
    /// Its values as written, with what was measured.
    pub points: Vec<(String, f64)>,
}

const ACROSS: usize = 3;
/// A panel and the room around its plot, pixels.
const PANEL: (f64, f64) = (250.0, 170.0);
const LEFT: f64 = 38.0;
const ABOVE: f64 = 30.0;
const BELOW: f64 = 24.0;
const HEAD: f64 = 34.0;

const STYLE: &str = "text{font:12px system-ui,sans-serif;fill:#24292f}\
    .t{font-weight:600}.h{font-weight:600;font-size:15px}.n{fill:#57606a}\
    line{stroke:#d0d7de}polyline{fill:none;stroke:#0969da;stroke-width:2}circle{fill:#0969da}\
    @media(prefers-color-scheme:dark){text{fill:#e6edf3}.n{fill:#9198a1}line{stroke:#3d444d}\
    polyline{stroke:#4493f8}circle{fill:#4493f8}}";

impl Chart {
    /// The picture.
    pub fn svg(&self) -> String {
        let rows = self.panels.len().div_ceil(ACROSS);
        let (width, height) = (PANEL.0 * ACROSS as f64, HEAD + PANEL.1 * rows as f64);
        let values = self.panels.iter().flat_map(|p| &p.points).map(|p| p.1);
        let top = rounded_up(values.filter(|v| v.is_finite()).fold(0.0, f64::max));
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\">\n<style>{STYLE}</style>\n\
             <text class=\"h\" x=\"{LEFT}\" y=\"22\">{}</text>\n",
            escaped(&self.title)
        );
        for (i, panel) in self.panels.iter().enumerate() {
            let x = PANEL.0 * (i % ACROSS) as f64;
            let y = HEAD + PANEL.1 * (i / ACROSS) as f64;
            panel.draw(x, y, top, &mut out);
        }
        out.push_str("</svg>\n");
        out
    }
}

impl Panel {
    // Writing into a string cannot fail.
    fn draw(&self, x: f64, y: f64, top: f64, out: &mut String) {
        let (left, right) = (x + LEFT, x + PANEL.0 - 16.0);
        let (high, low) = (y + ABOVE, y + PANEL.1 - BELOW);
        let title = escaped(&self.title);
        let _ = writeln!(out, "<text class=\"t\" x=\"{left}\" y=\"{}\">{title}</text>", y + 18.0);
        for part in 0..=2 {
            let (value, at) =
                (0.5 * f64::from(part) * top, low + 0.5 * f64::from(part) * (high - low));
            let _ = writeln!(
                out,
                "<line x1=\"{left}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
                 <text class=\"n\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{value}</text>",
                left - 6.0,
                at + 4.0
            );
        }
        let inset = 14.0;
        let step = (right - left - 2.0 * inset) / (self.points.len().max(2) - 1) as f64;
        let mut line = String::new();
        let mut marks = String::new();
        for (i, (name, value)) in self.points.iter().enumerate() {
            let at = left + inset + step * i as f64;
            let up = low + value / top * (high - low);
            let _ = write!(line, "{at:.1},{up:.1} ");
            let _ = writeln!(
                marks,
                "<circle cx=\"{at:.1}\" cy=\"{up:.1}\" r=\"3\"><title>{value:.2}</title></circle>\
                 <text class=\"n\" x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                low + 16.0,
                escaped(name)
            );
        }
        let _ = writeln!(out, "<polyline points=\"{}\"/>", line.trim_end());
        out.push_str(&marks);
    }
}

/// 1, 2 or 5 times a power of ten, not below `x`.
fn rounded_up(x: f64) -> f64 {
    if x <= 0.0 {
        return 1.0;
    }
    let power = 10f64.powf(x.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|y| *y >= x).unwrap_or(x)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_end_at_round_numbers() {
        for (x, end) in [(0.0, 1.0), (1.0, 1.0), (1.1, 2.0), (33.0, 50.0), (51.0, 100.0)] {
            assert!((rounded_up(x) - end).abs() < 1e-9, "{x}");
        }
    }

    #[test]
    fn every_point_is_drawn_between_floor_and_top() {
        let points = vec![("1".to_owned(), 3.0), ("2".to_owned(), 9.0)];
        let chart = Chart {
            title: "a & b".into(),
            panels: vec![Panel { title: "x < y".into(), points }; 4],
        };
        let svg = chart.svg();
        assert_eq!(svg.matches("<circle").count(), 8);
        assert!(svg.contains("a &amp; b") && svg.contains("x &lt; y"));
        // Second row, three tenths up from the floor of 34 + 2 · 170 − 24 by a plot of 116.
        assert!(svg.contains(&format!("cy=\"{:.1}\"", 350.0 - 0.3 * 116.0)), "{svg}");
    }
}
