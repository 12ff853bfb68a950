/**
 * The list of formats, sniffed in this order: magic numbers before guesses.
 * @module
 */

import type { Format } from "./format.ts";
import { apitrace } from "./apitrace/mod.ts";
import { gnatcov } from "./gnatcov/mod.ts";
import { gnatcovSource } from "./gnatcov_src/mod.ts";
import { heaptrack } from "./heaptrack/mod.ts";
import { mptl } from "./mptl/mod.ts";
import { mtrc } from "./mtrc/mod.ts";
import { spRtrace } from "./sp_rtrace/mod.ts";
import { spRtraceBin } from "./sp_rtrace_bin/mod.ts";

/** Every format there is. */
export const formats: readonly Format[] = [
  mtrc,
  mptl,
  gnatcov,
  apitrace,
  spRtraceBin,
  gnatcovSource,
  heaptrack,
  spRtrace,
];

const byName: ReadonlyMap<string, Format> = new Map(formats.map((each) => [each.name, each]));

/** The format of a name; undefined when there is none. */
export function formatNamed(name: string): Format | undefined {
  return byName.get(name);
}
