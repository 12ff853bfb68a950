/**
 * Merges the bits of several source traces, given as lists such as `0-1 3-6 20`.
 * @module
 */

import type { ResultTable } from "../../base/result_table.ts";
import type { Markup } from "../markup.ts";
import { barsView, columnNamed, shareView } from "./bars_view.ts";
import type { ViewOptions } from "../panel.ts";

/** Parses a list of bit numbers. */
export function bitsOf(text: string): number[] {
  return text.split(" ").filter((part) => part !== "").flatMap((part) => {
    const [from, to] = part.split("-").map(Number);
    return Array.from({ length: (to ?? from!) - from! + 1 }, (_, at) => from! + at);
  });
}

/** A unit and kind of bits, merged over all traces. */
interface MergedBits {
  readonly unit: string;
  readonly kind: string;
  bits: bigint;
  /** The number of traces that have each bit. */
  readonly seen: Map<number, number>;
}

/**
 * Shows rows with `trace`, `unit`, `kind`, `bits`, `covered` and `map_hash`: what each trace adds, or what
 * all traces cover in each unit.
 */
export function unionsView(table: ResultTable, { by, caption }: ViewOptions<"unions">): Markup {
  const text = (row: number, name: string): string =>
    String(table.value(row, columnNamed(table, name)) ?? "");
  const units = new Map<string, MergedBits>();
  const rows = Array.from({ length: table.rowCount }, (_, row) => {
    const key = JSON.stringify([text(row, "unit"), text(row, "kind"), text(row, "map_hash")]);
    const united: MergedBits = units.get(key) ??
      { unit: text(row, "unit"), kind: text(row, "kind"), bits: 0n, seen: new Map() };
    units.set(key, united);
    const bits = BigInt(text(row, "bits") || 0);
    if (bits > united.bits) united.bits = bits;
    return { trace: text(row, "trace"), united, found: bitsOf(text(row, "covered")) };
  });
  // A trace may contain several instances of a unit; a bit counts once per trace.
  const byTrace = new Map<string, Map<MergedBits, Set<number>>>();
  for (const { trace, united, found } of rows) {
    const own = byTrace.get(trace) ?? new Map<MergedBits, Set<number>>();
    byTrace.set(trace, own);
    const bits = own.get(united) ?? new Set<number>();
    own.set(united, bits);
    for (const bit of found) {
      if (!bits.has(bit)) united.seen.set(bit, (united.seen.get(bit) ?? 0) + 1);
      bits.add(bit);
    }
  }
  if (by === "unit") {
    const all = [...units.values()];
    return shareView(
      tableOf(
        ["unit", "kind"],
        ["covered_obligations", "obligations"],
        all.map(({ unit, kind, seen, bits }) => [unit, kind, BigInt(seen.size), bits]),
      ),
      { part: "covered_obligations", whole: "obligations", caption },
    );
  }
  const before = new Map<MergedBits, Set<number>>();
  const lines = [...byTrace].map(([trace, own]) => {
    let [covered, adds, alone] = [0n, 0n, 0n];
    for (const [united, bits] of own) {
      const known = before.get(united) ?? new Set<number>();
      before.set(united, known);
      for (const bit of bits) {
        covered++;
        if (!known.has(bit)) adds++;
        if (united.seen.get(bit) === 1) alone++;
        known.add(bit);
      }
    }
    return [trace, covered, adds, alone];
  });
  return barsView(tableOf(["trace"], ["obligations", "adds", "alone"], lines), { value: "adds", caption });
}

function tableOf(
  texts: readonly string[],
  numbers: readonly string[],
  rows: readonly (readonly (string | bigint)[])[],
): ResultTable {
  return {
    columns: [
      ...texts.map((name) => ({ name, type: "text" as const })),
      ...numbers.map((name) => ({ name, type: "u64" as const })),
    ],
    rowCount: rows.length,
    value: (row, column) => rows[row]![column]!,
  };
}
