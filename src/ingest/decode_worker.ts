/**
 * The worker thread that decodes the containers of a file into the arena, while another thread reads the
 * result. The main program imports this file too, so that it becomes part of the compiled program.
 * @module
 */

import { FormatError, InputError, type InputTrouble } from "../base/errors.ts";
import type { WorkerScope } from "../base/worker_scope.ts";
import type { ContainerDamage } from "../containers/container.ts";
import { PIECE_BYTES, PieceRing } from "../containers/piece_ring.ts";
import { unwrapNamed } from "../containers/unwrap.ts";
import { openInput } from "./file_source.ts";
import type { FileSums } from "./region_sums.ts";

/** URL of this file, to start the worker from. */
export const DECODE_WORKER: string = import.meta.url;

/** What the thread should decode, and where it puts the output. */
export interface DecodeOrder {
  /** Path of the file. */
  readonly path: string;
  /** Identity of the file when it was first opened. */
  readonly identity: string;
  /** Offset at which to stop, if the file is longer. */
  readonly limit: number;
  /** Names of its containers, outermost first. */
  readonly containers: readonly string[];
  /** The arena's memory. */
  readonly memory: WebAssembly.Memory;
  /** Address of the ring in the arena. */
  readonly base: number;
  /** Shared words for synchronization. */
  readonly control: SharedArrayBuffer;
  /** Checksums of the file when it was loaded. */
  readonly sums: FileSums | undefined;
  /** Whether checksums are computed, because the file will be read again after loading. */
  readonly summing: boolean;
}

/** Why decoding ended early. */
interface DecodeFailure {
  /** The message of the error. */
  readonly message: string;
  /** Name of the format of a `FormatError`. */
  readonly format?: string;
  /** Offset of a `FormatError`. */
  readonly offset?: number;
  /** Path of an `InputError`. */
  readonly path?: string;
  /** Kind of an `InputError`. */
  readonly trouble?: InputTrouble;
}

/** The last message of the thread. */
export interface DecodeReport {
  /** Damage of the containers. */
  readonly damage: readonly ContainerDamage[];
  /** Offsets at which the containers can be restarted. */
  readonly points: readonly number[];
  /** Checksums of what was read of the file. */
  readonly sums?: FileSums | undefined;
  /** Why decoding ended early, if it did. */
  readonly failure?: DecodeFailure;
}

/** A message between the threads; null only means that the other thread should check again. */
export type DecodeMessage = DecodeReport | null;

if ("WorkerGlobalScope" in globalThis) {
  const scope = globalThis as unknown as WorkerScope<DecodeOrder, DecodeMessage>;
  scope.onmessage = async ({ data }) => {
    const ring = new PieceRing(data.control, data.base);
    if (ring.begin()) {
      const report = await decode(data, ring, () => scope.postMessage(null));
      ring.end();
      scope.postMessage(report);
    }
    scope.close();
  };
}

/** Decodes until the end, an error, or until the reader stops. */
async function decode(order: DecodeOrder, ring: PieceRing, wake: () => void): Promise<DecodeReport> {
  let inside: ReturnType<typeof unwrapNamed> | undefined;
  let sums: FileSums | undefined;
  const report = (): Omit<DecodeReport, "failure"> => ({
    damage: inside?.damage() ?? [],
    points: [...inside?.points() ?? []],
    sums,
  });
  try {
    const { source: file } = await openInput(order.path);
    try {
      if (file.identity !== order.identity) throw new Error(`"${order.path}" is a different file now`);
      file.limit = order.limit;
      if (order.sums) file.expect(order.sums);
      else if (!order.summing) file.forgetSums();
      // If a lot of input decodes to little output, the reader may stop long before a piece is full.
      const turns = {
        look(): undefined {
          if (ring.stopped) throw new Error("The reader has stopped");
        },
      };
      inside = unwrapNamed(file, order.containers, turns);
      const { source } = inside;
      let start = 0;
      for (let pointer = ring.take(); pointer !== undefined; pointer = ring.take()) {
        const piece = new Uint8Array(order.memory.buffer, pointer, PIECE_BYTES);
        let length = 0;
        while (length < PIECE_BYTES && !ring.stopped) {
          const count = await source.read(piece.subarray(length));
          if (count === 0) break;
          length += count;
        }
        ring.consumed = file.offset;
        if (length === 0) break;
        // Skip what the reader itself has decoded in the meantime.
        if (start + length > ring.position && ring.publish(start, length)) wake();
        start += length;
      }
    } finally {
      if (order.summing) sums = file.sums;
      file.close();
    }
    return report();
  } catch (error) {
    return { ...report(), failure: failureOf(error) };
  }
}

function failureOf(error: unknown): DecodeFailure {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof FormatError) return { message, format: error.format, offset: error.offset };
  if (error instanceof InputError) return { message, path: error.path, trouble: error.trouble };
  return { message };
}

/** Recreates the error from a failure. */
export function errorOf({ message, format, offset, path, trouble }: DecodeFailure): Error {
  if (format !== undefined) return new FormatError(message, { format, offset: offset ?? 0 });
  if (path !== undefined) return new InputError(message, path, trouble ?? "failed");
  return new Error(message);
}
