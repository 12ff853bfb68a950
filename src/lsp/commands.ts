/**
 * The commands of the server: `quarry.run` and `quarry.explain`.
 * @module
 */

import {
  type CancellationToken,
  ErrorCodes,
  LSPErrorCodes,
  type Range,
  ResponseError,
  type TextDocuments,
} from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { runnableStatements } from "../assist/assist.ts";
import { QueryError } from "../base/errors.ts";
import type { HandlerContext } from "./document_handlers.ts";
import { pathOfUri } from "./configuration.ts";
import { toSpan } from "./convert.ts";
import { abortSignalOf, type RenderTable, type RunAnswer, runForEditor } from "./run_query.ts";

/** Names of all commands. */
export const COMMANDS: readonly string[] = ["quarry.run", "quarry.explain"];

/** Milliseconds between checks for cancellation while a run waits for its traces. */
const LOOK_MS = 50;

/** What a command applies to: a statement of a document, the whole document, or a text. */
interface CommandTarget {
  readonly uri?: string;
  /** A position inside the statement, or the range of the statement; absent for all statements. */
  readonly range?: Range;
  /** A query to run instead of a part of the document. */
  readonly query?: string;
}

/** Handles `workspace/executeCommand`. */
export function answerCommands(
  { connection, documents, workspace }: HandlerContext,
  render: RenderTable,
): void {
  connection.onExecuteCommand(async ({ command, arguments: args }, token) => {
    if (!COMMANDS.includes(command)) {
      return new ResponseError(ErrorCodes.InvalidParams, `Unknown command "${command}"`);
    }
    const target = targetOf(args?.[0]);
    const script = target && scriptOf(target, documents);
    if (target === null || script === null) {
      const message = "No statement to run: expected { uri, range } or { query }";
      return new ResponseError(ErrorCodes.InvalidParams, message);
    }
    const uri = target.uri ?? documents.all()[0]?.uri ?? "";
    const text = command === "quarry.explain" ? `${script}\n| explain` : script;
    const file = pathOfUri(uri) ?? undefined;
    return await cancellable(token, async (signal) => {
      const set = await unlessAborted(signal, workspace.readyFor(uri));
      const session = set?.session ?? null;
      if (session === null) {
        throw new Error("No trace is open: set quarry.trace, or start the server with --trace FILE");
      }
      return await runForEditor(session, text, render, { file, signal });
    });
  });
}

async function cancellable(
  token: CancellationToken,
  run: (signal: AbortSignal) => Promise<RunAnswer>,
): Promise<RunAnswer | ResponseError<unknown>> {
  const signal = abortSignalOf(token);
  try {
    // Lets a cancel request arrive that was already sent.
    await new Promise((resolve) => setTimeout(resolve, 5));
    signal.throwIfAborted();
    const answer = await run(signal);
    signal.throwIfAborted();
    return answer;
  } catch (error) {
    if (signal.aborted) return new ResponseError(LSPErrorCodes.RequestCancelled, "Cancelled");
    if (error instanceof QueryError) {
      const { diagnostics } = error;
      const messages = diagnostics.flatMap(({ severity, message }) => severity === "error" ? [message] : []);
      return new ResponseError(LSPErrorCodes.RequestFailed, messages.join("\n"), { diagnostics });
    }
    const message = error instanceof Error ? error.message : String(error);
    return new ResponseError(LSPErrorCodes.RequestFailed, message);
  }
}

/** Waits for a promise that others share, unless the signal is aborted first; the signal has to be polled. */
async function unlessAborted<T>(signal: AbortSignal, awaited: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const looking = setInterval(() => {
    if (signal.aborted) reject(signal.reason);
  }, LOOK_MS);
  try {
    return await Promise.race([awaited, aborted]);
  } finally {
    clearInterval(looking);
  }
}

/** Arguments are untrusted. A plain URI means the whole document. */
function targetOf(argument: unknown): CommandTarget | null {
  if (typeof argument === "string") return { uri: argument };
  return typeof argument === "object" && argument !== null ? argument : null;
}

function scriptOf(
  { uri, range, query }: CommandTarget,
  documents: TextDocuments<TextDocument>,
): string | null {
  if (typeof query === "string") return query;
  const document = typeof uri === "string" ? documents.get(uri) : undefined;
  if (document === undefined) return null;
  const text = document.getText();
  if (range === undefined) return text;
  const { start } = toSpan(document, range);
  const found = runnableStatements(text).find(({ span }) => span.start <= start && start <= span.end);
  return found?.script ?? null;
}
