/** Kernels that select rows, compared with loops over lists. */
import { assertEquals } from "@std/assert";
import { anyWord, someFlags, type Width, WIDTHS, withSeeds } from "./scratch.ts";
import { seeds } from "../../support/effort.ts";

const SEEDS = seeds(200);

Deno.test("selectRange() at the ends of 64 bits keeps the same rows as a comparison", () => {
  withSeeds(SEEDS, (random, scratch, label) => {
    const { select } = scratch.kernels;
    const width = random.pick(WIDTHS);
    const limit = 1n << BigInt(8 * width);
    const rows = 1 + random.below(300);
    const stored = Array.from({ length: rows }, () => anyWord(random) % limit);
    const some = random.pick(stored);
    let [low, high] = [
      random.oneIn(2) ? some : anyWord(random) % limit,
      random.oneIn(2) ? some : anyWord(random) % limit,
    ];
    if (low > high) [low, high] = [high, low];
    const before = someFlags(random, rows);
    const [negate, skipZero] = [random.oneIn(2), random.oneIn(2)];
    const bits = scratch.bits(rows, (row) => before[row]!);
    select.selectRange(
      scratch.stored(stored, width),
      width,
      rows,
      low,
      high,
      negate ? 1 : 0,
      skipZero ? 1 : 0,
      bits,
    );
    const expected = stored.keys().filter((row) =>
      before[row]! && (stored[row]! >= low && stored[row]! <= high) !== negate &&
      !(skipZero && stored[row] === 0n)
    );
    assertEquals(scratch.selected(bits, rows), [...expected], label);
  });
});

Deno.test("selectSet() and markCodes() agree with a set of codes", () => {
  withSeeds(SEEDS, (random, scratch, label) => {
    const { select } = scratch.kernels;
    const width: Width = random.pick(WIDTHS);
    const size = 1 + random.below(500);
    const origin = BigInt(random.below(size));
    const rows = 1 + random.below(300);
    const most = (width === 1 ? 255n : BigInt(size)) - (width === 1 ? 0n : origin);
    const stored = Array.from({ length: rows }, () => random.u64() % (most < 1n ? 1n : most));
    const zeroIsNull = random.oneIn(2);
    const members = new Set(Array.from({ length: random.below(60) }, () => random.below(size)));
    const set = scratch.take((size >>> 3) + 16);
    scratch.arena.u8.fill(0, set, set + (size >>> 3) + 16);
    for (const code of members) scratch.arena.u8[set + (code >>> 3)]! |= 1 << (code & 7);
    const before = someFlags(random, rows);
    const bits = scratch.bits(rows, (row) => before[row]!);
    const values = scratch.stored(stored, width);
    select.selectSet(values, width, rows, origin, zeroIsNull ? 1 : 0, set, size, bits);
    const expected = stored.keys().filter((row) =>
      before[row]! && members.has(Number(stored[row]! + origin)) && !(zeroIsNull && stored[row] === 0n)
    );
    assertEquals(scratch.selected(bits, rows), [...expected], label);
    const marks = scratch.bits(0, () => false);
    select.markCodes(values, width, rows, origin, zeroIsNull ? 1 : 0, marks);
    const present = new Set(
      stored.filter((value) => !(zeroIsNull && value === 0n)).map((value) => Number(value + origin)),
    );
    assertEquals(scratch.selected(marks, 65536), [...present].sort((one, other) => one - other), label);
  });
});

Deno.test("selections are combined, counted, and listed like sets", () => {
  withSeeds(SEEDS, (random, scratch, label) => {
    const { select } = scratch.kernels;
    const rows = 1 + random.below(700);
    const [one, other, nulls] = [someFlags(random, rows), someFlags(random, rows), someFlags(random, rows)];
    const fill = (): number => scratch.bits(rows, (row) => one[row]!);
    const second = scratch.bits(rows, (row) => other[row]!);
    const listed = (bits: number): number[] => scratch.selected(bits, rows);
    const where = (passes: (row: number) => boolean): number[] => [...one.keys()].filter(passes);
    const combined: [(bits: number) => void, (row: number) => boolean][] = [
      [(bits) => select.orBits(bits, second), (row) => one[row]! || other[row]!],
      [(bits) => select.clearBits(bits, second), (row) => one[row]! && !other[row]!],
    ];
    // Null bytes are read sixteen at a time, also beyond the last row.
    const nullBytes = scratch.take(rows);
    nulls.forEach((none, row) => scratch.arena.u8[nullBytes + row] = none ? 1 : 0);
    combined.push([(bits) => select.dropNulls(nullBytes, rows, bits), (row) => one[row]! && !nulls[row]!]);
    combined.push([(bits) => select.keepNulls(nullBytes, rows, bits), (row) => one[row]! && nulls[row]!]);
    for (const [change, passes] of combined) {
      const bits = fill();
      change(bits);
      assertEquals(listed(bits), where(passes), label);
      assertEquals(select.countBits(bits, rows), where(passes).length, label);
      const list = scratch.take(rows * 4);
      const base = random.below(9) * 65536;
      const count = select.bitsToRows(bits, rows, base, list);
      assertEquals(scratch.readRows(list, count), where(passes).map((row) => base + row), label);
    }
    const full = fill();
    select.fillBits(full, rows);
    assertEquals(listed(full), where(() => true), label);
  });
});

Deno.test("keepTrue() keeps the rows of a list whose value is true", () => {
  withSeeds(SEEDS, (random, scratch, label) => {
    const { select } = scratch.kernels;
    const rows = 1 + random.below(300);
    const before = someFlags(random, rows);
    const list = [...before.keys()].filter((row) => before[row]);
    const values = list.map(() => random.oneIn(3) ? 0n : anyWord(random));
    const nulls = someFlags(random, list.length);
    const bits = scratch.bits(rows, (row) => before[row]!);
    const base = random.below(5) * 65536;
    select.keepTrue(
      scratch.rows(list.map((row) => base + row)),
      scratch.words(values),
      scratch.flags(nulls),
      list.length,
      bits,
    );
    assertEquals(
      scratch.selected(bits, rows),
      list.filter((_, at) => values[at] !== 0n && !nulls[at]),
      label,
    );
  });
});

Deno.test("rangeValues() and setValues() give 1 where a value is inside, and 0 for nulls", () => {
  withSeeds(SEEDS, (random, scratch, label) => {
    const { select } = scratch.kernels;
    const rows = 1 + random.below(100);
    const values = Array.from({ length: rows }, () => anyWord(random));
    const nulls = someFlags(random, rows);
    let [low, high] = [anyWord(random), anyWord(random)];
    if (low > high) [low, high] = [high, low];
    const negate = random.oneIn(2);
    const out = scratch.take(rows * 8);
    select.rangeValues(scratch.words(values), scratch.flags(nulls), rows, low, high, negate ? 1 : 0, out);
    assertEquals(
      scratch.readWords(out, rows),
      values.map((value, row) => (value >= low && value <= high) !== negate && !nulls[row] ? 1n : 0n),
      label,
    );
    const size = 1 + random.below(300);
    const codes = values.map((value) => value % BigInt(2 * size));
    const members = new Set(Array.from({ length: random.below(40) }, () => random.below(size)));
    const set = scratch.take((size >>> 3) + 16);
    scratch.arena.u8.fill(0, set, set + (size >>> 3) + 16);
    for (const code of members) scratch.arena.u8[set + (code >>> 3)]! |= 1 << (code & 7);
    const place = scratch.words(codes);
    select.setValues(place, scratch.flags(nulls), rows, set, size, place);
    assertEquals(
      scratch.readWords(place, rows),
      codes.map((code, row) => members.has(Number(code)) && !nulls[row] ? 1n : 0n),
      label,
    );
  });
});

Deno.test("keepWords() keeps rows whose word is not 0", () => {
  withSeeds(SEEDS, (random, scratch, label) => {
    const rows = 1 + random.below(300);
    const before = someFlags(random, rows);
    const words = Array.from({ length: rows }, () => random.oneIn(3) ? 0n : anyWord(random));
    const found = scratch.bits(rows, (row) => before[row]!);
    scratch.kernels.select.keepWords(scratch.words(words), rows, found);
    const expected = [...before.keys()].filter((row) => before[row]! && words[row] !== 0n);
    assertEquals(scratch.selected(found, rows), expected, label);
  });
});
