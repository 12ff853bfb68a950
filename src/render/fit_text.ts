/**
 * Fits a text into a number of terminal columns.
 * @module
 */

import { textWidth } from "../base/text_width.ts";

const PLAIN = /^[\x20-\x7e]*$/;
const ELLIPSIS = "…";
// Created on first use, since it takes ten milliseconds.
let segmenter: Intl.Segmenter | undefined;

/** Pads a text with blanks to `width`, on the left if `right`-aligned. */
export function pad(text: string, width: number, right: boolean): string {
  const blanks = width - textWidth(text);
  if (blanks <= 0) return text;
  return right ? " ".repeat(blanks) + text : text + " ".repeat(blanks);
}

/** Shortens a text to `width` columns: texts lose their middle, paths keep the file name. */
export function elide(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  if (width <= 1) return width === 1 ? ELLIPSIS : "";
  if (isPath(text)) return elidePath(text, width);
  // Function names differ at their ends as often as at their beginnings.
  const front = head(text, Math.ceil((width - 1) / 2));
  return front + ELLIPSIS + tail(text, width - 1 - textWidth(front));
}

/**
 * The first `width` columns of a text, for sentences and for texts in which characters are marked by
 * position.
 */
export function cutEnd(text: string, width: number): string {
  if (textWidth(text) <= width || isPath(text)) return elide(text, width);
  return width <= 1 ? elide(text, width) : head(text, width - 1) + ELLIPSIS;
}

function isPath(text: string): boolean {
  return text.includes("/") && !/[\s(<]/.test(text);
}

/** Shortens a path: keeps its end from a slash on, if that fits, and part of its beginning. */
function elidePath(text: string, width: number): string {
  const room = width - 1;
  const name = text.slice(text.lastIndexOf("/"));
  const nameWidth = textWidth(name);
  // A file name that does not fit keeps its end, with the extension.
  if (nameWidth > room) return ELLIPSIS + tail(text, room);
  const front = head(text, Math.floor((room - nameWidth) / 2));
  const end = tail(text, room - textWidth(front));
  const slash = end.indexOf("/");
  return front + ELLIPSIS + end.slice(slash);
}

/** The longest prefix of at most `width` columns. */
function head(text: string, width: number): string {
  if (PLAIN.test(text)) return text.slice(0, width);
  let used = 0;
  for (const { segment, index } of (segmenter ??= new Intl.Segmenter()).segment(text)) {
    used += textWidth(segment);
    if (used > width) return text.slice(0, index);
  }
  return text;
}

/** The longest suffix of at most `width` columns. */
function tail(text: string, width: number): string {
  if (PLAIN.test(text)) return width === 0 ? "" : text.slice(-width);
  const parts = [...(segmenter ??= new Intl.Segmenter()).segment(text)];
  let used = 0;
  for (let at = parts.length - 1; at >= 0; at--) {
    used += textWidth(parts[at]!.segment);
    if (used > width) return text.slice(parts[at]!.index + parts[at]!.segment.length);
  }
  return text;
}
