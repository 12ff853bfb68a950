/**
 * What people hear about saved indexes.
 * @module
 */

import { grouped } from "../base/grouped.ts";
import type { IndexNews } from "../index/load_indexed.ts";
import type { CliHost } from "./host.ts";

/** A size for people. */
export function megabytes(bytes: number): string {
  return `${grouped(Math.ceil(bytes / 1e6))} MB`;
}

/** Lines on standard error: where the first index went, and why one is not used. `clear` takes progress away. */
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
          megabytes(bytes)
        }, so that it opens at once the next time: ${path}\n` +
          '("quarry cache" lists such files, --no-cache does without)',
      );
    },
    noRoom: (why) =>
      say(
        `Saved no index of the trace, which is read again the next time: ${why} ("quarry index" takes all that is free)`,
      ),
    unusable: (path, why) => say(`Reading the trace again: its index ${path} cannot be used, ${why}`),
  };
}
