/**
 * Functions of a unit and what was inlined into them: which of them code belongs to, and from where it was called.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import { Entry } from "./entry.ts";
import { type Pieces, RangeList } from "./pieces.ts";
import type { RangeReader } from "./ranges.ts";
import { skipEntry } from "./skip.ts";
import type { UnitHead } from "./unit_head.ts";
import { ValueKind } from "./value.ts";
import { ATTRIBUTE, TAG } from "./words.ts";

const WANTED = [
  ATTRIBUTE.lowPc,
  ATTRIBUTE.highPc,
  ATTRIBUTE.ranges,
  ATTRIBUTE.callFile,
  ATTRIBUTE.callLine,
];
/** The function around has no code of its own: nothing in it is wanted. */
const NONE = -1;
/** Functions within functions deeper than this are left out. */
const MOST_DEPTH = 4096;

/** The tree. A node is a function, or a place where one was inlined. */
export class InlineTree {
  /** Whose node lies in whose; `NONE` for functions. */
  readonly parents: number[] = [];
  /** Where their entries are. */
  readonly entries: number[] = [];
  /** File and line of the call of those that were inlined; 0 where it is not known. */
  readonly callFiles: number[] = [];
  readonly callLines: number[] = [];
  readonly #pieces: Pieces;

  /** Reads all entries of a unit, as far as they make sense. */
  constructor(head: UnitHead, ranges: RangeReader) {
    const list = new RangeList();
    try {
      this.#read(head, list, ranges);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
    this.#pieces = list.pieces();
  }

  /** The innermost node at a distance from the image's base; -1 for none. */
  nodeAt(distance: number): number {
    return this.#pieces.ownerAt(distance);
  }

  #read(head: UnitHead, list: RangeList, ranges: RangeReader): void {
    const { unit } = head;
    const entry = new Entry(WANTED);
    const cursor = unit.file.cursor(".debug_info", unit.first);
    if (!cursor) return;
    cursor.end = unit.end;
    // The node around each level, and how deep it is.
    const around: number[] = [], depths: number[] = [];
    let node = NONE, depth = 0;
    while (cursor.left > 0) {
      const at = cursor.at, code = cursor.uleb();
      if (code === 0) {
        if (around.length === 0) return;
        node = around.pop()!;
        depth = depths.pop()!;
        continue;
      }
      const abbrev = unit.abbrevs.get(code);
      if (!abbrev) throw cursor.fail(`an entry with code ${code}`, at);
      let inside = node, insideDepth = depth;
      const isInlined = abbrev.tag === TAG.inlinedSubroutine && node !== NONE;
      if (abbrev.tag === TAG.subprogram || isInlined) {
        entry.read(cursor, abbrev, unit);
        const own = this.parents.length;
        insideDepth = isInlined ? Math.min(depth + 1, MOST_DEPTH) : 0;
        const hasCode = ranges.read(entry, head, (start, end) => list.add(start, end, insideDepth, own));
        inside = hasCode || isInlined ? own : NONE;
        if (inside !== NONE) this.#add(isInlined ? node : NONE, at, entry);
      } else skipEntry(cursor, abbrev, unit);
      if (!abbrev.hasChildren) {
        if (around.length === 0) return;
        continue;
      }
      around.push(node);
      depths.push(depth);
      node = inside;
      depth = insideDepth;
    }
  }

  #add(parent: number, offset: number, entry: Entry): void {
    const file = entry.get(ATTRIBUTE.callFile), line = entry.get(ATTRIBUTE.callLine);
    this.parents.push(parent);
    this.entries.push(offset);
    this.callFiles.push(file?.kind === ValueKind.Number && file.high === 0 ? file.low : 0);
    this.callLines.push(line?.kind === ValueKind.Number && line.high === 0 ? line.low : 0);
  }
}
