//! A shop that keeps some of its orders: shop heap FILE, shop events FILE.

use std::collections::HashMap;

#[global_allocator]
static ALLOC: dhat::Alloc = dhat::Alloc;

struct Order {
    name: String,
    prices: Vec<u64>,
}

#[inline(never)]
fn take_order(number: u64) -> Order {
    let mut prices = Vec::new();
    for price in 0..number % 7 {
        prices.push(price * 100);
    }
    Order { name: format!("order {number}"), prices }
}

#[inline(never)]
fn sum(order: &Order) -> u64 {
    let sorted: Vec<u64> = order.prices.iter().rev().copied().collect();
    sorted.iter().sum()
}

#[inline(never)]
fn look(depth: usize) {
    dhat::ad_hoc_event(depth);
    if depth > 1 {
        look(depth - 1);
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let mode = args.next().unwrap();
    let file = args.next().unwrap();
    if mode == "events" {
        let _profiler = dhat::Profiler::builder().ad_hoc().file_name(file).build();
        for each in 0..12 {
            look(each % 4 + 1);
        }
        return;
    }
    let _profiler = dhat::Profiler::builder().file_name(file).build();
    let mut kept: HashMap<u64, Order> = HashMap::new();
    let mut total = 0;
    for number in 0..300 {
        let order = take_order(number);
        total += sum(&order);
        if number % 10 == 0 {
            kept.insert(number, order);
        }
    }
    println!("{total} {}", kept.len());
    println!("{}", kept.values().map(|order| order.name.len()).sum::<usize>());
    std::mem::forget(kept);
}
