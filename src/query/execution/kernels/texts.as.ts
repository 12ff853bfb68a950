// Tests of texts by their bytes. `t` is a `PatternLayout` everywhere, and a text is from `p` to `end`.

import { MatchEnd, MatchState } from "../../../patterns/state_layout";
import { LetterPlace, PatternLayout, TextEntry, TextVerdict } from "./texts_layout";

const SLASH: u8 = 0x2f;
const UNDERSCORE: u8 = 0x5f;
const DOLLAR: u8 = 0x24;

/** Whether the bytes from p on are these letters. */
@inline
function areAt(p: usize, letters: usize, masks: usize, count: u32): bool {
  for (let i: usize = 0; i < count; i++) {
    if ((load<u8>(p + i) & load<u8>(masks + i)) != load<u8>(letters + i)) return false;
  }
  return true;
}

/**
 * Whether the letters occur in a text. Sixteen positions at once are compared with the first and the last
 * letter.
 */
function occur(p: usize, end: usize, letters: usize, masks: usize, count: u32): bool {
  if (count == 0) return true;
  const last: usize = count - 1;
  const first = i8x16.splat(load<i8>(letters)), firstMask = i8x16.splat(load<i8>(masks));
  const final = i8x16.splat(load<i8>(letters + last)), finalMask = i8x16.splat(load<i8>(masks + last));
  for (let at = p; at + count <= end; at += 16) {
    const begins = i8x16.eq(v128.and(v128.load(at), firstMask), first);
    const ends = i8x16.eq(v128.and(v128.load(at + last), finalMask), final);
    let places = <u32> i8x16.bitmask(v128.and(begins, ends));
    for (; places != 0; places &= places - 1) {
      const found = at + ctz(places);
      if (found + count > end) return false;
      if (areAt(found, letters, masks, count)) return true;
    }
  }
  return false;
}

/**
 * Whether a name consists of letters, digits and single underscores inside, and so has no shorter form. Names
 * that begin with an underscore, or contain two in a row, may be mangled.
 */
function isPlain(p: usize, end: usize): bool {
  let before: u32 = 1;
  for (let at = p; at < end; at += 16) {
    const bytes = v128.load(at);
    const left = end - at;
    const there: u32 = left >= 16 ? 0xffff : (<u32> 1 << <u32> left) - 1;
    const lower = v128.or(bytes, i8x16.splat(0x20));
    const isLetter = i8x16.lt_u(i8x16.sub(lower, i8x16.splat(0x61)), i8x16.splat(26));
    const isDigit = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(0x30)), i8x16.splat(10));
    const isUnderscore = i8x16.eq(bytes, i8x16.splat(UNDERSCORE));
    const words = <u32> i8x16.bitmask(v128.or(isUnderscore, v128.or(isLetter, isDigit)));
    if ((words & there) != there) return false;
    const underscores = <u32> i8x16.bitmask(isUnderscore) & there;
    if ((underscores & (underscores << 1 | before)) != 0) return false;
    before = underscores >> 15;
  }
  return true;
}

/** Where the text after the last slash begins; p if there is none. */
function tailOf(p: usize, end: usize): usize {
  let at = end;
  while (at > p && load<u8>(at - 1) != SLASH) at--;
  return at;
}

/** Follows the transitions that are known. */
function follow(t: usize, p: usize, end: usize): TextVerdict {
  const symbols = <usize> load<u32>(t, PatternLayout.Symbols);
  const table = <usize> load<u32>(t, PatternLayout.Table);
  const shift = load<u32>(t, PatternLayout.Shift);
  let state = load<u32>(t, PatternLayout.First);
  for (; p < end && state >= <u32> MatchState.First; p++) {
    const symbol = load<u32>(symbols + ((<usize> load<u8>(p)) << 2));
    // A symbol may be newer than the columns of the table.
    if (symbol == 0 || symbol >> shift != 0) return TextVerdict.Undecided;
    state = load<u32>(table + ((<usize> (state << shift | symbol)) << 2));
  }
  if (state == <u32> MatchState.Matched) return TextVerdict.Passes;
  if (state == <u32> MatchState.Dead) return TextVerdict.Fails;
  if (state == <u32> MatchState.Unknown) return TextVerdict.Undecided;
  const ends = <u32> load<u8>(<usize> load<u32>(t, PatternLayout.Ends) + state);
  return ends == <u32> MatchEnd.Matches
    ? TextVerdict.Passes
    : ends == <u32> MatchEnd.Fails
    ? TextVerdict.Fails
    : TextVerdict.Undecided;
}

/** Whether a text has the letters at their place. */
function hasLetters(t: usize, p: usize, end: usize): bool {
  const letters = <usize> load<u32>(t, PatternLayout.Letters),
    masks = <usize> load<u32>(t, PatternLayout.Masks);
  const count = load<u32>(t, PatternLayout.Count), place = load<u32>(t, PatternLayout.Place);
  if (place == <u32> LetterPlace.Anywhere) return occur(p, end, letters, masks, count);
  if (end - p < count) return false;
  if (place == <u32> LetterPlace.Start) return areAt(p, letters, masks, count);
  if (place == <u32> LetterPlace.End) return areAt(end - count, letters, masks, count);
  if (end - p == count) return areAt(p, letters, masks, count);
  return load<u32>(t, PatternLayout.OrTail) != 0 && load<u8>(end - count - 1) == SLASH &&
    areAt(end - count, letters, masks, count);
}

/** Tests the text itself. */
function testWhole(t: usize, p: usize, end: usize, isAscii: bool): TextVerdict {
  if (load<u32>(t, PatternLayout.Place) == <u32> LetterPlace.Nowhere) {
    return isAscii ? TextVerdict.Fails : TextVerdict.Undecided;
  }
  if (!isAscii && load<u32>(t, PatternLayout.IsExact) == 0) return TextVerdict.Undecided;
  if (!hasLetters(t, p, end)) return TextVerdict.Fails;
  if (load<u32>(t, PatternLayout.Decides)) return TextVerdict.Passes;
  if (!isAscii || load<u32>(t, PatternLayout.Symbols) == 0) return TextVerdict.Undecided;
  const found = follow(t, p, end);
  if (found != TextVerdict.Fails || load<u32>(t, PatternLayout.OrTail) == 0) return found;
  const tail = tailOf(p, end);
  return tail == p ? found : follow(t, tail, end);
}

/**
 * Whether a name may have a short form that matches. A short form omits words, but not the last one; a
 * mangled name may abbreviate it.
 */
function mayPassShort(t: usize, p: usize, end: usize, isAscii: bool): bool {
  if (!isAscii) return true;
  if (isPlain(p, end)) return false;
  const count = load<u32>(t, PatternLayout.WordCount);
  if (count == 0 || load<u8>(p) == UNDERSCORE || load<u8>(p) == DOLLAR) return true;
  const word = <usize> load<u32>(t, PatternLayout.Word);
  // Compares all bits of the letters: their masks come after them in memory.
  return occur(p, end, word, word + count, count);
}

/** Tests n texts; writes a `TextVerdict` for each. */
export function testTexts(t: usize, texts: usize, n: u32, verdicts: usize): void {
  const ofNames = load<u32>(t, PatternLayout.OfNames) != 0;
  for (let i: u32 = 0; i < n; i++, texts += TextEntry.Bytes) {
    const p = <usize> load<u32>(texts, TextEntry.Start);
    const length = load<u32>(texts, TextEntry.Length);
    const end = p + (length >> 1), isAscii = (length & 1) != 0;
    let found = testWhole(t, p, end, isAscii);
    if (ofNames && found == TextVerdict.Fails && mayPassShort(t, p, end, isAscii)) {
      found = TextVerdict.Undecided;
    }
    store<u8>(verdicts + i, <u8> found);
  }
}
