/**
 * Text that identifies how a trace was read. A saved index is used only for the same file, read in the same
 * way.
 * @module
 */

import { companionPaths } from "../ingest/companion_file.ts";
import type { LoadOptions } from "../ingest/load.ts";
import { identityOf } from "./file_identity.ts";
import type { IndexedOptions } from "./indexed_options.ts";

/** Returns the options that affect what is read, as text. */
export function readOptionsKey(
  { format, fileOrder, companion, others }: Pick<
    IndexedOptions,
    "format" | "fileOrder" | "companion" | "others"
  >,
): string {
  return `${format ?? ""} ${fileOrder ? "file-order" : ""}${companion === undefined ? "" : ` ${companion}`}${
    others ? ` ${JSON.stringify(others.options)}` : ""
  }`;
}

/** Returns the companion files that the reader of a trace may use, as text; usually there are none. */
export function companionsKey(path: string, { companion }: Pick<LoadOptions, "companion">): string {
  const paths = companion === undefined ? companionPaths(path) : [companion];
  return paths.map((each) => ` ${JSON.stringify(identityOf(each) ?? each)}`).join("");
}
