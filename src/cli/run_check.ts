/**
 * The work of `quarry check`.
 * @module
 */

import type { Diagnostic } from "../base/diagnostic.ts";
import { QueryError } from "../base/errors.ts";
import { tracesOf } from "../engine/open_trace.ts";
import { SchemaCatalog } from "../engine/schema_catalog.ts";
import { Session } from "../engine/session.ts";
import { bindScript } from "../query/analysis/bind.ts";
import { EMPTY_ENVIRONMENT } from "../query/analysis/environment.ts";
import { parseScript } from "../query/syntax/parser.ts";
import { type Arguments, EXIT } from "./command.ts";
import { reportFailure } from "./failure.ts";
import type { CliHost } from "./host.ts";
import { openTraceFile } from "./open_traces.ts";
import { traceOperands } from "./trace_operands.ts";

/** Shows every mistake of every script; gives the exit code. */
export async function runCheck(host: CliHost, args: Arguments): Promise<number> {
  const traces = traceOperands(host, args.values("trace"));
  const session = traces.length > 0 ? new Session() : null;
  for (const operand of traces) {
    const file = await openTraceFile(host, operand, { pools: session!.pools, format: args.value("format") });
    session!.add(tracesOf(file, operand.path));
  }
  let code: number = EXIT.ok;
  for (const path of args.operands) {
    const source = await host.readTextFile(path);
    const diagnostics = diagnosticsOf(source, session);
    if (diagnostics.length === 0) continue;
    const failed = await reportFailure(host, new QueryError(diagnostics, source), path);
    if (diagnostics.some(({ severity }) => severity === "error")) code = failed;
  }
  return code;
}

/** Without a trace the documented tables count: types are checked, values are not known. */
function diagnosticsOf(source: string, session: Session | null): readonly Diagnostic[] {
  if (session === null) {
    const parsed = parseScript(source);
    const bound = bindScript(parsed, new SchemaCatalog(), EMPTY_ENVIRONMENT);
    return [...parsed.diagnostics, ...bound.diagnostics].sort((left, right) =>
      left.span.start - right.span.start
    );
  }
  try {
    return session.prepare(source).warnings;
  } catch (error) {
    if (error instanceof QueryError) return error.diagnostics;
    throw error;
  }
}
