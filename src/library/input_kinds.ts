/**
 * The kinds of input a trace can be opened from: a path, a URL, a blob, a stream, bytes.
 * @module
 */

import { InputError } from "../base/errors.ts";

/**
 * Where the bytes of a trace come from: a path, a URL (`file:`, `http:`, `https:`; also as a string), a
 * `Blob` or `File`, a `Response`, a web or Node.js stream, another async iterable of bytes, or the bytes
 * themselves. Paths and `file:` URLs need Deno, Node.js or Bun; a page passes bytes, a file that the user has
 * chosen, or an HTTP URL.
 *
 * ```ts
 * import { Quarry, type TraceInput } from "@quarry/quarry";
 *
 * const input: TraceInput = new Blob([await Deno.readFile("testdata/mpatrol/wordfreq-le64/trace.mtrc")]);
 * await using quarry = await Quarry.open(input, { name: "run" });
 * console.log(quarry.tables().map(({ name }) => name));
 * ```
 */
export type TraceInput =
  | string
  | URL
  | Blob
  | Response
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | Uint8Array
  | ArrayBuffer;

/** Whether a value is one input, and not a record of several. */
export function isInput(input: unknown): input is TraceInput {
  return typeof input === "string" || input instanceof URL || input instanceof Blob ||
    input instanceof ReadableStream || input instanceof Uint8Array || input instanceof ArrayBuffer ||
    input instanceof Response || isIterable(input);
}

export function isIterable(input: unknown): input is AsyncIterable<Uint8Array> {
  return typeof input === "object" && input !== null && Symbol.asyncIterator in input;
}

/** Whether an input can only be read once. */
export function isStream(input: TraceInput): boolean {
  return input instanceof ReadableStream || input instanceof Response || isIterable(input);
}

/** Matches strings that are URLs rather than paths. */
export const URL_START = /^(?:file|https?):\/\//i;

/** The default name of a trace in queries. */
export function nameOfInput(input: TraceInput): string {
  if (typeof input === "string" && URL_START.test(input)) return nameOfInput(new URL(input));
  const path = typeof input === "string"
    ? input
    : input instanceof URL
    ? decodeURIComponent(input.pathname)
    : input instanceof Blob
    ? fileName(input)
    // A stream that reads from a file knows its path.
    : isIterable(input) && "path" in input && typeof input.path === "string"
    ? input.path
    : "";
  return path.split(/[/\\]+/).findLast((part) => part !== "" && part !== ".") ?? "trace";
}

/** The name of a file that the user has chosen. A blob in Bun has a `name` that is undefined. */
export function fileName(blob: Blob): string {
  return "name" in blob && typeof blob.name === "string" ? blob.name : "";
}

/** Throws `InputError` for a response that contains no trace. */
export function checkResponse(path: string, { ok, status, statusText, body }: Response): void {
  if (ok) return;
  body?.cancel().catch(() => {});
  const trouble = status === 404 || status === 410 ? "missing" : status === 403 ? "denied" : "failed";
  throw new InputError(`Cannot open "${path}": ${status} ${statusText}`.trimEnd(), path, trouble);
}

/** Number of bytes of a response, if its header gives it. */
export function responseLength({ headers }: Response): number | undefined {
  // With a content coding, the header states the compressed length, not the length of the bytes read here.
  const length = headers.has("content-encoding") ? NaN : Number(headers.get("content-length") ?? NaN);
  return Number.isSafeInteger(length) ? length : undefined;
}
