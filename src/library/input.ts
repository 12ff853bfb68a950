/**
 * What a trace can be opened from: a path, a URL, a blob, a stream, bytes.
 * @module
 */

import { InputError, UsageError } from "../base/errors.ts";
import { blobSource, iterableSource, streamSource } from "../bytes/blob_source.ts";
import { type ByteSource, sourceOf } from "../bytes/byte_source.ts";
import { FileSource, openInput } from "../ingest/file_source.ts";
import { nodeFiles, openNodeFile } from "../ingest/node_files.ts";
import { hasFiles } from "../ingest/permission.ts";

/**
 * Where the bytes of a trace come from: a path, a URL (`file:`, `http:`, `https:`; also as a text), a `Blob` or `File`, a
 * `Response`, a stream of the web or of Node.js, another asynchronous iterable of bytes, or the bytes themselves. Paths and
 * `file:` are for Deno, Node.js and Bun; pages give bytes, a file that a person has chosen, or an address.
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

/** Bytes that can be read. */
export interface OpenedInput {
  /** What the input calls itself: a path, a URL, the name of a file. */
  readonly path: string;
  readonly source: ByteSource;
  /** Opens the same bytes again; absent for what can be read once only. */
  readonly reopen?: () => Promise<ByteSource>;
  /** Bytes of the input that were read so far. */
  bytesRead(): number;
}

/** Whether this is one input, and not a record of several. */
export function isInput(input: unknown): input is TraceInput {
  return typeof input === "string" || input instanceof URL || input instanceof Blob ||
    input instanceof ReadableStream || input instanceof Uint8Array || input instanceof ArrayBuffer ||
    input instanceof Response || isIterable(input);
}

function isIterable(input: unknown): input is AsyncIterable<Uint8Array> {
  return typeof input === "object" && input !== null && Symbol.asyncIterator in input;
}

/** Whether an input can be read only once. */
export function isStream(input: TraceInput): boolean {
  return input instanceof ReadableStream || input instanceof Response || isIterable(input);
}

/** Texts that are addresses and no paths. */
const ADDRESS = /^(?:file|https?):\/\//i;

/** The name that a trace has in queries, unless it is given one. */
export function nameOfInput(input: TraceInput): string {
  if (typeof input === "string" && ADDRESS.test(input)) return nameOfInput(new URL(input));
  const path = typeof input === "string"
    ? input
    : input instanceof URL
    ? decodeURIComponent(input.pathname)
    : input instanceof Blob
    ? fileName(input)
    // A stream of a file has the path.
    : isIterable(input) && "path" in input && typeof input.path === "string"
    ? input.path
    : "";
  return path.split(/[/\\]+/).findLast((part) => part !== "" && part !== ".") ?? "trace";
}

/** The name of a file that a person has chosen. Blobs of Bun have a name that is undefined. */
function fileName(blob: Blob): string {
  return "name" in blob && typeof blob.name === "string" ? blob.name : "";
}

/** Opens an input. Throws `InputError`. */
export async function openTraceInput(input: TraceInput, signal: AbortSignal): Promise<OpenedInput> {
  signal.throwIfAborted();
  if (typeof input === "string") {
    return ADDRESS.test(input) ? await openTraceInput(new URL(input), signal) : await openPath(input);
  }
  if (input instanceof URL) {
    if (input.protocol === "file:") return await openPath(pathOf(input));
    return await openUrl(input, signal);
  }
  if (input instanceof Response) return ofResponse(input.url || "response", input);
  if (input instanceof Blob) {
    return counted(fileName(input) || "blob", blobSource(input), () => Promise.resolve(blobSource(input)));
  }
  if (input instanceof ReadableStream) return counted("stream", streamSource(input));
  if (isIterable(input)) return counted("stream", iterableSource(input));
  if (!(input instanceof Uint8Array || input instanceof ArrayBuffer)) {
    throw new UsageError(
      `Cannot open ${input === null ? "null" : typeof input}: give a path, a URL, a Blob, a stream, or bytes`,
      "bad-input",
    );
  }
  const bytes = input instanceof Uint8Array ? input : new Uint8Array(input);
  return counted("bytes", sourceOf(bytes), () => Promise.resolve(sourceOf(bytes)));
}

async function openPath(path: string): Promise<OpenedInput> {
  const files = hasFiles() ? undefined : nodeFiles();
  if (files) {
    const { source, reopen } = openNodeFile(files, path);
    return counted(path, source, reopen);
  }
  if (!hasFiles()) {
    throw new UsageError(
      `Cannot open "${path}": a page has no files; give bytes, a Blob, a stream or a URL of the web`,
      "bad-input",
    );
  }
  const { source, reopen } = await openInput(path);
  return { path, source, bytesRead: () => source.offset, ...(reopen ? { reopen } : {}) };
}

/** A path as the system writes it. */
export function pathOf({ pathname }: URL): string {
  const path = decodeURIComponent(pathname);
  // Windows has a drive in front.
  return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
}

async function openUrl(url: URL, signal: AbortSignal): Promise<OpenedInput> {
  let response: Response;
  try {
    response = await fetch(url, { signal });
  } catch (error) {
    signal.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    throw new InputError(`Cannot open "${url}": ${why}`, String(url), "failed");
  }
  return ofResponse(String(url), response);
}

function ofResponse(path: string, { ok, status, statusText, body, headers }: Response): OpenedInput {
  if (!ok) {
    body?.cancel().catch(() => {});
    const trouble = status === 404 || status === 410 ? "missing" : status === 403 ? "denied" : "failed";
    throw new InputError(`Cannot open "${path}": ${status} ${statusText}`.trimEnd(), path, trouble);
  }
  // With a coding the length is that of what was sent, and not of what arrives here.
  const length = headers.has("content-encoding") ? NaN : Number(headers.get("content-length") ?? NaN);
  if (body === null) return counted(path, sourceOf(new Uint8Array(0)));
  return counted(path, streamSource(body, Number.isSafeInteger(length) ? length : undefined));
}

/** Counts what is read; what is read again is not counted. */
function counted(path: string, source: ByteSource, reopen?: () => Promise<ByteSource>): OpenedInput {
  let bytes = 0;
  return {
    path,
    source: {
      ...source,
      async read(into) {
        const count = await source.read(into);
        bytes += count;
        return count;
      },
    },
    bytesRead: () => bytes,
    ...(reopen ? { reopen } : {}),
  };
}

/** Whether an input is a file, which can have an index. */
export function isFile(source: ByteSource): source is FileSource {
  return source instanceof FileSource;
}
