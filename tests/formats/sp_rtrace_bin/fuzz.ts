import { spRtraceBinStructure } from "../../fuzz/structures/sp_rtrace.ts";
import type { FormatFuzz } from "../../fuzz/trace_target.ts";

/** Binary logs of sp-rtrace. */
export const fuzz: FormatFuzz = {
  find: spRtraceBinStructure,
  standIns: [
    ["sp-rtrace-postproc", "-i", "f"],
    ["sp-rtrace-postproc", "-l", "-c", "-s", "size", "-i", "f"],
  ],
};
