/**
 * An index file that can be extended: the blocks in it stay where they are, and new blocks are appended, followed by
 * new contents and a trailer.
 * @module
 */

import { crc32 } from "../base/crc32.ts";
import { readAt } from "../ingest/read_at.ts";
import type { PackedBytes } from "../memory/block_store.ts";
import type { BlockPosition, BlockTarget } from "./block_target.ts";
import { openIndexOutput } from "./index_output.ts";
import { EXTENSION_HEADER_BYTES, extensionHeader, TRAILER_BYTES } from "./layout.ts";
import { openRegularFile } from "./open_index_file.ts";

/** Writes an index to a target. */
type Save = (target: BlockTarget) => Promise<void>;

/** Where an index is written. */
interface ExtendedPlace {
  readonly folder: string;
  readonly place: string;
  /** Whether the user requested the index explicitly. */
  readonly asked: boolean;
}

/** An index that this process has written and can extend. */
export class ExtendedIndex {
  readonly #place: string;
  #blocks: AppendedBlocks;
  /** Bytes written so far. */
  written: number;

  private constructor(place: string, blocks: AppendedBlocks) {
    this.#place = place;
    this.#blocks = blocks;
    this.written = blocks.end;
  }

  /** Writes a complete index. An existing index at the same path stays until the new one is complete. */
  static async create({ folder, place, asked }: ExtendedPlace, save: Save): Promise<ExtendedIndex> {
    const output = await openIndexOutput(folder, place, asked);
    const blocks = new AppendedBlocks(EXTENSION_HEADER_BYTES, (_, bytes) => output.write(bytes));
    try {
      await output.write(extensionHeader(0));
      await save(blocks);
      await output.finish();
    } catch (error) {
      output.discard();
      throw error;
    }
    blocks.settle();
    return new ExtendedIndex(place, blocks);
  }

  /** Length of the file. */
  get length(): number {
    return this.#blocks.end;
  }

  /** Bytes of the file that the current index does not use. */
  get unused(): number {
    return this.length - this.#blocks.used;
  }

  /** Bytes of the blocks of the current index. */
  get blockBytes(): number {
    return this.#blocks.blockBytes;
  }

  /**
   * Replaces the index by another one, which shares blocks with it; only new blocks are written. Returns false if the
   * file was removed or changed by others. If saving fails, the previous index stays valid.
   */
  async extend(save: Save): Promise<boolean> {
    using file = openRegularFile(this.#place, true);
    if (!file || !this.#blocks.isEndOf(file)) return false;
    const before = this.length;
    const blocks = new AppendedBlocks(before, (at, bytes) => writeAt(file, at, bytes), {
      blocks: this.#blocks,
      read: (at, into) => readAt(file, at, into) === into.length,
    });
    try {
      // Until the new trailer is written, readers use the previous index, whose length is in the header.
      await writeAt(file, 0, extensionHeader(before));
      await save(blocks);
    } catch (error) {
      file.truncateSync(before);
      throw error;
    } finally {
      this.written += EXTENSION_HEADER_BYTES + blocks.end - before;
    }
    blocks.settle();
    this.#blocks = blocks;
    return true;
  }
}

function writeAt(file: Deno.FsFile, offset: number, bytes: Uint8Array): Promise<void> {
  file.seekSync(offset, Deno.SeekMode.Start);
  for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
  return Promise.resolve();
}

/** The previous index in the same file. */
interface Before {
  readonly blocks: AppendedBlocks;
  /** Reads bytes of the file; false if the file is too short. */
  read(offset: number, into: Uint8Array): boolean;
}

/** The blocks of an index. Those that the file does not contain yet are appended to it. */
class AppendedBlocks implements BlockTarget {
  offset: number;
  /** Where the file ends. */
  end: number;
  /** The last bytes that were written. */
  #tail: Uint8Array = new Uint8Array(0);
  readonly #write: (at: number, bytes: Uint8Array) => Promise<void>;
  #before: Before | undefined;
  readonly #places = new Map<PackedBytes, BlockPosition>();
  /** Positions of blocks by their length and checksum. */
  readonly #contents = new Map<string, BlockPosition>();
  /** Offsets of all blocks, to count a block once if several columns contain it. */
  readonly #offsets = new Set<number>();
  #rest = 0;
  blockBytes = 0;
  #copy = new Uint8Array(1 << 19);
  #compared = new Uint8Array(1 << 19);

  constructor(
    offset: number,
    write: (at: number, bytes: Uint8Array) => Promise<void>,
    before?: Before,
  ) {
    this.offset = this.end = offset;
    this.#write = write;
    this.#before = before;
  }

  /** Bytes of the file that the index uses. */
  get used(): number {
    return EXTENSION_HEADER_BYTES + this.blockBytes + this.#rest;
  }

  async put(packed: PackedBytes): Promise<void> {
    if (this.#places.has(packed)) return;
    const known = this.#before?.blocks.placeIn(packed);
    if (known) return this.#add(packed, known);
    // Blocks with ends of lives, dictionaries and last rows are created again for each save, but most have the same
    // bytes as before.
    const bytes = this.#copied(packed);
    const checksum = crc32(bytes);
    const key = keyOf(bytes.length, checksum);
    const equal = this.#contents.get(key) ?? this.#before?.blocks.equalTo(key);
    if (equal && this.#hasThere(equal.offset, bytes)) return this.#add(packed, equal);
    const { offset } = this;
    this.offset = this.end = offset + bytes.length;
    await this.#write(offset, bytes);
    this.#add(packed, { offset, checksum });
  }

  /** Frees buffers; called when the index is complete. */
  settle(): void {
    this.#before = undefined;
    this.#copy = this.#compared = new Uint8Array(0);
  }

  /**
   * Whether a file still ends with the trailer of this index. The trailer contains the checksum of the contents, and
   * these contain the checksums of the blocks, so nothing else needs to be compared.
   */
  isEndOf(file: Deno.FsFile): boolean {
    const now = new Uint8Array(TRAILER_BYTES);
    return file.statSync().size === this.end && readAt(file, this.end - now.length, now) === now.length &&
      this.#tail.every((byte, at) => byte === now[at]);
  }

  flush(): Promise<void> {
    return Promise.resolve();
  }

  placeOf(packed: PackedBytes): BlockPosition {
    return this.#places.get(packed)!;
  }

  /** The position of a block; undefined if the file does not contain it. */
  placeIn(packed: PackedBytes): BlockPosition | undefined {
    return this.#places.get(packed);
  }

  /** The position of a block with this length and checksum; undefined if there is none. */
  equalTo(key: string): BlockPosition | undefined {
    return this.#contents.get(key);
  }

  async write(bytes: Uint8Array): Promise<void> {
    const at = this.end;
    this.end += bytes.length;
    this.#rest += bytes.length;
    this.#tail = bytes.slice(-TRAILER_BYTES);
    await this.#write(at, bytes);
  }

  #add(packed: PackedBytes, place: BlockPosition): void {
    this.#places.set(packed, place);
    this.#contents.set(keyOf(packed.bytes, place.checksum), place);
    if (!this.#offsets.has(place.offset)) this.blockBytes += packed.bytes;
    this.#offsets.add(place.offset);
  }

  /** Copies the bytes of a block, because a block may move while it is being written. */
  #copied(packed: PackedBytes): Uint8Array {
    const { bytes, owner } = packed;
    if (bytes > this.#copy.length) this.#copy = new Uint8Array(bytes);
    const pointer = owner.store.pin(packed);
    this.#copy.set(owner.u8.subarray(pointer, pointer + bytes));
    owner.store.unpin(packed);
    return this.#copy.subarray(0, bytes);
  }

  /** Whether the file has these bytes at an offset; equal checksums do not prove it. */
  #hasThere(offset: number, bytes: Uint8Array): boolean {
    const { length } = bytes;
    if (!this.#before) return false;
    if (length > this.#compared.length) this.#compared = new Uint8Array(length);
    const there = this.#compared.subarray(0, length);
    return this.#before.read(offset, there) && there.every((byte, at) => byte === bytes[at]);
  }
}

function keyOf(bytes: number, checksum: number): string {
  return `${bytes} ${checksum}`;
}
