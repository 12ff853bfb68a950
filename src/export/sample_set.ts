/**
 * Locations in a program with their weights, as profilers show them. Each location occurs once.
 * @module
 */

import type { NamedFrame } from "../engine/stack_frames.ts";

/** A weight of samples: its name and unit. */
export interface SampleWeight {
  /** Name, such as `inuse_space`. */
  readonly name: string;
  /** Unit of the weight. */
  readonly unit: "count" | "bytes" | "nanoseconds";
}

/** A call path with its weights. */
export interface Sample {
  /** Indices into `frames`, innermost first. */
  readonly frames: readonly number[];
  /** A value for each weight. */
  readonly values: readonly bigint[];
  /** Name of the trace, if several are open. */
  readonly trace: string | null;
}

/** Call paths with weights. */
export interface SampleSet {
  /** Name for tools that show one. */
  readonly name: string;
  /** The weights, in the order of the values of samples. */
  readonly weights: readonly SampleWeight[];
  /** Frames that samples refer to. */
  readonly frames: readonly NamedFrame[];
  readonly samples: readonly Sample[];
}
