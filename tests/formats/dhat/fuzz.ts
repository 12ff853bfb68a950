import { lineStructure } from "../../fuzz/structures/sp_rtrace.ts";
import type { FormatFuzz } from "../../fuzz/trace_target.ts";

/** Profiles of DHAT: lines of keys and numbers. */
export const fuzz: FormatFuzz = { find: lineStructure, isText: true };
