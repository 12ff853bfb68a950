/**
 * Limits of tracing files of mpatrol.
 * @module
 */

import { DAMAGE, type Limit, type LimitGroup } from "../../base/limits/limit.ts";

/** Limits by name. */
export const MTRC_LIMITS = {
  mtrcTraces: {
    what: "traces in one mpatrol file",
    // Each trace in the file takes staging rows of its own.
    most: 32,
    beyond: "the others are skipped",
    code: "trailing-bytes",
    cure: "cut the file at the offset and open the pieces",
  },
  mtrcRecord: {
    what: "in one mpatrol record, its names included",
    most: 1 << 20,
    unit: "bytes",
    beyond: "the records before it are kept",
    code: "overlong-record",
    cure: DAMAGE,
  },
} as const satisfies Readonly<Record<string, Limit>>;

/** Limits of this format, under the title that help shows. */
export const LIMITS: LimitGroup = { title: "Traces", limits: MTRC_LIMITS };
