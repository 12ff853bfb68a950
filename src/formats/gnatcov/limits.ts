/**
 * Limits of coverage traces.
 * @module
 */

import { DAMAGE, type Limit, type LimitGroup } from "../../base/limits/limit.ts";

/** Limits by name. */
export const COVERAGE_LIMITS = {
  entries: {
    what: "different entries of one trace",
    most: 1 << 24,
    beyond: "the entries before it are kept",
    code: "too-many-entries",
    cure: "record shorter runs and open them together",
    untried: "it needs the memory; a test gives the dictionary a smaller one",
  },
  modules: {
    what: "modules at one time",
    most: 65536,
    beyond: "entries in the others have no module",
    code: "too-many-modules",
    cure: DAMAGE,
  },
  info: {
    what: "in one info entry (a path, a label)",
    most: 1 << 24,
    unit: "bytes",
    beyond: "the data is skipped",
    code: "long-info",
    cure: DAMAGE,
  },
} as const satisfies Readonly<Record<string, Limit>>;

/** Limits of this format, under the title that help shows. */
export const LIMITS: LimitGroup = { title: "Coverage traces", limits: COVERAGE_LIMITS };
