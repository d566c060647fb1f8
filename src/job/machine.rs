//! Machines that a shop names once: `[machines.NAME]`, which a job refers to by `machine = "NAME"`.

use super::Settings;
use crate::error::{Error, Result};

/// Puts a job's settings above those of the machine that it names, and these above its shop's.
/// Machines that it does not name are left out.
///
/// # Errors
/// A machine that nothing describes, with the nearest that is.
pub fn settle(job: Settings, shop: Settings) -> Result<Settings> {
    let mut all = job.clone().over(shop.clone());
    let mut machine = Settings::default();
    if let Some(said) = all.items("machine").first().cloned() {
        let within = format!("{}.", said.text);
        for (key, items) in all.table("machines") {
            if let Some(key) = key.strip_prefix(within.as_str()) {
                machine.put(key, items.to_vec());
            }
        }
        if machine.iter().next().is_none() {
            let what = format!("{}: no machine is named `{}`", said.origin.place(), said.text);
            let known = all.table("machines").filter_map(|(key, _)| key.split('.').next());
            let alike = |name: &&str| strsim::jaro_winkler(&said.text, name);
            let near = known.max_by(|a, b| alike(a).total_cmp(&alike(b)));
            return Err(Error::new("J004", what).help(match near {
                Some(near) => format!("is `{near}` meant?"),
                None => format!("describe it in [machines.{}]", said.text),
            }));
        }
    }
    all = job.over(machine).over(shop);
    all.drop_table("machines");
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::{Item, Origin};

    fn settings(shop: bool, values: &[(&str, &str)]) -> Settings {
        let mut settings = Settings::default();
        for (line, (key, text)) in values.iter().enumerate() {
            let origin = Origin::File { path: "a.toml".into(), line, shop };
            settings.put(key, vec![Item { text: (*text).to_owned(), origin }]);
        }
        settings
    }

    #[test]
    fn a_job_counts_more_than_its_machine_and_that_more_than_the_shop() {
        let shop = settings(
            true,
            &[
                ("machines.vf2.dialect", "haas"),
                ("machines.vf2.rapid", "straight"),
                ("machines.vf2.deviation", "0.01"),
                ("machines.old.dialect", "fanuc"),
                ("deviation", "0.5"),
                ("tolerance", "0.02"),
            ],
        );
        let job = settings(false, &[("machine", "vf2"), ("rapid", "dogleg")]);
        let all = settle(job, shop.clone()).unwrap();
        let text = |key: &str| all.text(key);
        assert_eq!(
            ["dialect", "rapid", "deviation", "tolerance"].map(text),
            [Some("haas"), Some("dogleg"), Some("0.01"), Some("0.02")]
        );
        assert!(all.table("machines").next().is_none());
        let wrong = settle(settings(false, &[("machine", "vf-2")]), shop).unwrap_err().to_string();
        assert!(wrong.contains("no machine is named `vf-2`") && wrong.contains("`vf2`"), "{wrong}");
    }
}
