/**
 * Whether there is anything new to read of a file that is followed.
 * @module
 */

import { SNIFF_BYTES } from "../formats/format.ts";
import { changeOf, type FileChange } from "./file_change.ts";
import type { FileState } from "./file_state.ts";
import { followedState } from "./followed_file.ts";
import { detect } from "./load.ts";

/** What has become of a followed file; one that has grown by no complete line, or by zeros, is the same. */
export async function changeOfFollowed(path: string, before: FileState): Promise<FileChange> {
  const change = await changeOf(path, before);
  if (change !== "grown") return change;
  const now = await followedState(path, (head) => detect(head)?.grows, SNIFF_BYTES);
  return now.size > before.size ? "grown" : "same";
}
