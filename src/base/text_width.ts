/**
 * How many terminal columns a text takes: East Asian characters and emoji take two, combining marks none.
 * The function of this name in `@std/cli` would do, but its npm build lacks the table it reads.
 * @module
 */

const PLAIN = /^[\x20-\x7e]*$/;
const MARKS = /^[\p{Mark}\p{Default_Ignorable_Code_Point}]+$/u;
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u;
/** Matches characters whose East Asian Width is W or F, except emoji; see Unicode Standard Annex 11. */
const WIDE =
  /^[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u3247\u3250-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1aff0}-\u{1b2ff}\u{1d300}-\u{1d376}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]/u;
let segmenter: Intl.Segmenter | undefined;

/** The number of terminal columns of a text without control characters. */
export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  segmenter ??= new Intl.Segmenter();
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += graphemeWidth(segment);
  return width;
}

/** The number of terminal columns of one user-perceived character (grapheme). */
export function graphemeWidth(grapheme: string): number {
  if (PLAIN.test(grapheme)) return grapheme.length;
  if (MARKS.test(grapheme)) return 0;
  return EMOJI.test(grapheme) || WIDE.test(grapheme) ? 2 : 1;
}
