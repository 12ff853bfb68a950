/**
 * `deno task mutate`: changes sources in small ways, one at a time, and counts the changes that no test notices.
 *
 *     deno task mutate [ROOM...] [--seed S] [--count N] [--only TEXT] [--list]
 *
 * ROOM is one of `rooms.ts`, all without one. Without `--seed` every run has
 * one of its own, which is told. `--count` is how many changes of each room are tried, 25 without it; `--only`
 * takes those of files whose path has this text. `--list` prints the changes instead of trying them. Sources are changed in
 * a copy, never in the checkout.
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { sourceFiles } from "../gate/imports.ts";
import { equivalents, keyOf } from "./equivalents.ts";
import { type Mutant, mutantsOf, mutated } from "./mutants.ts";
import { ROOMS } from "./rooms.ts";
import { firstFailure, measured, testFilesBelow } from "./test_files.ts";
import { Tree } from "./tree.ts";
import { tell } from "../commands.ts";

const args = parseArgs(Deno.args, {
  string: ["seed", "count", "only", "_"],
  boolean: ["list"],
  default: { count: "25", only: "" },
});

/** A seed of its own for every run; what is told of it asks for the same changes again. */
const seed = args.seed ?? String(Date.now() % 1_000_000);

/** Numbers from 0 to 1 that a seed decides (mulberry32 by Tommy Ettinger, public domain). */
function dice(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Some of all, each at most once, in the order of the files. */
function sample(all: readonly Mutant[], count: number, random: () => number): Mutant[] {
  const left = [...all];
  const taken: Mutant[] = [];
  while (taken.length < count && left.length > 0) {
    taken.push(...left.splice(Math.floor(random() * left.length), 1));
  }
  return taken.sort((one, other) =>
    one.file < other.file ? -1 : one.file > other.file ? 1 : one.start - other.start
  );
}

/**
 * All mutants of a room. Words about the language and about tables are data, which no test types again; guards of memory are
 * a means of tests.
 */
function mutantsIn(tree: Tree, room: string): Mutant[] {
  const root = new URL(`file://${tree.folder}/`);
  return [...sourceFiles(new URL(`src/${room}/`, root))].map((url) => url.slice(root.href.length))
    .filter((path) => !/(?:_docs|codes|guards)\.ts$/.test(path) && path.includes(args.only)).sort()
    .flatMap((path) => mutantsOf(path, tree.read(path)));
}

async function tryRoom(
  tree: Tree,
  room: string,
): Promise<{ readonly tried: number; readonly noticed: number; readonly equivalent: number }> {
  const all = mutantsIn(tree, room);
  const known = equivalents();
  const chosen = sample(all, Number(args.count), dice(Number(seed)));
  tell(`${room}: ${chosen.length} of ${all.length} changes, --seed ${seed}`);
  const { files, failing, slow } = args.list
    ? { files: [], failing: [], slow: [] }
    : await measured(tree, testFilesBelow(tree, ROOMS[room]!));
  for (const path of failing) tell(`  left out, it fails without a change: ${path}`);
  for (const path of slow) tell(`  left out, it takes long: ${path}`);
  const score = { tried: 0, noticed: 0, equivalent: 0 };
  for (const mutant of chosen) {
    const text = tree.read(mutant.file);
    const key = keyOf(mutant, text);
    const head = `${mutant.file}:${mutant.line}: ${mutant.slip}`;
    if (known.has(key)) {
      score.equivalent++;
      continue;
    }
    if (args.list) {
      tell(`${head}\n${key}\n`);
      continue;
    }
    score.tried++;
    const start = performance.now();
    const asked = files.filter(({ reaches }) => reaches.has(mutant.file));
    const failure = await tree.with(mutant.file, mutated(text, mutant), () => firstFailure(tree, asked));
    const time = `${((performance.now() - start) / 1000).toFixed(0)} s`;
    if (failure !== null) {
      score.noticed++;
      tell(`  noticed (${time}) ${head}\n    by ${failure}`);
    } else tell(`  SURVIVES (${time}, ${asked.length} files of tests) ${head}\n${key}\n`);
  }
  return score;
}

const rooms: readonly string[] = args._.length > 0 ? args._.map(String) : Object.keys(ROOMS);
const unknown = rooms.find((room) => ROOMS[room] === undefined);
if (unknown !== undefined) {
  tell(`No room "${unknown}"; rooms are ${Object.keys(ROOMS).join(", ")}`);
  Deno.exit(2);
}
const tree = new Tree();
const sum = { tried: 0, noticed: 0 };
try {
  for (const room of rooms) {
    const { tried, noticed, equivalent } = await tryRoom(tree, room);
    if (args.list) continue;
    sum.tried += tried;
    sum.noticed += noticed;
    const share = tried === 0 ? 100 : 100 * noticed / tried;
    tell(`${room}: ${noticed} of ${tried} noticed, ${share.toFixed(0)} %; ${equivalent} equivalent\n`);
  }
  if (!args.list) tell(`All: ${sum.noticed} of ${sum.tried} noticed`);
} finally {
  tree.close();
}
