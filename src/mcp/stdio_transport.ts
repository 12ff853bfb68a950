/**
 * Standard input and output as the way to a client. That of the SDK ends the server at a long line, and says nothing to one
 * that is not a message.
 * @module
 */

import process from "node:process";
import type { Readable } from "node:stream";
import { MessageLines } from "./message_lines.ts";
import type { Transport } from "./sdk.js";

/** Messages in, answers out. */
export class StdioTransport implements Transport {
  /** Set by the library: learns of each message. */
  onmessage?: ((message: object) => void) | undefined;
  /** Set by the library: the connection has ended. */
  onclose?: (() => void) | undefined;
  readonly #input: Readable;
  readonly #lines: MessageLines;
  #isClosed = false;
  /** The client no longer reads: a write to a pipe without a reader is an error, which is its way to say goodbye. */
  readonly #gone = (): void => void this.close();

  /** Reads a client from a stream. */
  constructor(input: Readable) {
    this.#input = input;
    this.#lines = new MessageLines({
      message: (message) => this.onmessage?.(message),
      refuse: (answer) => void this.#write(answer),
    });
  }

  start(): Promise<void> {
    this.#input.on("data", (bytes: Uint8Array) => this.#lines.take(bytes));
    // The client is gone.
    this.#input.once("end", () => {
      this.#lines.end();
      void this.close();
    });
    this.#input.once("error", this.#gone);
    // Stays after the end: what is written before the client's leaving is noticed may fail later.
    process.stdout.on("error", this.#gone);
    return Promise.resolve();
  }

  send(message: never): Promise<void> {
    return this.#write(JSON.stringify(message));
  }

  close(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#isClosed = true;
    this.#input.removeAllListeners("data");
    this.#input.pause();
    this.onclose?.();
    return Promise.resolve();
  }

  #write(line: string): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      if (process.stdout.write(`${line}\n`)) resolve();
      else process.stdout.once("drain", resolve);
    });
  }
}
