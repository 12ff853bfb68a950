/**
 * Scans XML tag by tag. It never fetches or expands anything: declarations, entities that the file defines
 * and text between tags are skipped.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import { bytesEqual } from "./bytes_equal.ts";
import { LCOV_LIMITS } from "./limits.ts";

const LESS = 60, GREATER = 62, QUOTE = 34, APOSTROPHE = 39, SLASH = 47, BLANK = 32, BANG = 33, QUESTION = 63;
const LETTER_L = 108, LETTER_I = 105, LETTER_N = 110, LETTER_E = 101;
const OPEN = 91, CLOSE = 93, MINUS = 45;
const MOST_TEXT = LCOV_LIMITS.coverageText.most;
const decoder = new TextDecoder();
/** Receives the tags. */
export interface XmlHandler {
  /**
   * Called for an element `line`, whose attributes begin at `at`. Returns where `>` or `/>` ends them if the
   * handler could read them from the bytes, otherwise 0. Nearly all elements of large files are of this kind.
   */
  plainLine(bytes: Uint8Array, at: number, to: number): number;
  /** Whether the attributes of elements with this name can be ignored. */
  isIdle(name: string): boolean;
  /** Called for a start tag; attributes are parsed when `attribute` is called. */
  open(name: string, attribute: (name: string) => string | undefined): void;
  /** Called for an end tag; `text` returns the text right before it. */
  close(name: string, text: () => string): void;
}

/** Why reading ended early. */
interface XmlDamage {
  readonly code: string;
  readonly message: string;
}

/** Reads up to the end; returns the damage, if any. */
export async function readXml(
  window: ByteWindow,
  taker: XmlHandler,
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
      if (isDone) return { code: "trailing-data", message: "Found a tag after the end of the root element" };
      if (first === SLASH) {
        const name = open.pop();
        let end = stop - 1;
        while (bytes[end - 1]! <= BLANK) end--;
        if (name === undefined || !bytesEqual(name.bytes, bytes, less + 2, end)) {
          return { code: "bad-structure", message: "An end tag does not match the last start tag" };
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
  return { code: "cut-record", message: "The file ends inside its first element" };
}

function tooDeep(): XmlDamage {
  const message = `Elements are nested more than ${LCOV_LIMITS.coverageDepth.most} levels deep`;
  return { code: "bad-structure", message };
}

/** Whether a name may be `line`; only the first letters are compared. */
function isLine(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === LETTER_L && bytes[at + 1] === LETTER_I && bytes[at + 2] === LETTER_N &&
    bytes[at + 3] === LETTER_E;
}

/** An element name. */
interface Name {
  readonly bytes: Uint8Array;
  readonly text: string;
}

/** Maximum number of names to store: a schema has few, but a damaged file may contain any number. */
const MOST_NAMES = 64;

/** Returns the same object for equal names, for the first `MOST_NAMES` names. */
class Names {
  readonly #known: Name[] = [];

  of(bytes: Uint8Array, from: number, to: number): Name {
    for (const each of this.#known) if (bytesEqual(each.bytes, bytes, from, to)) return each;
    const made = { bytes: bytes.slice(from, to), text: decoder.decode(bytes.subarray(from, to)) };
    if (this.#known.length < MOST_NAMES) this.#known.push(made);
    return made;
  }
}

function endOfName(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && bytes[at]! > BLANK) at++;
  return at;
}

/** Returns the position after a tag, a comment or a declaration; -1 if its end is not buffered. */
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

/** Decodes the five entities of XML and numeric character references; other entities stay as they are. */
function unescaped(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{2,4}));/g, (all, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? all;
    const code = decimal !== undefined ? Number(decimal) : parseInt(hex, 16);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : all;
  });
}
