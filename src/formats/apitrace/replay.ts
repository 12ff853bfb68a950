/**
 * Another pass over a stream that was read before, or over a cluster of calls in it.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { OnDemandSink } from "../../events/trace_sink.ts";
import type { ReadOptions } from "../format.ts";
import { type CallCluster, rangesOf } from "./few_calls.ts";
import { readHeader } from "./header.ts";
import * as S from "./kernel/state.ts";
import type { Definition } from "./signatures.ts";
import { type PassEvents, type PassOptions, StreamKernel } from "./stream_kernel.ts";

/** What is known of a stream that was read: plain values, since saved indexes keep them. */
export interface ReadStream {
  /** Offset of its head in the file's bytes. */
  readonly offset: number;
  readonly version: number;
  /** Bytes of the stream. */
  readonly bytes: number;
  /** KIND_* bits of values by argument name. */
  readonly kinds: ReadonlyMap<string, number>;
  /** KIND_* bits of arguments that their functions do not have. */
  readonly undeclared: number;
  /** Names of enumerations and bit masks. */
  readonly symbols: readonly string[];
  /** Whether some function begins a debug group. */
  readonly hasMarkers: boolean;
  /** What the stream defines. */
  readonly definitions: readonly Definition[];
}

/** What is done before and after a pass runs. */
export interface PassSteps {
  /** The kernel is made; nothing is read yet. */
  begin(kernel: StreamKernel): void;
  /** Everything is read. */
  end(): void;
}

/** Runs another pass over the stream, or over a cluster of calls in it. */
export type Again = (
  options: Partial<PassOptions>,
  events: PassEvents,
  steps: PassSteps,
  cluster?: CallCluster,
) => Promise<void>;

/** Reads the stream again, with names and numbers as they were. */
export function replayOf(
  sink: OnDemandSink,
  reopen: NonNullable<ReadOptions["reopen"]>,
  stream: ReadStream,
): Again {
  const { offset, version } = stream;
  return async (kernelOptions, events, steps, cluster) => {
    const kernel = new StreamKernel({
      arena: sink.arena,
      strings: sink.strings,
      version,
      mode: S.MODE_COLUMN,
      ...kernelOptions,
      ...(cluster ? { firstNo: cluster.firstNo } : {}),
    }, events);
    let window: ByteWindow | undefined;
    try {
      window = await reopen(cluster?.start ?? offset);
      if (cluster) {
        kernel.signatures.adopt(stream.definitions, cluster.start);
        kernel.setRanges(rangesOf(cluster.numbers), 0);
      } else await readHeader(window);
      steps.begin(kernel);
      await kernel.run(window);
      if (!cluster) await kernel.completeOpen();
      steps.end();
    } finally {
      kernel.close();
      window?.close();
    }
  };
}
