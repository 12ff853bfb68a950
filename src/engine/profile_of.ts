/**
 * What counts as a profile of a trace: what its format says, or the file itself.
 * @module
 */

import { formatNamed } from "../formats/registry.ts";
import type { ProfileQuery } from "../formats/words.ts";
import { writtenName } from "../query/analysis/words.ts";
import type { Trace } from "../tables/trace.ts";

/** The profile of a trace; undefined where there is nothing to count. */
export function profileOf({ header, tables }: Trace): ProfileQuery | undefined {
  const format = formatNamed(header.format);
  const columns = tables.get("profile")?.columns;
  return format?.profileOf?.(columns === undefined ? [] : [...columns].map(({ name }) => name)) ??
    format?.profile;
}

/** The sum of a weight under its own name, as a query has it. */
export function sumOf(weight: string): string {
  const name = writtenName(weight);
  return `${name} = sum(${name})`;
}
