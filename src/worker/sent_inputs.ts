/**
 * Prepares inputs for a worker. Those that cannot be sent are read here, in pieces as the worker requests them.
 * @module
 */

import { checkResponse, fileName, isInput, isIterable, responseLength } from "../library/input_kinds.ts";
import { MovedReply } from "./connection.ts";
import type { SentInput, SentInputs } from "./requests.ts";

/** An input that is read in pieces. */
type Pieces = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** The inputs of one worker. */
export class SentInputList {
  readonly #pieces = new Map<number, Pieces>();
  #last = 0;

  /** Prepares one input or several, as `Quarry.open` takes them; `buffers` receives the buffers to move. */
  all(input: unknown, buffers: Transferable[]): SentInputs {
    if (input === undefined) return {};
    // For anything else, the worker reports the error.
    if (isInput(input) || typeof input !== "object" || input === null) {
      return { one: this.one(input, buffers) };
    }
    return {
      several: Object.entries(input).map(([name, each]) => [name, this.one(each, buffers)] as const),
    };
  }

  /** Prepares one input; throws `InputError` for a response without a trace. */
  one(input: unknown, buffers: Transferable[]): SentInput {
    if (!isInput(input)) return { is: "sent", input: null };
    if (typeof input === "string") return { is: "sent", input };
    if (input instanceof URL) return { is: "url", href: input.href };
    if (input instanceof Uint8Array || input instanceof ArrayBuffer) {
      const copy = new Uint8Array(new Uint8Array(input as ArrayBuffer));
      buffers.push(copy.buffer);
      return { is: "sent", input: copy };
    }
    if (input instanceof Blob) {
      const name = fileName(input);
      return name === "" ? { is: "sent", input } : { is: "file", blob: input, name };
    }
    if (!(input instanceof Response)) return this.#read(input);
    checkResponse(input.url || "response", input);
    if (input.body === null) return { is: "sent", input: new Uint8Array(0) };
    return this.#read(input.body, responseLength(input));
  }

  #read(pieces: Pieces, bytes?: number): SentInput {
    const number = ++this.#last;
    this.#pieces.set(number, pieces);
    return { is: "read", number, ...(bytes === undefined ? {} : { bytes }) };
  }

  /** Reads the bytes of an input. */
  async *read(number: number): AsyncGenerator<unknown> {
    const pieces = this.#pieces.get(number)!;
    this.#pieces.delete(number);
    for await (const piece of isIterable(pieces) ? pieces : read(pieces)) {
      // Copies the piece, which may be a small part of a large buffer, or in a buffer that its stream reuses.
      if (!(piece instanceof Uint8Array)) yield piece;
      else {
        const copy = new Uint8Array(piece);
        yield new MovedReply(copy, [copy.buffer]);
      }
    }
  }
}

/** The pieces of a stream; not all browsers can iterate over streams. */
async function* read(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let found = await reader.read(); !found.done; found = await reader.read()) yield found.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}
