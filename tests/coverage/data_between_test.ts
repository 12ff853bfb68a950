/** Data between code, compared with a byte-by-byte count. */
import { assert, assertEquals } from "@std/assert";
import { byteCount, linesWithoutData, subtractRanges } from "../../src/coverage/ranges/subtract_data.ts";
import { functionCoverage } from "../../src/coverage/ranges/functions.ts";
import type { AddressRange } from "../../src/coverage/ranges/entries.ts";
import { lineCoverage } from "../../src/coverage/ranges/lines.ts";
import type { ProgramLines } from "../../src/coverage/ranges/program_lines.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";

const MOST = 60;

/** Disjoint ranges below 60. */
function randomRanges(random: Random): AddressRange[] {
  const ranges: AddressRange[] = [];
  for (let next = random.below(10); next < MOST;) {
    const last = Math.min(MOST - 1, next + random.below(8));
    ranges.push({ first: BigInt(next), last: BigInt(last) });
    next = last + 1 + random.below(9);
  }
  return ranges;
}

function bytesOf(ranges: readonly AddressRange[]): Set<number> {
  const bytes = new Set<number>();
  for (const { first, last } of ranges) for (let at = first; at <= last; at++) bytes.add(Number(at));
  return bytes;
}

Deno.test("subtractRanges() keeps the bytes outside the holes", () => {
  for (let seed = 1; seed <= seeds(300); seed++) {
    const random = new Random(seed);
    const ranges = randomRanges(random), holes = randomRanges(random);
    const left = subtractRanges(ranges, holes);
    const inHoles = bytesOf(holes);
    const expected = [...bytesOf(ranges)].filter((at) => !inHoles.has(at));
    assertEquals([...bytesOf(left)], expected, `seed ${seed}`);
    assertEquals(byteCount(left), BigInt(expected.length));
    left.forEach(({ first, last }, at) => assert(first <= last && (at === 0 || left[at - 1]!.last < first)));
  }
});

Deno.test("functionCoverage() counts data that did not run as data, and data that ran as code", () => {
  for (let seed = 1; seed <= seeds(300); seed++) {
    const random = new Random(seed);
    const ranges = randomRanges(random), data = randomRanges(random);
    const address = BigInt(random.below(MOST)), size = BigInt(1 + random.below(20));
    const own = Array.from({ length: Number(size) }, (_, at) => Number(address) + at);
    const [ran, constants] = [bytesOf(ranges), bytesOf(data)];
    const found = functionCoverage({ name: "f", address, size }, ranges, [], data);
    const missing = own.filter((at) => !ran.has(at) && !constants.has(at));
    assertEquals([...bytesOf(found.uncovered)], missing, `seed ${seed}`);
    assertEquals(found.covered, BigInt(own.filter((at) => ran.has(at)).length));
    assertEquals(found.covered + found.data + byteCount(found.uncovered), size);
    assertEquals(found.state, found.covered === 0n ? "-" : missing.length > 0 ? "!" : "+");
  }
});

Deno.test("linesWithoutData() removes data from lines, and nothing else", () => {
  for (let seed = 1; seed <= seeds(300); seed++) {
    const random = new Random(seed);
    let next = BigInt(random.below(5));
    const starts = BigUint64Array.from(
      { length: 1 + random.below(12) },
      () => next += BigInt(random.below(7)),
    );
    const lines: ProgramLines = {
      files: ["a.c"],
      starts,
      fileOf: new Uint32Array(starts.length),
      lineOf: Uint32Array.from(starts, () => random.below(4)),
      lineAt: () => undefined,
    };
    const data = randomRanges(random), ranges = randomRanges(random);
    const lineAt = (table: ProgramLines, at: number): number => {
      const piece = table.starts.findLastIndex((start) => start <= BigInt(at));
      return piece < 0 || piece === table.starts.length - 1 ? 0 : table.lineOf[piece]!;
    };
    const cut = linesWithoutData(lines, data);
    const constants = bytesOf(data);
    const code = new Map<number, number>();
    for (let at = 0; at < MOST + 20; at++) {
      const line = constants.has(at) ? 0 : lineAt(lines, at);
      assertEquals(lineAt(cut, at), line, `seed ${seed}, byte ${at}`);
      if (line > 0) code.set(line, (code.get(line) ?? 0) + 1);
    }
    const found = lineCoverage(cut, 0n, ranges, []);
    assertEquals(found.map(({ line, size }) => [line, Number(size)]), [...code].sort(([a], [b]) => a - b));
  }
});
