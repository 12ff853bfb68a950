/**
 * Limits of coverage files.
 * @module
 */

import { DAMAGE, type Limit, type LimitGroup } from "../../base/limits/limit.ts";

/** Limits by name. */
export const LCOV_LIMITS = {
  coverageDepth: {
    what: "nested lists, objects and elements in a JSON or XML coverage file",
    // Real files nest twelve levels deep.
    most: 64,
    beyond: "the file is read up to there",
    code: "bad-structure",
    cure: DAMAGE,
  },
  coverageText: {
    what: "in one text or tag of a JSON or XML coverage file",
    most: 1 << 24,
    unit: "bytes",
    beyond: "the file is read up to there",
    code: "long-text",
    cure: DAMAGE,
  },
  coverageValues: {
    what: "values of one source file in a JSON coverage file",
    // Values are kept in memory until the name of their file is known, which may come last.
    most: 1 << 25,
    beyond: "the file is read up to there",
    code: "bad-structure",
    cure: DAMAGE,
  },
} as const satisfies Readonly<Record<string, Limit>>;

/** Limits of this format, under the title of their group in help. */
export const LIMITS: LimitGroup = { title: "Traces", limits: LCOV_LIMITS };
