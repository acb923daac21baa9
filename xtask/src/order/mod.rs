//! Does every file use only files above it?
//!
//! The order is the order of the rows in ARCHITECTURE.md, one row a file.
//! A use that goes against it is a fault, unless the list of exceptions names it with a reason;
//! an entry of that list that nothing needs any more is a fault too, so the list can only shrink.

mod draw;
mod graph;
mod read;
mod table;

use crate::command::root;
use graph::Graph;
use table::Exception;

/// The folder whose files are in order.
const LIBRARY: &str = "crates/carom/src";

/// The folder whose files have rows and may use each other as they like.
const ORACLE: &str = "crates/carom-oracle/src";

/// Uses that go against the order, with reasons.
const EXCEPTIONS: &str = "xtask/src/order/exceptions.txt";

/// The picture of the library's files.
const PICTURE: &str = "docs/figures/dependencies.svg";

/// Fails on a use that looks upward, on a file without a row, and on a picture that is out of date.
pub(crate) fn check() -> Result<(), String> {
    let (picture, count) = obey()?;
    if text_of(PICTURE).is_ok_and(|drawn| drawn == picture) {
        println!("{count}");
        return Ok(());
    }
    Err(format!("{PICTURE} is out of date; run `cargo xtask order`, look at it and add it to the change"))
}

/// Draws the picture anew.
pub(crate) fn draw() -> Result<(), String> {
    let (picture, count) = obey()?;
    std::fs::write(root().join(PICTURE), picture).map_err(|error| format!("{PICTURE}: {error}"))?;
    println!("{count}, drawn in {PICTURE}");
    Ok(())
}

/// The picture and how much is in it, if the order is kept.
fn obey() -> Result<(String, String), String> {
    let architecture = text_of("ARCHITECTURE.md")?;
    let exceptions = table::exceptions(&text_of(EXCEPTIONS)?).map_err(|error| format!("{EXCEPTIONS}: {error}"))?;
    let library = graph::graph(&root().join(LIBRARY))?;
    let rows = table::rows(&architecture, LIBRARY)?;
    let mut faults = find_faults(&library, &rows, &exceptions);
    let oracle = graph::graph(&root().join(ORACLE))?;
    faults.extend(unnamed(&oracle, &table::rows(&architecture, ORACLE)?).map(|fault| format!("the oracle's {fault}")));
    if !faults.is_empty() {
        return Err(format!("the order of files in ARCHITECTURE.md is not kept\n{}", faults.join("\n")));
    }
    let count = format!("{} files, {} uses, {} against the order", rows.len(), library.edges.len(), exceptions.len());
    Ok((draw::picture(&library, &rows), count))
}

fn find_faults(graph: &Graph, rows: &[String], exceptions: &[Exception]) -> Vec<String> {
    let mut faults = graph.faults.clone();
    faults.extend(unnamed(graph, rows));
    faults.extend(scattered(rows));
    faults.extend(misplaced(&graph.declared, rows));
    let place = |file: usize| rows.iter().position(|row| *row == graph.files[file]);
    let upward: Vec<_> = graph.edges.iter().filter(|((user, used), _)| place(*user) < place(*used)).collect();
    let names = |user: usize, used: usize| (graph.files[user].as_str(), graph.files[used].as_str());
    for ((user, used), line) in &upward {
        let (user, used) = names(*user, *used);
        if !exceptions.iter().any(|known| (known.user.as_str(), known.used.as_str()) == (user, used)) {
            faults.push(format!("{user}:{line}: uses {used}, whose row is below its own"));
        }
    }
    for Exception { user, used, line } in exceptions {
        if !upward.iter().any(|((a, b), _)| names(*a, *b) == (user.as_str(), used.as_str())) {
            faults.push(format!("{user}: does not use {used} against the order; delete line {line} of {EXCEPTIONS}"));
        }
    }
    faults
}

/// Every file has one row, and every row a file.
fn unnamed(graph: &Graph, rows: &[String]) -> impl Iterator<Item = String> {
    let mut faults = Vec::new();
    for file in &graph.files {
        match rows.iter().filter(|row| *row == file).count() {
            0 => faults.push(format!("{file}: has no row in ARCHITECTURE.md")),
            1 => {}
            count => faults.push(format!("{file}: has {count} rows in ARCHITECTURE.md")),
        }
    }
    let gone = rows.iter().filter(|row| !graph.files.contains(row));
    faults.extend(gone.map(|row| format!("{row}: has a row in ARCHITECTURE.md and is not there")));
    faults.into_iter()
}

/// The files of a folder stand together.
fn scattered(rows: &[String]) -> Vec<String> {
    let modules: Vec<&str> = rows.iter().map(|row| module_of(row)).collect();
    let comes_back = |at: &usize| modules[*at] != modules[*at - 1] && modules[..*at - 1].contains(&modules[*at]);
    let rows = (2..rows.len()).filter(comes_back).map(|at| &rows[at]);
    rows.map(|row| format!("{row}: its row stands apart from the others of its folder")).collect()
}

/// `lib.rs` declares its modules in the order of the rows.
fn misplaced(declared: &[String], rows: &[String]) -> Option<String> {
    let mut order: Vec<&str> = rows.iter().map(|row| module_of(row)).collect();
    order.dedup();
    order.retain(|module| declared.iter().any(|name| name == module));
    let (found, wanted) = declared.iter().zip(&order).find(|(found, wanted)| found != wanted)?;
    Some(format!("lib.rs: `mod {found};` where the rows of ARCHITECTURE.md go on with `{wanted}`"))
}

/// The module of `lib.rs` that a file belongs to.
fn module_of(file: &str) -> &str {
    let first = file.split('/').next().unwrap_or(file);
    first.strip_suffix(".rs").unwrap_or(first)
}

fn text_of(file: &str) -> Result<String, String> {
    std::fs::read_to_string(root().join(file)).map_err(|error| format!("{file}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is wrong with these files, of which each line is `name: source`, if the rows are in the same order.
    fn faults(files: &[(&str, &str)], exceptions: &str) -> Vec<String> {
        let names: Vec<String> = files.iter().map(|(name, _)| name.to_string()).collect();
        let sources: Vec<String> = files.iter().map(|(_, source)| source.to_string()).collect();
        let graph = graph::build(names.clone(), &sources).unwrap();
        find_faults(&graph, &names, &table::exceptions(exceptions).unwrap())
    }

    /// Two files in order, the first with the source given: a use of `b::X` there looks the wrong way.
    fn first_of_two(source: &str) -> Vec<String> {
        faults(
            &[("a.rs", source), ("b.rs", "pub struct X; pub struct Y;"), ("lib.rs", "mod a; mod b; pub use b::X;")],
            "",
        )
    }

    #[test]
    fn a_use_of_what_is_below_is_a_fault_in_every_form() {
        for source in [
            "use crate::b::X;",
            "use super::b::X;",
            "use crate::X;",
            "use super::X as Z;",
            "use crate::b;",
            "use crate::{b::{self, Y}};",
            "fn f() { crate::b::f() }",
            "fn f() { let _ = vec![1, super::b::Y::new()]; }",
            "mod inner { fn f() -> super::super::b::X { loop {} } }",
            "use crate as home; fn f() -> home::b::Y { loop {} }",
            "#[cfg(feature = \"std\")] use crate::b::X;",
            "#[cfg(not(test))] use crate::b::X;",
            "#[cfg(test)] fn g<A, B>() {} use crate::b::X;",
            "pub use crate::b::X; fn f(_: X) {}",
        ] {
            assert_eq!(first_of_two(source), ["a.rs:1: uses b.rs, whose row is below its own"], "{source}");
        }
    }

    #[test]
    fn what_is_no_use_is_no_fault() {
        for source in [
            "// use crate::b::X;",
            "/// [`X`](crate::b::X)\nfn f() {}",
            "const A: &str = \"crate::b::X\";",
            "#[cfg(test)] mod tests { use crate::b::X; }",
            "#[cfg(test)] #[allow(unused)] use crate::{b::X};",
            "#[cfg(test)] fn g<A, B>() { crate::b::f() }",
            "pub use crate::b::X;",
            "use b::X; use ::b::Y; fn f() { core::b::X; }",
        ] {
            assert_eq!(first_of_two(source), [""; 0], "{source}");
        }
    }

    #[test]
    fn a_file_that_passes_names_on_is_looked_through() {
        let library = |first: &str| {
            let files = [
                ("low.rs", "pub struct Low;"),
                ("many/first.rs", first),
                ("many/last.rs", "pub struct Last;"),
                ("many/mod.rs", "mod first; mod last; pub use crate::low::Low; pub use last::Last; pub struct Own;"),
                ("lib.rs", "mod low; mod many;"),
            ];
            faults(&files, "")
        };
        assert_eq!(library("use super::Low;"), [""; 0]);
        assert_eq!(library("use super::Last;"), ["many/first.rs:1: uses many/last.rs, whose row is below its own"]);
        assert_eq!(library("use super::Own;"), ["many/first.rs:1: uses many/mod.rs, whose row is below its own"]);
        assert_eq!(library("use super::*;"), ["many/first.rs:1: `use …::*` hides who is used; name what is used"]);
    }

    #[test]
    fn an_exception_is_needed_or_a_fault() {
        let files = |source| [("a.rs", source), ("b.rs", ""), ("lib.rs", "mod a; mod b;")];
        let exception = "# known\n\na.rs -> b.rs: grown together\n";
        assert_eq!(faults(&files("use crate::b::X;"), exception), [""; 0]);
        let line = "a.rs: does not use b.rs against the order; delete line 3 of xtask/src/order/exceptions.txt";
        assert_eq!(faults(&files(""), exception), [line]);
        let error = table::exceptions("a.rs -> b.rs").unwrap_err();
        assert_eq!(error, "line 1: expected `user -> used: reason`; found `a.rs -> b.rs`");
    }

    #[test]
    fn files_and_rows_belong_together() {
        let text =
            "# Map\n### `src`\nwords\n\n| file | what |\n|---|---|\n| `a.rs` | one |\n| `c.rs` | two |\n\n| `x.rs` |\n";
        let rows = table::rows(text, "src").unwrap();
        assert_eq!(rows, ["a.rs", "c.rs"]);
        let graph = graph::build(vec!["a.rs".into(), "b.rs".into()], &["".into(), "".into()]).unwrap();
        let wanted = ["b.rs: has no row in ARCHITECTURE.md", "c.rs: has a row in ARCHITECTURE.md and is not there"];
        assert_eq!(unnamed(&graph, &rows).collect::<Vec<_>>(), wanted);
        assert!(
            table::rows("### `src`\n|a|\n|-|\n| `a.rs`, `b.rs` | two |\n", "src").unwrap_err().contains("one file")
        );
        assert!(table::rows(text, "elsewhere").is_err());
    }

    #[test]
    fn rows_go_with_the_lines_of_the_root() {
        let files = [("b.rs", ""), ("a.rs", ""), ("lib.rs", "mod a; mod b;")];
        assert_eq!(faults(&files, ""), ["lib.rs: `mod a;` where the rows of ARCHITECTURE.md go on with `b`"]);
        let files = [("m/a.rs", ""), ("n.rs", ""), ("m/mod.rs", "mod a;"), ("lib.rs", "mod m; mod n;")];
        assert_eq!(faults(&files, ""), ["m/mod.rs: its row stands apart from the others of its folder"]);
    }
}
