/** Packed blocks and their scans compared with lists of bigints. */
import { assertEquals } from "@std/assert";
import {
  BLOCK_ROWS,
  NO_ROW,
  NullMode,
  rowsToAllocate,
  sealBlock,
  type SealOptions,
  sealPage,
} from "../../src/tables/block.ts";
import { StoredColumn } from "../../src/tables/stored_column.ts";
import { DictionaryEncoder } from "../../src/tables/dictionary_encoder.ts";
import { kernelsOf } from "../../src/query/execution/kernels.ts";
import { newPools } from "../support/pools.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";

type Form = SealOptions["form"];

/** Values as a column of this form would hold them, null if missing. */
function randomValues(random: Random, form: Form, rows: number): (bigint | null)[] {
  const narrow = form === "u32" || form === "text";
  const base = random.u64();
  const range = random.u64();
  const withNulls = random.oneIn(2);
  const constant = random.oneIn(6);
  return Array.from({ length: rows }, () => {
    if (withNulls && random.oneIn(4)) return null;
    const spread = constant ? 0n : random.u64() % (range + 1n);
    const value = narrow ? (base + spread) & 0xffff_ffffn : BigInt.asUintN(64, base + spread);
    // A text code of 0 means "no text".
    if (form === "text" && value === 0n) return null;
    return form === "i64" ? BigInt.asIntN(64, value) : value;
  });
}

/** Seals the values into a column of as many blocks as needed. */
function sealed(
  pools: ReturnType<typeof newPools>,
  form: Form,
  values: readonly (bigint | null)[],
): StoredColumn {
  const { arena } = pools;
  const column = new StoredColumn({ name: "x", type: form === "i64" ? "i64" : "u64" }, arena);
  for (let from = 0; from < values.length; from += BLOCK_ROWS) {
    const rows = Math.min(BLOCK_ROWS, values.length - from);
    const pointer = arena.alloc(rows * 8);
    const nulls = form === "text" ? 0 : arena.allocZeroed(rows);
    for (let row = 0; row < rows; row++) {
      const value = values[from + row] ?? null;
      if (nulls && value === null) arena.u8[nulls + row] = 1;
      if (form === "u32" || form === "text") arena.u32[(pointer >>> 2) + row] = Number(value ?? 0n);
      else arena.u64[(pointer >>> 3) + row] = BigInt.asUintN(64, value ?? 0x1234n);
    }
    column.push(sealBlock(arena, { pointer, rows, nulls, form }));
    arena.free(pointer);
    if (nulls) arena.free(nulls);
  }
  return column;
}

function read(
  pools: ReturnType<typeof newPools>,
  column: StoredColumn,
  rows: readonly number[],
): (bigint | null)[] {
  const { arena } = pools;
  const list = arena.alloc(rows.length * 4);
  const values = arena.alloc(rows.length * 8);
  const nulls = arena.alloc(rows.length);
  rows.forEach((row, at) => arena.u32[(list >>> 2) + at] = row);
  column.gather(list, rows.length, values, nulls);
  return rows.map((_, at) => {
    if (arena.u8[nulls + at]) return null;
    const word = arena.u64[(values >>> 3) + at]!;
    return column.type === "i64" ? BigInt.asIntN(64, word) : word;
  });
}

const FORMS: readonly Form[] = ["u64", "i64", "u32", "text"];

Deno.test("sealBlock() keeps every value, null, bound and count", () => {
  const pools = newPools();
  for (let seed = 1; seed <= seeds(200); seed++) {
    const random = new Random(seed);
    const form = random.pick(FORMS);
    const values = randomValues(random, form, 1 + random.below(300));
    const column = sealed(pools, form, values);
    const block = column.stored(0)!;
    const label = `seed ${seed}, ${form}`;
    const present = values.filter((value) => value !== null);
    assertEquals(block.nullCount, values.length - present.length, label);
    if (present.length > 0) {
      const sorted = [...present].sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
      assertEquals([block.min, block.max], [sorted[0], sorted.at(-1)], label);
    }
    const picks = Array.from({ length: 50 }, () => random.oneIn(9) ? NO_ROW : random.below(values.length));
    assertEquals(read(pools, column, picks), picks.map((row) => row === NO_ROW ? null : values[row]!), label);
    const words = pools.arena.alloc(values.length * 8);
    const nulls = pools.arena.alloc(values.length);
    const some = column.decode(0, values.length, words, nulls);
    assertEquals(some, present.length < values.length, label);
    values.forEach((value, row) => {
      if (some) assertEquals(pools.arena.u8[nulls + row] === 1, value === null, label);
      if (value !== null) {
        assertEquals(pools.arena.u64[(words >>> 3) + row], BigInt.asUintN(64, value), label);
      }
    });
    column.free();
  }
});

Deno.test("StoredColumn finds rows across block boundaries", () => {
  const pools = newPools();
  const random = new Random(7);
  const values = Array.from(
    { length: BLOCK_ROWS + 1000 },
    (_, row) => row % 7 === 0 ? null : BigInt(row) * 0x1_0000_0001n,
  );
  const column = sealed(pools, "u64", values);
  const picks = [0, 1, BLOCK_ROWS - 1, BLOCK_ROWS, BLOCK_ROWS + 1, values.length - 1];
  for (let each = 0; each < 200; each++) picks.push(random.below(values.length));
  assertEquals(read(pools, column, picks), picks.map((row) => values[row]!));
});

Deno.test("selectRange() keeps the same rows as a plain filter, for every width, with and without nulls", () => {
  const pools = newPools();
  const { arena } = pools;
  const { select } = kernelsOf(arena);
  const bits = arena.alloc(BLOCK_ROWS / 8);
  const list = arena.alloc(BLOCK_ROWS * 4);
  for (let seed = 1; seed <= seeds(200); seed++) {
    const random = new Random(seed);
    const width = random.pick([1, 2, 4, 8]);
    const limit = 1n << BigInt(8 * width);
    const rows = 1 + random.below(200);
    const stored = Array.from({ length: rows }, () => random.u64() % limit);
    const pointer = arena.alloc(rowsToAllocate(rows) * 8);
    stored.forEach((value, row) => {
      if (width === 1) arena.u8[pointer + row] = Number(value);
      else if (width === 2) arena.u16[(pointer >>> 1) + row] = Number(value);
      else if (width === 4) arena.u32[(pointer >>> 2) + row] = Number(value);
      else arena.u64[(pointer >>> 3) + row] = value;
    });
    let low = random.u64() % limit;
    let high = random.u64() % limit;
    if (low > high) [low, high] = [high, low];
    const negate = random.oneIn(2);
    const skipZero = random.oneIn(2);
    select.fillBits(bits, rows);
    select.selectRange(pointer, width, rows, low, high, negate ? 1 : 0, skipZero ? 1 : 0, bits);
    const expected: number[] = [];
    stored.forEach((value, row) => {
      if (((value >= low && value <= high) !== negate) && !(skipZero && value === 0n)) expected.push(row);
    });
    const count = select.bitsToRows(bits, rows, 0, list);
    const label = `seed ${seed}, width ${width}`;
    assertEquals(Array.from(arena.u32.subarray(list >>> 2, (list >>> 2) + count)), expected, label);
    assertEquals(select.countBits(bits, rows), expected.length, label);
    arena.free(pointer);
  }
});

Deno.test("DictionaryEncoder gives each value one code, in order of appearance", () => {
  const { arena } = newPools();
  for (let seed = 1; seed <= seeds(50); seed++) {
    const random = new Random(seed);
    const choices = Array.from({ length: 1 + random.below(600) }, () => random.u64());
    const values = Array.from({ length: 2000 }, () => random.pick(choices));
    const encoder = new DictionaryEncoder(arena);
    const words = arena.alloc(values.length * 8);
    const codes = arena.alloc(values.length * 4);
    values.forEach((value, at) => arena.u64[(words >>> 3) + at] = value);
    // Null rows get no code for a value.
    const nulls = random.oneIn(2) ? 0 : arena.alloc(values.length);
    const isNull = values.map(() => nulls !== 0 && random.oneIn(2));
    if (nulls !== 0) arena.u8.set(isNull.map(Number), nulls);
    encoder.encode(words, nulls, values.length, codes);
    const order = [...new Set(values.filter((_, at) => !isNull[at]))];
    values.forEach((value, at) =>
      assertEquals(arena.u32[(codes >>> 2) + at], isNull[at] ? 0 : order.indexOf(value), `seed ${seed}`)
    );
    assertEquals(encoder.count, order.length, `seed ${seed}`);
    encoder.finish({ name: "x", type: "u64" }).free();
    arena.free(words);
    arena.free(codes);
    if (nulls !== 0) arena.free(nulls);
  }
});

Deno.test("sealPage() makes a page whose values need four bytes each the block, and frees any other page", () => {
  const pools = newPools();
  const { arena } = pools;
  const pageOf = (values: (row: number) => number, rows = BLOCK_ROWS): number => {
    const pointer = arena.alloc(BLOCK_ROWS * 4);
    for (let row = 0; row < rows; row++) arena.u32[(pointer >>> 2) + row] = values(row);
    return pointer;
  };
  const wide = (row: number): number => row % 3 === 0 ? 0 : 70_000 + row * 60_000;
  const cases = [
    { values: wide, rows: BLOCK_ROWS, form: "text", isTaken: true },
    { values: wide, rows: BLOCK_ROWS, form: "u32", isTaken: true },
    { values: wide, rows: 1000, form: "text", isTaken: false },
    { values: (row: number) => 70_000 + row % 1000, rows: BLOCK_ROWS, form: "u32", isTaken: false },
    { values: () => 0, rows: BLOCK_ROWS, form: "text", isTaken: false },
  ] as const;
  for (const { values, rows, form, isTaken } of cases) {
    const pointer = pageOf(values, rows);
    const pieces = arena.pieceCount;
    const column = new StoredColumn({ name: "x", type: "u64" }, arena);
    const block = sealPage(arena, { pointer, rows, form });
    assertEquals(block.packed?.pointer === pointer, isTaken);
    column.push(block);
    const expected = Array.from({ length: rows }, (_, row) => {
      const value = values(row);
      return form === "text" && value === 0 ? null : BigInt(value);
    });
    assertEquals(read(pools, column, [...expected.keys()]), expected);
    const known = expected.filter((value) => value !== null);
    assertEquals(block.nullCount, rows - known.length);
    if (known.length > 0) {
      const compare = (left: bigint, right: bigint): number => left < right ? -1 : 1;
      assertEquals([block.min, block.max], [known.toSorted(compare)[0], known.toSorted(compare).at(-1)]);
    } else assertEquals(block.nullMode, NullMode.All);
    column.free();
    // `read` allocates three pieces.
    assertEquals(arena.pieceCount, pieces - 1 + 3);
  }
});

Deno.test("null bytes without any null do not change a block", () => {
  const { arena } = newPools();
  const random = new Random(3);
  for (const rows of [1, 15, 63, 64, 65, 1000, BLOCK_ROWS]) {
    const pointer = arena.alloc(rows * 8);
    const nulls = arena.allocZeroed(rows);
    for (let word = 0; word < 2 * rows; word++) {
      arena.u32[(pointer >>> 2) + word] = word % 2 === 0 ? random.below(100_000) : 0;
    }
    for (const form of ["u32", "text", "u64"] as const) {
      const [marked, plain] = [nulls, 0].map((each) =>
        sealBlock(arena, { pointer, rows, nulls: each, form })
      );
      const bytes = ({ packed }: typeof marked & object): Uint8Array =>
        packed ? arena.u8.slice(packed.pointer, packed.pointer + packed.bytes) : new Uint8Array(0);
      assertEquals({ ...marked, packed: bytes(marked!) }, { ...plain, packed: bytes(plain!) });
      // A single null counts, in any row.
      const row = random.below(rows);
      arena.u8[nulls + row] = 1;
      const other = sealBlock(arena, { pointer, rows, nulls, form });
      const isZero = form === "text" && arena.u32[(pointer >>> 2) + row] === 0;
      assertEquals(other.nullCount, plain!.nullCount + (isZero ? 0 : 1));
      arena.u8[nulls + row] = 0;
    }
  }
});
