import { mptlStructure } from "../../fuzz/structures/mpatrol.ts";
import type { FormatFuzz } from "../../fuzz/trace_target.ts";

/** Profiling files of mpatrol. */
export const fuzz: FormatFuzz = {
  find: mptlStructure,
  standIns: [["mprof", "f"], ["mprof", "-v", "-c", "-a", "-l", "f"], ["mprof", "-g", "out", "f"]],
};
