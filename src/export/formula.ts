/**
 * Texts that a spreadsheet computes when it opens a file of values. Names in a trace come from the traced program,
 * which may be hostile, and some are made that way: `-[Window draw:]`, `@plt`.
 * @module
 */

const BEGINNING = /^[=+\-@\t\r]/;
/** A number has the same value when it is read as a formula. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** In front of a text it says that it is one. */
const TEXT_MARK = "'";

/** True for texts that a spreadsheet takes for a formula. */
export function isFormula(text: string): boolean {
  return BEGINNING.test(text) && !NUMBER.test(text);
}

/** A text that no spreadsheet computes. */
export function asText(text: string): string {
  return isFormula(text) ? TEXT_MARK + text : text;
}
