/**
 * What can be fuzzed: where inputs come from, how they are damaged, and what must hold for every input.
 * @module
 */

import { Random } from "../support/random.ts";

/** What an input must not do; anything else that is thrown is a failure too. */
export class Failure extends Error {
  override readonly name: string = "Failure";
}

/** Fails where something does not hold. */
export function expect(holds: boolean, what: () => string): asserts holds {
  if (!holds) throw new Failure(what());
}

/** What is left out of an input. */
export type Shrinking = "bytes" | "lines, bytes" | "lines";

/** Something of the program that takes input from outside. */
export interface Target {
  /** Name on the command line, and of its folder in `testdata/fuzz`. */
  readonly name: string;
  /** One line for the list of targets. */
  readonly summary: string;
  /** What is left out to make an input smaller: bytes, or of texts lines first, or only lines. */
  readonly shrinks?: Shrinking;
  /** Sound inputs, small ones first. */
  seeds(): Promise<readonly Uint8Array[]>;
  /** A damaged copy; `other` is an input that parts may come from. */
  mutate(input: Uint8Array, random: Random, other: Uint8Array): Promise<Uint8Array> | Uint8Array;
  /** Makes what runs share: a session, a server. */
  start(): Promise<Runner> | Runner;
}

/** Runs inputs, one after the other. */
export interface Runner {
  /** Throws when something does not hold. Gives what an observer would call the outcome: new outcomes are interesting. */
  run(input: Uint8Array): Promise<readonly string[]>;
  /** Ends what runs share. */
  close(): Promise<void> | void;
}

/** A number that follows from the bytes, so that an input is always treated the same way. */
export function digestOf(bytes: Uint8Array): number {
  let sum = 0x811c9dc5 | 0;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193);
  sum ^= sum >>> 15;
  return sum >>> 0;
}

/** Choices that follow from the bytes of an input. */
export function choicesOf(bytes: Uint8Array): Random {
  return new Random(digestOf(bytes) & 0x3fff_ffff);
}
