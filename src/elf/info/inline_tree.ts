/**
 * A function and what was inlined into it: which of them code belongs to, and from where it was called. What is inside an
 * inlined function is read when an address lies in it.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import type { DwarfCursor } from "../dwarf_cursor.ts";
import type { Abbrev } from "./abbrevs.ts";
import { Entry } from "./entry.ts";
import { type Pieces, RangeList } from "./pieces.ts";
import type { RangeReader } from "./ranges.ts";
import { skipEntry } from "./skip.ts";
import type { UnitHeader } from "./unit_header.ts";
import { type Value, ValueKind } from "./value.ts";
import { ATTRIBUTE, TAG } from "./words.ts";

const CODE = [ATTRIBUTE.lowPc, ATTRIBUTE.highPc, ATTRIBUTE.ranges, ATTRIBUTE.sibling];
const CALL = [ATTRIBUTE.callFile, ATTRIBUTE.callLine];
/** What inlined functions are in, beside others of them. */
const BLOCKS: ReadonlySet<number> = new Set([TAG.lexicalBlock, TAG.tryBlock, TAG.catchBlock]);
/** Functions within functions deeper than this are left out. */
const MOST_DEPTH = 1024;

/** A function, or a place where one was inlined. */
export class InlineNode {
  /** The node that it lies in; undefined for the function. */
  readonly parent: InlineNode | undefined;
  /** Where its entry is. */
  readonly entry: number;
  /** How many nodes it lies in. */
  readonly depth: number;
  /** File and line of the call; 0 where it is not known, and for the function. */
  callFile = 0;
  callLine = 0;
  /** Entries of what was inlined into it, by address, once somebody asks. */
  inner: Pieces | undefined;

  /** Nothing is known of its inside. */
  constructor(parent: InlineNode | undefined, entry: number) {
    this.parent = parent;
    this.entry = entry;
    this.depth = parent ? parent.depth + 1 : 0;
  }
}

/** Reads nodes of one file. */
export class InlineTrees {
  readonly #code = new Entry(CODE);
  readonly #call = new Entry(CALL);
  readonly #list = new RangeList();
  readonly #ranges: RangeReader;
  /** Nodes that were asked for, by their entries. */
  readonly #nodes = new Map<number, InlineNode>();
  /** What lies deep is gone over once for each function around it: only a hostile file has so many of them. */
  #budget: number;

  /** Takes what reads ranges; `bytes` are those of the debug information. */
  constructor(ranges: RangeReader, bytes: number) {
    this.#ranges = ranges;
    this.#budget = bytes * 64 + 65536;
  }

  /** The innermost node at a distance from the image's base that is in the function with an entry. */
  innermostAt(head: UnitHeader, func: number, distance: number): InlineNode {
    let node = this.#nodes.get(func);
    if (!node) this.#nodes.set(func, node = new InlineNode(undefined, func));
    while (node.depth < MOST_DEPTH) {
      const entry = (node.inner ??= this.#innerOf(head, node)).ownerAt(distance);
      if (entry < 0) break;
      let inner = this.#nodes.get(entry);
      if (!inner) this.#nodes.set(entry, inner = this.#nodeOf(head, node, entry));
      node = inner;
    }
    return node;
  }

  #innerOf(head: UnitHeader, node: InlineNode): Pieces {
    const list = this.#list;
    list.clear();
    const cursor = head.unit.file.cursor(".debug_info", node.entry);
    if (cursor) {
      cursor.end = Math.min(head.unit.end, node.entry + Math.max(0, this.#budget));
      try {
        this.#read(cursor, head, list);
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
      }
      this.#budget -= cursor.at - node.entry;
    }
    return list.pieces();
  }

  #nodeOf(head: UnitHeader, parent: InlineNode, offset: number): InlineNode {
    const node = new InlineNode(parent, offset), { unit } = head, entry = this.#call;
    const cursor = unit.file.cursor(".debug_info", offset)!;
    const abbrev = unit.abbrevs.get(cursor.uleb())!;
    // It was gone over before: it makes sense.
    entry.read(cursor, abbrev, unit);
    node.callFile = numberOf(entry.get(ATTRIBUTE.callFile));
    node.callLine = numberOf(entry.get(ATTRIBUTE.callLine));
    return node;
  }

  /** Gathers what was inlined into the function of an entry, without what was inlined into that. */
  #read(cursor: DwarfCursor, head: UnitHeader, list: RangeList): void {
    const { unit } = head, entry = this.#code;
    // How many entries are around this one, and how many around the outermost of them whose inside nobody asks for.
    let depth = 0, other = Infinity;
    while (cursor.left > 0) {
      const at = cursor.at, code = cursor.uleb();
      if (code === 0) {
        if (--depth <= 0) return;
        if (depth <= other) other = Infinity;
        continue;
      }
      const abbrev = unit.abbrevs.get(code);
      if (!abbrev) throw cursor.fail(`an entry with code ${code}`, at);
      const isOther = depth > 0 && !BLOCKS.has(abbrev.tag);
      const isInlined = isOther && other === Infinity && abbrev.tag === TAG.inlinedSubroutine;
      if (isInlined || (isOther && abbrev.hasSibling && abbrev.hasChildren)) {
        entry.read(cursor, abbrev, unit);
        if (isInlined) this.#ranges.read(entry, head, (start, end) => list.add(start, end, 0, at));
        if (this.#jumps(cursor, abbrev)) continue;
      } else skipEntry(cursor, abbrev, unit);
      if (!abbrev.hasChildren) {
        if (depth === 0) return;
        continue;
      }
      if (isOther && other === Infinity) other = depth;
      depth++;
    }
  }

  /** Moves past all that is in the entry that was read, where it says where that ends. */
  #jumps(cursor: DwarfCursor, { hasChildren }: Abbrev): boolean {
    const end = hasChildren ? this.#code.get(ATTRIBUTE.sibling) : undefined;
    if (end?.kind !== ValueKind.Entry || end.offset < cursor.at || end.offset > cursor.end) return false;
    cursor.at = end.offset;
    return true;
  }
}

function numberOf(value: Value | undefined): number {
  return value?.kind === ValueKind.Number && value.high === 0 ? value.low : 0;
}
