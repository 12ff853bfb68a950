/** The kernel of Parquet pages agrees with plain loops over bigints. */
import { assert, assertEquals } from "@std/assert";
import { Delta, Distinct } from "../../src/export/kernels/pages_layout.ts";
import { NumberDictionary } from "../../src/export/number_dictionary.ts";
import { PageMemory } from "../../src/export/page_memory.ts";
import { Arena } from "../../src/memory/arena.ts";
import { randomFrom } from "../formats/mtrc/support.ts";

const MOST = 0xffff_ffff_ffff_ffffn;
/** Counts around the ends of groups and blocks. */
const COUNTS = [1, 2, 7, 8, 9, 31, 32, 33, 34, 128, 129, 130, 161, 1000];

/** Numbers of various widths, from 0 bits to all. */
const SHAPES: readonly ((row: number, random: () => bigint) => bigint)[] = [
  () => 7n,
  (row) => BigInt(row) * 3n,
  (row) => MOST - BigInt(row),
  (_, random) => random() & 1n,
  (_, random) => random() & 0x1fffn,
  (_, random) => random() & 0x3_ffff_ffffn,
  (_, random) => random(),
  (row, random) => row % 5 === 0 ? random() : BigInt(row),
  (row) => row % 2 === 0 ? 0n : 1n << 63n,
];

/** Runs `use` with the packing functions, in their own memory. */
function withMemory(use: (memory: PageMemory, arena: Arena) => void): void {
  const arena = new Arena("test");
  use(new PageMemory(arena), arena);
  arena.close();
}

/** Writes words into memory; `nulls` may be missing. */
function put(memory: PageMemory, values: readonly bigint[], missing: readonly number[] = []) {
  const words = BigUint64Array.from(values);
  const nulls = Uint8Array.from(values, (_, row) => missing[row] ?? 0);
  const nullCount = nulls.filter((each) => each !== 0).length;
  return memory.put({ words, halves: new Uint32Array(words.buffer), nulls, nullCount });
}

/** Numbers one after the other, from the lowest bit upwards, in whole groups of eight. */
function plainBits(values: readonly bigint[], width: number, group = 8): number[] {
  const bits = values.reduce((all, value, at) => all | (value << BigInt(at * width)), 0n);
  const bytes = (Math.ceil(values.length / group) * group * width) / 8;
  return Array.from({ length: bytes }, (_, at) => Number((bits >> BigInt(8 * at)) & 0xffn));
}

function plainVarint(value: bigint): number[] {
  return value < 0x80n ? [Number(value)] : [Number(value & 0x7fn) | 0x80, ...plainVarint(value >> 7n)];
}

function plainZigzag(value: bigint): number[] {
  return plainVarint(value < 0n ? -2n * value - 1n : 2n * value);
}

const signed = (value: bigint): bigint => BigInt.asIntN(64, value);

/** The specification of the format, implemented literally. */
function plainDifferences(values: readonly bigint[]): number[] {
  const out = [...plainVarint(128n), ...plainVarint(4n), ...plainVarint(BigInt(values.length))];
  out.push(...plainZigzag(signed(values[0]!)));
  const gains = values.slice(1).map((value, at) => signed(value - values[at]!));
  for (let from = 0; from < gains.length; from += 128) {
    const block = gains.slice(from, from + 128);
    const least = block.reduce((one, other) => other < one ? other : one);
    const rests = block.map((gain) => BigInt.asUintN(64, gain - least));
    const groups = [0, 32, 64, 96].map((first) => rests.slice(first, first + 32));
    const widths = groups.map((group) => Math.max(0, ...group.map((rest) => rest.toString(2).length)));
    const narrow = widths.map((width, at) => groups[at]!.every((rest) => rest === 0n) ? 0 : width);
    out.push(...plainZigzag(least), ...narrow);
    for (const [at, group] of groups.entries()) {
      if (group.length > 0) out.push(...plainBits(group, narrow[at]!, 32));
    }
  }
  return out;
}

function eachColumn(use: (values: readonly bigint[], seed: number) => void): void {
  for (const [at, shape] of SHAPES.entries()) {
    for (const count of COUNTS) {
      const seed = 100 * at + count;
      const next = randomFrom(seed + 1);
      const half = (): bigint => BigInt(next() >>> 0);
      const random = (): bigint => (half() << 32n) | half();
      use(Array.from({ length: count }, (_, row) => shape(row, random)), seed);
    }
  }
}

Deno.test("packDifferences() writes what the format specification requires", () => {
  withMemory((memory, arena) => {
    const gains = arena.alloc(Delta.Block * 8);
    const widths = new Set<number>();
    eachColumn((values) => {
      const { words } = put(memory, values);
      const bytes = memory.kernels.packDifferences(words, values.length, gains, memory.out);
      const right = plainDifferences(values);
      assertEquals([...memory.packed(bytes)], right);
      widths.add(Math.round((8 * bytes) / values.length));
    });
    assert(widths.size > 20, "numbers of many widths");
  });
});

Deno.test("packNumbers(), packBytes() and packWords() write plain bits in groups of eight", () => {
  withMemory((memory, arena) => {
    for (let width = 1; width <= 32; width++) {
      for (const count of COUNTS.slice(0, 9)) {
        const next = randomFrom(width * 100 + count);
        const limit = (1n << BigInt(width)) - 1n;
        const values = Array.from({ length: count }, () => BigInt(next() >>> 0) & limit);
        const { words } = put(memory, values);
        const right = plainBits(values, width);
        arena.u32.set(values.map(Number), memory.numbers >>> 2);
        const { kernels, numbers, out } = memory;
        assertEquals([...memory.packed(kernels.packNumbers(numbers, count, width, out))], right, `${width}`);
        assertEquals([...memory.packed(kernels.packWords(words, count, width, out))], right, `${width}`);
        if (width > 8) continue;
        arena.u8.set(values.map(Number), numbers);
        assertEquals([...memory.packed(kernels.packBytes(numbers, count, width, out))], right, `${width}`);
      }
    }
  });
});

Deno.test("validityBits() marks rows without a value, and dropNullWords() leaves them out", () => {
  withMemory((memory, arena) => {
    eachColumn((values, seed) => {
      const next = randomFrom(seed + 7);
      const missing = values.map(() => next() & 1);
      const { words, nulls } = put(memory, values, missing);
      if (!missing.includes(1)) return;
      memory.kernels.validityBits(nulls, values.length, memory.out);
      const bits = plainBits(missing.map((each) => BigInt(1 - each)), 1);
      assertEquals([...memory.packed(Math.ceil(values.length / 8))], bits);
      const count = memory.kernels.dropNullWords(words, nulls, values.length, memory.present);
      const from = memory.present >>> 3;
      assertEquals(
        [...arena.u64.subarray(from, from + count)],
        values.filter((_, row) => missing[row] === 0),
      );
    });
  });
});

Deno.test("NumberDictionary numbers distinct words in order of appearance, and stops if there are too many", () => {
  withMemory((memory, arena) => {
    const dictionary = new NumberDictionary(memory);
    eachColumn((values) => {
      const { words } = put(memory, values);
      const distinct = dictionary.number(words, values.length);
      const right = [...new Set(values)];
      assertEquals(distinct, right.length);
      assertEquals([...new BigUint64Array(dictionary.bytes(distinct).slice().buffer)], right);
      const numbers = arena.u32.subarray(memory.numbers >>> 2, (memory.numbers >>> 2) + values.length);
      assertEquals([...numbers], values.map((value) => right.indexOf(value)));
    });
    const rows = Array.from({ length: 40_000 }, (_, row) => BigInt(row));
    const count = (of: (row: bigint) => bigint): number => {
      const { words } = put(memory, rows.map(of));
      return dictionary.number(words, rows.length);
    };
    // Many distinct values from the start, many later, and as many as possible.
    assertEquals(count((row) => row), 0);
    assertEquals(count((row) => row < 30_000n ? row % 900n : row), 0);
    assertEquals(count((row) => row < 3000n ? row % 900n : row % BigInt(Distinct.Most)), Distinct.Most);
  });
});

Deno.test("numberCodes() numbers texts in order of appearance, starting over in each round", () => {
  withMemory((memory, arena) => {
    const known = arena.allocZeroed(64 * 8);
    for (let round = 1; round <= 20; round++) {
      const next = randomFrom(round);
      const codes = Array.from({ length: 200 }, () => BigInt(next() & 63));
      const missing = round % 2 === 0 ? codes.map(() => next() & 1) : [];
      const { words, nulls } = put(memory, codes, missing);
      const { kernels, present, numbers } = memory;
      const some = missing.includes(1) ? nulls : 0;
      const count = kernels.numberCodes(words, some, codes.length, known, round, present, numbers);
      const there = codes.filter((_, row) => (missing[row] ?? 0) === 0).map(Number);
      const right = [...new Set(there)];
      const found = arena.u32.subarray(present >>> 2, (present >>> 2) + count);
      assertEquals([...found], right);
      const numbered = arena.u32.subarray(numbers >>> 2, (numbers >>> 2) + there.length);
      assertEquals([...numbered], there.map((code) => right.indexOf(code)));
    }
  });
});
