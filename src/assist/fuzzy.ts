/**
 * Fuzzy matching of typed characters with a name.
 * @module
 */

/** A match; a higher score is better. */
interface Fit {
  readonly score: number;
  /** Positions in the name of the typed characters. */
  readonly matched: readonly number[];
}

const EXACT = 1000;
const PREFIX = 900;
const WORD_START = 700;
const INSIDE = 550;
const SCATTERED = 100;
const NOTHING_TYPED: Fit = { score: 0, matched: [] };

/**
 * Matches characters with a name: as its prefix, as the prefix of one of its words, as a substring, or
 * scattered in the right order. Case only breaks ties. Returns null if they do not match.
 *
 * @param typed What was typed.
 * @param name The name as it is shown.
 * @param lower The name in lower case, if the caller has it available.
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
  // "net" is a better match in "read_net" than in "cabinet".
  for (let start = at; start >= 0; start = lower.indexOf(wanted, start + 1)) {
    if (!startsWord(name, start)) continue;
    return { score: WORD_START + short + asWritten, matched: consecutive(start, wanted.length) };
  }
  return { score: INSIDE + short + asWritten - Math.min(40, at), matched: consecutive(at, wanted.length) };
}

/**
 * Matches characters in the right order: each scores higher at the beginning of a word or directly after the
 * previous one.
 */
function scattered(wanted: string, name: string, lower: string): Fit | null {
  const matched: number[] = [];
  let score = SCATTERED;
  let from = 0;
  for (const letter of wanted) {
    let at = lower.indexOf(letter, from);
    if (at < 0) return null;
    if (at !== from) {
      // The start of a later word is a likelier match than a character inside this word.
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
  // Typing errors are rare in the first character: a name without a word that begins with it matches worse.
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
