/**
 * Assistance while a query is being written: pure functions of the text, a position and the catalog. The
 * prompt and the language server show the same results.
 * @module
 */

export { forgetAnalysis } from "./analysis.ts";
export type * from "./answers.ts";
export { colorTokens } from "./color_tokens.ts";
export { complete } from "./complete.ts";
export { diagnose, diagnoseFor, settledDiagnostics } from "./diagnose.ts";
export { folding } from "./symbols.ts";
export { formatEdits } from "./format_edits.ts";
export { fuzzyMatch } from "./fuzzy.ts";
export { namedFiles } from "./links.ts";
export type { Progress } from "./long_text.ts";
export { hover } from "./hover.ts";
export { fixAll, quickFixes } from "./diagnose.ts";
export { occurrences, renameName, renameTarget } from "./rename.ts";
export { countableStages, rowHint } from "./statements.ts";
export { selectionSpans } from "./selection.ts";
export { signatureHelp } from "./signature.ts";
export { runnablePlaces, runnableStatements } from "./statements.ts";
export { scriptSymbols } from "./symbols.ts";
export { needsWarmUp, warmUp } from "./warm_up.ts";
export { stagesWithWord } from "../query/stages/registry.ts";
