/**
 * Finds a substring in linear time. The engine's own search is linear only for up to 250 characters: it uses
 * just the last 250 of longer texts, and can take 5 seconds to find 10,000 characters in a megabyte.
 * @module
 */

/** Length up to which the engine finds a text in linear time. */
const MAX_OF_ENGINE = 250;

/** The offset of the first occurrence at or after `from`; -1 if there is none. */
type FindText = (text: string, from: number) => number;

/** A search for one text. */
export function textFinder(wanted: string): FindText {
  if (wanted.length <= MAX_OF_ENGINE) return (text, from) => text.indexOf(wanted, from);
  const borders = bordersOf(wanted);
  return (text, from) => {
    let matched = 0;
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      while (matched > 0 && wanted.charCodeAt(matched) !== code) matched = borders[matched]!;
      if (wanted.charCodeAt(matched) === code) matched++;
      if (matched === wanted.length) return at + 1 - matched;
    }
    return -1;
  };
}

/**
 * The failure function: for each prefix, its longest proper prefix that is also a suffix, which still matches
 * after a mismatch.
 */
function bordersOf(wanted: string): Int32Array {
  const borders = new Int32Array(wanted.length + 1);
  let matched = 0;
  for (let at = 1; at < wanted.length; at++) {
    const code = wanted.charCodeAt(at);
    while (matched > 0 && wanted.charCodeAt(matched) !== code) matched = borders[matched]!;
    if (wanted.charCodeAt(matched) === code) matched++;
    borders[at + 1] = matched;
  }
  return borders;
}

/** Replaces every occurrence of one text by another. */
export function replaceText(text: string, from: string, to: string): string {
  if (from.length <= MAX_OF_ENGINE) return text.replaceAll(from, () => to);
  const find = textFinder(from);
  const pieces: string[] = [];
  let done = 0;
  for (let at = find(text, 0); at >= 0; at = find(text, done)) {
    pieces.push(text.slice(done, at), to);
    done = at + from.length;
  }
  return pieces.join("") + text.slice(done);
}
