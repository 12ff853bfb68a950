/**
 * Reads the addresses of an entry's code: two addresses, or a list of ranges in `.debug_ranges` or
 * `.debug_rnglists`. Source: the DWARF standard, version 5, sections 2.17 and 7.25, and version 4, section
 * 2.17.3.
 * @module
 */

import type { DwarfCursor } from "../dwarf_cursor.ts";
import type { Entry } from "./entry.ts";
import type { Image } from "./image.ts";
import { resolveAddress, type UnitHeader } from "./unit_header.ts";
import { Value, ValueKind } from "./value.ts";
import { ATTRIBUTE } from "./dwarf_constants.ts";

/**
 * Receives a range of code, as distances from the base of the image. Ranges that do not begin in code are
 * left out.
 */
type TakeRange = (start: number, end: number) => void;

/** Kinds of entries of `.debug_rnglists`. */
const END = 0,
  BASE_X = 1,
  START_X_END_X = 2,
  START_X_LENGTH = 3,
  OFFSETS = 4,
  BASE = 5,
  START_END = 6,
  START_LENGTH = 7;

/** Reads the ranges of entries. */
export class RangeReader {
  readonly #image: Image;
  readonly #indexed = new Value();
  /**
   * Limit of the total length of all lists: in a malicious file, every entry may refer to the same long list.
   */
  #budget: number;

  /** Creates a reader; `bytes` is the size of the debug information. */
  constructor(image: Image, bytes: number) {
    this.#image = image;
    this.#budget = bytes * 16 + 65536;
  }

  /** Reads the ranges of an entry; returns false if it has none. */
  read(entry: Entry, head: UnitHeader, take: TakeRange): boolean {
    const image = this.#image;
    const add: TakeRange = (start, end) => {
      if (end > start && image.isCode(start)) take(start, end);
    };
    const low = entry.get(ATTRIBUTE.lowPc), high = entry.get(ATTRIBUTE.highPc);
    if (low && high && resolveAddress(low, head)) {
      const start = image.distance(low.low, low.high);
      if (resolveAddress(high, head)) add(start, image.distance(high.low, high.high));
      else if (high.kind === ValueKind.Number) add(start, start + high.offset);
      return true;
    }
    const ranges = entry.get(ATTRIBUTE.ranges);
    if (!ranges) return false;
    if (head.unit.version >= 5) this.#readLists(ranges, head, add);
    else if (ranges.kind === ValueKind.Number) this.#readPairs(ranges.offset, head, add);
    return true;
  }

  /** Reads a list of versions 2 to 4: pairs of offsets from a base, terminated by 0, 0. */
  #readPairs(offset: number, head: UnitHeader, add: TakeRange): void {
    const { addressBytes } = head.unit;
    const cursor = head.addressFile.cursor(".debug_ranges", head.pairsBase + offset);
    if (!cursor) return;
    let baseLow = head.low, baseHigh = head.high;
    while (cursor.left >= 2 * addressBytes && this.#budget-- > 0) {
      cursor.wide(addressBytes);
      const { low, high } = cursor;
      cursor.wide(addressBytes);
      if ((low | high | cursor.low | cursor.high) === 0) return;
      if (low === 0xffff_ffff && (addressBytes === 4 || high === 0xffff_ffff)) {
        baseLow = cursor.low;
        baseHigh = cursor.high;
        continue;
      }
      add(
        this.#image.distanceOfSum(baseLow, baseHigh, low, high),
        this.#image.distanceOfSum(baseLow, baseHigh, cursor.low, cursor.high),
      );
    }
  }

  /** Reads a list of version 5. */
  #readLists(value: Value, head: UnitHeader, add: TakeRange): void {
    const { file, offsetBytes } = head.unit;
    let at = value.offset;
    if (value.kind === ValueKind.RangesIndex) {
      const table = file.cursor(".debug_rnglists", head.rangesBase + at * offsetBytes);
      if (!table || table.left < offsetBytes) return;
      at = head.rangesBase + table.offset(offsetBytes);
    }
    const cursor = file.cursor(".debug_rnglists", at);
    if (cursor) this.#readList(cursor, head, add);
  }

  #readList(cursor: DwarfCursor, head: UnitHeader, add: TakeRange): void {
    const image = this.#image, { addressBytes } = head.unit;
    const number = (): number => {
      cursor.uleb();
      return cursor.high * 0x1_0000_0000 + cursor.low;
    };
    let baseLow = head.low, baseHigh = head.high;
    while (cursor.left > 0 && this.#budget-- > 0) {
      const kind = cursor.u8();
      switch (kind) {
        case END:
          return;
        case BASE_X:
        case START_X_END_X:
        case START_X_LENGTH: {
          const first = this.#addressOf(cursor, head);
          if (first && kind === BASE_X) {
            baseLow = first.low;
            baseHigh = first.high;
            break;
          }
          const start = first ? image.distance(first.low, first.high) : -1;
          if (kind === START_X_LENGTH) add(start, start + number());
          else if (kind === START_X_END_X) {
            const last = this.#addressOf(cursor, head);
            if (last) add(start, image.distance(last.low, last.high));
          }
          break;
        }
        case OFFSETS: {
          cursor.uleb();
          const start = image.distanceOfSum(baseLow, baseHigh, cursor.low, cursor.high);
          cursor.uleb();
          add(start, image.distanceOfSum(baseLow, baseHigh, cursor.low, cursor.high));
          break;
        }
        case BASE:
          cursor.wide(addressBytes);
          baseLow = cursor.low;
          baseHigh = cursor.high;
          break;
        case START_END:
        case START_LENGTH: {
          cursor.wide(addressBytes);
          const start = image.distance(cursor.low, cursor.high);
          if (kind === START_LENGTH) add(start, start + number());
          else {
            cursor.wide(addressBytes);
            add(start, image.distance(cursor.low, cursor.high));
          }
          break;
        }
        default:
          return;
      }
    }
  }

  /** Reads an index into the address table and returns the address. */
  #addressOf(cursor: DwarfCursor, head: UnitHeader): Value | undefined {
    const value = this.#indexed;
    cursor.uleb();
    value.kind = ValueKind.AddressIndex;
    value.low = cursor.low;
    value.high = cursor.high;
    return resolveAddress(value, head) ? value : undefined;
  }
}
