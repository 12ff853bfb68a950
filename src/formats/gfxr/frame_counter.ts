/**
 * Counts frames. A present call ends a frame, unless the capture has frame markers: then only markers do.
 * @module
 */

import { TableRows } from "../../events/table_rows.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import type { ApiFunction } from "./functions.ts";
import type { CaptureRecord } from "./record_pass.ts";
import { FRAMES } from "./table_docs.ts";
import type { ExactInteger } from "./values.ts";

/** Counts frames and writes their rows. */
export class FrameCounter {
  /** Number of the current frame, which is the number of frames that have ended. */
  number = 0;
  readonly #rows: TableRows;
  #first: ExactInteger = 0;
  #last: ExactInteger = 0;
  #calls = 0;
  #draws = 0;
  #begin = 0;
  #end = 0;
  readonly #threads = new Set<ExactInteger>();
  /** Whether frame markers end frames; unknown before the first present of a capture that may have them. */
  #hasMarkers: boolean | undefined;
  /** Whether a present call has ended the frame, provided that no marker follows. */
  #waits = false;

  /** Creates a counter that has seen no frame. */
  constructor(sink: TraceSink) {
    const writer = sink.table(FRAMES);
    this.#rows = new TableRows(() => writer, sink.strings);
  }

  /**
   * Adds a call to the frame. If the previous present call was waiting for a marker, that present call ended
   * the previous frame.
   */
  call(record: CaptureRecord, { draws }: ApiFunction, thread: ExactInteger): void {
    if (this.#waits) {
      // No marker followed the present call, so present calls end frames.
      this.#hasMarkers = false;
      this.#finishFrame(true);
    }
    if (this.#calls === 0) this.#first = record.no;
    this.#last = record.no;
    this.#calls++;
    if (draws) this.#draws++;
    if (thread !== 0) this.#threads.add(thread);
    this.#end = record.end;
  }

  /**
   * Called after the row of a call is written. Captures made before version 1.0 record no threads and no
   * frame markers.
   */
  called({ presents }: ApiFunction, isLater: boolean): void {
    if (!presents || this.#hasMarkers === true) return;
    if (isLater && this.#hasMarkers === undefined) this.#waits = true;
    else this.#finishFrame(true);
  }

  /** Handles a frame marker: the frame ends here. */
  marker({ end }: CaptureRecord): void {
    this.#hasMarkers = true;
    this.#end = end;
    this.#finishFrame(true);
  }

  /** Handles the end of the capture. */
  finish(end: number): void {
    if (this.#waits) this.#finishFrame(true);
    this.#end = end;
    const { number } = this;
    if (this.#calls > 0) this.#finishFrame(false);
    // The last frame has not ended, so it is not counted.
    this.number = number;
    this.#rows.finish();
  }

  #finishFrame(ended: boolean): void {
    this.#waits = false;
    this.#rows.add({
      frame: this.number,
      first: this.#first,
      last: this.#last,
      calls: this.#calls,
      draws: this.#draws,
      uploads: 0,
      bytes: 0,
      stream_bytes: this.#end - this.#begin,
      threads: this.#threads.size,
      ended,
    });
    this.#begin = this.#end;
    this.#calls = this.#draws = 0;
    this.#threads.clear();
    this.number++;
  }
}
