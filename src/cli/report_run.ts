/**
 * The work of `quarry report`.
 * @module
 */

import project from "../../deno.json" with { type: "json" };
import { UsageError } from "../base/errors.ts";
import { HTML } from "../output/kinds.ts";
import { writeReport } from "../report/write_report.ts";
import { type Arguments, EXIT } from "./command.ts";
import type { CliHost } from "./host.ts";
import { checkOutput, openOutput, type Output } from "./outputs.ts";
import { Progress } from "./progress.ts";
import { openSession } from "./run_queries.ts";
import { expandLists, traceOperands } from "./trace_operands.ts";

/** Opens, asks, writes; gives the exit code. */
export async function runReport(host: CliHost, args: Arguments): Promise<number> {
  const out = args.value("output") ?? "-";
  if (out === "-" && host.stdout.isTerminal) {
    throw new UsageError("A report is a page for a browser: give -o report.html, or send it through a pipe");
  }
  const operands = await expandLists(host, args.operands);
  const replaces = { kind: HTML, force: args.has("force") };
  await checkOutput(out, traceOperands(host, operands).map(({ path }) => path), replaces);
  const session = await openSession(host, args, operands);
  if (session === null) return EXIT.unreadable;
  const progress = new Progress(host, out === "-" ? "report" : out);
  let file: Output | undefined;
  try {
    file = await openOutput(host, out, replaces);
    const { write } = file;
    await writeReport(session, write, {
      version: project.version,
      command: `quarry repl ${operands.map(shellWord).join(" ")}`,
      onProgress: (done, total) => progress.update(done, total),
    });
    await file.finish();
    return EXIT.ok;
  } catch (error) {
    file?.discard();
    throw error;
  } finally {
    progress.clear();
  }
}

/** A word as a shell reads it. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
