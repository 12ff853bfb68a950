/**
 * What a reader wrote of a trace, or what a saved index has of it.
 * @module
 */

import type { Problem, TraceHeader } from "../events/trace_sink.ts";
import type { PackedEvents } from "./derive_events.ts";
import type { Table } from "./table.ts";

/** What a reader wrote of one trace, packed. */
export interface PackedTrace {
  /** What the head of the file says. */
  readonly header: TraceHeader;
  /** Header fields in file order. */
  readonly tags: readonly Tag[];
  /** Oddities, the first thousand of each code. */
  readonly problems: readonly Problem[];
  /** How often each code was counted. */
  readonly problemCounts: ReadonlyMap<string, number>;
  /** Figures that the reader gave. */
  readonly stats: ReadonlyMap<string, bigint | number | string>;
  /** Tables other than `events`. */
  readonly tables: readonly Table[];
  readonly events: PackedEvents | undefined;
  /** What `Format.declareAgain` needs. */
  readonly kept: unknown;
}

/** A header field or info entry. */
export interface Tag {
  /** Name of the field. */
  readonly name: string;
  /** Value as text. */
  readonly value: string;
  /** Its bytes, where they say more than the text. */
  readonly raw: Uint8Array | undefined;
}
