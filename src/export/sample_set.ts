/**
 * Places in a program with their weights: what profilers show. Every place is there once.
 * @module
 */

import type { NamedFrame } from "../engine/stack_frames.ts";

/** A weight of samples: its name and unit. */
export interface SampleWeight {
  /** Name, such as `inuse_space`. */
  readonly name: string;
  /** What one is. */
  readonly unit: "count" | "bytes" | "nanoseconds";
}

/** One call path. */
export interface Sample {
  /** Indexes into `frames`, innermost first. */
  readonly frames: readonly number[];
  /** One number per weight. */
  readonly values: readonly bigint[];
  /** Name of the trace, where several are open. */
  readonly trace: string | null;
}

/** Call paths with weights. */
export interface SampleSet {
  /** What it is, for tools that show a name. */
  readonly name: string;
  /** What each number of a sample counts. */
  readonly weights: readonly SampleWeight[];
  /** Places; samples refer to them. */
  readonly frames: readonly NamedFrame[];
  readonly samples: readonly Sample[];
}
