import { mtrcStructure } from "../../fuzz/structures/mpatrol.ts";
import type { FormatFuzz } from "../../fuzz/trace_target.ts";

/** Tracing files of mpatrol. */
export const fuzz: FormatFuzz = {
  find: mtrcStructure,
  standIns: [["mptrace", "-v", "-s", "f"], ["mptrace", "-H", "out", "f"]],
};
