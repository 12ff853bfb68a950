/**
 * The work of `quarry ask`.
 * @module
 */

import { QueryError, UsageError } from "../base/errors.ts";
import { leftOutWords } from "../engine/left_out.ts";
import { preparedScript, runScript } from "../engine/run_script.ts";
import type { Session } from "../engine/session.ts";
import { proposes } from "../engine/try_out.ts";
import { visible } from "../render/visible.ts";
import { type Arguments, EXIT } from "./command.ts";
import { reportFailure, reportRemark } from "./failure.ts";
import type { CliHost } from "./host.ts";
import { outputSettings, showResult } from "./output.ts";
import { openSession } from "./run_queries.ts";
import { NAMED } from "./trace_operands.ts";

/** Finds the query, says it, answers it; gives the exit code. */
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
      await host.stderr.write(`${visible(notUnderstood(words))}\n`);
      return EXIT.usage;
    }
    await host.stderr.write(`query: ${visible(query)}\n`);
    for (const other of others) await host.stderr.write(`or try: ${visible(other)}\n`);
    await runScript(session, query, {
      warning: (warning) => reportRemark(host, warning, { text: query }),
      rows: ({ table }) => showResult(host, table, settings),
      leftOut: async (leaks) => await host.stderr.write(`${leftOutWords(leaks)}\n`),
    });
    return EXIT.ok;
  } catch (error) {
    return await reportFailure(host, error);
  } finally {
    session.closeAll();
  }
}

/** Words may appear between quotes or not: what is there is a trace, and what begins with a name and "=" too. */
function takeApart(
  host: Pick<CliHost, "exists">,
  operands: readonly string[],
): { readonly words: string; readonly traces: readonly string[] } {
  const isTrace = (operand: string, at: number): boolean =>
    at > 0 && (host.exists(operand) || operand === "-" || operand.startsWith("@") ||
      host.exists(NAMED.exec(operand)?.[2] ?? operand));
  const traces = operands.filter(isTrace);
  const words = operands.filter((each, at) => !isTrace(each, at));
  // A file that is not there is an error of its own.
  const last = operands.at(-1);
  if (traces.length === 0 && words.length > 1 && last !== undefined) {
    return { words: words.slice(0, -1).join(" "), traces: [last] };
  }
  return { words: words.join(" "), traces };
}

/** Queries that words may mean, the likeliest first: they are one, or are read as one, or the cookbook asks the same. */
async function queriesFor(session: Session, words: string): Promise<readonly string[]> {
  try {
    await preparedScript(session, words);
    return [words];
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    const wrong = error.diagnostics.find(proposes);
    const fixes = wrong
      ? [wrong.fix, ...wrong.others ?? []]
      : error.diagnostics.flatMap(({ others = [] }) => others);
    const read = fixes.flatMap((fix) => fix?.text ?? []);
    if (read.length > 0) return read;
  }
  const { questionAbout } = await import("./help/question_about.ts");
  for (const query of questionAbout(words, session.traces.map(({ trace }) => trace.header.format))) {
    try {
      session.prepare(query);
      return [query];
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
    }
  }
  return [];
}

function notUnderstood(words: string): string {
  return `Cannot understand "${words}": name a table (leaks, allocs, calls, lines) and what you want from it, as in ` +
    '"largest leaks by function"; "quarry help cookbook" lists questions';
}
