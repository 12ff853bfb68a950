/**
 * Limits of PyTorch snapshots.
 * @module
 */

import { DAMAGE, type Limit, type LimitGroup } from "../../base/limits/limit.ts";

/** Limits by name. */
export const SNAPSHOT_LIMITS = {
  text: {
    what: "in one text of a PyTorch snapshot",
    most: 1 << 24,
    unit: "bytes",
    beyond: "the text is left out",
    code: "long-text",
    cure: DAMAGE,
  },
  nesting: {
    what: "nested lists, dictionaries and marks in a PyTorch snapshot",
    // Real snapshots nest seven levels deep.
    most: 64,
    beyond: "the snapshot is refused",
    cure: DAMAGE,
  },
  values: {
    what: "values of a PyTorch snapshot that are not yet in their list",
    most: 1 << 24,
    beyond: "the snapshot is refused",
    cure: DAMAGE,
  },
} as const satisfies Readonly<Record<string, Limit>>;

/** Limits of this format, under the title that help shows. */
export const LIMITS: LimitGroup = { title: "Traces", limits: SNAPSHOT_LIMITS };
