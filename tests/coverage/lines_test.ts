import { assert, assertEquals } from "@std/assert";
import { lineCoverage } from "../../src/coverage/ranges/lines.ts";
import type { ProgramLines } from "../../src/coverage/ranges/program_lines.ts";
import type { AddressRange, LocatedEntry } from "../../src/coverage/ranges/entries.ts";
import { byEffort, seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";

const FILES = ["b.c", "a.c"];
const NO_FILE = 0xffff_ffff;

function randomLines(random: Random, from: bigint): ProgramLines {
  const length = 1 + random.below(12);
  let next = from;
  const starts = Array.from({ length }, () => next += BigInt(1 + random.below(6)));
  const fileOf = Uint32Array.from(starts, () => random.oneIn(5) ? NO_FILE : random.below(2));
  const lineOf = Uint32Array.from(starts, () => random.below(4));
  // The last piece covers nothing.
  fileOf[length - 1] = NO_FILE;
  return { files: FILES, starts: BigUint64Array.from(starts), fileOf, lineOf, lineAt: () => undefined };
}

function randomEntries(random: Random): LocatedEntry[] {
  const entries = Array.from({ length: random.below(8) }, () => {
    const first = BigInt(1 + random.below(20)), count = BigInt(1 + random.below(3));
    return {
      addr: BigInt(random.below(60)),
      size: BigInt(random.below(15)),
      count,
      taken: random.oneIn(2),
      fallthrough: random.oneIn(3),
      first,
      last: first + BigInt(random.below(20)),
    };
  });
  return entries.sort((a, b) => Number(a.addr - b.addr));
}

/** Line coverage computed byte by byte. */
function slowly(
  lines: ProgramLines,
  bias: bigint,
  ranges: readonly AddressRange[],
  entries: readonly LocatedEntry[],
) {
  const found = new Map<string, { addr: bigint; bytes: bigint[] }>();
  for (let piece = 0; piece + 1 < lines.starts.length; piece++) {
    const file = FILES[lines.fileOf[piece]!], line = lines.lineOf[piece]!;
    if (file === undefined || line === 0) continue;
    const key = `${file}:${line}`;
    const from = lines.starts[piece]! - bias;
    const entry = found.get(key) ?? { addr: from, bytes: [] };
    found.set(key, entry);
    for (let at = from; at < lines.starts[piece + 1]! - bias; at++) entry.bytes.push(at);
  }
  return [...found].sort(([a], [b]) => a < b ? -1 : 1).map(([key, { addr, bytes }]) => {
    const over = (at: bigint): LocatedEntry[] =>
      entries.filter((each) => at >= each.addr && at < each.addr + each.size);
    const ran = bytes.filter((at) => ranges.some(({ first, last }) => at >= first && at <= last));
    const all = bytes.flatMap(over);
    const ends = bytes.map((at) =>
      entries.filter((each) => each.size > 0n && each.addr + each.size - 1n === at)
    )
      .map((list) => [list.some((each) => each.taken), list.some((each) => each.fallthrough)]);
    const size = BigInt(bytes.length), uncovered = size - BigInt(ran.length);
    const most = (values: readonly bigint[]): bigint => values.reduce((a, b) => a > b ? a : b, 0n);
    return {
      key,
      addr,
      size,
      uncovered,
      state: uncovered === size ? "-" : uncovered > 0n ? "!" : "+",
      branches: ends.filter((ways) => ways.includes(true)).length,
      bothWays: ends.filter((ways) => !ways.includes(false)).length,
      count: most(bytes.map((at) => over(at).reduce((sum, { count }) => sum + count, 0n))),
      first: all.length === 0 ? null : all.map(({ first }) => first).reduce((a, b) => a < b ? a : b),
      last: all.length === 0 ? null : most(all.map(({ last }) => last)),
    };
  });
}

Deno.test("lineCoverage() agrees with a byte-by-byte search", () => {
  let covered = 0;
  for (let seed = 1; seed <= seeds(300); seed++) {
    const random = new Random(seed);
    const bias = BigInt(random.below(3) * 7);
    const lines = randomLines(random, bias + BigInt(random.below(8)));
    const entries = randomEntries(random);
    const bytes = [...Array(80).keys()].map(BigInt).filter((at) =>
      entries.some((each) => at >= each.addr && at < each.addr + each.size)
    );
    // Ranges are as in the table: adjacent ones may differ in their ops.
    const ranges = bytes.map((at) => ({ first: at, last: at })).reduce<AddressRange[]>(
      (list, { first, last }) => {
        const before = list.at(-1);
        if (before && before.last + 1n === first && !random.oneIn(4)) {
          list[list.length - 1] = { ...before, last };
        } else list.push({ first, last });
        return list;
      },
      [],
    );
    const mine = lineCoverage(lines, bias, ranges, entries).map(({ file, line, ...rest }) => ({
      key: `${file}:${line}`,
      ...rest,
    }));
    assertEquals(mine, slowly(lines, bias, ranges, entries) as typeof mine, `seed ${seed}`);
    covered += mine.filter(({ state }) => state !== "-").length;
  }
  assert(covered >= byEffort(seeds(200), 3), `${covered} covered lines`);
});

Deno.test("lineCoverage() takes time in proportion to pieces and entries, not to the code that entries cover", () => {
  const length = 60_000;
  const lines: ProgramLines = {
    files: ["a.c"],
    starts: BigUint64Array.from({ length }, (_, at) => BigInt(at)),
    fileOf: new Uint32Array(length),
    lineOf: Uint32Array.from({ length }, (_, at) => at % 1000 + 1),
    lineAt: () => undefined,
  };
  // Each entry covers nearly all pieces: visiting each would take three billion steps.
  const entries = Array.from({ length: 50_000 }, (_, at): LocatedEntry => ({
    addr: BigInt(at % 100),
    size: 59_000n,
    count: 1n,
    taken: false,
    fallthrough: true,
    first: BigInt(at + 1),
    last: BigInt(at + 1),
  })).sort((a, b) => Number(a.addr - b.addr));
  const found = lineCoverage(lines, 0n, [{ first: 0n, last: 59_098n }], entries);
  assertEquals(found.length, 1000);
  assertEquals([found[0]!.count, found[0]!.first, found[0]!.last], [50_000n, 1n, 50_000n]);
});
