/**
 * `quarry fmt FILE.qry...`.
 * @module
 */

import { QueryError } from "../../base/errors.ts";
import { visible } from "../../render/visible.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";
import { reportFailure } from "../failure.ts";
import { readScript } from "../read_script.ts";

/** Formats scripts in place. */
export const fmtCommand: Command = {
  ...SUMMARIES.fmt,
  options: [{ name: "check", summary: "change nothing; exit code 1 when a file is not formatted" }],
  examples: [
    { line: "fmt leaks.qry", summary: "format in place" },
    { line: "fmt --check *.qry", summary: "for CI: only list files that are not formatted" },
    { line: "fmt - < leaks.qry", summary: "from standard input to standard output" },
  ],
  writes: [["FILE.qry", "the script itself"]],
  needs: 'Cannot format without a file: "quarry fmt FILE.qry..."',
  async run(host, args) {
    const { formatScript } = await import("../../language/script.ts");
    const { writeOutput } = await import("../outputs.ts");
    let code: number = EXIT.ok;
    for (const path of args.operands) {
      try {
        const source = await readScript(host, path);
        const { text, diagnostics } = formatScript(source);
        const errors = diagnostics.filter(({ severity }) => severity === "error");
        if (errors.length > 0) throw new QueryError(errors, source);
        if (path === "-" && !args.has("check")) {
          await host.stdout.write(text);
        } else if (text !== source) {
          if (!args.has("check")) await writeOutput(host, path, text, { rewrites: true });
          else code = Math.max(code, EXIT.failed);
          await host.stdout.write(`${visible(path)}\n`);
        }
      } catch (error) {
        // Continue with the other scripts.
        code = Math.max(code, await reportFailure(host, error, path));
      }
    }
    return code;
  },
};
