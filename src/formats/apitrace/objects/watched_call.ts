/**
 * The watched call at hand, and what its arguments say: numbers, names, sizes of images.
 * @module
 */

import * as S from "../kernel/state.ts";
import type { CallAtHand } from "../replay.ts";
import type { Signature } from "../signatures.ts";
import { Tag, type ValueReader } from "../values.ts";
import type { Context, Contexts } from "./contexts.ts";
import { texelBytes } from "./texel_sizes.ts";

const DECODER = new TextDecoder();

/** One after the other: each call replaces the one before. */
export class WatchedCall {
  readonly #contexts: Contexts;
  /** Its numbers, and what reads its arguments. */
  at!: CallAtHand;
  /** Where it begins in the stream. */
  offset = 0;
  /** Its function. */
  signature!: Signature;

  /** Contexts of threads come from `contexts`. */
  constructor(contexts: Contexts) {
    this.#contexts = contexts;
  }

  get reader(): ValueReader {
    return this.at.reader;
  }

  get no(): number {
    return this.at.kernel.get(S.CALL_NO);
  }

  /** Thread that makes it. */
  get thread(): number {
    return this.at.kernel.get(S.CALL_THREAD);
  }

  /** Bytes of blobs that it passes. */
  get bytes(): number {
    return this.at.kernel.getLong(S.CALL_BYTES);
  }

  /** Asked for only where objects are: the first context is the first that anything is done in. */
  get context(): Context {
    return this.#contexts.current(this.thread);
  }

  /** What it returned. */
  get returned(): bigint | null {
    return this.reader.placeReturn() ? this.reader.integer() : null;
  }

  /** An argument that fits into 32 bits, by its place; not a number where there is none. */
  small(place: number): number {
    const { reader } = this;
    return reader.argCount > place && reader.placeArg(place) ? reader.small() : NaN;
  }

  /** An argument by its place; 0 where there is none. */
  big(place: number): bigint {
    const { reader } = this;
    const isThere = place >= 0 && place < reader.argCount && reader.placeArg(place);
    return isThere ? reader.integer() ?? 0n : 0n;
  }

  /** An argument by its name, else `missing`. */
  named(name: string, missing: number): number {
    const place = this.signature.names.indexOf(name);
    const value = place < 0 ? NaN : this.small(place);
    return Number.isNaN(value) ? missing : value;
  }

  /** The first argument that has one of these names, else the one at a place; 0 where there is none. */
  anyOf(names: readonly string[], missing = -1): bigint {
    const place = this.signature.names.findIndex((name) => names.includes(name));
    return this.big(place < 0 ? missing : place);
  }
}

/** A name as a list: there is none for 0, and for what is not a number. */
export function nonZero(value: bigint | null): bigint[] {
  return value === null || value === 0n ? [] : [value];
}

/** Bytes of an image: of its content where that was given, else of its dimensions. */
export function textureBytes(call: WatchedCall): number {
  const image = call.named("imageSize", NaN);
  if (image >= 0) return image;
  if (call.bytes > 0 && call.named("levels", 0) === 0) return call.bytes;
  const samples = Math.max(1, call.named("samples", 1));
  const texel = texelBytes(call.named("internalformat", 0)) * samples;
  let [width, height, depth] = [
    call.named("width", 1),
    call.named("height", 1),
    call.named("depth", 1),
  ];
  let bytes = 0;
  for (let level = Math.min(32, Math.max(1, call.named("levels", 1))); level > 0; level--) {
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

/** The text that the reader is at; empty for anything else. */
export function textOf(reader: ValueReader): string {
  const inside = reader.read();
  if (reader.kind === Tag.String) return DECODER.decode(reader.content.slice());
  reader.skip(inside);
  return "";
}
