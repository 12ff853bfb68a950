//! Keeps strings in a map below the profiler of the crate dhat.
use std::collections::BTreeMap;

#[global_allocator]
static ALLOC: dhat::Alloc = dhat::Alloc;

fn keep(names: &mut BTreeMap<String, Vec<u32>>, at: u32) {
    names.entry(format!("name {}", at % 40)).or_default().push(at);
}

fn main() {
    let _profiler = dhat::Profiler::new_heap();
    let mut names = BTreeMap::new();
    for at in 0..300 {
        keep(&mut names, at);
    }
    let kept: Box<Vec<u32>> = Box::new(names["name 7"].clone());
    println!("{} names, {}", names.len(), kept.len());
    std::mem::forget(kept);
}
