/**
 * Facts about each row of the dictionary that the entry itself does not contain.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
import { PROGRAM } from "./address_space.ts";

const DROPPED = 1;
const SPECIAL_ROW = 2;

/** Module number and flags by code. */
export class RowFacts {
  #modules = new Int32Array(1024);
  #flags = new Uint8Array(1024);

  /** Records an ordinary entry: the module that contains it, and whether the original tool would drop it. */
  set(code: number, module: number, dropped: boolean): void {
    this.#reserve(code);
    this.#modules[code] = module;
    this.#flags[code] = dropped ? DROPPED : 0;
  }

  /** Records a special entry and the module that it refers to. */
  setSpecial(code: number, module: number): void {
    this.#reserve(code);
    this.#modules[code] = module;
    this.#flags[code] = SPECIAL_ROW;
  }

  moduleOf(code: number): number {
    return this.#modules[code] ?? PROGRAM;
  }

  /** Whether the original tool drops the entry. */
  isDropped(code: number): boolean {
    return (this.#flags[code]! & DROPPED) !== 0;
  }

  /** Whether this is a special entry. */
  isSpecial(code: number): boolean {
    return (this.#flags[code]! & SPECIAL_ROW) !== 0;
  }

  #reserve(code: number): void {
    if (code < this.#flags.length) return;
    const room = this.#flags.length * 2;
    this.#modules = growArray(this.#modules, room);
    this.#flags = growArray(this.#flags, room);
  }
}
