/**
 * `deno task mutate`: changes sources in small ways, one at a time, and counts the changes that no test notices.
 *
 *     deno task mutate [ROOM...] [--seed S] [--count N] [--only TEXT] [--full] [--list] [--probe]
 *
 * ROOM is one of `rooms.ts`, all without one. Without `--seed` every run has its own, which is printed. `--count` is
 * how many changes of each room are tried, 25 by default; `--only` selects files whose path has this text. `--full`
 * runs the tests of a survivor again at full effort, for a few minutes each. Files of tests that noticed something are
 * named at the end of a room: these would have been enough. `--list` prints the changes instead of trying them. `--probe`
 * runs the tests of a room once, and lists all changes that cannot be noticed, since their places are not reached or the
 * change makes no difference there. Sources are changed in a copy, never in the checkout.
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { sourceFiles } from "../gate/imports.ts";
import { equivalents, keyOf } from "./equivalents.ts";
import { type Mutant, mutantsOf, mutated } from "./mutants.ts";
import { roomOf, ROOMS } from "./rooms.ts";
import { failureAtFullEffort, firstFailure, MARK, measured, runOnce, testFilesBelow } from "./test_files.ts";
import { FILE, probed, PROBES, SEEN } from "./probed.ts";
import { Tree } from "./tree.ts";
import { tell } from "../commands.ts";

const args = parseArgs(Deno.args, {
  string: ["seed", "count", "only", "_"],
  boolean: ["full", "list", "probe"],
  default: { count: "25", only: "" },
});

/** A new seed for every run; it is printed, so that the same changes can be tried again. */
const seed = args.seed ?? String(Date.now() % 1_000_000);

/** Numbers from 0 to 1 determined by a seed (mulberry32 by Tommy Ettinger, public domain). */
function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A random selection, each at most once, in the order of the files. */
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
 * All mutants of a room. Documentation of the language and of tables is data, which no test repeats; guards of memory
 * are test tools.
 */
function mutantsIn(tree: Tree, room: string): Mutant[] {
  const root = new URL(`file://${tree.folder}/`);
  return [...sourceFiles(new URL(`src/${room}/`, root))].map((url) => url.slice(root.href.length))
    .filter((path) => !/(?:_docs|codes|guards)\.ts$/.test(path) && path.includes(args.only))
    .filter((path) => roomOf(path) === room).sort()
    .flatMap((path) => mutantsOf(path, tree.read(path)));
}

/** Counts for the changes of a room, or of all. */
interface Score {
  tried: number;
  noticed: number;
  /** Noticed only at full effort. */
  later: number;
  equivalent: number;
}

async function tryRoom(tree: Tree, room: string): Promise<Score> {
  const all = mutantsIn(tree, room);
  const known = equivalents();
  const chosen = sample(all, Number(args.count), randomFrom(Number(seed)));
  tell(`${room}: ${chosen.length} of ${all.length} changes, --seed ${seed}`);
  const isKnown = (mutant: Mutant): boolean => known.has(keyOf(mutant, tree.read(mutant.file)));
  const open = chosen.filter((mutant) => !isKnown(mutant));
  const score = { tried: 0, noticed: 0, later: 0, equivalent: chosen.length - open.length };
  if (args.list) {
    for (const mutant of open) tell(`${headOf(mutant)}\n${keyOf(mutant, tree.read(mutant.file))}\n`);
    return score;
  }
  const { files, failing, slow } = await measured(tree, {
    paths: testFilesBelow(tree, ROOMS[room]!),
    sources: new Set(open.map(({ file }) => file)),
    format: /^formats\/(.+)/.exec(room)?.[1],
  });
  for (const path of failing) tell(`  left out, it fails without a change: ${path}`);
  for (const path of slow) tell(`  left out, it takes long: ${path}`);
  const enough = new Map<string, number>();
  for (const mutant of open) {
    const text = tree.read(mutant.file);
    score.tried++;
    const start = performance.now();
    const asked = files.filter(({ reaches }) => reaches.has(mutant.file));
    const failure = await tree.with(mutant.file, mutated(text, mutant), async () => {
      const soon = await firstFailure(tree, asked);
      if (soon !== null || !args.full) return { test: soon, when: "" };
      return { test: await failureAtFullEffort(tree, asked), when: " at full effort" };
    });
    const time = `${((performance.now() - start) / 1000).toFixed(0)} s`;
    if (failure.test !== null) {
      score[failure.when === "" ? "noticed" : "later"]++;
      const [path = failure.test] = failure.test.split(MARK);
      enough.set(path, (enough.get(path) ?? 0) + 1);
      tell(`  noticed${failure.when} (${time}) ${headOf(mutant)}\n    by ${failure.test}`);
    } else {tell(
        `  SURVIVES (${time}, ${asked.length} files of tests) ${headOf(mutant)}\n${keyOf(mutant, text)}\n`,
      );}
  }
  if (enough.size > 0) {
    const list = [...enough].toSorted(([, one], [, other]) => other - one);
    tell(
      `  enough, of ${files.length} files: ${list.map(([path, count]) => `${path} (${count})`).join(", ")}`,
    );
  }
  return score;
}

/** Lists the changes of a room that its tests cannot notice. */
async function probeRoom(tree: Tree, room: string): Promise<void> {
  const module = `file://${tree.folder}/probes.js`;
  Deno.writeTextFileSync(new URL(module), PROBES);
  const known = equivalents();
  const all = mutantsIn(tree, room);
  const places: { readonly mutant: Mutant; readonly text: string; readonly probe: number }[] = [];
  const before = new Map<string, string>();
  let first = 1;
  for (const [file, mutants] of Map.groupBy(all, ({ file }) => file)) {
    const text = tree.read(file);
    before.set(file, text);
    const { text: changed, probes } = probed(text, mutants, { first, module });
    tree.write(file, changed);
    mutants.forEach((mutant, at) => {
      const probe = probes[at];
      if (probe === undefined) return;
      first = Math.max(first, probe + 1);
      if (!known.has(keyOf(mutant, text))) places.push({ mutant, text, probe });
    });
  }
  const file = `${tree.folder}/probes.bin`;
  const format = /^formats\/(.+)/.exec(room)?.[1];
  const pass = await runOnce(tree, testFilesBelow(tree, ROOMS[room]!), {
    variables: { [FILE]: file },
    format,
  });
  const seen = Deno.readFileSync(file);
  for (const [file, text] of before) tree.write(file, text);
  let count = 0;
  for (const { mutant, text, probe } of places) {
    if ((seen[probe]! & SEEN.difference) !== 0) continue;
    count++;
    tell(
      `  ${seen[probe] === 0 ? "never reached" : "no difference"}: ${headOf(mutant)}\n${
        keyOf(mutant, text)
      }\n`,
    );
  }
  tell(
    `${room}: ${count} of ${places.length} changes cannot be noticed${pass ? "" : " (some tests failed)"}`,
  );
}

/** The position and kind of a change. */
function headOf({ file, line, slip }: Mutant): string {
  return `${file}:${line}: ${slip}`;
}

/** A line about changes that were tried. */
function scoreText({ tried, noticed, later, equivalent }: Score): string {
  const share = (count: number): string => `${(tried === 0 ? 100 : 100 * count / tried).toFixed(0)} %`;
  const full = args.full ? `, ${noticed + later} at full effort, ${share(noticed + later)}` : "";
  return `${noticed} of ${tried} noticed, ${share(noticed)}${full}; ${equivalent} equivalent`;
}

const rooms: readonly string[] = args._.length > 0 ? args._.map(String) : Object.keys(ROOMS);
const unknown = rooms.find((room) => ROOMS[room] === undefined);
if (unknown !== undefined) {
  tell(`No room "${unknown}"; rooms are ${Object.keys(ROOMS).join(", ")}`);
  Deno.exit(2);
}
const tree = new Tree();
const sum: Score = { tried: 0, noticed: 0, later: 0, equivalent: 0 };
try {
  for (const room of rooms) {
    if (args.probe) {
      await probeRoom(tree, room);
      continue;
    }
    const score = await tryRoom(tree, room);
    for (const key of ["tried", "noticed", "later", "equivalent"] as const) sum[key] += score[key];
    if (!args.list) tell(`${room}: ${scoreText(score)}\n`);
  }
  if (!args.list && !args.probe) tell(`All ${rooms.length} rooms: ${scoreText(sum)}`);
} finally {
  tree.close();
}
