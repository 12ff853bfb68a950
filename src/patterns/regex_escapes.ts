/**
 * Finds the extent of an escape or a class of a regular expression.
 * @module
 */

/** Groups that a numeric or named escape may refer to. */
export interface Groups {
  /** Number of capturing groups. */
  readonly count: number;
  /** Whether one of them is named: `\k` then refers to it. */
  readonly areNamed: boolean;
}

/** Counts the groups of a valid expression. */
export function groupsOf(source: string): Groups {
  let count = 0;
  let areNamed = false;
  for (let at = 0; at < source.length; at++) {
    const char = source[at];
    if (char === "\\") at++;
    else if (char === "[") at = classEnd(source, at) - 1;
    else if (char === "(") {
      const isNamed = source.startsWith("?<", at + 1) && source[at + 3] !== "=" && source[at + 3] !== "!";
      if (isNamed) areNamed = true;
      if (isNamed || source[at + 1] !== "?") count++;
    }
  }
  return { count, areNamed };
}

/** The offset after a class that begins at `start`. */
export function classEnd(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length && source[at] !== "]") at += source[at] === "\\" ? 2 : 1;
  return Math.min(at + 1, source.length);
}

/** Length of the escape at an offset, and whether it refers to a group. */
export function escapeLength(
  source: string,
  start: number,
  unicode: boolean,
  groups: Groups,
): { readonly length: number; readonly isReference: boolean } {
  const letter = source[start + 1]!;
  const one = (length: number): { length: number; isReference: boolean } => ({ length, isReference: false });
  switch (letter) {
    case "k":
      if (!unicode && !groups.areNamed) return one(2);
      return { length: source.indexOf(">", start) + 1 - start, isReference: true };
    case "c":
      // Without a letter after it, the backslash is literal.
      return one(/[a-zA-Z]/.test(source[start + 2] ?? "") ? 3 : 1);
    case "x":
      return one(hexDigits(source, start + 2, 2) ? 4 : 2);
    case "u":
      return one(unicodeLength(source, start, unicode));
    case "p":
    case "P":
      return one(unicode ? source.indexOf("}", start) + 1 - start : 2);
    default:
      if (letter >= "0" && letter <= "9") return digitsLength(source, start, unicode, groups);
      return one(source.codePointAt(start + 1)! > 0xffff && unicode ? 3 : 2);
  }
}

function hexDigits(source: string, at: number, count: number): boolean {
  const digits = source.slice(at, at + count);
  return digits.length === count && /^[0-9a-fA-F]+$/.test(digits);
}

function unicodeLength(source: string, start: number, unicode: boolean): number {
  if (unicode && source[start + 2] === "{") return source.indexOf("}", start) + 1 - start;
  if (!hexDigits(source, start + 2, 4)) return 2;
  if (!unicode) return 6;
  // Two escapes of a surrogate pair are one character.
  const isPair = /^\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/.test(
    source.slice(start, start + 12),
  );
  return isPair ? 12 : 6;
}

/** `\3` refers to the third group if there is one; otherwise digits are an octal character, or literal. */
function digitsLength(
  source: string,
  start: number,
  unicode: boolean,
  { count }: Groups,
): { length: number; isReference: boolean } {
  const digits = /^\d{1,10}/.exec(source.slice(start + 1, start + 11))![0];
  const isReference = digits[0] !== "0" && (unicode || Number(digits) <= count);
  if (isReference) return { length: 1 + digits.length, isReference };
  const octal = unicode ? null : /^(?:[0-3][0-7]{0,2}|[4-7][0-7]?)/.exec(digits);
  return { length: 1 + (octal?.[0].length ?? 1), isReference };
}
