/**
 * An engine of a page, with the same requests as from a page.
 * @module
 */

import { PageEngine } from "../../src/page/engine.ts";
import { Connection, type Reply, streamOf } from "../../src/worker/connection.ts";

/** An engine at the other end of a port. */
export class Asked implements Disposable {
  readonly #ports = new MessageChannel();
  readonly #connection = new Connection(this.#ports.port1);

  constructor() {
    new PageEngine(this.#ports.port2);
  }

  /** Sends a request; returns the status and the bytes, as they arrive. */
  send(path: string, body: object, signal?: AbortSignal): Reply {
    return this.#connection.send({ path, body }, signal);
  }

  /** Sends a request and waits for the end; returns the status and the lines of JSON. */
  async ask(path: string, body: object): Promise<{ status: unknown; lines: unknown[] }> {
    const reply = this.send(path, body);
    const { value: status } = await reply.next();
    const text = await new Response(streamOf<Uint8Array<ArrayBuffer>>(reply)).text();
    return { status, lines: text.trim().split("\n").map((line) => JSON.parse(line) as unknown) };
  }

  [Symbol.dispose](): void {
    this.#ports.port1.close();
    this.#ports.port2.close();
  }
}
