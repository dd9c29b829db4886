//! Reads a corpus that `backedge export --npy --out DIR` wrote: verifies every file, loads every tensor, counts.

use serde_json::Value;
use sha2::{Digest, Sha256};
use std::{collections::HashMap, error::Error, fs, path::Path};

type Fallible<T> = Result<T, Box<dyn Error>>;

struct Tensor {
    element_type: String, // as NumPy names it: "<f4", "|b1"; bf16 is "|V2"
    shape: Vec<usize>,
    bytes: Vec<u8>,
}

fn read_npy(file: &[u8]) -> Fallible<Tensor> {
    if file.len() < 10 || !file.starts_with(b"\x93NUMPY\x01\x00") {
        return Err("not a .npy of version 1.0".into());
    }
    let begin = 10 + usize::from(u16::from_le_bytes([file[8], file[9]]));
    let header = std::str::from_utf8(file.get(10..begin).ok_or("no header")?)?;
    let after = |key: &str, end: char| Some(header.split_once(key)?.1.split_once(end)?.0);
    let element_type = after("'descr': '", '\'').ok_or("no descr")?.to_string();
    let shape = after("'shape': (", ')').ok_or("no shape")?;
    let shape: Vec<usize> =
        shape.split(',').map(str::trim).filter(|dim| !dim.is_empty()).map(str::parse).collect::<Result<_, _>>()?;
    let width: usize = element_type.get(2..).ok_or("no width")?.parse()?;
    let bytes = file[begin..].to_vec();
    if bytes.len() != width * shape.iter().product::<usize>() {
        return Err("another number of bytes than the shape says".into());
    }
    Ok(Tensor { element_type, shape, bytes })
}

/// The files of a run, with the digests of the index.
fn read_files(folder: &Path, entry: &Value) -> Fallible<HashMap<String, Vec<u8>>> {
    let mut files = HashMap::new();
    for (name, digest) in entry["files"].as_object().ok_or("no files")? {
        let bytes = fs::read(folder.join(name))?;
        if digest != &Value::from(format!("{:x}", Sha256::digest(&bytes))) {
            return Err(format!("{name}: another digest").into());
        }
        files.insert(name.clone(), bytes);
    }
    Ok(files)
}

/// Loads the tensors of a run, or of a part of it, and counts them, and the rejections.
fn load(json: &Value, files: &HashMap<String, Vec<u8>>, counts: &mut HashMap<String, usize>) -> Fallible<()> {
    let mut count = |what: &str| *counts.entry(what.to_string()).or_default() += 1;
    if let Some(name) = json["npy"].as_str() {
        let tensor = read_npy(files.get(name).ok_or("a file that the index does not list")?)?;
        count(&format!("tensors of {}", tensor.element_type));
        count(if tensor.bytes.is_empty() { "tensors without elements" } else { "tensors with elements" });
        count(if tensor.shape.is_empty() { "scalars" } else { "other tensors" });
        return Ok(());
    }
    if json["values"].is_array() {
        count("tensors with unspecified elements");
    } else if json["rejected"].is_object() {
        count("rejections");
    }
    let list = json.as_array().into_iter().flatten();
    let members = json.as_object().into_iter().flat_map(|object| object.values());
    list.chain(members).try_for_each(|part| load(part, files, counts))?;
    Ok(())
}

fn main() -> Fallible<()> {
    let root = std::env::args().nth(1).ok_or("usage: rust_reader DIR")?;
    let index = fs::read_to_string(Path::new(&root).join("index.jsonl"))?;
    let mut lines = index.lines().map(serde_json::from_str::<Value>);
    let header = lines.next().ok_or("the index is empty")??;
    let mut counts = HashMap::new();
    for entry in lines {
        let entry = entry?;
        let run = entry["run"].as_str().ok_or("no run")?;
        let files = read_files(&Path::new(&root).join(entry["folder"].as_str().ok_or("no folder")?), &entry)
            .map_err(|error| format!("{run}: {error}"))?;
        let case: Value = serde_json::from_slice(files.get("case.json").ok_or("no case.json")?)?;
        load(&case["runs"][0], &files, &mut counts).map_err(|error| format!("{run}: {error}"))?;
        *counts.entry("runs".to_string()).or_default() += 1;
        *counts.entry("files".to_string()).or_default() += files.len();
    }
    if header["runs"] != Value::from(counts["runs"]) {
        return Err("the index was cut off".into());
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort();
    counts.iter().for_each(|(what, count)| println!("{count} {what}"));
    Ok(())
}
