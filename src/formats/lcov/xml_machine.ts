/**
 * Goes through XML tag by tag. Nothing is ever fetched or expanded: declarations, entities of a file's own and texts between
 * tags are passed over.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import { LCOV_LIMITS } from "./limits.ts";

const LESS = 60, GREATER = 62, QUOTE = 34, APOSTROPHE = 39, SLASH = 47, BANG = 33, QUESTION = 63;
const OPEN = 91, CLOSE = 93, MINUS = 45;
const MOST_TEXT = LCOV_LIMITS.coverageText.most;
const decoder = new TextDecoder();
/** A letter for each byte: what it gives of ASCII is right, and it takes a whole window in one go. */
const byBytes = new TextDecoder("latin1");
const NOT_ASCII = /[^\0-\x7f]/;

/** Told of each tag. */
export interface XmlTaker {
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
  const open: string[] = [];
  let isDone = false;
  while (true) {
    signal?.throwIfAborted();
    const { bytes } = window;
    const start = window.at;
    const letters = byBytes.decode(bytes.subarray(start, window.end));
    const partOf = (from: number, end: number): string => {
      const part = letters.slice(from - start, end - start);
      return NOT_ASCII.test(part) ? decoder.decode(bytes.subarray(from, end)) : part;
    };
    while (window.at < window.end) {
      const less = bytes.indexOf(LESS, window.at);
      if (less < 0 || less >= window.end) break;
      const stop = endOfTag(bytes, less, window.end);
      if (stop < 0) break;
      const text = (from: number) => (): string => unescaped(partOf(from, less).trim());
      const textOf = text(window.at);
      window.at = stop;
      const first = bytes[less + 1]!;
      if (first === BANG || first === QUESTION) continue;
      if (isDone) return { code: "trailing-data", message: "Tags follow the last element" };
      if (first === SLASH) {
        const name = partOf(less + 2, stop - 1).trim();
        if (open.pop() !== name) {
          return { code: "bad-structure", message: "An element ends that is not the last one that began" };
        }
        taker.close(name, textOf);
        isDone = open.length === 0;
        continue;
      }
      const isEmpty = bytes[stop - 2] === SLASH;
      const tag = partOf(less + 1, stop - (isEmpty ? 2 : 1));
      const name = /^[^\s]*/.exec(tag)![0];
      taker.open(name, (attribute) => attributeOf(tag, attribute));
      if (isEmpty) {
        taker.close(name, () => "");
        isDone = open.length === 0;
      } else if (open.push(name) > LCOV_LIMITS.coverageDepth.most) {
        const message = `Elements are nested more than ${LCOV_LIMITS.coverageDepth.most} deep`;
        return { code: "bad-structure", message };
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

/** Behind the end of a tag, a comment or a declaration; -1 when it is not at hand. */
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
