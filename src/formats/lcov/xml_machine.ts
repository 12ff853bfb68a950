/**
 * Goes through XML tag by tag. Nothing is ever fetched or expanded: declarations, entities of a file's own and texts between
 * tags are passed over.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import { LCOV_LIMITS } from "./limits.ts";

const LESS = 60, GREATER = 62, QUOTE = 34, APOSTROPHE = 39, SLASH = 47, BLANK = 32, BANG = 33, QUESTION = 63;
const LETTER_L = 108, LETTER_I = 105, LETTER_N = 110, LETTER_E = 101;
const OPEN = 91, CLOSE = 93, MINUS = 45;
const MOST_TEXT = LCOV_LIMITS.coverageText.most;
const decoder = new TextDecoder();
/** Told of each tag. */
export interface XmlTaker {
  /**
   * An element `line` begins, with attributes from `at` on; where `>` or `/>` ends them if the taker has read them itself, or 0.
   * Nearly all elements of large files are of this kind, with attributes as plain as they can be.
   */
  plainLine(bytes: Uint8Array, at: number, to: number): number;
  /** Whether attributes of an element of this name say nothing. */
  isIdle(name: string): boolean;
  /** An element begins; attributes are read when somebody asks. */
  open(name: string, attribute: (name: string) => string | undefined): void;
  /** An element ends; `text` is what stood right before its end. */
  close(name: string, text: () => string): void;
}

/** What ended the reading early. */
interface XmlDamage {
  readonly code: string;
  readonly message: string;
}

/** Reads up to the end; what is wrong, if something is. */
export async function readXml(
  window: ByteWindow,
  taker: XmlTaker,
  { signal }: { readonly signal?: AbortSignal | undefined },
): Promise<XmlDamage | undefined> {
  const names = new Names();
  const open: Name[] = [];
  let isDone = false;
  while (true) {
    signal?.throwIfAborted();
    const { bytes } = window;
    while (window.at < window.end) {
      let less = window.at;
      while (less < window.end && bytes[less]! <= BLANK) less++;
      if (bytes[less] !== LESS) less = bytes.indexOf(LESS, less);
      if (less < 0 || less >= window.end) break;
      const ended = isDone || !isLine(bytes, less + 1) ? 0 : taker.plainLine(bytes, less + 5, window.end);
      if (ended > 0) {
        window.at = ended + (bytes[ended] === SLASH ? 2 : 1);
        if (bytes[ended] === SLASH) isDone = open.length === 0;
        else if (open.push(names.of(bytes, less + 1, less + 5)) > LCOV_LIMITS.coverageDepth.most) {
          return tooDeep();
        }
        continue;
      }
      const stop = endOfTag(bytes, less, window.end);
      if (stop < 0) break;
      const before = window.at;
      window.at = stop;
      const first = bytes[less + 1]!;
      if (first === BANG || first === QUESTION) continue;
      if (isDone) return { code: "trailing-data", message: "Tags follow the last element" };
      if (first === SLASH) {
        const name = open.pop();
        let end = stop - 1;
        while (bytes[end - 1]! <= BLANK) end--;
        if (name === undefined || !isSame(name.bytes, bytes, less + 2, end)) {
          return { code: "bad-structure", message: "An element ends that is not the last one that began" };
        }
        taker.close(name.text, () => unescaped(decoder.decode(bytes.subarray(before, less)).trim()));
        isDone = open.length === 0;
        continue;
      }
      const isEmpty = bytes[stop - 2] === SLASH;
      const end = stop - (isEmpty ? 2 : 1);
      const nameEnd = endOfName(bytes, less + 1, end);
      const name = names.of(bytes, less + 1, nameEnd);
      if (!taker.isIdle(name.text)) {
        const tag = decoder.decode(bytes.subarray(nameEnd, end));
        taker.open(name.text, (attribute) => attributeOf(tag, attribute));
      }
      if (isEmpty) {
        taker.close(name.text, () => "");
        isDone = open.length === 0;
      } else if (open.push(name) > LCOV_LIMITS.coverageDepth.most) {
        return tooDeep();
      }
    }
    if (window.left > MOST_TEXT) {
      return { code: "long-text", message: `A text or a tag has more than ${MOST_TEXT} bytes` };
    }
    if (!(await window.more())) break;
  }
  if (isDone) return undefined;
  return { code: "cut-record", message: "The file ends before its first element does" };
}

function tooDeep(): XmlDamage {
  const message = `Elements are nested more than ${LCOV_LIMITS.coverageDepth.most} deep`;
  return { code: "bad-structure", message };
}

/** Whether a name may be `line`: what is after it is looked at by who reads attributes. */
function isLine(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === LETTER_L && bytes[at + 1] === LETTER_I && bytes[at + 2] === LETTER_N &&
    bytes[at + 3] === LETTER_E;
}

/** A name of elements. */
interface Name {
  readonly bytes: Uint8Array;
  readonly text: string;
}

/** Names that were met: those of a schema are few, and others have no end. */
const MOST_NAMES = 64;

/** Gives equal names as one object, as long as they are few. */
class Names {
  readonly #known: Name[] = [];

  of(bytes: Uint8Array, from: number, to: number): Name {
    for (const each of this.#known) if (isSame(each.bytes, bytes, from, to)) return each;
    const made = { bytes: bytes.slice(from, to), text: decoder.decode(bytes.subarray(from, to)) };
    if (this.#known.length < MOST_NAMES) this.#known.push(made);
    return made;
  }
}

function isSame(name: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (name.length !== to - from) return false;
  for (let at = 0; at < name.length; at++) if (name[at] !== bytes[from + at]) return false;
  return true;
}

function endOfName(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && bytes[at]! > BLANK) at++;
  return at;
}

/** Behind the end of a tag, a comment or a declaration; -1 when it is not available. */
function endOfTag(bytes: Uint8Array, less: number, end: number): number {
  if (bytes[less + 1] === BANG && bytes[less + 2] === MINUS && bytes[less + 3] === MINUS) {
    for (let at = less + 6; at < end; at++) {
      if (bytes[at] === GREATER && bytes[at - 1] === MINUS && bytes[at - 2] === MINUS) return at + 1;
    }
    return -1;
  }
  let quote = 0, depth = 0;
  for (let at = less + 1; at < end; at++) {
    const byte = bytes[at]!;
    if (quote !== 0) {
      if (byte === quote) quote = 0;
    } else if (byte === QUOTE || byte === APOSTROPHE) quote = byte;
    else if (byte === OPEN) depth++;
    else if (byte === CLOSE) depth--;
    else if (byte === GREATER && depth <= 0) return at + 1;
  }
  return -1;
}

const ATTRIBUTES = new Map<string, RegExp>();

function attributeOf(tag: string, name: string): string | undefined {
  let pattern = ATTRIBUTES.get(name);
  if (pattern === undefined) {
    pattern = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
    ATTRIBUTES.set(name, pattern);
  }
  const found = pattern.exec(tag);
  return found ? unescaped(found[1] ?? found[2]!) : undefined;
}

const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** The five entities of XML itself, and characters by number; others stay as they are. */
function unescaped(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{2,4}));/g, (all, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? all;
    const code = decimal !== undefined ? Number(decimal) : parseInt(hex, 16);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : all;
  });
}
