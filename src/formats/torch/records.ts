/**
 * Records of a few words each, in chunks, so that growing copies nothing. They lie in the arena, where a kernel sees them.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";
import { ArenaList } from "../arena_list.ts";
import { CHUNK_SHIFT } from "./pickle_layout.ts";

/** Records per chunk. */
const CHUNK_RECORDS = 1 << CHUNK_SHIFT;

/** Records of one kind. Fields are named by their places in bytes; word 0 may say which of them were put. */
export class Records {
  readonly #arena: Arena;
  readonly #bytes: number;
  readonly #chunks: ArenaList;
  /** How many there are. */
  length = 0;

  /** Records of `bytes` bytes, at most 128. */
  constructor(arena: Arena, bytes: number) {
    this.#arena = arena;
    this.#bytes = bytes;
    this.#chunks = new ArenaList(arena, 4);
  }

  /** Addresses of the chunks; elsewhere after `add` and `reserve`. */
  get pointer(): number {
    return this.#chunks.pointer;
  }

  /** Capacity. */
  get room(): number {
    return this.#chunks.length * CHUNK_RECORDS;
  }

  /** How many records each chunk has. */
  get chunkLengths(): number[] {
    return Array.from(
      { length: this.#chunks.length },
      (_, chunk) => Math.max(0, Math.min(CHUNK_RECORDS, this.length - chunk * CHUNK_RECORDS)),
    );
  }

  /** Makes room for a chunk more. */
  reserve(): void {
    const chunk = this.#arena.alloc(CHUNK_RECORDS * this.#bytes);
    this.#chunks.set(this.#chunks.add(), 0, chunk);
  }

  /** Adds an empty record; its number. */
  add(): number {
    if (this.length === this.room) this.reserve();
    const record = this.length++;
    const at = this.#at(record);
    this.#arena.u8.fill(0, at, at + this.#bytes);
    return record;
  }

  /** Nobody reads the records of a chunk again: its memory goes. */
  release(chunk: number): void {
    this.#arena.free(this.#chunks.word(chunk, 0));
    this.#chunks.set(chunk, 0, 0);
  }

  /** Whether a field was put. */
  has(record: number, field: number): boolean {
    return (this.word(record, 0) & (1 << (field >>> 2))) !== 0;
  }

  /** A word of a record; 0 where it was not put. */
  word(record: number, field: number): number {
    return this.#arena.u32[(this.#at(record) + field) >>> 2]!;
  }

  /** Writes a word of a record without saying that it was put. */
  write(record: number, field: number, word: number): void {
    this.#arena.u32[(this.#at(record) + field) >>> 2] = word;
  }

  /** Puts a field of no word, which only is there or is not. */
  mark(record: number, field: number): void {
    this.#arena.u32[this.#at(record) >>> 2]! |= 1 << (field >>> 2);
  }

  /** Puts a field of one word. */
  put(record: number, field: number, word: number): void {
    this.mark(record, field);
    this.write(record, field, word);
  }

  /** Puts a field of two words. */
  put64(record: number, field: number, low: number, high: number): void {
    this.put(record, field, low);
    this.write(record, field + 4, high);
  }

  /** Frees the memory. */
  close(): void {
    for (let chunk = 0; chunk < this.#chunks.length; chunk++) this.#arena.free(this.#chunks.word(chunk, 0));
    this.#chunks.close();
  }

  #at(record: number): number {
    return this.#chunks.word(record >>> CHUNK_SHIFT, 0) + (record & (CHUNK_RECORDS - 1)) * this.#bytes;
  }
}
