/** Kernels that group and add up packed blocks directly, compared with maps of bigints. */
import { assertEquals } from "@std/assert";
import { seeds } from "../../support/effort.ts";
import type { Random } from "../../support/random.ts";
import { DenseCall } from "../../../src/query/execution/kernels/dense_layout.ts";
import { type Scratch, someFlags, type Width, WIDTHS, withSeeds } from "./scratch.ts";

const SEEDS = seeds(200);
const U64 = 2n ** 64n;

/** A packed key: the stored values, and their slots. */
interface Key {
  readonly width: Width;
  readonly stored: readonly bigint[];
  readonly offset: number;
  readonly buckets: boolean;
  /** Whether no key takes more than 31 bits. */
  readonly isNarrow: boolean;
  readonly origin: bigint;
  readonly zeroIsNull: boolean;
  /** Number of slots, not counting that of null. */
  readonly size: number;
  slotOf(row: number): number;
}

function bucketOf(number: bigint): number {
  return number === 0n ? 0 : number.toString(2).length - 1;
}

/** A key of one of these widths, or a key of any width that is grouped by powers of two. */
function randomKey(random: Random, rows: number, widths: readonly Width[]): Key {
  const buckets = random.oneIn(3);
  const width = random.pick(buckets ? WIDTHS : widths);
  const zeroIsNull = random.oneIn(2);
  const limit = 1n << BigInt(8 * width);
  const span = buckets
    ? limit
    : BigInt(1 + random.below(random.pick(width === 1 ? [3, 20, 256] : [900, 3000])));
  const offset = buckets ? 0 : random.below(20);
  const isNarrow = buckets && width <= 4 && random.oneIn(2);
  // If a stored 0 means null, keys may begin at 0.
  const least = zeroIsNull && random.oneIn(3) ? U64 - 1n : random.u64() % (1n << 30n);
  const origin = isNarrow ? least : buckets ? (U64 - limit) % (1n + random.u64()) : 0n;
  const most = isNarrow ? (span < 1n << 30n ? span : 1n << 30n) : span;
  const stored = Array.from({ length: rows }, () => {
    const any = random.u64() % most;
    // Large and small values are equally frequent.
    return buckets && random.oneIn(2) ? any >> BigInt(random.below(8 * width)) : any;
  });
  const size = buckets ? 64 : Number(span) + offset;
  const slotOf = (row: number): number => {
    if (zeroIsNull && stored[row] === 0n) return size;
    return buckets ? bucketOf(BigInt.asUintN(64, stored[row]! + origin)) : Number(stored[row]) + offset;
  };
  return { width, stored, offset, buckets, isNarrow, origin, zeroIsNull, size, slotOf };
}

/** A call with these fields; bigints are 64-bit fields. */
function callOf(
  scratch: Scratch,
  fields: Readonly<Partial<Record<keyof typeof DenseCall, number | bigint>>>,
): number {
  const call = scratch.take(DenseCall.Bytes);
  scratch.arena.u8.fill(0, call, call + DenseCall.Bytes);
  for (const [name, value] of Object.entries(fields)) {
    const place = call + DenseCall[name as keyof typeof DenseCall];
    if (typeof value === "bigint") scratch.arena.u64[place >>> 3] = value;
    else scratch.arena.u32[place >>> 2] = value;
  }
  return call;
}

function keyFields(scratch: Scratch, key: Key): Parameters<typeof callOf>[1] {
  return {
    Keys: scratch.stored(key.stored, key.width),
    KeyWidth: key.width,
    KeyOffset: key.offset,
    Buckets: !key.buckets ? 0 : key.isNarrow ? 2 : 1,
    KeyOrigin: key.origin,
    ZeroKeyIsNull: key.zeroIsNull ? 1 : 0,
    NullSlot: key.size,
  };
}

/** Some rows in random order, or all of them. */
function someRows(random: Random, rows: number): number[] | undefined {
  if (random.oneIn(2)) return undefined;
  return Array.from({ length: rows }, (_, row) => row).filter(() => !random.oneIn(3));
}

interface Group {
  rows: bigint;
  values: bigint;
  sum: bigint;
  first: number;
}

/** The 32-byte cells as groups. */
function groupsAt(scratch: Scratch, cells: number, firsts: number, slots: number): Map<number, Group> {
  const groups = new Map<number, Group>();
  for (let slot = 0; slot < slots; slot++) {
    const [rows, values, low, high] = scratch.readWords(cells + 32 * slot, 4) as [
      bigint,
      bigint,
      bigint,
      bigint,
    ];
    const [first] = scratch.readRows(firsts + 4 * slot, 1) as [number];
    if (rows > 0n) groups.set(slot, { rows, values, sum: (high << 64n) | low, first });
  }
  return groups;
}

for (const quick of [false, true]) {
  Deno.test(`${quick ? "denseGroupFast" : "denseGroup"}() counts and sums by slot`, () => {
    withSeeds(SEEDS, (random, scratch, label) => {
      const { dense } = scratch.kernels;
      // Sums of large values need all their bits.
      const isLong = label === "seed 1" || random.oneIn(10);
      const rows = label === "seed 1" ? 50_000 : isLong ? 4000 + random.below(5000) : 1 + random.below(300);
      const key = randomKey(random, rows, quick ? [1, 2] : WIDTHS);
      const slots = key.size + 1;
      const valueWidth = random.pick(quick ? [1, 2, 4] as const : WIDTHS);
      const limit = 1n << BigInt(8 * valueWidth);
      const zeroIsNull = random.oneIn(2);
      const origin = zeroIsNull && random.oneIn(3) ? U64 - 1n : random.u64() % (U64 - limit + 1n);
      // Many rows without values are counted several at a time.
      const values = random.oneIn(isLong ? 2 : 5)
        ? undefined
        : Array.from({ length: rows }, () => random.u64() % limit);
      const none = quick ? [] : someFlags(random, rows);
      const list = someRows(random, rows);
      const listed = new Set(list);
      const [cells, firsts] = [scratch.cells(slots), scratch.take(slots * 4)];
      const halves = scratch.take(82_176 + 4096);
      scratch.arena.u8.fill(0, halves, halves + 82_176);
      const expected = new Map<number, Group>();
      for (const block of [3, 7]) {
        const call = callOf(scratch, {
          ...keyFields(scratch, key),
          Values: values ? scratch.stored(values, valueWidth) : 0,
          ValueWidth: valueWidth,
          Origin: origin,
          ZeroIsNull: zeroIsNull ? 1 : 0,
          Nulls: values && !quick ? scratch.flags(none) : 0,
          Rows: list && !quick ? scratch.rows(list.map((row) => block * 65536 + row)) : 0,
          Bits: list && quick ? scratch.bits(rows, (row) => listed.has(row)) : 0,
          Count: quick ? rows : list?.length ?? rows,
          First: block * 65536,
          Cells: cells,
          Firsts: firsts,
          Span: key.size,
          Halves: halves,
        });
        if (quick) dense.denseGroupFast(call);
        else dense.denseGroup(call);
        for (const row of list ?? key.stored.keys()) {
          const slot = key.slotOf(row);
          const group = expected.get(slot) ?? { rows: 0n, values: 0n, sum: 0n, first: block * 65536 + row };
          group.rows++;
          if (values && !(zeroIsNull && values[row] === 0n) && none[row] !== true) {
            group.values++;
            group.sum += BigInt.asUintN(64, values[row]! + origin);
          }
          expected.set(slot, group);
        }
      }
      const found = groupsAt(scratch, cells, firsts, slots);
      assertEquals(found, new Map([...expected].sort(([one], [other]) => one - other)), label);
    });
  });
}

Deno.test("denseSlots() combines several keys into one number", () => {
  withSeeds(SEEDS, (random, scratch, label) => {
    const rows = 1 + random.below(200);
    const list = someRows(random, rows);
    const keys = Array.from({ length: 1 + random.below(3) }, () => randomKey(random, rows, WIDTHS));
    const slots = keys.reduce((product, { size }) => product * (size + 1), 1);
    const width = slots <= 65536 ? 2 : 4;
    const numbers = scratch.take(rows * width + 64);
    const expected = new Array<number>(rows).fill(0);
    let stride = 1;
    for (const [at, key] of keys.entries()) {
      scratch.kernels.dense.denseSlots(callOf(scratch, {
        ...keyFields(scratch, key),
        Stride: stride,
        Rows: list ? scratch.rows(list) : 0,
        Count: list?.length ?? rows,
        FirstKey: at === 0 ? 1 : 0,
        SlotWidth: width,
        Slots: numbers,
      }));
      for (const row of list ?? expected.keys()) expected[row]! += key.slotOf(row) * stride;
      stride *= key.size + 1;
    }
    const { u16, u32 } = scratch.arena;
    for (const row of list ?? expected.keys()) {
      const found = width === 2 ? u16[(numbers >>> 1) + row] : u32[(numbers >>> 2) + row];
      assertEquals(found, expected[row]! % 2 ** 32, `${label}, row ${row}`);
    }
  });
});

Deno.test("sumSelected() sums the selected values that are not null", () => {
  withSeeds(SEEDS, (random, scratch, label) => {
    for (const width of WIDTHS) {
      const rows = 1 + random.below(400);
      const limit = 1n << BigInt(8 * width);
      const stored = Array.from(
        { length: rows },
        () => random.oneIn(4) ? random.pick([0n, 1n, limit - 1n]) : random.u64() % limit,
      );
      const [some, none] = [someFlags(random, rows), someFlags(random, rows)];
      // Few rows are summed in another way.
      const selected = random.oneIn(3) ? some.map((each) => each && random.oneIn(100)) : some;
      const zeroIsNull = random.oneIn(2);
      // Null bytes are read sixteen at a time, also beyond the last row.
      const nulls = none.includes(true) ? scratch.flags(none) : 0;
      const out = scratch.take(24);
      scratch.kernels.dense.sumSelected(
        scratch.stored(stored, width),
        width,
        rows,
        zeroIsNull ? 1 : 0,
        nulls,
        scratch.bits(rows, (row) => selected[row]!),
        out,
      );
      const own = stored.filter((value, row) => selected[row] && !none[row] && !(zeroIsNull && value === 0n));
      const sum = own.reduce((total, value) => total + value, 0n);
      assertEquals(
        scratch.readWords(out, 3),
        [sum % U64, sum / U64, BigInt(own.length)],
        `${label}, width ${width}`,
      );
    }
  });
});

Deno.test("nthWord() agrees with sorting, and does not change the words", () => {
  withSeeds(SEEDS, (random, scratch, label) => {
    const count = 1 + random.below(300);
    const close = random.oneIn(2);
    const base = random.u64();
    const words = Array.from(
      { length: count },
      () => close ? BigInt.asUintN(64, base + BigInt(random.below(9))) : random.u64(),
    );
    const place = scratch.words(words);
    const sorted = words.toSorted((one, other) => one < other ? -1 : one > other ? 1 : 0);
    for (const at of [0, count - 1, random.below(count)]) {
      const found = scratch.kernels.group.nthWord(
        place,
        count,
        at,
        scratch.take(count * 8),
        scratch.take(8192),
      );
      assertEquals(BigInt.asUintN(64, found), sorted[at], `${label}, place ${at} of ${count}`);
    }
    assertEquals(scratch.readWords(place, count), words, label);
  });
});

Deno.test("countOwners() and scatterRows() place the values of each group together, in order", () => {
  withSeeds(SEEDS, (random, scratch, label) => {
    const { group } = scratch.kernels;
    const groups = 1 + random.below(20);
    const count = 1 + random.below(200);
    const owners = Array.from({ length: count }, () => random.below(groups));
    const words = owners.map(() => random.u64());
    const starts = scratch.rows(new Array<number>(groups + 1).fill(0));
    group.countOwners(scratch.rows(owners), count, starts + 4);
    const own = Array.from({ length: groups }, (_, at) => words.filter((_, row) => owners[row] === at));
    assertEquals(scratch.readRows(starts + 4, groups), own.map(({ length }) => length), label);
    const next: number[] = [];
    for (let at = 0, sum = 0; at < groups; sum += own[at++]!.length) next.push(sum);
    const together = scratch.take(count * 8);
    group.scatterRows(scratch.words(words), scratch.rows(owners), count, scratch.rows(next), together);
    assertEquals(scratch.readWords(together, count), own.flat(), label);
  });
});
