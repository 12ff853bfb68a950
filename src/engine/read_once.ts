/**
 * What traces lack when they come through a pipe: some tables and columns are read from the file when asked for.
 * @module
 */

import { formatNamed } from "../formats/registry.ts";
import type { OpenTrace } from "./open_trace.ts";
import { wordsAbout } from "./table_docs.ts";

/** Why that is missing, and what to do. */
export const READ_ONCE =
  "it is read from the file on demand, and a pipe cannot be read twice: open the trace by its path";

/** Whether a table is missing because the trace came through a pipe. */
export function lacksTable({ trace }: OpenTrace, table: string): boolean {
  return readOnDemand(trace.header.format, table) && !trace.makers.has(table);
}

/** Whether a column is missing because the trace came through a pipe. */
export function lacksColumn({ trace }: OpenTrace, table: string, column: string): boolean {
  const { onDemand = [], families = [] } = wordsAbout(table, trace.header.format) ?? {};
  return [...onDemand, ...families].some(({ name }) => name === column) &&
    !trace.families.has(`${table}.${column}`);
}

function readOnDemand(format: string, table: string): boolean {
  return formatNamed(format)?.readsAgain?.includes(table) === true;
}
