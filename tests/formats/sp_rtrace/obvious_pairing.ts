/** Pairing implemented in the simplest way, to check the output of readers: by (type, id), with reference counts. */

import type { Row } from "../../support/memory_sink.ts";

interface Life {
  readonly row: Row;
  refs: number;
}

/** The result of pairing. */
export interface Pairs {
  readonly leaks: Row[];
  readonly pairs: [alloc: Row, free: Row][];
  unmatchedFrees: number;
  doubleAllocs: number;
}

/** Pairs rows of `events` in their order. */
export function pairRows(
  rows: readonly Row[],
  refcounted: ReadonlySet<string>,
): Pairs {
  const live = new Map<string, Life>();
  const leaked = new Set<Row>();
  const result: Pairs = {
    leaks: [],
    pairs: [],
    unmatchedFrees: 0,
    doubleAllocs: 0,
  };
  for (const row of rows) {
    const key = `${row["type"]} ${row["addr"]}`;
    const life = live.get(key);
    const counts = refcounted.has(String(row["type"]));
    if (row["kind"] === "alloc") {
      if (life && counts) {
        life.refs++;
        continue;
      }
      if (life) result.doubleAllocs++;
      live.set(key, { row, refs: 1 });
      leaked.add(row);
    } else if (!life) result.unmatchedFrees++;
    else if (--life.refs === 0) {
      live.delete(key);
      leaked.delete(life.row);
      result.pairs.push([life.row, row]);
    }
  }
  result.leaks.push(...leaked);
  return result;
}
