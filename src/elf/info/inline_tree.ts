/**
 * Builds the tree of a function and the functions inlined into it. It tells which function an address belongs
 * to, and from where that function was called. The contents of an inlined function are read only when an
 * address lies in it.
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
import { ATTRIBUTE, TAG } from "./dwarf_constants.ts";

const CODE = [ATTRIBUTE.lowPc, ATTRIBUTE.highPc, ATTRIBUTE.ranges, ATTRIBUTE.sibling];
const CALL = [ATTRIBUTE.callFile, ATTRIBUTE.callLine];
/** Entries that may contain inlined functions without being functions themselves. */
const BLOCKS: ReadonlySet<number> = new Set([TAG.lexicalBlock, TAG.tryBlock, TAG.catchBlock]);
/** Maximum nesting of inlined functions; deeper ones are ignored. */
const MOST_DEPTH = 1024;

/** A function, or a place where one was inlined. */
export class InlineNode {
  /** The node that contains this one; undefined for the outermost function. */
  readonly parent: InlineNode | undefined;
  /** Offset of the entry in `.debug_info`. */
  readonly entry: number;
  /** Nesting depth: number of nodes that contain this one. */
  readonly depth: number;
  /** File and line of the call; 0 if unknown, and for the outermost function. */
  callFile = 0;
  callLine = 0;
  /** Entries of the functions inlined here, by address; read on demand. */
  inner: Pieces | undefined;

  /** Creates a node whose contents are not read yet. */
  constructor(parent: InlineNode | undefined, entry: number) {
    this.parent = parent;
    this.entry = entry;
    this.depth = parent ? parent.depth + 1 : 0;
  }
}

/** Reads the inline trees of one file. */
export class InlineTrees {
  readonly #code = new Entry(CODE);
  readonly #call = new Entry(CALL);
  readonly #list = new RangeList();
  readonly #ranges: RangeReader;
  /** Nodes that were read, by the offsets of their entries. */
  readonly #nodes = new Map<number, InlineNode>();
  /**
   * Limit of the bytes to read. Deeply nested entries are read once for each function around them, so only a
   * malicious file reaches the limit.
   */
  #budget: number;

  /** Creates a reader; `bytes` is the size of the debug information. */
  constructor(ranges: RangeReader, bytes: number) {
    this.#ranges = ranges;
    this.#budget = bytes * 64 + 65536;
  }

  /**
   * The innermost node that contains an address, given as a distance from the base of the image. `func` is
   * the entry of the function around it.
   */
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
    // The entry has been parsed before, so it is valid.
    entry.read(cursor, abbrev, unit);
    node.callFile = numberOf(entry.get(ATTRIBUTE.callFile));
    node.callLine = numberOf(entry.get(ATTRIBUTE.callLine));
    return node;
  }

  /** Collects the functions inlined directly into the function of an entry, but not those nested in them. */
  #read(cursor: DwarfCursor, head: UnitHeader, list: RangeList): void {
    const { unit } = head, entry = this.#code;
    // `depth` counts the entries around the current one. `other` is the depth of the outermost entry whose
    // contents are not needed.
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

  /** Jumps to the end of the entry that was read, if it has an attribute that gives its end. */
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
