/**
 * Limits of heaptrack's raw data.
 * @module
 */

import { DAMAGE, type Limit, type LimitGroup } from "../../base/limits/limit.ts";

/** Limits by name. */
export const RAW_LIMITS = {
  modules: {
    what: "modules and load addresses of modules in one trace of heaptrack's raw data",
    // Each module may take over addresses of others, which slows down lookups.
    most: 1 << 16,
    beyond: "frames in the others have no module",
    code: "many-modules",
    cure: DAMAGE,
  },
  placesAnew: {
    what: "stacks looked up again because modules changed places, in heaptrack's raw data",
    // If two modules alternate, all stacks have to be looked up again every few bytes of the file.
    most: 1 << 27,
    beyond: "the stacks keep the names that they had",
    code: "many-modules",
    cure: DAMAGE,
  },
} as const satisfies Readonly<Record<string, Limit>>;

/** Limits of this format, under the title that help shows. */
export const LIMITS: LimitGroup = { title: "Traces", limits: RAW_LIMITS };
