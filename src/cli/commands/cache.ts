/**
 * `quarry cache`.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";

/** Lists saved indexes, or removes them. */
export const cacheCommand: Command = {
  ...SUMMARIES.cache,
  options: [{ name: "index", value: "DIR", summary: "those in DIR" }],
  examples: [
    { line: "cache", summary: "size, last use and path of each" },
    { line: "cache clear", summary: "remove them all" },
  ],
  async run(host, args) {
    const [what, ...more] = args.operands;
    if ((what !== undefined && what !== "clear") || more.length > 0) {
      throw new UsageError(`Unexpected "${more[0] ?? what}": use "quarry cache" or "quarry cache clear"`);
    }
    const { clearCache, listCache } = await import("../run_cache.ts");
    await (what === "clear" ? clearCache : listCache)(host, args);
    return EXIT.ok;
  },
};
