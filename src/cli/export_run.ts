/**
 * The work of `quarry export`.
 * @module
 */

import { QueryError } from "../base/errors.ts";
import { parseScript } from "../query/syntax/parser.ts";
import { type Arguments, EXIT } from "./command.ts";
import { exportChoice } from "./export_choice.ts";
import { checkOutput, openOutput, type OutFile } from "./export_file.ts";
import { ExportJob } from "./export_job.ts";
import { reportFailure } from "./failure.ts";
import type { CliHost } from "./host.ts";
import { Progress } from "./progress.ts";
import { openSession, readScripts } from "./run_queries.ts";
import { expandLists, traceOperands } from "./trace_operands.ts";

/** Opens, asks, writes; gives the exit code. */
export async function runExport(host: CliHost, args: Arguments): Promise<number> {
  const { out, exporter } = exportChoice(host, args);
  const operands = await expandLists(host, args.operands);
  checkOutput(out, traceOperands(host, operands).map(({ path }) => path));
  const scripts = await readScripts(host, args);
  for (const { text, file } of scripts) {
    const errors = parseScript(text).diagnostics.filter(({ severity }) => severity === "error");
    if (errors.length > 0) return await reportFailure(host, new QueryError(errors, text), file);
  }
  const session = await openSession(host, args);
  if (session === null) return EXIT.unreadable;
  const job = new ExportJob(host, args, session);
  const outcome = await job.ask(scripts.length > 0 ? scripts : job.defaultScripts(exporter));
  if (typeof outcome === "number") return outcome;
  let file: OutFile | undefined;
  const progress = new Progress(host, out === "-" ? exporter.name : `${out} (rows)`);
  try {
    await job.write(exporter, outcome, {
      progress: (done, total) => progress.update(done, total),
      sink: async (piece) => {
        // What cannot be exported leaves no file, not even an empty one.
        file ??= await openOutput(host, out);
        await file.write(piece);
      },
    });
    file ??= await openOutput(host, out);
    await file.finish();
    return EXIT.ok;
  } catch (error) {
    file?.discard();
    throw error;
  } finally {
    progress.clear();
    outcome?.release();
  }
}
