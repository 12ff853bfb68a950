import { lineStructure } from "../../fuzz/structures/sp_rtrace.ts";
import type { FormatFuzz } from "../../fuzz/trace_target.ts";

/** Profiles of pprof: fields of a message, or lines of a heap text. */
export const fuzz: FormatFuzz = { find: lineStructure };
