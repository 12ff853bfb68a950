/**
 * Where a value is in a record, as a number: keys and places in lists, from the outermost on. Each path is known once,
 * so that nothing is made of the keys of millions of records.
 * @module
 */

import { grown } from "../../base/grown.ts";
import { GFXR_LIMITS } from "./limits.ts";
import { ARGUMENTS, OTHER, ROOT } from "./record_layout.ts";

export { ARGUMENTS, OTHER, ROOT };
/** Paths that the reader looks for, in the order in which they are made. */
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
/** Half of the slots are free, so that only keys that were made for it stand so close together. */
const MOST_PROBES = 256;

/** The paths of a capture. */
export class Paths {
  /** How many there are; the first ones are those below. */
  count = 2;
  /** The path around each. */
  #parents = new Int32Array(FIRST_SLOTS >> 1);
  #hashes = new Int32Array(FIRST_SLOTS >> 1);
  /** What each counts as: another one where a record says the same under several names. */
  #meant = new Int32Array(FIRST_SLOTS >> 1);
  /** The outermost key below `ARGUMENTS` that leads to each; 0 = none. */
  #tops = new Int32Array(FIRST_SLOTS >> 1);
  #outermost = new Int32Array(FIRST_SLOTS >> 1);
  /** The key of each; the place in a list as a text like `[3]`. */
  readonly #arguments = new Map<string, number>();
  readonly #names: string[] = ["", ""];
  readonly #keys: (Uint8Array | null)[] = [null, null];
  /** Open addressing; 0 = free. */
  #slots = new Int32Array(FIRST_SLOTS);
  /** Paths of elements of lists, by the list and then by place. */
  readonly #items = new Map<number, number[]>();
  /** Some path was not kept. */
  hasOthers = false;

  /** Knows the paths that the reader looks for. */
  constructor() {
    for (const [path, parent, name] of KNOWN) {
      if (this.named(parent, name) !== path) throw new Error(`Another path than ${name}`);
    }
    // A call has another name in later releases, and those of objects have one of their own.
    for (const name of ["function", "method"]) this.mean(ROOT, name, CALL);
  }

  /** The path of a key below another path; `hash` is that of the bytes of the key. */
  child(parent: number, bytes: Uint8Array, from: number, end: number, hash: number): number {
    if (parent === OTHER) return OTHER;
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
    return OTHER;
  }

  /** The path of an argument that the reader looks for, with dots between keys. */
  argument(text: string): number {
    const known = this.#arguments.get(text);
    if (known !== undefined) return known;
    const path = text.split(".").reduce((parent, name) => this.named(parent, name), ARGUMENTS);
    this.#arguments.set(text, path);
    return path;
  }

  /** From now on a key leads to a path that another one leads to. */
  mean(parent: number, name: string, path: number): void {
    this.#meant[this.named(parent, name)] = path;
  }

  /** The argument that a value belongs to: the path itself or one around it; 0 where it belongs to none. */
  argumentOf(path: number): number {
    return this.#tops[path]!;
  }

  /** The path of a value from its call's arguments on, with dots between keys: `pRegions[0].size`. */
  argumentText(path: number): string {
    return this.#text(path, ARGUMENTS);
  }

  /** Whether it is that of an element of a list. */
  isItem(path: number): boolean {
    return this.#keys[path] === null && path > OTHER;
  }

  /** The key of the record that leads to it. */
  outermost(path: number): number {
    return this.#outermost[path]!;
  }

  /** Its last key. */
  nameOf(path: number): string {
    return this.#names[path]!;
  }

  /** The path of an element of a list. */
  item(list: number, place: number): number {
    if (list === OTHER) return OTHER;
    let known = this.#items.get(list);
    if (!known) this.#items.set(list, known = []);
    const found = known[place];
    if (found !== undefined) return found;
    if (this.count >= MOST) {
      this.hasOthers = true;
      return OTHER;
    }
    return known[place] = this.#keep(list, 0, `[${place}]`, null);
  }

  /** A path that is given by words: what the reader looks for. */
  named(parent: number, name: string): number {
    const bytes = new TextEncoder().encode(name);
    let hash = 0;
    for (const byte of bytes) hash = Math.imul(hash ^ byte, PRIME);
    return this.child(parent, bytes, 0, bytes.length, hash);
  }

  #text(path: number, from: number): string {
    let text = "";
    for (let at = path; at !== from && at > OTHER; at = this.#parents[at]!) {
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
      return OTHER;
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
      this.#parents = grown(this.#parents, 2 * path);
      this.#hashes = grown(this.#hashes, 2 * path);
      this.#meant = grown(this.#meant, 2 * path);
      this.#tops = grown(this.#tops, 2 * path);
      this.#outermost = grown(this.#outermost, 2 * path);
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
