/**
 * Names of the folders of a dataset: `trace=NAME`, as Hive names partitions.
 * @module
 */

import { UsageError } from "../../base/errors.ts";

const BEGIN = "trace=";
/** A glob that matches the folders of all traces. */
export const EVERY_PARTITION: string = `${BEGIN}*`;
/**
 * Matches characters that Hive escapes, or that have a special meaning in file systems or patterns of paths.
 */
// deno-lint-ignore no-control-regex
const ESCAPED = /[\u0000-\u001f\u007f"#%'*/:=?\\[\]{}^<>|]/g;
/** Readers treat this name as a missing value. */
const NULL_NAME = "__HIVE_DEFAULT_PARTITION__";
/** Maximum length of a name in file systems. */
const MOST_BYTES = 255;

/** The folder name of a trace. Throws `UsageError` for a name that no folder can have. */
export function partitionName(trace: string): string {
  const name = BEGIN +
    trace.replace(
      ESCAPED,
      (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
    );
  if (trace === NULL_NAME) {
    throw new UsageError(`Cannot name a trace "${trace}": readers treat this name as missing`);
  }
  if (new TextEncoder().encode(name).length > MOST_BYTES) {
    throw new UsageError(`Cannot name a trace "${trace}": the name is too long for a folder, give NAME=FILE`);
  }
  return name;
}

/** The trace of a folder name; undefined if the folder is not a partition. */
export function traceOfPartition(name: string): string | undefined {
  if (!name.startsWith(BEGIN)) return undefined;
  const trace = name.slice(BEGIN.length);
  try {
    return decodeURIComponent(trace);
  } catch {
    return trace;
  }
}
