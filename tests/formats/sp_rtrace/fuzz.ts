import { lineStructure } from "../../fuzz/structures/sp_rtrace.ts";
import type { FormatFuzz } from "../../fuzz/trace_target.ts";

/** Text traces of sp-rtrace. */
export const fuzz: FormatFuzz = {
  find: lineStructure,
  isText: true,
  standIns: [
    ["sp-rtrace-postproc", "-i", "f"],
    ["sp-rtrace-postproc", "-l", "-c", "-s", "size", "-i", "f"],
  ],
};
