/**
 * Opens the inputs that a trace can be loaded from.
 * @module
 */

import { InputError, UsageError } from "../base/errors.ts";
import { blobSource, iterableSource, streamSource } from "../bytes/blob_source.ts";
import { type ByteSource, sourceOf } from "../bytes/byte_source.ts";
import { FileSource, openInput } from "../ingest/file_source.ts";
import { nodeFiles, openNodeFile } from "../ingest/node_files.ts";
import { hasFiles } from "../ingest/permission.ts";
import {
  checkResponse,
  fileName,
  isIterable,
  responseLength,
  type TraceInput,
  URL_START,
} from "./input_kinds.ts";

/** An input opened for reading. */
export interface OpenedInput {
  /** Where the input comes from: a path, a URL or a file name. */
  readonly path: string;
  readonly source: ByteSource;
  /** Opens the same bytes again; absent for inputs that can only be read once. */
  readonly reopen?: () => Promise<ByteSource>;
  /** Bytes of the input read so far. */
  bytesRead(): number;
}

/** Opens an input. Throws `InputError`. */
export async function openTraceInput(input: TraceInput, signal: AbortSignal): Promise<OpenedInput> {
  signal.throwIfAborted();
  if (typeof input === "string") {
    return URL_START.test(input) ? await openTraceInput(new URL(input), signal) : await openPath(input);
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

/** A `file:` URL as a path of the operating system. */
export function pathOf({ pathname }: URL): string {
  const path = decodeURIComponent(pathname);
  // Windows paths start with a drive letter.
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

function ofResponse(path: string, response: Response): OpenedInput {
  checkResponse(path, response);
  const { body } = response;
  if (body === null) return counted(path, sourceOf(new Uint8Array(0)));
  return counted(path, streamSource(body, responseLength(response)));
}

/** Counts the bytes read; bytes that are read again are not counted twice. */
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

/** Whether an input is a file, which may have an index beside it. */
export function isFile(source: ByteSource): source is FileSource {
  return source instanceof FileSource;
}
