import { assertEquals } from "@std/assert";
import {
  contributionsOf,
  differenceOf,
  intersectionOf,
  unionOf,
} from "../../src/coverage/ranges/campaign.ts";
import type { Coverage } from "../../src/coverage/ranges/coverage_result.ts";
import { uncoveredIn } from "../../src/coverage/ranges/functions.ts";
import type { CoveredRange } from "../../src/formats/gnatcov/derive/ranges.ts";
import { heatLines } from "../../src/coverage/ranges/heat.ts";
import { paintRanges } from "../formats/gnatcov/painting.ts";
import { randomOf } from "../formats/gnatcov/random_trace.ts";
import { seeds } from "../support/effort.ts";

function bytesIn(ranges: readonly CoveredRange[]): bigint {
  return ranges.reduce((sum, { first, last }) => sum + last - first + 1n, 0n);
}

Deno.test("set operations agree with a slow reference on random runs", () => {
  for (let seed = 1; seed <= seeds(100); seed++) {
    const random = randomOf(seed);
    const runs = Array.from({ length: 2 + random(3) }, () => {
      const ranges: CoveredRange[] = [];
      let at = BigInt(random(5));
      for (let left = random(8); left > 0; left--) {
        const first = at, last = at + BigInt(random(6));
        const op = 1 + random(3);
        const before = ranges.at(-1);
        if (!before || before.last + 1n < first || before.op !== op) {
          ranges.push({ module: 0, first, last, op });
        }
        at = last + 1n + BigInt(random(4));
      }
      return ranges;
    });
    const painted = runs.map(paintRanges);
    const every = new Set(painted.flatMap((map) => [...map.keys()]));
    const slow = (combine: (ops: number[]) => number) =>
      [...every].sort((a, b) => a < b ? -1 : 1)
        .map((at) => [at, combine(painted.map((map) => map.get(at) ?? 0))] as const)
        .filter(([, op]) => op !== 0);
    const fast = (ranges: Coverage) => [...paintRanges(ranges)];
    const or = (ops: number[]) => ops.reduce((a, b) => a | b, 0);
    assertEquals(fast(unionOf(runs)), slow(or), `seed ${seed}: union`);
    assertEquals(
      fast(intersectionOf(runs)),
      slow((ops) => ops.every((op) => op > 0) ? or(ops) : 0),
      `seed ${seed}`,
    );
    assertEquals(
      fast(intersectionOf(runs, true)),
      slow((ops) => ops.reduce((a, b) => a & b)),
      `seed ${seed}`,
    );
    const [a, b] = [runs[0]!, runs[1]!];
    assertEquals(
      fast(differenceOf([a], [b])),
      slow(([x, y]) => y === 0 ? x! : 0),
      `seed ${seed}`,
    );
    assertEquals(
      fast(differenceOf([a], [b], true)),
      slow(([x, y]) => x! & ~y!),
      `seed ${seed}`,
    );
    for (const byOutcome of [false, true]) {
      const worth = contributionsOf(runs, byOutcome);
      const bits = (op: number) => byOutcome ? op.toString(2).replaceAll("0", "").length : Number(op > 0);
      const size = (map: Map<bigint, number>) => [...map.values()].reduce((sum, op) => sum + bits(op), 0);
      assertEquals(worth.map(({ covered }) => covered), painted.map(size), `seed ${seed}: covered`);
      worth.forEach(({ own }, run) => {
        const others = unionOf(runs.filter((_, each) => each !== run));
        const left = differenceOf([runs[run]!], [others], byOutcome);
        assertEquals(own, size(paintRanges(left)), `seed ${seed}: own`);
      });
      const chosen = worth.flatMap(({ pick, adds }, run) => pick === null ? [] : [{ pick, adds, run }]);
      chosen.sort((a, b) => a.pick - b.pick);
      const total = size(paintRanges(unionOf(runs)));
      assertEquals(size(paintRanges(unionOf(chosen.map(({ run }) => runs[run]!)))), total, `seed ${seed}`);
      assertEquals(chosen.reduce((sum, { adds }) => sum + adds, 0), total, `seed ${seed}`);
      assertEquals(chosen.every(({ adds }, at) => at === 0 || adds <= chosen[at - 1]!.adds), true);
    }
  }
});

Deno.test("uncoveredIn() gives the gaps between ranges and at both ends", () => {
  const ranges: CoveredRange[] = [
    { module: 0, first: 10n, last: 19n, op: 1 },
    { module: 0, first: 20n, last: 24n, op: 2 },
    { module: 0, first: 39n, last: 39n, op: 2 },
  ];
  assertEquals(
    uncoveredIn(ranges, 5n, 45n).map(({ first, last }) => `${first}-${last}`),
    ["5-9", "25-38", "40-45"],
  );
});

Deno.test("heatLines() cuts a window into lines at round addresses", () => {
  const ranges: CoveredRange[] = [{ module: 0, first: 70n, last: 79n, op: 1 }];
  const shown = heatLines(ranges, 60n, 130n).map(({ first, last, covered, strip }) =>
    `${first}-${last} ${covered} ${strip}`
  );
  assertEquals(shown, [
    `60-63 0 ${" ".repeat(60)}····`,
    `64-127 10 ${"·".repeat(6)}${"█".repeat(10)}${"·".repeat(48)}`,
    "128-130 0 ···",
  ]);
  // The whole address space still gives few lines.
  const all = heatLines(ranges, 0n, (1n << 64n) - 1n);
  assertEquals([all.length, all[0]!.covered, all.at(-1)!.last], [16, 10n, (1n << 64n) - 1n]);
  assertEquals(heatLines(ranges, 5n, 5n).map(({ strip }) => strip), ["     ·"]);
  for (let seed = 1; seed <= seeds(100); seed++) {
    const random = randomOf(seed);
    const first = BigInt(random(5000)), last = first + BigInt(random(5000));
    const lines = heatLines(ranges, first, last);
    assertEquals(lines.length <= 17, true);
    assertEquals([lines[0]!.first, lines.at(-1)!.last], [first, last], `seed ${seed}`);
    lines.forEach((line, at) => assertEquals(at === 0 || lines[at - 1]!.last + 1n === line.first, true));
    const covered = lines.reduce((sum, line) => sum + line.covered, 0n);
    assertEquals(
      covered,
      bytesIn(differenceOf([ranges], [[{ module: 0, first: 0n, last: first - 1n, op: 1 }, {
        module: 0,
        first: last + 1n,
        last: 20000n,
        op: 1,
      }].filter((each) => each.last >= each.first)])),
    );
  }
});
