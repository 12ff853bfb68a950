/**
 * Inlined functions of real programs, compiled on the spot, compared with the output of addr2line and llvm-symbolizer.
 */
import { assert, assertEquals } from "@std/assert";
import { withTools } from "../support/programs.ts";
import { atFullEffort } from "../support/effort.ts";
import { accessOf } from "../../src/elf/byte_access.ts";
import { ElfFile } from "../../src/elf/elf_file.ts";
import type { CodeFrame } from "../../src/elf/info/debug_info.ts";
import { compare, shown } from "./symbolizers.ts";
import { runIn } from "./traced_program.ts";

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

const D_SOURCE = `
import std.algorithm, std.array, std.conv, std.stdio, std.string;
struct Item { string name; int price; }
int twice(T)(T x) { return x > 3 ? x * 2 : x + 1; }
int[][string] words(string text) {
  int[][string] found;
  foreach (at, word; text.split) found[word] ~= twice(cast(int) at);
  return found;
}
class Cart {
  Item[] items;
  void add(Item item) { items ~= item; }
  int sum() const { return items.map!(each => twice(each.price)).sum; }
  void order() { items.sort!((a, b) => a.name < b.name); }
}
void main(string[] args) {
  auto cart = new Cart;
  foreach (word, places; words(args.join(" "))) cart.add(Item(word, places.sum.to!int));
  cart.order();
  writefln("%s %s", cart.sum, cart.items.map!(each => each.name).array);
}
`;

const ADA = `
with Ada.Command_Line; use Ada.Command_Line;
with Ada.Containers.Indefinite_Ordered_Maps;
with Ada.Containers.Vectors;
with Ada.Text_IO;
procedure Ada_Main is
   package Lists is new Ada.Containers.Vectors (Positive, Integer);
   package Maps is new Ada.Containers.Indefinite_Ordered_Maps (String, Lists.Vector, "<", Lists."=");
   package Sorting is new Lists.Generic_Sorting;
   Found : Maps.Map;
   function Twice (X : Integer) return Integer is (if X > 3 then X * 2 else X + 1) with Inline;
   procedure Add (Word : String; At_Place : Integer) is
      List : Lists.Vector;
   begin
      if Found.Contains (Word) then
         List := Found.Element (Word);
      end if;
      List.Append (Twice (At_Place));
      Found.Include (Word, List);
   end Add;
   Sum : Integer := 0;
begin
   for At_Place in 1 .. Argument_Count loop
      Add (Argument (At_Place), At_Place);
   end loop;
   for List of Found loop
      Sorting.Sort (List);
      for Each of List loop
         Sum := Sum + Twice (Each);
      end loop;
   end loop;
   Ada.Text_IO.Put_Line (Integer'Image (Sum));
end Ada_Main;
`;

/** A program, its compiler, and whether its names are those of the sources. */
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

const CLANG: readonly Made[] = [
  { ...gcc("clang4"), compile: ["clang", "-O2", "-gdwarf-4"] },
  { ...gcc("clang5"), compile: ["clang", "-O3", "-gdwarf-5"] },
  { ...gxx("clangxx4"), compile: ["clang++", "-std=c++17", "-O2", "-gdwarf-4"] },
  { ...gxx("clangxx5"), compile: ["clang++", "-std=c++17", "-O2", "-gdwarf-5"] },
];
const GDC: Made = {
  name: "gdc",
  source: D_SOURCE,
  suffix: "d",
  compile: ["gdc", "-O2", "-g", "-static-libphobos"],
};
const LDC: Made = { name: "d_program", source: D_SOURCE, suffix: "d", compile: ["ldc2", "-O2", "-g"] };
const GNAT: Made = {
  name: "ada_main",
  source: ADA,
  suffix: "adb",
  compile: ["gnatmake", "-q", "-O2", "-gnatn", "-g"],
};

/** The compiler options that name the output file. */
function outputOf(compiler: string, program: string): string[] {
  return compiler === "ldc2" ? [`-of=${program}`] : ["-o", program];
}

async function compareAll(made: readonly Made[], count: number): Promise<number> {
  const folder = Deno.makeTempDirSync();
  let total = 0;
  try {
    for (const { name, source, suffix, compile } of made) {
      const program = `${folder}/${name}`;
      Deno.writeTextFileSync(`${program}.${suffix}`, source);
      runIn(
        folder,
        compile[0]!,
        ...compile.slice(1),
        ...outputOf(compile[0]!, program),
        `${program}.${suffix}`,
      );
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

for (const [name, callLine] of [["dwarf4", 203], ["dwarf5", 204]] as const) {
  Deno.test(`a call without a line number has the file of its function, in ${name}`, () => {
    const bytes = Deno.readFileSync(new URL(`./debug_programs/${name}`, import.meta.url));
    const { offset } = new ElfFile(accessOf(bytes)).sections.find((each) => each.name === ".debug_info")!;
    const frames = (): readonly CodeFrame[] => new ElfFile(accessOf(bytes)).debugInfo.framesAt(0x401010n);
    const before = frames();
    assertEquals(shown(before), ["leaf inlined.c:1", "middle inlined.c:2", "apart inlined.c:3"]);
    const at = Number(offset) + callLine;
    assertEquals(bytes[at], 3);
    bytes[at] = 0;
    assertEquals(frames(), before.with(2, { func: "apart", source: { file: "inlined.c", line: 0 } }));
  });
}

Deno.test("DebugInfo.isWhole is false if a unit is damaged, since the line table may know more", () => {
  const bytes = Deno.readFileSync(new URL("./debug_programs/dwarf5", import.meta.url));
  const isWhole = (): boolean => new ElfFile(accessOf(bytes)).debugInfo.isWhole;
  const { offset } = new ElfFile(accessOf(bytes)).sections.find((each) => each.name === ".debug_info")!;
  assertEquals(isWhole(), true);
  // The length and the version of the unit, and the code of its first entry.
  for (const at of [0, 4, 12]) {
    const place = Number(offset) + at, before = bytes[place]!;
    bytes[place] = 0x7f;
    assertEquals(isWhole(), false, `${at}`);
    bytes[place] = before;
  }
});

Deno.test({
  ...withTools(["gcc", "symbolizers"], "DebugInfo.framesAt() agrees with addr2line and llvm-symbolizer"),
  fn: async () => {
    const cheap = PROGRAMS.filter(({ name }) => ["c4", "c5", "nested5"].includes(name));
    await compareAll(cheap, 1000);
  },
});

Deno.test({
  ...atFullEffort(
    "DebugInfo.framesAt() agrees with addr2line and llvm-symbolizer at many addresses of thirteen programs",
    [
      "gcc",
      "g++",
      "rustc",
      "go",
      "symbolizers",
    ],
  ),
  fn: async () => {
    const total = await compareAll(PROGRAMS, 80_000);
    assert(total > 100_000, `${total} addresses`);
  },
});

for (
  const [tool, made] of [["clang", CLANG], ["gdc", [GDC]], ["ldc", [LDC]], ["gnat", [GNAT]]] as const
) {
  Deno.test({
    ...atFullEffort(
      `DebugInfo.framesAt() agrees with addr2line and llvm-symbolizer on programs built by ${tool}`,
      [
        tool,
        "symbolizers",
      ],
    ),
    fn: async () => {
      await compareAll(made, 20_000);
    },
  });
}
