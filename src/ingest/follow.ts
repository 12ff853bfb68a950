/**
 * Checks whether a followed file has new data.
 * @module
 */

import { SNIFF_BYTES } from "../formats/format.ts";
import { changeOf, type FileChange } from "./file_change.ts";
import type { FileState } from "./file_state.ts";
import { type ReadableExtent, readableExtent } from "./followed_file.ts";
import { growthOf } from "./load.ts";

/** Result of checking a followed file. */
export interface FileCheck {
  /** How it has changed; growth without a complete line, or only by zeros, counts as "same". */
  readonly change: FileChange;
  /** How much of the file can be read, if it has grown. What is written after this check is not included. */
  readonly now?: ReadableExtent;
}

/** Checks a followed file. */
export async function checkFollowedFile(path: string, before: FileState): Promise<FileCheck> {
  const change = await changeOf(path, before);
  if (change !== "grown") return { change };
  const now = await readableExtent(path, growthOf, SNIFF_BYTES);
  return { change: now.state.size > before.size ? "grown" : "same", now };
}
