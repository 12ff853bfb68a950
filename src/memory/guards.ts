/**
 * Where tests put something that watches over the pieces of a heap.
 * @module
 */

import type { Heap } from "./heap.ts";

/** Memory was touched outside its piece, or after it was freed. */
export class GuardError extends Error {
  override readonly name: string = "GuardError";
}

/** Watches over the pieces of one heap. */
export interface Guards {
  /** First address that pieces may take. */
  readonly first: number;
  /** Where memory ends. */
  readonly limit: number;
  /** Bytes to take for a piece. */
  room(bytes: number): number;
  /** Bytes of the piece at an address, as it is cut. */
  sizeAt(pointer: number): number | undefined;
  /** Makes a piece out of fresh room; its address. */
  open(start: number, bytes: number): number;
  /** Checks a piece and spoils it. The room that may be used again: that of a piece that was freed a while ago. */
  close(pointer: number): number | undefined;
  /** Checks all pieces, and those that were freed of late. */
  check(): void;
}

/** Makes the guards of a new heap. */
type MakeGuards = (heap: Heap) => Guards;

let makeGuards: MakeGuards | undefined;

/** From now on every new heap gets these guards; those that new heaps got before. Tests call this before they load anything. */
export function guardAllHeaps(make: MakeGuards | undefined): MakeGuards | undefined {
  const before = makeGuards;
  makeGuards = make;
  return before;
}

/** Whether new heaps are guarded. */
export function guardsWanted(): boolean {
  return makeGuards !== undefined;
}

/** The guards of a new heap, where they are wanted. */
export function guardsOf(heap: Heap): Guards | undefined {
  return makeGuards?.(heap);
}
