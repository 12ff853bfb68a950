/**
 * Limits of captures of GFXReconstruct.
 * @module
 */

import { DAMAGE, type Limit, type LimitGroup } from "../../base/limits/limit.ts";

/** Limits by name. */
export const GFXR_LIMITS = {
  gfxrRecord: {
    what: "in one call of a GFXReconstruct capture",
    most: 1 << 24,
    unit: "bytes",
    beyond: "that call is left out",
    code: "long-line",
    cure: DAMAGE,
  },
  gfxrDepth: {
    what: "nested lists and objects in a call of a GFXReconstruct capture",
    // Real calls nest less than 15 levels deep.
    most: 200,
    beyond: "that call is left out",
    code: "bad-line",
    cure: DAMAGE,
  },
  gfxrPointers: {
    what: "pointers that `normal` numbers in a GFXReconstruct capture",
    most: 1 << 20,
    beyond: "others are called ptr",
    untried: "it would take a capture of a hundred megabytes",
  },
  gfxrPaths: {
    what: "paths of arguments in a GFXReconstruct capture",
    most: 1 << 16,
    beyond: "further paths are in args, but not in arg(PATH)",
    code: "many-paths",
    cure: DAMAGE,
  },
} as const satisfies Readonly<Record<string, Limit>>;

/** Limits of this format, under the title of their group in help. */
export const LIMITS: LimitGroup = { title: "Traces", limits: GFXR_LIMITS };
