/**
 * The current watched call, and what its arguments contain: numbers, names, sizes of images.
 * @module
 */

import * as S from "../kernel/state.ts";
import type { CurrentCall } from "../replay.ts";
import type { Signature } from "../signatures.ts";
import { Tag, type ValueReader } from "../values.ts";
import type { Context, Contexts } from "./contexts.ts";
import { texelBytes } from "./texel_sizes.ts";

const DECODER = new TextDecoder();

/** A watched call. One object is reused for all calls. */
export class WatchedCall {
  readonly #contexts: Contexts;
  /** The pass at the current call, with a reader of the arguments. */
  at!: CurrentCall;
  /** Stream offset of the call. */
  offset = 0;
  /** Signature of its function. */
  signature!: Signature;

  /** Creates the reusable object; `contexts` knows the current context of each thread. */
  constructor(contexts: Contexts) {
    this.#contexts = contexts;
  }

  get reader(): ValueReader {
    return this.at.reader;
  }

  get no(): number {
    return this.at.kernel.get(S.CALL_NO);
  }

  /** Thread of the call. */
  get thread(): number {
    return this.at.kernel.get(S.CALL_THREAD);
  }

  /** Total bytes of its blobs. */
  get bytes(): number {
    return this.at.kernel.getLong(S.CALL_BYTES);
  }

  /**
   * The current context of the calling thread. The first lookup of a thread creates a context, so only calls that work
   * on objects may use this.
   */
  get context(): Context {
    return this.#contexts.current(this.thread);
  }

  /** The return value; null if there is none. */
  get returned(): bigint | null {
    return this.reader.placeReturn() ? this.reader.integer() : null;
  }

  /** Returns an argument as a number, by position; NaN if there is none. */
  small(place: number): number {
    const { reader } = this;
    return reader.argCount > place && reader.placeArg(place) ? reader.small() : NaN;
  }

  /** Returns an argument by position; 0 if there is none. */
  big(place: number): bigint {
    const { reader } = this;
    const isThere = place >= 0 && place < reader.argCount && reader.placeArg(place);
    return isThere ? reader.integer() ?? 0n : 0n;
  }

  /** Returns an argument by name; `missing` if there is none. */
  named(name: string, missing: number): number {
    const place = this.signature.names.indexOf(name);
    const value = place < 0 ? NaN : this.small(place);
    return Number.isNaN(value) ? missing : value;
  }

  /**
   * Returns the first argument with one of these names, else the one at position `missing`; 0 if there is
   * none.
   */
  anyOf(names: readonly string[], missing = -1): bigint {
    const place = this.signature.names.findIndex((name) => names.includes(name));
    return this.big(place < 0 ? missing : place);
  }
}

/** Returns a name as a list; an empty one for 0 and null. */
export function nameAsList(value: bigint | null): bigint[] {
  return value === null || value === 0n ? [] : [value];
}

/** Computes the bytes of an image: from its content if there is any, else from its dimensions. */
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
  return plausibleSize(bytes);
}

/** Returns a size if it is plausible (whole, not negative, exact as a double), else 0. */
export function plausibleSize(size: number): number {
  return Number.isSafeInteger(size) && size >= 0 ? size : 0;
}

function halve(length: number): number {
  return Math.max(1, Math.floor(length / 2));
}

/** Reads a string; empty for any other value. */
export function textOf(reader: ValueReader): string {
  const inside = reader.read();
  if (reader.kind === Tag.String) return DECODER.decode(reader.content.slice());
  reader.skip(inside);
  return "";
}
