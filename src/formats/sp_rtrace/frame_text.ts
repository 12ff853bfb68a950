/**
 * The text that a resolver writes after the address of a frame:
 *
 *     name() at file.c:12      ns::f(int) at f.h:9      name() at file.c      name() at
 *     name() from /path/module      from /path/module      in ??      in name() from /path
 *
 * The last ` at ` or ` from ` separates the parts, because names may contain both words. A resolver writes
 * `??` when it finds nothing; the reader keeps this text, to distinguish such a frame from one that was never
 * resolved.
 * @module
 */

/** Byte ranges of the parts of a frame text; start and end of an absent part are equal. */
export class FrameText {
  /** Start of the function. */
  funcStart = 0;
  /** End of the function, without an empty parameter list. */
  funcEnd = 0;
  /** Start of the source file. */
  fileStart = 0;
  fileEnd = 0;
  /** Start of the module. */
  moduleStart = 0;
  moduleEnd = 0;
  /** Source line, 0 = unknown. */
  line = 0;
}

const SPACE = 32;
const COLON = 58;

/** Splits the frame text `bytes[start..end)` into its parts. */
export function splitFrameText(bytes: Uint8Array, start: number, end: number, into: FrameText): void {
  into.fileStart =
    into.fileEnd =
    into.moduleStart =
    into.moduleEnd =
      end;
  into.line = 0;
  while (end > start && bytes[end - 1] === SPACE) end--;
  let func = start;
  let funcEnd = end;
  if (isWord(bytes, start, end, "in ")) func = start + 3;
  for (let at = end - 1; at >= start; at--) {
    if (at > start && bytes[at - 1] !== SPACE) continue;
    if (isWord(bytes, at, end, "from ")) {
      into.moduleStart = at + 5;
      into.moduleEnd = end;
      funcEnd = at;
      break;
    }
    if (isWord(bytes, at, end, "at ")) {
      splitSource(bytes, at + 3, end, into);
      funcEnd = at;
      break;
    }
    if (at + 2 === end && isWord(bytes, at, end, "at") && at > start) {
      funcEnd = at;
      break;
    }
  }
  while (funcEnd > func && bytes[funcEnd - 1] === SPACE) funcEnd--;
  if (funcEnd - func > 2 && bytes[funcEnd - 2] === 40 && bytes[funcEnd - 1] === 41) funcEnd -= 2;
  into.funcStart = func;
  into.funcEnd = Math.max(func, funcEnd);
}

/** Splits `file.c:12`; the line is optional. */
function splitSource(bytes: Uint8Array, start: number, end: number, into: FrameText): void {
  let line = 0;
  let unit = 1;
  let at = end - 1;
  for (; at > start; at--) {
    const digit = bytes[at]! - 48;
    if (digit < 0 || digit > 9) break;
    line += digit * unit;
    unit *= 10;
  }
  into.fileStart = start;
  const hasLine = at > start && at < end - 1 && bytes[at] === COLON && line <= 0xffff_ffff;
  into.fileEnd = hasLine ? at : end;
  into.line = hasLine ? line : 0;
}

function isWord(bytes: Uint8Array, at: number, end: number, word: string): boolean {
  if (at + word.length > end) return false;
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word.charCodeAt(i)) return false;
  return true;
}
