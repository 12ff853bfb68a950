/**
 * Hooks for tests that guard the allocations of a heap.
 * @module
 */

import type { Heap } from "./heap.ts";

/** Memory was accessed outside its allocation, or after it was freed. */
export class GuardError extends Error {
  override readonly name: string = "GuardError";
}

/** Guards the allocations of one heap. */
export interface Guards {
  /** First address available for allocations. */
  readonly first: number;
  /** End of the memory available. */
  readonly limit: number;
  /** Bytes to reserve for an allocation. */
  room(bytes: number): number;
  /** Bytes of the allocation at an address, rounded up. */
  sizeAt(pointer: number): number | undefined;
  /** Turns unused memory into a guarded allocation and returns its address. */
  open(start: number, bytes: number): number;
  /**
   * Checks an allocation and overwrites it. Returns memory that may be reused, which belonged to an
   * allocation freed some time ago.
   */
  close(pointer: number): number | undefined;
  /** Checks all allocations, and those freed recently. */
  check(): void;
}

/** Creates the guards of a new heap. */
type MakeGuards = (heap: Heap) => Guards;

let makeGuards: MakeGuards | undefined;

/**
 * Sets the guards of heaps created from now on, and returns the previous ones. Tests call this before they
 * load anything.
 */
export function guardAllHeaps(make: MakeGuards | undefined): MakeGuards | undefined {
  const before = makeGuards;
  makeGuards = make;
  return before;
}

/** Whether new heaps are guarded. */
export function guardsWanted(): boolean {
  return makeGuards !== undefined;
}

/** The guards of a new heap, if guards are set. */
export function guardsOf(heap: Heap): Guards | undefined {
  return makeGuards?.(heap);
}
