/**
 * Limits of pprof profiles and of heap profiles in text.
 * @module
 */

import { DAMAGE, type Limit, type LimitGroup } from "../../base/limits/limit.ts";

/** Limits by name. */
export const PPROF_LIMITS = {
  profileMessage: {
    what: "in one sample, location or text of a pprof profile, or in one line of a heap text",
    most: 1 << 26,
    unit: "bytes",
    beyond: "the file is read up to there",
    code: "bad-structure",
    cure: DAMAGE,
  },
  profileWeights: {
    what: "weights of the samples of a pprof profile",
    // Real profiles have at most four.
    most: 64,
    beyond: "the others are left out",
    code: "many-weights",
    cure: DAMAGE,
  },
} as const satisfies Readonly<Record<string, Limit>>;

/** Limits of this format, under the title that help shows. */
export const LIMITS: LimitGroup = { title: "Traces", limits: PPROF_LIMITS };
