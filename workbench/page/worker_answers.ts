/**
 * Sends requests to an engine in a worker, in place of `fetch` to a server.
 * @module
 */

import type { PageRequest } from "../../src/page/messages.ts";
import { Connection, streamOf } from "../../src/worker/connection.ts";
import type { Send } from "../api.ts";

/**
 * Creates a function that sends requests to a worker. It rejects requests after the worker has ended by
 * itself.
 */
export function throughWorker(worker: Worker): Send {
  const connection = new Connection(worker);
  worker.addEventListener("error", (event) => {
    connection.break(new Error(event.message || "The worker of the page has ended"));
  });
  return async (path, body, signal) => {
    const reply = connection.send({ path, body: body as object } satisfies PageRequest, signal);
    const { value: status } = await reply.next();
    return new Response(streamOf<Uint8Array<ArrayBuffer>>(reply), { status: status as number });
  };
}
