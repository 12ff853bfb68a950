/**
 * Tables that are filled when somebody asks for them.
 * @module
 */

import type { ColumnSpec, RowWriter } from "../events/trace_sink.ts";
import { madeWithin, type Pools } from "./pools.ts";
import { RowStager } from "./row_stager.ts";
import { Table } from "./table.ts";

/** A table that is filled when somebody asks for it, in pools of its own inside of its trace's. */
export function tableOnDemand(
  name: string,
  owner: Pools,
  columns: readonly ColumnSpec[],
  fill: (writer: RowWriter) => Promise<void>,
  check?: () => void,
): Promise<Table> {
  return madeWithin(owner, name, async (pools) => {
    const table = new Table(name, pools);
    const stager = new RowStager(table, columns, { check });
    await fill(stager);
    stager.finish(() => undefined);
    return table;
  });
}
