/**
 * Converts errors for messages between threads: errors of the library keep their class and fields.
 * @module
 */

import { FormatError, InputError, QueryError, UsageError } from "../base/errors.ts";

/** An error as plain data. */
export type SentError =
  | {
    readonly kind: "input";
    readonly message: string;
    readonly path: string;
    readonly trouble: InputError["trouble"];
  }
  | { readonly kind: "format"; readonly message: string; readonly format: string; readonly offset: number }
  | {
    readonly kind: "query";
    readonly diagnostics: QueryError["diagnostics"];
    readonly source: string;
    readonly atRunTime: boolean;
  }
  | { readonly kind: "usage"; readonly message: string; readonly code: string }
  | { readonly kind: "stopped"; readonly message: string; readonly name: string }
  | { readonly kind: "other"; readonly message: string; readonly name: string };

/** Error classes of JavaScript that are preserved. */
const OTHERS: Readonly<Record<string, ErrorConstructor>> = { RangeError, SyntaxError, TypeError };

/** Converts anything that was thrown to data. */
export function sentError(error: unknown): SentError {
  if (error instanceof InputError) {
    const { message, path, trouble } = error;
    return { kind: "input", message, path, trouble };
  }
  if (error instanceof FormatError) {
    const { message, format, offset } = error;
    return { kind: "format", message, format, offset };
  }
  if (error instanceof QueryError) {
    const { diagnostics, source, atRunTime } = error;
    return { kind: "query", diagnostics, source, atRunTime };
  }
  if (error instanceof UsageError) return { kind: "usage", message: error.message, code: error.code };
  if (error instanceof DOMException) return { kind: "stopped", message: error.message, name: error.name };
  const { message, name } = error instanceof Error ? error : new Error(String(error));
  return { kind: "other", message, name };
}

/** Converts data back to an error. */
export function toError(sent: SentError): Error {
  switch (sent.kind) {
    case "input":
      return new InputError(sent.message, sent.path, sent.trouble);
    case "format":
      return new FormatError(sent.message, sent);
    case "query":
      return new QueryError(sent.diagnostics, sent.source, sent.atRunTime);
    case "usage":
      return new UsageError(sent.message, sent.code);
    case "stopped":
      return new DOMException(sent.message, sent.name);
    case "other": {
      const error = new (OTHERS[sent.name] ?? Error)(sent.message);
      if (error.name !== sent.name) Object.defineProperty(error, "name", { value: sent.name });
      return error;
    }
  }
}
