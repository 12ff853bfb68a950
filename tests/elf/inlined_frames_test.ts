/** Inlined functions of real programs, compiled on the spot, against what addr2line and llvm-symbolizer make of them. */
import { assert, assertEquals } from "@std/assert";
import { withTools } from "../support/programs.ts";
import { atFullEffort } from "../support/effort.ts";
import { compare } from "./symbolizers.ts";
import { run } from "./traced_program.ts";

const CPP = `
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>
namespace shop {
struct Item { std::string name; int price; };
template <class T> static inline T twice(T x) { return x > 3 ? x * 2 : x + 1; }
class Cart {
  std::map<std::string, std::vector<Item>> items;
public:
  void add(const std::string &where, Item item) { items[where].push_back(std::move(item)); }
  int sum() const {
    int total = 0;
    for (auto &[where, list] : items) for (auto &item : list) total += twice(item.price);
    return total;
  }
  void sort() {
    for (auto &[where, list] : items)
      std::sort(list.begin(), list.end(), [](const Item &a, const Item &b) { return a.name < b.name; });
  }
};
__attribute__((noinline)) std::unordered_map<int, std::unique_ptr<Cart>> fill(int n) {
  std::unordered_map<int, std::unique_ptr<Cart>> carts;
  for (int i = 0; i < n; i++) {
    auto &cart = carts[i % 7];
    if (!cart) cart = std::make_unique<Cart>();
    cart->add(std::to_string(i % 3), Item{std::to_string(i), i});
  }
  return carts;
}
}
int main(int argc, char **argv) {
  auto carts = shop::fill(argc * 100);
  int total = 0;
  for (auto &[key, cart] : carts) { cart->sort(); total += cart->sum(); }
  return total > 1000;
}
`;

const C = `
#include <stdio.h>
#include <stdlib.h>
static inline int leaf(int x) { return x * x + rand(); }
static inline __attribute__((always_inline)) int middle(int x) { int s = 0; for (int i = 0; i < x; i++) s += leaf(i); return s; }
static int outer(int x) { if (x > 5) { int y = middle(x); return y + leaf(y); } return middle(x + 1); }
__attribute__((noinline)) int apart(int x) { return outer(x) + outer(x * 2); }
int unused(int x) { return apart(x) + leaf(x); }
int main(int argc, char **argv) { printf("%d\\n", apart(argc) + middle(argc)); return 0; }
`;

const NESTED = `
#include <stdio.h>
#include <stdlib.h>
static inline int leaf(int x) { return x * x + rand(); }
__attribute__((noinline)) int around(int x) {
  __attribute__((noinline)) int within(int y) {
    __attribute__((noinline)) int deep(int z) { int s = 0; for (int i = 0; i < z; i++) s += leaf(i) + x; return s; }
    return deep(y) + leaf(y + x) + deep(y / 2);
  }
  return within(x) + leaf(x);
}
int main(int argc, char **argv) { printf("%d\\n", around(argc) + leaf(argc)); return 0; }
`;

const RUST = `
use std::collections::HashMap;
#[inline] fn twice(x: usize) -> usize { if x > 3 { x * 2 } else { x + 1 } }
fn words(text: &str) -> HashMap<String, Vec<usize>> {
    let mut map: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, word) in text.split(' ').enumerate() { map.entry(word.to_string()).or_default().push(twice(at)); }
    map
}
fn main() {
    let text: Vec<String> = std::env::args().collect();
    let map = words(&text.join(" "));
    let mut keys: Vec<_> = map.iter().collect();
    keys.sort();
    println!("{:?}", keys);
}
`;

const GO = `
package main

import ("fmt"; "os"; "sort"; "strings")

func twice(x int) int { if x > 3 { return x * 2 }; return x + 1 }
func words(text string) map[string][]int {
	found := map[string][]int{}
	for at, word := range strings.Fields(text) { found[word] = append(found[word], twice(at)) }
	return found
}
func main() {
	found := words(strings.Join(os.Args, " "))
	keys := make([]string, 0)
	for key := range found { keys = append(keys, key) }
	sort.Strings(keys)
	fmt.Println(keys, found)
}
`;

/** A program, how it is made, and whether its names are those of sources. */
interface Made {
  readonly name: string;
  readonly source: string;
  readonly suffix: string;
  readonly compile: readonly string[];
}

const gcc = (name: string, ...flags: string[]): Made => ({
  name,
  source: C,
  suffix: "c",
  compile: ["gcc", ...flags],
});
const gxx = (name: string, ...flags: string[]): Made => ({
  name,
  source: CPP,
  suffix: "cc",
  compile: ["g++", "-std=c++17", ...flags],
});

const PROGRAMS: readonly Made[] = [
  gcc("c2", "-O2", "-gdwarf-2", "-gno-strict-dwarf"),
  gcc("c3", "-O3", "-gdwarf-3"),
  gcc("c4", "-O2", "-gdwarf-4", "-no-pie"),
  gcc("c5", "-Os", "-gdwarf-5"),
  { ...gcc("nested4", "-O2", "-gdwarf-4"), source: NESTED },
  { ...gcc("nested5", "-O2", "-gdwarf-5"), source: NESTED },
  gxx("cc3", "-O2", "-gdwarf-3"),
  gxx("cc4", "-O2", "-gdwarf-4", "-fdebug-types-section"),
  gxx("cc5", "-O2", "-gdwarf-5"),
  gxx("cc5o3", "-O3", "-gdwarf-5", "-ffunction-sections", "-Wl,--gc-sections"),
  gxx("cc5z", "-O1", "-g", "-gz=zlib", "-static"),
  {
    name: "rust",
    source: RUST,
    suffix: "rs",
    compile: ["rustc", "-C", "opt-level=2", "-g", "-C", "strip=none"],
  },
  { name: "go", source: GO, suffix: "go", compile: ["go", "build"] },
];

async function compareAll(made: readonly Made[], count: number, tools: readonly string[]): Promise<number> {
  const folder = Deno.makeTempDirSync();
  let total = 0;
  try {
    for (const { name, source, suffix, compile } of made) {
      if (!tools.includes(compile[0]!)) continue;
      const program = `${folder}/${name}`;
      Deno.writeTextFileSync(`${program}.${suffix}`, source);
      run(compile[0]!, ...compile.slice(1), "-o", program, `${program}.${suffix}`);
      const { compared, differ } = await compare(program, count);
      assertEquals(differ.slice(0, 3), [], `${name}: ${differ.length} of ${compared}`);
      assert(compared > 100, `${name}: ${compared} addresses`);
      total += compared;
    }
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
  return total;
}

Deno.test({
  ...withTools(["gcc", "symbolizers"], "DebugInfo.framesAt() says what addr2line and llvm-symbolizer say"),
  fn: async () => {
    const cheap = PROGRAMS.filter(({ name }) => ["c4", "c5", "nested5"].includes(name));
    await compareAll(cheap, 1000, ["gcc"]);
  },
});

Deno.test({
  ...atFullEffort("DebugInfo.framesAt() says the same over many addresses of thirteen programs", [
    "gcc",
    "g++",
    "rustc",
    "go",
    "symbolizers",
  ]),
  fn: async () => {
    const total = await compareAll(PROGRAMS, 80_000, ["gcc", "g++", "rustc", "go"]);
    assert(total > 100_000, `${total} addresses`);
  },
});
