/**
 * Limits of profiles of mpatrol.
 * @module
 */

import { DAMAGE, type Limit, type LimitGroup } from "../../base/limits/limit.ts";

/** Limits by name. */
export const PROFILE_LIMITS = {
  profileBins: {
    what: "bins in an mpatrol profile",
    most: 1 << 20,
    beyond: "the section is treated as damaged",
    code: "impossible-count",
    cure: DAMAGE,
  },
} as const satisfies Readonly<Record<string, Limit>>;

/** Limits of this format, under the title that help shows. */
export const LIMITS: LimitGroup = { title: "Traces", limits: PROFILE_LIMITS };
