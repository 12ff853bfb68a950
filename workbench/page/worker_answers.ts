/**
 * Questions to an engine in a worker, as `fetch` asks them of a server.
 * @module
 */

import type { FromEngine, ToEngine } from "../../src/page/messages.ts";
import type { Send } from "../api.ts";

/** An answer that is on its way. */
interface Pending {
  began(status: number): void;
  came(bytes: Uint8Array<ArrayBuffer>): void;
  ended(): void;
  broke(error: Error): void;
}

/** A way to ask a worker. It rejects what is asked when the worker has ended by itself. */
export function throughWorker(worker: Worker): Send {
  const pending = new Map<number, Pending>();
  let last = 0;
  let broken: Error | null = null;
  worker.addEventListener("message", ({ data }: MessageEvent<FromEngine>) => {
    const answer = pending.get(data.id);
    if (!answer) return;
    if ("status" in data) answer.began(data.status);
    else if ("bytes" in data) answer.came(data.bytes);
    else {
      pending.delete(data.id);
      answer.ended();
    }
  });
  worker.addEventListener("error", (event) => {
    broken = new Error(event.message || "The worker of the page has ended");
    for (const answer of pending.values()) answer.broke(broken);
    pending.clear();
  });
  const say = (message: ToEngine): void => worker.postMessage(message);
  return (path, body, signal) =>
    new Promise<Response>((resolve, reject) => {
      if (broken) return reject(broken);
      if (signal?.aborted) return reject(signal.reason);
      const id = ++last;
      let stream!: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
      const giveUp = (): void => {
        if (!pending.delete(id)) return;
        say({ id, isGivenUp: true });
        reject(signal?.reason);
        stream.error(signal?.reason);
      };
      const content = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: (controller) => void (stream = controller),
        cancel() {
          if (pending.delete(id)) say({ id, isGivenUp: true });
        },
      });
      signal?.addEventListener("abort", giveUp);
      const over = (): void => signal?.removeEventListener("abort", giveUp);
      pending.set(id, {
        began: (status) => resolve(new Response(content, { status })),
        came: (bytes) => stream.enqueue(bytes),
        ended() {
          over();
          stream.close();
        },
        broke(error) {
          over();
          reject(error);
          stream.error(error);
        },
      });
      say({ id, path, body: body as object });
    });
}
