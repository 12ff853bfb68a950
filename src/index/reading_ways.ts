/**
 * How a trace is read, as text: an index belongs to a file that is read in one way.
 * @module
 */

import { companionPaths } from "../ingest/companion_file.ts";
import type { LoadOptions } from "../ingest/load.ts";
import { identityOf } from "./file_identity.ts";
import type { IndexedOptions } from "./indexed_options.ts";

/** The options that affect what is read, as text. */
export function waysOf(
  { format, fileOrder, companion, others }: Pick<
    IndexedOptions,
    "format" | "fileOrder" | "companion" | "others"
  >,
): string {
  return `${format ?? ""} ${fileOrder ? "file-order" : ""}${companion === undefined ? "" : ` ${companion}`}${
    others ? ` ${JSON.stringify(others.options)}` : ""
  }`;
}

/** Files beside a trace that its reader may use; usually none. */
export function companionsOf(path: string, { companion }: Pick<LoadOptions, "companion">): string {
  const paths = companion === undefined ? companionPaths(path) : [companion];
  return paths.map((each) => ` ${JSON.stringify(identityOf(each) ?? each)}`).join("");
}
