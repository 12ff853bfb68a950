/**
 * Implements `quarry check`.
 * @module
 */

import type { Diagnostic } from "../base/diagnostic.ts";
import { QueryError } from "../base/errors.ts";
import { tracesOf } from "../engine/open_trace.ts";
import { Session } from "../engine/session.ts";
import { libraryFiles } from "../ingest/library_files.ts";
import { type Arguments, EXIT } from "./command.ts";
import { reportFailure } from "./failure.ts";
import type { CliHost } from "./host.ts";
import { openTraceFile, warnAboutDamage } from "./open_traces.ts";
import { readScript } from "./read_script.ts";
import { scriptDiagnostics } from "./script_diagnostics.ts";
import { suppressIn } from "./suppressions_option.ts";
import { traceOperands } from "./trace_operands.ts";

/** Shows all errors of all scripts; returns the exit code. */
export async function runCheck(host: CliHost, args: Arguments): Promise<number> {
  const traces = traceOperands(host, args.values("trace"));
  const session = traces.length > 0 ? new Session(libraryFiles) : null;
  // Check suppression files as well, with or without a trace.
  await suppressIn(session ?? new Session(libraryFiles), args);
  for (const operand of traces) {
    const file = await openTraceFile(host, operand, { pools: session!.pools, format: args.value("format") });
    await warnAboutDamage(host, file.traces);
    session!.add(tracesOf(file, operand.path));
  }
  let code: number = EXIT.ok;
  for (const path of args.operands) {
    try {
      const source = await readScript(host, path);
      const diagnostics = await diagnosticsOf(source, path, session);
      if (diagnostics.length === 0) continue;
      const failed = await reportFailure(host, new QueryError(diagnostics, source), path);
      if (diagnostics.some(({ severity }) => severity === "error")) code = failed;
    } catch (error) {
      // Continue with the other scripts.
      code = await reportFailure(host, error);
    }
  }
  return code;
}

async function diagnosticsOf(
  source: string,
  path: string,
  session: Session | null,
): Promise<readonly Diagnostic[]> {
  if (session === null) return scriptDiagnostics(source, path);
  try {
    return session.prepare(source, path).warnings;
  } catch (error) {
    if (error instanceof QueryError) return (await session.withAdvice(error)).diagnostics;
    throw error;
  }
}
