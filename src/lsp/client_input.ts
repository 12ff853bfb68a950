/**
 * What the client sends, read by another thread, and which of its requests it has thought better of.
 * @module
 */

import process from "node:process";
import { Readable } from "node:stream";
import { CancellationTokenSource, type ConnectionOptions } from "vscode-languageserver/node";
import { mayLoad } from "../ingest/permission.ts";
import { CancelledIds } from "./cancelled_ids.ts";
import { INPUT_WORKER } from "./input_worker.ts";

/** The client's messages, and how requests learn that they are cancelled. */
interface ClientInput {
  readonly stream: NodeJS.ReadableStream;
  readonly options: ConnectionOptions;
}

/** Reads on a thread of its own; on this one where that may not be loaded. */
export function clientInput(): ClientInput {
  if (!mayLoad(INPUT_WORKER)) return { stream: process.stdin, options: {} };
  const cancelled = new CancelledIds();
  const stream = new Readable({ read: (): void => {} });
  try {
    const worker = new Worker(INPUT_WORKER, { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Uint8Array | null>): void => void stream.push(data);
    worker.onerror = (event): void => {
      event.preventDefault();
      stream.push(null);
    };
    worker.postMessage(cancelled.buffer);
  } catch {
    return { stream: process.stdin, options: {} };
  }
  const sender = { sendCancellation: (): Promise<void> => Promise.resolve(), cleanup: (): void => {} };
  const receiver = {
    kind: "id" as const,
    createCancellationTokenSource: (id: number | string): PolledSource => new PolledSource(id, cancelled),
  };
  return { stream, options: { cancellationStrategy: { receiver, sender } } };
}

/** A source whose token checks for a cancel at every look. */
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
