/**
 * Implements `quarry pipe`: requests are lines of JSON; replies are lines of JSON with Arrow data between them.
 * @module
 */

import { type Diagnostic, renderDiagnostic } from "../base/diagnostic.ts";
import { QueryError, UsageError } from "../base/errors.ts";
import { firstRows } from "../base/result_table.ts";
import { indexSettings } from "../index/settings.ts";
import { Quarry } from "../library/quarry.ts";
import type { Params } from "../library/params.ts";
import type { Result } from "../library/result.ts";
import { rendererNamed } from "../render/registry.ts";
import { PLAIN_OPTIONS } from "../render/renderer.ts";
import { EXIT } from "./command.ts";
import type { CliHost } from "./host.ts";
import { BrokenPipeError } from "../output/output_error.ts";

/** Number of rows that a reply contains as text in addition to Arrow, for notebooks. */
const ROWS_SHOWN = 20;
/** Minimum time in milliseconds between two lines about progress. */
const PROGRESS_PAUSE = 100;

/** A request line. It contains exactly one of the verbs. */
interface RequestLine {
  readonly id?: unknown;
  readonly open?: string;
  readonly name?: string;
  readonly format?: string;
  readonly companion?: string;
  readonly exec?: string;
  readonly query?: string;
  readonly params?: Params;
  readonly close?: string;
  readonly tables?: boolean;
  readonly headline?: boolean;
}

/** Answers requests until the client closes the pipe. */
export async function runPipe(host: CliHost): Promise<number> {
  const { folder } = indexSettings();
  const quarry = await Quarry.open(undefined, folder === undefined ? {} : { index: folder });
  try {
    for await (const line of host.readLines()) {
      if (line.trim() !== "") await answerLine(host, quarry, line);
    }
  } catch (error) {
    // The client has left in the middle of an answer.
    if (!(error instanceof BrokenPipeError)) throw error;
  } finally {
    await quarry.close();
  }
  return EXIT.ok;
}

async function answerLine(host: CliHost, quarry: Quarry, line: string): Promise<void> {
  let id: unknown = null;
  const say = (fields: object): Promise<void> =>
    host.stdout.write(`${JSON.stringify({ id, ...fields }, exact)}\n`);
  try {
    const request = requestOf(line);
    id = request.id ?? null;
    await say({ ok: true, ...await answerRequest(host, quarry, request, say) });
  } catch (error) {
    if (error instanceof BrokenPipeError || !(error instanceof Error)) throw error;
    await say({ ok: false, error: described(error) });
  }
}

function requestOf(line: string): RequestLine {
  try {
    const request: unknown = JSON.parse(line);
    if (typeof request === "object" && request !== null) return request;
  } catch {
    // The error is reported below.
  }
  throw new UsageError("A request must be a line with a JSON object", "bad-request");
}

async function answerRequest(
  host: CliHost,
  quarry: Quarry,
  request: RequestLine,
  say: (fields: object) => Promise<void>,
): Promise<object> {
  const { open, query, params = {}, close, tables, headline } = request;
  if (open !== undefined) return await opened(quarry, { ...request, open }, say);
  if (query !== undefined) {
    using result = await quarry.query(query, { params: exactParams(params) });
    // A script that consists only of assertions has no rows.
    const hasRows = result.columns.length > 0;
    if (hasRows) {
      for await (const piece of result.stream("arrows")) {
        await say({ bytes: piece.length });
        await host.stdout.write(piece);
      }
    }
    return {
      rows: result.rowCount,
      columns: result.columns.map(({ name, type }) => ({ name, type })),
      verdicts: result.verdicts.map(({ name, passed, found, rows }) => ({ name, passed, found, rows })),
      warnings: result.warnings.map((each) => textOf(each, query)),
      milliseconds: result.milliseconds,
      html: hasRows ? await renderFirstRows(result, "html") : "",
      text: hasRows ? await renderFirstRows(result, "markdown") : "",
    };
  }
  if (close !== undefined) return { closed: quarry.remove(close) };
  if (tables === true) return { tables: quarry.tables() };
  if (headline === true) return { headline: await quarry.headline() };
  throw new UsageError("A request must have open, query, close, tables or headline", "bad-request");
}

async function opened(
  quarry: Quarry,
  { open, name, format, companion, exec }: RequestLine & { readonly open: string },
  say: (fields: object) => Promise<void>,
): Promise<object> {
  let last = performance.now();
  const before = quarry.warnings.length;
  const names = await quarry.add(open, {
    ...(name === undefined ? {} : { name }),
    ...(format === undefined ? {} : { format }),
    ...(companion === undefined ? {} : { companion }),
    ...(exec === undefined ? {} : { exec }),
    onProgress({ bytesRead, totalBytes }) {
      if (performance.now() - last < PROGRESS_PAUSE) return;
      last = performance.now();
      // Ignore errors: the reply that the client waits for will fail in the same way.
      say({ progress: { bytesRead, totalBytes: totalBytes ?? null } }).catch(() => {});
    },
  });
  const problems = quarry.problems().filter(({ trace, severity }) =>
    names.includes(trace) && severity === "error"
  );
  return { traces: names, warnings: quarry.warnings.slice(before), problems: problems.length };
}

/** Converts parameters: integers of more than 53 bits arrive as texts such as `123n`. */
function exactParams(params: Params): Params {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) =>
      typeof value === "object" && value !== null && "integer" in value
        ? [name, BigInt((value as { integer: string }).integer)]
        : [name, value]
    ),
  );
}

async function renderFirstRows(result: Result, mode: string): Promise<string> {
  let text = "";
  await rendererNamed(mode)!.render(firstRows(result, ROWS_SHOWN), (piece) => {
    text += piece;
    return Promise.resolve();
  }, PLAIN_OPTIONS);
  return text;
}

function described(error: Error & { readonly code?: unknown; readonly path?: unknown }): object {
  const { name, code, message, path } = error;
  if (!(error instanceof QueryError)) {
    return {
      type: name,
      code: code ?? null,
      message,
      text: message,
      ...(path === undefined ? {} : { path }),
    };
  }
  return {
    type: name,
    code: code ?? null,
    message,
    text: error.diagnostics.map((each) => textOf(each, error.source)).join("\n"),
    diagnostics: error.diagnostics.map(({ code, severity, message, suggestion, span }) => ({
      code,
      severity,
      message,
      suggestion: suggestion ?? null,
      span,
    })),
  };
}

function textOf(diagnostic: Diagnostic, source: string): string {
  return renderDiagnostic(diagnostic, source);
}

/** Writes big integers as JSON numbers, because readers in other languages keep all digits. */
function exact(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return JSON.rawJSON(String(value));
  if (value instanceof Uint8Array) return value.toHex();
  return typeof value === "number" && !Number.isFinite(value) ? null : value;
}

/** Declarations that TypeScript lacks so far. */
declare global {
  interface JSON {
    rawJSON(text: string): object;
  }
}
