/**
 * The selection, in the form that the address contains.
 * @module
 */

import { endText, type PairEnd, readEnd } from "./pairs.ts";

/** Something that can be selected. */
export type Selection =
  | { readonly kind: "block"; readonly seq: string }
  | { readonly kind: "call"; readonly no: string }
  | { readonly kind: "func"; readonly name: string }
  | { readonly kind: "line"; readonly file: string; readonly line: string }
  | {
    readonly kind: "pair";
    /** The key of both sides, and how many places of each are in the table: the others are summed up. */
    readonly by: string;
    readonly most: number;
    readonly ends: readonly [PairEnd, PairEnd];
  };

/** Formats a selection for the address. */
export function selectionText(selection: Selection): string {
  switch (selection.kind) {
    case "block":
      return `block ${selection.seq}`;
    case "call":
      return `call ${selection.no}`;
    case "func":
      return `func ${selection.name}`;
    case "line":
      return `line ${selection.line} ${selection.file}`;
    case "pair":
      return `pair ${selection.by} ${selection.most} ${JSON.stringify(selection.ends.map(endText))}`;
  }
}

/** Parses a selection from the address; null if it is invalid. */
export function readSelection(text: string | undefined): Selection | null {
  const found = /^(?:(block|call) (\d+)|func ([^]+)|line (\d+) ([^]+))$/.exec(text ?? "");
  if (!found) return readPair(text ?? "");
  const [, numbered, number, name, line, file] = found;
  if (numbered === "block") return { kind: "block", seq: number! };
  if (numbered === "call") return { kind: "call", no: number! };
  return name === undefined ? { kind: "line", line: line!, file: file! } : { kind: "func", name };
}

function readPair(text: string): Selection | null {
  const [, by, most, written] = /^pair (\w+) (\d{1,3}) (\[[^]+\])$/.exec(text) ?? [];
  if (by === undefined) return null;
  try {
    const ends: unknown = JSON.parse(written!);
    if (!Array.isArray(ends) || ends.length !== 2) return null;
    const [from, to] = ends.map(readEnd);
    return from && to ? { kind: "pair", by, most: Number(most), ends: [from, to] } : null;
  } catch {
    return null;
  }
}
