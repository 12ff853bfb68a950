/**
 * The worker's side: runs the library and answers the requests of the other thread.
 * @module
 */

import type { LoadProgress, OpenOptions } from "../library/open_options.ts";
import type { TraceInput } from "../library/input_kinds.ts";
import { Quarry } from "../library/quarry.ts";
import { releasedError } from "../library/closed_errors.ts";
import type { Result } from "../library/result.ts";
import type { Row } from "../library/row.ts";
import { Connection, type MessageEndpoint, MovedReply, streamOf } from "./connection.ts";
import type {
  LibraryRequest,
  PlainDataCall,
  ResultCall,
  SentInput,
  SentInputs,
  SentOptions,
  SentResult,
  SentState,
  WorkerRequest,
} from "./requests.ts";

/** Number of rows to send at once. */
const ROWS_PER_PIECE = 2048;

/** The library in a worker. */
export class WorkerEngine {
  readonly #connection: Connection;
  readonly #results = new Map<number, Result>();
  #quarry!: Quarry;
  #last = 0;

  /** Waits for the first request, which must open traces. */
  constructor(port: MessageEndpoint) {
    this.#connection = new Connection(
      port,
      (request, signal) => this.#answer(request as WorkerRequest, signal),
    );
  }

  async *#answer(request: WorkerRequest, signal: AbortSignal): AsyncGenerator<unknown> {
    switch (request.call) {
      case "open":
        this.#quarry = await this.#loading(
          request.options,
          signal,
          (options) => Quarry.open(this.#inputs(request.inputs), options),
        );
        return yield this.#state;
      case "add": {
        const input = this.#input(request.input);
        const names = await this.#loading(
          request.options,
          signal,
          (options) => this.#quarry.add(input, options),
          (added) => added.forEach((name) => this.#quarry.remove(name)),
        );
        return yield { value: names, ...this.#state };
      }
      case "query":
        return yield* this.#query(request, signal);
      case "memoryUsed":
        return yield this.#quarry.memoryUsed;
      case "close":
        return await this.#quarry.close();
      case "release":
        this.#results.get(request.result)?.release();
        return void this.#results.delete(request.result);
      case "rows":
        return yield* pieces(this.#result(request.result));
      case "stream": {
        const reader = this.#result(request.result).stream(request.name, request.options).getReader();
        signal.addEventListener("abort", () => void reader.cancel().catch(() => {}));
        for (let read = await reader.read(); !read.done; read = await reader.read()) yield moved(read.value);
        return;
      }
      default:
        if ("result" in request) return yield await resultCall(this.#result(request.result), request);
        yield { value: await this.#plainCall(request, signal), ...this.#state };
    }
  }

  get #state(): SentState {
    const { traces, warnings } = this.#quarry;
    return { traces, warnings };
  }

  #result(number: number): Result {
    const result = this.#results.get(number);
    if (!result) throw releasedError();
    return result;
  }

  async *#query(
    { text, options }: Extract<WorkerRequest, { call: "query" }>,
    signal: AbortSignal,
  ): AsyncGenerator<SentResult> {
    const result = await this.#quarry.query(text, { ...options, signal });
    const number = ++this.#last;
    this.#results.set(number, result);
    let isTaken = false;
    try {
      const { columns, rowCount, warnings, verdicts, leftOut, milliseconds } = result;
      yield { result: number, columns, rowCount, warnings, verdicts, leftOut, milliseconds };
      isTaken = true;
    } finally {
      // The caller cancelled the request and does not know the result, so it is released here.
      if (!isTaken) {
        this.#results.delete(number);
        result.release();
      }
    }
  }

  #plainCall(
    { call, args }: { call: PlainDataCall; args: readonly unknown[] },
    signal: AbortSignal,
  ): unknown {
    const quarry = this.#quarry;
    const given: unknown[] = call === "headline" || call === "reload"
      ? [args[0], { ...args[1] as object | undefined, signal }]
      : [...args];
    return (quarry[call] as (...args: unknown[]) => unknown).apply(quarry, given);
  }

  /**
   * Loads a trace and reports progress to a listener in the other thread; an error in the listener cancels
   * loading.
   */
  async #loading<T>(
    { progress: number, ...options }: SentOptions,
    signal: AbortSignal,
    load: (options: OpenOptions) => Promise<T>,
    undo: (loaded: T) => void = () => {},
  ): Promise<T> {
    const failed = new AbortController();
    let told: Promise<unknown> = Promise.resolve();
    const onProgress = (progress: LoadProgress): void => {
      const request: LibraryRequest = { call: "progress", number: number!, progress };
      told = this.#connection.ask(request, signal).catch((error) => failed.abort(error));
    };
    const loaded = await load({
      ...options,
      signal: AbortSignal.any([signal, failed.signal]),
      ...(number === undefined ? {} : { onProgress }),
    });
    await told;
    if (failed.signal.aborted) undo(loaded);
    failed.signal.throwIfAborted();
    return loaded;
  }

  #inputs({ one, several }: SentInputs): TraceInput | Record<string, TraceInput> | undefined {
    if (one) return this.#input(one);
    return several && Object.fromEntries(several.map(([name, input]) => [name, this.#input(input)]));
  }

  #input(sent: SentInput): TraceInput {
    switch (sent.is) {
      case "sent":
        return sent.input as TraceInput;
      case "url":
        return new URL(sent.href);
      case "file":
        // Not all runtimes send the name of a file.
        return new File([sent.blob], sent.name);
      case "read": {
        const request: LibraryRequest = { call: "read", number: sent.number };
        const bytes = this.#connection.send(request) as AsyncIterableIterator<Uint8Array>;
        if (sent.bytes === undefined) return bytes;
        return new Response(streamOf(bytes), { headers: { "content-length": `${sent.bytes}` } });
      }
    }
  }
}

function* pieces(result: Result): Generator<Row[]> {
  let piece: Row[] = [];
  for (const row of result) {
    piece.push(row);
    if (piece.length < ROWS_PER_PIECE) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}

async function resultCall(
  result: Result,
  { call, args }: { readonly call: ResultCall; readonly args: readonly unknown[] },
): Promise<unknown> {
  const method = call === "display" ? Symbol.for("Jupyter.display") as unknown as "toText" : call;
  return moved(await (result[method] as (...args: unknown[]) => unknown).apply(result, [...args]));
}

/** Moves arrays of bytes and numbers instead of copying them, since they are not needed here any more. */
function moved(value: unknown): unknown {
  return ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer
    ? new MovedReply(value, [value.buffer])
    : value;
}
