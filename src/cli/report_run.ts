/**
 * Implements `quarry report`.
 * @module
 */

import project from "../../deno.json" with { type: "json" };
import { UsageError } from "../base/errors.ts";
import { writeWhole } from "../output/all_or_nothing.ts";
import { HTML } from "../output/kinds.ts";
import { bytesInWords } from "../render/cell_text.ts";
import { visible } from "../render/visible.ts";
import { writeReport } from "../report/write_report.ts";
import { sourceLines } from "../serve/sources.ts";
import { type Arguments, EXIT } from "./command.ts";
import type { CliHost } from "./host.ts";
import { checkOutput, openOutput } from "./outputs.ts";
import { Progress } from "./progress.ts";
import { openSession } from "./run_queries.ts";
import { sourceNames } from "./source_names.ts";
import { sourcesIn } from "./source_folder.ts";
import { expandLists, traceOperands } from "./trace_operands.ts";

/** Opens the traces, runs the queries and writes the page; returns the exit code. */
export async function runReport(host: CliHost, args: Arguments): Promise<number> {
  const out = args.value("output") ?? "-";
  if (out === "-" && host.stdout.isTerminal) {
    throw new UsageError("A report is a page for a browser: give -o report.html, or send it through a pipe");
  }
  const operands = await expandLists(host, args.operands);
  const replaces = { kind: HTML, force: args.has("force") };
  await checkOutput(out, traceOperands(host, operands).map(({ path }) => path), replaces);
  const folder = await sourcesIn(args.value("sources"));
  const names = sourceNames(args);
  const nameOf = names ? names.name : (file: string): string => file;
  const session = await openSession(host, args, operands);
  // Check this after opening, because a list is one operand but may name any number of traces.
  if (args.has("compare") && session.traces.length !== 2) {
    throw new UsageError(`Expected two traces to compare, found ${session.traces.length}`);
  }
  let panels = 0;
  let bytes = 0;
  const progress = new Progress(host, out === "-" ? "report" : out, { unit: "panels" });
  const options = {
    version: project.version,
    command: `quarry repl ${operands.map(shellWord).join(" ")}`,
    isComparison: args.has("compare"),
    readSource: folder && ((file: string) => sourceLines(folder, nameOf(file))),
    onProgress: (done: number, total: number) => {
      panels = total;
      progress.update(done, total);
    },
  };
  try {
    await writeWhole(
      () => openOutput(host, out, replaces),
      (write) =>
        writeReport(session, (text) => {
          bytes += new TextEncoder().encode(text).length;
          return write(text);
        }, options),
    );
    progress.clear();
    if (out !== "-") {
      const about = session.traces.map(({ name }) => name).join(", ");
      const what = `${panels} ${panels === 1 ? "panel" : "panels"} about ${about}, ${bytesInWords(bytes)}`;
      await host.stderr.write(`wrote ${visible(out)}: ${visible(what)}\n`);
    }
    return EXIT.ok;
  } finally {
    progress.clear();
  }
}

/** Quotes a word for a shell. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
