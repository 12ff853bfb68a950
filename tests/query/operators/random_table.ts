/** Tables of random packed columns: every width, nulls, constants, extremes. */

import { Session } from "../../../src/engine/session.ts";
import type { ColumnSpec, ColumnType } from "../../../src/events/trace_sink.ts";
import { fillTable } from "../../../src/tables/fill_table.ts";
import type { Random } from "../../support/random.ts";
import { typedTrace } from "../../support/typed_tables.ts";

/** A value; whole numbers are bigints. */
export type Value = bigint | number | string | boolean | null;

/** A column as a list. */
export interface ListedColumn {
  readonly spec: ColumnSpec;
  readonly values: readonly Value[];
}

/** A table with its rows as lists, and a session in which it is named `t`. */
export interface RandomTable {
  readonly session: Session;
  readonly rows: number;
  readonly columns: Readonly<Record<string, readonly Value[]>>;
}

const EXTREMES = [0n, 1n, 255n, 256n, 65535n, 65536n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 63n, 2n ** 64n - 1n];
const WORDS = ["", "a", "main", "net/io.c", "src/main.c", "é", "😀", "z"];

/** A generator of values that are close together or far apart, so that blocks need 0, 1, 2, 4 or 8 bytes per value. */
function wholes(random: Random): () => bigint {
  const width = random.pick([0, 4, 8, 16, 32, 64]);
  const base = width === 64 ? 0n : random.pick([0n, 0n, 1000n, 2n ** 32n, 2n ** 63n]);
  const few = random.oneIn(3) ? Array.from({ length: 1 + random.below(12) }, () => random.u64()) : undefined;
  return () => {
    if (width === 64) return random.oneIn(3) ? random.pick(EXTREMES) : random.u64();
    const value = few ? random.pick(few) : random.u64();
    return base + value % (1n << BigInt(width));
  };
}

function valuesOf(random: Random, type: ColumnType, rows: number): Value[] {
  const none = random.pick([0, 0, 2, 10]);
  const whole = wholes(random);
  const narrow = random.pick([3, 300, 70_000, 2 ** 32]);
  const next = (): Value => {
    switch (type) {
      case "text":
        return random.pick(WORDS);
      case "bool":
        return random.oneIn(2);
      case "f64":
        return (random.u32() - 2 ** 31) / 2 ** random.below(33);
      case "i64":
        return BigInt.asIntN(64, whole());
      case "u32":
        return BigInt(random.below(narrow));
      case "time":
        return whole() % 2n ** 62n;
      default:
        return whole();
    }
  };
  return Array.from({ length: rows }, () => none > 0 && random.oneIn(none) ? null : next());
}

const TYPES: Readonly<Record<string, ColumnType>> = {
  a: "u64",
  b: "u64",
  small: "u32",
  sign: "i64",
  real: "f64",
  word: "text",
  flag: "bool",
  when: "time",
};

/** A table of some rows. */
export function randomTable(random: Random, rows: number): RandomTable {
  const session = new Session();
  const names = Object.keys(TYPES);
  const lists = names.map((name) => valuesOf(random, TYPES[name]!, rows));
  const specs = names.map((name): ColumnSpec => ({
    name,
    type: TYPES[name]!,
    nullable: TYPES[name] !== "text",
  }));
  const row: ColumnSpec = { name: "row", type: "u64" };
  const table = fillTable(
    "t",
    session.pools,
    [row, ...specs],
    rows,
    (at) => [BigInt(at), ...lists.map((list) => list[at]!)],
  );
  session.add([typedTrace("x", session.pools, [table])]);
  return {
    session,
    rows,
    columns: {
      row: Array.from({ length: rows }, (_, at) => BigInt(at)),
      ...Object.fromEntries(names.map((name, at) => [name, lists[at]!])),
    },
  };
}
