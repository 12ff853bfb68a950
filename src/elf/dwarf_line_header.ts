/**
 * The header of one unit of `.debug_line`, versions 2 to 5: how to read its program, and its folders and
 * files. Read from the DWARF standard, version 5, section 6.2.4, and version 2, section 6.2.4.
 *
 *     length (4 bytes, or ffffffff and 8) version(2) [v5: address size, segment size] header length
 *     shortest instruction, [v4: operations in one], default is_stmt, line base, line range, opcode base, operand counts
 *     v2 to v4: folders and files as texts up to an empty one; file number 1 is the first
 *     v5: for each of the two lists, the forms of its fields, then the entries; file number 0 is the first
 * @module
 */

import type { DwarfCursor } from "./dwarf_cursor.ts";

/** String sections that entries point into. */
export interface TextSections {
  /** `.debug_line_str`. */
  readonly lineTexts: Uint8Array | undefined;
  /** `.debug_str`. */
  readonly texts: Uint8Array | undefined;
}

/** The position of a string: a section and an offset. */
export interface TextPlace {
  /** The section; undefined if the file lacks it, or if the text cannot be found. */
  readonly section: Uint8Array | undefined;
  /** Offset of the first byte of the string in its section. */
  readonly at: number;
}

/** A file of a unit. */
interface FileEntry {
  /** Name, perhaps with a path. */
  readonly name: TextPlace;
  readonly folder: number;
}

/** How to read the program of a unit. */
export interface LineHeader {
  /** Bytes per unit of address advance: the shortest instruction. */
  readonly instructionBytes: number;
  /** Operations per instruction; more than 1 only on VLIW machines. */
  readonly operations: number;
  /** Smallest line advance of a special opcode. */
  readonly lineBase: number;
  /** Number of line advances. */
  readonly lineRange: number;
  /** First special opcode. */
  readonly opcodeBase: number;
  /** Number of operands of each standard opcode, starting with opcode 1. */
  readonly operandCounts: Uint8Array;
  /** Folders by number. */
  readonly folders: readonly TextPlace[];
  /** Files in order; the line program may add more. */
  readonly files: FileEntry[];
  /** Number of the first file in the list. */
  readonly firstFile: 0 | 1;
}

const NAME = 1;
const FOLDER = 2;

const NO_TEXT: TextPlace = { section: undefined, at: 0 };

/** Reads the header; the cursor starts after `version` and ends at the program. */
export function readLineHeader(
  cursor: DwarfCursor,
  version: number,
  offsetBytes: 4 | 8,
  texts: TextSections,
): LineHeader {
  // Skip address and segment size: addresses have their own length, and flat machines have no segments.
  if (version >= 5) cursor.skip(2);
  const length = cursor.offset(offsetBytes);
  if (length > cursor.left) {
    throw cursor.fail(`a header of ${length} bytes in ${cursor.left}`, cursor.at - offsetBytes);
  }
  const program = cursor.at + length;
  const instructionBytes = cursor.u8();
  const operations = version >= 4 ? Math.max(1, cursor.u8()) : 1;
  cursor.skip(1); // default is_stmt
  const lineBase = cursor.u8() << 24 >> 24;
  const lineRange = cursor.u8();
  const opcodeBase = cursor.u8();
  if (lineRange === 0) throw cursor.fail("a line range of 0", cursor.at - 2);
  if (opcodeBase === 0) throw cursor.fail("an opcode base of 0", cursor.at - 1);
  cursor.need(opcodeBase - 1);
  const operandCounts = cursor.bytes.subarray(cursor.at, cursor.at + opcodeBase - 1);
  cursor.skip(opcodeBase - 1);
  const shape = { instructionBytes, operations, lineBase, lineRange, opcodeBase, operandCounts };
  const lists = version >= 5 ? describedLists(cursor, offsetBytes, texts) : plainLists(cursor);
  if (cursor.at > program) throw cursor.fail("lists of files that are longer than the header", program);
  cursor.at = program;
  return { ...shape, ...lists };
}

/** Reads the lists of versions 2 to 4; an empty name ends each. */
function plainLists(cursor: DwarfCursor): Pick<LineHeader, "folders" | "files" | "firstFile"> {
  // Folder 0 is the compiler's working directory, which is stored elsewhere.
  const folders: TextPlace[] = [NO_TEXT];
  while (true) {
    const at = cursor.text();
    if (cursor.bytes[at] === 0) break;
    folders.push({ section: cursor.bytes, at });
  }
  const files: FileEntry[] = [];
  while (cursor.u8() !== 0) {
    cursor.at--;
    files.push(readFileEntry(cursor));
  }
  return { folders, files, firstFile: 1 };
}

/** Reads a file entry of versions 2 to 4: name, folder, time and length. */
export function readFileEntry(cursor: DwarfCursor): FileEntry {
  const at = cursor.text();
  const folder = cursor.uleb();
  cursor.uleb();
  cursor.uleb();
  return { name: { section: cursor.bytes, at }, folder };
}

/** Reads the lists of folders and files of DWARF version 5. */
function describedLists(
  cursor: DwarfCursor,
  offsetBytes: 4 | 8,
  texts: TextSections,
): Pick<LineHeader, "folders" | "files" | "firstFile"> {
  const folders = describedList(cursor, offsetBytes, texts).map(({ name }) => name);
  return { folders, files: describedList(cursor, offsetBytes, texts), firstFile: 0 };
}

function describedList(cursor: DwarfCursor, offsetBytes: 4 | 8, texts: TextSections): FileEntry[] {
  const fields = Array.from({ length: cursor.u8() }, () => ({ kind: cursor.uleb(), form: cursor.uleb() }));
  // A list cannot have more entries than bytes remain, since every form takes at least one byte.
  const count = cursor.count("a list");
  if (count > 0 && fields.length === 0) throw cursor.fail(`${count} entries without fields`, cursor.at);
  return Array.from({ length: count }, () => {
    let name = NO_TEXT, folder = 0;
    for (const { kind, form } of fields) {
      const value = readForm(cursor, form, offsetBytes, texts);
      if (kind === NAME && typeof value === "object") name = value;
      else if (kind === FOLDER && typeof value === "number") folder = value;
    }
    return { name, folder };
  });
}

/** Reads the value of a field: a string, a number, or undefined if it is not used. */
function readForm(
  cursor: DwarfCursor,
  form: number,
  offsetBytes: 4 | 8,
  { lineTexts, texts }: TextSections,
): TextPlace | number | undefined {
  switch (form) {
    case 0x08: // string
      return { section: cursor.bytes, at: cursor.text() };
    case 0x1f: // line_strp
      return { section: lineTexts, at: cursor.offset(offsetBytes) };
    case 0x0e: // strp
      return { section: texts, at: cursor.offset(offsetBytes) };
    case 0x0b: // data1
      return cursor.u8();
    case 0x05: // data2
      return cursor.u16();
    case 0x06: // data4
      return cursor.u32();
    case 0x0f: // udata
      return cursor.uleb();
    case 0x0d: // sdata
      return cursor.sleb();
    case 0x07: // data8
      cursor.skip(8);
      return undefined;
    case 0x1e: // data16: an MD5 sum
      cursor.skip(16);
      return undefined;
    case 0x17: // sec_offset
      cursor.skip(offsetBytes);
      return undefined;
    case 0x09: // block
      cursor.skip(cursor.count("a block"));
      return undefined;
    case 0x0a: // block1
      cursor.skip(cursor.u8());
      return undefined;
    case 0x03: // block2
      cursor.skip(cursor.u16());
      return undefined;
    case 0x04: // block4
      cursor.skip(cursor.u32());
      return undefined;
    // Strings by index need a table that other sections describe, so the name stays unknown.
    case 0x1a: // strx
      cursor.uleb();
      return NO_TEXT;
    case 0x25: // strx1
    case 0x26: // strx2
    case 0x27: // strx3
    case 0x28: // strx4
      cursor.skip(form - 0x24);
      return NO_TEXT;
    case 0x1d: // strp_sup
      cursor.skip(offsetBytes);
      return NO_TEXT;
  }
  throw cursor.fail(`a field of form 0x${form.toString(16)}`, cursor.at);
}
