/**
 * Messages about saved indexes.
 * @module
 */

import { groupDigits } from "../base/group_digits.ts";
import type { IndexNews } from "../index/indexed_options.ts";
import type { CliHost } from "./host.ts";

/** Formats a size in megabytes. */
export function megabytesText(bytes: number): string {
  return `${groupDigits(Math.ceil(bytes / 1e6))} MB`;
}

/**
 * Prints lines on standard error: where the first index was saved, and why an index is not used. `clear`
 * wipes the progress line.
 */
export function indexNews(host: CliHost, clear: () => void): IndexNews {
  const say = (text: string): void => {
    clear();
    host.stderr.writeNow(`${text}\n`);
  };
  return {
    saved(path, bytes, isFirst) {
      if (!isFirst) return;
      say(
        `Saved an index of the trace, ${
          megabytesText(bytes)
        }, so that it opens at once the next time: ${path}\n` +
          '("quarry cache" lists such files, --no-cache uses none)',
      );
    },
    noRoom: (why) =>
      say(
        `Saved no index of the trace, which is read again the next time: ${why} ("quarry index" uses all free space)`,
      ),
    unusable: (path, why) => say(`Reading the trace again: its index ${path} cannot be used, ${why}`),
  };
}
