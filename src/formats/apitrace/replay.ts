/**
 * Further passes over a stream that was read before, or over clusters of its calls.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { OnDemandSink } from "../../events/trace_sink.ts";
import type { ReadOptions } from "../format.ts";
import { type CallCluster, packCallNumbers } from "./few_calls.ts";
import { readHeader } from "./header.ts";
import * as S from "./kernel/state.ts";
import type { Definition } from "./signatures.ts";
import { type PassEvents, type PassOptions, StreamKernel } from "./stream_kernel.ts";
import { ValueReader } from "./values.ts";

/** What is known about a stream after it was read. Plain values, because they are stored in saved indexes. */
export interface StreamFacts {
  /** Stream offset of its header. */
  readonly offset: number;
  readonly version: number;
  /** Length of the stream in bytes. */
  readonly bytes: number;
  /** KIND_* bits of values by argument name. */
  readonly kinds: ReadonlyMap<string, number>;
  /** KIND_* bits of arguments that their functions do not declare. */
  readonly undeclared: number;
  /** Symbols of enumerations and bit masks. */
  readonly symbols: readonly string[];
  /** Whether any function begins a debug group. */
  readonly hasMarkers: boolean;
  /** All signatures that the stream defines. */
  readonly definitions: readonly Definition[];
}

/** The current call. */
export interface CurrentCall {
  /** Kernel of this pass over the stream; its state holds the numeric fields of the current call. */
  readonly kernel: StreamKernel;
  /** Reads the values of the call. */
  readonly reader: ValueReader;
}

/** Reads a stream again, with the definitions of the first pass. */
export class Replay {
  readonly sink: OnDemandSink;
  readonly stream: StreamFacts;
  readonly #reopen: NonNullable<ReadOptions["reopen"]>;

  /** Creates a replay; `run` and `walk` do the reading. */
  constructor(sink: OnDemandSink, reopen: NonNullable<ReadOptions["reopen"]>, stream: StreamFacts) {
    this.sink = sink;
    this.stream = stream;
    this.#reopen = reopen;
  }

  /** Creates a pass over the stream, or over a cluster of its calls, for `run`. */
  pass(options: Partial<PassOptions>, events: PassEvents, cluster?: CallCluster): StreamKernel {
    const { arena, strings } = this.sink;
    const { version } = this.stream;
    const firstNo = cluster?.firstNo ?? 0;
    const kernel = new StreamKernel(
      { arena, strings, version, mode: S.MODE_CALLS, firstNo, ...options },
      events,
    );
    kernel.put(S.TEXT_OPTIONS, S.TEXT_LINES);
    return kernel;
  }

  /** Runs a pass over the stream or cluster that it was created for, calls `end`, and closes the pass. */
  async run(kernel: StreamKernel, cluster?: CallCluster, end?: () => void): Promise<void> {
    let window: ByteWindow | undefined;
    try {
      window = await this.#reopen(cluster?.start ?? this.stream.offset);
      // The file may have grown since.
      window.endAt(this.stream.offset + this.stream.bytes);
      if (cluster) {
        kernel.signatures.adopt(this.stream.definitions, cluster.start);
        kernel.setRanges(packCallNumbers(cluster.numbers), 0);
      } else await readHeader(window);
      await kernel.run(window);
      if (!cluster) await kernel.completeOpen();
      end?.();
    } finally {
      kernel.close();
      window?.close();
    }
  }

  /**
   * Visits all calls, or those of a cluster, in the order of the rows of `calls`; `pause` is awaited between
   * pieces of the stream.
   */
  async walk(
    visit: (call: CurrentCall) => void,
    cluster?: CallCluster,
    pause: () => Promise<void> | void = () => {},
  ): Promise<void> {
    let left = cluster?.numbers.length ?? Infinity;
    const see = (): void => {
      visit(call);
      // After the last wanted call, the next completed call ends the pass: an unrelated call may stay open
      // for long.
      if (--left === 0) kernel.put(S.STOP_AFTER, 0);
    };
    const kernel = this.pass({}, { call: see, write: pause }, cluster);
    const call = { kernel, reader: new ValueReader(this.sink.arena, kernel, this.stream.version) };
    await this.run(kernel, cluster);
  }
}
