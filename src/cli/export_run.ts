/**
 * The work of `quarry export`.
 * @module
 */

import { QueryError, UsageError } from "../base/errors.ts";
import { writeWhole } from "../output/all_or_nothing.ts";
import { parseScript } from "../language/script.ts";
import type { ParseResult } from "../query/syntax/parser.ts";
import { type Arguments, EXIT } from "./command.ts";
import { exportChoice } from "./export_choice.ts";
import { ExportJob } from "./export_job.ts";
import { reportFailure, warn } from "./failure.ts";
import type { CliHost } from "./host.ts";
import { checkOutput, openOutput } from "./outputs.ts";
import { Progress } from "./progress.ts";
import { replaceableExportKind } from "./result_files.ts";
import { openSession, readScripts } from "./run_queries.ts";
import { sourceNames } from "./source_names.ts";
import { expandLists, traceOperands } from "./trace_operands.ts";

/** Maximum length of a text shown in a warning. */
const LONGEST_SHOWN = 40;

/** Opens the traces, runs the queries and writes the export; returns the exit code. */
export async function runExport(host: CliHost, args: Arguments): Promise<number> {
  const { out, exporter } = exportChoice(host, args);
  if (exporter.takes === "files") {
    return await (await import("./dataset/run_dataset.ts")).runDataset(host, args);
  }
  const scripts = await readScripts(host, args);
  const sources = sourceNames(args);
  const operands = await expandLists(host, args.operands);
  const replaces = { kind: replaceableExportKind(exporter), force: args.has("force") };
  await checkOutput(out, traceOperands(host, operands).map(({ path }) => path), replaces);
  const parsed: ParseResult[] = [];
  for (const { text, file } of scripts) {
    const each = parseScript(text);
    const errors = each.diagnostics.filter(({ severity }) => severity === "error");
    if (errors.length > 0) return await reportFailure(host, new QueryError(errors, text), file);
    parsed.push(each);
  }
  checkQueries(parsed, out);
  const session = await openSession(host, args, operands);
  const job = new ExportJob(host, args, session);
  const outcome = await job.ask(scripts.length > 0 ? scripts : job.defaultScripts(exporter));
  if (typeof outcome === "number") return outcome;
  const formulas = { count: 0, first: "" };
  const progress = new Progress(host, out === "-" ? exporter.name : out, { unit: "rows" });
  try {
    await writeWhole(() => openOutput(host, out, replaces), (sink) =>
      job.write(exporter, outcome, {
        sink,
        sources,
        progress: (done, total) => progress.update(done, total),
        onFormula: (text) => {
          if (formulas.count++ === 0) formulas.first = text;
        },
      }));
    if (out !== "-") await warnOfFormulas(host, out, formulas);
    return EXIT.ok;
  } finally {
    progress.clear();
    outcome?.release();
  }
}

/** A user who opens the file in a spreadsheet should know; output to a pipe is for a program. */
async function warnOfFormulas(
  host: CliHost,
  out: string,
  { count, first }: { readonly count: number; readonly first: string },
): Promise<void> {
  if (count === 0) return;
  const shown = first.length > LONGEST_SHOWN ? `${first.slice(0, LONGEST_SHOWN)}...` : first;
  await warn(
    host,
    `"${out}" has texts that a spreadsheet would evaluate, such as ${JSON.stringify(shown)}` +
      `${count > 1 ? ` and ${count - 1} more` : ""}: --spreadsheet marks them as texts`,
  );
}

/** Throws if several queries return rows that no later query uses: a file contains the rows of one query. */
function checkQueries(scripts: readonly ParseResult[], out: string): void {
  const asked = scripts.flatMap(({ script }) => script.statements).filter((statement) => {
    const last = statement.kind === "query" ? statement.pipeline.stages.at(-1) : undefined;
    return statement.kind === "query" && !(last?.kind === "stage" && last.keyword === "as");
  });
  if (asked.length <= 1) return;
  const target = out === "-" ? "an output" : `"${out}"`;
  throw new UsageError(
    `Cannot export ${asked.length} queries into one file: ${target} has the rows of one. Export them one by one, ` +
      "or keep what the last one needs with let or as NAME",
  );
}
