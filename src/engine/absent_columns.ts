/**
 * Explains why traces of some formats lack columns that users filter by, and what to use instead; also what
 * is missing from traces that were read from a pipe.
 * @module
 */

import { formatNamed } from "../formats/registry.ts";
import type { OpenTrace } from "./open_trace.ts";
import { tableDocOfFormat } from "./table_docs.ts";

/** Whether a version such as `1.4.4` is lower than another; false for anything that is not a version. */
function isBelow(version: string, other: string): boolean {
  const [left, right] = [version, other].map((each) => each.split(".").map(Number));
  if (left!.some(Number.isNaN)) return false;
  const at = right!.findIndex((part, index) => (left![index] ?? 0) !== part);
  return at >= 0 && (left![at] ?? 0) < right![at]!;
}

/**
 * Explains why some traces have no value in a column; undefined if the reason is unknown or differs between
 * traces.
 */
export function absenceReason(
  origins: Iterable<{ readonly format: string; readonly version: string }>,
  column: string,
): string | undefined {
  const name = column.startsWith("free.") ? column.slice("free.".length) : column;
  const reasons = new Set<string | undefined>();
  for (const { format, version } of origins) {
    const { absent, absentBefore } = formatNamed(format) ?? {};
    const isOld = absentBefore !== undefined && isBelow(version, absentBefore.version);
    reasons.add((isOld ? absentBefore.columns[name] : undefined) ?? absent?.[name]);
  }
  return reasons.size === 1 ? [...reasons][0] : undefined;
}

/** Explains why a table or column is missing because the trace was read from a pipe, and what to do. */
export const READ_FROM_PIPE =
  "it is read from the file on demand, and a pipe cannot be read twice: open the trace by its path";

/** Whether a table is missing because the trace was read from a pipe. */
export function lacksTable({ trace }: OpenTrace, table: string): boolean {
  return readOnDemand(trace.header.format, table) && !trace.makers.has(table);
}

/** Whether a column is missing because the trace was read from a pipe. */
export function lacksColumn({ trace }: OpenTrace, table: string, column: string): boolean {
  const { onDemand = [], families = [] } = tableDocOfFormat(table, trace.header.format) ?? {};
  return [...onDemand, ...families].some(({ name }) => name === column) &&
    !trace.families.has(`${table}.${column}`);
}

function readOnDemand(format: string, table: string): boolean {
  return formatNamed(format)?.readsAgain?.includes(table) === true;
}
