/** Impossible entries of blocks are refused, even with a correct checksum. */
import { assertEquals, assertThrows } from "@std/assert";
import { checkBlocks, ENTRY_BYTES } from "../../src/index/layout.ts";
import { BLOCK_ROWS, NullMode, packedBytes } from "../../src/tables/block.ts";

interface Entry {
  readonly rows: number;
  readonly width: number;
  readonly nullMode: number;
  readonly offset: number;
}

/** A list of blocks whose bytes are in a file. */
function listOf(entries: readonly Entry[]): Uint8Array {
  const list = new Uint8Array(entries.length * ENTRY_BYTES);
  const view = new DataView(list.buffer);
  entries.forEach(({ rows, width, nullMode, offset }, at) => {
    view.setUint32(at * ENTRY_BYTES, rows, true);
    view.setUint32(at * ENTRY_BYTES + 4, width | nullMode << 8 | 1 << 16, true);
    view.setFloat64(at * ENTRY_BYTES + 16, offset, true);
  });
  return list;
}

Deno.test("checkBlocks() adds up valid blocks, and throws for invalid ones", () => {
  const first = { rows: BLOCK_ROWS, width: 2, nullMode: NullMode.Zero, offset: 0 };
  const last = {
    rows: 10,
    width: 8,
    nullMode: NullMode.Bytes,
    offset: packedBytes(BLOCK_ROWS, 2, NullMode.Zero),
  };
  const end = last.offset + packedBytes(10, 8, NullMode.Bytes);
  const check = (
    one: Partial<Entry>,
    other: Partial<Entry>,
    { rows = BLOCK_ROWS + 10, of = end } = {},
  ): number =>
    checkBlocks({ list: listOf([{ ...first, ...one }, { ...last, ...other }]), count: 2, rows, end: of });
  assertEquals(check({}, {}), BLOCK_ROWS * 2 + 10 * 9);
  for (const width of [0, 1, 4]) assertEquals(check({}, { width }), BLOCK_ROWS * 2 + 10 * (width + 1));
  const impossible: [string, () => number][] = [
    ["a short block before the last", () => check({ rows: BLOCK_ROWS - 1 }, {})],
    ["another number of rows", () => check({}, { rows: 9 })],
    ["more rows than the column has", () => check({}, {}, { rows: BLOCK_ROWS + 9 })],
    ["width 3", () => check({}, { width: 3 })],
    ["width 16", () => check({ width: 16 }, {}, { of: Infinity })],
    ["no such way of nulls", () => check({}, { nullMode: NullMode.Bytes + 1 })],
    ["before the file", () => check({ offset: -1 }, {})],
    ["behind its end", () => check({}, {}, { of: end - 1 })],
  ];
  for (const [what, run] of impossible) assertThrows(run, RangeError, "a block is invalid", what);
  const alone = (rows: number, nullMode: number): number =>
    checkBlocks({ list: listOf([{ rows, width: 1, nullMode, offset: 0 }]), count: 1, end: Infinity });
  assertEquals(alone(BLOCK_ROWS, NullMode.None), BLOCK_ROWS);
  assertThrows(() => alone(BLOCK_ROWS + 1, NullMode.None), RangeError);
  assertThrows(() => alone(BLOCK_ROWS + 1, NullMode.Bytes), RangeError);
});
