use super::quantity::Point;
use super::*;

fn write(text: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(JOB_FILE);
    std::fs::write(&file, text).unwrap();
    (folder, file)
}

#[test]
fn values_are_read_with_their_places() {
    let (folder, file) = write(
        "part = ['a.stl', 'b.stl']\nprogram = 'p.nc'\nfixture = 'v.stl'\n\
         origin = [1, '0.5in', -3.5]\nstart = ['', '', 50]\ndialect = 'haas'\n\
         tolerance = '0.001in'\nallowance = -0.2\nblock_delete = true\n\
         tools_from = 'lib.json'\n[tools]\n1 = 'ball:6'\nT12 = 'flat:10'\n",
    );
    let job = read(&file, false).unwrap();
    let here = folder.path();
    assert_eq!(job.paths("part"), [here.join("a.stl"), here.join("b.stl")]);
    assert_eq!(job.point("origin").unwrap(), Some(Point([1.0, 12.7, -3.5]).0));
    assert_eq!(job.part_point("start").unwrap(), Some([None, None, Some(50.0)]));
    assert_eq!(job.length("tolerance").unwrap(), Some(0.001 * 25.4));
    assert_eq!(job.length("allowance").unwrap(), Some(-0.2));
    assert_eq!(job.table("tools").map(|t| t.0).collect::<Vec<_>>(), ["1", "T12"]);
    assert_eq!(job.items("dialect")[0].origin.place(), format!("{}:6", file.display()));
    assert_eq!(find(&here.join("p.nc")), Some(file.clone()));
    assert_eq!(find(here), Some(file));
}

#[test]
fn faults_have_places_and_the_nearest_key() {
    for (text, part) in [
        ("part = 'a'\ncolour = 1\n", "line 2, column 1: `colour` is not a key"),
        ("tolerence = 1\n", "is `tolerance` meant?"),
        ("[machin]\nhome = 1\n", "`machin` is not a key"),
        ("tolerance = 0\n", "line 1, column 13: tolerance: `0` is not more than zero"),
        ("tolerance = '1 ell'\n", "`1 ell` is not a length"),
        ("origin = [1, 2]\n", "line 1"),
        ("part = 5\n", "line 1, column 8: part: a text is needed here"),
        ("tolerance = true\n", "a number (mm) is needed here"),
        ("transform = [1, 2]\n", "sixteen numbers or the name of a file are needed, not 2"),
        ("transform = {}\n", "sixteen numbers are needed here"),
        ("dialect = 'hass'\n", "`hass` is not one of linuxcnc, fanuc"),
        ("x = [\n", "line"),
        ("origin = [0, 0, 0]\ntransform = 'a.txt'\n", "exclude each other"),
    ] {
        let (_folder, file) = write(text);
        let message = read(&file, false).unwrap_err().to_string();
        assert!(message.contains(part), "{text}: {message}");
    }
}

#[test]
fn a_job_counts_more_than_its_shop() {
    let (folder, _) = write("tolerance = 1\n");
    let shop = folder.path().join(SHOP_FILE);
    std::fs::write(&shop, "tolerance = 2\ndialect = 'haas'\ntools_from = 'all.json'\n").unwrap();
    let inner = folder.path().join("job");
    std::fs::create_dir(&inner).unwrap();
    let file = inner.join(JOB_FILE);
    std::fs::write(&file, "tolerance = 3\ntools_from = 'own.json'\n").unwrap();
    let all = read_with_shop(&file).unwrap();
    assert_eq!(all.length("tolerance").unwrap(), Some(3.0));
    assert_eq!((all.text("dialect"), all.source("dialect")), (Some("haas"), Some("shop")));
    assert_eq!(all.paths("tools_from"), [inner.join("own.json"), folder.path().join("all.json")]);
    assert_eq!(all.shop, Some(shop));
}
