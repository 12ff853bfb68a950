/**
 * Names of columns in SQL: as they are, unless the engine takes two of them for one.
 * @module
 */

import type { PlanColumn } from "../query/plan/values.ts";

/** The column that says in which order rows are. */
export const ROW = "_row";

/** One column of a step. */
export interface SqlColumn {
  /** The name in SQL, without quotes. */
  readonly name: string;
  readonly type: PlanColumn["type"];
}

/** Names for columns, each once. */
export function sqlColumns(columns: readonly PlanColumn[], foldsNames: boolean): SqlColumn[] {
  const taken = new Set([ROW]);
  const key = (name: string): string => foldsNames ? name.toLowerCase() : name;
  return columns.map(({ name, type }) => {
    let own = name === "" ? "column" : name;
    for (let at = 2; taken.has(key(own)); at++) own = `${name}_${at}`;
    taken.add(key(own));
    return { name: own, type };
  });
}
