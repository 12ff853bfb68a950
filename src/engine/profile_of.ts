/**
 * The profile of a trace: what its format defines, or what the file itself says.
 * @module
 */

import { formatNamed } from "../formats/registry.ts";
import type { ProfileQuery } from "../formats/words.ts";
import { writtenName } from "../query/analysis/words.ts";
import type { Trace } from "../tables/trace.ts";

/** The profile of a trace; undefined if it has nothing to weigh. */
export function profileOf({ header, tables }: Trace): ProfileQuery | undefined {
  const format = formatNamed(header.format);
  const columns = tables.get("profile")?.columns;
  return format?.profileOf?.(columns === undefined ? [] : [...columns].map(({ name }) => name)) ??
    format?.profile;
}

/** The sum of a weight, named after it, as query text. */
export function sumOf(weight: string): string {
  const name = writtenName(weight);
  return `${name} = sum(${name})`;
}
