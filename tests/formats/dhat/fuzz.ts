import { lineStructure } from "../../fuzz/structures/sp_rtrace.ts";
import type { FormatFuzz } from "../../fuzz/trace_target.ts";

/** DHAT's files: texts of lines, numbers and words. */
export const fuzz: FormatFuzz = { find: lineStructure, isText: true };
