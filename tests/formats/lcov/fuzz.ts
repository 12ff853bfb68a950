import { lineStructure } from "../../fuzz/structures/sp_rtrace.ts";
import type { FormatFuzz } from "../../fuzz/trace_target.ts";

/** Coverage files: texts of lines, numbers and words. */
export const fuzz: FormatFuzz = { find: lineStructure, isText: true, isSorted: true };
