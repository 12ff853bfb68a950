/**
 * Limits of DHAT's files.
 * @module
 */

import { DAMAGE, type Limit, type LimitGroup } from "../../base/limits/limit.ts";

/** Limits by name. */
export const DHAT_LIMITS = {
  dhatRecord: {
    what: "in one program point, text or other value of a DHAT file",
    most: 1 << 24,
    unit: "bytes",
    beyond: "the file is read up to there",
    code: "long-text",
    cure: DAMAGE,
  },
  dhatDepth: {
    what: "nested lists and objects in a DHAT file",
    // Real files nest four levels deep.
    most: 64,
    beyond: "the file is read up to there",
    code: "bad-structure",
    cure: DAMAGE,
  },
} as const satisfies Readonly<Record<string, Limit>>;

/** Limits of this format, under the title of their group in help. */
export const LIMITS: LimitGroup = { title: "Traces", limits: DHAT_LIMITS };
