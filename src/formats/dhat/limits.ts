/**
 * Limits of profiles of DHAT.
 * @module
 */

import { DAMAGE, type Limit, type LimitGroup } from "../../base/limits/limit.ts";

/** Limits by name. */
export const DHAT_LIMITS = {
  dhatDepth: {
    what: "lists and objects in one another in a profile of DHAT",
    // Real ones go four deep.
    most: 64,
    beyond: "the file is read up to there",
    code: "bad-structure",
    cure: DAMAGE,
  },
  dhatText: {
    what: "in one text of a profile of DHAT",
    most: 1 << 24,
    unit: "bytes",
    beyond: "the file is read up to there",
    code: "long-text",
    cure: DAMAGE,
  },
  dhatValues: {
    what: "values of one program point in a profile of DHAT",
    most: 1 << 20,
    beyond: "the file is read up to there",
    code: "bad-structure",
    cure: DAMAGE,
  },
} as const satisfies Readonly<Record<string, Limit>>;

/** The limits under the title of the page. */
export const LIMITS: LimitGroup = { title: "Traces", limits: DHAT_LIMITS };
