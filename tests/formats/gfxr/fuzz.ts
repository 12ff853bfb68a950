import { lineStructure } from "../../fuzz/structures/sp_rtrace.ts";
import type { FormatFuzz } from "../../fuzz/trace_target.ts";

/** Captures of GFXReconstruct: lines of JSON. */
export const fuzz: FormatFuzz = { find: lineStructure, isText: true };
