/** Events, signatures and values of graphics recordings. */

import { Tag } from "../../../src/formats/apitrace/values.ts";
import type { FindStructure } from "../structure.ts";
import { giveUp, type Walk, walked } from "./walk.ts";

/** Maximum depth of nested values. */
const DEEPEST = 200;

/** Ids that are defined already, by kind of signature. */
type Known = Readonly<Record<"function" | "struct" | "enum" | "mask" | "frame", Set<number>>>;

/** The stream inside the containers. */
export const apitraceStructure: FindStructure = (bytes) =>
  walked(bytes, (walk) => {
    const version = walk.leb();
    if (version > 6) giveUp();
    if (version === 6) readProperties(walk);
    const known: Known = {
      function: new Set(),
      struct: new Set(),
      enum: new Set(),
      mask: new Set(),
      frame: new Set(),
    };
    while (walk.left > 0) {
      walk.record(() => {
        if (walk.byte() === 0) {
          if (version >= 4) walk.leb();
          if (isNew(walk, known.function)) readNames(walk);
        } else walk.leb();
        readDetails(walk, known, version);
      });
    }
  });

function readString(walk: Walk): number {
  const length = walk.leb();
  walk.raw(length);
  return length;
}

function readProperties(walk: Walk): void {
  walk.leb();
  while (readString(walk) > 0) readString(walk);
}

/** Reads a name, and the names of parts. */
function readNames(walk: Walk): number {
  readString(walk);
  const count = walk.leb();
  for (let at = 0; at < count; at++) readString(walk);
  return count;
}

function isNew(walk: Walk, known: Set<number>): boolean {
  const id = walk.leb();
  if (known.has(id)) return false;
  known.add(id);
  return true;
}

function readDetails(walk: Walk, known: Known, version: number): void {
  for (;;) {
    switch (walk.byte()) {
      case 0:
        return;
      case 1:
        walk.leb();
        readValue(walk, known, version, 0);
        break;
      case 2:
        readValue(walk, known, version, 0);
        break;
      case 4:
        readBacktrace(walk, known);
        break;
      default:
        walk.leb();
    }
  }
}

function readBacktrace(walk: Walk, known: Known): void {
  for (let left = walk.leb(); left > 0; left--) {
    if (!isNew(walk, known.frame)) continue;
    for (let part = walk.byte(); part !== 0; part = walk.byte()) {
      if (part <= 3) readString(walk);
      else walk.leb();
    }
  }
}

/** Number of members of structures, by id: only one walk runs at a time. */
const members = new Map<number, number>();

function readValue(walk: Walk, known: Known, version: number, depth: number): void {
  if (depth > DEEPEST) giveUp();
  const inner = (): void => readValue(walk, known, version, depth + 1);
  const tag = walk.byte();
  switch (tag) {
    case Tag.Null:
    case Tag.False:
    case Tag.True:
      return;
    case Tag.Float:
      return walk.raw(4);
    case Tag.Double:
      return walk.raw(8);
    case Tag.String:
    case Tag.Blob:
      return void readString(walk);
    case Tag.Wide:
      for (let left = walk.leb(); left > 0; left--) walk.leb();
      return;
    case Tag.Enum:
    case Tag.Mask: {
      if (version < 3) giveUp();
      const isMask = tag === Tag.Mask;
      if (isNew(walk, isMask ? known.mask : known.enum)) {
        for (let left = walk.leb(); left > 0; left--) {
          readString(walk);
          if (isMask) walk.leb();
          else inner();
        }
      }
      if (isMask) walk.leb();
      else inner();
      return;
    }
    case Tag.Array:
      for (let left = walk.leb(); left > 0; left--) inner();
      return;
    case Tag.Struct: {
      const at = walk.at;
      const isFirst = isNew(walk, known.struct);
      const id = walk.bytes[at]!;
      if (isFirst) members.set(id, readNames(walk));
      for (let left = members.get(id) ?? giveUp(); left > 0; left--) inner();
      return;
    }
    case Tag.Repr:
      inner();
      inner();
      return;
    default:
      walk.leb();
  }
}
