/**
 * The thread that takes containers off a file and puts what is inside into the arena, while another thread reads it
 * there. It is imported as well, so that it is part of the compiled program.
 * @module
 */

import { FormatError, InputError, type InputTrouble } from "../base/errors.ts";
import type { ContainerDamage } from "../containers/container.ts";
import { PIECE_BYTES, PieceRing } from "../containers/piece_ring.ts";
import { unwrapNamed } from "../containers/unwrap.ts";
import { openInput } from "./file_source.ts";
import type { FileSums } from "./region_sums.ts";

/** Where the thread's program is. */
export const DECODE_WORKER: string = import.meta.url;

/** What the thread is to do. */
export interface DecodeOrder {
  /** The file. */
  readonly path: string;
  /** Which file that was when it was opened first. */
  readonly identity: string;
  /** Where it ends, when the file continues. */
  readonly limit: number;
  /** Names of its containers, outermost first. */
  readonly containers: readonly string[];
  /** Memory of the arena. */
  readonly memory: WebAssembly.Memory;
  /** Where in it the ring lies. */
  readonly base: number;
  /** Words by which the threads talk. */
  readonly control: SharedArrayBuffer;
  /** What the file was when it was loaded. */
  readonly sums: FileSums | undefined;
  /** The file is loaded, and will be read again: it is summed up. */
  readonly summing: boolean;
}

/** Why decoding ended early. */
interface DecodeFailure {
  /** The message of the error. */
  readonly message: string;
  /** Place of a `FormatError`. */
  readonly format?: string;
  /** Offset of a `FormatError`. */
  readonly offset?: number;
  /** Path of an `InputError`. */
  readonly path?: string;
  /** Kind of an `InputError`. */
  readonly trouble?: InputTrouble;
}

/** What the thread says last. */
export interface DecodeReport {
  /** What was wrong with the containers. */
  readonly damage: readonly ContainerDamage[];
  /** Restart points. */
  readonly points: readonly number[];
  /** Checksums of what was read of the file. */
  readonly sums?: FileSums | undefined;
  /** Why it ended early. */
  readonly failure?: DecodeFailure;
}

/** Between the two, a message without content means: look again. */
export type DecodeMessage = DecodeReport | null;

/** What is there of a worker's global scope. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<DecodeOrder>) => void) | null;
  postMessage(message: DecodeMessage): void;
  close(): void;
}

if ("WorkerGlobalScope" in globalThis) {
  const scope = globalThis as unknown as WorkerScope;
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
      // Where much is decoded to little the reader may leave long before a piece is full.
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
        // What the reader has decoded itself meanwhile is of no use.
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

/** The error that a failure was. */
export function errorOf({ message, format, offset, path, trouble }: DecodeFailure): Error {
  if (format !== undefined) return new FormatError(message, { format, offset: offset ?? 0 });
  if (path !== undefined) return new InputError(message, path, trouble ?? "failed");
  return new Error(message);
}
