/**
 * Limits of memray captures.
 * @module
 */

import { DAMAGE, type Limit, type LimitGroup } from "../../base/limits/limit.ts";

/** Limits by name. */
export const MEMRAY_LIMITS = {
  captureText: {
    what: "in one text or line table of a memray capture",
    most: 1 << 24,
    unit: "bytes",
    beyond: "the trace ends there; everything before that can be queried",
    code: "long-text",
    cure: DAMAGE,
  },
  mappings: {
    what: "mapped ranges that are live at the same time in a memray capture",
    // Linux allows a process about this many mappings by default (`vm.max_map_count`).
    most: 1 << 16,
    beyond: "further mappings live to the end",
    code: "many-mappings",
    cure: DAMAGE,
  },
} as const satisfies Readonly<Record<string, Limit>>;

/** Limits of this format, under the title that help shows. */
export const LIMITS: LimitGroup = { title: "Traces", limits: MEMRAY_LIMITS };
