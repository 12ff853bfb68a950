/** Kernels that group, add up and sort, compared with maps and lists. */
import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { DistinctPairs } from "../../../src/query/aggregates/distinct_pairs.ts";
import { KeyTable, PairTable } from "../../../src/query/execution/key_table.ts";
import { SquaresCell } from "../../../src/query/execution/kernels/group_layout.ts";
import { Workspace } from "../../../src/query/execution/relation.ts";
import { newPools } from "../../support/pools.ts";
import { seeds } from "../../support/effort.ts";
import { Random } from "../../support/random.ts";
import { anyWord, type Scratch, signed, someFlags, withSeeds } from "./scratch.ts";

const SEEDS = seeds(200);
const NO_GROUP = 0xffff_ffff;

Deno.test("keys and pairs of keys are numbered in order of appearance, with nulls separate", () => {
  const pools = newPools();
  for (let seed = 1; seed <= SEEDS; seed++) {
    const random = new Random(seed);
    const work = Workspace.beside("test", pools);
    const table = new KeyTable(work);
    const choices = Array.from({ length: 1 + random.below(1500) }, () => anyWord(random));
    const known = new Map<string, number>();
    const firsts: number[] = [];
    let base = 0;
    const put = (rows: number): { keys: number; nulls: number; labels: string[] } => {
      const keys = work.take(rows * 8);
      const nulls = work.take(rows);
      const none = someFlags(random, rows);
      const labels: string[] = [];
      for (let row = 0; row < rows; row++) {
        const key = random.pick(choices);
        work.arena.u64[(keys >>> 3) + row] = key;
        work.arena.u8[nulls + row] = none[row] ? 1 : 0;
        labels.push(none[row] ? "null" : String(key));
      }
      return { keys, nulls: none.includes(true) ? nulls : 0, labels };
    };
    for (let batch = 0; batch < 3; batch++) {
      const rows = 1 + random.below(1200);
      const groups = work.take(rows * 4);
      const { keys, nulls, labels } = put(rows);
      table.assign(keys, nulls, rows, groups, { rows: 0, base, add: true });
      const expected = labels.map((label, row) => {
        if (!known.has(label)) {
          known.set(label, known.size);
          firsts.push(base + row);
        }
        return known.get(label)!;
      });
      assertEquals(
        Array.from(work.arena.u32.subarray(groups >>> 2, (groups >>> 2) + rows)),
        expected,
        `seed ${seed}`,
      );
      base += rows;
    }
    assertEquals(table.count, known.size, `seed ${seed}`);
    assertEquals(
      Array.from(work.arena.u32.subarray(table.firsts >>> 2, (table.firsts >>> 2) + known.size)),
      firsts,
      `seed ${seed}`,
    );
    // A lookup finds known keys and nothing else, and refining distinguishes pairs.
    const rows = 1 + random.below(500);
    const groups = work.take(rows * 4);
    const { keys, nulls, labels } = put(rows);
    if (random.oneIn(2)) {
      choices.push(anyWord(random));
      work.arena.u64[keys >>> 3] = choices.at(-1)!;
      if (nulls === 0 || work.arena.u8[nulls] === 0) labels[0] = String(choices.at(-1));
    }
    table.assign(keys, nulls, rows, groups, { rows: 0, base: 0, add: false });
    assertEquals(
      Array.from(work.arena.u32.subarray(groups >>> 2, (groups >>> 2) + rows)),
      labels.map((label) => known.get(label) ?? NO_GROUP),
      `seed ${seed}`,
    );
    const pairs = new PairTable(work);
    const second = put(rows);
    const ids = work.take(rows * 4);
    const before = labels.map((label) => known.get(label) ?? NO_GROUP);
    before.forEach((id, row) => work.arena.u32[(ids >>> 2) + row] = id);
    pairs.assign(second.keys, second.nulls, rows, ids, { rows: 0, base: 0, add: true });
    const seen = new Map<string, number>();
    const refined = second.labels.map((label, row) => {
      if (before[row] === NO_GROUP) return NO_GROUP;
      const pair = `${before[row]} ${label}`;
      if (!seen.has(pair)) seen.set(pair, seen.size);
      return seen.get(pair)!;
    });
    assertEquals(Array.from(work.arena.u32.subarray(ids >>> 2, (ids >>> 2) + rows)), refined, `seed ${seed}`);
    work.release();
  }
});

/** Rows with a group, a value, and the reasons to leave it out. */
interface Rows {
  readonly groups: readonly number[];
  readonly words: readonly bigint[];
  readonly nulls: readonly boolean[];
  readonly pass: readonly boolean[];
  readonly count: number;
}

function randomRows(random: Random, groups: number): Rows {
  const count = 1 + random.below(200);
  const all = random.oneIn(3);
  return {
    count,
    groups: Array.from({ length: count }, () => random.below(groups)),
    words: Array.from({ length: count }, () => anyWord(random)),
    nulls: someFlags(random, count),
    pass: Array.from({ length: count }, () => all || !random.oneIn(3)),
  };
}

/** Rows of a group that are counted. */
function counting({ groups, nulls, pass }: Rows, group: number): number[] {
  return [...groups.keys()].filter((row) => groups[row] === group && !nulls[row] && pass[row]);
}

/** Positions of the rows: without groups there is one group, and a condition that all rows pass is omitted. */
function placed(
  scratch: Scratch,
  rows: Rows,
): { groups: number; values: number; nulls: number; pass: number } {
  const passes = rows.pass.includes(false) ? scratch.words(rows.pass.map((each) => each ? 1n : 0n)) : 0;
  return {
    groups: rows.groups.every((group) => group === 0) ? 0 : scratch.rows(rows.groups),
    values: scratch.words(rows.words),
    nulls: scratch.flags(rows.nulls),
    pass: passes,
  };
}

Deno.test("counts, sums, extremes, first and last values of groups equal those of lists", () => {
  withSeeds(SEEDS, (random, scratch, label) => {
    const { group } = scratch.kernels;
    const groups = random.pick([1, 1, 3, 40]);
    const rows = randomRows(random, groups);
    const { groups: of, values, nulls, pass } = placed(scratch, rows);
    const cells = (fill: (cells: number) => void): bigint[][] => {
      const place = scratch.cells(groups);
      fill(place);
      return Array.from({ length: groups }, (_, at) => scratch.readWords(place + 32 * at, 4));
    };
    const own = Array.from({ length: groups }, (_, at) => counting(rows, at));
    const n = rows.count;
    const counted = cells((place) => group.countRows(of, nulls, pass, n, place));
    assertEquals(counted.map(([count]) => count), own.map(({ length }) => BigInt(length)), label);
    for (const kind of [0, 1]) {
      const value = (row: number): bigint => kind === 1 ? signed(rows.words[row]!) : rows.words[row]!;
      const summed = cells((place) => group.sumRows(of, values, nulls, pass, n, kind, place));
      for (const [at, [count, low, high]] of summed.entries()) {
        const sum = own[at]!.reduce((total, row) => total + value(row), 0n);
        assertEquals(count, BigInt(own[at]!.length), label);
        assertEquals(high! << 64n | low!, BigInt.asUintN(128, sum), `${label}, group ${at}, kind ${kind}`);
      }
      for (const most of [0, 1]) {
        const found = cells((place) => group.extremeRows(of, values, nulls, pass, n, kind, most, place));
        for (const [at, [count, best]] of found.entries()) {
          assertEquals(count, BigInt(own[at]!.length), label);
          if (own[at]!.length === 0) continue;
          const sorted = own[at]!.map(value).sort((one, other) => one < other ? -1 : one > other ? 1 : 0);
          assertEquals(
            best,
            BigInt.asUintN(64, sorted.at(most === 1 ? -1 : 0)!),
            `${label}, kind ${kind}, most ${most}`,
          );
        }
      }
    }
    for (const last of [0, 1]) {
      const found = cells((place) => group.edgeRows(of, values, nulls, pass, n, last, place));
      for (const [at, [, edge]] of found.entries()) {
        if (own[at]!.length > 0) assertEquals(edge, rows.words[own[at]!.at(last === 1 ? -1 : 0)!], label);
      }
    }
    const [kept, owners] = [scratch.take(n * 8), scratch.take(n * 4)];
    const count = group.collectRows(of, values, nulls, pass, n, kept, owners);
    const all = [...rows.words.keys()].filter((row) => !rows.nulls[row] && rows.pass[row]);
    assertEquals(scratch.readWords(kept, count), all.map((row) => rows.words[row]!), label);
    assertEquals(scratch.readRows(owners, count), all.map((row) => rows.groups[row]!), label);
  });
});

Deno.test("sums, means and deviations of doubles equal those of lists", () => {
  withSeeds(SEEDS, (random, scratch, label) => {
    const { group } = scratch.kernels;
    const groups = random.pick([1, 3, 40]);
    const rows = randomRows(random, groups);
    const doubles = rows.words.map(() => (random.u32() - 2 ** 31) / 2 ** random.below(20));
    const { groups: of, nulls, pass } = placed(scratch, rows);
    const [sums, spreads, least] = [scratch.cells(groups), scratch.cells(groups), scratch.cells(groups)];
    const values = scratch.doubles(doubles);
    group.addDoubles(of, values, nulls, pass, rows.count, sums);
    group.spreadDoubles(of, values, nulls, pass, rows.count, spreads);
    group.extremeRows(of, values, nulls, pass, rows.count, 2, 0, least);
    for (let at = 0; at < groups; at++) {
      const own = counting(rows, at).map((row) => doubles[row]!);
      assertEquals(
        scratch.readDoubles(sums + 32 * at, 4)[3],
        own.reduce((sum, each) => sum + each, 0),
        label,
      );
      if (own.length === 0) continue;
      assertEquals(scratch.readDoubles(least + 32 * at, 4)[1], Math.min(...own), label);
      const mean = own.reduce((sum, each) => sum + each, 0) / own.length;
      const spread = own.reduce((sum, each) => sum + (each - mean) ** 2, 0);
      const [, found, , squares] = scratch.readDoubles(spreads + 32 * at, 4);
      assertAlmostEquals(found!, mean, Math.abs(mean) * 1e-9 + 1e-9, label);
      assertAlmostEquals(squares!, spread, spread * 1e-9 + 1e-9, label);
    }
  });
});

Deno.test("sums of integers and of their squares are exact, also after parts are merged", () => {
  withSeeds(SEEDS, (random, scratch, label) => {
    const { group, partitions } = scratch.kernels;
    const groups = random.pick([1, 3, 40]);
    const rows = randomRows(random, groups);
    const { groups: of, values, nulls, pass } = placed(scratch, rows);
    const fields = SquaresCell.Bytes / 8;
    for (const kind of [0, 1]) {
      const [cells, again] = [scratch.cells(2 * groups), scratch.cells(2 * groups)];
      group.addSquares(of, values, nulls, pass, rows.count, kind, cells);
      for (let time = 0; time < 2; time++) {
        partitions.addSquareSums(scratch.rows([...Array(groups).keys()]), cells, groups, again);
      }
      for (let at = 0; at < groups; at++) {
        const own = counting(rows, at).map((row) => kind === 1 ? signed(rows.words[row]!) : rows.words[row]!);
        const sum = own.reduce((total, each) => total + each, 0n);
        const squares = own.reduce((total, each) => total + each * each, 0n);
        for (const [place, times] of [[cells, 1n], [again, 2n]] as const) {
          const [count, low, high, ...thirds] = scratch.readWords(place + SquaresCell.Bytes * at, fields);
          assertEquals(count, times * BigInt(own.length), label);
          assertEquals(high! << 64n | low!, BigInt.asUintN(128, times * sum), label);
          assertEquals(thirds[2]! << 128n | thirds[1]! << 64n | thirds[0]!, times * squares, label);
        }
      }
    }
  });
});

Deno.test("permute(), permute32() and atMost() behave like operations on lists", () => {
  withSeeds(SEEDS, (random, scratch, label) => {
    const { group } = scratch.kernels;
    const n = 1 + random.below(200);
    const words = Array.from({ length: n }, () => anyWord(random));
    const numbers = words.map(() => random.u32());
    const order = words.map(() => random.below(n));
    const [wide, narrow] = [scratch.take(n * 8), scratch.take(n * 4)];
    group.permute(scratch.words(words), scratch.rows(order), n, wide);
    group.permute32(scratch.rows(numbers), scratch.rows(order), n, narrow);
    assertEquals(scratch.readWords(wide, n), order.map((at) => words[at]!), label);
    assertEquals(scratch.readRows(narrow, n), order.map((at) => numbers[at]!), label);
    const bound = random.oneIn(2) ? random.pick(words) : anyWord(random);
    const listed = random.oneIn(2);
    const base = random.below(1000);
    const count = group.keysAtMost(
      scratch.words(words),
      n,
      bound,
      listed ? scratch.rows(numbers) : 0,
      base,
      wide,
      narrow,
    );
    const passing = [...words.keys()].filter((at) => words[at]! <= bound);
    assert(count === passing.length, label);
    assertEquals(scratch.readWords(wide, count), passing.map((at) => words[at]!), label);
    assertEquals(
      scratch.readRows(narrow, count),
      passing.map((at) => listed ? numbers[at]! : base + at),
      label,
    );
  });
});

Deno.test("different values are counted for each owner, also while there is only one", () => {
  const pools = newPools();
  withSeeds(SEEDS, (random) => {
    const work = Workspace.beside("test", pools);
    // Where there is no room, pairs are written to partitions at once, or after the first ones.
    work.arena.heap.budget = random.pick([Infinity, 1, 3_000_000]);
    const pairs = new DistinctPairs(work);
    const seen = Array.from({ length: 200 }, () => new Set<bigint>());
    const choices = Array.from({ length: 1 + random.below(300) }, () => anyWord(random));
    const cells = work.takeZeroed(seen.length * 32);
    // Owners are one, a bit each, or too many for that.
    for (const ownerCount of [1, 1, 1 + random.below(5), 5, random.pick([6, 64, 65]), 200]) {
      const rows = random.below(400);
      const values = work.take(rows * 8), owners = work.take(rows * 4);
      for (let row = 0; row < rows; row++) {
        const value = random.pick(choices),
          owner = Math.min(random.below(ownerCount), random.below(ownerCount));
        work.arena.u64[(values >>> 3) + row] = value;
        work.arena.u32[(owners >>> 2) + row] = owner;
        seen[owner]!.add(value);
      }
      pairs.add(values, owners, rows, cells, ownerCount);
    }
    pairs.finish(cells);
    assertEquals(
      seen.map((_, owner) => work.arena.u64[(cells >>> 3) + 4 * owner]),
      seen.map(({ size }) => BigInt(size)),
    );
    work.release();
  });
});
