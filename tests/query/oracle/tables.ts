/** Random tables: every type, nulls, 64-bit extremes, few and many distinct values, one or several blocks. */

import type { ColumnSpec } from "../../../src/events/trace_sink.ts";
import type { Pools } from "../../../src/tables/pools.ts";
import type { Table } from "../../../src/tables/table.ts";
import { fillTable } from "../../../src/tables/fill_table.ts";
import type { Random } from "../../support/random.ts";

/** A cell: u64, i64 and time are bigint. */
export type Value = bigint | number | string | boolean | null;

/** Types in a query. */
export type Type = "u64" | "i64" | "f64" | "bool" | "text" | "time";

/** One column with its values. */
export interface OracleColumn {
  readonly spec: ColumnSpec;
  readonly type: Type;
  readonly values: readonly Value[];
}

/** One table of one trace. */
export interface OracleTable {
  readonly name: string;
  readonly columns: readonly OracleColumn[];
  readonly rows: number;
}

export const U64_MAX = (1n << 64n) - 1n;
export const I64_MAX = (1n << 63n) - 1n;
export const I64_MIN = -(1n << 63n);

const EXTREMES = [0n, 1n, 2n, 255n, 256n, 65535n, 1n << 32n, I64_MAX, 1n << 63n, U64_MAX - 1n, U64_MAX];
const SIGNED_EXTREMES = [
  I64_MIN,
  I64_MIN + 1n,
  -(1n << 32n),
  -256n,
  -1n,
  0n,
  1n,
  65536n,
  I64_MAX - 1n,
  I64_MAX,
];
const DOUBLES = [0, 1, -1, 0.1, 1.5, -2.25, 5e-324, 1e300, -1e300, 9007199254740993, 1e19];
const TEXTS = [
  ..."main read write a b ab aB A.c net/a.c src/net/a.c src/net/b.c src/a.c lib/x.h /usr/lib/libc.so x".split(
    " ",
  ),
  ...[
    "",
    "a b",
    "100%",
    "a_b",
    "it's",
    'say "x"',
    "é",
    "漢字",
    "😀",
    "ｆ",
    "tab\there",
    "[x]",
    "a*b",
    "\\",
    "src/",
  ],
];
const BLOCK = 65536;

/** A random table; with `blocks` blocks of rows if that is more than one. */
export function randomTable(random: Random, name: string, shape: readonly Type[], rows: number): OracleTable {
  const columns = shape.map((type, at): OracleColumn => {
    const nullable = type === "text" || random.below(3) > 0;
    const dictionary = type === "u64" && random.oneIn(3);
    const small = type === "u64" && !dictionary && random.oneIn(4);
    const spec: ColumnSpec = {
      name: `${type[0]}${at}`,
      type: small ? "u32" : type,
      ...(nullable && type !== "text" ? { nullable } : {}),
      ...(dictionary ? { dictionary } : {}),
    };
    const make = makerOf(random, spec);
    const values = nullable
      ? withNulls(random, rows, make)
      : Array.from({ length: rows }, (_, row) => make(row));
    return { spec, type, values };
  });
  return { name, columns, rows };
}

/** Builds a table in the arena. */
export function buildTable(table: OracleTable, pools: Pools): Table {
  const { name, columns, rows } = table;
  return fillTable(
    name,
    pools,
    columns.map(({ spec }) => spec),
    rows,
    (row) => columns.map((each) => each.values[row]!),
  );
}

function withNulls(random: Random, rows: number, make: (row: number) => Value): Value[] {
  const often = random.pick([0, 50, 4, 2, 1]);
  // Whole blocks without a value are a special case.
  const emptyBlock = random.oneIn(3) ? random.below(3) : -1;
  return Array.from({ length: rows }, (_, row) => {
    const none = (often > 0 && random.oneIn(often)) || (rows > BLOCK && row >>> 16 === emptyBlock);
    return none ? null : make(row);
  });
}

function makerOf(random: Random, spec: ColumnSpec): (row: number) => Value {
  switch (spec.type) {
    case "bool":
      return () => random.oneIn(2);
    case "f64": {
      if (random.oneIn(3)) return () => random.pick(DOUBLES);
      const spread = random.pick([3, 100, 100000]);
      return () => (random.below(2 * spread) - spread) / 8;
    }
    case "text": {
      const count = random.pick([1, 3, 10, TEXTS.length]);
      const some = Array.from({ length: count }, () => random.pick(TEXTS));
      return random.oneIn(5) ? () => `${random.pick(some)}${random.below(1000)}` : () => random.pick(some);
    }
    case "i64":
      return signedMaker(random);
    case "u32": {
      const make = unsignedMaker(random);
      return (row) => make(row) & 0xffff_ffffn;
    }
    case "time": {
      const unit = random.pick([1n, 1000n, 1_000_000n, 3_600_000_000_000n]);
      return () => BigInt(random.below(5000)) * unit;
    }
    default:
      return unsignedMaker(random);
  }
}

function unsignedMaker(random: Random): (row: number) => bigint {
  const base = random.pick([0n, 0n, 1n, 1000n, 1n << 32n, I64_MAX - 100n, U64_MAX - 300n]);
  const few = Array.from({ length: 1 + random.below(6) }, () => random.u64());
  const blockWise = Array.from({ length: 4 }, () => random.below(5));
  const kinds: ((row: number) => bigint)[] = [
    () => base + BigInt(random.below(200)),
    () => BigInt(random.below(20)),
    () => random.u64(),
    () => random.pick(EXTREMES),
    () => random.pick(few),
    () => base,
    (row) => base / 2n + BigInt(row),
    () => BigInt(random.below(70_000)),
  ];
  const kind = random.below(kinds.length + 1);
  // The last kind varies from block to block, so that blocks differ in width and range.
  return kinds[kind] ?? ((row) => kinds[blockWise[(row >>> 16) & 3]!]!(row));
}

function signedMaker(random: Random): (row: number) => bigint {
  const base = random.pick([0n, -100n, I64_MIN, I64_MAX - 200n, -(1n << 40n)]);
  const few = Array.from({ length: 1 + random.below(5) }, () => BigInt.asIntN(64, random.u64()));
  return random.pick<(row: number) => bigint>([
    () => base + BigInt(random.below(200)),
    () => BigInt(random.below(40) - 20),
    () => BigInt.asIntN(64, random.u64()),
    () => random.pick(SIGNED_EXTREMES),
    () => random.pick(few),
    (row) => BigInt(row) - 100n,
  ]);
}
