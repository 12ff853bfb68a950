/**
 * Assigns numbers to the paths of values in a record. A path consists of keys and list indexes, outermost
 * first. Each path is stored once, so millions of records do not create strings for their keys.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
import { GFXR_LIMITS } from "./limits.ts";
import { ARGUMENTS, OTHER_PATH, ROOT } from "./record_layout.ts";

export { ARGUMENTS, OTHER_PATH, ROOT };
/** Paths that the reader looks for, in the order of their creation. */
export const INDEX = 2;
export const CALL = 3;
export const NAME = 4;
export const THREAD = 5;
export const RETURN = 6;
export const OBJECT = 8;
export const OBJECT_TYPE = 9;
export const META = 10;
export const META_NAME = 11;
export const HEADER = 12;
export const ANNOTATION = 13;
export const STATE = 14;
export const FRAME = 15;

const KNOWN: readonly (readonly [path: number, parent: number, name: string])[] = [
  [INDEX, ROOT, "index"],
  [CALL, ROOT, "vkFunc"],
  [NAME, CALL, "name"],
  [THREAD, CALL, "thread"],
  [RETURN, CALL, "return"],
  [ARGUMENTS, CALL, "args"],
  [OBJECT, CALL, "object"],
  [OBJECT_TYPE, OBJECT, "type"],
  [META, ROOT, "meta"],
  [META_NAME, META, "name"],
  [HEADER, ROOT, "header"],
  [ANNOTATION, ROOT, "annotation"],
  [STATE, ROOT, "state"],
  [FRAME, ROOT, "frame"],
];

const PRIME = 0x0100_0193;
const MOST = GFXR_LIMITS.gfxrPaths.most;
const FIRST_SLOTS = 1 << 12;
/** Half of the slots are free, so more probes than this occur only in a file crafted for it. */
const MOST_PROBES = 256;

/** The paths of a capture. */
export class Paths {
  /** Number of paths; the first ones are those in `KNOWN`. */
  count = 2;
  /** Parent of each path. */
  #parents = new Int32Array(FIRST_SLOTS >> 1);
  #hashes = new Int32Array(FIRST_SLOTS >> 1);
  /**
   * The path whose meaning each path shares: itself, or another one if records use several names for one
   * thing.
   */
  #meant = new Int32Array(FIRST_SLOTS >> 1);
  /** The outermost ancestor of each path below `ARGUMENTS`, or the path itself; 0 = none. */
  #tops = new Int32Array(FIRST_SLOTS >> 1);
  #outermost = new Int32Array(FIRST_SLOTS >> 1);
  /** Key of each path; a list index is written as `[3]`. */
  readonly #arguments = new Map<string, number>();
  readonly #names: string[] = ["", ""];
  readonly #keys: (Uint8Array | null)[] = [null, null];
  /** Open addressing hash table; 0 = free. */
  #slots = new Int32Array(FIRST_SLOTS);
  /** Paths of list elements, by list and index. */
  readonly #items = new Map<number, number[]>();
  /** Whether a path was not stored because of the limit. */
  hasOthers = false;

  /** Creates the list with the paths that the reader looks for. */
  constructor() {
    for (const [path, parent, name] of KNOWN) {
      if (this.named(parent, name) !== path) throw new Error(`Another path than ${name}`);
    }
    // Later releases use another key for calls, and methods have a key of their own.
    for (const name of ["function", "method"]) this.alias(ROOT, name, CALL);
  }

  /** Returns the path of a key below another path; `hash` is the hash of the key's bytes. */
  child(parent: number, bytes: Uint8Array, from: number, end: number, hash: number): number {
    if (parent === OTHER_PATH) return OTHER_PATH;
    const mixed = Math.imul(hash ^ parent, PRIME) ^ parent;
    const mask = this.#slots.length - 1;
    for (let slot = mixed & mask, probes = 0; probes < MOST_PROBES; slot = (slot + 1) & mask, probes++) {
      const found = this.#slots[slot]!;
      if (found === 0) return this.#add(parent, mixed, slot, bytes, from, end);
      if (
        this.#hashes[found] === mixed && this.#parents[found] === parent && this.#is(found, bytes, from, end)
      ) {
        return this.#meant[found]!;
      }
    }
    this.hasOthers = true;
    return OTHER_PATH;
  }

  /** Returns the path of an argument, whose keys are separated by dots in `text`. */
  argument(text: string): number {
    const known = this.#arguments.get(text);
    if (known !== undefined) return known;
    const path = text.split(".").reduce((parent, name) => this.named(parent, name), ARGUMENTS);
    this.#arguments.set(text, path);
    return path;
  }

  /** Makes a key an alias of an existing path. */
  alias(parent: number, name: string, path: number): void {
    this.#meant[this.named(parent, name)] = path;
  }

  /**
   * Returns the argument that contains a value, which may be the path itself; 0 if it is outside the
   * arguments.
   */
  argumentOf(path: number): number {
    return this.#tops[path]!;
  }

  /** Formats the path of a value inside its argument: `pRegions[0].size`. */
  argumentText(path: number): string {
    return this.#text(path, ARGUMENTS);
  }

  /** Whether this is the path of a list element. */
  isItem(path: number): boolean {
    return this.#keys[path] === null && path > OTHER_PATH;
  }

  /** Returns the key of the record that contains the path. */
  outermost(path: number): number {
    return this.#outermost[path]!;
  }

  /** Returns the last key of a path. */
  nameOf(path: number): string {
    return this.#names[path]!;
  }

  /** Returns the path of a list element. */
  item(list: number, place: number): number {
    if (list === OTHER_PATH) return OTHER_PATH;
    let known = this.#items.get(list);
    if (!known) this.#items.set(list, known = []);
    const found = known[place];
    if (found !== undefined) return found;
    if (this.count >= MOST) {
      this.hasOthers = true;
      return OTHER_PATH;
    }
    return known[place] = this.#keep(list, 0, `[${place}]`, null);
  }

  /** Returns the path of a key that is given as text. */
  named(parent: number, name: string): number {
    const bytes = new TextEncoder().encode(name);
    let hash = 0;
    for (const byte of bytes) hash = Math.imul(hash ^ byte, PRIME);
    return this.child(parent, bytes, 0, bytes.length, hash);
  }

  #text(path: number, from: number): string {
    let text = "";
    for (let at = path; at !== from && at > OTHER_PATH; at = this.#parents[at]!) {
      const name = this.#names[at]!;
      text = text === "" ? name : name + (text.startsWith("[") ? "" : ".") + text;
    }
    return text;
  }

  #is(path: number, bytes: Uint8Array, from: number, end: number): boolean {
    const key = this.#keys[path];
    if (!key || key.length !== end - from) return false;
    for (let at = 0; at < key.length; at++) if (key[at] !== bytes[from + at]) return false;
    return true;
  }

  #add(parent: number, hash: number, slot: number, bytes: Uint8Array, from: number, end: number): number {
    if (this.count >= MOST) {
      this.hasOthers = true;
      return OTHER_PATH;
    }
    const key = bytes.slice(from, end);
    const path = this.#keep(parent, hash, new TextDecoder().decode(key), key);
    this.#slots[slot] = path;
    if (2 * this.count > this.#slots.length) this.#enlarge();
    return path;
  }

  #keep(parent: number, hash: number, name: string, key: Uint8Array | null): number {
    const path = this.count++;
    if (path === this.#parents.length) {
      this.#parents = growArray(this.#parents, 2 * path);
      this.#hashes = growArray(this.#hashes, 2 * path);
      this.#meant = growArray(this.#meant, 2 * path);
      this.#tops = growArray(this.#tops, 2 * path);
      this.#outermost = growArray(this.#outermost, 2 * path);
    }
    this.#parents[path] = parent;
    this.#hashes[path] = hash;
    this.#meant[path] = path;
    this.#tops[path] = parent === ARGUMENTS ? path : this.#tops[parent]!;
    this.#outermost[path] = parent === ROOT ? path : this.#outermost[parent]!;
    this.#names.push(name);
    this.#keys.push(key);
    return path;
  }

  #enlarge(): void {
    const slots = new Int32Array(2 * this.#slots.length);
    for (let path = 2; path < this.count; path++) {
      if (this.#keys[path] === null) continue;
      let slot = this.#hashes[path]! & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = path;
    }
    this.#slots = slots;
  }
}
