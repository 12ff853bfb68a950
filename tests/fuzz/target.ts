/**
 * The interface of fuzz targets: where inputs come from, how they are damaged, and the properties of every input.
 * @module
 */

import { Random } from "../support/random.ts";

/** Thrown if a property fails; anything else that is thrown is also a failure. */
export class Failure extends Error {
  override readonly name: string = "Failure";
}

/** Throws if a property fails. */
export function expect(holds: boolean, what: () => string): asserts holds {
  if (!holds) throw new Failure(what());
}

/** The units that are removed from an input. */
export type Shrinking = "bytes" | "lines, bytes" | "lines";

/** A part of the program that takes input from outside. */
export interface Target {
  /** Name on the command line, and of its folder in `testdata/fuzz`. */
  readonly name: string;
  /** One line for the list of targets. */
  readonly summary: string;
  /** The units that are removed to make an input smaller: bytes, or for texts first lines, or only lines. */
  readonly shrinks?: Shrinking;
  /** Undamaged inputs, small ones first. */
  seeds(): Promise<readonly Uint8Array[]>;
  /** A damaged copy; `other` is an input that may provide parts. */
  mutate(input: Uint8Array, random: Random, other: Uint8Array): Promise<Uint8Array> | Uint8Array;
  /** Creates the state that runs share: a session, a server. */
  start(): Promise<Runner> | Runner;
}

/** Runs inputs, one after the other. */
export interface Runner {
  /** Throws if a property fails. Returns the outcome as an observer would describe it: new outcomes are interesting. */
  run(input: Uint8Array): Promise<readonly string[]>;
  /** Closes the state that runs share. */
  close(): Promise<void> | void;
}

/** A number computed from the bytes, so that an input is always treated the same way. */
export function digestOf(bytes: Uint8Array): number {
  let sum = 0x811c9dc5 | 0;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193);
  sum ^= sum >>> 15;
  return sum >>> 0;
}

/** Random choices determined by the bytes of an input. */
export function choicesOf(bytes: Uint8Array): Random {
  return new Random(digestOf(bytes) & 0x3fff_ffff);
}
