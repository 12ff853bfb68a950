/**
 * `quarry complete LINE`: used by completion scripts; help does not list it.
 * @module
 */

import type { Command } from "../command.ts";
import { EXIT } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";

/**
 * Completes the query at the end of a command line. Prints the query first, then one suggestion per line:
 * query, label, explanation.
 */
export const completeCommand: Command = {
  ...SUMMARIES.complete,
  options: [],
  raw: true,
  examples: [{ line: "complete 'quarry trace.mtrc -e \"leaks | by f'", summary: "func, file and the like" }],
  async run(host, args) {
    const { completeQuery } = await import("../completions/complete_query.ts");
    const found = await completeQuery(host, args.operands.join(" "));
    if (found === null) return EXIT.ok;
    const lines = found.proposals.map(({ query, label, detail }) => `${query}\t${label}\t${detail}\n`);
    await host.stdout.write(`${found.query}\n${lines.join("")}`);
    return EXIT.ok;
  },
};
