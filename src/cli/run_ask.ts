/**
 * Implements `quarry ask`.
 * @module
 */

import { QueryError, UsageError } from "../base/errors.ts";
import { leftOutText } from "../engine/left_out.ts";
import { preparedScript, runScript } from "../engine/run_script.ts";
import type { Session } from "../engine/session.ts";
import { suggestsQuery } from "../engine/try_out.ts";
import { formatNamed } from "../formats/registry.ts";
import { visible } from "../render/visible.ts";
import { type Arguments, EXIT } from "./command.ts";
import { printWarning, reportFailure } from "./failure.ts";
import type { CliHost } from "./host.ts";
import { outputSettings, showResult } from "./output.ts";
import { openSession } from "./run_queries.ts";
import { NAMED_OPERAND } from "./trace_operands.ts";

/** Finds the query for a question, prints it and runs it; returns the exit code. */
export async function runAsk(host: CliHost, args: Arguments): Promise<number> {
  const settings = outputSettings(host, args);
  const { words, traces } = takeApart(host, args.operands);
  if (words.trim() === "" || traces.length === 0) {
    throw new UsageError("Cannot answer without a question and a trace: \"quarry ask 'WORDS' FILE\"");
  }
  const session = await openSession(host, args, traces);
  try {
    const [query, ...others] = await queriesFor(session, words);
    if (query === undefined) {
      await host.stderr.write(`${visible(notUnderstood(words, session))}\n`);
      return EXIT.usage;
    }
    await host.stderr.write(`query: ${visible(query)}\n`);
    for (const other of others) await host.stderr.write(`or try: ${visible(other)}\n`);
    await runScript(session, query, {
      warning: (warning) => printWarning(host, warning, { text: query }),
      rows: ({ table }) => showResult(host, table, settings),
      leftOut: async (leaks) => await host.stderr.write(`${leftOutText(leaks)}\n`),
    });
    return EXIT.ok;
  } catch (error) {
    return await reportFailure(host, error);
  } finally {
    session.closeAll();
  }
}

/**
 * Separates the words of a question from traces, since the question may be typed without quotes. An existing
 * file is a trace, and so is `NAME=FILE`.
 */
function takeApart(
  host: Pick<CliHost, "exists">,
  operands: readonly string[],
): { readonly words: string; readonly traces: readonly string[] } {
  const isTrace = (operand: string, at: number): boolean =>
    at > 0 && (host.exists(operand) || operand === "-" || operand.startsWith("@") ||
      host.exists(NAMED_OPERAND.exec(operand)?.[2] ?? operand));
  const traces = operands.filter(isTrace);
  const words = operands.filter((each, at) => !isTrace(each, at));
  // Treat the last operand as a trace, so that a missing file is reported as a missing trace.
  const last = operands.at(-1);
  if (traces.length === 0 && words.length > 1 && last !== undefined) {
    return { words: words.slice(0, -1).join(" "), traces: [last] };
  }
  return { words: words.join(" "), traces };
}

/**
 * Returns queries for a question, best match first. The question may itself be a query, may be translated to
 * one, or may be in the cookbook.
 */
async function queriesFor(session: Session, words: string): Promise<readonly string[]> {
  try {
    await preparedScript(session, words);
    return [words];
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    const wrong = error.diagnostics.find(suggestsQuery);
    const fixes = wrong
      ? [wrong.fix, ...wrong.others ?? []]
      : error.diagnostics.flatMap(({ others = [] }) => others);
    const read = fixes.flatMap((fix) => fix?.text ?? []);
    if (read.length > 0) return read;
  }
  const { queriesForQuestion } = await import("./help/question_queries.ts");
  for (const query of queriesForQuestion(words, session.traces.map(({ trace }) => trace.header.format))) {
    try {
      session.prepare(query);
      return [query];
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
    }
  }
  return [];
}

/** Matches questions that no trace can answer, but for which there are other tools. */
const ACCESSES = /use.after.free|overflow|overrun|out.of.bounds|uninitiali[sz]ed|invalid (?:read|write)/i;

/** Columns that have no synonyms because users type their names. */
const NAMED_COLUMNS = ["thread", "context", "addr", "stack"];

/** Returns the reason why the traces cannot answer, if their format gives one for a column or for blocks. */
function whyAbsent(words: string, { traces }: Session): string | undefined {
  const said = new Set((words.toLowerCase().match(/[a-z]+/g) ?? []).map((word) => word.replace(/s$/, "")));
  for (const { trace } of traces) {
    const format = formatNamed(trace.header.format);
    const column = NAMED_COLUMNS.find((name) => said.has(name) && format?.absent[name] !== undefined);
    if (column !== undefined) return format!.absent[column];
    const asksBlocks = ["leak", "leaked", "live", "peak", "block"].some((word) => said.has(word));
    if (asksBlocks && format?.blockless !== undefined && !trace.tables.has("allocs")) return format.blockless;
  }
  return undefined;
}

function notUnderstood(words: string, session: Session): string {
  if (ACCESSES.test(words)) {
    return `Cannot answer "${words}": traces have no reads and writes of memory; ` +
      "valgrind (memcheck) or AddressSanitizer finds these";
  }
  const why = whyAbsent(words, session);
  if (why !== undefined) return `Cannot answer "${words}": ${why}`;
  return `Cannot understand "${words}": name a table (leaks, allocs, calls, lines) and what you want from it, as in ` +
    '"largest leaks by function"; "quarry help cookbook" lists questions';
}
