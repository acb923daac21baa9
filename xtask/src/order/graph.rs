//! Which file uses which? Names are followed to the file that defines them.
//!
//! A file that only passes a name on, as a `mod.rs` does with `pub use`, is looked through:
//! whoever imports the name from there uses the file behind it.
//! What is reached by a method call alone, without a path, is not seen.

use super::read::{Import, Module, read};
use std::collections::BTreeMap;
use std::path::Path;

/// The files below a source folder and who uses whom.
pub(super) struct Graph {
    /// Relative to the folder, as in `walls/mod.rs`.
    pub(super) files: Vec<String>,
    /// `(user, used)`, as indices of files, with the first line that says so.
    pub(super) edges: BTreeMap<(usize, usize), usize>,
    /// Modules that `lib.rs` declares, in its order.
    pub(super) declared: Vec<String>,
    /// What cannot be followed, each as `file:line: why`.
    pub(super) faults: Vec<String>,
}

/// A module, wherever it is written.
struct Node {
    file: usize,
    module: Module,
    parent: Option<usize>,
    children: BTreeMap<String, usize>,
}

/// What a path leads to.
enum Target {
    Module(usize),
    /// Something that this file defines.
    Item(usize),
    /// Another crate, or a name that is no path of ours.
    Elsewhere,
}

/// Reads all `.rs` files below `folder`; `lib.rs` is the root.
pub(super) fn graph(folder: &Path) -> Result<Graph, String> {
    let mut files = Vec::new();
    list(folder, "", &mut files)?;
    let mut sources = Vec::new();
    for file in &files {
        let path = folder.join(file);
        sources.push(std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?);
    }
    build(files, &sources)
}

pub(super) fn build(files: Vec<String>, sources: &[String]) -> Result<Graph, String> {
    let nodes = connect(&files, sources)?;
    let mut graph = Graph { files, edges: BTreeMap::new(), declared: Vec::new(), faults: Vec::new() };
    for (at, node) in nodes.iter().enumerate() {
        if graph.files[node.file] == "lib.rs" && node.module.path.is_empty() {
            graph.declared = node.module.declared.clone();
        }
        for import in &node.module.imports {
            add_import(&nodes, at, import, &mut graph);
        }
        for (path, line) in &node.module.mentions {
            if let Some(used) = used_file(&nodes, &graph.files, follow(&nodes, at, path, 0)) {
                add_edge(&mut graph, node.file, used, *line);
            }
        }
    }
    Ok(graph)
}

fn add_import(nodes: &[Node], at: usize, import: &Import, graph: &mut Graph) {
    let node = &nodes[at];
    let target = follow(nodes, at, &import.path, 0);
    match &import.name {
        None if matches!(target, Target::Module(_)) => {
            let file = &graph.files[node.file];
            graph.faults.push(format!("{file}:{}: `use …::*` hides who is used; name what is used", import.line));
        }
        Some(name) if import.is_passed_on && !node.module.names.contains(name) => {}
        _ => {
            if let Some(used) = used_file(nodes, &graph.files, target) {
                add_edge(graph, node.file, used, import.line);
            }
        }
    }
}

fn add_edge(graph: &mut Graph, user: usize, used: usize, line: usize) {
    if user != used {
        graph.edges.entry((user, used)).or_insert(line);
    }
}

/// To name a folder's module uses nothing of it yet: what is taken from there is followed by itself.
fn used_file(nodes: &[Node], files: &[String], target: Target) -> Option<usize> {
    match target {
        Target::Item(file) => Some(file),
        Target::Module(module) => {
            let file = nodes[module].file;
            let is_folder = nodes[module].children.values().any(|&child| nodes[child].file != file);
            (!is_folder && files[file] != "lib.rs").then_some(file)
        }
        Target::Elsewhere => None,
    }
}

/// What a path means in the module `at`.
fn follow(nodes: &[Node], at: usize, path: &[String], depth: usize) -> Target {
    let [first, rest @ ..] = path else { return Target::Module(at) };
    let start = match first.as_str() {
        "crate" => Some(root_of(nodes, at)),
        "self" => Some(at),
        "super" => nodes[at].parent,
        _ => return find(nodes, at, path, depth).unwrap_or(Target::Elsewhere),
    };
    let Some(start) = start else { return Target::Elsewhere };
    if rest.first().is_some_and(|next| next == "super") {
        return follow(nodes, start, rest, depth);
    }
    // A name that no `use` line brings in is defined where it is looked for.
    find_all(nodes, start, rest, depth)
}

fn find_all(nodes: &[Node], at: usize, path: &[String], depth: usize) -> Target {
    if path.is_empty() {
        return Target::Module(at);
    }
    find(nodes, at, path, depth).unwrap_or(Target::Item(nodes[at].file))
}

/// Looks for the first name among the children and the imports of a module.
fn find(nodes: &[Node], at: usize, path: &[String], depth: usize) -> Option<Target> {
    // Deeper than any honest chain of imports: names that lead to themselves.
    const DEEPEST: usize = 40;
    let (first, rest) = path.split_first()?;
    if DEEPEST < depth {
        return None;
    }
    if let Some(&child) = nodes[at].children.get(first) {
        return Some(find_all(nodes, child, rest, depth + 1));
    }
    let import = nodes[at].module.imports.iter().find(|import| import.name.as_ref() == Some(first))?;
    // `use exact::exact;`-like lines would find themselves first.
    if import.path.first() == Some(first) {
        return None;
    }
    Some(match follow(nodes, at, &import.path, depth + 1) {
        Target::Module(module) => find_all(nodes, module, rest, depth + 1),
        target => target,
    })
}

fn root_of(nodes: &[Node], mut at: usize) -> usize {
    while let Some(parent) = nodes[at].parent {
        at = parent;
    }
    at
}

/// All modules of all files, each with its parent and children.
fn connect(files: &[String], sources: &[String]) -> Result<Vec<Node>, String> {
    let mut nodes: Vec<Node> = Vec::new();
    let mut places = BTreeMap::new();
    for (file, (name, source)) in files.iter().zip(sources).enumerate() {
        let own = module_path(name);
        for module in read(source).map_err(|error| format!("{name}: {error}"))? {
            let path: Vec<String> = own.iter().chain(&module.path).cloned().collect();
            places.insert(path, nodes.len());
            nodes.push(Node { file, module, parent: None, children: BTreeMap::new() });
        }
    }
    for (path, &at) in &places {
        let Some((name, above)) = path.split_last() else { continue };
        if let Some(&parent) = places.get(above) {
            nodes[at].parent = Some(parent);
            nodes[parent].children.insert(name.clone(), at);
        }
    }
    Ok(nodes)
}

/// `walls/mod.rs` is the module `walls`, and so would be `walls.rs`; `bin/…` are roots of their own, and are not reached.
fn module_path(file: &str) -> Vec<String> {
    let stem = file.strip_suffix(".rs").unwrap_or(file);
    let stem = stem.strip_suffix("/mod").unwrap_or(stem);
    if stem == "lib" { Vec::new() } else { stem.split('/').map(String::from).collect() }
}

/// File names in the order of the alphabet, so that everything after is in a fixed order.
fn list(folder: &Path, prefix: &str, files: &mut Vec<String>) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut entries: Vec<_> = std::fs::read_dir(folder).map_err(failed)?.collect::<Result<_, _>>().map_err(failed)?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            list(&entry.path(), &format!("{name}/"), files)?;
        } else if name.ends_with(".rs") {
            files.push(name);
        }
    }
    Ok(())
}
