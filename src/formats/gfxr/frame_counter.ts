/**
 * Frames: a present ends one, or, where the capture has lines that say so, those lines alone.
 * @module
 */

import { TableRows } from "../../events/table_rows.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import type { ApiFunction } from "./functions.ts";
import type { CaptureRecord } from "./record_pass.ts";
import { FRAMES } from "./table_docs.ts";

type Whole = number | bigint;

/** Counts frames and writes their rows. */
export class FrameCounter {
  /** The current frame: so many have ended. */
  number = 0;
  readonly #rows: TableRows;
  #first: Whole = 0;
  #last: Whole = 0;
  #calls = 0;
  #draws = 0;
  #begin = 0;
  #end = 0;
  readonly #threads = new Set<Whole>();
  /** Whether lines end frames; unknown before the first present of a capture that may have such lines. */
  #hasMarkers: boolean | undefined;
  /** A present has ended the frame, unless such a line follows. */
  #waits = false;

  /** Creates a counter that has seen no frame. */
  constructor(sink: TraceSink) {
    const writer = sink.table(FRAMES);
    this.#rows = new TableRows(() => writer, sink.strings);
  }

  /** A call begins. */
  call(record: CaptureRecord, { draws }: ApiFunction, thread: Whole): void {
    if (this.#waits) {
      // No line followed the present.
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

  /** A call has its row. Captures before 1.0, which have no threads, have no lines about frames. */
  called({ presents }: ApiFunction, isLater: boolean): void {
    if (!presents || this.#hasMarkers === true) return;
    if (isLater && this.#hasMarkers === undefined) this.#waits = true;
    else this.#finishFrame(true);
  }

  /** A line says that a frame ends here. */
  marker({ end }: CaptureRecord): void {
    this.#hasMarkers = true;
    this.#end = end;
    this.#finishFrame(true);
  }

  /** The capture ends. */
  finish(end: number): void {
    if (this.#waits) this.#finishFrame(true);
    this.#end = end;
    const { number } = this;
    if (this.#calls > 0) this.#finishFrame(false);
    // The last frame has not ended.
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
