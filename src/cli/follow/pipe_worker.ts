/**
 * The thread that copies a pipe to a file while its writer is writing, so that the writer need not wait for
 * queries. The main program imports this file too, so that it becomes part of the compiled program.
 * @module
 */

import type { WorkerScope } from "../../base/worker_scope.ts";
import { STANDARD_INPUT } from "../../ingest/file_source.ts";
import { systemReason } from "../../ingest/system_error.ts";

/** The address of this module, to start a worker from. */
export const PIPE_WORKER: string = import.meta.url;

/** More bytes than the buffer of a pipe contains. */
const PIECE_BYTES = 1 << 20;

/** The pipe to copy, and the file to copy it to. */
export interface PipeRequest {
  /** The path of a named pipe, or `-`. */
  readonly from: string;
  /** The path of an empty file. */
  readonly to: string;
}

/**
 * The state of a pipe: its first bytes have arrived, its last writer has closed it, or it cannot be copied.
 */
export type PipeMessage = { readonly kind: "begun" | "closed" } | {
  readonly kind: "failed";
  readonly reason: string;
};

if ("WorkerGlobalScope" in globalThis) {
  const scope = globalThis as unknown as WorkerScope<PipeRequest, PipeMessage>;
  scope.onmessage = async ({ data }): Promise<void> => {
    try {
      await copy(data, () => scope.postMessage({ kind: "begun" }));
      scope.postMessage({ kind: "closed" });
    } catch (error) {
      scope.postMessage({ kind: "failed", reason: systemReason(error)[1] });
    }
    scope.close();
  };
}

async function copy({ from, to }: PipeRequest, begun: () => void): Promise<void> {
  using file = await Deno.open(to, { append: true });
  // Opening a named pipe waits until its writer opens it.
  const pipe = from === STANDARD_INPUT ? Deno.stdin : await Deno.open(from);
  const buffer = new Uint8Array(PIECE_BYTES);
  for (let isFirst = true;; isFirst = false) {
    const count = await pipe.read(buffer);
    if (count === null) return;
    for (let done = 0; done < count;) done += file.writeSync(buffer.subarray(done, count));
    if (isFirst) begun();
  }
}
