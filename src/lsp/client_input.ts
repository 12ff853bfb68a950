/**
 * The client's messages, which another thread reads, and the requests that the client has cancelled.
 * @module
 */

import { Readable } from "node:stream";
import { CancellationTokenSource, type ConnectionOptions } from "vscode-languageserver/node";
import type { CancelledIds } from "./cancelled_ids.ts";
import { FrameSplitter } from "./frames.ts";
import { INPUT_WORKER } from "./input_worker.ts";
import { threadedInput } from "./threaded_input.ts";

/** The client's messages, and how requests learn that they are cancelled. */
interface ClientInput {
  readonly stream: NodeJS.ReadableStream;
  readonly options: ConnectionOptions;
}

/**
 * Reads on a separate thread, or on this one if the thread cannot be loaded. `problem` is called for input
 * that is not a message.
 */
export function clientInput(problem: (text: string) => void): ClientInput {
  const { stream: input, cancelled } = threadedInput(INPUT_WORKER);
  const stream = new Readable({ read: (): void => {} });
  const frames = new FrameSplitter({ pass: (bytes) => void stream.push(bytes), problem });
  input.on("data", (bytes: Uint8Array) => frames.take(bytes));
  input.once("end", () => void stream.push(null));
  input.once("error", () => void stream.push(null));
  if (cancelled === undefined) return { stream, options: {} };
  const sender = { sendCancellation: (): Promise<void> => Promise.resolve(), cleanup: (): void => {} };
  const receiver = {
    kind: "id" as const,
    createCancellationTokenSource: (id: number | string): PolledSource => new PolledSource(id, cancelled),
  };
  return { stream, options: { cancellationStrategy: { receiver, sender } } };
}

/** A token source that checks for cancellation whenever its token is read. */
class PolledSource {
  readonly #source = new CancellationTokenSource();
  readonly token: CancellationTokenSource["token"];

  constructor(id: number | string, cancelled: CancelledIds) {
    const { token } = this.#source;
    this.token = {
      get isCancellationRequested(): boolean {
        return token.isCancellationRequested || cancelled.has(id);
      },
      onCancellationRequested: token.onCancellationRequested,
    };
  }

  cancel(): void {
    this.#source.cancel();
  }

  dispose(): void {
    this.#source.dispose();
  }
}
