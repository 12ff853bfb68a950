/** Profiles freshly recorded by valgrind and the crate dhat, compared with the totals that these print. */

import { assert, assertEquals } from "@std/assert";
import { createContext, runInContext } from "node:vm";
import { Quarry } from "../../../mod.ts";
import { atFullEffort } from "../../support/effort.ts";
import { withFolder } from "../../support/temporary.ts";
import { RUST_FOLDER } from "../../support/tools.ts";

/** Keeps some blocks, frees others, and enlarges one. */
const C_PROGRAM = `#include <stdlib.h>
#include <string.h>
static char *kept[64];
static char *fresh(int n) { char *block = malloc(n); memset(block, 1, n); return block; }
int main(void) {
  for (int at = 0; at < 2000; at++) {
    char *block = fresh(1 + at % 700);
    if (at % 40 == 0) kept[at / 40] = realloc(block, 900); else free(block);
  }
  return kept[3][0] - 1;
}
`;

/** A similar program in Rust, with events that it counts itself. */
const RUST_PROGRAM = `#[global_allocator]
static ALLOC: dhat::Alloc = dhat::Alloc;

fn fresh(n: usize) -> Vec<u8> { vec![1; n] }

fn main() {
    {
        let _profiler = dhat::Profiler::builder().file_name("heap.json").build();
        let mut kept = Vec::new();
        for at in 0..2000 {
            let block = fresh(1 + at % 700);
            if at % 40 == 0 { kept.push(block); }
        }
        std::mem::forget(kept);
    }
    let _profiler = dhat::Profiler::builder().ad_hoc().file_name("events.json").build();
    for at in 0..100 { dhat::ad_hoc_event(at); }
}
`;

async function run(folder: string, program: string, ...args: string[]): Promise<string> {
  // Crates are compiled once, and not for each run.
  const env = { CARGO_TARGET_DIR: `${RUST_FOLDER}/target` };
  const { success, stderr } = await new Deno.Command(program, { args, cwd: folder, env }).output();
  const said = new TextDecoder().decode(stderr);
  assert(success, said);
  return said;
}

/** The figures of each line of totals, `Total: 1,024 bytes in 2 blocks` as `[1024, 2]`. */
function totalsOf(text: string): number[][] {
  return [...text.matchAll(/(?:Total|At t-gmax|At t-end|Reads|Writes): +([\d,]+)(?: \w+ in ([\d,]+))?/g)]
    .map(([, first, second]) =>
      [first!, second].flatMap((each) => each === undefined ? [] : [Number(each.replaceAll(",", ""))])
    );
}

/** Sums of figures over all points of a profile. */
async function sumsOf(path: string, ...columns: string[]): Promise<number[]> {
  await using trace = await Quarry.open(path);
  const sums = columns.map((column, at) => `s${at} = sum(${column})`).join(", ");
  const [row] = (await trace.query(`profile | summarize ${sums}`)).rows();
  return Object.values(row as object).map(Number);
}

const SAMPLES = new URL("../../../testdata/dhat/", import.meta.url);
/** The script of valgrind's viewer. */
const VIEWER = "/usr/libexec/valgrind/dh_view.js";
const hasViewer = await Deno.stat(VIEWER).then(() => true, () => false);

/** Sums at the root of the viewer's tree: bytes and blocks in all, at the peak and at the end; undefined if the viewer fails. */
function rootOf(text: string): readonly (number | undefined)[] | undefined {
  const none = (): object => ({});
  const page = createContext({
    performance,
    text,
    window: {},
    document: { getElementById: none, createElement: none },
  });
  runInContext(Deno.readTextFileSync(VIEWER), page);
  const sums = `gData = JSON.parse(text);
    gSelect = { childNodes: gSelectData.map((_, at) => ({ selected: at === 0 })), selectedIndex: 0 };
    buildTree();
    const { _totalBytes, _totalBlocks, _atTGmaxBytes, _atTGmaxBlocks, _atTEndBytes, _atTEndBlocks } = gRoot;
    [_totalBytes, _totalBlocks, _atTGmaxBytes, _atTGmaxBlocks, _atTEndBytes, _atTEndBlocks]`;
  try {
    return runInContext(sums, page);
  } catch {
    return undefined;
  }
}

Deno.test({
  name:
    "sums over points equal the root of the tree in valgrind's viewer, and only Quarry reads damaged files",
  ignore: !hasViewer,
  fn: async () => {
    const refused = ["bad-cut.json", "cut-in-frames.json", "lists.version-1.json", "odd.json"];
    const names = [...Deno.readDirSync(SAMPLES)].map(({ name }) => name).filter((name) =>
      name.endsWith(".json")
    );
    assert(names.length > refused.length);
    for (const name of names) {
      const text = await Deno.readTextFile(new URL(name, SAMPLES));
      const path = new URL(name, SAMPLES).pathname;
      const root = rootOf(text);
      if (refused.includes(name)) {
        assertEquals(root, undefined, name);
        assert((await sumsOf(path, "allocs"))[0]! > 0, name);
        continue;
      }
      // Figures that a mode lacks are no number there, and an empty sum here.
      assertEquals(await sumsOf(path, ...BLOCKS), Array.from(root ?? [], (sum) => sum || 0), name);
    }
  },
});

const BLOCKS = ["alloc_bytes", "allocs", "peak_bytes", "peak_blocks", "live_bytes", "live"] as const;

Deno.test({
  ...atFullEffort("sums over points equal the totals that valgrind prints", ["valgrind", "gcc"]),
  fn: () =>
    withFolder(async (folder) => {
      await Deno.writeTextFile(`${folder}/main.c`, C_PROGRAM);
      await run(folder, "gcc", "-g", "-o", "main", "main.c");
      const said = await run(folder, "valgrind", "--tool=dhat", "--dhat-out-file=heap.json", "./main");
      const totals = totalsOf(said);
      assertEquals(totals.length, 5, said);
      const sums = await sumsOf(`${folder}/heap.json`, ...BLOCKS, "read_bytes", "written_bytes");
      assertEquals(sums, totals.flat());
    }),
});

Deno.test({
  ...atFullEffort("sums over points equal the totals that the crate dhat prints", ["dhat-rs"]),
  fn: () =>
    withFolder(async (folder) => {
      await Deno.mkdir(`${folder}/src`);
      await Deno.copyFile(`${RUST_FOLDER}/Cargo.toml`, `${folder}/Cargo.toml`);
      await Deno.writeTextFile(`${folder}/src/main.rs`, RUST_PROGRAM);
      await run(folder, "cargo", "build", "--offline", "-q");
      const said = await run(folder, `${RUST_FOLDER}/target/debug/recorded`);
      const totals = totalsOf(said);
      assertEquals(totals.length, 4, said);
      assertEquals(await sumsOf(`${folder}/heap.json`, ...BLOCKS), totals.slice(0, 3).flat());
      assertEquals(await sumsOf(`${folder}/events.json`, "alloc_bytes", "allocs"), totals[3]);
    }),
});
