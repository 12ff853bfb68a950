/**
 * Live bytes and live blocks of a trace over time.
 * @module
 */

import { queryForRows, quoteTraceName } from "../engine/ask_rows.ts";
import type { OpenTrace } from "../engine/open_trace.ts";
import { type Cells, rowBatches } from "../engine/row_batches.ts";
import type { Session } from "../engine/session.ts";
import type { PerfettoWriter } from "./perfetto_writer.ts";

/** Nanoseconds per event in a trace without times. */
export const TICK = 1000n;

/** The receiver of packets, and of progress reports. */
export interface PerfettoTarget {
  readonly writer: PerfettoWriter;
  readonly report: (rows: number) => void;
}

const COLUMNS = ["seq", "no", "time", "live_blocks", "live_bytes"] as const;

/**
 * Writes a point wherever either counter changes. With `timeOf`, a record gets the time of the call with its
 * number; otherwise the time in the trace, or else an artificial time.
 */
export async function writeCounters(
  session: Session,
  open: OpenTrace,
  { writer, report, timeOf }: PerfettoTarget & { readonly timeOf?: CallTimes | undefined },
): Promise<void> {
  const query = `events of ${quoteTraceName(open.name)} | select ${COLUMNS.join(", ")}`;
  const bytesTrack = writer.counterTrack("live_bytes", "bytes");
  const blocksTrack = writer.counterTrack("live_blocks", "count");
  await queryForRows(session, query, async (table) => {
    let time = 0n;
    let lastBytes: bigint | null = null;
    let lastBlocks: bigint | null = null;
    for (const batch of rowBatches(session.pools, table)) {
      const [seq, no, times, blocks, bytes] = COLUMNS.map((_, at) => copyOf(batch.read(at))) as Five;
      const timed = times.nullCount < batch.rows;
      for (let row = 0; row < batch.rows; row++) {
        // A record without a time happened after the record before it.
        if (timeOf) time = timeOf(no.words[row]!) ?? time;
        else if (!timed) time = seq.words[row]! * TICK;
        else if (times.nulls[row] === 0) time = times.words[row]!;
        if (bytes.words[row] !== lastBytes) writer.count(bytesTrack, time, lastBytes = bytes.words[row]!);
        if (blocks.words[row] !== lastBlocks) {
          writer.count(blocksTrack, time, lastBlocks = blocks.words[row]!);
        }
        if (writer.full) await writer.flush();
      }
      report(batch.first + batch.rows);
    }
  });
}

interface Copied {
  readonly words: BigUint64Array;
  readonly nulls: Uint8Array;
  readonly nullCount: number;
}

type Five = [Copied, Copied, Copied, Copied, Copied];

/** Copies the cells, since the next column is read into the same memory. */
function copyOf({ words, nulls, nullCount }: Cells): Copied {
  return { words: words.slice(), nulls: nulls.slice(), nullCount };
}

/** Returns the time when the call with a number returned, or when it began if it never returned. */
export type CallTimes = (no: bigint) => bigint | undefined;
