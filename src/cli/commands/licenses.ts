/**
 * `quarry licenses [NAME]`.
 * @module
 */

import project from "../../../deno.json" with { type: "json" };
import { didYouMean } from "../../base/did_you_mean.ts";
import { UsageError } from "../../base/errors.ts";
import { type Command, EXIT } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";

/** Lists the third-party parts of the program, and their license texts. */
export const licensesCommand: Command = {
  ...SUMMARIES.licenses,
  options: [{ name: "full", summary: "with the text of every license" }],
  examples: [
    { line: "licenses", summary: "every part with its version and license" },
    { line: "licenses zod", summary: "the text of one" },
    { line: "licenses --full > LICENSES.txt", summary: "all texts" },
  ],
  async run(host, args) {
    const { licenseTexts, licensedParts } = await import("../licenses/notice.ts");
    const parts = licensedParts("program");
    const [name] = args.operands;
    const wanted = name === undefined ? parts : parts.filter((each) => each.name === name);
    if (wanted.length === 0) {
      const near = didYouMean(name!, parts.map((each) => each.name));
      throw new UsageError(`Nothing inside is called "${name}"${near ? `: did you mean ${near}?` : ""}`);
    }
    if (name !== undefined || args.has("full")) await host.stdout.write(licenseTexts(wanted));
    else {
      const lines = parts.map((each) => `${each.name}\t${each.version}\t${each.license}\n`);
      await host.stdout.write(`quarry\t${project.version}\t${project.license}\n${lines.join("")}`);
    }
    return EXIT.ok;
  },
};
