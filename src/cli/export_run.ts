/**
 * The work of `quarry export`.
 * @module
 */

import { QueryError } from "../base/errors.ts";
import type { Exporter } from "../export/exporter.ts";
import { type OutputKind, TEXT } from "../output/kinds.ts";
import { parseScript } from "../query/syntax/parser.ts";
import { type Arguments, EXIT } from "./command.ts";
import { exportChoice } from "./export_choice.ts";
import { ExportJob } from "./export_job.ts";
import { reportFailure } from "./failure.ts";
import type { CliHost } from "./host.ts";
import { checkOutput, openOutput, type Output } from "./outputs.ts";
import { Progress } from "./progress.ts";
import { openSession, readScripts } from "./run_queries.ts";
import { expandLists, traceOperands } from "./trace_operands.ts";

/** Opens, asks, writes; gives the exit code. */
export async function runExport(host: CliHost, args: Arguments): Promise<number> {
  const { out, exporter } = exportChoice(host, args);
  const scripts = await readScripts(host, args);
  const operands = await expandLists(host, args.operands);
  const replaces = { kind: kindOf(exporter), force: args.has("force") };
  await checkOutput(out, traceOperands(host, operands).map(({ path }) => path), replaces);
  for (const { text, file } of scripts) {
    const errors = parseScript(text).diagnostics.filter(({ severity }) => severity === "error");
    if (errors.length > 0) return await reportFailure(host, new QueryError(errors, text), file);
  }
  const session = await openSession(host, args, operands);
  if (session === null) return EXIT.unreadable;
  const job = new ExportJob(host, args, session);
  const outcome = await job.ask(scripts.length > 0 ? scripts : job.defaultScripts(exporter));
  if (typeof outcome === "number") return outcome;
  let file: Output | undefined;
  const progress = new Progress(host, out === "-" ? exporter.name : `${out} (rows)`);
  try {
    await job.write(exporter, outcome, {
      progress: (done, total) => progress.update(done, total),
      sink: async (piece) => {
        // What cannot be exported leaves no file, not even an empty one.
        file ??= await openOutput(host, out, replaces);
        await file.write(piece);
      },
    });
    file ??= await openOutput(host, out, replaces);
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

/** What an export may replace. */
function kindOf({ name, recognizes }: Exporter): OutputKind {
  return recognizes ? { name, matches: recognizes } : TEXT;
}
