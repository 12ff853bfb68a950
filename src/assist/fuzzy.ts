/**
 * How well a few typed letters fit a name.
 * @module
 */

/** A fit: better ones have a higher score. */
interface Fit {
  readonly score: number;
  /** Positions in the name of the letters that were typed. */
  readonly matched: readonly number[];
}

const EXACT = 1000;
const PREFIX = 900;
const WORD_START = 700;
const INSIDE = 550;
const SCATTERED = 100;
const NOTHING_TYPED: Fit = { score: 0, matched: [] };

/**
 * Fits letters to a name: as its beginning, as the beginning of one of its words, somewhere inside, or scattered in
 * the right order. Case does not count, except between equals. Null when they do not fit.
 *
 * @param typed What was typed.
 * @param name The name as it is shown.
 * @param lower The name in small letters, when the caller has it available.
 */
export function fuzzyMatch(typed: string, name: string, lower = name.toLowerCase()): Fit | null {
  if (typed === "") return NOTHING_TYPED;
  const wanted = typed.toLowerCase();
  if (wanted.length > lower.length) return null;
  const at = lower.indexOf(wanted);
  if (at < 0) return scattered(wanted, name, lower);
  const asWritten = name.startsWith(typed, at) ? 5 : 0;
  const short = Math.max(0, 50 - (name.length - typed.length));
  if (at === 0) {
    const score = wanted.length === lower.length ? EXACT : PREFIX + short;
    return { score: score + asWritten, matched: consecutive(0, wanted.length) };
  }
  // "net" is better found in "read_net" than inside "cabinet".
  for (let start = at; start >= 0; start = lower.indexOf(wanted, start + 1)) {
    if (!startsWord(name, start)) continue;
    return { score: WORD_START + short + asWritten, matched: consecutive(start, wanted.length) };
  }
  return { score: INSIDE + short + asWritten - Math.min(40, at), matched: consecutive(at, wanted.length) };
}

/** Letters in the right order: each is worth more at the beginning of a word or directly after the one before. */
function scattered(wanted: string, name: string, lower: string): Fit | null {
  const matched: number[] = [];
  let score = SCATTERED;
  let from = 0;
  for (const letter of wanted) {
    let at = lower.indexOf(letter, from);
    if (at < 0) return null;
    if (at !== from) {
      // The beginning of a later word is more probably meant than a letter inside this one.
      for (let later = at; later >= 0; later = lower.indexOf(letter, later + 1)) {
        if (!startsWord(name, later)) continue;
        if (fitsFrom(wanted, wanted.indexOf(letter, matched.length) + 1, lower, later + 1)) at = later;
        break;
      }
    }
    score += at === from && matched.length > 0 ? 12 : startsWord(name, at) ? 10 : 1;
    matched.push(at);
    from = at + letter.length;
  }
  // Typing errors are rare in the first letter: a name with no word that begins so is a worse match.
  if (!startsWord(name, matched[0]!)) return wanted.length > 2 ? { score: score - 60, matched } : null;
  const spread = matched.at(-1)! - matched[0]! - wanted.length;
  return { score: score - Math.min(50, spread), matched };
}

function fitsFrom(wanted: string, letter: number, lower: string, from: number): boolean {
  let at = from;
  for (let next = letter; next < wanted.length; next++) {
    at = lower.indexOf(wanted[next]!, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function startsWord(name: string, at: number): boolean {
  if (at === 0) return true;
  const before = name[at - 1]!;
  if (!/[\p{L}\p{N}]/u.test(before)) return true;
  return isUpper(name[at]!) && !isUpper(before);
}

function isUpper(letter: string): boolean {
  return letter !== letter.toLowerCase();
}

function consecutive(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => from + at);
}
