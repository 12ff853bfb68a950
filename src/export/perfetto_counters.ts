/**
 * Live bytes and live blocks of a trace over time.
 * @module
 */

import { askRows, spellTrace } from "../engine/ask_rows.ts";
import type { OpenTrace } from "../engine/open_trace.ts";
import { rowBatches } from "../engine/row_batches.ts";
import type { Session } from "../engine/session.ts";
import type { PerfettoWriter } from "./perfetto_writer.ts";

/** Nanoseconds that an event takes where the trace has no times. */
export const TICK = 1000n;

/** Where packets go, and whom to tell how far it is. */
export interface PerfettoTarget {
  readonly writer: PerfettoWriter;
  readonly report: (rows: number) => void;
}

const [SEQ, TIME, BLOCKS, BYTES] = [0, 1, 2, 3];

/** Writes a point wherever one of the two changes. */
export async function writeCounters(
  session: Session,
  open: OpenTrace,
  { writer, report }: PerfettoTarget,
): Promise<void> {
  const query = `events of ${spellTrace(open.name)} | select seq, time, live_blocks, live_bytes`;
  const tracks = {
    bytes: writer.counterTrack("live_bytes", "bytes"),
    blocks: writer.counterTrack("live_blocks", "count"),
  };
  await askRows(session, query, async (table) => {
    let time = 0n;
    let lastBytes: bigint | null = null;
    let lastBlocks: bigint | null = null;
    for (const batch of rowBatches(session.pools, table)) {
      const seqs = batch.read(SEQ!).words.slice();
      const timeCells = batch.read(TIME!);
      const times = timeCells.words.slice();
      const noTime = timeCells.nulls.slice();
      const timed = timeCells.nullCount < batch.rows;
      const blocks = batch.read(BLOCKS!).words.slice();
      const bytes = batch.read(BYTES!).words;
      for (let row = 0; row < batch.rows; row++) {
        // Records without a time of their own happened after the one before.
        if (!timed) time = seqs[row]! * TICK;
        else if (noTime[row] === 0) time = times[row]!;
        if (bytes[row] !== lastBytes) writer.count(tracks.bytes, time, lastBytes = bytes[row]!);
        if (blocks[row] !== lastBlocks) writer.count(tracks.blocks, time, lastBlocks = blocks[row]!);
        if (writer.full) await writer.flush();
      }
      report(batch.first + batch.rows);
    }
  });
}
