/**
 * One more pass over the calls of a stream, for columns and tables that are computed on demand.
 * @module
 */

import { BATCH_ROWS, type OnDemandSink, type RowWriter } from "../../events/trace_sink.ts";
import type { Again, PassSteps } from "./replay.ts";
import type { CallCluster } from "./few_calls.ts";
import * as S from "./kernel/state.ts";
import type { StreamKernel } from "./stream_kernel.ts";
import { ValueReader } from "./values.ts";

/** The call at hand. */
export interface CallAtHand {
  /** The pass: numbers of the call stand in its state. */
  readonly kernel: StreamKernel;
  /** Reads the values of the call. */
  readonly reader: ValueReader;
}

/** Walks all calls, or those of a cluster, in the order of the rows of `calls`; `pause` may wait between pieces. */
export async function walkCalls(
  sink: OnDemandSink,
  version: number,
  again: Again,
  visit: (call: CallAtHand) => void,
  cluster?: CallCluster,
  pause?: () => Promise<void>,
): Promise<void> {
  let call: CallAtHand | undefined;
  let left = cluster?.numbers.length ?? Infinity;
  const see = (): void => {
    visit(call!);
    // Another call may be open for long: after the last one that is wanted any other ends the pass.
    if (--left === 0) call!.kernel.put(S.STOP_AFTER, 0);
  };
  const steps: PassSteps = {
    begin: (kernel) => {
      kernel.put(S.TEXT_OPTIONS, S.TEXT_LINES);
      call = { kernel, reader: new ValueReader(sink.arena, kernel, version) };
    },
    end: () => {},
  };
  await again({ mode: S.MODE_CALLS }, { call: see, ...(pause ? { write: pause } : {}) }, steps, cluster);
}

/** Fills a column of 32-bit values (text codes, booleans) with one value per call; 0 is null for text. */
export async function fillPerCall(
  writer: RowWriter,
  walk: (visit: (call: CallAtHand) => void) => Promise<void>,
  valueOf: (call: CallAtHand) => number,
): Promise<void> {
  const { u32 } = writer.column("value");
  await walk((call) => {
    u32[writer.count] = valueOf(call);
    if (++writer.count === BATCH_ROWS) writer.flush();
  });
  if (writer.count > 0) writer.flush();
}
