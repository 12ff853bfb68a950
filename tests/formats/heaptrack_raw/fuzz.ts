import { lineStructure } from "../../fuzz/structures/sp_rtrace.ts";
import type { FormatFuzz } from "../../fuzz/trace_target.ts";

/** Raw data of heaptrack: lines of letters and numbers. */
export const fuzz: FormatFuzz = { find: lineStructure, isText: true };
