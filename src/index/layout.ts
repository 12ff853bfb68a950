/**
 * The layout of a saved index.
 *
 *     blocks      packed blocks as they are in memory, in the order in which they were written; some may be unused
 *     contents    texts, backtraces, a list of the blocks, and everything else as JSON
 *     trailer     40 bytes: offset (8), length (8) and checksum (4) of the contents, version of the layout (4),
 *                 a magic number (16)
 *
 * The index of a followed trace begins with a header and can be extended: new blocks, contents and a trailer are
 * appended. The earlier ones stay where they are, since another process may be reading them. Until the new trailer
 * is written, readers find the previous index by its length in the header:
 *
 *     header      32 bytes: a magic number (16), length of the complete index that the file begins with, or 0 (8),
 *                 a checksum of both (4), 4 unused
 *
 * Numbers are little-endian, checksums are CRC-32. The contents have one checksum because they are read at once.
 * Each block has its own checksum because blocks are read on demand.
 * @module
 */

import { crc32 } from "../base/crc32.ts";
import { type Block, BLOCK_ROWS, blockBytes, NullMode, packedBytes } from "../tables/block.ts";
import type { Arena } from "../memory/arena.ts";
import type { BlockFile } from "../memory/block_file.ts";
import type { BytesReader, BytesWriter } from "./bytes_writer.ts";

/** Version of the layout. Increase it when the layout or the way in which tables are built changes. */
const LAYOUT = 7;

const MAGIC = new TextEncoder().encode("Quarry: index\r\n\0");
/** Bytes of the trailer. */
export const TRAILER_BYTES = 40;

/** Bytes of an entry in the block list. */
export const ENTRY_BYTES = 48;
/** Position in an entry of the offset of the block's bytes. */
export const BLOCK_OFFSET_FIELD = 16;

/** The trailer of a file whose contents begin at `offset`. */
export function trailerOf(offset: number, contents: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(TRAILER_BYTES);
  const view = new DataView(bytes.buffer);
  view.setFloat64(0, offset, true);
  view.setFloat64(8, contents.length, true);
  view.setUint32(16, crc32(contents), true);
  view.setUint32(20, LAYOUT, true);
  bytes.set(MAGIC, TRAILER_BYTES - MAGIC.length);
  return bytes;
}

/** Reads the trailer of a file of `size` bytes; undefined if it is not an index, or has another layout. */
export function readTrailer(
  bytes: Uint8Array,
  size: number,
): { readonly offset: number; readonly length: number; readonly checksum: number } | undefined {
  if (bytes.length < TRAILER_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  if (MAGIC.some((byte, at) => bytes[TRAILER_BYTES - MAGIC.length + at] !== byte)) return undefined;
  if (view.getUint32(20, true) !== LAYOUT) return undefined;
  const offset = view.getFloat64(0, true);
  const length = view.getFloat64(8, true);
  const checksum = view.getUint32(16, true);
  const fits = Number.isSafeInteger(offset) && Number.isSafeInteger(length) && offset >= 0 && length >= 0;
  return fits && offset + length + TRAILER_BYTES === size ? { offset, length, checksum } : undefined;
}

const HEAD_MAGIC = new TextEncoder().encode("Quarry: grows\r\n\0");
/** Size of the header of an index that can be extended. */
export const EXTENSION_HEADER_BYTES = 32;

/** The header of a file that begins with a complete index of `length` bytes; 0 if it has none yet. */
export function extensionHeader(length: number): Uint8Array {
  const bytes = new Uint8Array(EXTENSION_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(HEAD_MAGIC);
  view.setFloat64(HEAD_MAGIC.length, length, true);
  view.setUint32(HEAD_MAGIC.length + 8, crc32(bytes.subarray(0, HEAD_MAGIC.length + 8)), true);
  return bytes;
}

/**
 * The length of the complete index in a file. Usually this is the whole file. It is less while the file is being
 * extended, or if a process was killed while it extended the file.
 */
export function completeLength(file: IndexFile): number {
  if (endsAt(file, file.size) || file.size < EXTENSION_HEADER_BYTES) return file.size;
  const head = new Uint8Array(EXTENSION_HEADER_BYTES);
  file.read(0, head);
  const length = new DataView(head.buffer).getFloat64(HEAD_MAGIC.length, true);
  const isHead = extensionHeader(length).every((byte, at) => byte === head[at]);
  return isHead && length <= file.size && endsAt(file, length) ? length : file.size;
}

/** Whether an index in this layout ends at `length`. */
function endsAt(file: IndexFile, length: number): boolean {
  if (length < TRAILER_BYTES) return false;
  const end = new Uint8Array(TRAILER_BYTES);
  file.read(length - TRAILER_BYTES, end);
  return readTrailer(end, length) !== undefined;
}

/** An open index. */
export interface IndexFile extends Pick<BlockFile, "read"> {
  /** Length in bytes. */
  readonly size: number;
}

/** The contents of an index, verified; undefined if the file is not an index, or is damaged. */
export function readIndexContents(file: IndexFile): Uint8Array | undefined {
  if (file.size < TRAILER_BYTES) return undefined;
  const end = new Uint8Array(TRAILER_BYTES);
  file.read(file.size - TRAILER_BYTES, end);
  const trailer = readTrailer(end, file.size);
  if (!trailer) return undefined;
  const contents = new Uint8Array(trailer.length);
  file.read(trailer.offset, contents);
  return crc32(contents) === trailer.checksum ? contents : undefined;
}

/** Writes the entry of a block whose bytes are at `offset`. */
export function writeBlock(to: BytesWriter, block: Block, offset: number, checksum: number): void {
  to.u32(block.rows);
  to.u32(block.width | (block.nullMode << 8) | (block.packed ? 1 << 16 : 0));
  to.u32(block.nullCount);
  to.u32(checksum);
  to.f64(offset);
  to.u64(block.origin);
  to.u64(block.min);
  to.u64(block.max);
}

/** The entries of one column in the block list. */
interface BlockEntries {
  /** The entries of the column's blocks in the list. */
  readonly list: Uint8Array;
  readonly count: number;
  /** Rows of the column, if known. */
  readonly rows?: number | undefined;
  /** Offset of the end of all blocks. */
  readonly end: number;
}

/** Whether the entry at `at` of a list describes a block that has bytes in the file. */
export function hasBytes(list: DataView, at: number): boolean {
  return list.getUint32(at + 4, true) >>> 16 !== 0;
}

/**
 * Number of bytes that the blocks of a column take. Throws if the entries are impossible, so that blocks can
 * be created later without checks.
 */
export function checkBlocks({ list, count, rows: all, end }: BlockEntries): number {
  const view = new DataView(list.buffer, list.byteOffset, list.byteLength);
  let sum = 0;
  for (let block = 0; block < count; block++) {
    const at = block * ENTRY_BYTES;
    const rows = view.getUint32(at, true);
    const bits = view.getUint32(at + 4, true);
    const width = bits & 255, nullMode = (bits >>> 8) & 255;
    const isLast = block === count - 1;
    const expected = !isLast ? BLOCK_ROWS : all === undefined ? rows : all - block * BLOCK_ROWS;
    const offset = view.getFloat64(at + BLOCK_OFFSET_FIELD, true);
    const isPossible = rows === expected && rows <= BLOCK_ROWS && isWidth(width) &&
      nullMode <= NullMode.Bytes &&
      (bits >>> 16 === 0 || (offset >= 0 && offset + packedBytes(rows, width, nullMode) <= end));
    if (!isPossible) throw new RangeError("Cannot read an index: a block is invalid");
    sum += blockBytes({ rows, width, nullMode });
  }
  return sum;
}

function isWidth(width: number): width is Block["width"] {
  return width === 0 || width === 1 || width === 2 || width === 4 || width === 8;
}

/**
 * Creates the next block of a list, for a column of signed or unsigned numbers. Its bytes stay in the file,
 * and the entry was checked.
 */
export function readBlock(
  from: BytesReader,
  arena: Arena,
  file: Pick<BlockFile, "read">,
  signed: boolean,
): Block {
  const rows = from.u32();
  const bits = from.u32();
  const nullCount = from.u32();
  const checksum = from.u32();
  const offset = from.f64();
  const origin = from.u64();
  let min = from.u64();
  let max = from.u64();
  if (signed) [min, max] = [BigInt.asIntN(64, min), BigInt.asIntN(64, max)];
  const width = (bits & 255) as Block["width"];
  const nullMode: NullMode = (bits >>> 8) & 255;
  const bytes = packedBytes(rows, width, nullMode);
  const packed = bits >>> 16 ? arena.addStoredBlock(bytes, { file, offset, checksum }) : undefined;
  return { rows, width, packed, origin, nullMode, nullCount, min, max };
}
