import { gnatcovSourceStructure } from "../../fuzz/structures/gnatcov.ts";
import { lineStructure } from "../../fuzz/structures/sp_rtrace.ts";
import type { FormatFuzz } from "../../fuzz/trace_target.ts";

/** Source traces of GNATcoverage, also as lines of base64. */
export const fuzz: FormatFuzz = {
  find: (bytes) => (bytes[37] ?? 2) < 2 ? gnatcovSourceStructure(bytes) : lineStructure(bytes),
  isText: true,
  standIns: [["gnatcov", "dump-src-trace", "f"]],
};
