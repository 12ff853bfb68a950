import { gnatcovStructure } from "../../fuzz/structures/gnatcov.ts";
import type { FormatFuzz } from "../../fuzz/trace_target.ts";

/** Binary traces of GNATcoverage. */
export const fuzz: FormatFuzz = {
  find: gnatcovStructure,
  headLikeRecord: true,
  standIns: [
    ["gnatcov", "dump-trace", "f"],
    ["gnatcov", "dump-trace-raw", "f"],
    ["gnatcov", "dump-trace-base", "f"],
  ],
};
