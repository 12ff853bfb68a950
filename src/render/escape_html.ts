/**
 * Texts of traces in HTML.
 * @module
 */

import { visible } from "./visible.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text for people: nothing in it steers anything. */
export function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (char) => ENTITIES[char]!);
}
