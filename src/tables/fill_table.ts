/**
 * Makes small tables from JavaScript values.
 * @module
 */

import type { ColumnSpec } from "../events/trace_sink.ts";
import type { Pools } from "./pools.ts";
import { RowStager } from "./row_stager.ts";
import { Table } from "./table.ts";

/** Makes a small table from JavaScript values. */
export function fillTable(
  name: string,
  pools: Pools,
  columns: readonly ColumnSpec[],
  rowCount: number,
  rowAt: (row: number) => readonly (string | bigint | number | boolean | null)[],
): Table {
  const table = new Table(name, pools);
  const stager = new RowStager(table, columns);
  const staged = columns.map((spec) => stager.column(spec.name));
  for (let row = 0; row < rowCount; row++) {
    const values = rowAt(row);
    const at = stager.count;
    for (let each = 0; each < staged.length; each++) {
      const value = values[each] ?? null;
      const { spec, u32, f64, nulls } = staged[each]!;
      if (value === null) {
        if (nulls.length > 0) nulls[at] = 1;
        else u32[at] = 0;
      } else if (typeof value === "string") u32[at] = pools.strings.internText(value);
      else if (spec.type === "f64") f64[at] = Number(value);
      else if (typeof value === "boolean") u32[at] = value ? 1 : 0;
      else if (spec.type === "u32" || spec.type === "text") u32[at] = Number(value);
      else {
        const wide = BigInt(value);
        u32[2 * at] = Number(wide & 0xffff_ffffn);
        u32[2 * at + 1] = Number((wide >> 32n) & 0xffff_ffffn);
      }
    }
    if (++stager.count === 65536) stager.flush();
  }
  stager.finish(() => undefined);
  return table;
}
