/**
 * Limits of source traces.
 * @module
 */

import { DAMAGE, type Limit, type LimitGroup } from "../../base/limits/limit.ts";

/** Limits by name. */
export const UNIT_LIMITS = {
  infos: {
    what: "infos of a source trace",
    most: 4096,
    beyond: "the trace ends there",
    code: "too-many-infos",
    cure: DAMAGE,
  },
  bufferText: {
    what: "characters of a list of bits in a source trace",
    most: 65536,
    beyond: "the list is cut, with ... at its end",
  },
  logLine: {
    what: "in a line of a log that carries a source trace",
    most: 4096,
    unit: "bytes",
    beyond: "the line is treated as other output",
  },
  openInLog: {
    what: "interleaved source traces in a log",
    most: 64,
    beyond: "the oldest one ends there",
    code: "cut-base64",
  },
} as const satisfies Readonly<Record<string, Limit>>;

/** Limits of this format, under the title that help shows. */
export const LIMITS: LimitGroup = { title: "Coverage traces", limits: UNIT_LIMITS };
