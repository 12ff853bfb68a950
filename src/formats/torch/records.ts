/**
 * Fixed-size records in chunks, so that growing copies nothing. They are in the arena and shared with
 * kernels.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";
import { ArenaList } from "../arena_list.ts";
import { CHUNK_SHIFT } from "./pickle_layout.ts";

/** Records per chunk. */
const CHUNK_RECORDS = 1 << CHUNK_SHIFT;

/**
 * Records of one kind. A field is identified by its byte offset; the bits of word 0 tell which fields are
 * set.
 */
export class Records {
  readonly #arena: Arena;
  readonly #bytes: number;
  readonly #chunks: ArenaList;
  /** Number of records. */
  length = 0;

  /** Creates an empty list of records of `bytes` bytes each, at most 128. */
  constructor(arena: Arena, bytes: number) {
    this.#arena = arena;
    this.#bytes = bytes;
    this.#chunks = new ArenaList(arena, 4);
  }

  /** Address of the list of chunk addresses; `add` and `reserve` may move it. */
  get pointer(): number {
    return this.#chunks.pointer;
  }

  /** Number of records that fit without another chunk. */
  get room(): number {
    return this.#chunks.length * CHUNK_RECORDS;
  }

  /** Number of records in each chunk. */
  get chunkLengths(): number[] {
    return Array.from(
      { length: this.#chunks.length },
      (_, chunk) => Math.max(0, Math.min(CHUNK_RECORDS, this.length - chunk * CHUNK_RECORDS)),
    );
  }

  /** Adds a chunk. */
  reserve(): void {
    const chunk = this.#arena.alloc(CHUNK_RECORDS * this.#bytes);
    this.#chunks.set(this.#chunks.add(), 0, chunk);
  }

  /** Adds an empty record; returns its number. */
  add(): number {
    if (this.length === this.room) this.reserve();
    const record = this.length++;
    const at = this.#at(record);
    this.#arena.u8.fill(0, at, at + this.#bytes);
    return record;
  }

  /** Frees a chunk whose records are not read again. */
  release(chunk: number): void {
    this.#arena.free(this.#chunks.word(chunk, 0));
    this.#chunks.set(chunk, 0, 0);
  }

  /** Whether a field is set. */
  has(record: number, field: number): boolean {
    return (this.word(record, 0) & (1 << (field >>> 2))) !== 0;
  }

  /** Reads a word of a record; 0 if it was never set. */
  word(record: number, field: number): number {
    return this.#arena.u32[(this.#at(record) + field) >>> 2]!;
  }

  /** Writes a word of a record without marking the field as set. */
  write(record: number, field: number, word: number): void {
    this.#arena.u32[(this.#at(record) + field) >>> 2] = word;
  }

  /** Marks a field as set. For a flag, which has no word, this is its only content. */
  mark(record: number, field: number): void {
    this.#arena.u32[this.#at(record) >>> 2]! |= 1 << (field >>> 2);
  }

  /** Sets a field of one word. */
  put(record: number, field: number, word: number): void {
    this.mark(record, field);
    this.write(record, field, word);
  }

  /** Sets a field of two words. */
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
