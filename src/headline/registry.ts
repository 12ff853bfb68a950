/**
 * The kinds of headlines. The first kind that fits a trace is used; the content of a trace decides, not the name
 * of its format.
 * @module
 */

import type { TraceQueries } from "../engine/trace_queries.ts";
import { callsAnswer } from "./calls.ts";
import { blocksAnswer, linesAnswer, unitsAnswer } from "./coverage.ts";
import type { HeadlineAnswer } from "./headline.ts";
import { hasBlocks, memoryAnswer } from "./memory.ts";
import { profileAnswer, profileOf } from "./profile.ts";

/** A kind of headline. */
interface HeadlineKind {
  /** The name of the kind, by which front ends distinguish kinds. */
  readonly name: string;
  /** Whether a trace is of this kind. */
  readonly fits: (about: TraceQueries) => boolean;
  /** Queries the trace and composes the headline. */
  readonly answer: (about: TraceQueries) => Promise<HeadlineAnswer>;
}

/** All kinds, in the order in which they are tried. */
export const headlineKinds: readonly HeadlineKind[] = [
  { name: "memory", fits: hasBlocks, answer: memoryAnswer },
  { name: "calls", fits: (about) => about.has("calls", "name"), answer: callsAnswer },
  { name: "coverage", fits: (about) => about.has("lines", "covered"), answer: linesAnswer },
  { name: "coverage", fits: (about) => about.has("units", "bits_set"), answer: unitsAnswer },
  { name: "coverage", fits: (about) => about.has("blocks", "outcome"), answer: blocksAnswer },
  { name: "profile", fits: (about) => profileOf(about) !== undefined, answer: profileAnswer },
];
