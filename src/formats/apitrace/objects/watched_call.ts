/**
 * The watched call at hand, and what its arguments say: numbers, names, sizes of images.
 * @module
 */

import { Tag, type ValueReader } from "../values.ts";
import type { Signature } from "../signatures.ts";
import type { Context, Contexts } from "./contexts.ts";
import { texelBytes } from "./texel_sizes.ts";

const DECODER = new TextDecoder();

/** One after the other: each call takes the place of the one before. */
export class WatchedCall {
  readonly #contexts: Contexts;
  /** Number of the call. */
  no = 0;
  /** Thread that makes it. */
  thread = 0;
  /** Where it begins in the stream. */
  offset = 0;
  /** Bytes of blobs that it passes. */
  bytes = 0;
  /** Reads its arguments. */
  reader!: ValueReader;
  /** Its function. */
  signature!: Signature;

  /** Contexts of threads come from `contexts`. */
  constructor(contexts: Contexts) {
    this.#contexts = contexts;
  }

  /** Asked for only where objects are: the first context is the first that anything is done in. */
  get context(): Context {
    return this.#contexts.current(this.thread);
  }
}

/** A name as a list: there is none for 0, and for what is no number. */
export function nonZero(value: bigint | null): bigint[] {
  return value === null || value === 0n ? [] : [value];
}

/** An argument that fits into 32 bits, by its place; not a number where there is none. */
export function argSmall({ reader }: WatchedCall, number: number): number {
  return reader.argCount > number && reader.placeArg(number) ? reader.small() : NaN;
}

/** An argument by its place; 0 where there is none. */
export function argBig({ reader }: WatchedCall, number: number): bigint {
  return reader.argCount > number && reader.placeArg(number) ? reader.integer() ?? 0n : 0n;
}

/** An argument by its name, else `missing`. */
export function argNamed(call: WatchedCall, name: string, missing: number): number {
  const number = call.signature.names.indexOf(name);
  const value = number < 0 ? NaN : argSmall(call, number);
  return Number.isNaN(value) ? (name === "buffer" ? argSmall(call, missing) : missing) : value;
}

/** What the call returned. */
export function returned({ reader }: WatchedCall): bigint | null {
  return reader.placeReturn() ? reader.integer() : null;
}

/** The context that a new one shares its objects with. */
export function shareOf(call: WatchedCall): bigint {
  const names = ["shareList", "share_list", "share_context", "hShareContext", "share"];
  const number = call.signature.names.findIndex((name) => names.includes(name));
  return number < 0 ? 0n : argBig(call, number);
}

/** The context that a thread is going to use. */
export function contextOf(call: WatchedCall): bigint {
  const number = call.signature.names.findIndex((name) =>
    ["ctx", "hglrc", "context", "hGLRC"].includes(name)
  );
  return argBig(call, number < 0 ? call.reader.argCount - 1 : number);
}

/** Bytes of an image: of its content where that was given, else of its dimensions. */
export function textureBytes(call: WatchedCall): number {
  const image = argNamed(call, "imageSize", NaN);
  if (image >= 0) return image;
  if (call.bytes > 0 && argNamed(call, "levels", 0) === 0) return call.bytes;
  const samples = Math.max(1, argNamed(call, "samples", 1));
  const texel = texelBytes(argNamed(call, "internalformat", 0)) * samples;
  let [width, height, depth] = [
    argNamed(call, "width", 1),
    argNamed(call, "height", 1),
    argNamed(call, "depth", 1),
  ];
  let bytes = 0;
  for (let level = Math.min(32, Math.max(1, argNamed(call, "levels", 1))); level > 0; level--) {
    bytes += width * height * depth * texel;
    [width, height, depth] = [halve(width), halve(height), halve(depth)];
  }
  return sound(bytes);
}

/** A size that can be one: whole, not negative, exact as a double. */
export function sound(size: number): number {
  return Number.isSafeInteger(size) && size >= 0 ? size : 0;
}

function halve(length: number): number {
  return Math.max(1, Math.floor(length / 2));
}

/** The text that the reader stands at; empty for anything else. */
export function textOf(reader: ValueReader): string {
  const inside = reader.read();
  if (reader.kind === Tag.String) return DECODER.decode(reader.content.slice());
  reader.skip(inside);
  return "";
}
