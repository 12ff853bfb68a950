/**
 * Kinds of headlines: the first that fits a trace tells it. What a format has decides, and not its name.
 * @module
 */

import type { AboutTrace } from "../engine/about_trace.ts";
import { callsAnswer } from "./calls.ts";
import { blocksAnswer, linesAnswer, unitsAnswer } from "./coverage.ts";
import type { Answer } from "./headline.ts";
import { hasBlocks, memoryAnswer } from "./memory.ts";
import { profileAnswer, profileOf } from "./profile.ts";

/** A kind of headline. */
interface HeadlineKind {
  /** What it is called where front ends tell kinds apart. */
  readonly name: string;
  /** Whether a trace is of this kind. */
  readonly fits: (about: AboutTrace) => boolean;
  /** Asks the trace. */
  readonly answer: (about: AboutTrace) => Promise<Answer>;
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
