/**
 * The work of `quarry query`, and of `quarry repl` without a person.
 * @module
 */

import { renderDiagnostic } from "../base/diagnostic.ts";
import { QueryError, UsageError } from "../base/errors.ts";
import { tracesOf } from "../engine/open_trace.ts";
import { type AssertOutcome, Session } from "../engine/session.ts";
import { parseScript } from "../query/syntax/parser.ts";
import { visible } from "../render/visible.ts";
import { useColor } from "./color.ts";
import { type Arguments, EXIT } from "./command.ts";
import { reportFailure } from "./failure.ts";
import { BrokenPipeError, type CliHost } from "./host.ts";
import { isDamaged, openTraceFile, warnOfDamage } from "./open_traces.ts";
import { type OutputSettings, outputSettings, showResult } from "./output.ts";
import { traceOperands } from "./trace_operands.ts";

/** A script and where it came from. */
export interface Script {
  /** What to run. */
  readonly text: string;
  /** Absent for `-e` and for what is typed. */
  readonly file?: string;
}

/** Opens the traces, runs the queries in order, shows their results; gives the exit code. */
export async function runQueries(host: CliHost, args: Arguments): Promise<number> {
  const settings = outputSettings(host, args);
  const scripts = await readScripts(host, args);
  // A slip of the finger shows before minutes of loading.
  for (const { text, file } of scripts) {
    const errors = parseScript(text).diagnostics.filter(({ severity }) => severity === "error");
    if (errors.length > 0) return await reportFailure(host, new QueryError(errors, text), file);
  }
  const session = await openSession(host, args);
  if (session === null) return EXIT.unreadable;
  let code: number = EXIT.ok;
  for (const script of scripts) {
    code = Math.max(code, await runScript(host, session, { ...script, settings }));
    // A script whose start went wrong may rest on what never came to be.
    if (code === EXIT.usage) break;
  }
  return code;
}

/** A session with the traces of the command line; null when one is damaged and that is not allowed. */
export async function openSession(host: CliHost, args: Arguments): Promise<Session | null> {
  if (args.operands.length === 0) throw new UsageError("Cannot ask anything without a trace file");
  const session = new Session();
  for (const operand of traceOperands(host, args.operands)) {
    const file = await openTraceFile(host, operand, { pools: session.pools, format: args.value("format") });
    await warnOfDamage(host, file.traces);
    if (args.has("strict") && file.traces.some(isDamaged)) return null;
    session.add(tracesOf(file, operand.path));
  }
  return session;
}

/** Runs one script and shows what it gives; the exit code. Errors are reported and not thrown. */
export async function runScript(
  host: CliHost,
  session: Session,
  script: Script & { readonly settings: OutputSettings },
): Promise<number> {
  const { text, file, settings } = script;
  let code: number = EXIT.ok;
  try {
    const prepared = session.prepare(text);
    const color = useColor(host, host.stderr, undefined);
    for (const warning of prepared.warnings) {
      const place = file === undefined ? {} : { file };
      await host.stderr.write(renderDiagnostic(warning, text, { color, ...place }) + "\n");
    }
    for await (const outcome of session.run(prepared)) {
      if (outcome.kind === "assert") {
        if (outcome.passed) continue;
        code = EXIT.failed;
        await reportAssertion(host, outcome);
      } else {
        try {
          await showResult(host, outcome.table, settings);
        } finally {
          outcome.release();
        }
      }
    }
  } catch (error) {
    if (error instanceof BrokenPipeError) throw error;
    return await reportFailure(host, error, file);
  }
  return code;
}

async function reportAssertion(host: CliHost, { message, text, found }: AssertOutcome): Promise<void> {
  const color = useColor(host, host.stderr, undefined);
  const label = color ? "\x1b[1;31massertion failed\x1b[0m" : "assertion failed";
  const what = message === null ? text.replaceAll(/\s+/g, " ").trim() : message;
  await host.stderr.write(`${label}: ${visible(what)} (found ${visible(found)})\n`);
}

/** Scripts of the command line. Files come first, so that `-e` can use what they define. */
export async function readScripts(host: CliHost, args: Arguments): Promise<Script[]> {
  const scripts: Script[] = [];
  for (const file of args.values("file")) scripts.push({ text: await host.readTextFile(file), file });
  for (const text of args.values("eval")) scripts.push({ text });
  return scripts;
}
