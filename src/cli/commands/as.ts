/**
 * `quarry as TOOL`: stand-ins for the original tools.
 * @module
 */

import { didYouMean } from "../../base/did_you_mean.ts";
import { UsageError } from "../../base/errors.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";

/** Runs a stand-in with the options of the original. */
export const asCommand: Command = {
  ...SUMMARIES.as,
  options: [],
  raw: true,
  examples: [
    { line: "as mptrace -v trace.mtrc", summary: "the events of an mpatrol tracing file" },
    { line: "as mprof profile.mptl", summary: "the tables of an mpatrol profile" },
    { line: "as mptrace --help", summary: "the options of a tool" },
  ],
  writes: [["TOOL", "what the original writes"]],
  notes: '"quarry as" alone lists the tools.',
  async run(host, args) {
    const [name, ...rest] = args.operands;
    if (name === "--help" || name === "-h") {
      const { commandHelp } = await import("../help_text.ts");
      await host.stdout.write(commandHelp(asCommand));
      return EXIT.ok;
    }
    const { standIns } = await import("../../compat/registry.ts");
    if (name === undefined) {
      const width = Math.max(...standIns.map((each) => each.name.length));
      await host.stdout.write(
        standIns.map((each) => `${each.name.padEnd(width)}  ${each.summary}\n`).join(""),
      );
      return EXIT.ok;
    }
    const tool = standIns.find((each) => each.name === name);
    if (!tool) {
      const near = didYouMean(name, standIns.map((each) => each.name));
      const known = standIns.map((each) => each.name).join(", ");
      throw new UsageError(
        `Unknown tool "${name}": ${near ? `did you mean ${near}?` : `use one of ${known}`}`,
      );
    }
    const { compatHost } = await import("../compat_host.ts");
    return await tool.run(rest, compatHost(host));
  },
};
