/**
 * Why traces lack what people filter by: their formats say so.
 * @module
 */

import { formatNamed } from "../formats/registry.ts";

/** Why traces of some formats have no value in a column; undefined when unknown, or the reasons differ. */
export function absenceReason(formats: Iterable<string>, column: string): string | undefined {
  const name = column.startsWith("free.") ? column.slice("free.".length) : column;
  const reasons = new Set<string | undefined>();
  for (const format of formats) reasons.add(formatNamed(format)?.absent[name]);
  return reasons.size === 1 ? [...reasons][0] : undefined;
}
