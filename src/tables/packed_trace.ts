/**
 * The packed data of a trace, from a reader or from a saved index.
 * @module
 */

import type { UnnamedFrames } from "../events/unnamed_frames.ts";
import type { Problem, TraceHeader } from "../events/trace_sink.ts";
import type { PackedEvents } from "./derive_events.ts";
import type { Table } from "./table.ts";

/** The packed data of one trace, as written by a reader. */
export interface PackedTrace {
  /** Facts from the header of the file. */
  readonly header: TraceHeader;
  /** Header fields in file order. */
  readonly tags: readonly Tag[];
  /** Problems, the first thousand of each code. */
  readonly problems: readonly Problem[];
  /** Number of problems by code. */
  readonly problemCounts: ReadonlyMap<string, number>;
  /**
   * All problems, including those about the end of the file, which are left out while the file may grow; absent if none
   * were left out.
   */
  readonly whole?: Pick<PackedTrace, "problems" | "problemCounts">;
  /** Statistics that the reader gave. */
  readonly stats: ReadonlyMap<string, bigint | number | string>;
  /** Tables other than `events`. */
  readonly tables: readonly Table[];
  readonly events: PackedEvents | undefined;
  /** Frames whose names are looked up when they are needed; absent if there are none. */
  readonly unnamedFrames?: UnnamedFrames;
  /** Data that `Format.declareAgain` needs. */
  readonly kept: unknown;
}

/** A header field or info entry. */
export interface Tag {
  /** Name of the field. */
  readonly name: string;
  /** Value as text. */
  readonly value: string;
  /** Its bytes, if the text does not show all of them. */
  readonly raw: Uint8Array | undefined;
}
