import { lineStructure } from "../../fuzz/structures/sp_rtrace.ts";
import type { FormatFuzz } from "../../fuzz/trace_target.ts";

/** Text of mtrace: lines of callers, marks and numbers. */
export const fuzz: FormatFuzz = { find: lineStructure, isText: true };
