/**
 * Decodes the output of a terminal to keys, with a pure function that does not depend on editing.
 *
 * Chords are written as Emacs users do: `C-a`, `M-f`, `Enter`, `S-Tab`, `C-Left`, `M-Enter`.
 * @module
 */

/** Typed text, a paste, or a named key. */
export type Key =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "paste"; readonly text: string }
  | { readonly kind: "chord"; readonly chord: string };

/** The result of decoding input. */
interface DecodedKeys {
  /** Complete keys, in order. */
  readonly keys: readonly Key[];
  /** Answers of the terminal: the content of its operating system commands, such as `11;rgb:0/0/0`. */
  readonly answers: readonly string[];
  /** The beginning of an incomplete sequence, to be put before the next input. */
  readonly rest: string;
}

const ESC = "\x1b";
const PASTE_START = "\x1b[200~";
const PASTE_END = "\x1b[201~";
/** Maximum length of an unterminated sequence; a longer one is invalid. */
const LONGEST_SEQUENCE = 64;

const CONTROL_NAMES: Readonly<Record<number, string>> = {
  0x00: "C-Space",
  0x08: "Backspace",
  0x09: "Tab",
  0x0a: "C-j",
  0x0d: "Enter",
  0x1b: "Escape",
  0x1c: "C-\\",
  0x1d: "C-]",
  0x1e: "C-^",
  0x1f: "C-_",
  0x7f: "Backspace",
};

/** Key names by the last letter of `ESC [ … X` and `ESC O X`. */
const LETTER_NAMES: Readonly<Record<string, string>> = {
  A: "Up",
  B: "Down",
  C: "Right",
  D: "Left",
  E: "Begin",
  F: "End",
  H: "Home",
  M: "Enter",
  P: "F1",
  Q: "F2",
  R: "F3",
  S: "F4",
  Z: "S-Tab",
};

/** Key names by the first number of `ESC [ N ~`. */
const NUMBER_NAMES: Readonly<Record<number, string>> = {
  1: "Home",
  2: "Insert",
  3: "Delete",
  4: "End",
  5: "PageUp",
  6: "PageDown",
  7: "Home",
  8: "End",
  11: "F1",
  12: "F2",
  13: "F3",
  14: "F4",
};

/**
 * Decodes input. With `idle` no more input is expected, so a lone escape is the Escape key and an unfinished
 * sequence is dropped; an unfinished paste is retained, however long it takes.
 */
export function decodeKeys(input: string, idle = false): DecodedKeys {
  const keys: Key[] = [];
  const answers: string[] = [];
  let at = 0;
  while (at < input.length) {
    if (input[at] !== ESC) {
      at = decodePlain(input, at, keys);
      continue;
    }
    if (input.startsWith(PASTE_START, at)) {
      const from = at + PASTE_START.length;
      const end = input.indexOf(PASTE_END, from);
      if (end < 0) return { keys, answers, rest: input.slice(at) };
      keys.push({ kind: "paste", text: input.slice(from, end) });
      at = end + PASTE_END.length;
      continue;
    }
    const sequence = readSequence(input, at);
    if (sequence === null) {
      if (!idle) return { keys, answers, rest: input.slice(at) };
      if (input.length - at === 1) keys.push(chord("Escape"));
      // Alt and a bracket remain of a sequence that never arrived completely.
      else if (input.length - at === 2) keys.push(chord(`M-${input[at + 1]}`));
      return { keys, answers, rest: "" };
    }
    if (sequence.answer !== undefined) answers.push(sequence.answer);
    if (sequence.chord !== null) keys.push(chord(sequence.chord));
    at += sequence.length;
  }
  return { keys, answers, rest: "" };
}

/** Text up to the next control character, or one control character. */
function decodePlain(input: string, at: number, keys: Key[]): number {
  const code = input.charCodeAt(at);
  if (isControl(code)) {
    keys.push(chord(controlName(code)));
    return at + 1;
  }
  let end = at + 1;
  while (end < input.length && !isControl(input.charCodeAt(end))) end++;
  keys.push({ kind: "text", text: input.slice(at, end) });
  return end;
}

/** A decoded escape sequence. */
interface Sequence {
  /** The key; null if the sequence is ignored. */
  readonly chord: string | null;
  readonly length: number;
  readonly answer?: string;
}

/** Decodes the input after an escape; null while its end is missing. */
function readSequence(input: string, at: number): Sequence | null {
  const second = input[at + 1];
  if (second === undefined) return null;
  if (second === "[") return readControlSequence(input, at);
  if (second === "O") {
    const letter = input[at + 2];
    if (letter === undefined) return null;
    return { chord: LETTER_NAMES[letter] ?? null, length: 3 };
  }
  // Answers of the terminal (OSC, DCS, APC, PM) end with BEL or ST.
  if (second === "]" || second === "P" || second === "_" || second === "^") {
    // deno-lint-ignore no-control-regex
    const end = /\x07|\x1b\\/g;
    end.lastIndex = at + 2;
    const found = end.exec(input);
    if (found) {
      const inside = second === "]" ? { answer: input.slice(at + 2, found.index) } : {};
      return { chord: null, length: end.lastIndex - at, ...inside };
    }
    // Alt-] typed by hand is not followed by a digit.
    if (second === "]" && /^\d/.test(input.slice(at + 2))) return null;
    return input.length - at > 2 ? { chord: `M-${second}`, length: 2 } : null;
  }
  if (second === ESC) {
    const inner = readSequence(input, at + 1);
    if (inner === null) return null;
    return { chord: inner.chord === null ? null : withMeta(inner.chord), length: inner.length + 1 };
  }
  const point = input.codePointAt(at + 1)!;
  const name = isControl(point) ? controlName(point) : String.fromCodePoint(point);
  return { chord: withMeta(name), length: 1 + String.fromCodePoint(point).length };
}

/** `ESC [ parameters final`: cursor keys, `~` keys, and the newer `u` keys. */
function readControlSequence(input: string, at: number): { chord: string | null; length: number } | null {
  let end = at + 2;
  // The Linux console sends ESC [ [ A for F1.
  if (input[end] === "[") return input.length > end + 1 ? { chord: null, length: 4 } : null;
  while (end < input.length && input.charCodeAt(end) >= 0x20 && input.charCodeAt(end) < 0x40) end++;
  if (end >= input.length) return end - at > LONGEST_SEQUENCE ? { chord: null, length: end - at } : null;
  const final = input[end]!;
  const length = end + 1 - at;
  // A character that cannot occur in a sequence ends it, and is decoded by itself.
  if (final < "@" || final > "~") return { chord: null, length: end - at };
  const numbers = input.slice(at + 2, end).split(/[;:]/).map((each) => Number.parseInt(each, 10));
  const modifiers = numbers[1] ?? 1;
  if (final === "~" && numbers[0] === 27) return { chord: codeChord(numbers[2] ?? NaN, modifiers), length };
  if (final === "~") return { chord: modified(NUMBER_NAMES[numbers[0] ?? 0], modifiers), length };
  if (final === "u") return { chord: codeChord(numbers[0] ?? NaN, modifiers), length };
  // Without numbers, R would be F3; with two numbers, it reports the cursor position.
  if (final === "R" || final === "M") return { chord: null, length };
  return { chord: modified(LETTER_NAMES[final], modifiers), length };
}

/** A key by its code point and modifiers, as newer terminals send it. */
function codeChord(code: number, modifiers: number): string | null {
  if (!(code >= 0 && code <= 0x10ffff)) return null;
  const name = isControl(code) ? controlName(code) : code === 32 ? "Space" : String.fromCodePoint(code);
  const bits = modifiers - 1;
  // The letter already includes Shift.
  return modified(name, name.length > 1 ? modifiers : (bits & ~1) + 1);
}

function modified(name: string | undefined, modifiers: number): string | null {
  if (name === undefined) return null;
  const bits = modifiers >= 1 ? modifiers - 1 : 0;
  const shift = bits & 1 && !name.startsWith("S-") ? "S-" : "";
  return `${bits & 4 ? "C-" : ""}${bits & 10 ? "M-" : ""}${shift}${name}`;
}

function withMeta(name: string): string {
  if (name.startsWith("M-") || name.startsWith("C-M-")) return name;
  return name.startsWith("C-") ? `C-M-${name.slice(2)}` : `M-${name}`;
}

function controlName(code: number): string {
  return CONTROL_NAMES[code] ?? `C-${String.fromCharCode(code + 0x60)}`;
}

function isControl(code: number): boolean {
  return code < 0x20 || code === 0x7f;
}

function chord(name: string): Key {
  return { kind: "chord", chord: name };
}
