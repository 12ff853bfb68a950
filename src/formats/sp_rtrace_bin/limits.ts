/**
 * Limits of the binary sp-rtrace format.
 * @module
 */

import { DAMAGE, type Limit, type LimitGroup } from "../../base/limits/limit.ts";

/** Limits by name. */
export const PACKET_LIMITS = {
  packet: {
    what: "in one packet of the binary sp-rtrace format",
    most: 1 << 20,
    unit: "bytes",
    beyond: "the packets before it are kept",
    code: "lost-packets",
    cure: DAMAGE,
  },
} as const satisfies Readonly<Record<string, Limit>>;

/** Limits of this format, under the title that help shows. */
export const LIMITS: LimitGroup = { title: "Traces", limits: PACKET_LIMITS };
